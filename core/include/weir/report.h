#pragma once

/// \file
/// Findings and changes → text and JSON. Whatever comes from a contract is escaped for the place it is
/// printed in; the text under a secret finding is masked.

#include <string>
#include <string_view>
#include <vector>

#include "weir/diff.h"
#include "weir/finding.h"

namespace weir {

struct TextStyle {
    bool colour = false;
    std::uint32_t width = 80; ///< columns of the terminal; source lines are clipped, messages wrapped
};

/// One checked contract as reports need it.
struct ContractReport {
    std::string_view file;
    std::string_view id; ///< empty when it could not be read
    bool valid = false;
    const Sources* sources = nullptr; ///< may be null when nothing could be read
    const std::vector<Finding>* findings = nullptr;
};

/// rustc-like text: message, place, source line with carets, `help:` and `note:` lines.
[[nodiscard]] std::string findings_text(const std::vector<ContractReport>& contracts, const TextStyle& style);
/// The object of interfaces.md, "Findings (JSON)", on one line with a final newline.
[[nodiscard]] std::string findings_json(const std::vector<ContractReport>& contracts);

struct ChangesReport {
    const std::vector<Change>* changes = nullptr;
    const Sources* base = nullptr;
    const Sources* head = nullptr;
    ContractReport head_report;
};

[[nodiscard]] std::string changes_text(const ChangesReport& report, const TextStyle& style);
/// The object of interfaces.md, "Changes (JSON)", on one line with a final newline.
[[nodiscard]] std::string changes_json(const ChangesReport& report);

/// `text` made safe for a terminal: control, bidirectional and other invisible characters are shown
/// as `\u{…}`.
[[nodiscard]] std::string terminal_safe(std::string_view text);

} // namespace weir
