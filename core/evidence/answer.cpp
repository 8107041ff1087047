#include "evidence/answer.h"

#include <algorithm>

#include <fmt/format.h>

#include "weir/evidence.h"

namespace weir {

namespace {

/// Deeper than any schema that the contract language can say, in the deepest answer that holds one.
constexpr std::size_t kDeepest = 160;
/// A tree of that many takes about 150 MB.
constexpr std::size_t kMostValues = 1'000'000;

constexpr std::int64_t kMillis = 1000;
/// Clocks of two machines may differ by that much.
constexpr std::int64_t kMostAhead = 60 * kMillis;

} // namespace

std::optional<JsonValue> read_answer(std::string_view text) {
    if (text.size() > kLargestAnswer) {
        return std::nullopt;
    }
    const JsonSize size = json_size(text);
    if (size.depth > kDeepest || size.values > kMostValues) {
        return std::nullopt;
    }
    std::optional<JsonValue> read = read_json(text);
    return read && read->kind == JsonValue::Kind::Object ? std::move(read) : std::nullopt;
}

JsonValue* member_of(JsonValue* value, std::string_view name) {
    return value != nullptr && value->kind == JsonValue::Kind::Object ? value->find(name) : nullptr;
}

std::string_view text_of(JsonValue* value, std::string_view name) {
    const JsonValue* found = member_of(value, name);
    return found != nullptr && found->kind == JsonValue::Kind::Text ? std::string_view(found->text)
                                                                    : std::string_view{};
}

std::optional<std::uint64_t> count_of(JsonValue* value, std::string_view name) {
    const JsonValue* found = member_of(value, name);
    return found != nullptr && found->kind == JsonValue::Kind::Count ? std::optional(found->count) : std::nullopt;
}

JsonValue* object_of(JsonValue* value, std::string_view name) {
    JsonValue* found = member_of(value, name);
    return found != nullptr && found->kind == JsonValue::Kind::Object ? found : nullptr;
}

std::string plain_word(std::string_view word) {
    constexpr std::size_t kLongest = 60;
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.' || c == ' ';
    };
    const bool is_plain = !word.empty() && word.size() <= kLongest && std::all_of(word.begin(), word.end(), plain);
    return std::string(is_plain ? word : "(unreadable)");
}

Age age_of(std::uint64_t moment, std::int64_t now) {
    const auto here = static_cast<std::uint64_t>(std::max<std::int64_t>(now, 0));
    if (moment > here) {
        return {0, moment - here > static_cast<std::uint64_t>(kMostAhead)};
    }
    return {(here - moment) / kMillis, false};
}

std::string duration_words(std::uint64_t seconds) {
    constexpr std::uint64_t kMinute = 60;
    constexpr std::uint64_t kHour = 60 * kMinute;
    constexpr std::uint64_t kDay = 24 * kHour;
    if (seconds < 10 * kMinute) {
        return fmt::format("{} s", seconds);
    }
    if (seconds < 3 * kHour) {
        return fmt::format("{} min", seconds / kMinute);
    }
    return seconds < 3 * kDay ? fmt::format("{} h", seconds / kHour) : fmt::format("{} days", seconds / kDay);
}

} // namespace weir
