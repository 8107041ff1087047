#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "report/changes.h"
#include "report/markdown.h"
#include "weir/names.h"

namespace weir {

namespace {

/// How much is said of each change. A comment is written in the first of these in which it fits.
enum class Detail : std::uint8_t {
    Open,   ///< everything, breaking changes in full view and the others folded
    Folded, ///< everything, each change folded under its line
    Lines,  ///< one line each
    Counts, ///< one line for each rule
};

constexpr std::array<std::pair<ChangeSeverity, std::string_view>, 3> kGroups = {{
    {ChangeSeverity::Breaking, "Breaking"},
    {ChangeSeverity::NonBreaking, "Non-breaking"},
    {ChangeSeverity::Info, "Info"},
}};

class Comment {
  public:
    Comment(const ChangesReport& report, const ChangeSecrets& secrets) : report_(report), secrets_(secrets) {}

    [[nodiscard]] std::string write(Detail detail) const {
        std::string out = head();
        for (const auto& [severity, title] : kGroups) {
            out += group(severity, title, detail);
        }
        return out + tail();
    }

  private:
    [[nodiscard]] std::string head() const {
        const ChangeCounts counts = count(report_);
        std::string out = fmt::format("### Weir: changes of {}\n\n", markdown_code(report_.head_report.file));
        if (counts.all() == 0) {
            return out + "No changes.\n";
        }
        out +=
            fmt::format("**{} breaking**, {} non-breaking, {} info", counts.breaking, counts.non_breaking, counts.info);
        out += counts.waived == 0 ? ".\n" : fmt::format(", {} waived.\n", counts.waived);
        return out;
    }

    [[nodiscard]] std::string group(ChangeSeverity severity, std::string_view title, Detail detail) const {
        std::string items;
        std::map<std::string_view, std::size_t> by_rule;
        std::size_t number = 0;
        for (const Change& change : *report_.changes) {
            if (change.severity == severity) {
                number += 1;
                by_rule[change.rule] += 1;
                items += detail == Detail::Counts ? std::string() : item(change, detail);
            }
        }
        if (number == 0) {
            return {};
        }
        for (const auto& [rule, times] : by_rule) {
            items += detail == Detail::Counts ? fmt::format("- {} × {}\n", times, markdown_code(rule)) : "";
        }
        if (severity != ChangeSeverity::Breaking && detail == Detail::Open) {
            return fmt::format("\n<details><summary><b>{}</b> ({})</summary>\n\n{}\n</details>\n", title, number,
                               items);
        }
        return fmt::format("\n#### {} ({})\n\n{}", title, number, items);
    }

    [[nodiscard]] std::string item(const Change& change, Detail detail) const {
        const ShownChange shown = secrets_.shown(change);
        const std::string line = fmt::format("{}{} {}", change.waived ? "(waived) " : "", markdown_code(change.rule),
                                             markdown_text(shown.what));
        if (detail == Detail::Lines) {
            return fmt::format("- {}\n", line);
        }
        if (detail == Detail::Folded) {
            return fmt::format("<details><summary>{}</summary>\n\n{}\n</details>\n",
                               html_code(change.rule) + " " + html_text(shown.what), details(change, shown));
        }
        return fmt::format("- {}\n{}", line, indented(details(change, shown)));
    }

    static std::string indented(std::string_view text) {
        std::string out;
        while (!text.empty()) {
            const std::size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
            out += text.substr(0, end) == "\n" ? "\n" : fmt::format("  {}", text.substr(0, end));
            text.remove_prefix(end);
        }
        return out;
    }

    [[nodiscard]] std::string details(const Change& change, const ShownChange& shown) const {
        std::string out = fmt::format("\n- At {}", markdown_code(change.path));
        out += place(report_.head, change.head, ", ");
        out += place(report_.base, change.base, ", before: ");
        out += '\n';
        if (!shown.before.empty() || !shown.after.empty()) {
            out += fmt::format("- {} → {}\n", value(shown.before), value(shown.after));
        }
        out += line("Affected", shown.affected) + line("Do", shown.action) + line("Table", shown.migration->note);
        for (const auto& [engine, statements] :
             {std::pair{"Spark", &shown.migration->spark}, std::pair{"Trino", &shown.migration->trino}}) {
            for (const std::string& statement : *statements) {
                out += fmt::format("- {}: {}\n", engine, markdown_code(statement));
            }
        }
        if (change.savepoint != Savepoint::NotConcerned) {
            out += fmt::format("- Savepoint **{}**: {}\n", savepoint_name(change.savepoint),
                               markdown_text(change.savepoint_why));
        }
        if (change.waived) {
            out += fmt::format("- Waived until {} by {}: {}\n", markdown_text(change.waived->expires),
                               markdown_text(change.waived->owner), markdown_text(change.waived->reason));
        }
        return out + fmt::format("- Fingerprint {}\n", markdown_code(change.fingerprint));
    }

    static std::string line(std::string_view label, std::string_view text) {
        return text.empty() ? "" : fmt::format("- {}: {}\n", label, markdown_text(text));
    }

    static std::string value(std::string_view json) {
        constexpr std::size_t kLongest = 200;
        return json.empty() ? "absent" : json.size() > kLongest ? "(a long value)" : markdown_code(json);
    }

    static std::string place(const Sources* sources, Span span, std::string_view before) {
        if (sources == nullptr || !span.known() || span.file >= sources->size()) {
            return {};
        }
        return fmt::format(
            "{}{}", before,
            markdown_code(fmt::format("{}:{}", (*sources)[span.file].name(), sources->range(span).start.line)));
    }

    [[nodiscard]] std::string tail() const {
        std::string out;
        if (!report_.head_report.valid && report_.head_report.findings != nullptr) {
            const auto& findings = *report_.head_report.findings;
            const auto errors = std::count_if(findings.begin(), findings.end(), [](const Finding& finding) {
                return finding.severity() == Severity::Error;
            });
            out += fmt::format("\nThe contract itself is invalid ({} error{}): `weir validate` says why.\n", errors,
                               errors == 1 ? "" : "s");
        }
        constexpr std::size_t kMostWarnings = 20;
        constexpr std::size_t kLongestWarning = 500;
        std::size_t left = report_.warnings.size();
        for (const ChangesWarning& warning : report_.warnings) {
            if (report_.warnings.size() - left == kMostWarnings) {
                break;
            }
            out += warning.message.size() > kLongestWarning
                       ? fmt::format("\n> {}\n", markdown_code(warning.code))
                       : fmt::format("\n> {}: {}\n", markdown_code(warning.code), markdown_text(warning.message));
            left -= 1;
        }
        out += left == 0 ? "" : fmt::format("\n> {} more warnings.\n", left);
        return out;
    }

    const ChangesReport& report_;
    const ChangeSecrets& secrets_;
};

} // namespace

std::string changes_markdown(const ChangesReport& report) {
    if (!report.error.code.empty()) {
        const std::string text = markdown_text(report.error.message);
        return fmt::format("### Weir: no comparison\n\n{}\n",
                           text.size() < kMostMarkdown - 100 ? text : markdown_code(report.error.code));
    }
    const ChangeSecrets secrets(report);
    const Comment comment(report, secrets);
    // The name of a file is bounded by the system; all else of the last form does not grow with the changes.
    std::string text;
    for (const Detail detail : {Detail::Open, Detail::Folded, Detail::Lines, Detail::Counts}) {
        text = comment.write(detail);
        if (text.size() < kMostMarkdown) {
            return text;
        }
    }
    return "### Weir: changes\n\nThey do not fit a comment: `weir diff` prints them.\n";
}

} // namespace weir
