#pragma once

/// \file
/// Short ways to read documents in tests.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weir/document.h"

namespace weir_test {

/// Reads `main` with the other texts as fragments.
inline weir::ReadDocument read_all(const std::vector<std::pair<std::string, std::string>>& texts, std::string_view main,
                                   std::string_view root = {}, const weir::DocumentLimits& limits = {}) {
    weir::FileSet files;
    for (const auto& [name, text] : texts) {
        files[name].text = text;
    }
    return weir::read_document(files, main, root, limits);
}

/// Reads one YAML text.
inline weir::ReadDocument read_yaml_text(std::string_view text, const weir::DocumentLimits& limits = {}) {
    return read_all({{"contract.yaml", std::string(text)}}, "contract.yaml", {}, limits);
}

/// Reads one JSON text.
inline weir::ReadDocument read_json_text(std::string_view text, const weir::DocumentLimits& limits = {}) {
    return read_all({{"contract.json", std::string(text)}}, "contract.json", {}, limits);
}

/// `slug line:column-line:column` of a finding.
inline std::string brief(const weir::ReadDocument& read, const weir::Finding& finding) {
    const weir::Range range = read.document->sources().range(finding.at);
    return fmt::format("{} {}:{}-{}:{}", weir::code_info(finding.code).slug, range.start.line, range.start.column,
                       range.end.line, range.end.column);
}

/// All findings in brief.
inline std::vector<std::string> briefs(const weir::ReadDocument& read) {
    std::vector<std::string> all;
    for (const weir::Finding& finding : read.findings) {
        all.push_back(brief(read, finding));
    }
    return all;
}

} // namespace weir_test
