#include "deploy/canonical.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "deploy/number.h"
#include "weir/deploy.h"
#include "weir/sha256.h"

namespace weir {

namespace {

using Kind = JsonValue::Kind;

/// Order of names by UTF-16 units. Of UTF-8 only code points beyond U+FFFF, which begin with a byte from F0 on, stand
/// elsewhere: their surrogates come before U+E000 to U+FFFF, which begin with EE and EF.
bool comes_before(std::string_view a, std::string_view b) {
    const std::size_t common = std::min(a.size(), b.size());
    std::size_t at = 0;
    while (at < common && a[at] == b[at]) {
        ++at;
    }
    if (at == common) {
        return a.size() < b.size();
    }
    const auto rank = [](char c) {
        const auto byte = static_cast<unsigned char>(c);
        return byte >= 0xF0 ? byte - 2 : byte >= 0xEE ? byte + 0x100 : int{byte};
    };
    return rank(a[at]) < rank(b[at]);
}

/// Sorts all objects; false when one has a name twice.
bool sort_objects(JsonValue& value) {
    if (value.kind == Kind::Object) {
        std::vector<std::size_t> order(value.names.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(),
                  [&](std::size_t a, std::size_t b) { return comes_before(value.names[a], value.names[b]); });
        std::vector<std::string> names;
        std::vector<JsonValue> values;
        for (const std::size_t at : order) {
            if (!names.empty() && names.back() == value.names[at]) {
                return false;
            }
            names.push_back(std::move(value.names[at]));
            values.push_back(std::move(value.values[at]));
        }
        value.names = std::move(names);
        value.values = std::move(values);
    }
    return std::all_of(value.values.begin(), value.values.end(), sort_objects);
}

void write_string(std::string& out, std::string_view text) {
    constexpr std::string_view kShort = "\b\t\n\f\r\"\\";
    constexpr std::string_view kLetters = "btnfr\"\\";
    out += '"';
    for (const char c : text) {
        const std::size_t at = kShort.find(c);
        if (at != std::string_view::npos) {
            out += '\\';
            out += kLetters[at];
        } else if (static_cast<unsigned char>(c) < 0x20) {
            fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        } else {
            out += c;
        }
    }
    out += '"';
}

JsonValue of_kind(Kind kind) {
    JsonValue value;
    value.kind = kind;
    return value;
}

std::size_t place_in(const JsonValue& object, std::string_view name) {
    const auto found = std::lower_bound(object.names.begin(), object.names.end(), name,
                                        [](const std::string& a, std::string_view b) { return comes_before(a, b); });
    return static_cast<std::size_t>(found - object.names.begin());
}

} // namespace

std::optional<JsonValue> read_sorted(std::string_view text) {
    // A value in memory takes a hundred times the two bytes that it can be written in. The largest plan has some
    // thousands: its contract and its jobs are texts there.
    constexpr std::size_t kMostValues = 200'000;
    // The reader would take a zero byte for the end, and skip a byte order mark.
    if (text.find('\0') != std::string_view::npos || text.starts_with('\xEF')) {
        return std::nullopt;
    }
    const JsonSize size = json_size(text);
    if (size.depth > kDeepestJson || size.values > kMostValues) {
        return std::nullopt;
    }
    std::optional<JsonValue> value = read_json(text);
    return value && sort_objects(*value) ? std::move(value) : std::nullopt;
}

bool write_canonical(std::string& out, const JsonValue& value) {
    switch (value.kind) {
    case Kind::Null:
        out += "null";
        return true;
    case Kind::Flag:
        out += value.flag ? "true" : "false";
        return true;
    case Kind::Text:
        write_string(out, value.text);
        return true;
    case Kind::Count:
    case Kind::Number: {
        const auto number =
            canonical_number(value.kind == Kind::Count ? fmt::format_int(value.count).str() : value.text);
        out += number.value_or("");
        return number.has_value();
    }
    default:
        break;
    }
    const bool object = value.kind == Kind::Object;
    out += object ? '{' : '[';
    for (std::size_t i = 0; i < value.values.size(); ++i) {
        out += i > 0 ? "," : "";
        if (object) {
            write_string(out, value.names[i]);
            out += ':';
        }
        if (!write_canonical(out, value.values[i])) {
            return false;
        }
    }
    out += object ? '}' : ']';
    return true;
}

JsonValue json_text(std::string_view text) {
    JsonValue value = of_kind(Kind::Text);
    value.text = text;
    return value;
}

JsonValue json_count(std::uint64_t count) {
    JsonValue value = of_kind(Kind::Count);
    value.count = count;
    return value;
}

JsonValue json_flag(bool flag) {
    JsonValue value = of_kind(Kind::Flag);
    value.flag = flag;
    return value;
}

JsonValue json_number(std::string_view decimal) {
    JsonValue value = of_kind(Kind::Number);
    value.text = decimal;
    return value;
}

JsonValue json_array() {
    return of_kind(Kind::Array);
}

JsonValue json_object() {
    return of_kind(Kind::Object);
}

void append(JsonValue& array, JsonValue value) {
    array.names.emplace_back();
    array.values.push_back(std::move(value));
}

JsonValue& put(JsonValue& object, std::string_view name, JsonValue value) {
    const std::size_t at = place_in(object, name);
    if (at == object.names.size() || object.names[at] != name) {
        object.names.insert(object.names.begin() + static_cast<std::ptrdiff_t>(at), std::string(name));
        object.values.insert(object.values.begin() + static_cast<std::ptrdiff_t>(at), JsonValue());
    }
    object.values[at] = std::move(value);
    return object.values[at];
}

std::string canonical_text(const JsonValue& value) {
    std::string text;
    return write_canonical(text, value) ? text : std::string();
}

const JsonValue* member_of(const JsonValue& object, std::string_view name) {
    const std::size_t at = object.kind == Kind::Object ? place_in(object, name) : object.names.size();
    return at < object.names.size() && object.names[at] == name ? &object.values[at] : nullptr;
}

std::string_view text_of(const JsonValue& object, std::string_view name) {
    const JsonValue* member = member_of(object, name);
    return member != nullptr && member->kind == Kind::Text ? std::string_view(member->text) : std::string_view();
}

std::optional<std::string> canonical_json(std::string_view text) {
    const std::optional<JsonValue> value = read_sorted(text);
    std::string out;
    return value && write_canonical(out, *value) ? std::optional(std::move(out)) : std::nullopt;
}

std::string digest_of(std::string_view bytes) {
    return "sha256:" + sha256_hex(bytes);
}

} // namespace weir
