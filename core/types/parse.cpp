#include "weir/types.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "types/hints.h"

namespace weir {

namespace {

using types::TypeText;

struct TypeName {
    std::string_view name;
    TypeKind kind;
};

/// Canonical names first, so that a typo is answered with the name of the documentation.
constexpr std::array kTypeNames = {
    TypeName{"string", TypeKind::String},
    TypeName{"boolean", TypeKind::Boolean},
    TypeName{"int", TypeKind::Int},
    TypeName{"long", TypeKind::Long},
    TypeName{"float", TypeKind::Float},
    TypeName{"double", TypeKind::Double},
    TypeName{"decimal", TypeKind::Decimal},
    TypeName{"date", TypeKind::Date},
    TypeName{"timestamp", TypeKind::Timestamp},
    TypeName{"timestamp_ltz", TypeKind::TimestampLtz},
    TypeName{"binary", TypeKind::Binary},
    TypeName{"struct", TypeKind::Struct},
    TypeName{"array", TypeKind::Array},
    TypeName{"map", TypeKind::Map},
    TypeName{"text", TypeKind::String},
    TypeName{"bool", TypeKind::Boolean},
    TypeName{"integer", TypeKind::Int},
    TypeName{"int32", TypeKind::Int},
    TypeName{"bigint", TypeKind::Long},
    TypeName{"int64", TypeKind::Long},
    TypeName{"real", TypeKind::Float},
    TypeName{"float32", TypeKind::Float},
    TypeName{"float64", TypeKind::Double},
    TypeName{"double precision", TypeKind::Double},
    TypeName{"numeric", TypeKind::Decimal},
    TypeName{"timestamp_ntz", TypeKind::Timestamp},
    TypeName{"datetime", TypeKind::Timestamp},
    TypeName{"timestamptz", TypeKind::TimestampLtz},
    TypeName{"timestamp_tz", TypeKind::TimestampLtz},
    TypeName{"bytes", TypeKind::Binary},
    TypeName{"varbinary", TypeKind::Binary},
    TypeName{"row", TypeKind::Struct},
    TypeName{"record", TypeKind::Struct},
};

TypeKind kind_of(std::string_view name) {
    const auto* const found =
        std::find_if(kTypeNames.begin(), kTypeNames.end(), [&](const TypeName& row) { return row.name == name; });
    return found == kTypeNames.end() ? TypeKind::Unknown : found->kind;
}

ParsedType refused(TypeFault fault, std::string message, std::string help, std::string replacement = {}) {
    return {TypeHead{}, TypeError{std::move(message), std::move(help), std::move(replacement), fault}};
}

ParsedType read_decimal(const TypeText& text) {
    const std::string shape = "Write decimal(p,s): p digits in all, at most 38, s of them after the point.";
    if (!text.has_arguments) {
        return refused(TypeFault::Parameters, "decimal needs a precision and a scale",
                       shape + " decimal(18,2) holds amounts of money.");
    }
    const auto& numbers = text.numbers;
    if (!text.numeric || numbers.empty() || numbers.size() > 2) {
        return refused(TypeFault::Parameters, fmt::format("{} is not a decimal type", text.shown), shape);
    }
    if (numbers[0] < 1 || numbers[0] > 38) {
        return refused(TypeFault::Parameters, fmt::format("decimal takes a precision from 1 to 38, not {}", numbers[0]),
                       shape);
    }
    if (numbers.size() == 1) {
        return refused(TypeFault::Parameters, "decimal needs a scale as well",
                       shape + " Whole numbers have a scale of 0.", fmt::format("decimal({},0)", numbers[0]));
    }
    if (numbers[1] > numbers[0]) {
        return refused(
            TypeFault::Parameters,
            fmt::format("decimal takes a scale from 0 to its precision, here {}, not {}", numbers[0], numbers[1]),
            shape);
    }
    return {{TypeKind::Decimal, static_cast<std::uint8_t>(numbers[0]), static_cast<std::uint8_t>(numbers[1])}, {}};
}

ParsedType read_timestamp(TypeKind kind, const TypeText& text) {
    constexpr std::uint32_t kMicroseconds = 6;
    const std::string_view name = kind == TypeKind::Timestamp ? "timestamp" : "timestamp_ltz";
    if (!text.has_arguments) {
        return {{kind, kMicroseconds, 0}, {}};
    }
    if (!text.numeric || text.numbers.size() != 1) {
        return refused(TypeFault::Parameters, fmt::format("{} is not a timestamp type", text.shown),
                       fmt::format("Write {0}(p) with p from 0 to 6; bare {0} means {0}(6), microseconds.", name));
    }
    if (text.numbers[0] > kMicroseconds) {
        return refused(TypeFault::Parameters,
                       fmt::format("{} takes a precision from 0 to 6, not {}", name, text.numbers[0]),
                       fmt::format("Write {0}(6), microseconds: the table holds nothing finer.", name),
                       fmt::format("{}(6)", name));
    }
    return {{kind, static_cast<std::uint8_t>(text.numbers[0]), 0}, {}};
}

ParsedType read_known(TypeKind kind, const TypeText& text) {
    if (kind == TypeKind::Decimal) {
        return read_decimal(text);
    }
    if (kind == TypeKind::Timestamp || kind == TypeKind::TimestampLtz) {
        return read_timestamp(kind, text);
    }
    if (!text.has_arguments) {
        return {{kind, 0, 0}, {}};
    }
    if (kind == TypeKind::Struct || kind == TypeKind::Array || kind == TypeKind::Map) {
        return refused(TypeFault::Children, fmt::format("{} takes no parameters", text.name),
                       std::string(types::children_help(kind)));
    }
    const bool sized = kind == TypeKind::String || kind == TypeKind::Binary;
    return refused(TypeFault::Parameters, fmt::format("{} takes no {}", text.name, sized ? "length" : "parameters"),
                   sized ? fmt::format("Write {}: a bound would not be enforced.", text.name)
                         : fmt::format("Write {}.", text.name),
                   std::string(text.name));
}

ParsedType refuse_unknown(const TypeText& text) {
    std::vector<std::string_view> names;
    names.reserve(kTypeNames.size());
    for (const TypeName& row : kTypeNames) {
        names.push_back(row.name);
    }
    const std::string_view meant = text.well_formed ? nearest(text.name, names) : std::string_view{};
    std::string message = fmt::format("{} is not a type", text.shown);
    if (meant.empty()) {
        return refused(TypeFault::Name, std::move(message),
                       "The types are string, boolean, int, long, float, double, decimal(p,s), date, timestamp(p), "
                       "timestamp_ltz(p), binary, struct, array and map.");
    }
    // The parameters go along when the type would be right with them.
    std::string whole(meant);
    if (text.has_arguments) {
        whole += text.arguments;
    }
    if (parse_type(whole).error) {
        whole = meant;
    }
    std::string help = fmt::format("Did you mean {}?", whole);
    return refused(TypeFault::Name, std::move(message), std::move(help),
                   parse_type(whole).error ? std::string{} : std::move(whole));
}

} // namespace

ParsedType parse_type(std::string_view written) {
    const TypeText text = types::split_type(written);
    if (text.empty) {
        return refused(TypeFault::Name, "the type is empty",
                       "Write a type, such as string, long, decimal(18,2) or timestamp_ltz(3).");
    }
    if (text.well_formed) {
        const TypeKind kind = kind_of(text.name);
        if (kind != TypeKind::Unknown) {
            return read_known(kind, text);
        }
    }
    if (auto error = types::known_refusal(text)) {
        return {TypeHead{}, std::move(*error)};
    }
    return refuse_unknown(text);
}

} // namespace weir
