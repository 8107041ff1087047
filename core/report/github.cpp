#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/exchange.h"
#include "weir/report.h"

namespace weir {

std::string contract_github(const ContractReport& report) {
    std::string text;
    for (const Finding& finding : *report.findings) {
        const bool known = report.sources != nullptr && finding.at.known() && finding.at.file < report.sources->size();
        const std::string_view file = known ? std::string_view((*report.sources)[finding.at.file].name()) : report.file;
        text += fmt::format("::{} file={}", level_name(finding.severity(), "notice"), command_text(file, true));
        if (known) {
            const Range range = report.sources->range(finding.at);
            text += fmt::format(",line={},endLine={},col={},endColumn={}", range.start.line, range.end.line,
                                range.start.column, range.end.column);
        }
        text += fmt::format(",title={}::{}", command_text(code_info(finding.code).slug, true),
                            command_text(finding.message, false));
        text += finding.help.empty() ? "" : "%0A" + command_text(finding.help, false);
        text += '\n';
    }
    return text;
}

std::string findings_github(const std::vector<std::string>& contracts, const Tally* tally) {
    constexpr std::array<std::string_view, 3> kLevels = {"::error ", "::warning ", "::notice "};
    std::string text;
    for (const std::string_view level : kLevels) {
        for (const std::string_view commands : contracts) {
            for (std::size_t at = 0; at < commands.size();) {
                const std::size_t end = std::min(commands.find('\n', at), commands.size() - 1) + 1;
                const std::string_view line = commands.substr(at, end - at);
                text += line.starts_with(level) ? line : std::string_view();
                at = end;
            }
        }
    }
    if (tally != nullptr) {
        constexpr std::size_t kShown = 10;
        text += summary_text(*tally, TextStyle());
        text += std::max({tally->errors, tally->warnings, tally->infos}) > kShown
                    ? "GitHub shows ten annotations of each level for a step. All findings stand in this log.\n"
                    : "";
    }
    return text;
}

} // namespace weir
