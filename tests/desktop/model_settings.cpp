#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "model/operator_settings.h"

using namespace weir::app;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path = fs::temp_directory_path() / ("weir-settings-" + std::to_string(getpid()));
    Folder() { fs::create_directories(path); }
    ~Folder() { fs::remove_all(path); }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
};

std::string why_not(const std::string& text) {
    std::string why;
    CHECK_FALSE(read_settings(text, why).has_value());
    return why;
}

} // namespace

TEST_CASE("settings come back as they were written", "[settings]") {
    OperatorSettings settings;
    settings.theme = ThemeName::Light;
    settings.zoom = 1.5F;
    settings.interval = 60;
    settings.production = "live-*";
    std::string why;
    const auto back = read_settings(settings_json(settings), why);
    REQUIRE(back.has_value());
    CHECK(*back == settings);
    CHECK(*read_settings(R"({"schema": 1})", why) == OperatorSettings());
}

TEST_CASE("settings that are none are refused with the reason", "[settings]") {
    CHECK(why_not("{") == "it is no JSON");
    CHECK(why_not("[]") == "it is no JSON object with \"schema\": 1");
    CHECK(why_not(R"({"schema": 2})") == "it is no JSON object with \"schema\": 1");
    CHECK(why_not(R"({"schema": 1, "theme": "pink"})") == "theme is neither light nor dark");
    CHECK(why_not(R"({"schema": 1, "zoom": 9})") == "zoom is no number from 0.6 to 2.5");
    CHECK(why_not(R"({"schema": 1, "zoom": "1"})") == "zoom is no number from 0.6 to 2.5");
    CHECK(why_not(R"({"schema": 1, "intervalSeconds": 1})") == "intervalSeconds is neither 0 nor from 5 to 3600");
    CHECK(why_not(R"({"schema": 1, "intervalSeconds": -5})") == "intervalSeconds is neither 0 nor from 5 to 3600");
    CHECK(why_not(R"({"schema": 1, "production": 7})") == "production is no text of at most 500 bytes");
}

TEST_CASE("a broken file is kept beside, and one that cannot be moved is not written over", "[settings]") {
    const Folder folder;
    const std::string file = (folder.path / "desktop.json").string();
    CHECK(load_settings(file).notice.empty());
    std::ofstream(file) << "not settings";
    const LoadedSettings loaded = load_settings(file);
    CHECK(loaded.settings == OperatorSettings());
    CHECK(loaded.keepable);
    CHECK(loaded.notice.find(file + ".broken") != std::string::npos);
    CHECK_FALSE(fs::exists(file));
    std::ostringstream kept;
    kept << std::ifstream(file + ".broken").rdbuf();
    CHECK(kept.str() == "not settings");
    CHECK(save_settings(file, loaded.settings).empty());
    CHECK(load_settings(file).notice.empty());
    fs::remove(file + ".broken");
    fs::create_directories(file + ".broken/full");
    std::ofstream(file) << "not settings again";
    CHECK_FALSE(load_settings(file).keepable);
    CHECK(fs::exists(file));
}

TEST_CASE("production is told by patterns", "[settings]") {
    CHECK(is_production("*prod*", "eu-PROD-1"));
    CHECK(is_production("*prd*, live-*", "live-eu"));
    CHECK(is_production("a*b*c", "aXXbYYc"));
    CHECK_FALSE(is_production("a*b*c", "aXXbYY"));
    CHECK_FALSE(is_production("prod", "eu-prod"));
    CHECK_FALSE(is_production("", "prod"));
    CHECK_FALSE(is_production(" , ", "prod"));
    CHECK(is_production("*", ""));
}

TEST_CASE("every context is read-only until it is switched", "[settings]") {
    WriteSwitch writes;
    CHECK(writes.read_only("eu"));
    writes.set_read_only("eu", false);
    CHECK_FALSE(writes.read_only("eu"));
    CHECK(writes.read_only("us"));
    writes.set_read_only("eu", true);
    CHECK(writes.read_only("eu"));
}
