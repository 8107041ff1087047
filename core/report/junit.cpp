#include <algorithm>

#include <fmt/format.h>

#include "report/exchange.h"
#include "weir/names.h"
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

/// What a finding means for the test case that stands for it.
enum class Outcome : std::uint8_t { Passed, Failed, Broken };

/// A file that could not be read is no failed check but a check that could not be made.
Outcome outcome_of(const Finding& finding, bool warnings_fail) {
    if (finding.code == Code::file_unreadable) {
        return Outcome::Broken;
    }
    const bool failed =
        finding.severity() == Severity::Error || (warnings_fail && finding.severity() == Severity::Warning);
    return failed ? Outcome::Failed : Outcome::Passed;
}

std::string test_case(const ContractReport& report, const Finding& finding, Outcome outcome) {
    const std::string_view slug = code_info(finding.code).slug;
    const std::string place = xml_text(place_of(report, finding));
    const std::string text = xml_text(finding.message);
    const std::string help = finding.help.empty() ? "" : "\n" + xml_text(finding.help);
    const std::string file = xml_text(report.file);
    std::string out = fmt::format("    <testcase classname=\"{0}\" name=\"{1} at {2}\" file=\"{0}\" time=\"0\">\n",
                                  file, slug, place);
    if (outcome == Outcome::Passed) {
        out += fmt::format("      <system-out>{}[{}] {}\n{}{}</system-out>\n", severity_name(finding.severity()), slug,
                           place, text, help);
    } else {
        out += fmt::format("      <{0} type=\"{1}\" message=\"{2}\">{3}\n{2}{4}</{0}>\n",
                           outcome == Outcome::Broken ? "error" : "failure", slug, text, place, help);
    }
    return out + "    </testcase>\n";
}

} // namespace

std::string contract_junit(const ContractReport& report) {
    Tally tally;
    tally.add(report);
    // Without an error it is invalid only because warnings were not wanted.
    const bool warnings_fail = !report.valid && tally.errors == 0;
    std::size_t failed = 0;
    std::size_t broken = 0;
    std::string cases;
    for (const Finding& finding : *report.findings) {
        const Outcome outcome = outcome_of(finding, warnings_fail);
        failed += outcome == Outcome::Failed ? 1 : 0;
        broken += outcome == Outcome::Broken ? 1 : 0;
        cases += test_case(report, finding, outcome);
    }
    const std::string file = xml_text(report.file);
    if (report.findings->empty()) {
        cases = fmt::format("    <testcase classname=\"{0}\" name=\"valid\" file=\"{0}\" time=\"0\"/>\n", file);
    }
    return fmt::format("  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" errors=\"{}\" skipped=\"0\" "
                       "time=\"0\">\n{}  </testsuite>\n",
                       file, std::max<std::size_t>(report.findings->size(), 1), failed, broken, cases);
}

std::string findings_junit(const std::vector<std::string>& contracts) {
    std::string text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"weir validate\">\n";
    for (const std::string& suite : contracts) {
        text += suite;
    }
    return text + "</testsuites>\n";
}

} // namespace weir
