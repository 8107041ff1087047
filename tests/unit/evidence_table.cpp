// A table as a catalog answers, against the contract: every kind of difference at every level, and the snapshot's age.

#include "evidence_support.h"

#include <functional>

#include "deploy/iceberg.h"

using evidence_test::kNow;
using nlohmann::json;

namespace {

json table_of(const weir::Contract& contract) {
    json schema = json::parse(weir::IcebergSchemaWriter(contract, contract.exposes[0].schema).schema());
    json old = schema;
    old["fields"] = json::array();
    schema["schema-id"] = 3;
    return {{"metadata",
             {{"current-schema-id", 3},
              {"schemas", {old, schema}},
              {"current-snapshot-id", 7},
              {"snapshots",
               {{{"snapshot-id", 6}, {"timestamp-ms", kNow - 1'000'000}},
                {{"snapshot-id", 7}, {"timestamp-ms", kNow - 42'000}, {"summary", {{"operation", "append"}}}}}}}}};
}

weir::TableEvidence judged(const json& table, std::uint64_t budget = 600) {
    const weir::Contract& contract = evidence_test::strict();
    return weir::judge_table(table.dump(), contract, contract.exposes[0], kNow, budget);
}

json& fields(json& table) {
    return table["metadata"]["schemas"][1]["fields"];
}

struct Spoilt {
    std::string path;
    std::string contract;
    std::string found;
    std::function<void(json&)> spoil; ///< the table's fields
};

} // namespace

TEST_CASE("the contract's own table is the contract's") {
    const weir::TableEvidence evidence = judged(table_of(evidence_test::strict()));
    CHECK(evidence.schema.ok == true);
    CHECK(evidence.schema.differences.empty());
    CHECK(evidence.schema.help.empty());
    CHECK(evidence.snapshot.ok == true);
    CHECK(evidence.snapshot.age_seconds == 42U);
    CHECK(evidence.snapshot.budget_seconds == 600U);
    CHECK(evidence.snapshot.value == "snapshot 7 (append)");
}

TEST_CASE("what does not count is no difference: ids, documentation, blanks in a decimal") {
    json table = table_of(evidence_test::strict());
    for (json& field : fields(table)) {
        field["id"] = 1000 + field["id"].get<int>();
        field["doc"] = "another";
        if (field["type"] == "decimal(10, 2)") {
            field["type"] = "decimal(10,2)";
        }
    }
    CHECK(judged(table).schema.ok == true);
}

TEST_CASE("one difference of each kind is told with its path and both sides") {
    const std::vector<Spoilt> all = {
        {"small", "optional int", "optional long", [](json& f) { f[11]["type"] = "long"; }},
        {"id", "required string", "optional string", [](json& f) { f[0]["required"] = false; }},
        {"id", "required string", "absent", [](json& f) { f.erase(0); }},
        {"extra", "absent", "optional date",
         [](json& f) {
             f.push_back({{"id", 90}, {"name", "extra"}, {"required", false}, {"type", "date"}});
         }},
        {"customer.id", "required long", "optional long",
         [](json& f) { f[2]["type"]["fields"][0]["required"] = false; }},
        {"customer", "the order id, name, address", "the order name, id, address",
         [](json& f) { std::swap(f[2]["type"]["fields"][0], f[2]["type"]["fields"][1]); }},
        {"customer", "optional struct", "optional string", [](json& f) { f[2]["type"] = "string"; }},
        {"customer", "optional struct", "optional list",
         [](json& f) {
             f[2]["type"] = {{"type", "list"}, {"element-id", 9}, {"element", "int"}, {"element-required", true}};
         }},
        {"items.element.price", "optional decimal(18, 2)", "optional decimal(18, 3)",
         [](json& f) { f[3]["type"]["element"]["fields"][1]["type"] = "decimal(18, 3)"; }},
        {"tags.element", "required string", "optional string",
         [](json& f) { f[4]["type"]["element-required"] = false; }},
    };
    for (const Spoilt& spoilt : all) {
        json table = table_of(evidence_test::strict());
        spoilt.spoil(fields(table));
        const weir::Evidence evidence = judged(table).schema;
        CAPTURE(spoilt.path, spoilt.found);
        CHECK(evidence.ok == false);
        CHECK_FALSE(evidence.waits);
        CHECK_FALSE(evidence.help.empty());
        REQUIRE(evidence.differences.size() == 1);
        CHECK(evidence.differences[0].path == spoilt.path);
        CHECK(evidence.differences[0].contract == spoilt.contract);
        CHECK(evidence.differences[0].found == spoilt.found);
    }
}

TEST_CASE("the order of the table's own columns is a difference") {
    json table = table_of(evidence_test::strict());
    std::swap(fields(table)[0], fields(table)[1]);
    const weir::Evidence evidence = judged(table).schema;
    REQUIRE(evidence.differences.size() == 1);
    CHECK(evidence.differences[0].path == "(columns)");
    CHECK(evidence.differences[0].contract.starts_with("the order id, country"));
    CHECK(evidence.differences[0].found.starts_with("the order country, id"));
}

TEST_CASE("a column that is there twice is a difference") {
    json table = table_of(evidence_test::strict());
    fields(table).push_back(fields(table)[0]);
    CHECK(judged(table).schema.ok == false);
}

TEST_CASE("differences are kept up to a bound, and all counted") {
    json table = table_of(evidence_test::strict());
    for (int i = 0; i < 500; ++i) {
        fields(table).push_back(
            {{"id", 1000 + i}, {"name", "more" + std::to_string(i)}, {"required", false}, {"type", "date"}});
    }
    const weir::Evidence evidence = judged(table).schema;
    CHECK(evidence.differences.size() == weir::kMostDifferences);
    CHECK(evidence.message == "the table is not the contract's: 500 differences");
}

TEST_CASE("the first version of the format keeps its one schema elsewhere") {
    json table = table_of(evidence_test::strict());
    table["metadata"]["schema"] = table["metadata"]["schemas"][1];
    table["metadata"].erase("schemas");
    table["metadata"].erase("current-schema-id");
    CHECK(judged(table).schema.ok == true);
}

TEST_CASE("a stale, a missing and a future snapshot are told apart") {
    json table = table_of(evidence_test::strict());
    CHECK(judged(table, 42).snapshot.ok == true);
    const weir::Evidence stale = judged(table, 41).snapshot;
    CHECK(stale.ok == false);
    CHECK(stale.waits);
    CHECK(stale.message == "the current snapshot was committed 42 s ago; the budget is 41 s");
    CHECK(stale.help.find("maxSnapshotAgeSeconds") != std::string::npos);

    json none = table;
    none["metadata"]["current-snapshot-id"] = -1;
    CHECK(judged(none).snapshot.ok == false);
    CHECK(judged(none).snapshot.waits);
    none["metadata"]["current-snapshot-id"] = nullptr;
    CHECK(judged(none).snapshot.ok == false);

    json ahead = table;
    ahead["metadata"]["snapshots"][1]["timestamp-ms"] = kNow + 3'600'000;
    CHECK_FALSE(judged(ahead).snapshot.ok.has_value());
    ahead["metadata"]["snapshots"][1]["timestamp-ms"] = kNow + 2'000;
    CHECK(judged(ahead).snapshot.age_seconds == 0U);

    json lost = table;
    lost["metadata"]["snapshots"] = json::array();
    CHECK_FALSE(judged(lost).snapshot.ok.has_value());
}

TEST_CASE("answers of strangers end in no answer, never in a crash or a yes") {
    const weir::Contract& contract = evidence_test::strict();
    const std::string good = table_of(contract).dump();
    const std::vector<std::string> hostile = {"",
                                              "null",
                                              "[]",
                                              "{",
                                              "{}",
                                              R"({"metadata":null})",
                                              R"({"metadata":[1,2]})",
                                              R"({"metadata":{"current-schema-id":3,"schemas":{"fields":1}}})",
                                              std::string(200'000, '['),
                                              "{\"metadata\":" + std::string(100'000, '[') + std::string(100'000, ']') +
                                                  "}",
                                              "{\"metadata\":[" + std::string(2'000'000, ',') + "]}",
                                              good.substr(0, good.size() / 2)};
    for (const std::string& answer : hostile) {
        const weir::TableEvidence evidence = weir::judge_table(answer, contract, contract.exposes[0], kNow, 600);
        CHECK_FALSE(evidence.schema.ok == true);
        CHECK_FALSE(evidence.snapshot.ok == true);
    }
    // Every single value of the answer replaced by something else, and by nothing.
    const json whole = json::parse(good).flatten();
    for (const auto& [pointer, value] : whole.items()) {
        for (const json& instead : {json(nullptr), json(-1), json("x\x1b[2J"), json::array(), json::object()}) {
            json spoilt = json::parse(good);
            spoilt[json::json_pointer(pointer)] = instead;
            const weir::TableEvidence evidence =
                weir::judge_table(spoilt.dump(), contract, contract.exposes[0], kNow, 600);
            const std::string text = weir::evidence_text({evidence.schema, evidence.snapshot}, {});
            CHECK(text.find('\x1b') == std::string::npos);
            CHECK(weir::evidence_json({evidence.schema, evidence.snapshot}).find('\x1b') == std::string::npos);
        }
    }
}
