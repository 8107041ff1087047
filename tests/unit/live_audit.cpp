#include "live/audit.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sys/stat.h>
#include <unistd.h>

using namespace weir::live;
namespace fs = std::filesystem;

namespace {

/// A folder that goes with the test.
struct Folder {
    fs::path base = fs::temp_directory_path() / ("weir-audit-" + new_run());
    std::string path = (base / "state" / "weir").string();

    Folder() { fs::create_directories(base); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() { fs::remove_all(base); }
};

AuditEntry entry_of(const std::string& command, const std::string& result = "applied") {
    AuditEntry entry;
    entry.run = new_run();
    entry.program = "weir";
    entry.version = "1";
    entry.command = command;
    entry.arguments = {"plan.json", "--mode", "amend"};
    entry.contexts = {"development"};
    entry.result = result;
    entry.objects = {"data-products/orders: running"};
    return entry;
}

std::string text_of(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

TEST_CASE("a command is one line of JSON that only its owner reads", "[audit]") {
    const Folder folder;
    const AuditLog log(folder.path);
    const mode_t before = umask(0);
    const std::string first_problem = log.append(entry_of("apply"));
    const std::string second_problem = log.append(entry_of("verify", "not-verified"));
    umask(before); // the tests after this one make files too
    REQUIRE(first_problem.empty());
    REQUIRE(second_problem.empty());
    struct stat file {};
    struct stat holder {};
    REQUIRE(stat(log.file().c_str(), &file) == 0);
    REQUIRE(stat(folder.path.c_str(), &holder) == 0);
    CHECK((file.st_mode & 0777U) == 0600U);
    CHECK((holder.st_mode & 0777U) == 0700U);
    const std::string text = text_of(log.file());
    CHECK(std::count(text.begin(), text.end(), '\n') == 2);
    const auto first = nlohmann::json::parse(text.substr(0, text.find('\n')));
    CHECK(first["command"] == "apply");
    CHECK(first["arguments"] == nlohmann::json({"plan.json", "--mode", "amend"}));
    CHECK(first["time"].get<std::string>().size() == 24);
    const AuditRecord record = log.read();
    REQUIRE(record.entries.size() == 2);
    CHECK(record.entries[1].result == "not-verified");
    CHECK(record.entries[0].objects == std::vector<std::string>{"data-products/orders: running"});
    CHECK(record.unreadable == 0);
}

TEST_CASE("a mode that lets others read is taken back", "[audit]") {
    const Folder folder;
    const AuditLog log(folder.path);
    REQUIRE(log.append(entry_of("apply")).empty());
    REQUIRE(chmod(log.file().c_str(), 0644) == 0);
    REQUIRE(log.append(entry_of("apply")).empty());
    struct stat file {};
    REQUIRE(stat(log.file().c_str(), &file) == 0);
    CHECK((file.st_mode & 0777U) == 0600U);
}

TEST_CASE("what reads like a secret is not in the log", "[audit]") {
    const Folder folder;
    const AuditLog log(folder.path);
    AuditEntry entry = entry_of("apply");
    entry.arguments = {"--bundle",
                       "https://user:hunter2secret@host/x.tgz",
                       "password=swordfish",
                       "AKIAIOSFODNN7EXAMPLE",
                       "token: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'",
                       std::string(100'000, 'x')};
    entry.objects = {"secret=opensesame"};
    REQUIRE(log.append(entry).empty());
    const std::string text = text_of(log.file());
    for (const char* secret : {"hunter2secret", "swordfish", "AKIAIOSFODNN7EXAMPLE", "ghp_16C7", "opensesame"}) {
        INFO(secret);
        CHECK(text.find(secret) == std::string::npos);
    }
    CHECK(text.size() < 4'000);
}

TEST_CASE("lines of many writers stay whole", "[audit]") {
    const Folder folder;
    constexpr int kWriters = 4;
    constexpr int kLines = 50;
    std::vector<std::thread> writers;
    std::atomic<int> failed{0};
    for (int i = 0; i < kWriters; ++i) {
        writers.emplace_back([&] {
            const AuditLog log(folder.path, 20'000); // it is put aside meanwhile, again and again
            for (int line = 0; line < kLines; ++line) {
                failed += log.append(entry_of("apply")).empty() ? 0 : 1;
            }
        });
    }
    for (std::thread& writer : writers) {
        writer.join();
    }
    CHECK(failed == 0);
    const AuditRecord record = AuditLog(folder.path).read();
    CHECK(record.unreadable == 0);
    CHECK(record.entries.size() > 40);
    CHECK(fs::file_size(folder.path + "/audit.jsonl") <= 20'000);
    CHECK(fs::file_size(folder.path + "/audit.1.jsonl") <= 20'000);
    CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 2);
}

TEST_CASE("half a line that a dead writer left spoils no other", "[audit]") {
    const Folder folder;
    const AuditLog log(folder.path);
    REQUIRE(log.append(entry_of("apply")).empty());
    std::ofstream(log.file(), std::ios::app) << R"({"schema":1,"time":"20)";
    REQUIRE(log.append(entry_of("verify")).empty());
    const AuditRecord record = log.read();
    CHECK(record.unreadable == 1);
    REQUIRE(record.entries.size() == 2);
    CHECK(record.entries[1].command == "verify");
}

TEST_CASE("where nothing can be written, that is said", "[audit]") {
    const Folder folder;
    CHECK(AuditLog("").append(entry_of("apply")).find("XDG_STATE_HOME") != std::string::npos);
    CHECK(AuditLog("").read().entries.empty());
    std::ofstream(folder.base / "file") << "x";
    const AuditLog below_a_file((folder.base / "file" / "weir").string());
    CHECK_FALSE(below_a_file.append(entry_of("apply")).empty());
    fs::create_directories(folder.path);
    fs::create_symlink(folder.base / "file", folder.path + "/audit.jsonl");
    const AuditLog linked(folder.path);
    CHECK(linked.append(entry_of("apply")).find("symbolic link") != std::string::npos);
    CHECK(text_of((folder.base / "file").string()) == "x");
    CHECK_FALSE(linked.read().problem.empty());
    fs::remove(folder.path + "/audit.jsonl");
    REQUIRE(mkfifo((folder.path + "/audit.jsonl").c_str(), 0600) == 0);
    CHECK_FALSE(linked.append(entry_of("apply")).empty());
    CHECK(AuditLog((folder.base / "none").string()).read().problem.empty());
}

TEST_CASE("a search takes all its words, whatever their case", "[audit]") {
    const AuditEntry entry = entry_of("apply");
    CHECK(matches(searched_text(entry), ""));
    CHECK(matches(searched_text(entry), "ORDERS amend"));
    CHECK(matches(searched_text(entry), "  development  "));
    CHECK_FALSE(matches(searched_text(entry), "orders production"));
}

TEST_CASE("an export is read by spreadsheets without running anything", "[audit]") {
    const Folder folder;
    const AuditLog log(folder.path);
    AuditEntry entry = entry_of("apply");
    entry.arguments = {"=HYPERLINK(\"x\")", "a,b"};
    const std::string csv = audit_csv({entry});
    CHECK(csv.find("\"'=HYPERLINK(\"\"x\"\") a,b\"") != std::string::npos);
    const AuditExport done = log.write_out({entry, entry});
    REQUIRE(done.problem.empty());
    const std::string lines = text_of(done.lines);
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 2);
    struct stat file {};
    REQUIRE(stat(done.csv.c_str(), &file) == 0);
    CHECK((file.st_mode & 0077U) == 0U);
}
