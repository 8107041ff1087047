#pragma once

/// \file
/// A managed contract with everything in it, changed by one replacement at a time.

#include <catch2/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

#include "weir/contract.h"

namespace weir::test {

/// Valid, and without warnings: one build, every optional key of the lane.
std::string full_contract();
/// The contract with its one occurrence of `from` replaced by `to`.
std::string edited(std::string_view from, std::string_view to);
/// The same on any text.
std::string replaced(std::string text, std::string_view from, std::string_view to);

struct Result {
    ReadContract read;
    std::shared_ptr<const Document> document;

    /// The bytes that a finding covers.
    [[nodiscard]] std::string_view under(const Finding& finding) const { return document->sources().slice(finding.at); }
    /// Every finding on a line of its own, for failure messages.
    [[nodiscard]] std::string all() const;
    /// Everything that findings say, ranges aside.
    [[nodiscard]] std::string said() const;
};

/// Reads a text that the document room accepts.
Result read(const std::string& text);
Result read_as_fragment(const std::string& text, FragmentKind kind);

/// The one finding of the text; fails when there is none or more than one.
struct Only {
    Code code;
    std::string path;
    std::string under;
};
/// Expects exactly one finding, with this code and path, over this text; and gives it back.
Finding only(const std::string& text, const Only& expected);

} // namespace weir::test
