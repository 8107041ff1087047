#include <sstream>

#include <catch2/catch.hpp>

#include <nlohmann/json.hpp>

#include "cli_support.h"
#include "weir/facade.h"
#include "weir/policy.h"

namespace fs = std::filesystem;
using cli_test::Folder;
using cli_test::read;
using cli_test::TestIo;
using nlohmann::json;
using weir::cli::Exit;

namespace {

struct Run {
    Exit exit = Exit::Fine;
    std::string result;
    std::string notes;

    [[nodiscard]] json object() const {
        REQUIRE(std::count(result.begin(), result.end(), '\n') == 1);
        return json::parse(result);
    }
};

Run weir_run(const std::vector<std::string>& arguments, bool terminal = false) {
    TestIo io;
    io.out_is_terminal = terminal;
    const Exit exit = weir::cli::run(io, arguments);
    return {exit, io.result, io.notes};
}

std::string example(const std::string& name) {
    return std::string(WEIR_SOURCE_DIR) + "/examples/" + name;
}

} // namespace

TEST_CASE("validate: exit codes and one JSON object, whatever happens") {
    const Folder folder;
    const std::string good = example("flattened/contract.fluid.yaml");
    const std::string bad = folder.write("bad.fluid.yaml", "id: [\n");
    const std::string gone = folder.path("gone.fluid.yaml");

    Run run = weir_run({"validate", good, "--format", "json"});
    CHECK(run.exit == Exit::Fine);
    CHECK(run.object()["valid"] == true);
    CHECK(run.object()["contracts"][0]["file"] == good);
    CHECK(run.object()["contracts"][0]["id"].get<std::string>() != "");

    run = weir_run({"validate", bad, "--format", "json"});
    CHECK(run.exit == Exit::No);
    CHECK(run.object()["valid"] == false);

    run = weir_run({"validate", gone, "--format", "json"});
    CHECK(run.exit == Exit::Unknown);
    CHECK(run.object()["contracts"][0]["findings"][0]["code"] == "file-unreadable");

    run = weir_run({"validate", good, bad, gone, "--format=json"});
    CHECK(run.exit == Exit::Unknown);
    CHECK(run.object()["contracts"].size() == 3);
    CHECK(run.object()["valid"] == false);
}

TEST_CASE("validate: text ends with a summary, -q leaves it out") {
    const std::string good = example("nested/contract.fluid.yaml");
    CHECK(weir_run({"validate", good}).result.find("1 contract: valid; 0 errors") != std::string::npos);
    CHECK(weir_run({"validate", good, "-q"}).result.find("1 contract") == std::string::npos);
}

TEST_CASE("validate: a folder is searched, an empty one is not fine") {
    const Folder folder;
    const Run run = weir_run({"validate", example(""), "--format", "json"});
    CHECK(run.exit == Exit::Fine);
    CHECK(run.object()["contracts"].size() == 4);
    fs::create_directories(folder.path("empty"));
    CHECK(weir_run({"validate", folder.path("empty")}).exit == Exit::Unknown);
    CHECK(weir_run({"validate", folder.path("empty"), "--format", "json"}).object()["valid"] == false);
}

TEST_CASE("validate: many contracts keep their order") {
    const Folder folder;
    for (int i = 10; i < 40; ++i) {
        static_cast<void>(folder.write("c" + std::to_string(i) + ".fluid.yaml", i % 2 == 0 ? "- x" : "a: ["));
    }
    const json contracts = weir_run({"validate", folder.path(""), "--format", "json"}).object()["contracts"];
    REQUIRE(contracts.size() == 30);
    for (std::size_t i = 0; i < contracts.size(); ++i) {
        CHECK(contracts[i]["file"] == folder.path("c" + std::to_string(i + 10) + ".fluid.yaml"));
    }
}

TEST_CASE("validate: a contract that is named twice is looked at once") {
    const Folder folder;
    const std::string file = folder.write("a.fluid.yaml", "- x");
    const Run run = weir_run({"validate", file, folder.path("./a.fluid.yaml"), folder.path(""), "--format", "json"});
    REQUIRE(run.object()["contracts"].size() == 1);
    CHECK(run.object()["contracts"][0]["file"] == file);
}

TEST_CASE("validate: --out takes the result") {
    const Folder folder;
    const std::string out = folder.path("deep/result.json");
    const Run run = weir_run({"validate", example("nested/contract.fluid.yaml"), "--format", "json", "--out", out});
    CHECK(run.exit == Exit::Fine);
    CHECK(run.result.empty());
    CHECK(json::parse(read(out))["valid"] == true);
    CHECK(weir_run({"validate", example("nested/contract.fluid.yaml"), "--out", folder.path("deep")}).exit ==
          Exit::Unknown);
}

TEST_CASE("colour on a terminal only, and never when it is not wanted") {
    const Folder folder;
    const std::string bad = folder.write("bad.fluid.yaml", "- 1\n");
    CHECK(weir_run({"validate", bad}, true).result.find("\x1b[") != std::string::npos);
    CHECK(weir_run({"validate", bad}, false).result.find('\x1b') == std::string::npos);
    CHECK(weir_run({"validate", bad, "--no-color"}, true).result.find('\x1b') == std::string::npos);
    TestIo io;
    io.out_is_terminal = true;
    io.colour = false; // NO_COLOR
    CHECK(weir::cli::run(io, {"validate", bad}) == Exit::No);
    CHECK(io.result.find('\x1b') == std::string::npos);
}

TEST_CASE("generate writes one folder for each build") {
    const Folder folder;
    const Run run =
        weir_run({"generate", "flink", example("rebuilt/contract.fluid.yaml"), "--out", folder.path("out")});
    CHECK(run.exit == Exit::Fine);
    CHECK(run.notes.empty());
    std::vector<fs::path> builds;
    for (const auto& entry : fs::directory_iterator(folder.path("out"))) {
        builds.push_back(entry.path());
    }
    REQUIRE(builds.size() == 1);
    const std::string sql = read(builds[0] / "job.sql");
    CHECK(sql.find("INSERT INTO") != std::string::npos);
    const std::string job = read(builds[0] / "job.json");
    CHECK(json::parse(job)["build"] == "rebuild-orders");
    const std::string resources = read(builds[0] / "resources.yaml");
    CHECK(resources.find("\nkind: ConfigMap\n") < resources.find("\nkind: FlinkDeployment\n"));
    CHECK(run.result == (builds[0] / "job.sql").string() + "\n" + (builds[0] / "job.json").string() + "\n" +
                            (builds[0] / "resources.yaml").string() + "\n" + (builds[0] / "alerts.yaml").string() +
                            "\n");
    CHECK(read(builds[0] / "alerts.yaml").find("alert: WeirTableNotCommitted") != std::string::npos);

    const Run printed = weir_run({"generate", "flink", example("rebuilt/contract.fluid.yaml"), "--print", "sql"});
    CHECK(printed.result == sql);
    CHECK(printed.exit == Exit::Fine);

    const Run as_json = weir_run(
        {"generate", "flink", example("rebuilt/contract.fluid.yaml"), "--out", folder.path("o"), "--format", "json"});
    CHECK(as_json.object()["written"][0]["file"].get<std::string>().find("job.sql") != std::string::npos);
    CHECK(as_json.object()["written"][1]["file"].get<std::string>().find("job.json") != std::string::npos);
}

TEST_CASE("validate says what jobs cost as text and JSON, and tells notes when asked") {
    const std::string file = example("rebuilt/contract.fluid.yaml");
    CHECK(weir_run({"validate", file, "--cost"}).result.find("1,440 commits, as many snapshots") != std::string::npos);
    const json cost = weir_run({"validate", file, "--cost", "--format", "json"}).object()["contracts"][0]["cost"];
    CHECK(cost[0]["build"] == "rebuild-orders");
    CHECK(cost[0]["commits"] == 1'440);
    CHECK(cost[0]["metadataFiles"] == 4'320);
    CHECK_FALSE(weir_run({"validate", file, "--format", "json"}).object()["contracts"][0].contains("cost"));
    CHECK(weir_run({"validate", file, "--cost", "--format", "sarif"}).exit == Exit::Unknown);
    CHECK(weir_run({"validate", file}).result.find("info[") == std::string::npos);
    CHECK(weir_run({"validate", file}).result.find("notes (told by --notes)") != std::string::npos);
    CHECK(weir_run({"validate", file, "--notes"}).result.find("info[json-lossy-decoding]") != std::string::npos);
}

TEST_CASE("generate of an invalid contract writes nothing") {
    const Folder folder;
    const std::string bad = folder.write("bad.fluid.yaml", "id: x\n");
    for (const std::vector<std::string>& more :
         {std::vector<std::string>{}, {"--print", "sql"}, {"--format", "json"}}) {
        std::vector<std::string> arguments = {"generate", "flink", bad, "--out", folder.path("out")};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Run run = weir_run(arguments);
        CHECK(run.exit == Exit::No);
        CHECK(run.notes.find("error[") != std::string::npos);
        CHECK((more.empty() || more[0] != "--format" ? run.result.empty() : run.object()["valid"] == false));
    }
    CHECK_FALSE(fs::exists(folder.path("out")));
    CHECK(weir_run({"generate", "flink", folder.path("gone.fluid.yaml")}).exit == Exit::Unknown);
}

TEST_CASE("diff: severities, --fail-on and exit codes") {
    const std::string head = example("flattened/contract.fluid.yaml");
    const std::string base = example("flattened/baseline.fluid.yaml");
    CHECK(weir_run({"diff", head, "--baseline", base}).exit == Exit::No);
    CHECK(weir_run({"diff", head, "--baseline", base, "--fail-on", "none"}).exit == Exit::Fine);
    CHECK(weir_run({"diff", head, "--baseline", head, "--fail-on", "info"}).exit == Exit::Fine);
    CHECK(weir_run({"diff", head, "--baseline", head}).result == "no changes\n");
    const Run run = weir_run({"diff", head, "--baseline", base, "--format", "json"});
    CHECK(run.object()["summary"]["breaking"].get<int>() >= 1);
    CHECK(run.object()["head"]["valid"] == true);
}

TEST_CASE("diff: a side that cannot be read is neither equal nor different") {
    const Folder folder;
    const std::string head = example("flattened/contract.fluid.yaml");
    const std::string broken = folder.write("broken.fluid.yaml", "a: [\n");
    const std::string gone = folder.path("gone.fluid.yaml");
    for (const std::string& other : {broken, gone}) {
        for (const auto& [left, right] : {std::pair(head, other), std::pair(other, head)}) {
            const Run run = weir_run({"diff", left, "--baseline", right, "--fail-on", "none", "--format", "json"});
            CHECK(run.exit == Exit::Unknown);
            CHECK(run.object()["error"]["code"].get<std::string>().find("unreadable") != std::string::npos);
            CHECK(weir_run({"diff", left, "--baseline", right}).exit == Exit::Unknown);
        }
    }
}

TEST_CASE("diff: an invalid head is told and exits with 1") {
    const Folder folder;
    const std::string head = folder.write("head.fluid.yaml", "id: x\n");
    const Run run = weir_run({"diff", head, "--baseline", head, "--format", "json", "--fail-on", "none"});
    CHECK(run.exit == Exit::No);
    CHECK(run.object()["head"]["valid"] == false);
    CHECK_FALSE(run.object()["head"]["findings"].empty());
}

TEST_CASE("wrong use exits with 2, with one object under --format json") {
    for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
             {},
             {"nonsense"},
             {"validate"},
             {"validate", "a", "--format", "xml"},
             {"validate", "a", "--no-such-option"},
             {"generate", "spark", "a"},
             {"diff", "a"},
             {"diff", "a", "--baseline", "b", "--fail-on", "some"},
             {"grants", "no-such-file"},
             {"import", "odcs", "a"},
             {"verify", "a", "--streaming-timeout", "-1"},
             {"export", "a"},
             {"explain", "no-such-code"},
             {"serve", "--port", "99999999"},
         }) {
        CAPTURE(arguments);
        const Run run = weir_run(arguments);
        CHECK(run.exit == Exit::Unknown);
        CHECK(run.result.empty());
        CHECK_FALSE(run.notes.empty());
    }
    CHECK(weir_run({"validate", "--format", "json"}).object()["error"]["code"] == "usage");
    CHECK(weir_run({"import", "a", "--format=json"}).object()["error"]["code"] == "usage");
    CHECK(weir_run({"explain", "yaml-sintax"}).notes.find("did you mean yaml-syntax?") != std::string::npos);
}

TEST_CASE("help fits a terminal of 80 columns") {
    for (const std::vector<std::string>& words : std::vector<std::vector<std::string>>{{"--help"},
                                                                                       {"validate", "--help"},
                                                                                       {"generate", "flink", "--help"},
                                                                                       {"plan", "--help"},
                                                                                       {"diff", "--help"},
                                                                                       {"apply", "--help"},
                                                                                       {"preview", "--help"},
                                                                                       {"fleet", "--help"},
                                                                                       {"export", "--help"},
                                                                                       {"import", "--help"},
                                                                                       {"lsp", "--help"}}) {
        std::istringstream lines(weir_run(words).result);
        std::size_t seen = 0;
        for (std::string line; std::getline(lines, line); ++seen) {
            INFO(line);
            CHECK(line.size() <= 80);
        }
        CHECK(seen > 5);
    }
}

TEST_CASE("help names what works and nothing else") {
    const Run run = weir_run({"--help"});
    CHECK(run.exit == Exit::Fine);
    for (const char* command : {"validate", "generate", "bundle", "plan", "diff", "explain", "rules", "serve", "apply",
                                "verify", "policy", "grants", "doctor", "import", "completion", "--version"}) {
        CHECK(run.result.find(command) != std::string::npos);
    }
    CHECK(weir_run({"validate", "--help"}).result.find("--strict") != std::string::npos);
    CHECK(weir_run({"help"}).result == run.result);
    CHECK(weir_run({"help", "generate", "flink"}).result == weir_run({"generate", "flink", "--help"}).result);
    const Run unknown = weir_run({"help", "valdate"});
    CHECK(unknown.exit == Exit::Unknown);
    CHECK(unknown.result.empty());
    CHECK(unknown.notes.find("valdate is not a command; did you mean validate?") != std::string::npos);
}

TEST_CASE("a command line that ends too early says what may follow") {
    CHECK(weir_run({}).notes.find("a command is missing; there is validate, ") != std::string::npos);
    CHECK(weir_run({"generate"}).notes.find("what to generate is missing; there is flink") != std::string::npos);
    CHECK(weir_run({"validate"}).notes.find("FILE is required") != std::string::npos);
}

TEST_CASE("a folder in the place of a contract is told as one") {
    const Folder folder;
    static_cast<void>(folder.write("shop/c.fluid.yaml", ""));
    for (const std::string& name : {folder.path("shop"), folder.path("shop/")}) {
        const Run run = weir_run({"generate", "flink", name});
        CHECK(run.exit == Exit::Unknown);
        CHECK(run.notes.find("is a folder; name a contract in it") != std::string::npos);
    }
    CHECK(weir_run({"--version"}).result.find("weir ") == 0);
}

TEST_CASE("explain and rules tell of codes") {
    CHECK(weir_run({"explain", "yaml-syntax"}).result.find("error[yaml-syntax]: ") == 0);
    CHECK(weir_run({"explain", "yaml-syntax", "--format", "json"}).object()["page"] == "docs/codes/yaml-syntax.md");
    const json all = weir_run({"rules", "--format", "json"}).object();
    CHECK(all["codes"].size() == weir::all_codes().size());
    CHECK(all["rules"].size() == weir::all_rules().size());
    CHECK(all["refusals"].size() == weir::refusal_codes().size());
    CHECK(all["allowlists"].size() == weir::allowlists().size());
    CHECK(weir_run({"rules"}).result.find("field-type-changed") != std::string::npos);
    CHECK(weir_run({"rules"}).result.find("\nRefusals of policy\n") != std::string::npos);
}

TEST_CASE("a refusal is explained by its section of docs/policy.md, and by no more of it") {
    const Folder installed;
    static_cast<void>(installed.write("share/weir/docs/policy.md", cli_test::tree("docs/policy.md")));
    const auto explained = [&](const std::string& code) {
        TestIo io;
        io.program = installed.write("bin/weir", "");
        CHECK(weir::cli::run(io, {"explain", code}) == Exit::Fine);
        return io.result;
    };
    const std::string text = explained("namespace-unlisted");
    CHECK(
        text.find(
            "refused[namespace-unlisted]: The namespace is not in the operator's list.\n\n### namespace-unlisted\n") ==
        0);
    CHECK(text.find("export FLUID_FLINK_NAMESPACE_ALLOWLIST=") != std::string::npos);
    CHECK(text.find("image-unlisted") == std::string::npos);
    const std::string last = explained("own-sql-unlisted");
    CHECK(last.find("sha256:digest") != std::string::npos);
    CHECK(last.find("## What is not shown") == std::string::npos);
    const json object = weir_run({"explain", "host-unlisted", "--format", "json"}).object();
    CHECK(object["refusal"] == "host-unlisted");
    CHECK(object["page"] == "docs/policy.md#host-unlisted");
    // A code that has a page of its own is explained by it, though a refusal has the same name.
    CHECK(weir_run({"explain", "image-digest-placeholder", "--format", "json"}).object()["page"] ==
          "docs/codes/image-digest-placeholder.md");
}

TEST_CASE("names from outside reach the terminal only in safe form") {
    const Folder folder;
    const std::string name = folder.write("\x1b[2J\u202e##[add-mask].fluid.yaml", "\x1b[31m: 1\n");
    for (const std::vector<std::string>& arguments : {std::vector<std::string>{"validate", name},
                                                      {"validate", name, "--format", "json"},
                                                      {"generate", "flink", name},
                                                      {"diff", name, "--baseline", name},
                                                      {"diff", name, "--baseline", name, "--format", "json"},
                                                      {"explain", "##[x]\x1b[31m", "--format", "json"},
                                                      {"\x1b[31m"}}) {
        const Run run = weir_run(arguments);
        for (const char* raw : {"\x1b", "\u202e", "##["}) {
            CHECK(run.result.find(raw) == std::string::npos);
            CHECK(run.notes.find(raw) == std::string::npos);
        }
    }
}

TEST_CASE("an unknown command or option is named, with the nearest one") {
    const auto notes = [](const std::vector<std::string>& arguments) {
        const Run run = weir_run(arguments);
        CHECK(run.exit == Exit::Unknown);
        CHECK(run.result.empty());
        return run.notes;
    };
    CHECK(notes({"frobnicate"}).find("frobnicate is not a command; there is validate, ") != std::string::npos);
    CHECK(notes({"valdate", "x"}).find("valdate is not a command; did you mean validate?") != std::string::npos);
    CHECK(notes({"generate", "flnk", "x"}).find("flnk is not something to generate; did you mean flink?") !=
          std::string::npos);
    CHECK(
        notes({"validate", "--strickt", "x"}).find("--strickt is not an option of validate; did you mean --strict?") !=
        std::string::npos);
    CHECK(notes({"diff", "--baselin=y", "x"}).find("did you mean --baseline?") != std::string::npos);
    CHECK(notes({"validate", "-x"}).find("-x is not an option of validate") != std::string::npos);
    CHECK(notes({"fr\x1b[31mob"}).find('\x1b') == std::string::npos);
}

TEST_CASE("a result does not take the place of the contract that is read") {
    const Folder folder;
    const std::string contract = folder.path("a.fluid.yaml");
    fs::copy_file(example("flattened/contract.fluid.yaml"), contract);
    const std::string before = read(contract);
    CHECK(weir_run({"validate", contract, "--out", contract}).exit == Exit::Unknown);
    CHECK(weir_run({"validate", contract, "--format", "json", "--out", folder.path("./a.fluid.yaml")}).exit ==
          Exit::Unknown);
    CHECK(
        weir_run({"diff", example("flattened/contract.fluid.yaml"), "--baseline", contract, "--out", contract}).exit ==
        Exit::Unknown);
    CHECK(read(contract) == before);
}
