#pragma once

/// \file
/// Values of a contract: when two are the same, and how one is shown in a change.

#include <cstdint>
#include <string>
#include <string_view>

#include "weir/document.h"

namespace weir::changes {

/// A value as a change shows it: `json` for Change::before and Change::after, `words` for its message,
/// and `exact`, which is never clipped, for its fingerprint. All are empty for a value that is not there.
struct Shown {
    std::string json;
    std::string words;
    std::string exact;

    [[nodiscard]] bool present() const { return !json.empty(); }
};

/// A JSON string.
[[nodiscard]] std::string json_text(std::string_view text);

[[nodiscard]] Shown shown(std::string_view text);
/// Without it a literal would be taken for a flag.
[[nodiscard]] inline Shown shown(const char* text) {
    return shown(std::string_view(text));
}
[[nodiscard]] Shown shown(std::int64_t number);
[[nodiscard]] Shown shown(bool flag);
/// A value that is there and may not be shown.
[[nodiscard]] Shown shown_hidden();
/// Any value, keys sorted. One that is too long to read is described instead.
[[nodiscard]] Shown shown(const Document& document, NodeId node);
/// A list whose order means nothing, in one order.
[[nodiscard]] Shown shown_set(const Document& document, NodeId sequence);

/// The value as JSON with sorted keys, numbers in one spelling and every string in full: equal for two
/// values exactly when they mean the same. Text that may hold a credential is compared, never shown.
[[nodiscard]] std::string canonical(const Document& document, NodeId node);

/// One spelling for every number of YAML's core schema: `0x10`, `16` and `1.6e1` are the same.
[[nodiscard]] std::string canonical_number(std::string_view text);

} // namespace weir::changes
