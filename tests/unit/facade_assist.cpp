#include <catch2/catch.hpp>

#include "facade_support.h"

using nlohmann::json;
using weir_test::call;
using weir_test::example_request;

namespace {

json at(const std::string& op, std::uint32_t line, std::uint32_t column, const std::string& in = {}) {
    json request = example_request(op, "flattened");
    request["options"]["line"] = line;
    request["options"]["column"] = column;
    if (!in.empty()) {
        request["options"]["in"] = in;
    }
    return request;
}

} // namespace

TEST_CASE("complete answers with what may stand at a place, also when the line is broken") {
    json request = at("complete", 31, 48);
    std::string text = request["files"][request["file"].get<std::string>()];
    const std::string whole = "{name: customer_id, from: customer.id}";
    text.replace(text.find(whole), whole.size(), "{name: customer_id, from: customer.");
    request["files"][request["file"].get<std::string>()] = text;
    const json items = call(request)["result"]["items"];
    REQUIRE(items.size() >= 3);
    CHECK(items[0] ==
          json{{"label", "customer.id"},
               {"kind", "column"},
               {"detail", "string, may be null"},
               {"doc", "Null where customer is optional."},
               {"range", {{"start", {{"line", 31}, {"column", 39}}}, {"end", {{"line", 31}, {"column", 48}}}}},
               {"text", "customer.id"}});
}

TEST_CASE("hover and definition answer about a place, null about none") {
    const json hover = call(at("hover", 32, 50))["result"]["hover"];
    CHECK(hover["title"] == "customer.address: struct<country: string>");
    const json found = call(at("definition", 32, 50))["result"]["definition"];
    CHECK(found["file"] == "examples/fragments/streams/orders.value.yaml");
    CHECK(found["range"]["start"] == json{{"line", 10}, {"column", 13}});
    CHECK(call(at("hover", 1, 1))["result"]["hover"].is_null());
    CHECK(call(at("definition", 1, 1))["result"]["definition"].is_null());
    const json inside = call(at("hover", 4, 9, "examples/fragments/streams/orders.yaml"))["result"]["hover"];
    CHECK(inside["title"] == "format: a text");
}

TEST_CASE("questions about a place ask for missing texts and refuse odd places") {
    json request = at("complete", 1, 1, "nowhere.yaml");
    CHECK(call(request)["need"] == json{"nowhere.yaml"});
    request = at("hover", 1, 1);
    request["files"].erase("examples/fragments/streams/orders.value.yaml");
    CHECK(call(request)["need"] == json{"examples/fragments/streams/orders.value.yaml"});
    for (const json& odd : {json(0), json(-1), json("1"), json(1.5), json::array()}) {
        request = at("hover", 1, 1);
        request["options"]["line"] = odd;
        CHECK(call(request)["error"]["code"] == "request-kind");
    }
    CHECK(call(at("complete", 4294967295U, 4294967295U))["ok"] == true);
    request = at("complete", 1, 1);
    request["options"].erase("line");
    CHECK(call(request)["ok"] == true);
}
