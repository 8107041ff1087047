// The folder of a preview: what is written there, and what is never touched.

#include <catch2/catch.hpp>

#include <filesystem>

#include "cli_support.h"
#include "live/site.h"

namespace fs = std::filesystem;
using cli_test::Folder;
using cli_test::read;
using weir::live::SiteFolder;

TEST_CASE("a site is written into a new folder, an empty one, and an older site") {
    const Folder folder;
    for (int round = 0; round < 2; ++round) {
        SiteFolder site;
        REQUIRE(site.open(folder.path("a/site/")) == "");
        CHECK(site.write("index.html", "index") == "");
        CHECK(site.write("contracts/orders-0.html", "page") == "");
        CHECK(site.write(SiteFolder::kMark, "{\"schema\":1,\"preview\":\"weir\"}") == "");
        CHECK(read(folder.path("a/site/contracts/orders-0.html")) == "page");
    }
    fs::create_directories(folder.path("empty"));
    SiteFolder site;
    CHECK(site.open(folder.path("empty")) == "");
}

TEST_CASE("a folder that holds anything else is refused and left as it is") {
    const Folder folder;
    static_cast<void>(folder.write("work/contract.fluid.yaml", "x"));
    CHECK(SiteFolder().open(folder.path("work")).find("holds other files") == 0);
    static_cast<void>(folder.write("pages/index.html", "mine"));
    CHECK(SiteFolder().open(folder.path("pages")).find("holds other files") == 0);
    static_cast<void>(folder.write("marked/weir-preview.json", "{\"mine\": true}"));
    CHECK(SiteFolder().open(folder.path("marked")).find("holds other files") == 0);
    static_cast<void>(folder.write("plain", "x"));
    CHECK(SiteFolder().open(folder.path("plain")) != "");
    CHECK(read(folder.path("pages/index.html")) == "mine");
    CHECK(std::distance(fs::directory_iterator(folder.path("work")), fs::directory_iterator()) == 1);
}

TEST_CASE("no symbolic link is followed") {
    const Folder folder;
    fs::create_directories(folder.path("elsewhere"));
    fs::create_symlink(folder.path("elsewhere"), folder.path("link"));
    CHECK(SiteFolder().open(folder.path("link")) == "is a symbolic link or a file");
    CHECK(SiteFolder().open(folder.path("link/")) == "is a symbolic link or a file");
    fs::create_symlink(folder.path("nowhere"), folder.path("dangling"));
    CHECK(SiteFolder().open(folder.path("dangling")) != "");
    CHECK(!fs::exists(folder.path("nowhere")));

    // An older site whose parts were turned into links.
    SiteFolder site;
    REQUIRE(site.open(folder.path("site")) == "");
    static_cast<void>(folder.write("victim", "precious"));
    fs::create_symlink(folder.path("victim"), folder.path("site/index.html"));
    CHECK(site.write("index.html", "index") == "");
    CHECK(read(folder.path("victim")) == "precious");
    CHECK(read(folder.path("site/index.html")) == "index");
    fs::remove_all(folder.path("site/contracts"));
    fs::create_symlink(folder.path("elsewhere"), folder.path("site/contracts"));
    CHECK(SiteFolder().open(folder.path("site")) == "its contracts is a symbolic link or a file");
    fs::remove(folder.path("site/weir-preview.json"));
    static_cast<void>(folder.write("mark", "{\"schema\":1,\"preview\":\"weir\"}"));
    fs::create_symlink(folder.path("mark"), folder.path("site/weir-preview.json"));
    CHECK(SiteFolder().open(folder.path("site")).find("holds other files") == 0);
}

TEST_CASE("only names of pages are written, and nothing outside") {
    const Folder folder;
    SiteFolder site;
    REQUIRE(site.open(folder.path("site")) == "");
    for (const char* name : {"../x.html", "contracts/../x.html", "contracts/.x.html", "contracts/x/y.html",
                             "other/x.html", "contracts/X.html", "contracts/.html", "x", "", "/x.html", "contracts/"}) {
        INFO(name);
        CHECK(site.write(name, "x") == "is not the name of a page");
    }
}

TEST_CASE("pages of an older preview go, and nothing else") {
    const Folder folder;
    SiteFolder site;
    REQUIRE(site.open(folder.path("site")) == "");
    CHECK(site.write("contracts/old-1.html", "x") == "");
    CHECK(site.write("contracts/kept-2.html", "x") == "");
    for (const char* name : {"contracts/notes.txt", "contracts/Mine.html", "notes.html", "contracts/.a.html.1.tmp"}) {
        static_cast<void>(folder.write(std::string("site/") + name, "x"));
    }
    CHECK(site.remove_other_pages({"contracts/kept-2.html"}) == "");
    CHECK(!fs::exists(folder.path("site/contracts/old-1.html")));
    CHECK(!fs::exists(folder.path("site/contracts/.a.html.1.tmp")));
    for (const char* name : {"contracts/kept-2.html", "contracts/notes.txt", "contracts/Mine.html", "notes.html"}) {
        CHECK(fs::exists(folder.path(std::string("site/") + name)));
    }
}
