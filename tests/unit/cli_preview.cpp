// weir preview as a command: what belongs together, exit codes, the same bytes again, what is refused.

#include <catch2/catch.hpp>

#include <map>

#include <nlohmann/json.hpp>

#include "cli/preview.h"
#include "cli_support.h"

namespace fs = std::filesystem;
using cli_test::Folder;
using cli_test::read;
using weir::cli::Exit;
using weir::cli::match_files;
using weir::cli::MatchedFiles;

namespace {

std::string base_contract() {
    return cli_test::tree("tests/codes/base.fluid.yaml");
}

std::string replaced(std::string text, const std::string& old, const std::string& now) {
    const std::size_t at = text.find(old);
    REQUIRE(at != std::string::npos);
    return text.replace(at, old.size(), now);
}

struct Run {
    Exit exit = Exit::Fine;
    std::string out;
    std::string notes;

    [[nodiscard]] nlohmann::json json() const { return nlohmann::json::parse(out); }
};

Run preview(const Folder& folder, const std::vector<std::string>& more = {}, const std::string& site = "site") {
    cli_test::TestIo io;
    std::vector<std::string> arguments = {
        "preview", "--base",          folder.path("base"), "--head", folder.path("head"),
        "--out",   folder.path(site), "--format",          "json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    Run run;
    run.exit = weir::cli::run(io, arguments);
    run.out = io.result;
    run.notes = io.notes;
    return run;
}

std::map<std::string, std::string> files_of(const std::string& folder) {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            files[fs::path(entry.path()).lexically_relative(folder).string()] = read(entry.path());
        }
    }
    return files;
}

std::string joined(const std::vector<MatchedFiles>& matched) {
    std::string text;
    for (const MatchedFiles& pair : matched) {
        text += pair.base + ">" + pair.head + " ";
    }
    return text;
}

} // namespace

TEST_CASE("files match by name, then by an id that is clear") {
    const auto id_of = [](bool, const std::string& file) {
        return file.substr(0, file.find('.')) == "none" ? std::string() : file.substr(file.size() - 1);
    };
    CHECK(joined(match_files({"a.1", "b.2"}, {"a.1", "c.2"}, id_of)) == "a.1>a.1 b.2>c.2 ");
    CHECK(joined(match_files({"a.1"}, {"b.2"}, id_of)) == ">b.2 a.1> ");
    // Two files with the id: which of them moved is not known.
    CHECK(joined(match_files({"a.1"}, {"b.1", "c.1"}, id_of)) == ">b.1 >c.1 a.1> ");
    CHECK(joined(match_files({"a.1", "b.1"}, {"c.1"}, id_of)) == ">c.1 a.1> b.1> ");
    CHECK(joined(match_files({"none.1"}, {"none.2"}, id_of)) == ">none.2 none.1> ");
    // The name counts more than the id.
    CHECK(joined(match_files({"a.1", "b.1"}, {"a.1", "c.1"}, id_of)) == "a.1>a.1 b.1>c.1 ");
    CHECK(match_files({}, {}, id_of).empty());
}

TEST_CASE("a preview says what happened, and exits like diff") {
    const Folder folder;
    static_cast<void>(folder.write("base/a.fluid.yaml", base_contract()));
    static_cast<void>(folder.write("head/a.fluid.yaml", base_contract()));
    Run run = preview(folder);
    CHECK(run.exit == Exit::Fine);
    CHECK(run.json()["unchanged"] == 1);
    CHECK(run.json()["contracts"].empty());

    static_cast<void>(folder.write("head/a.fluid.yaml", replaced(base_contract(), "topic: orders", "topic: other")));
    run = preview(folder);
    CHECK(run.exit == Exit::No);
    CHECK(run.json()["contracts"][0]["status"] == "changed");
    CHECK(run.json()["contracts"][0]["summary"]["breaking"] == 1);
    CHECK(preview(folder, {"--fail-on", "none"}).exit == Exit::Fine);

    static_cast<void>(folder.write("head/a.fluid.yaml", replaced(base_contract(), "parallelism: 1", "parallelism: 2")));
    CHECK(preview(folder).exit == Exit::Fine);
    CHECK(preview(folder, {"--fail-on", "info"}).exit == Exit::No);

    static_cast<void>(folder.write("head/a.fluid.yaml", replaced(base_contract(), "parallelism: 1", "parallelism: 0")));
    CHECK(preview(folder, {"--fail-on", "none"}).exit == Exit::No);

    static_cast<void>(folder.write("head/a.fluid.yaml", "fluidVersion: ["));
    CHECK(preview(folder, {"--fail-on", "none"}).exit == Exit::Unknown);

    fs::remove(folder.path("head/a.fluid.yaml"));
    run = preview(folder);
    CHECK(run.exit == Exit::No);
    CHECK(run.json()["contracts"][0]["status"] == "removed");
    CHECK(preview(folder, {"--fail-on", "none"}).exit == Exit::Fine);

    fs::rename(folder.path("base"), folder.path("old"));
    fs::create_directories(folder.path("base"));
    run = preview(folder);
    CHECK(run.exit == Exit::Unknown); // nothing was looked at
}

TEST_CASE("a changed fragment changes every contract that includes it, and no other") {
    const Folder folder;
    for (const char* side : {"base", "head"}) {
        const std::string at(side);
        for (const char* name : {"/a.fluid.yaml", "/b.fluid.yaml", "/c.fluid.yaml"}) {
            std::string text = base_contract();
            const std::size_t begin = text.find("        schema:\n          - name: event_id");
            const std::size_t end = text.find("        key:\n          format: raw");
            text.replace(begin, end - begin,
                         "        schema:\n          $ref: parts/" + std::string(name[1] == 'c' ? "other" : "schema") +
                             ".yaml\n");
            static_cast<void>(folder.write(at + name, text));
        }
        const std::string whole = base_contract();
        const std::size_t begin = whole.find("          - name: event_id");
        const std::size_t end = whole.find("        key:\n          format: raw");
        std::string schema = whole.substr(begin, end - begin);
        static_cast<void>(folder.write(at + "/parts/other.yaml", schema));
        if (at == "head") {
            schema = replaced(schema, "type: int", "type: long");
        }
        static_cast<void>(folder.write(at + "/parts/schema.yaml", schema));
    }
    const Run run = preview(folder);
    const nlohmann::json result = run.json();
    REQUIRE(result["contracts"].size() == 2);
    CHECK(result["contracts"][0]["file"] == "a.fluid.yaml");
    CHECK(result["contracts"][1]["file"] == "b.fluid.yaml");
    CHECK(result["unchanged"] == 1);
    const std::string page = read(folder.path("site/" + result["contracts"][0]["page"].get<std::string>()));
    CHECK(page.find("<code>parts/schema.yaml</code>") != std::string::npos);
    CHECK(page.find("<code>parts/other.yaml</code>") == std::string::npos);
}

TEST_CASE("the same folders give the same bytes, wherever they lie and whatever was there before") {
    const Folder one;
    const Folder two;
    for (const Folder* folder : {&one, &two}) {
        for (int i = 0; i < 20; ++i) {
            const std::string name = "/team/p" + std::to_string(i) + ".fluid.yaml";
            static_cast<void>(folder->write("base" + name, base_contract()));
            static_cast<void>(folder->write(
                "head" + name, replaced(base_contract(), "parallelism: 1", "parallelism: " + std::to_string(i + 1))));
        }
    }
    REQUIRE(preview(one).exit == Exit::Fine);
    static_cast<void>(two.write("head/gone.fluid.yaml", base_contract()));
    REQUIRE(preview(two).exit == Exit::Fine);
    fs::remove(two.path("head/gone.fluid.yaml"));
    REQUIRE(preview(two).exit == Exit::Fine);
    const auto files = files_of(one.path("site"));
    CHECK(files.size() == 19 + 2);
    CHECK(files == files_of(two.path("site")));
    for (const auto& [name, text] : files) {
        INFO(name);
        CHECK(text.find(one.path("")) == std::string::npos);
    }
}

TEST_CASE("what is no folder is refused, and so is an --out that is somebody else's") {
    const Folder folder;
    static_cast<void>(folder.write("base/a.fluid.yaml", base_contract()));
    Run run = preview(folder);
    CHECK(run.exit == Exit::Unknown);
    CHECK(run.json()["error"]["code"] == "folder-missing");
    static_cast<void>(folder.write("head/a.fluid.yaml", base_contract()));
    run = preview(folder, {}, "head");
    CHECK(run.exit == Exit::Unknown);
    CHECK(run.json()["error"]["code"] == "not-written");
    CHECK(read(folder.path("head/a.fluid.yaml")) == base_contract());
}

TEST_CASE("pages of files with odd names lie in the site") {
    const Folder folder;
    const std::vector<std::string> names = {"A.fluid.yaml",   "a.fluid.yaml",   "ä b/<i>.fluid.yaml",
                                            "a/b.fluid.yaml", "a-b.fluid.yaml", "\x1b[31m.fluid.yaml",
                                            "'\".fluid.yaml"};
    for (const std::string& name : names) {
        static_cast<void>(folder.write("base/" + name, base_contract()));
        static_cast<void>(folder.write("head/" + name, replaced(base_contract(), "parallelism: 1", "parallelism: 3")));
    }
    REQUIRE(preview(folder).exit == Exit::Fine);
    const auto files = files_of(folder.path("site"));
    CHECK(files.size() == names.size() + 2);
    for (const auto& [name, text] : files) {
        INFO(name);
        CHECK(std::all_of(name.begin(), name.end(), [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '.' || c == '/';
        }));
        CHECK((name.ends_with(".json") || text.find("<i>.fluid") == std::string::npos));
        CHECK(text.find('\x1b') == std::string::npos);
    }
}

TEST_CASE("diff --format html prints the page of the two files, standing alone") {
    const Folder folder;
    const std::string base = folder.write("old.fluid.yaml", base_contract());
    const std::string head = folder.write("new.fluid.yaml", replaced(base_contract(), "topic: orders", "topic: other"));
    cli_test::TestIo io;
    CHECK(weir::cli::run(io, {"diff", head, "--baseline", base, "--format", "html"}) == Exit::No);
    CHECK(io.result.starts_with("<!doctype html>"));
    CHECK(io.result.find("1 breaking change") != std::string::npos);
    CHECK(io.result.find("All contracts") == std::string::npos);
    CHECK(io.result.find("</html>") != std::string::npos);
    cli_test::TestIo unreadable;
    CHECK(weir::cli::run(unreadable, {"diff", folder.write("x.fluid.yaml", "a: ["), "--baseline", base, "--format",
                                      "html"}) == Exit::Unknown);
    CHECK(unreadable.result.find("The two sides cannot be compared") != std::string::npos);
}
