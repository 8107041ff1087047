// What binding points at, and what it does not say because somebody said it already.
#include <catch2/catch.hpp>

#include <string>
#include <vector>

#include "binding_support.h"

using weir::test::bind_lines;
using weir::test::Bound;

namespace {

const std::string kStream = R"yaml(- {name: event_id, type: string, required: true}
- name: customer
  type: struct
  fields:
  - {name: id, type: string}
  - {name: address, type: struct, fields: [{name: country, type: string}]}
- name: items
  type: array
  element:
    type: struct
    fields:
    - {name: sku, type: string}
- {name: attributes, type: map, key: {type: string, required: true}, value: {type: string}}
)yaml";

const std::string kOutput = "- {name: x, type: string}\n";

std::string mapped(const std::string& from) {
    return "columns:\n- name: x\n  from: " + from + "\n";
}

} // namespace

TEST_CASE("a path that leads nowhere shows where what it left is declared", "[binding]") {
    struct Row {
        std::string from;
        std::string declared; ///< how what stands at the place begins; empty when nothing of the stream was reached
    };
    for (const Row& row : std::vector<Row>{{"customer.adress", "customer"},
                                           {"customer.address.contry", "address"},
                                           {"items.sku", "items"},
                                           {"event_id.a", "event_id"},
                                           {"attributes.channel", "attributes"},
                                           {"\"customer['id']\"", "customer"},
                                           {"\"event_id['a']\"", "event_id"},
                                           {"item.skuu", "type"},
                                           {"off.a", "name"},
                                           {"zzz", ""}}) {
        CAPTURE(row.from);
        const Bound bound = bind_lines({kStream,
                                        kOutput,
                                        "explode: {path: items, as: item}\n" + mapped(row.from),
                                        "metadata: [{name: off, from: offset}]\n",
                                        {}});
        REQUIRE(bound.findings().size() == 1);
        const std::vector<weir::Related>& related = bound.findings().front().related;
        REQUIRE(related.size() == (row.declared.empty() ? 0U : 1U));
        if (!row.declared.empty()) {
            const std::string_view there = bound.contract.document->sources().slice(related.front().at);
            CHECK(there.substr(0, row.declared.size()) == row.declared);
        }
    }
}

TEST_CASE("what could not be read makes no plan complete, and is not complained about again", "[binding]") {
    struct Row {
        std::string good;
        std::string wrong;
    };
    for (const Row& row : std::vector<Row>{
             {"- {name: a, type: int}\n", "- {name: a, type: strng}\n"},
             {"- {name: a, type: struct, fields: [{name: b, type: int}]}\n", "- {name: a, type: struct}\n"},
             {"- {name: a, type: array, element: {type: int}}\n", "- {name: a, type: array}\n"},
             {"- {name: a, type: array, element: {type: int}}\n", "- {name: a, type: array, element: {type: strng}}\n"},
             {"- {name: a, type: struct, fields: [{name: b, type: int}]}\n",
              "- {name: a, type: struct, fields: [{name: b, type: strng}]}\n"},
         }) {
        CHECK(bind_lines({row.good, row.good, {}, {}, {}}).build().complete);
        for (const auto& [stream, outputs] :
             {std::pair(row.wrong, row.wrong), std::pair(row.wrong, row.good), std::pair(row.good, row.wrong)}) {
            CAPTURE(stream, outputs);
            const Bound bound = bind_lines({stream, outputs, {}, {}, {}});
            CHECK_FALSE(bound.reading.empty());
            CHECK(bound.text().empty());
            CHECK_FALSE(bound.build().complete);
        }
    }
}

TEST_CASE("a mapping that could not be read may feed every output", "[binding]") {
    const Bound bound = bind_lines({kStream, kOutput, "[]\n", {}, {}});
    CHECK_FALSE(bound.reading.empty());
    CHECK(bound.text().empty());
    CHECK_FALSE(bound.build().complete);
}

TEST_CASE("paths into a stream without columns are judged by their form alone", "[binding]") {
    const Bound bound = bind_lines({"  []\n", kOutput, mapped("customer.id"), {}, {}});
    CHECK_FALSE(bound.reading.empty());
    CHECK(bound.text().empty());
    CHECK_FALSE(bound.build().complete);
    const Bound malformed = bind_lines({"  []\n", kOutput, mapped("customer..id"), {}, {}});
    REQUIRE(malformed.findings().size() == 1);
    CHECK(malformed.findings().front().code == weir::Code::mapping_path_malformed);
}

TEST_CASE("of many names twelve are told, and how many more there are", "[binding]") {
    for (const int count : {12, 13, 20}) {
        std::string stream;
        for (int i = 0; i < count; ++i) {
            stream += "- {name: column_" + std::to_string(i) + ", type: int}\n";
        }
        const Bound bound = bind_lines({stream, kOutput, mapped("zzz"), {}, {}});
        REQUIRE(bound.findings().size() == 1);
        const std::string& help = bound.findings().front().help;
        CAPTURE(count, help);
        CHECK(help.find("column_0, column_1, ") != std::string::npos);
        CHECK(help.find("column_11") != std::string::npos);
        CHECK(help.find("column_12") == std::string::npos);
        const std::string more = " and " + std::to_string(count - 12) + " more";
        CHECK((help.find(more) != std::string::npos) == (count > 12));
    }
}

TEST_CASE("an array explodes only under a name and from a path that are right", "[binding]") {
    const auto exploded = [](const std::string& path, const std::string& as) {
        const Bound bound = bind_lines(
            {kStream, kOutput, "explode: {path: " + path + ", as: " + as + "}\n" + mapped("event_id"), {}, {}});
        CHECK(bound.build().complete == bound.build().explode.has_value());
        return bound.build().explode.has_value();
    };
    CHECK(exploded("items", "item"));
    CHECK_FALSE(exploded("items", "event_id"));
    CHECK_FALSE(exploded("items", "Event_ID"));
    CHECK_FALSE(exploded("items", "a-b"));
    CHECK_FALSE(exploded("itms", "item"));
    CHECK_FALSE(exploded("customer", "item"));
    // Without a name the reader has told it.
    const Bound nameless = bind_lines({kStream, kOutput, "explode: {path: items}\n" + mapped("event_id"), {}, {}});
    CHECK_FALSE(nameless.reading.empty());
    CHECK_FALSE(nameless.build().complete);
    CHECK_FALSE(nameless.build().explode);
}

TEST_CASE("a field is looked for in its own struct and no further", "[binding]") {
    const std::string stream = "- {name: a, type: struct, fields: [{name: x, type: int}]}\n"
                               "- {name: b, type: struct, fields: [{name: y, type: int}]}\n"
                               "- {name: c, type: struct, fields: [{name: z, type: int}]}\n";
    for (const std::string path : {"a.y", "a.z", "b.x", "b.z", "c.y"}) {
        CAPTURE(path);
        const Bound bound = bind_lines({stream, "- {name: x, type: int}\n", mapped(path), {}, {}});
        REQUIRE(bound.findings().size() == 1);
        CHECK(bound.findings().front().code == weir::Code::mapping_path_unknown);
    }
}

TEST_CASE("a cast that is none can be left out", "[binding]") {
    const Bound bound = bind_lines({kStream, kOutput, "columns:\n- {name: x, from: event_id, cast: strng}\n", {}, {}});
    REQUIRE_FALSE(bound.findings().empty());
    REQUIRE(bound.findings().front().fix);
    CHECK(bound.findings().front().fix->title == "Remove cast");
    CHECK(bind_lines({kStream, kOutput, "columns:\n- {name: x, from: event_id}\n", {}, {}}).text().empty());
    CHECK(bound.fixed(0).find("cast") == std::string::npos);
}

TEST_CASE("metadata that nobody knows feeds nothing", "[binding]") {
    const Bound bound =
        bind_lines({kStream, "- {name: zz, type: string}\n", {}, "metadata: [{name: off, from: ofset}]\n", {}});
    CHECK_FALSE(bound.reading.empty());
    REQUIRE(bound.findings().size() == 1);
    CHECK(bound.findings().front().code == weir::Code::output_unmapped);
}

TEST_CASE("of several key columns the one that was meant is proposed", "[binding]") {
    const Bound bound = bind_lines({kStream,
                                    kOutput,
                                    mapped("order_key"),
                                    "key: {format: json, prefix: key_, schema: [{name: tenant, type: string}, "
                                    "{name: order_key, type: string}]}\n",
                                    {}});
    REQUIRE(bound.findings().size() == 1);
    CHECK(bound.findings().front().help == "With key.prefix the key's column is called key_order_key.");
}

TEST_CASE("what an alias repeats is mended where it stands, not where it is used", "[binding]") {
    const Bound bound = bind_lines({kStream,
                                    "- {name: x, type: string}\n- {name: y, type: string}\n",
                                    "columns:\n- {name: x, from: &path customer.adress}\n- {name: y, from: *path}\n",
                                    {},
                                    {}});
    REQUIRE(bound.findings().size() == 2);
    CHECK(bound.findings()[0].fix);
    CHECK_FALSE(bound.findings()[1].fix);
}

TEST_CASE("a field whose name could not be read may be the one that is missing", "[binding]") {
    const Bound bound = bind_lines({"- {name: s, type: struct, fields: [{name: a, type: int}, {type: int}]}\n",
                                    "- {name: s, type: struct, fields: [{name: a, type: int}, {name: b, type: int}]}\n",
                                    {},
                                    {},
                                    {}});
    CHECK_FALSE(bound.reading.empty());
    CHECK(bound.text().empty());
    CHECK_FALSE(bound.build().complete);
    // A mapped name may mean it, too.
    const std::string outputs = "- {name: s, type: struct, fields: [{name: a, type: string}, {type: string}]}\n";
    const std::string columns = "columns:\n- {name: s.a, from: event_id}\n- {name: s.b, from: event_id}\n";
    CHECK(bind_lines({kStream, outputs, columns, {}, {}}).text().empty());
    CHECK_FALSE(
        bind_lines(
            {kStream, outputs, "columns:\n- {name: s.a, from: event_id}\n- {name: t.b, from: event_id}\n", {}, {}})
            .text()
            .empty());
}

TEST_CASE("every optional step is named where it can be made required", "[binding]") {
    struct Row {
        std::string from;
        std::string help;
    };
    for (const Row& row : {Row{"customer.id", "declare customer and customer.id required: true"},
                           Row{"customer.address.country",
                               "declare customer, customer.address and customer.address.country required: true"}}) {
        const Bound bound =
            bind_lines({kStream, "- {name: x, type: string, required: true}\n", mapped(row.from), {}, {}});
        REQUIRE(bound.findings().size() == 1);
        CAPTURE(bound.findings().front().help);
        CHECK(bound.findings().front().help.find(row.help) != std::string::npos);
    }
    // Eight of them; of more a reader makes nothing.
    for (const int depth : {8, 9}) {
        std::string stream = "{name: c, type: string}";
        for (int i = 1; i < depth; ++i) {
            stream = "{name: c, type: struct, fields: [" + stream + "]}";
        }
        std::string path = "c";
        for (int i = 1; i < depth; ++i) {
            path += ".c";
        }
        const Bound bound =
            bind_lines({"- " + stream + "\n", "- {name: x, type: string, required: true}\n", mapped(path), {}, {}});
        REQUIRE(bound.findings().size() == 1);
        CAPTURE(bound.findings().front().help);
        CHECK((bound.findings().front().help.find(" and " + path + " required: true") != std::string::npos) ==
              (depth == 8));
    }
}

TEST_CASE("a cast between types of which one could not be read is not judged", "[binding]") {
    const std::string cast = "columns:\n- {name: x, from: payload, cast: string}\n";
    const std::string binary = "- {name: payload, type: binary}\n";
    CHECK(bind_lines({binary, kOutput, cast, {}, {}}).build().complete);
    CHECK(bind_lines({"- {name: payload, type: binry}\n", kOutput, cast, {}, {}}).text().empty());
    CHECK(bind_lines({binary, "- {name: x, type: strng}\n", cast, {}, {}}).text().empty());
}

TEST_CASE("an array of binary and a short timestamp meet within one collection only", "[binding]") {
    const std::string both = "fields: [{name: a, type: array, element: {type: binary}}, {name: t, type: timestamp(3)}]";
    const std::string map =
        "- {name: m, type: map, key: {type: string, required: true}, value: {type: struct, " + both + "}}\n";
    const Bound inside = bind_lines({map, map, {}, {}, {}});
    REQUIRE(inside.findings().size() == 1);
    CHECK(inside.findings().front().code == weir::Code::output_collection_type);
    const std::string record = "- {name: m, type: struct, " + both + "}\n";
    CHECK(bind_lines({record, record, {}, {}, {}}).text().empty());
}

TEST_CASE("name and path are not swapped where one of them is an alias", "[binding]") {
    const std::string outputs = "- {name: x, type: string}\n- {name: y, type: string}\n";
    const Bound plain = bind_lines({kStream, outputs, "columns:\n- {name: customer.id, from: y}\n", {}, {}});
    REQUIRE_FALSE(plain.findings().empty());
    CHECK(plain.findings().front().code == weir::Code::mapping_name_unknown);
    CHECK(plain.findings().front().fix);
    const Bound alias = bind_lines(
        {kStream, outputs, "columns:\n- {name: x, from: &path customer.id}\n- {name: *path , from: y}\n", {}, {}});
    REQUIRE_FALSE(alias.findings().empty());
    CHECK(alias.findings().front().code == weir::Code::mapping_name_unknown);
    CHECK_FALSE(alias.findings().front().fix);
}

TEST_CASE("a path in the place of a name is told as one only beside an output", "[binding]") {
    const Bound bound = bind_lines({kStream, kOutput, "columns:\n- {name: customer.id, from: zzz}\n", {}, {}});
    REQUIRE_FALSE(bound.findings().empty());
    CHECK(bound.text().find("is a path in the stream") == std::string::npos);
}
