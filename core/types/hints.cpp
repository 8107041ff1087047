#include "types/hints.h"

#include <array>

#include <fmt/format.h>

namespace weir::types {

namespace {

/// How a type from elsewhere is answered.
struct Known {
    std::string_view name;
    /// The text that takes its place; empty when that is for people to choose.
    std::string_view replacement;
    std::string_view help;
};

constexpr std::string_view kTextHelp = "Write string: a bound on the length would be silently ignored.";
constexpr std::string_view kSmallHelp = "Write int.";
constexpr std::string_view kZoneHelp = "Write timestamp_ltz(p): a point in time, stored in UTC.";
constexpr std::string_view kNanoHelp = "The table holds microseconds at most.";
constexpr std::string_view kTimeHelp = "Write string for a time of day as text, or int for milliseconds of the day.";
constexpr std::string_view kNumberHelp = "Write decimal(p,s), long or double.";

constexpr std::array kKnown = {
    Known{"varchar", "string", kTextHelp},
    Known{"char", "string", kTextHelp},
    Known{"character", "string", kTextHelp},
    Known{"character varying", "string", kTextHelp},
    Known{"nvarchar", "string", kTextHelp},
    Known{"nchar", "string", kTextHelp},
    Known{"varchar2", "string", kTextHelp},
    Known{"str", "string", "Write string."},
    Known{"utf8", "string", "Write string."},
    Known{"clob", "string", "Write string."},
    Known{"enum", "string", "Write string: the values are not enforced."},
    Known{"tinyint", "int", kSmallHelp},
    Known{"smallint", "int", kSmallHelp},
    Known{"short", "int", kSmallHelp},
    Known{"byte", "int", kSmallHelp},
    Known{"int8", "int", kSmallHelp},
    Known{"int16", "int", kSmallHelp},
    Known{"uint8", "int", kSmallHelp},
    Known{"uint16", "int", kSmallHelp},
    Known{"uint32", "long", "Write long, which holds every value."},
    Known{"uint64", "decimal(20,0)", "Write decimal(20,0), which holds every value."},
    Known{"number", "", kNumberHelp},
    Known{"dec", "", kNumberHelp},
    Known{"money", "", kNumberHelp},
    Known{"blob", "binary", "Write binary."},
    Known{"bytea", "binary", "Write binary."},
    Known{"fixed", "binary", "Write binary: a length would not be enforced."},
    Known{"time", "", kTimeHelp},
    Known{"time without time zone", "", kTimeHelp},
    Known{"time with time zone", "", kTimeHelp},
    Known{"timetz", "", kTimeHelp},
    Known{"interval", "", "Write long for a number of milliseconds."},
    Known{"duration", "", "Write long for a number of milliseconds."},
    Known{"uuid", "string", "Write string, the form in which records carry one."},
    Known{"guid", "string", "Write string, the form in which records carry one."},
    Known{"json", "string", "Write string to keep the text, or spell the value out as a struct with fields or a map."},
    Known{"jsonb", "string", "Write string to keep the text, or spell the value out as a struct with fields or a map."},
    Known{"variant", "", "Spell the value out as a struct with fields or a map, or write string."},
    Known{"any", "", "Spell the value out as a struct with fields or a map, or write string."},
    Known{"object", "struct", "Write struct with fields, each with a name and a type."},
    Known{"list", "array", "Write array with element: {type: …}."},
    Known{"multiset", "array", "Write array with element: {type: …}."},
    Known{"dict", "map", "Write map with key: {type: string, required: true} and value: {type: …}."},
    Known{"instant", "timestamp_ltz", kZoneHelp},
    Known{"timestamp_ns", "timestamp(6)", kNanoHelp},
    Known{"timestamptz_ns", "timestamp_ltz(6)", kNanoHelp},
};

/// `timestamp [(p)] with|without [local] time zone`, the bracket before or after the words.
std::optional<TypeError> zone_spelling(const TypeText& text) {
    std::string_view name = text.name;
    std::string_view words = text.rest;
    if (words.empty()) {
        const std::size_t blank = name.find(' ');
        if (blank == std::string_view::npos) {
            return std::nullopt;
        }
        words = name.substr(blank + 1);
        name = name.substr(0, blank);
    }
    if (name != "timestamp" && name != "datetime") {
        return std::nullopt;
    }
    const bool with = words == "with time zone" || words == "with local time zone";
    if (!with && words != "without time zone") {
        return std::nullopt;
    }
    std::string replacement = with ? "timestamp_ltz" : "timestamp";
    if (text.has_arguments) {
        replacement += text.numeric && text.numbers.size() == 1 && text.numbers[0] <= 6 ? text.arguments : "(6)";
    }
    std::string help = fmt::format("Write {}{}", replacement, with ? ": a point in time, stored in UTC." : ".");
    return TypeError{fmt::format("{} is not a type", text.shown), std::move(help), std::move(replacement)};
}

/// `string not null`, `timestamp(3) null`: SQL's way to say required.
std::optional<TypeError> null_spelling(const TypeText& text) {
    constexpr std::size_t kBytes = 64;
    const std::string_view folded = text.folded;
    if (folded.size() > kBytes) {
        return std::nullopt;
    }
    for (const std::string_view ending : {std::string_view(" not null"), std::string_view(" null")}) {
        if (folded.size() <= ending.size() || folded.substr(folded.size() - ending.size()) != ending) {
            continue;
        }
        std::string replacement(folded.substr(0, folded.size() - ending.size()));
        if (parse_type(replacement).error) {
            return std::nullopt;
        }
        std::string help = ending == " null" ? fmt::format("Write {}: a column is optional by itself.", replacement)
                                             : fmt::format("Write type: {} with required: true.", replacement);
        return TypeError{fmt::format("{} is not a type", text.shown), std::move(help), std::move(replacement)};
    }
    return std::nullopt;
}

/// `array<string>`, `map<string, int>`, `struct<a: int>`, `string[]`: children written as text.
std::optional<TypeError> nested_spelling(const TypeText& text) {
    const std::string_view folded = text.folded;
    const std::size_t bracket = folded.find_first_of("<[({");
    if (bracket == std::string_view::npos) {
        return std::nullopt;
    }
    std::string_view head = folded.substr(0, bracket);
    while (!head.empty() && head.back() == ' ') {
        head.remove_suffix(1);
    }
    TypeKind kind = TypeKind::Unknown;
    if (head == "array" || head == "list" || head == "multiset" || folded.back() == ']') {
        kind = TypeKind::Array;
    } else if (head == "map" || head == "dict") {
        kind = TypeKind::Map;
    } else if (head == "struct" || head == "row" || head == "record" || head == "object") {
        kind = TypeKind::Struct;
    }
    if (kind == TypeKind::Unknown) {
        return std::nullopt;
    }
    return TypeError{fmt::format("{} is not a type: children are not written in the type's text", text.shown),
                     std::string(children_help(kind)),
                     {},
                     TypeFault::Children};
}

} // namespace

std::string_view children_help(TypeKind kind) {
    switch (kind) {
    case TypeKind::Array:
        return "Write type: array and beside it element: {type: …}.";
    case TypeKind::Map:
        return "Write type: map and beside it key: {type: string, required: true} and value: {type: …}.";
    default:
        return "Write type: struct and beside it fields, a list of columns with name and type.";
    }
}

std::optional<TypeError> known_refusal(const TypeText& text) {
    if (auto error = nested_spelling(text)) {
        return error;
    }
    if (auto error = zone_spelling(text)) {
        return error;
    }
    if (auto error = null_spelling(text)) {
        return error;
    }
    if (!text.well_formed) {
        return std::nullopt;
    }
    for (const Known& known : kKnown) {
        if (known.name != text.name) {
            continue;
        }
        std::string replacement(known.replacement);
        // `dec(10,2)` and `number(10,2)` say all that decimal needs.
        if (known.help == kNumberHelp && text.has_arguments && !parse_type("decimal" + text.arguments).error) {
            replacement = "decimal" + text.arguments;
        }
        return TypeError{fmt::format("{} is not supported", text.shown), std::string(known.help),
                         std::move(replacement)};
    }
    return std::nullopt;
}

} // namespace weir::types
