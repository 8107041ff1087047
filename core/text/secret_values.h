#pragma once

/// \file
/// The texts that no output may repeat, wherever else they turn up.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace weir {

/// Hidden texts, found in another text in one pass. Keeps views: the texts have to outlive it.
class SecretValues {
  public:
    /// Remembers `text` between the characters that JSON and terminals escape, each part for itself. Short parts
    /// and words such as `iceberg` are not: they stand in many texts of their own right, and tell no secret there.
    void add(std::string_view text);

    /// `text` with everything masked that was added, the start of a long one included, and everything that reads
    /// like a secret.
    [[nodiscard]] std::string masked(std::string_view text) const;

  private:
    void add_part(std::string_view text);
    /// How much of the start of `text` is a value, or the start of a long one.
    [[nodiscard]] std::size_t length_at(std::string_view text) const;

    static constexpr std::size_t kStart = 6;
    static constexpr std::size_t kMostAlike = 16;
    /// So much of a long value in a text, which may have cut it, tells enough to be masked.
    static constexpr std::size_t kEnough = 24;

    std::unordered_map<std::string_view, std::vector<std::string_view>> by_start_;
};

} // namespace weir
