#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "binding_support.h"

// Every pair of scalar types, by every way of reading, with every requiredness, against a second
// judgement that is written from the contract language's words alone and shares no code with Weir.

using weir::test::bind_lines;
using weir::test::Bound;

namespace {

struct Type {
    std::string_view kind;
    int precision = 0;
    int scale = 0;

    [[nodiscard]] std::string text() const {
        if (kind == "decimal") {
            return fmt::format("\"decimal({},{})\"", precision, scale);
        }
        return kind.substr(0, 9) == "timestamp" ? fmt::format("{}({})", kind, precision) : std::string(kind);
    }
};

const std::vector<Type> kTypes = {
    {"string"},
    {"boolean"},
    {"int"},
    {"long"},
    {"float"},
    {"double"},
    {"decimal", 10, 2},
    {"decimal", 12, 2},
    {"decimal", 12, 3},
    {"date"},
    {"timestamp", 3},
    {"timestamp", 6},
    {"timestamp_ltz", 0},
    {"timestamp_ltz", 3},
    {"binary"},
};

/// "Output type must equal the stream's or be wider."
bool same(const Type& a, const Type& b) {
    return a.kind == b.kind && a.precision == b.precision && a.scale == b.scale;
}

bool wider(const Type& from, const Type& to) {
    if (from.kind == "int") {
        return to.kind == "long";
    }
    if (from.kind == "float") {
        return to.kind == "double";
    }
    if (from.kind == "decimal") {
        return to.kind == "decimal" && to.scale == from.scale && to.precision > from.precision;
    }
    if (from.kind == "timestamp" || from.kind == "timestamp_ltz") {
        return to.kind == from.kind && to.precision > from.precision;
    }
    return false;
}

/// How the output reads the source column.
enum class Way {
    Column,       ///< by name
    Field,        ///< lifted out of a struct
    NestedField,  ///< the whole struct is read, the type is inside
    BuiltField,   ///< a struct built field by field
    MapLookup,    ///< a map's value
    Element,      ///< the exploded element itself
    ElementField, ///< a field of the exploded element
    InArray,      ///< the whole array is read
    InMap,        ///< the whole map is read
    InArrayField, ///< a whole array of structs is read
};

constexpr Way kWays[] = {Way::Column,  Way::Field,        Way::NestedField, Way::BuiltField, Way::MapLookup,
                         Way::Element, Way::ElementField, Way::InArray,     Way::InMap,      Way::InArrayField};

struct World {
    Way way;
    Type from;
    Type to;
    bool from_required;   ///< the column, field, element or map value that is read
    bool parent_required; ///< the struct, map or element around it
    bool to_required;     ///< what takes it in the output
};

bool accepted(const World& w) {
    const bool fits = same(w.from, w.to) || wider(w.from, w.to);
    switch (w.way) {
    case Way::Column:
    case Way::Element:
        // "A required output needs a non-null path."
        return fits && (!w.to_required || w.from_required);
    case Way::Field:
    case Way::ElementField:
    case Way::BuiltField:
        // "nullable if any struct on it is, or its last step is, or it starts at a nullable element"
        return fits && (!w.to_required || (w.from_required && w.parent_required));
    case Way::NestedField:
        // "its required fields are judged with the struct present"
        return fits && (!w.to_required || w.from_required);
    case Way::MapLookup:
        // "or it passes a map lookup"
        return fits && !w.to_required;
    case Way::InArray:
    case Way::InArrayField:
        // "not inside an array or a map, where types must be the same"; "relaxing is fine, tightening is refused"
        return same(w.from, w.to) && (!w.to_required || w.from_required);
    case Way::InMap:
        // "A required map value in an output is refused"
        return same(w.from, w.to) && !w.to_required;
    }
    return false;
}

std::string required(bool yes) {
    return yes ? ", required: true" : "";
}

weir::test::Lines lines(const World& w, std::size_t n) {
    const std::string from = w.from.text() + required(w.from_required);
    const std::string to = w.to.text() + required(w.to_required);
    const std::string parent = required(w.parent_required);
    const std::string key = "key: {type: string, required: true}";
    const std::string in = fmt::format("s{}", n);
    const std::string flat = fmt::format("- {{name: o{}, type: {}}}\n", n, to);
    const auto entry = [&](const std::string& path) { return fmt::format("- {{name: o{}, from: \"{}\"}}\n", n, path); };
    weir::test::Lines out;
    switch (w.way) {
    case Way::Column:
        out.stream = fmt::format("- {{name: {}, type: {}}}\n", in, from);
        out.outputs = flat;
        out.mapping = entry(in);
        break;
    case Way::Field:
        out.stream = fmt::format("- {{name: {}, type: struct{}, fields: [{{name: f, type: {}}}]}}\n", in, parent, from);
        out.outputs = flat;
        out.mapping = entry(in + ".f");
        break;
    case Way::NestedField:
        out.stream = fmt::format("- {{name: {}, type: struct{}, fields: [{{name: f, type: {}}}]}}\n", in, parent, from);
        out.outputs = fmt::format("- {{name: {}, type: struct, fields: [{{name: f, type: {}}}]}}\n", in, to);
        break;
    case Way::BuiltField:
        out.stream = fmt::format("- {{name: {}, type: struct{}, fields: [{{name: f, type: {}}}]}}\n"
                                 "- {{name: a{}, type: int}}\n",
                                 in, parent, from, n);
        out.outputs = fmt::format("- {{name: {}, type: struct, required: true, fields: [{{name: f, type: {}}}, {{name: "
                                  "g, type: int}}]}}\n",
                                  in, to);
        out.mapping = fmt::format("- {{name: {}.g, from: a{}}}\n", in, n);
        break;
    case Way::MapLookup:
        out.stream = fmt::format("- {{name: {}, type: map{}, {}, value: {{type: {}}}}}\n", in, parent, key, from);
        out.outputs = flat;
        out.mapping = entry(in + "['k']");
        break;
    case Way::Element:
        out.stream = fmt::format("- {{name: {}, type: array{}, element: {{type: {}}}}}\n", in, parent, from);
        out.outputs = flat;
        out.mapping = entry("it");
        break;
    case Way::ElementField:
        out.stream =
            fmt::format("- {{name: {}, type: array, element: {{type: struct{}, fields: [{{name: f, type: {}}}]}}}}\n",
                        in, parent, from);
        out.outputs = flat;
        out.mapping = entry("it.f");
        break;
    case Way::InArray:
        out.stream = fmt::format("- {{name: {}, type: array{}, element: {{type: {}}}}}\n", in, parent, from);
        out.outputs = fmt::format("- {{name: {}, type: array, element: {{type: {}}}}}\n", in, to);
        break;
    case Way::InMap:
        out.stream = fmt::format("- {{name: {}, type: map{}, {}, value: {{type: {}}}}}\n", in, parent, key, from);
        out.outputs = fmt::format("- {{name: {}, type: map, {}, value: {{type: {}}}}}\n", in, key, to);
        break;
    case Way::InArrayField:
        out.stream =
            fmt::format("- {{name: {}, type: array, element: {{type: struct{}, fields: [{{name: f, type: {}}}]}}}}\n",
                        in, parent, from);
        out.outputs = fmt::format(
            "- {{name: {}, type: array, element: {{type: struct, fields: [{{name: f, type: {}}}]}}}}\n", in, to);
        break;
    }
    return out;
}

/// Every world of one way; an exploded one needs a contract of its own, others share one.
std::vector<World> worlds(Way way) {
    std::vector<World> out;
    for (const Type& from : kTypes) {
        for (const Type& to : kTypes) {
            for (int bits = 0; bits < 8; ++bits) {
                out.push_back(World{way, from, to, (bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0});
            }
        }
    }
    return out;
}

/// Which outputs, by number, have a finding at or inside them.
std::vector<bool> refused(const Bound& bound, std::size_t count) {
    std::vector<bool> out(count, false);
    const std::string_view start = "exposes[0].contract.schema[";
    for (const weir::Finding& finding : bound.findings()) {
        INFO(finding.message);
        REQUIRE(finding.path.substr(0, start.size()) == start);
        out.at(std::stoul(finding.path.substr(start.size()))) = true;
    }
    return out;
}

} // namespace

TEST_CASE("types, requiredness and ways of reading agree with the words of the language", "[binding]") {
    std::size_t judged = 0;
    std::size_t good = 0;
    for (const Way way : kWays) {
        const std::vector<World> all = worlds(way);
        const bool explodes = way == Way::Element || way == Way::ElementField;
        // One build explodes one array: the worlds of one source share a contract.
        const std::size_t batch = explodes ? 1 : all.size();
        for (std::size_t begin = 0; begin < all.size(); begin += batch) {
            weir::test::Lines whole;
            const std::size_t end = std::min(begin + batch, all.size());
            for (std::size_t i = begin; i < end; ++i) {
                const weir::test::Lines one = lines(all[i], i);
                whole.stream += one.stream;
                whole.outputs += one.outputs;
                whole.mapping += one.mapping;
            }
            if (!whole.mapping.empty()) {
                whole.mapping = "columns:\n" + whole.mapping;
            }
            if (explodes) {
                whole.mapping = fmt::format("explode: {{path: s{}, as: it}}\n", begin) + whole.mapping;
            }
            const Bound bound = bind_lines(whole);
            REQUIRE(bound.plan.builds.size() == 1);
            const std::vector<bool> no = refused(bound, end - begin);
            bool all_good = true;
            for (std::size_t i = begin; i < end; ++i) {
                const World& w = all[i];
                const bool want = accepted(w);
                all_good = all_good && want;
                good += want ? 1U : 0U;
                ++judged;
                if (no[i - begin] == want) {
                    const weir::test::Lines one = lines(w, i);
                    FAIL_CHECK(fmt::format("wanted {}:\n{}{}{}", want ? "accepted" : "refused", one.stream, one.mapping,
                                           one.outputs));
                }
                const bool is_bound = bound.output(i - begin).how != weir::OutputBinding::How::Unbound;
                // A built struct is bound as a whole even where one of its fields is not; a required map value is
                // refused wherever it comes from.
                CHECK((is_bound == want || way == Way::BuiltField || way == Way::InMap));
                if (want) {
                    const weir::OutputBinding& leaf = bound.output(i - begin);
                    const weir::OutputBinding& read = leaf.fields.empty() ? leaf : leaf.fields.front();
                    CHECK(read.how ==
                          (same(w.from, w.to) ? weir::OutputBinding::How::Copy : weir::OutputBinding::How::Widen));
                }
            }
            CHECK(bound.build().complete == all_good);
        }
    }
    CHECK(judged == 10 * 15 * 15 * 8);
    CHECK(good > 500);
}
