#pragma once

/// \file
/// What Weir has to say about a contract. Codes are listed in codes.def.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/text.h"

namespace weir {

/// An error makes the contract invalid. Warnings do so only under --strict; infos never do.
enum class Severity : std::uint8_t { Error, Warning, Info };

/// Stable names of everything that can be found; the slug of each is in code_info().
enum class Code : std::uint16_t {
#define WEIR_CODE(identifier, slug, severity, meaning) identifier,
#include "weir/codes.def"
#undef WEIR_CODE
};

/// A row of the table of codes.
struct CodeInfo {
    Code code;
    std::string_view slug;
    Severity severity;
    std::string_view meaning;
};

/// Every code, in the order of codes.def.
[[nodiscard]] const std::vector<CodeInfo>& all_codes();
[[nodiscard]] const CodeInfo& code_info(Code code);
/// The code with this slug, or nothing.
[[nodiscard]] std::optional<Code> code_from_slug(std::string_view slug);

/// Another place that has to do with a finding, such as the first of two equal names.
struct Related {
    std::string message;
    Span at;
};

/// A change of the text that mends the finding. Edits do not overlap.
struct Fix {
    std::string title;
    std::vector<Edit> edits;
};

/// One thing that is wrong, or worth knowing, at one place.
struct Finding {
    Code code{};
    /// Contract pointer, such as `exposes[0].contract.schema[2].type`; empty for the whole document.
    std::string path;
    /// What is wrong. Keeps the documented wording of the lane where there is one.
    std::string message;
    /// The offending token, quotes included.
    Span at;
    /// What to write instead; may be empty.
    std::string help;
    std::vector<Related> related;
    std::optional<Fix> fix;
    /// The text at `at` may hold a secret: no output of any kind shows it, caret lines included.
    bool secret = false;
    /// Of `findings-cut`: how many findings are not listed.
    std::size_t stands_for = 0;

    [[nodiscard]] Severity severity() const { return code_info(code).severity; }
};

/// A hostile contract earns a bounded number of findings. Beyond this one they are counted, not kept.
inline constexpr std::size_t kMostFindings = 10'000;

/// Shortens a list of more than `most` findings to that number, errors before warnings before infos and
/// the first of each kind; a last finding, `findings-cut`, says how many are not listed. Findings of that
/// code that are there already become one.
void cut_findings(std::vector<Finding>& findings, std::size_t most = kMostFindings);

/// Keeps a list that is being filled below twice the number: called before each addition.
void make_room(std::vector<Finding>& findings);

} // namespace weir
