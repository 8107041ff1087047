#include "judge.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <stdexcept>

#include <time.h>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir::test {

namespace {

std::string read_file(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in) {
        throw std::runtime_error("cannot read " + path);
    }
    return {std::istreambuf_iterator<char>(in), {}};
}

/// Processor time of this process, so that a loaded machine does not count.
double processor_milliseconds() {
    timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

std::string slug(const Finding& finding) {
    return std::string(code_info(finding.code).slug);
}

std::map<std::string, std::string> sql_of(const Checked& checked) {
    std::map<std::string, std::string> sql;
    for (const BuildPlan& build : checked.plan.builds) {
        if (build.complete) {
            sql.emplace(checked.contract.builds[build.build].id.value, compile(checked.contract, build).text);
        }
    }
    return sql;
}

/// The SQL's lines in no order, for options that are written in the contract's order.
std::multiset<std::string> lines_of(const std::map<std::string, std::string>& sql) {
    std::multiset<std::string> lines;
    for (const auto& [id, text] : sql) {
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) {
            lines.insert(line.substr(0, line.find_last_not_of(",;)") + 1));
        }
    }
    return lines;
}

bool within(const Sources& sources, Span span) {
    return span.known() && span.file < sources.size() && span.begin <= span.end &&
           span.end <= sources[span.file].text().size();
}

/// `outer` is `inner` or a pointer above it.
bool is_above(std::string_view outer, std::string_view inner) {
    return inner.starts_with(outer) &&
           (outer.empty() || inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[');
}

void check_form(const Finding& finding, const Sources& sources, std::vector<std::string>& faults) {
    const auto fault = [&](std::string_view what) { faults.push_back(fmt::format("{}: {}", slug(finding), what)); };
    if (slug(finding).empty() || !code_from_slug(slug(finding))) {
        fault("a code that is not in the table");
    }
    if (finding.message.empty()) {
        fault("no message");
    }
    if (!within(sources, finding.at)) {
        fault("no place in the text");
    } else if (finding.at.begin == finding.at.end && !sources[finding.at.file].text().empty() && finding.at.begin > 0) {
        fault("an empty place");
    }
    for (const Related& related : finding.related) {
        if (!within(sources, related.at) || related.message.empty()) {
            fault("a related place without a text or a place");
        }
    }
    if (finding.fix) {
        const auto& edits = finding.fix->edits;
        const bool good =
            !edits.empty() && !finding.fix->title.empty() &&
            std::all_of(edits.begin(), edits.end(), [&](const Edit& edit) { return within(sources, edit.span); });
        if (!good) {
            fault("a fix without a title or with an edit outside the text");
        }
    }
}

/// The texts with a fix applied to them.
FileSet mended(FileSet files, const Sources& sources, const Fix& fix) {
    std::vector<Edit> edits = fix.edits;
    std::sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.span.begin > b.span.begin; });
    for (const Edit& edit : edits) {
        std::string& text = files.find(sources[edit.span.file].name())->second.text;
        text.replace(edit.span.begin, edit.span.end - edit.span.begin, edit.text);
    }
    return files;
}

/// A fix takes its finding away and leaves a document that can be read.
void check_fix(const Subject& subject, const FileSet& files, const Checked& mutant, const Finding& finding,
               std::vector<std::string>& faults) {
    const Sources& sources = mutant.document->sources();
    const Checked after = check(mended(files, sources, *finding.fix), subject.file, subject.ref_root);
    const auto same = [&](const Finding& other) {
        return other.code == finding.code && other.path == finding.path && other.message == finding.message;
    };
    const auto count = [&](const Checked& of) { return std::count_if(of.findings.begin(), of.findings.end(), same); };
    if (!after.readable() || count(after) >= count(mutant)) {
        faults.push_back(fmt::format("{}: the fix {} does not mend it", slug(finding), finding.fix->title));
    }
}

/// The YAML reader's own codes: a mutation that brings one about was badly written, these few aside.
bool breaks_yaml(const Finding& finding, const Mutation& mutation) {
    if (!slug(finding).starts_with("yaml-") || finding.code == Code::yaml_1_1_spelling) {
        return false;
    }
    return !(finding.code == Code::yaml_duplicate_key && mutation.kind == "duplicate") &&
           !(finding.code == Code::yaml_key_kind && mutation.kind == "key-to-number") &&
           !(finding.code == Code::yaml_root_kind && mutation.pointer.empty());
}

void check_reports(const Checked& mutant, std::vector<std::string>& faults) {
    if (findings_text({report_of(mutant)}, {}).empty()) {
        faults.emplace_back("an empty report");
    }
    const auto json = nlohmann::json::parse(findings_json({report_of(mutant)}), nullptr, false);
    if (json.is_discarded() || json["contracts"][0]["findings"].size() != mutant.findings.size()) {
        faults.emplace_back("a JSON report that lacks findings");
    }
}

/// A valid mutant has its SQL, and a change of the SQL is told by the diff.
void check_valid(const Subject& subject, const Checked& mutant, const Mutation& mutation,
                 std::vector<std::string>& faults) {
    for (const BuildPlan& build : mutant.plan.builds) {
        if (!build.complete || compile(mutant.contract, build).statements.empty()) {
            faults.emplace_back("valid, but a build has no SQL");
        }
    }
    const auto sql = sql_of(mutant);
    std::vector<Change> changes;
    const ChangesReport report = compare(subject.checked, mutant, false, changes);
    if (!report.error.code.empty()) {
        faults.emplace_back("valid, but cannot be compared");
    }
    const bool options = mutation.pointer.find("roperties[") != std::string::npos ||
                         mutation.pointer.find("catalogProperties.") != std::string::npos;
    if (mutation.kind == "swap-next" && options) {
        if (lines_of(sql) != lines_of(subject.sql)) {
            faults.emplace_back("another SQL, though only the order of options changed");
        }
        return;
    }
    if (changes.empty() && sql != subject.sql) {
        faults.emplace_back("another SQL, but no change is told");
    }
    if (mutation.kind == "swap-next" && !mutation.pointer.ends_with("]") && sql != subject.sql) {
        faults.emplace_back("another SQL, though only the order of keys changed");
    }
}

bool is_near(const Finding& finding, const Mutation& mutation) {
    // A fragment may be included more than once: each inclusion is told.
    const bool fragment = mutation.span.file != 0;
    const std::string path = fragment ? general_pointer(finding.path) : finding.path;
    const std::string scope = fragment ? general_pointer(mutation.scope) : mutation.scope;
    if (is_above(path, scope) || is_above(scope, path)) {
        return true;
    }
    const std::size_t grown = mutation.text.size() + mutation.scope_span.end;
    const auto touches = [&](Span span) {
        return span.file == mutation.span.file && span.end >= mutation.scope_span.begin &&
               span.begin + (mutation.span.end - mutation.span.begin) <= grown;
    };
    return touches(finding.at) || std::any_of(finding.related.begin(), finding.related.end(),
                                              [&](const Related& related) { return touches(related.at); });
}

Named named(const Finding& finding) {
    return {general_pointer(finding.path), slug(finding), finding.severity() == Severity::Error};
}

} // namespace

Subject load(const std::string& root, const std::string& file, const std::string& ref_root) {
    Subject subject{file, file, ref_root, {}, {}, {}};
    subject.files[file].text = read_file(root + "/" + file);
    subject.checked = check(subject.files, file, ref_root);
    while (!subject.checked.need.empty()) {
        for (const std::string& name : subject.checked.need) {
            subject.files[name].text = read_file(root + "/" + name);
        }
        subject.checked = check(subject.files, file, ref_root);
    }
    if (!subject.checked.valid()) {
        throw std::runtime_error(file + " is not valid:\n" + findings_text({report_of(subject.checked)}, {}));
    }
    subject.sql = sql_of(subject.checked);
    return subject;
}

Outcome judge(const Subject& subject, const Mutation& mutation) {
    FileSet files = subject.files;
    const std::string& name = subject.checked.document->sources()[mutation.span.file].name();
    files.find(name)->second.text.replace(mutation.span.begin, mutation.span.end - mutation.span.begin, mutation.text);

    Outcome outcome;
    const double start = processor_milliseconds();
    const Checked mutant = check(files, subject.file, subject.ref_root);
    outcome.milliseconds = processor_milliseconds() - start;
    if (mutant.document == nullptr) {
        // A misspelt $ref asks for another file; the host says that there is none.
        if (mutant.need.empty()) {
            outcome.faults.emplace_back("neither read nor refused");
            return outcome;
        }
        for (const std::string& needed : mutant.need) {
            files[needed].refusal = "no such file";
        }
    }
    const Checked answered = mutant.document == nullptr ? check(files, subject.file, subject.ref_root) : Checked{};
    const Checked& final = mutant.document == nullptr ? answered : mutant;
    outcome.valid = final.valid();
    for (const Finding& finding : final.findings) {
        check_form(finding, final.document->sources(), outcome.faults);
        outcome.errors += finding.severity() == Severity::Error ? 1 : 0;
        if (breaks_yaml(finding, mutation)) {
            outcome.faults.push_back(slug(finding) + ": the mutation broke the YAML");
        }
        if (finding.severity() == Severity::Error && !is_near(finding, mutation)) {
            outcome.elsewhere.push_back(named(finding));
        }
        if (finding.fix && outcome.faults.empty()) {
            check_fix(subject, files, final, finding, outcome.faults);
        }
    }
    check_reports(final, outcome.faults);
    if (outcome.valid) {
        check_valid(subject, final, mutation, outcome.faults);
        std::multiset<std::string> before;
        for (const Finding& finding : subject.checked.findings) {
            before.insert(slug(finding));
        }
        for (const Finding& finding : final.findings) {
            if (finding.severity() == Severity::Info) {
                continue; // notes are no verdict
            }
            const auto old = before.find(slug(finding));
            old == before.end() ? outcome.remarks.push_back(named(finding)) : static_cast<void>(before.erase(old));
        }
    }
    return outcome;
}

} // namespace weir::test
