// Renaming through the facade: single places by hand, then every name of every contract at hand, there and back.
#include <algorithm>
#include <filesystem>

#include <catch2/catch.hpp>

#include "facade_support.h"

using nlohmann::json;
using weir_test::call;
using weir_test::example_request;
using weir_test::read_tree;

namespace {

/// A contract whose stream and mapping come from `stream` and `properties`, and whose table has these columns.
std::string contract(const std::string& stream, const std::string& mapping, const std::string& columns,
                     const std::string& iceberg = "", const std::string& event_time = "") {
    std::string text = read_tree("examples/nested/contract.fluid.yaml");
    const auto cut = [&](const std::string& from, const std::string& to, const std::string& instead) {
        const std::size_t begin = text.find(from);
        const std::size_t end = to.empty() ? text.size() : text.find(to, begin);
        REQUIRE(begin != std::string::npos);
        REQUIRE(end != std::string::npos);
        text.replace(begin, end - begin, instead);
    };
    cut("      stream:", "      parameters:", stream + mapping);
    cut("          eventTime:", "          deployment:", event_time);
    cut("      icebergConfig:", "    contract:", iceberg);
    cut("      schema:\n        - name", "", "      schema:\n" + columns);
    return text;
}

/// The answer for the n-th `word` of the text `in`; for `name: word` and `as: word`, behind the key.
json ask(json request, const std::string& word, const std::string& name, const std::string& in = {}, int nth = 1) {
    const std::string file = in.empty() ? request["file"].get<std::string>() : in;
    const std::string text = request["files"][file];
    std::size_t at = std::string::npos;
    for (int i = 0; i < nth; ++i) {
        at = text.find(word, i == 0 ? 0 : at + 1);
        REQUIRE(at != std::string::npos);
    }
    if (const std::size_t colon = word.find(": "); colon == 2 || colon == 4) {
        at += colon + 2; // behind the key
    }
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const std::size_t start = at == 0 ? std::string::npos : text.rfind('\n', at - 1);
    request["op"] = "rename";
    request["options"]["line"] = line;
    request["options"]["column"] = at - (start == std::string::npos ? 0 : start + 1) + 1;
    request["options"]["newName"] = name;
    request["options"]["in"] = in;
    const json answer = call(request);
    REQUIRE(answer["ok"] == true);
    return answer["result"]["rename"];
}

std::size_t offset(const std::string& text, const json& position) {
    std::size_t at = 0;
    for (int line = 1; line < position["line"].get<int>(); ++line) {
        at = text.find('\n', at) + 1;
    }
    for (int column = 1; column < position["column"].get<int>(); ++column) {
        ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U) {
            ++at;
        }
    }
    return at;
}

/// The files with every place written anew.
json applied(json files, const json& rename) {
    const json places = rename["places"];
    for (auto place = places.rbegin(); place != places.rend(); ++place) {
        std::string text = files[(*place)["file"].get<std::string>()];
        const std::size_t begin = offset(text, (*place)["range"]["start"]);
        text.replace(begin, offset(text, (*place)["range"]["end"]) - begin, (*place)["text"]);
        files[(*place)["file"].get<std::string>()] = text;
    }
    return files;
}

std::vector<std::string> kinds(const json& rename) {
    std::vector<std::string> out;
    for (const json& place : rename["places"]) {
        out.push_back(place["what"].get<std::string>() + " " + place["text"].get<std::string>());
    }
    return out;
}

json request_of(const std::string& text) {
    return {
        {"op", "rename"}, {"file", "a.fluid.yaml"}, {"files", {{"a.fluid.yaml", text}}}, {"options", json::object()}};
}

using Kinds = std::vector<std::string>;

const std::string kStream = "      stream:\n"
                            "        kind: kafka\n"
                            "        topic: orders\n"
                            "        format: json\n"
                            "        schema:\n"
                            "          - {name: id, type: string}\n"
                            "          - {name: at, type: timestamp_ltz(3), required: true}\n"
                            "          - name: customer\n"
                            "            type: struct\n"
                            "            fields: [{name: id, type: string}, {name: zip, type: string}]\n"
                            "          - name: lines\n"
                            "            type: array\n"
                            "            element: {type: struct, fields: [{name: sku, type: string}]}\n"
                            "        key:\n"
                            "          format: raw\n"
                            "          prefix: key_\n"
                            "          schema: [{name: id, type: string}]\n"
                            "        metadata: [{name: part, from: partition}]\n";

} // namespace

TEST_CASE("a name of the stream is renamed in the fragment and in every path of the contract") {
    const json request = example_request("rename", "flattened");
    const json found = ask(request, "address", "place", "examples/fragments/streams/orders.value.yaml");
    CHECK(found["name"] == "address");
    CHECK(found["obstacle"] == "");
    CHECK(kinds(found) == Kinds{"path customer.place.country", "stream column place"});
    CHECK(found["places"][1]["file"] == "examples/fragments/streams/orders.value.yaml");
    // From a path, the step under the cursor.
    CHECK(ask(request, "address.country", "place")["places"] == found["places"]);
    CHECK(ask(request, "customer.address", "buyer")["name"] == "customer");
    CHECK(kinds(ask(request, "customer.address", "buyer")) ==
          Kinds{"path buyer.id", "path buyer.address.country", "stream column buyer"});
    CHECK(kinds(ask(request, "item.sku", "line")) == Kinds{"alias line", "path line.sku", "path line.price"});
    CHECK(kinds(ask(request, "country, from", "land")) == Kinds{"mapping land", "table column land"});
}

TEST_CASE("what is read by its name keeps the same name, and says so by its places") {
    const json request = example_request("rename", "flattened");
    CHECK(kinds(ask(request, "name: event_time", "happened_at")) ==
          Kinds{"event time happened_at", "table column happened_at", "stream column happened_at"});
}

TEST_CASE("partitions, properties of columns, keys with a prefix and metadata are found") {
    const std::string iceberg = "      icebergConfig:\n"
                                "        partitionSpec: [{sourceColumn: zone, transform: identity}]\n"
                                "        properties: {write.metadata.metrics.column.zone: full}\n";
    const std::string text = contract(kStream,
                                      "      mapping:\n"
                                      "        columns:\n"
                                      "          - {name: zone, from: key_id}\n"
                                      "          - {name: 'p', from: \"part\"}\n",
                                      "        - {name: zone, type: string}\n"
                                      "        - {name: p, type: int}\n"
                                      "        - {name: customer, type: struct, fields: [{name: zip, type: string}]}\n",
                                      iceberg, "          eventTime: {column: at, delaySeconds: 1}\n");
    const json request = request_of(text);
    CHECK(kinds(ask(request, "zone, from", "region")) == Kinds{"mapping region", "partition region",
                                                               "property write.metadata.metrics.column.region",
                                                               "table column region"});
    // The prefix stays: from the key's own name, and from a path.
    CHECK(kinds(ask(request, "id, type: string}]", "ref")) == Kinds{"stream column ref", "path key_ref"});
    CHECK(kinds(ask(request, "key_id", "key_ref")) == Kinds{"stream column ref", "path key_ref"});
    CHECK(ask(request, "key_id", "ref")["obstacle"] == "the key's prefix key_ stays: begin the name with it");
    CHECK(kinds(ask(request, "part, from", "slot")) == Kinds{"stream column slot", "path \"slot\""});
    CHECK(kinds(ask(request, "at, type", "seen")) == Kinds{"stream column seen", "event time seen"});
    // Fields of structs are matched by name.
    CHECK(kinds(ask(request, "zip", "code")) == Kinds{"stream column code", "table column code"});
    CHECK(kinds(ask(request, "p', from", "true")) == Kinds{"mapping 'true'", "table column \"true\""});
}

TEST_CASE("a name that clashes, captures or is none is refused, in the words of the rule that it would break") {
    const json request = example_request("rename", "flattened");
    const auto obstacle = [&](const std::string& word, const std::string& name, const std::string& in = {}) {
        const json found = ask(request, word, name, in);
        CHECK(found["places"].empty());
        return found["obstacle"].get<std::string>();
    };
    const std::string value = "examples/fragments/streams/orders.value.yaml";
    CHECK_THAT(obstacle("attributes", "Customer", value), Catch::Contains("customer"));
    CHECK_THAT(obstacle("sku, from", "price"), Catch::Contains("price"));
    CHECK_THAT(obstacle("item.sku", "customer"), Catch::Contains("customer"));
    CHECK_THAT(obstacle("sku, from", "a b"), Catch::Contains("letters, digits and underscores"));
    CHECK_THAT(obstacle("sku, from", "x, from: y}"), Catch::Contains("letters, digits and underscores"));
    CHECK_THAT(obstacle("sku, from", "1st"), Catch::Contains("letters, digits and underscores"));
    // `items` would be read where the element is meant: the alias hides nothing silently.
    CHECK(obstacle("as: item", "items") != "");
}

TEST_CASE("a name that the contract's own SQL may use is left to the person") {
    const std::string text = read_tree("tests/corpus/contracts/own-sql.fluid.yaml");
    const json found = ask(request_of(text), "name: event_id", "other");
    CHECK_THAT(found["obstacle"].get<std::string>(), Catch::Contains("own SQL"));
    CHECK(found["places"].empty());
}

TEST_CASE("without a name it says what would be renamed, and of no column nothing") {
    const json request = example_request("rename", "flattened");
    const json asked = ask(request, "sku, from", "");
    CHECK(asked["name"] == "sku");
    CHECK(kinds(asked) == Kinds{"mapping sku", "table column sku"});
    CHECK(ask(request, "kafka:9092", "x").is_null());
    CHECK(ask(request, "channel']", "x").is_null());
    json broken = request;
    const std::string file = broken["file"];
    broken["files"][file] = broken["files"][file].get<std::string>() + "\n  - [";
    CHECK(ask(broken, "sku, from", "x").is_null());
}

namespace {

/// Renames everything that can be renamed in a contract to a new name and back.
struct Sweep {
    std::size_t renamed = 0;
    std::size_t refused = 0;

    void run(const std::string& path) {
        json request = {{"op", "rename"}, {"file", path}, {"options", {{"refRoot", "examples"}}}};
        if (path.find("examples/") != 0) {
            request["options"] = json::object();
        }
        json checked = request;
        checked["op"] = "validate";
        checked["files"][path] = read_tree(path);
        json answer = call(checked);
        while (answer.contains("need")) {
            for (const json& name : answer["need"]) {
                checked["files"][name.get<std::string>()] = read_tree(name);
            }
            answer = call(checked);
        }
        if (!answer["result"]["valid"].get<bool>()) {
            return;
        }
        request["files"] = checked["files"];
        for (const auto& [file, held] : checked["files"].items()) {
            const std::string text = held;
            for (std::size_t at = text.find("name: "); at != std::string::npos; at = text.find("name: ", at + 1)) {
                name(request, file, text, at + 6);
            }
        }
    }

    void name(json request, const std::string& file, const std::string& text, std::size_t at) {
        CAPTURE(file, text.substr(at, 20));
        const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n');
        const std::size_t start = text.rfind('\n', at);
        request["options"]["in"] = file;
        request["options"]["line"] = line;
        request["options"]["column"] = at - start;
        const json first = call(request)["result"]["rename"];
        if (first.is_null() || first["obstacle"] != "") {
            return;
        }
        const std::string old = first["name"];
        request["options"]["newName"] = old + "_renamed";
        const json there = call(request)["result"]["rename"];
        if (there["obstacle"] != "") {
            ++refused;
            return;
        }
        ++renamed;
        const json before = request["files"];
        request["files"] = applied(before, there);
        request["options"]["newName"] = old;
        const json back = call(request)["result"]["rename"];
        REQUIRE(back["obstacle"] == "");
        const bool same = applied(request["files"], back) == before;
        CHECK(same);
    }
};

} // namespace

TEST_CASE("every name of every valid contract is renamed and renamed back to the same bytes") {
    Sweep sweep;
    for (const char* folder : {"examples", "tests/corpus/contracts"}) {
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(std::string(WEIR_SOURCE_DIR) + "/" + folder)) {
            const std::string path = entry.path().string().substr(std::string(WEIR_SOURCE_DIR).size() + 1);
            if (path.ends_with("fluid.yaml")) {
                sweep.run(path);
            }
        }
    }
    INFO(sweep.renamed << " renamed, " << sweep.refused << " refused");
    CHECK(sweep.renamed > 150);
    CHECK(sweep.refused * 20 < sweep.renamed);
}
