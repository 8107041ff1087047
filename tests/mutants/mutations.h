#pragma once

/// \file
/// Small mistakes as people make them: every node of a contract and of its fragments deleted, retyped,
/// misspelt, repeated, emptied and swapped, one at a time, as an edit of the text.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weir/document.h"

namespace weir::test {

/// One edit of one text.
struct Mutation {
    /// The contract pointer of what is changed: the entry or item for `delete`, `duplicate`, `swap-next` and the key's
    /// misspellings, else the value.
    std::string pointer;
    /// `delete`, `to-list`, `key-drop-letter`, …
    std::string_view kind;
    /// What stood there, and what takes its place.
    Span span;
    std::string text;
    /// The pointer whose findings, and those above and below it, are about this mistake: the value's, or the
    /// mapping's or list's where an entry or item comes, goes or moves.
    std::string scope;
    Span scope_span; ///< its extent in the text before the edit
};

/// Every mutation of a document that was read without a finding.
[[nodiscard]] std::vector<Mutation> mutations_of(const Document& document);

/// `pointer` without its numbers, and the columns below a schema at any depth as one: `schema[].fields[].type`
/// becomes `schema[].type`.
[[nodiscard]] std::string general_pointer(std::string_view pointer);

} // namespace weir::test
