#pragma once

/// \file
/// Kafka's metadata in the words of contracts, which are also those of Flink's Kafka connector.

#include <array>
#include <string_view>

#include "weir/contract.h"

namespace weir {

/// In the order of MetadataKey, which has Unknown before them.
inline constexpr std::array<std::string_view, 7> kMetadataWords = {
    "topic", "partition", "offset", "timestamp", "timestamp-type", "headers", "leader-epoch"};

/// Empty for Unknown.
constexpr std::string_view metadata_word(MetadataKey key) {
    return key == MetadataKey::Unknown ? std::string_view{} : kMetadataWords[static_cast<std::size_t>(key) - 1];
}

static_assert(metadata_word(MetadataKey::LeaderEpoch) == kMetadataWords.back());

} // namespace weir
