// verify where nobody may be asked, and export. What verify finds in real clusters and catalogs is held by
// tests/cluster.

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "cli_support.h"

using cli_test::Folder;
using cli_test::TestIo;
using nlohmann::json;
using weir::cli::Exit;

namespace {

const std::string kStrict = std::string(WEIR_SOURCE_DIR) + "/tests/runner/contracts/strict.fluid.yaml";

} // namespace

TEST_CASE("verify asks nobody that the operator's lists do not allow, and says what to add") {
    TestIo io;
    CHECK(weir::cli::run(io, {"verify", kStrict, "--format", "json"}) == Exit::No);
    const json answer = json::parse(io.result);
    CHECK(io.result.find('\n') == io.result.size() - 1);
    CHECK(answer["verified"] == false);
    CHECK(answer["evidence"].empty());
    CHECK(answer["policy"]["allowed"] == false);
    bool pairs = false;
    for (const json& refusal : answer["policy"]["refusals"]) {
        pairs = pairs || refusal["entry"] == "ICEBERG_TOKEN@catalog.example.com";
    }
    CHECK(pairs);
    TestIo people;
    CHECK(weir::cli::run(people, {"verify", kStrict}) == Exit::No);
    CHECK(people.result.find("FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST") != std::string::npos);
}

TEST_CASE("verify of an invalid contract is a no, of an unreadable one it is not known") {
    const Folder folder;
    TestIo io;
    CHECK(weir::cli::run(io, {"verify", folder.write("bad.fluid.yaml", "id: x\n"), "--format", "json"}) == Exit::No);
    CHECK(json::parse(io.result)["policy"]["contracts"][0]["valid"] == false);
    TestIo absent;
    CHECK(weir::cli::run(absent, {"verify", folder.path("none.fluid.yaml"), "--format", "json"}) == Exit::Unknown);
    CHECK(json::parse(absent.result)["verified"].is_null());
}

TEST_CASE("verify writes its answer to --out, but not over the contract") {
    const Folder folder;
    const std::string contract = folder.write("c.fluid.yaml", cli_test::read(kStrict));
    TestIo io;
    CHECK(weir::cli::run(io, {"verify", contract, "--format", "json", "--out", folder.path("delivery.json")}) ==
          Exit::No);
    CHECK(json::parse(cli_test::read(folder.path("delivery.json")))["verified"] == false);
    CHECK(weir::cli::run(io, {"verify", contract, "--out", contract}) == Exit::Unknown);
    CHECK(cli_test::read(contract) == cli_test::read(kStrict));
}

TEST_CASE("export odcs prints YAML and JSON, and writes a file for each expose") {
    const Folder folder;
    TestIo text;
    CHECK(weir::cli::run(text, {"export", "odcs", kStrict}) == Exit::Fine);
    CHECK(text.result.starts_with("apiVersion: v3.1.0\nkind: DataContract\n"));
    TestIo io;
    CHECK(weir::cli::run(io, {"export", "odcs", kStrict, "--format", "json"}) == Exit::Fine);
    CHECK(json::parse(io.result)["documents"][0]["expose"] == "strict");
    TestIo written;
    CHECK(weir::cli::run(written, {"export", "odcs", kStrict, "--out", folder.path("o")}) == Exit::Fine);
    CHECK(cli_test::read(folder.path("o/strict.odcs.yaml")) == text.result);
    TestIo unknown;
    CHECK(weir::cli::run(unknown, {"export", "odcs", kStrict, "--expose", "other"}) == Exit::Unknown);
    CHECK(unknown.notes.find("the contract has strict") != std::string::npos);
}
