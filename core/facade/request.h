#pragma once

/// \file
/// The JSON request of weir_call, read without trust.

#include <optional>
#include <string>
#include <string_view>

#include "weir/document.h"
#include "weir/environment.h"

namespace weir {

/// Why a request is not answered.
struct CallError {
    std::string code;
    std::string message;
};

struct Request {
    std::string op;
    std::string file;
    std::string baseline;
    std::string today;   ///< the day, which the core cannot know
    std::string waivers; ///< name of a file of waivers; empty for none
    FileSet files;
    Environment env;
    std::string command; ///< options.for
    bool strict = false;
    std::string ref_root;
    std::string baseline_ref_root;
    std::string code;
    std::string fragment;
    std::string schema_version;
    /// Where the cursor is: in the text `in`, or in `file` when that is empty.
    std::string in;
    Position at;
    std::string new_name; ///< empty for none
    std::string format;   ///< of a report
};

/// Larger requests are refused before they are read: the texts of one contract are far smaller.
inline constexpr std::size_t kLargestRequest = 256UL * 1024 * 1024;

/// Fills `request`; says why not when it cannot.
[[nodiscard]] std::optional<CallError> read_request(std::string_view text, Request& request);

} // namespace weir
