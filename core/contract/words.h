#pragma once

/// \file
/// What people write who know the thing under another name: words of Kafka, Avro, JSON Schema, SQL and
/// Kubernetes, and keys that stand in another part of the contract.

#include <string>
#include <string_view>

#include "weir/grammar.h"

namespace weir {

/// A key as another tool calls it.
struct ForeignKey {
    /// The key of the contract language; empty when there is none.
    std::string_view meant;
    /// What to do, where the name alone does not say it.
    std::string_view help;
};

/// What `key` of `object` means elsewhere; both empty when nothing is known.
[[nodiscard]] ForeignKey foreign_key(ObjectId object, std::string_view key);

/// Where in a managed build or expose a key of this name stands, such as
/// `properties.parameters.flink.source.groupId`; empty when nowhere, or in several places.
[[nodiscard]] std::string home_of(ObjectId top, std::string_view key);

/// How an object is written, as one line of YAML: `{path: items, as: item}`; empty when not known.
[[nodiscard]] std::string_view sample_of(ObjectId object);

/// Of these texts the one that is meant: the nearest, or the only one that begins or ends like it.
[[nodiscard]] std::string_view meant_text(std::string_view written, std::span<const std::string_view> texts);

/// The text in the form that its pattern asks for, where nothing but its spelling is wrong; else empty.
[[nodiscard]] std::string mended(Pattern pattern, std::string_view text);

} // namespace weir
