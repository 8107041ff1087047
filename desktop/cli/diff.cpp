#include <fmt/format.h>

#include "cli/options.h"
#include "cli/preview.h"
#include "live/contracts.h"

namespace weir::cli {

namespace {

std::string text_of(const Io& io, const DiffOptions& options, const ChangesReport& report) {
    const TextStyle style = style_of_out(io, options.common);
    std::string text;
    if (!report.head_report.valid) {
        TextStyle plain = style;
        plain.summary = false;
        text += findings_text({report.head_report}, plain);
    }
    return text + changes_text(report, style);
}

} // namespace

bool fails(const ChangeCounts& counts, std::string_view fail_on) {
    if (fail_on == "none") {
        return false;
    }
    std::size_t bad = counts.breaking;
    bad += fail_on == "breaking" ? 0 : counts.non_breaking;
    bad += fail_on == "info" ? counts.info : 0;
    return bad > 0;
}

Exit diff(Io& io, const DiffOptions& options) {
    if (options.baseline.empty()) {
        return fail(io, options.common, "command-unavailable",
                    "the comparison with a live deployment is not available in this version; give --baseline OLD");
    }
    if (options.baseline.starts_with("git:")) {
        return fail(io, options.common, "command-unavailable",
                    "a baseline from git is not available in this version; give a file");
    }
    const live::LoadedContract head = live::load_contract(options.file);
    const live::LoadedContract base = live::load_contract(options.baseline);
    std::vector<Change> changes;
    const ChangesReport report = compare(base.checked, head.checked, false, changes);
    Exit exit = Exit::Fine;
    if (!report.error.code.empty()) {
        exit = Exit::Unknown;
    } else if (!report.head_report.valid || fails(count(report), options.fail_on)) {
        exit = Exit::No;
    }
    const bool html = options.common.format == "html";
    const std::string result = html                    ? page_of_diff(base, head, report)
                               : options.common.json() ? changes_json(report)
                                                       : text_of(io, options, report);
    return worse(exit, emit(io, options.common, result));
}

} // namespace weir::cli
