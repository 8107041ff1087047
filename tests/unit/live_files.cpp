#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "live/contracts.h"
#include "live/folders.h"
#include "live/open.h"
#include "live/paths.h"
#include "live/workspace.h"
#include "live/write.h"

namespace fs = std::filesystem;
using namespace weir;

namespace {

/// A folder of its own for one test, removed afterwards; the test runs inside it.
class Playground {
  public:
    Playground() : before_(fs::current_path()) {
        std::string name = (fs::temp_directory_path() / "weir-live-XXXXXX").string();
        folder_ = mkdtemp(name.data());
        fs::current_path(folder_);
    }
    ~Playground() {
        fs::current_path(before_);
        std::error_code ignored;
        fs::remove_all(folder_, ignored);
    }
    Playground(const Playground&) = delete;
    Playground& operator=(const Playground&) = delete;

    void write(const fs::path& name, std::string_view text) const {
        fs::create_directories((folder_ / name).parent_path());
        std::ofstream(folder_ / name, std::ios::binary) << text;
    }
    [[nodiscard]] std::string real(const std::string& name) const { return (fs::canonical(folder_) / name).string(); }

  private:
    fs::path before_;
    fs::path folder_;
};

std::string refusal(const live::LoadedContract& loaded, const std::string& name) {
    const auto found = loaded.files.find(name);
    return found == loaded.files.end() ? "never asked for" : found->second.refusal;
}

} // namespace

TEST_CASE("real paths follow links and keep what does not exist") {
    const Playground play;
    play.write("a/b/file.yaml", "x");
    fs::create_directory_symlink("a/b", "short");
    fs::create_symlink("/etc", "out");
    CHECK(live::real_path("short/../b/file.yaml") == play.real("a/b/file.yaml"));
    CHECK(live::real_path("short/new.yaml") == play.real("a/b/new.yaml"));
    CHECK(live::real_path("out/nothing/here.yaml") == "/etc/nothing/here.yaml");
    CHECK(live::real_path("") == play.real("").substr(0, play.real("").size() - 1));
    fs::create_symlink("loop", "loop");
    CHECK_FALSE(live::real_path("loop").has_value());
    CHECK(live::lies_within("/a/b", "/a"));
    CHECK_FALSE(live::lies_within("/ab", "/a"));
    CHECK(live::lies_within("/a", "/"));
}

TEST_CASE("only regular files are opened") {
    const Playground play;
    play.write("good.yaml", "id: x");
    CHECK(live::read_regular("good.yaml", 100).text == "id: x");
    CHECK(live::read_regular("good.yaml", 2).text == "id:");
    mkfifo("pipe.yaml", 0600);
    CHECK(live::read_regular("pipe.yaml", 100).refusal == "is not a regular file");
    fs::create_symlink("good.yaml", "link.yaml");
    CHECK(live::read_regular("link.yaml", 100).refusal == "is a symbolic link");
    CHECK(live::read_regular("/dev/zero", 100).refusal == "is not a regular file");
    CHECK(live::read_regular(".", 100).refusal == "is a folder");
    CHECK(live::read_regular("gone.yaml", 100).refusal == "no such file");
}

TEST_CASE("a contract is read with its fragments under the names that the user wrote") {
    const Playground play;
    play.write("c/a.fluid.yaml", "id: x\nname: {$ref: parts/name.yaml}\n");
    play.write("c/parts/name.yaml", "first: one\n");
    for (const std::string& prefix :
         {std::string("c/"), std::string("./c/"), std::string("c/../c/"), play.real("c/")}) {
        CAPTURE(prefix);
        const live::LoadedContract loaded = live::load_contract(prefix + "a.fluid.yaml");
        CHECK(loaded.found);
        CHECK(loaded.checked.need.empty());
        CHECK(loaded.checked.document->sources().size() == 2);
        CHECK(loaded.checked.document->sources()[0].name() == prefix + "a.fluid.yaml");
    }
    fs::current_path("c");
    CHECK(live::load_contract("a.fluid.yaml").checked.document->sources().size() == 2);
}

TEST_CASE("the contract itself is opened under the same rules") {
    const Playground play;
    play.write("a.txt", "id: x");
    play.write(".hidden.yaml", "id: x");
    play.write("outside.yaml", "id: x");
    fs::create_directories("in");
    fs::create_symlink("../outside.yaml", "in/link.yaml");
    fs::create_symlink("/dev/zero", "in/zero.yaml");
    mkfifo("pipe.yaml", 0600);
    for (const std::string name :
         {"a.txt", ".hidden.yaml", "gone.yaml", "in", "in/", "in/link.yaml", "in/zero.yaml", "pipe.yaml", ""}) {
        CAPTURE(name);
        const live::LoadedContract loaded = live::load_contract(name);
        CHECK_FALSE(loaded.found);
        CHECK_FALSE(loaded.checked.valid());
        CHECK_FALSE(loaded.checked.findings.empty());
    }
}

TEST_CASE("no fragment is read from outside the ref root") {
    const Playground play;
    play.write("secret.yaml", "a: HUSH");
    play.write("c/.env.yaml", "a: HUSH");
    play.write("c/real/part.yaml", "a: 1");
    fs::create_symlink("../secret.yaml", "c/link.yaml");
    fs::create_symlink("..", "c/up");
    fs::create_symlink("../gone.yaml", "c/dangling.yaml");
    fs::create_symlink("real", "c/inside");
    fs::create_symlink(".env.yaml", "c/plain.yaml");
    mkfifo("c/pipe.yaml", 0600);
    const auto load = [&](const std::string& ref) {
        play.write("c/a.fluid.yaml", "id: x\nname: {$ref: " + ref + "}\n");
        return live::load_contract("c/a.fluid.yaml");
    };
    CHECK(refusal(load("link.yaml"), "c/link.yaml").find("leaves the ref root") == 0);
    CHECK(refusal(load("up/secret.yaml"), "c/up/secret.yaml").find("leaves the ref root") == 0);
    // The answer is the same whether or not the file outside exists.
    CHECK(refusal(load("dangling.yaml"), "c/dangling.yaml").find("leaves the ref root") == 0);
    CHECK(refusal(load("up/nothing.yaml"), "c/up/nothing.yaml").find("leaves the ref root") == 0);
    CHECK(refusal(load("plain.yaml"), "c/plain.yaml").find("is a hidden file") == 0);
    CHECK(refusal(load("pipe.yaml"), "c/pipe.yaml") == "is not a regular file");
    CHECK(refusal(load("gone.yaml"), "c/gone.yaml") == "no such file");
    CHECK(refusal(load("inside/part.yaml"), "c/inside/part.yaml").empty());
    CHECK(refusal(load("../secret.yaml"), "secret.yaml") == "never asked for");
    for (const std::string ref : {"link.yaml", "up/secret.yaml", "plain.yaml", "../secret.yaml", ".env.yaml"}) {
        CHECK_FALSE(load(ref).checked.valid());
    }
}

TEST_CASE("a workspace widens the ref root") {
    const Playground play;
    fs::create_directories(".git");
    play.write("common/part.yaml", "a: 1\n");
    play.write("team/c/a.fluid.yaml", "id: x\nname: {$ref: ../../common/part.yaml}\n");
    CHECK_FALSE(live::load_contract("team/c/a.fluid.yaml").checked.document->sources().size() == 2);
    play.write("fluid.workspace.yaml", "ref_root: .\n");

    CHECK(live::load_contract("team/c/a.fluid.yaml").checked.document->sources().size() == 2);
    CHECK(live::load_contract("team/c/a.fluid.yaml").ref_root == ".");
    fs::current_path("team/c");
    CHECK(live::load_contract("a.fluid.yaml").checked.document->sources().size() == 2);
    CHECK(live::load_contract("a.fluid.yaml").ref_root == "../..");
    CHECK(live::load_contract(play.real("team/c/a.fluid.yaml")).checked.document->sources().size() == 2);
    fs::current_path(play.real("team"));
    fs::create_directory_symlink(play.real("team/c"), "alias");
    CHECK(live::load_contract("alias/a.fluid.yaml").checked.document->sources().size() == 2);
}

TEST_CASE("the nearest workspace counts, and no further up than the repository") {
    const Playground play;
    play.write("fluid.workspace.yaml", "ref_root: .\n");
    play.write("repo/c/a.fluid.yaml", "id: x\n");
    CHECK(live::find_ref_root(play.real("repo/c")).folder == play.real("").substr(0, play.real("").size() - 1));
    fs::create_directories("repo/.git");
    CHECK(live::find_ref_root(play.real("repo/c")).folder == play.real("repo/c"));
    play.write("repo/fluid.workspace.yaml", "ref_root: .\n");
    CHECK(live::find_ref_root(play.real("repo/c")).folder == play.real("repo"));
    play.write("repo/c/fluid.workspace.yaml", "other: 1\n");
    CHECK(live::find_ref_root(play.real("repo/c")).folder == play.real("repo/c"));
}

TEST_CASE("a workspace that cannot be followed is a finding") {
    const Playground play;
    fs::create_directories(".git");
    play.write("c/a.fluid.yaml", "id: x\n");
    for (const std::string text : {"ref_root: ..\n", "ref_root: /\n", "ref_root: other\n", "ref_root: 1\n",
                                   "ref_root: [\n", "- 1\n", "ref_root: ''\n"}) {
        CAPTURE(text);
        play.write("fluid.workspace.yaml", text);
        const live::LoadedContract loaded = live::load_contract("c/a.fluid.yaml");
        REQUIRE_FALSE(loaded.checked.findings.empty());
        CHECK(loaded.checked.findings[0].code == Code::workspace_invalid);
        CHECK(loaded.ref_root.empty());
    }
    fs::remove("fluid.workspace.yaml");
    mkfifo("fluid.workspace.yaml", 0600);
    CHECK(live::load_contract("c/a.fluid.yaml").checked.findings[0].code == Code::workspace_invalid);
}

TEST_CASE("folders are searched in order, without hidden ones and linked ones") {
    const Playground play;
    for (const char* name : {"d/b.fluid.yaml", "d/a/z.fluid.yaml", "d/.git/x.fluid.yaml", "d/.y.fluid.yaml",
                             "d/no.yaml", "d/a-.fluid.yaml", "other/q.fluid.yaml"}) {
        play.write(name, "id: x\n");
    }
    fs::create_directory_symlink("../other", "d/linked");
    CHECK(live::find_contracts("d").files ==
          std::vector<std::string>{"d/a-.fluid.yaml", "d/a/z.fluid.yaml", "d/b.fluid.yaml"});
    CHECK(live::find_contracts("d/").files.front() == "d/a-.fluid.yaml");
    CHECK_FALSE(live::find_contracts("gone").problems.empty());
}

TEST_CASE("a search has limits, and tells what it left out") {
    const Playground play;
    for (const char* name : {"d/a/one.fluid.yaml", "d/a/deep/er/two.fluid.yaml", "d/b/three.fluid.yaml",
                             "d/node_modules/four.fluid.yaml", "d/__pycache__/five.fluid.yaml"}) {
        play.write(name, "id: x\n");
    }
    fs::create_directory_symlink("..", "d/b/circle");
    using Names = std::vector<std::string>;
    CHECK(live::find_contracts("d").files ==
          Names{"d/a/deep/er/two.fluid.yaml", "d/a/one.fluid.yaml", "d/b/three.fluid.yaml"});
    CHECK(live::find_contracts("d").problems.empty());

    const live::FoundContracts shallow = live::find_contracts("d", {.depth = 1});
    CHECK(shallow.files == Names{"d/a/one.fluid.yaml", "d/b/three.fluid.yaml"});
    REQUIRE(shallow.problems.size() == 1);
    CHECK(shallow.problems[0].find("d/a/deep and what comes behind it was not searched") != std::string::npos);

    const live::FoundContracts few = live::find_contracts("d", {.files = 1});
    CHECK(few.files == Names{"d/a/one.fluid.yaml"});
    CHECK(few.problems.size() == 1);
    CHECK(live::find_contracts("d", {.entries = 1}).problems.size() == 1);

    CHECK(live::find_contracts("/proc").left_out == Names{"/proc"});
    CHECK(live::find_contracts("d", {}, [] { return false; }).files.empty());
}

TEST_CASE("files are written whole, and never through links or paths in names") {
    const Playground play;
    CHECK(live::write_file("new/deep/x.json", "{}").empty());
    CHECK(live::read_regular("new/deep/x.json", 10).text == "{}");
    CHECK(live::write_below("out", "build-a", "job.sql", "one").empty());
    CHECK(live::write_below("out", "build-a", "job.sql", "two").empty());
    CHECK(live::read_regular("out/build-a/job.sql", 10).text == "two");
    CHECK(std::distance(fs::directory_iterator("out/build-a"), fs::directory_iterator()) == 1);
    for (const std::string name : {"..", ".", "", "a/b", "../x", ".git"}) {
        CAPTURE(name);
        CHECK_FALSE(live::write_below("out", name, "job.sql", "x").empty());
    }
    fs::create_directories("elsewhere");
    fs::create_directory_symlink("../elsewhere", "out/linked");
    CHECK_FALSE(live::write_below("out", "linked", "job.sql", "x").empty());
    CHECK(fs::is_empty("elsewhere"));
    play.write("victim", "old");
    fs::remove("out/build-a/job.sql");
    fs::create_symlink("../../victim", "out/build-a/job.sql");
    CHECK(live::write_below("out", "build-a", "job.sql", "x").empty());
    CHECK(live::read_regular("victim", 10).text == "old");
    CHECK_FALSE(live::write_file("new", "x").empty());
}

TEST_CASE("a result goes into a pipe or a device, and does not replace it") {
    const Playground play;
    REQUIRE(mkfifo("pipe", 0600) == 0);
    const int reader = open("pipe", O_RDONLY | O_NONBLOCK);
    REQUIRE(reader >= 0);
    CHECK(live::write_file("pipe", "result").empty());
    CHECK(fs::is_fifo("pipe"));
    char found[8] = {};
    CHECK(read(reader, found, sizeof found) == 6);
    CHECK(std::string(found) == "result");
    close(reader);
    CHECK_FALSE(live::write_file(".", "x").empty());
}
