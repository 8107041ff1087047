// Numbers from texts, letters in lower case, names of columns.

#include <limits>

#include <fmt/format.h>

#include "contract/context.h"
#include "contract/shape.h"

namespace weir {

namespace {

int digit_of(char c) {
    if (c >= '0' && c <= '9') {
        return c - '0';
    }
    if (c >= 'a' && c <= 'f') {
        return c - 'a' + 10;
    }
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

/// Takes the digits at the front of `text`.
std::string_view take_digits(std::string_view& text) {
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9') {
        ++count;
    }
    const std::string_view digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

double power_of_ten(int exponent) {
    double result = 1.0;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); ++i) {
        result *= 10.0;
    }
    return result;
}

} // namespace

std::optional<std::int64_t> parse_integer(std::string_view text) {
    bool negative = false;
    int base = 10;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    } else if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'o')) {
        base = text[1] == 'x' ? 16 : 8;
        text.remove_prefix(2);
    }
    if (text.empty()) {
        return std::nullopt;
    }
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();
    std::int64_t value = 0;
    for (const char c : text) {
        const int digit = digit_of(c);
        if (digit >= base || value > (kMost - digit) / base) {
            return std::nullopt;
        }
        value = value * base + digit;
    }
    return negative ? -value : value;
}

std::optional<double> parse_real(std::string_view text) {
    bool negative = false;
    if (!text.empty() && (text.front() == '-' || text.front() == '+')) {
        negative = text.front() == '-';
        text.remove_prefix(1);
    }
    const std::string_view whole = take_digits(text);
    std::string_view fraction;
    if (!text.empty() && text.front() == '.') {
        text.remove_prefix(1);
        fraction = take_digits(text);
    }
    if (whole.empty() && fraction.empty()) {
        return std::nullopt;
    }
    int exponent = 0;
    if (!text.empty() && (text.front() == 'e' || text.front() == 'E')) {
        const std::optional<std::int64_t> given = parse_integer(text.substr(1));
        if (!given || *given > 300 || *given < -300) {
            return std::nullopt;
        }
        exponent = static_cast<int>(*given);
        text = {};
    }
    if (!text.empty() || whole.size() + fraction.size() > 300) {
        return std::nullopt;
    }
    double value = 0.0;
    for (const char c : whole) {
        value = value * 10.0 + (c - '0');
    }
    double part = 0.0;
    for (const char c : fraction) {
        part = part * 10.0 + (c - '0');
    }
    value += part / power_of_ten(static_cast<int>(fraction.size()));
    value = exponent < 0 ? value / power_of_ten(exponent) : value * power_of_ten(exponent);
    return negative ? -value : value;
}

std::string folded(std::string_view text) {
    std::string out(text);
    for (char& c : out) {
        if (c >= 'A' && c <= 'Z') {
            c = static_cast<char>(c - 'A' + 'a');
        }
    }
    return out;
}

ColumnNames::ColumnNames(const Columns& columns, const ColumnList& list) {
    constexpr std::size_t kMostProposed = 200;
    for (std::uint32_t i = 0; i < list.count; ++i) {
        const std::string_view name = columns[list.first + i].name;
        open = open || name.empty();
        if (!name.empty() && index.try_emplace(name, list.first + i).second && first.size() < kMostProposed) {
            first.push_back(name);
        }
    }
}

std::string stream_name(const StreamKey& key, const Column& column) {
    std::string name;
    if (!column.name.empty()) {
        name = key.prefix.present() ? key.prefix.value : std::string_view{};
        name += column.name;
    }
    return name;
}

std::string range_fault(const KeyRule& rule, std::string_view written) {
    std::string fault;
    if (rule.shape == Shape::Integer) {
        const std::optional<std::int64_t> found = parse_integer(written);
        if (!found || (rule.minimum && *found < *rule.minimum) || (rule.maximum && *found > *rule.maximum)) {
            fault = "must be a whole number";
        }
    } else {
        const std::optional<double> found = parse_real(written);
        if (!found || (rule.minimum && *found < static_cast<double>(*rule.minimum)) ||
            (rule.maximum && *found > static_cast<double>(*rule.maximum))) {
            fault = "must be a number";
        }
    }
    if (fault.empty()) {
        return fault;
    }
    if (rule.minimum && rule.maximum) {
        return fault + fmt::format(" from {} to {}", *rule.minimum, *rule.maximum);
    }
    return rule.minimum ? fault + fmt::format(" of at least {}", *rule.minimum) : fault + " that fits 64 bits";
}

} // namespace weir
