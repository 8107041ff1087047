#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include <fmt/format.h>

#include "binding_support.h"

using weir::test::bind_lines;
using weir::test::Bound;

namespace {

/// `copy customer.id`, `rebuild customer {widen customer.n, copy customer.id}`, `build {…}`.
std::string shown(const weir::OutputBinding& binding) {
    using How = weir::OutputBinding::How;
    std::string out;
    switch (binding.how) {
    case How::Unbound:
        return "unbound";
    case How::Copy:
        out = "copy ";
        break;
    case How::Widen:
        out = "widen ";
        break;
    case How::Decode:
        out = "decode ";
        break;
    case How::Rebuild:
        out = binding.cast_whole ? "cast " : "rebuild ";
        break;
    case How::Build:
        out = "build";
        break;
    }
    out += binding.from.text;
    if (!binding.from.text.empty()) {
        out += binding.from.nullable ? "?" : "!";
    }
    CHECK(binding.from.nullable == !binding.from.nullable_because.empty());
    if (!binding.fields.empty()) {
        out += " {";
        for (std::size_t i = 0; i < binding.fields.size(); ++i) {
            out += (i > 0 ? ", " : "") + shown(binding.fields[i]);
        }
        out += "}";
    }
    return out;
}

std::vector<std::string> plan(const Bound& bound) {
    std::vector<std::string> out;
    CHECK(bound.text().empty());
    REQUIRE(bound.plan.builds.size() == 1);
    CHECK(bound.build().complete);
    for (const weir::OutputBinding& binding : bound.build().outputs) {
        CHECK(binding.said_at.known());
        out.push_back(shown(binding));
    }
    return out;
}

using Plan = std::vector<std::string>;

} // namespace

TEST_CASE("outputs are read by name, copied or widened", "[binding]") {
    const Bound bound = bind_lines({"- {name: a, type: int, required: true}\n- {name: b, type: float}\n"
                                    "- {name: c, type: \"decimal(10,2)\"}\n- {name: d, type: timestamp(3)}\n"
                                    "- {name: e, type: timestamp_ltz(0)}\n- {name: f, type: string}\n",
                                    "- {name: f, type: string}\n- {name: a, type: long, required: true}\n"
                                    "- {name: b, type: double}\n- {name: c, type: \"decimal(38,2)\"}\n"
                                    "- {name: d, type: timestamp}\n- {name: e, type: timestamp_ltz(3)}\n",
                                    {},
                                    {},
                                    {}});
    CHECK(plan(bound) == Plan{"copy f?", "widen a!", "widen b?", "widen c?", "widen d?", "widen e?"});
    CHECK_FALSE(bound.output(0).mapped);
}

TEST_CASE("structs are rebuilt only where they differ", "[binding]") {
    const std::string stream = R"yaml(- name: s
  type: struct
  fields:
  - {name: id, type: int, required: true}
  - name: in
    type: struct
    fields: [{name: x, type: string}, {name: y, type: int}]
  - {name: tags, type: array, element: {type: string, required: true}}
)yaml";
    const auto outputs = [](std::string_view fields) {
        return "- {name: s, type: struct, fields: [" + std::string(fields) + "]}\n";
    };
    const std::string id = "{name: id, type: int}";
    const std::string in = "{name: in, type: struct, fields: [{name: x, type: string}, {name: y, type: int}]}";
    const std::string wide_in = "{name: in, type: struct, fields: [{name: x, type: string}, {name: y, type: long}]}";
    const std::string turned = "{name: in, type: struct, fields: [{name: y, type: int}, {name: x, type: string}]}";
    const std::string tags = "{name: tags, type: array, element: {type: string}}";
    struct Row {
        std::string fields;
        std::string plan;
    };
    const std::vector<Row> rows = {
        {id + ", " + in + ", " + tags, "copy s?"},
        {"{name: id, type: int, required: true}, " + in + ", " + tags, "copy s?"},
        {"{name: id, type: long}, " + in + ", " + tags, "cast s? {widen s.id!, copy s.in?, copy s.tags?}"},
        {id + ", " + wide_in + ", " + tags,
         "cast s? {copy s.id!, cast s.in? {copy s.in.x?, widen s.in.y?}, copy s.tags?}"},
        {in + ", " + id + ", " + tags, "rebuild s? {copy s.in?, copy s.id!, copy s.tags?}"},
        {id + ", " + in, "rebuild s? {copy s.id!, copy s.in?}"},
        {id + ", " + turned + ", " + tags,
         "rebuild s? {copy s.id!, rebuild s.in? {copy s.in.y?, copy s.in.x?}, copy s.tags?}"},
        {tags + ", " + wide_in, "rebuild s? {copy s.tags?, cast s.in? {copy s.in.x?, widen s.in.y?}}"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.fields);
        CHECK(plan(bind_lines({stream, outputs(row.fields), {}, {}, {}})) == Plan{row.plan});
    }
}

TEST_CASE("an array explodes into rows", "[binding]") {
    const std::string stream = R"yaml(- {name: id, type: string, required: true}
- name: box
  type: struct
  fields:
  - name: lines
    type: array
    element:
      type: struct
      fields: [{name: sku, type: string}, {name: n, type: int, required: true}]
- {name: tags, type: array, element: {type: int, required: true}}
- name: by
  type: map
  key: {type: string, required: true}
  value: {type: array, element: {type: map, key: {type: string, required: true}, value: {type: int}}}
)yaml";
    const Bound nested =
        bind_lines({stream,
                    "- {name: id, type: string, required: true}\n- {name: line, type: struct, fields: [{name: n, type: "
                    "long}]}\n- {name: sku, type: string}\n",
                    "explode: {path: box.lines, as: line}\ncolumns: [{name: sku, from: line.sku}]\n",
                    {},
                    {}});
    CHECK(plan(nested) == Plan{"copy id!", "rebuild line? {widen line.n!}", "copy line.sku?"});
    REQUIRE(nested.build().explode);
    CHECK(nested.build().explode->path.text == "box.lines");
    CHECK(nested.build().explode->as == "line");
    CHECK(nested.build().explode->element_nullable);
    CHECK(nested.output(2).from.root == weir::PathRoot::Element);
    CHECK(nested.output(2).mapped);

    // A required element is never null, and its scalars may be widened: it is a column.
    const Bound scalar =
        bind_lines({stream, "- {name: tag, type: long, required: true}\n", "explode: {path: tags, as: tag}\n", {}, {}});
    CHECK(plan(scalar) == Plan{"widen tag!"});
    CHECK_FALSE(scalar.build().explode->element_nullable);

    const Bound map = bind_lines({stream,
                                  "- {name: v, type: long}\n- {name: n, type: int}\n",
                                  "explode: {path: \"by['k']\", as: m}\ncolumns: [{name: v, from: \"m['x']\"}, {name: "
                                  "n, from: \"m['it''s']\"}]\n",
                                  {},
                                  {}});
    CHECK(plan(map) == Plan{"widen m['x']?", "copy m['it''s']?"});
    CHECK(map.output(1).from.steps.front().name == "it's");
    CHECK(map.output(1).from.steps.front().literal);
}

TEST_CASE("an output is built from fields elsewhere", "[binding]") {
    const std::string stream = R"yaml(- {name: order_key, type: string}
- name: order
  type: struct
  required: true
  fields:
  - {name: x, type: string, required: true}
  - name: deep
    type: struct
    fields: [{name: a, type: int}, {name: b, type: int}]
  - {name: total, type: "decimal(10,2)"}
)yaml";
    const Bound bound = bind_lines(
        {stream,
         "- name: order\n  type: struct\n  required: true\n  fields:\n  - {name: key, type: string}\n"
         "  - {name: part, type: long, required: true}\n  - {name: x, type: string, required: true}\n"
         "  - {name: deep, type: struct, required: true, fields: [{name: b, type: int}, {name: c, type: string}]}\n"
         "  - {name: total, type: \"decimal(20,2)\"}\n",
         "columns:\n- {name: order.key, from: order_key}\n- {name: order.part, from: part}\n"
         "- {name: order.deep.c, from: \"h['k']\", cast: string}\n",
         "metadata: [{name: part, from: partition}, {name: h, from: headers}]\n",
         {}});
    CHECK(plan(bound) == Plan{"build {copy order_key?, widen part!, copy order.x!, build {copy order.deep.b?, decode "
                              "h['k']?}, widen order.total?}"});
}

TEST_CASE("a value looked up in a map is a column", "[binding]") {
    const std::string stream = R"yaml(- name: m
  type: map
  required: true
  key: {type: string, required: true}
  value: {type: struct, required: true, fields: [{name: a, type: int, required: true}, {name: b, type: string}]}
)yaml";
    const Bound bound = bind_lines(
        {stream,
         "- {name: v, type: struct, fields: [{name: b, type: string}, {name: a, type: long, required: true}]}\n"
         "- {name: a, type: long}\n",
         "columns: [{name: v, from: \"m['k']\"}, {name: a, from: \"m['k'].a\"}]\n",
         {},
         {}});
    CHECK(plan(bound) == Plan{"rebuild m['k']? {copy m['k'].b?, widen m['k'].a!}", "widen m['k'].a?"});
    CHECK(bound.output(1).from.nullable_because == "m['k'] is looked up in a map, which may lack the key");
}

TEST_CASE("key and metadata columns stand beside the value's", "[binding]") {
    const std::string extra =
        "key:\n  format: json\n  prefix: key_\n  schema: [{name: id, type: string}, {name: n, type: "
        "int}]\nmetadata: [{name: off, from: offset}, {name: ts, from: timestamp}]\n";
    const Bound bound = bind_lines({"- {name: id, type: string, required: true}\n",
                                    "- {name: id, type: string, required: true}\n- {name: key_id, type: string}\n"
                                    "- {name: n, type: long}\n- {name: off, type: long, required: true}\n"
                                    "- {name: ts, type: timestamp_ltz(6), required: true}\n",
                                    "columns: [{name: n, from: key_n}]\n",
                                    extra,
                                    {}});
    CHECK(plan(bound) == Plan{"copy id!", "copy key_id?", "widen key_n?", "copy off!", "widen ts!"});
    std::vector<std::string> sources;
    for (const weir::SourceColumn& source : bound.build().sources) {
        CHECK(source.at.known());
        sources.push_back(fmt::format("{}{}", source.name, source.nullable ? "?" : "!"));
    }
    CHECK(sources == std::vector<std::string>{"id!", "key_id?", "key_n?", "off!", "ts!"});
    CHECK(bound.contract.columns[bound.build().sources[1].column].name == "id");
}

TEST_CASE("how the key is read", "[binding]") {
    struct Row {
        std::string key;
        weir::KeyReading reading;
    };
    const auto json = [](std::string_view type) {
        return "key: {format: json, schema: [{name: k, " + std::string(type) + "}]}\n";
    };
    using weir::KeyReading;
    const std::vector<Row> rows = {
        {"", KeyReading::None},
        {"key: {format: raw, schema: [{name: k, type: binary}]}\n", KeyReading::Format},
        {"key: {format: avro-confluent, schema: [{name: k, type: string}]}\n", KeyReading::TwoTables},
        {json("type: string"), KeyReading::RawJson},
        {json("type: boolean"), KeyReading::RawJson},
        {json("type: int"), KeyReading::RawJson},
        {json("type: long"), KeyReading::RawJson},
        {json("type: float"), KeyReading::RawJson},
        {json("type: double"), KeyReading::RawJson},
        {json("type: date"), KeyReading::RawJson},
        {json("type: timestamp(3)"), KeyReading::RawJson},
        {json("type: timestamp_ltz(3)"), KeyReading::RawJson},
        {json("type: \"decimal(10,2)\""), KeyReading::TwoTables},
        {json("type: binary"), KeyReading::TwoTables},
        {json("type: struct, fields: [{name: x, type: int}]"), KeyReading::TwoTables},
        {json("type: array, element: {type: int}"), KeyReading::TwoTables},
    };
    for (const Row& row : rows) {
        CAPTURE(row.key);
        const Bound bound = bind_lines({"- {name: a, type: int}\n", "- {name: a, type: int}\n", {}, row.key, {}});
        CHECK(plan(bound) == Plan{"copy a?"});
        CHECK(bound.build().key_reading == row.reading);
    }
}

TEST_CASE("own SQL binds no outputs", "[binding]") {
    const Bound bound = bind_lines({"- {name: a, type: int}\n",
                                    "- {name: b, type: int, required: true}\n",
                                    {},
                                    {},
                                    "SELECT a AS b FROM source_events"});
    CHECK(bound.text().empty());
    CHECK(bound.build().own_sql);
    CHECK(bound.build().outputs.empty());
    CHECK(bound.build().complete);
    const Bound map =
        bind_lines({"- {name: a, type: int}\n",
                    "- {name: b, type: map, key: {type: string, required: true}, value: {type: int, required: true}}\n",
                    {},
                    {},
                    "SELECT a AS b FROM source_events"});
    CHECK(map.findings().size() == 1);
    CHECK_FALSE(map.build().complete);
}

TEST_CASE("structs of depth 32 bind", "[binding]") {
    const auto deep = [](std::string_view leaf) {
        std::string text = "- {name: d, type: struct, fields: [";
        for (int i = 0; i < 30; ++i) {
            text += "{name: d, type: struct, fields: [";
        }
        text += "{name: leaf, type: " + std::string(leaf) + "}";
        for (int i = 0; i < 31; ++i) {
            text += "]}";
        }
        return text + "\n";
    };
    const Bound same = bind_lines({deep("int"), deep("int"), {}, {}, {}});
    CHECK(plan(same) == Plan{"copy d?"});
    const Bound wider = bind_lines({deep("int"), deep("long"), {}, {}, {}});
    CHECK(wider.text().empty());
    CHECK(wider.build().complete);
    const weir::OutputBinding* inner = &wider.output(0);
    for (int i = 0; i < 31; ++i) {
        CHECK(inner->cast_whole);
        inner = &inner->fields.front();
    }
    CHECK(inner->how == weir::OutputBinding::How::Widen);
    CHECK(inner->from.steps.size() == 31);
    std::string path = "d";
    for (int i = 0; i < 30; ++i) {
        path += ".d";
    }
    const Bound lifted = bind_lines(
        {deep("int"), "- {name: x, type: int}\n", "columns: [{name: x, from: " + path + ".leaf}]\n", {}, {}});
    CHECK(plan(lifted) == Plan{"copy " + path + ".leaf?"});
    // What feeds an output is looked for that deep.
    const Bound lost = bind_lines({deep("int"), "- {name: leaf, type: int}\n", {}, {}, {}});
    REQUIRE(lost.findings().size() == 1);
    CHECK(lost.findings().front().help.find("{name: leaf, from: " + path + ".leaf}") != std::string::npos);
}

TEST_CASE("wide schemas bind", "[binding]") {
    const auto wide = [](int count, std::string_view type) {
        std::string text;
        for (int i = 0; i < count; ++i) {
            text += fmt::format("- {{name: column_{}, type: {}}}\n", i, type);
        }
        return text;
    };
    const Bound bound = bind_lines({wide(20'000, "int"), wide(20'000, "long"), {}, {}, {}});
    CHECK(bound.build().outputs.size() == 20'000);
    CHECK(bound.build().complete);
}

TEST_CASE("a contract full of wrong or enormous names costs little", "[binding]") {
    std::string stream;
    std::string outputs;
    for (int i = 0; i < 5'000; ++i) {
        stream += fmt::format("- {{name: column_{:05}, type: int}}\n", i);
        outputs += fmt::format("- {{name: colunm_{:05}, type: int}}\n", i);
    }
    const Bound wrong = bind_lines({stream, outputs, {}, {}, {}});
    CHECK(wrong.findings().size() == 5'000);

    // A struct read through a key of many kilobytes, field by field: the text would be repeated for each.
    std::string fields;
    std::string turned;
    for (int i = 0; i < 2'000; ++i) {
        fields += fmt::format("{{name: f{}, type: int}}, ", i);
        turned += fmt::format("{{name: f{}, type: int}}, ", 1'999 - i);
    }
    const Bound large =
        bind_lines({"- name: m\n  type: map\n  key: {type: string, required: true}\n  value: {type: struct, fields: [" +
                        fields + "]}\n",
                    "- {name: v, type: struct, fields: [" + turned + "]}\n",
                    "columns: [{name: v, from: \"m['" + std::string(100'000, 'k') + "']\"}]\n",
                    {},
                    {}});
    REQUIRE(large.findings().size() == 1);
    CHECK(large.findings().front().code == weir::Code::output_too_large);
    CHECK_FALSE(large.build().complete);
}
