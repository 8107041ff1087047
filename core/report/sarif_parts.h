#pragma once

/// \file
/// What a SARIF log of findings and one of changes have in common.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/json_writer.h"
#include "weir/report.h"

namespace weir {

/// A code, or a rule of diff.
struct SarifRule {
    std::string_view slug;
    std::string_view meaning;
    std::string_view level; ///< `error`, `warning` or `note`
    std::string_view pages; ///< folder of its page, below docs
};

/// Member `name` with a text.
void write_sarif_text(JsonWriter& json, std::string_view name, std::string_view text);
/// Member `physicalLocation`: the span, or the whole of `fallback_file` when it is not known.
void write_sarif_place(JsonWriter& json, const Sources* sources, Span span, std::string_view fallback_file);
void write_sarif_region(JsonWriter& json, std::string_view name, const Sources& sources, Span span);
void write_sarif_artifact(JsonWriter& json, std::string_view name, std::string_view file);

/// The codes as rules, each under the number of its code.
[[nodiscard]] std::vector<SarifRule> sarif_codes();

/// The whole log.
[[nodiscard]] std::string sarif_log(std::span<const SarifRule> rules, const std::vector<SarifPart>& parts,
                                    std::string_view version);

} // namespace weir
