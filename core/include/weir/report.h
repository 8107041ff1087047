#pragma once

/// \file
/// Findings and changes → text and JSON. Whatever comes from a contract is escaped for the place it is
/// printed in; the text under a secret finding, and the rest of its line, is masked everywhere.

#include <string>
#include <string_view>
#include <vector>

#include "weir/cost.h"
#include "weir/diff.h"
#include "weir/finding.h"
#include "weir/waivers.h"

namespace weir {

struct TextStyle {
    bool colour = false;
    /// Columns of the terminal. Source lines are clipped around the place, help and notes wrapped;
    /// messages are never wrapped, so that they can be searched for and copied whole.
    std::uint32_t width = 80;
    bool summary = true; ///< a last line that counts
    /// Notes (findings of severity info) too. Without it the last line says how many there are.
    bool notes = false;
};

/// One checked contract as reports need it.
struct ContractReport {
    std::string_view file;
    std::string_view id; ///< empty when it could not be read
    bool valid = false;
    const Sources* sources = nullptr; ///< may be null when nothing could be read
    const std::vector<Finding>* findings = nullptr;
    /// What no report shows, as seal() of the facade found it; null for what the findings alone say.
    const std::vector<Span>* hidden = nullptr;
    /// What each managed build does to its table in a day; null when nobody asked. Told as text and JSON only.
    const std::vector<DailyCost>* costs = nullptr;
};

/// Counts for the summary line of many contracts.
struct Tally {
    std::size_t contracts = 0;
    std::size_t valid = 0;
    std::size_t errors = 0;
    std::size_t warnings = 0;
    std::size_t infos = 0;

    void add(const ContractReport& report);
    void add(const Tally& other);
};

/// rustc-like text: message, place, source line with carets, `help:` and `note:` lines.
[[nodiscard]] std::string findings_text(const std::vector<ContractReport>& contracts, const TextStyle& style);
/// `2 contracts: 1 valid, 1 invalid; 3 errors, 1 warning` with a newline.
[[nodiscard]] std::string summary_text(const Tally& tally, const TextStyle& style);

/// The object of interfaces.md, "Findings (JSON)", on one line with a final newline. Every key is always
/// there: `help` may be empty, `related` may be empty, `fix` may be null. A finding about the whole text
/// stands at 1:1.
[[nodiscard]] std::string findings_json(const std::vector<ContractReport>& contracts);

/// One element of `contracts` in that object, so that a host with thousands of contracts need not hold
/// them all.
[[nodiscard]] std::string contract_json(const ContractReport& report);
/// The object made of such elements.
[[nodiscard]] std::string findings_json(const std::vector<std::string>& contract_objects, bool valid);

/// What one contract adds to a SARIF log.
struct SarifPart {
    std::string results;            ///< objects separated by commas; empty without findings
    std::string notifications;      ///< the same, of files that could not be read
    std::vector<std::string> files; ///< every text that was read, or was to be
};
[[nodiscard]] SarifPart contract_sarif(const ContractReport& report);
/// The SARIF 2.1.0 log made of such parts. Columns count Unicode code points, and the log says so.
/// No snippets: what a file holds stays in the file.
/// \param version  of Weir
[[nodiscard]] std::string findings_sarif(const std::vector<SarifPart>& contracts, std::string_view version);

/// One `<testsuite>` of JUnit for one contract: a test case for each finding, errors failed; a single
/// passed one when there is none.
[[nodiscard]] std::string contract_junit(const ContractReport& report);
[[nodiscard]] std::string findings_junit(const std::vector<std::string>& contracts);

/// One workflow command of GitHub Actions (`::error file=…`) a line for each finding.
[[nodiscard]] std::string contract_github(const ContractReport& report);
/// The commands of all contracts, errors first, since a step shows ten annotations of each level and drops
/// the rest; then, unless `tally` is null, a line for the log that counts them.
[[nodiscard]] std::string findings_github(const std::vector<std::string>& contracts, const Tally* tally);

struct ChangesReport {
    const std::vector<Change>* changes = nullptr;
    const Sources* base = nullptr;
    const Sources* head = nullptr;
    ContractReport head_report;
    /// Findings of the baseline: their secrets are masked too.
    const std::vector<Finding>* base_findings = nullptr;
    const std::vector<Span>* base_hidden = nullptr; ///< as ContractReport::hidden
    ChangeCounts cut;                               ///< what is not in `changes`: there were too many
    std::vector<ChangesWarning> warnings;
    /// Why the two could not be compared; the code is empty when they were.
    ChangesWarning error;
    /// What is wrong with the file of waivers, when that is the error.
    std::vector<WaiverProblem> problems;
    std::string_view problems_file;
};

/// How many changes of each severity, those that were not kept among them.
[[nodiscard]] ChangeCounts count(const ChangesReport& report);

/// Changes as text, in the form of findings_text. Findings of the head are not repeated in it.
[[nodiscard]] std::string changes_text(const ChangesReport& report, const TextStyle& style);
/// The object of interfaces.md, "Changes (JSON)", on one line with a final newline. `error` stands in it
/// only when a side could not be read.
[[nodiscard]] std::string changes_json(const ChangesReport& report);

/// What makes `weir diff` exit with 1: a change of this severity, or a higher one, that is not waived.
enum class FailOn : std::uint8_t { Breaking, NonBreaking, Info, None };
[[nodiscard]] bool fails(ChangeSeverity severity, FailOn fail_on);
[[nodiscard]] bool fails(const ChangeCounts& counts, FailOn fail_on);

/// Changes as a comment on a pull request, in Markdown of fewer than kMostMarkdown bytes. What does not fit is
/// folded, then told in one line each, then counted by rule; nothing is cut in its middle. Nothing of a
/// contract becomes a mention, a link, a reference or HTML.
inline constexpr std::size_t kMostMarkdown = 60'000;
[[nodiscard]] std::string changes_markdown(const ChangesReport& report);
/// One `<testsuite>` with a test case for each change: failed by `fail_on`, skipped when it is waived. Findings of an
/// invalid head are a second suite.
[[nodiscard]] std::string changes_junit(const ChangesReport& report, FailOn fail_on);
/// One workflow command of GitHub Actions for each change: breaking ones are errors, non-breaking ones warnings, infos
/// and waived ones notices.
[[nodiscard]] std::string changes_github(const ChangesReport& report, bool summary);
/// A SARIF 2.1.0 log whose rules are the codes and the rules of diff; waived changes are suppressed. Findings of the
/// head are results too.
/// \param version  of Weir
[[nodiscard]] std::string changes_sarif(const ChangesReport& report, std::string_view version);

/// `text` made safe for a line of a terminal: control, bidirectional and other invisible characters are
/// shown as `\u{…}`, bad UTF-8 as U+FFFD.
[[nodiscard]] std::string terminal_safe(std::string_view text);

} // namespace weir
