#include <catch2/catch.hpp>

#include <chrono>
#include <fstream>
#include <functional>
#include <sstream>
#include <thread>

#include "model/file_picker.h"
#include "model/screen_report.h"
#include "model/workspace.h"

using namespace weir::app;
namespace fs = std::filesystem;

namespace {

std::string read(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

void write(const fs::path& file, const std::string& text) {
    fs::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << text;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    return text.replace(at, from.size(), to);
}

/// The examples, copied to a folder that is removed at the end.
struct Folder {
    fs::path path = fs::temp_directory_path() /
                    ("weir-desktop-" + std::to_string(std::chrono::steady_clock::now().time_since_epoch().count()));

    Folder() { fs::copy(fs::path(WEIR_SOURCE_DIR) / "examples", path, fs::copy_options::recursive); }
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path, ignored);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

struct Desk {
    Tasks tasks{2, [] {}};
    Workspace work{tasks};

    bool until(const std::function<bool()>& condition) {
        for (int i = 0; i < 3000; ++i) {
            tasks.drain();
            if (condition()) {
                return true;
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
        }
        return false;
    }
    bool settle() {
        return until([&] { return work.settled(); });
    }
    ContractState state(const std::string& name) {
        for (const ContractEntry& contract : work.contracts()) {
            if (contract.name == name) {
                return contract.summary.state;
            }
        }
        return ContractState::Unreadable;
    }
};

} // namespace

TEST_CASE("a folder's contracts are found, checked, and the first one opened") {
    const Folder folder;
    Desk desk;
    desk.work.open_folder(folder.path);
    REQUIRE(desk.settle());
    REQUIRE(desk.work.contracts().size() == 4);
    CHECK(desk.work.contracts()[0].name == "flattened/baseline.fluid.yaml");
    CHECK(desk.work.contracts()[3].name == "rebuilt/contract.fluid.yaml");
    for (const ContractEntry& contract : desk.work.contracts()) {
        INFO(contract.name);
        CHECK(contract.summary.errors == 0);
        CHECK_FALSE(contract.due);
    }
    REQUIRE(desk.work.snapshot() != nullptr);
    CHECK(desk.work.snapshot()->path == folder.path / "flattened/baseline.fluid.yaml");
    REQUIRE(desk.work.snapshot()->builds.size() == 1);
    CHECK(desk.work.snapshot()->builds[0].text.find("INSERT INTO") != std::string::npos);
    CHECK(desk.work.snapshot()->files.size() == 3); // the contract, the stream, its schema
}

TEST_CASE("a word of the SQL knows the place of the contract that it came from") {
    const Folder folder;
    Desk desk;
    desk.work.open_contract(folder.path / "flattened/contract.fluid.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.snapshot() != nullptr);
    const SqlBuild& build = desk.work.snapshot()->builds.at(0);
    bool found = false;
    for (std::uint32_t line = 1; line <= build.code.lines.size(); ++line) {
        const std::string& text = build.code.lines[line - 1].text;
        const std::size_t at = text.find("'kafka:9092'");
        if (at == std::string::npos) {
            continue;
        }
        const SqlOrigin* origin = build.origin_at(line, static_cast<std::uint32_t>(at) + 1);
        REQUIRE(origin != nullptr);
        REQUIRE(origin->place.known);
        const CodeText& file = desk.work.snapshot()->files[origin->place.file];
        CHECK(file.lines[origin->place.at.line - 1].text.find("kafka:9092") != std::string::npos);
        found = true;
    }
    CHECK(found);
    CHECK(build.origin_at(0, 0) == nullptr);
    CHECK(build.origin_at(1'000'000, 0) == nullptr);
}

TEST_CASE("a change on disk is seen, in the contract and in a fragment") {
    const Folder folder;
    Desk desk;
    desk.work.open_contract(folder.path / "flattened/contract.fluid.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.snapshot() != nullptr);
    CHECK(desk.work.snapshot()->summary.errors == 0);

    const fs::path contract = folder.path / "flattened/contract.fluid.yaml";
    const std::string good = read(contract);
    write(contract, replaced(good, "customer.address.country", "customer.adress.country"));
    REQUIRE(desk.until([&] { return desk.work.snapshot() != nullptr && desk.work.snapshot()->summary.errors > 0; }));
    const FindingRow& row = desk.work.snapshot()->findings[0];
    CHECK(row.message.find("customer has no field adress") != std::string::npos);
    REQUIRE(row.place.known);
    desk.work.set_finding(0);
    CHECK(desk.work.cursor().line == row.place.at.line);
    const CodeLine& line = desk.work.snapshot()->files[0].lines[row.place.at.line - 1];
    REQUIRE_FALSE(line.marks.empty());
    CHECK(line.text.substr(line.marks[0].begin, line.marks[0].end - line.marks[0].begin).find("adress") !=
          std::string::npos);

    write(contract, good);
    REQUIRE(desk.until([&] { return desk.work.snapshot() != nullptr && desk.work.snapshot()->summary.errors == 0; }));
    const fs::path fragment = folder.path / "fragments/streams/orders.value.yaml";
    write(fragment, "not a schema\n");
    CHECK(desk.until([&] { return desk.work.snapshot() != nullptr && desk.work.snapshot()->summary.errors > 0; }));
}

TEST_CASE("a contract that appears is listed, one that goes is dropped, and so is a whole folder") {
    const Folder folder;
    Desk desk;
    desk.work.open_folder(folder.path);
    REQUIRE(desk.settle());
    write(folder.path / "new/broken.fluid.yaml", "a: [\n");
    REQUIRE(desk.until([&] { return desk.state("new/broken.fluid.yaml") == ContractState::Errors; }));
    desk.work.select(folder.path / "new/broken.fluid.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.snapshot() != nullptr);
    REQUIRE_FALSE(desk.work.snapshot()->findings.empty());
    CHECK(desk.work.snapshot()->findings[0].code == "yaml-syntax");
    REQUIRE_FALSE(desk.work.snapshot()->files.empty()); // also a broken text is shown
    CHECK(desk.work.snapshot()->files[0].lines[0].text == "a: [");

    fs::remove(folder.path / "new/broken.fluid.yaml");
    REQUIRE(desk.until([&] { return desk.work.contracts().size() == 4; }));
    CHECK(desk.work.snapshot() == nullptr);
    CHECK_FALSE(desk.work.notice().empty());

    fs::remove_all(folder.path);
    REQUIRE(desk.until([&] { return !desk.work.folder().error.empty(); }));
    CHECK(desk.work.contracts().empty());
}

TEST_CASE("the open contract is compared with its baseline, again when that changes") {
    const Folder folder;
    Desk desk;
    desk.work.set_baseline(folder.path / "flattened/baseline.fluid.yaml");
    desk.work.open_contract(folder.path / "flattened/contract.fluid.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.changes() != nullptr);
    CHECK(desk.work.changes()->why.empty());
    CHECK(desk.work.changes()->breaking == 1);
    CHECK(desk.work.changes()->non_breaking >= 1);
    CHECK(desk.work.changes()->info == 1);
    REQUIRE(desk.work.changes()->changes.size() ==
            desk.work.changes()->breaking + desk.work.changes()->non_breaking + desk.work.changes()->info);
    CHECK(desk.work.changes()->changes[0].severity == weir::ChangeSeverity::Breaking);

    fs::copy_file(folder.path / "flattened/contract.fluid.yaml", folder.path / "flattened/baseline.fluid.yaml",
                  fs::copy_options::overwrite_existing);
    CHECK(desk.until([&] { return desk.work.changes() != nullptr && desk.work.changes()->changes.empty(); }));

    desk.work.set_baseline(folder.path / "nowhere.fluid.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.changes() != nullptr);
    CHECK_FALSE(desk.work.changes()->why.empty());
    desk.work.clear_baseline();
    CHECK(desk.work.changes() == nullptr);
}

TEST_CASE("moving goes through the filtered contracts and stops at the ends") {
    const Folder folder;
    Desk desk;
    desk.work.open_folder(folder.path);
    REQUIRE(desk.settle());
    desk.work.set_filter("FLATTENED");
    REQUIRE(desk.work.shown().size() == 2);
    desk.work.move_selection(1);
    CHECK(desk.work.selected() == folder.path / "flattened/contract.fluid.yaml");
    desk.work.move_selection(5);
    CHECK(desk.work.selected() == folder.path / "flattened/contract.fluid.yaml");
    desk.work.move_selection(-9);
    CHECK(desk.work.selected() == folder.path / "flattened/baseline.fluid.yaml");
    desk.work.set_filter("no such name");
    desk.work.move_selection(1);
    CHECK(desk.work.selected() == folder.path / "flattened/baseline.fluid.yaml");
}

TEST_CASE("a file of another name or place can be opened, and a missing one says so") {
    const Folder folder;
    Desk desk;
    fs::copy_file(folder.path / "rebuilt/contract.fluid.yaml", folder.path / "rebuilt/other.yaml");
    desk.work.open_folder(folder.path / "nested");
    desk.work.open_contract(folder.path / "rebuilt/other.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.snapshot() != nullptr);
    CHECK(desk.work.snapshot()->path == folder.path / "rebuilt/other.yaml");
    CHECK(desk.work.snapshot()->summary.errors == 0);
    desk.work.open_contract(folder.path / "rebuilt/missing.fluid.yaml");
    REQUIRE(desk.settle());
    REQUIRE(desk.work.snapshot() != nullptr);
    CHECK(desk.work.snapshot()->summary.state == ContractState::Unreadable);
    CHECK_FALSE(desk.work.snapshot()->summary.why.empty());
}

TEST_CASE("a search is bounded in depth, entries and contracts") {
    const Folder folder;
    write(folder.path / ".hidden/x.fluid.yaml", "a: 1\n");
    write(folder.path / "node_modules/x.fluid.yaml", "a: 1\n");
    write(folder.path / "1/2/3/4/deep.fluid.yaml", "a: 1\n");
    const auto never = [] { return false; };
    CHECK(scan_folder(folder.path, {}, never).contracts.size() == 5);
    ScanLimits limits;
    limits.depth = 3;
    CHECK(scan_folder(folder.path, {}, never, limits).contracts.size() == 4);
    limits = ScanLimits();
    limits.contracts = 2;
    CHECK(scan_folder(folder.path, {}, never, limits).contracts.size() == 2);
    CHECK(scan_folder(folder.path, {}, never, limits).truncated);
    limits = ScanLimits();
    limits.entries = 1;
    CHECK(scan_folder(folder.path, {}, never, limits).truncated);
    CHECK_FALSE(scan_folder(folder.path / "nowhere", {}, never).error.empty());
}

TEST_CASE("the file dialog lists folders first and finds its way up") {
    const Folder folder;
    Tasks tasks(1, [] {});
    FilePicker picker(tasks);
    const auto wait = [&] {
        for (int i = 0; i < 2000 && (tasks.busy() || !picker.listed()); ++i) {
            tasks.drain();
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
        }
        return picker.listed();
    };
    picker.open(PickFor::Open, folder.path);
    REQUIRE(wait());
    REQUIRE(picker.listing().entries.size() == 6); // four folders, the lane in containers and the workspace file
    CHECK(picker.listing().entries[0].name == "flattened");
    CHECK(picker.listing().entries[5].name == "fluid.workspace.yaml");
    picker.jump_to("nest");
    CHECK(picker.enter().empty());
    REQUIRE(wait());
    CHECK(picker.enter() == folder.path / "nested/contract.fluid.yaml");
    picker.go_up();
    REQUIRE(wait());
    CHECK(picker.listing().entries[picker.at()].name == "nested");
}

TEST_CASE("the state tells what is on screen and nothing else") {
    const Folder folder;
    Desk desk;
    desk.work.open_contract(folder.path / "flattened/contract.fluid.yaml");
    REQUIRE(desk.settle());
    ScreenReport screen;
    screen.first_line = 3;
    screen.last_line = 4;
    const std::string findings = state_json({desk.work, Pages(), screen, ThemeName::Dark, 1, 1}).whole;
    CHECK(findings.find("\"view\": \"findings\"") != std::string::npos);
    CHECK(findings.find("fluidVersion") != std::string::npos);
    CHECK(findings.find("INSERT INTO") == std::string::npos);
    desk.work.set_panel(Panel::Sql);
    CHECK(state_json({desk.work, Pages(), screen, ThemeName::Dark, 1, 1}).whole.find("INSERT INTO") !=
          std::string::npos);
    const StateText one = state_json({desk.work, Pages(), screen, ThemeName::Dark, 1, 1});
    const StateText two = state_json({desk.work, Pages(), screen, ThemeName::Dark, 2, 9});
    CHECK(one.comparable == two.comparable);
    CHECK(one.whole != two.whole);
}
