#include "document/scalar.h"

#include <algorithm>
#include <array>

namespace weir {

namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

/// Reads a text from the front.
class Cursor {
  public:
    explicit Cursor(std::string_view text) : rest_(text) {}

    [[nodiscard]] bool done() const { return rest_.empty(); }
    [[nodiscard]] char peek() const { return rest_.empty() ? '\0' : rest_.front(); }
    bool take(char c) {
        const bool found = peek() == c && !done();
        rest_.remove_prefix(found ? 1 : 0);
        return found;
    }
    bool take_any(std::string_view characters) {
        const bool found = !done() && characters.find(rest_.front()) != std::string_view::npos;
        rest_.remove_prefix(found ? 1 : 0);
        return found;
    }
    std::size_t take_while(std::string_view characters) {
        const std::size_t count = std::min(rest_.find_first_not_of(characters), rest_.size());
        rest_.remove_prefix(count);
        return count;
    }
    std::size_t digits() { return take_while("0123456789"); }

  private:
    std::string_view rest_;
};

template <std::size_t N> bool one_of(std::string_view text, const std::array<std::string_view, N>& words) {
    return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_integer(std::string_view text) {
    Cursor cursor(text);
    cursor.take_any("+-");
    if (cursor.digits() > 0 && cursor.done()) {
        return true;
    }
    if (text.starts_with("0o")) {
        return text.size() > 2 && text.find_first_not_of("01234567", 2) == std::string_view::npos;
    }
    if (text.starts_with("0x")) {
        return text.size() > 2 && text.find_first_not_of("0123456789abcdefABCDEF", 2) == std::string_view::npos;
    }
    return false;
}

bool is_float(std::string_view text) {
    if (one_of(text, std::array<std::string_view, 3>{".nan", ".NaN", ".NAN"})) {
        return true;
    }
    const std::string_view unsigned_text = text.substr(text.starts_with('+') || text.starts_with('-') ? 1 : 0);
    if (one_of(unsigned_text, std::array<std::string_view, 3>{".inf", ".Inf", ".INF"})) {
        return true;
    }
    Cursor cursor(unsigned_text);
    const std::size_t whole = cursor.digits();
    if (cursor.take('.') && cursor.digits() == 0 && whole == 0) {
        return false;
    }
    if (whole == 0 && !unsigned_text.starts_with('.')) {
        return false;
    }
    if (cursor.take_any("eE")) {
        cursor.take_any("+-");
        if (cursor.digits() == 0) {
            return false;
        }
    }
    return cursor.done();
}

/// `12:30`, `12:30:45`, `190:20:30.15`.
bool is_sexagesimal(std::string_view text) {
    Cursor cursor(text);
    cursor.take_any("+-");
    if (!is_digit(cursor.peek()) || cursor.take_while("0123456789_") == 0) {
        return false;
    }
    std::size_t parts = 0;
    while (cursor.take(':')) {
        const bool tens = cursor.take_any("012345");
        if (!cursor.take_any("0123456789") && !tens) {
            return false;
        }
        ++parts;
    }
    if (parts > 0 && cursor.take('.')) {
        cursor.take_while("0123456789_");
    }
    return parts > 0 && cursor.done();
}

/// `2024-01-31`, alone or with a time behind it.
bool is_timestamp(std::string_view text) {
    Cursor cursor(text);
    if (cursor.digits() != 4 || !cursor.take('-')) {
        return false;
    }
    const std::size_t month = cursor.digits();
    if (month == 0 || month > 2 || !cursor.take('-')) {
        return false;
    }
    const std::size_t day = cursor.digits();
    if (day == 0 || day > 2) {
        return false;
    }
    if (cursor.done()) {
        return month == 2 && day == 2;
    }
    if (!cursor.take_any("Tt") && cursor.take_while(" \t") == 0) {
        return false;
    }
    const std::size_t hour = cursor.digits();
    return (hour == 1 || hour == 2) && cursor.take(':') && cursor.digits() == 2 && cursor.take(':') &&
           cursor.digits() == 2;
}

/// `017`, `0b101`, `1_000`: numbers of YAML 1.1 that are other numbers, or none, in 1.2.
bool is_other_number(std::string_view text) {
    Cursor cursor(text);
    cursor.take_any("+-");
    if (cursor.take('0')) {
        if (cursor.take('b')) {
            return cursor.take_while("01_") > 0 && cursor.done();
        }
        if (cursor.take('x')) {
            const bool underscore = text.find('_') != std::string_view::npos;
            return underscore && cursor.take_while("0123456789abcdefABCDEF_") > 0 && cursor.done();
        }
        return cursor.take_while("0123456789_") > 0 && cursor.done();
    }
    if (!is_digit(cursor.peek()) || text.find('_') == std::string_view::npos) {
        return false;
    }
    cursor.take_while("0123456789_");
    if (cursor.take('.')) {
        cursor.take_while("0123456789_");
    }
    return cursor.done();
}

} // namespace

NodeKind core_kind(std::string_view text) {
    static constexpr std::array<std::string_view, 5> kNulls{"", "~", "null", "Null", "NULL"};
    static constexpr std::array<std::string_view, 6> kBooleans{"true", "True", "TRUE", "false", "False", "FALSE"};
    const char first = text.empty() ? '\0' : text.front();
    if (is_digit(first) || first == '-' || first == '+' || first == '.') {
        if (is_integer(text)) {
            return NodeKind::Integer;
        }
        return is_float(text) ? NodeKind::Float : NodeKind::String;
    }
    if (text.size() > 5) {
        return NodeKind::String;
    }
    if (one_of(text, kNulls)) {
        return NodeKind::Null;
    }
    return one_of(text, kBooleans) ? NodeKind::Boolean : NodeKind::String;
}

std::string_view yaml_1_1_meaning(std::string_view text) {
    static constexpr std::array<std::string_view, 12> kBooleans{"yes", "Yes", "YES", "no",  "No",  "NO",
                                                                "on",  "On",  "ON",  "off", "Off", "OFF"};
    if (text.empty()) {
        return {};
    }
    const char first = text.front();
    if (!is_digit(first) && first != '-' && first != '+') {
        return text.size() <= 3 && one_of(text, kBooleans) ? "a boolean" : std::string_view{};
    }
    if (is_other_number(text)) {
        return "another number";
    }
    if (is_sexagesimal(text)) {
        return "a number in base 60";
    }
    return is_timestamp(text) ? "a date" : std::string_view{};
}

bool holds_control(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') {
            return true;
        }
        if (byte == 0x7F || (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) < 0xA0)) {
            return true;
        }
    }
    return false;
}

} // namespace weir
