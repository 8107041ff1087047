#include <algorithm>

#include <fmt/format.h>

#include "report/exchange.h"
#include "report/names.h"
#include "weir/report.h"

namespace weir {

namespace {

/// Where a finding stands: `contract.yaml:12:3`.
std::string place_of(const ContractReport& report, const Finding& finding) {
    const bool known = report.sources != nullptr && finding.at.known() && finding.at.file < report.sources->size();
    if (!known) {
        return std::string(report.file);
    }
    const Position start = report.sources->range(finding.at).start;
    return fmt::format("{}:{}:{}", (*report.sources)[finding.at.file].name(), start.line, start.column);
}

std::string test_case(const ContractReport& report, const Finding& finding, bool failed) {
    const std::string_view slug = code_info(finding.code).slug;
    const std::string place = xml_text(place_of(report, finding));
    const std::string text = xml_text(finding.message);
    const std::string help = finding.help.empty() ? "" : "\n" + xml_text(finding.help);
    std::string out = fmt::format("    <testcase classname=\"{}\" name=\"{} at {}\" time=\"0\">\n",
                                  xml_text(report.file), slug, place);
    if (failed) {
        out += fmt::format("      <failure type=\"{}\" message=\"{}\">{}\n{}{}</failure>\n", slug, text, place, text,
                           help);
    } else {
        out += fmt::format("      <system-out>{}[{}] {}\n{}{}</system-out>\n", severity_name(finding.severity()), slug,
                           place, text, help);
    }
    return out + "    </testcase>\n";
}

} // namespace

std::string contract_junit(const ContractReport& report) {
    Tally tally;
    tally.add(report);
    // Without an error it is invalid only because warnings were not wanted.
    const bool warnings_fail = !report.valid && tally.errors == 0;
    const std::size_t failures = tally.errors + (warnings_fail ? tally.warnings : 0);
    std::string cases;
    for (const Finding& finding : *report.findings) {
        const bool failed =
            finding.severity() == Severity::Error || (warnings_fail && finding.severity() == Severity::Warning);
        cases += test_case(report, finding, failed);
    }
    if (report.findings->empty()) {
        cases = fmt::format("    <testcase classname=\"{}\" name=\"valid\" time=\"0\"/>\n", xml_text(report.file));
    }
    return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\" "
                       "time=\"0\">\n{}  </testsuite>\n",
                       xml_text(report.file), std::max<std::size_t>(report.findings->size(), 1), failures, cases);
}

std::string findings_junit(const std::vector<std::string>& contracts) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weir validate\">\n";
    for (const std::string& suite : contracts) {
        text += suite;
    }
    return text + "</testsuites>\n";
}

} // namespace weir
