// What weir grants prints of each kind of catalog, and of the cluster.
#include <catch2/catch.hpp>

#include "facade_support.h"
#include "weir/catalogs.h"
#include "weir/grants.h"
#include "weir/shell.h"

using namespace weir;
using nlohmann::json;

namespace {

/// tests/failures/base.fluid.yaml with another catalog, its values not judged: what grants_of() gets is what stands
/// there.
struct Subject {
    Checked checked;
    std::vector<std::string> kept;

    explicit Subject(std::string_view kind) {
        FileSet files;
        files["c.fluid.yaml"].text = weir_test::read_tree("tests/failures/base.fluid.yaml");
        checked = check(files, "c.fluid.yaml");
        REQUIRE(checked.valid());
        location().catalog.value = kind;
        location().uri.value = "https://catalog.example.com:8181/api/catalog";
        location().warehouse.value = "analytics";
    }
    Location& location() { return *checked.contract.exposes[0].binding->location; }
    [[nodiscard]] std::string script(bool existing) const {
        return grants_of(checked.contract, existing).catalogs.at(0).script;
    }
};

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("a word of the shell is read back as it is") {
    CHECK(shell_word("plain-word_1.2/3:4@5,6") == "plain-word_1.2/3:4@5,6");
    CHECK(shell_word("").empty() == false);
    CHECK(shell_word("") == "''");
    CHECK(shell_word("a b") == "'a b'");
    CHECK(shell_word("it's") == "'it'\\''s'");
    CHECK(shell_word("$(x) `y` \\ \"z\"") == "'$(x) `y` \\ \"z\"'");
}

TEST_CASE("the right to make a table is withheld where the table is there") {
    const std::pair<const char*, const char*> rights[] = {
        {"polaris", " TABLE_CREATE\n"},    {"gravitino", "\"CREATE_TABLE\""}, {"lakekeeper", "\\\"create\\\""},
        {"unity", "\\\"CREATE_TABLE\\\""}, {"nessie", "'CREATE_ENTITY'"},     {"rest", "to make the table"}};
    for (const auto& [kind, right] : rights) {
        CAPTURE(kind);
        const Subject subject(kind);
        CHECK(holds(subject.script(false), right));
        CHECK_FALSE(holds(subject.script(true), right));
    }
}

TEST_CASE("each kind of catalog has its own way, and what has none says so") {
    for (const std::string_view kind : catalog_names()) {
        CAPTURE(std::string(kind));
        const Subject subject(kind);
        const CatalogGrants one = grants_of(subject.checked.contract, true).catalogs.at(0);
        CHECK(one.kind == kind);
        CHECK(one.build == "ingest");
        const bool only_words = kind == "rest" || kind == "nessie";
        CHECK(one.runs == !only_words);
        std::size_t commands = 0;
        for (std::size_t at = 0; at < one.script.size(); at = one.script.find('\n', at) + 1) {
            commands += one.script[at] == '#' ? 0 : 1;
        }
        CHECK((commands == 0) == only_words);
    }
}

TEST_CASE("a namespace of the cluster gets the roles of each of its deployments") {
    const Subject subject("polaris");
    const Grants all = grants_of(subject.checked.contract, true);
    REQUIRE(all.clusters.size() == 1);
    CHECK(all.clusters[0].context == "production");
    CHECK(all.clusters[0].name_space == "shop");
    const std::string& yaml = all.clusters[0].yaml;
    for (const char* part :
         {"name: weir-apply-shop-orders", "resourceNames:\n      - shop-orders", "name: weir-job-flink",
          "http:shop-orders-rest:8081", "name: weir-appliers", "name: weir-watch-shop-orders", "name: weir-watchers",
          "resources:\n      - flinkdeployments\n    verbs:\n      - get\n      - list\n"}) {
        CAPTURE(part);
        CHECK(holds(yaml, part));
    }
    for (const char* part : {"secrets", "'*'", "\"*\"", "delete\n      - escalate"}) {
        CAPTURE(part);
        CHECK_FALSE(holds(yaml, part));
    }
}

TEST_CASE("the script names the job, and the answer in JSON holds the same") {
    const Subject subject("polaris");
    const Grants all = grants_of(subject.checked.contract, false);
    const std::string script = grants_script(all, "shop.orders");
    CHECK(script.rfind("#!/bin/sh\n", 0) == 0);
    CHECK(holds(script, "\nset -eu\n"));
    CHECK(holds(script, all.catalogs[0].script));
    CHECK(holds(script, "principals create shop.shop-orders\n"));
    const json object = json::parse(grants_json(all, false));
    CHECK(object["existingTable"] == false);
    CHECK(object["catalogs"][0]["script"] == all.catalogs[0].script);
    CHECK(object["clusters"][0]["yaml"] == all.clusters[0].yaml);
}
