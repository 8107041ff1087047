#include <fmt/format.h>

#include "cli/live_diff.h"
#include "cli/waivers.h"
#include "live/contracts.h"
#include "live/git.h"
#include "weir/pages.h"

namespace weir::cli {

namespace {

std::string text_of(const Io& io, const DiffOptions& options, const ChangesReport& report) {
    const TextStyle style = style_of_out(io, options.common);
    std::string text;
    if (!report.head_report.valid && report.error.code.empty()) {
        TextStyle plain = style;
        plain.summary = false;
        text += findings_text({report.head_report}, plain);
    }
    return text + changes_text(report, style);
}

std::string written(const Io& io, const DiffOptions& options, const ChangesReport& report) {
    const std::string& format = options.common.format;
    if (format == "json") {
        return changes_json(report);
    }
    if (format == "markdown") {
        return changes_markdown(report);
    }
    if (format == "sarif") {
        return changes_sarif(report, version());
    }
    if (format == "junit") {
        return changes_junit(report, fail_on(options.fail_on));
    }
    if (format == "github") {
        return changes_github(report, !options.common.quiet);
    }
    return text_of(io, options, report);
}

} // namespace

FailOn fail_on(std::string_view word) {
    return word == "none"           ? FailOn::None
           : word == "info"         ? FailOn::Info
           : word == "non-breaking" ? FailOn::NonBreaking
                                    : FailOn::Breaking;
}

Exit diff(Io& io, const DiffOptions& options) {
    constexpr std::string_view kGit = "git:";
    if (options.baseline.empty()) {
        return live_diff(io, options);
    }
    const FileAnswer waivers = waivers_text(options.waivers);
    if (!waivers.refusal.empty()) {
        return fail(io, options.common, "waivers-unreadable", fmt::format("{}: {}", options.waivers, waivers.refusal));
    }
    const live::LoadedContract head = live::load_contract(options.file);
    live::GitContract base;
    if (options.baseline.starts_with(kGit)) {
        base = live::load_contract_at(options.file, std::string_view(options.baseline).substr(kGit.size()));
    } else {
        base.loaded = live::load_contract(options.baseline);
    }
    if (!base.problem.code.empty()) {
        return fail(io, options.common, base.problem.code, base.problem.message);
    }
    std::vector<Change> changes;
    ChangesReport report = compare(base.loaded.checked, head.checked, false, changes);
    if (!options.waivers.empty() && report.error.code.empty()) {
        waive(report, changes, options.waivers, waivers.text, today());
    }
    Exit exit = Exit::Fine;
    if (!report.error.code.empty() || live::lacks_a_file(base.loaded)) {
        exit = Exit::Unknown;
    } else if (!report.head_report.valid || fails(count(report), fail_on(options.fail_on))) {
        exit = Exit::No;
    }
    const bool html = options.common.format == "html";
    const std::string result =
        html ? changes_page(base.loaded.checked, head.checked, report) : written(io, options, report);
    return worse(exit, emit(io, options.common, result));
}

} // namespace weir::cli
