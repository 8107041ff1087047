#include "deploy/number.h"

#include <algorithm>

#include <fmt/format.h>

#include "deploy/big.h"

namespace weir {

namespace {

constexpr int kMantissaBits = 53;
constexpr std::uint64_t kHidden = std::uint64_t{1} << 52U; ///< the smallest mantissa of a normal double
constexpr int kLeastExponent = -1074;
constexpr int kMostExponent = 971;
/// Two doubles never share a decimal number of this many digits, so such a number is its own shortest text.
constexpr std::size_t kExactDigits = 15;
/// More digits than any double's own decimal number has, and than any number half way between two.
constexpr std::size_t kMostDigits = 800;

/// 0.DIGITS times ten to the power of `point`. No zero stands at either end of the digits.
struct Decimal {
    std::string digits;
    long long point = 0;
};

/// mantissa times two to the power of `exponent`
struct Binary {
    std::uint64_t mantissa = 0;
    int exponent = 0;
};

/// The exponent of a number, kept within what any double could need.
long long exponent_of(std::string_view text) {
    constexpr long long kEnough = 1'000'000'000;
    const bool negative = text.starts_with('-');
    long long value = 0;
    for (const char c : text) {
        value = c >= '0' && c <= '9' ? std::min(value * 10 + (c - '0'), kEnough) : value;
    }
    return negative ? -value : value;
}

Decimal read_decimal(std::string_view text) {
    Decimal decimal;
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    const std::string_view mantissa = text.substr(0, mark);
    const std::size_t dot = std::min(mantissa.find('.'), mantissa.size());
    decimal.point = static_cast<long long>(dot);
    for (const char c : mantissa) {
        if (c != '.') {
            decimal.digits += c;
        }
    }
    const std::size_t zeros = std::min(decimal.digits.find_first_not_of('0'), decimal.digits.size());
    decimal.digits.erase(0, zeros);
    decimal.point -= static_cast<long long>(zeros);
    decimal.digits.erase(decimal.digits.find_last_not_of('0') + 1);
    if (mark < text.size()) {
        decimal.point += exponent_of(text.substr(mark + 1));
    }
    return decimal;
}

/// The double nearest to the number; of two equally near ones that with the even mantissa.
Binary nearest_double(const Decimal& decimal) {
    Big above;
    const std::size_t used = std::min(decimal.digits.size(), kMostDigits);
    for (std::size_t i = 0; i < used; ++i) {
        above.multiply(10, static_cast<std::uint32_t>(decimal.digits[i] - '0'));
    }
    int ten = static_cast<int>(decimal.point) - static_cast<int>(used);
    if (used < decimal.digits.size()) {
        above.multiply(10, 1); // what is left out is not nothing
        --ten;
    }
    Big below(1);
    (ten > 0 ? above : below).multiply_by_ten_to(ten > 0 ? ten : -ten);
    for (int exponent = std::max(above.bits() - below.bits() - kMantissaBits, kLeastExponent);; ++exponent) {
        Big rest = above;
        Big unit = below;
        (exponent > 0 ? unit : rest).shift(exponent > 0 ? exponent : -exponent);
        constexpr int kQuotientBits = kMantissaBits + 1;
        unit.shift(kQuotientBits);
        std::uint64_t quotient = 0;
        for (int bit = kQuotientBits; bit >= 0; --bit) {
            quotient <<= 1U;
            if (Big::compare(rest, unit) >= 0) {
                rest.subtract(unit);
                quotient |= 1U;
            }
            rest.multiply(2);
        }
        if (quotient >= kHidden * 2) {
            continue;
        }
        // `rest` has been doubled once more than it was compared: it is twice what is left.
        const int half = Big::compare(rest, unit);
        quotient += half > 0 || (half == 0 && quotient % 2 == 1) ? 1 : 0;
        return quotient == kHidden * 2 ? Binary{kHidden, exponent + 1} : Binary{quotient, exponent};
    }
}

/// The shortest digits that are nearer to this double than to any other, and of those the nearest (the free-format
/// algorithm of Steele and White, and of Dybvig).
Decimal shortest_digits(const Binary& number, long long point) {
    const bool even = number.mantissa % 2 == 0;
    // Below a power of two the next double is only half as far away.
    const int narrow = number.mantissa == kHidden && number.exponent > kLeastExponent ? 1 : 0;
    Big rest(number.mantissa);
    Big unit(1);
    Big below(1);
    const int up = std::max(number.exponent, 0);
    rest.shift(up + 1 + narrow);
    unit.shift(std::max(-number.exponent, 0) + 1 + narrow);
    below.shift(up);
    Big above = below;
    above.shift(narrow);
    Decimal decimal;
    decimal.point = point;
    (point >= 0 ? unit : rest).multiply_by_ten_to(static_cast<int>(point >= 0 ? point : -point));
    if (point < 0) {
        above.multiply_by_ten_to(static_cast<int>(-point));
        below.multiply_by_ten_to(static_cast<int>(-point));
    }
    const auto reaches = [&] {
        Big sum = rest;
        sum.add(above);
        const int order = Big::compare(sum, unit);
        return order > 0 || (order == 0 && even);
    };
    const auto next = [&] {
        rest.multiply(10);
        above.multiply(10);
        below.multiply(10);
    };
    for (; reaches(); ++decimal.point) {
        unit.multiply(10);
    }
    for (next(); !reaches(); --decimal.point) {
        next();
    }
    for (;; next()) {
        int digit = 0;
        for (; Big::compare(rest, unit) >= 0; ++digit) {
            rest.subtract(unit);
        }
        const int order = Big::compare(rest, below);
        const bool low = order < 0 || (order == 0 && even);
        const bool high = reaches();
        if (!low && !high) {
            decimal.digits += static_cast<char>('0' + digit);
            continue;
        }
        rest.multiply(2);
        const int half = Big::compare(rest, unit);
        const bool up_is_nearer = half > 0 || (half == 0 && digit % 2 == 1);
        decimal.digits += static_cast<char>('0' + digit + (high && (!low || up_is_nearer) ? 1 : 0));
        return decimal;
    }
}

/// ECMAScript's Number::toString.
std::string written(const Decimal& decimal) {
    const std::string& digits = decimal.digits;
    const auto count = static_cast<long long>(digits.size());
    const long long point = decimal.point;
    if (point >= count && point <= 21) {
        return digits + std::string(static_cast<std::size_t>(point - count), '0');
    }
    if (point > 0 && point <= 21) {
        const auto whole = static_cast<std::size_t>(point);
        return digits.substr(0, whole) + "." + digits.substr(whole);
    }
    if (point > -6 && point <= 0) {
        return "0." + std::string(static_cast<std::size_t>(-point), '0') + digits;
    }
    const std::string fraction = count > 1 ? "." + digits.substr(1) : "";
    return fmt::format("{}{}e{}{}", digits[0], fraction, point > 0 ? "+" : "-", point > 0 ? point - 1 : 1 - point);
}

} // namespace

std::optional<std::string> canonical_number(std::string_view json) {
    const std::string sign = json.starts_with('-') ? "-" : "";
    Decimal decimal = read_decimal(json.substr(sign.size()));
    // Far outside of what doubles hold, and zero, which has no sign here.
    constexpr long long kTooLarge = 310;
    constexpr long long kTooSmall = -330;
    if (decimal.digits.empty() || decimal.point < kTooSmall) {
        return "0";
    }
    if (decimal.point > kTooLarge) {
        return std::nullopt;
    }
    constexpr long long kPlain = 290;
    if (decimal.digits.size() > kExactDigits || decimal.point > kPlain || decimal.point < -kPlain) {
        const Binary nearest = nearest_double(decimal);
        if (nearest.exponent > kMostExponent) {
            return std::nullopt;
        }
        if (nearest.mantissa == 0) {
            return "0";
        }
        decimal = shortest_digits(nearest, decimal.point);
    }
    return sign + written(decimal);
}

} // namespace weir
