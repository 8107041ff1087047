#pragma once

/// \file
/// Contracts for the tests of diff, made from one text by edits.

#include <string>
#include <string_view>
#include <vector>

#include "weir/diff.h"

namespace diff_test {

/// A whole contract: one build with a key, metadata and a mapping, one expose.
[[nodiscard]] const std::string& contract_text();

/// `text` with its one place of `from` replaced by `to`; fails the test when there is not exactly one.
[[nodiscard]] std::string edited(std::string text, std::string_view from, std::string_view to);

/// Changes from one text to the other.
[[nodiscard]] std::vector<weir::Change> changes(const std::string& base, const std::string& head);
/// The same with fragments beside the contract: names and texts by turns.
[[nodiscard]] std::vector<weir::Change> changes(const std::string& base, const std::string& head,
                                                const std::vector<std::string>& fragments);

/// `breaking field-type-changed builds[ingest-orders]…`, one a change.
[[nodiscard]] std::vector<std::string> told(const std::vector<weir::Change>& list);
[[nodiscard]] std::vector<std::string> told(const std::string& base, const std::string& head);

using Lines = std::vector<std::string>;

} // namespace diff_test
