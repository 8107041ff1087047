#include "live/planning.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "live/audit.h"

using namespace weir;
using namespace weir::live;
namespace fs = std::filesystem;

namespace {

std::string text_of(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The contract of the cluster's suites with `from` replaced by `to`, as a file.
struct ContractFile {
    fs::path folder = fs::temp_directory_path() / ("weir-planning-" + new_run());
    std::string path = (folder / "orders.fluid.yaml").string();

    ContractFile(const std::string& from, const std::string& to) {
        std::string text = text_of(fs::path(WEIR_SOURCE_DIR) / "tests/cluster/landed.fluid.yaml");
        const std::size_t at = text.find(from);
        REQUIRE(at != std::string::npos);
        text.replace(at, from.size(), to);
        fs::create_directories(folder);
        std::ofstream(path, std::ios::binary) << text;
    }
    ContractFile(const ContractFile&) = delete;
    ContractFile& operator=(const ContractFile&) = delete;
    ~ContractFile() { fs::remove_all(folder); }
};

nlohmann::json spec_of(const PlannedFile& planned) {
    return nlohmann::json::parse(planned.made.plan.deployments.front().flink_deployment.json)["spec"];
}

} // namespace

TEST_CASE("a contract is suspended and resumed without its file being touched", "[planning]") {
    for (const char* state : {"            state: running\n", "            state: suspended\n", ""}) {
        const ContractFile file("            state: running\n", state);
        const std::string before = text_of(file.path);
        const PlannedFile plain = plan_file(file.path, PlanMode::Amend);
        REQUIRE(plain.ok());
        for (const bool suspended : {true, false}) {
            const PlannedFile planned = plan_file_in_state(file.path, suspended);
            REQUIRE(planned.ok());
            CHECK(planned.made.plan.deployments.front().suspended == suspended);
            nlohmann::json spec = spec_of(planned);
            CHECK(spec["job"]["state"] == (suspended ? "suspended" : "running"));
            nlohmann::json wanted = spec_of(plain);
            wanted["job"]["state"] = spec["job"]["state"];
            CHECK(spec == wanted);
            CHECK(planned.made.plan.sources_digest == plain.made.plan.sources_digest);
            CHECK(read_plan(planned.made.json).problems.empty());
            CHECK(recheck(planned.made.plan).problems.empty());
        }
        CHECK(text_of(file.path) == before);
    }
}

TEST_CASE("what has no plan says why", "[planning]") {
    const ContractFile broken("topic: orders", "topik: orders");
    CHECK_FALSE(plan_file(broken.path, PlanMode::Amend).ok());
    CHECK_FALSE(plan_file_in_state(broken.path, true).ok());
    CHECK_FALSE(plan_file((broken.folder / "none.fluid.yaml").string(), PlanMode::Amend).loaded.found);
    const ContractFile classic("management: operator", "parallelism: 1");
    const PlannedFile none = plan_file(classic.path, PlanMode::Amend);
    CHECK_FALSE(none.ok());
}
