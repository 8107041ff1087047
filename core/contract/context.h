#pragma once

/// \file
/// What every file of this room shares: the document that is read, the contract that is filled, and
/// the one way to make a finding.

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "weir/contract.h"
#include "weir/grammar.h"

namespace weir {

struct Context {
    const Document& doc;
    Contract& contract;
    std::vector<Finding>& findings;
    /// Nodes whose value a finding of the shape refuses: the typed reader leaves them out.
    std::vector<bool> bad;
    /// A fragment is read on its own: there is no build or expose around it.
    bool fragment = false;
    /// Keys that are there under a wrong name, by their mapping: neither they nor what follows
    /// from their absence is told.
    std::unordered_map<NodeId, std::vector<std::string_view>> meant{};

    /// A finding at `node`, its message made from the path. In a managed contract everything under
    /// builds and exposes speaks in the lane's form.
    Finding& add(Code code, NodeId node, PathId path, std::string_view what);
    Finding& add(Code code, Place place, std::string_view what) { return add(code, place.node, place.path, what); }
    /// The same, at one entry's key.
    Finding& add_at_key(Code code, const Entry& entry, PathId path, std::string_view what);

    /// A text that lives as long as the contract.
    std::string_view own(std::string text);

    /// An unknown key of `mapping` stands for `key`.
    [[nodiscard]] bool means(NodeId mapping, std::string_view key) const {
        const auto found = meant.find(mapping);
        return found != meant.end() &&
               std::find(found->second.begin(), found->second.end(), key) != found->second.end();
    }

    void refuse(NodeId node) { bad[node] = true; }
    [[nodiscard]] bool refused(NodeId node) const { return bad[node]; }
};

/// What findings say of the place where an alias brought in what they point at.
inline constexpr std::string_view kUsedHere = "used here";

/// Puts `message` and the place of `node` among the related places.
void relate(Context& context, Finding& finding, std::string message, NodeId node);
/// Help and an edit that writes `text` over the scalar or key at `node`, quoted as that is. No edit
/// where the text is shared through an alias.
void suggest(Context& context, Finding& finding, NodeId node, std::string_view text);

/// `text` cut to a length that fits a message; `an empty text` for nothing.
[[nodiscard]] std::string shown(std::string_view text);
/// `a, b or c`.
[[nodiscard]] std::string one_of(std::span<const std::string_view> words, std::string_view conjunction = "or");

/// A decimal, hexadecimal (0x) or octal (0o) whole number, as YAML's core schema writes it; nothing
/// when it does not fit 64 bits.
[[nodiscard]] std::optional<std::int64_t> parse_integer(std::string_view text);
/// A decimal number with optional fraction and exponent.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

/// ASCII letters in lower case; other bytes as they are.
[[nodiscard]] std::string folded(std::string_view text);

/// Columns of one list by name, and the first of the names to propose from.
struct ColumnNames {
    std::unordered_map<std::string_view, ColumnId> index;
    std::vector<std::string_view> first;
    bool open = false; ///< the name of one could not be read: it may be any

    ColumnNames(const Columns& columns, const ColumnList& list);
};

/// The name of a key column among the stream's columns: prefix + name; empty when it has no name.
[[nodiscard]] std::string stream_name(const StreamKey& key, const Column& column);

} // namespace weir
