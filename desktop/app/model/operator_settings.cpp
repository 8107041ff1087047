#include "model/operator_settings.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "live/open.h"
#include "live/write.h"
#include "model/search.h"

namespace weir::app {

namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = 64UL * 1024;
constexpr std::size_t kMostPattern = 500;
constexpr float kSmallestZoom = 0.6F;
constexpr float kLargestZoom = 2.5F;
constexpr const char* kSeparators = " ,\t";

/// `*` stands for any characters. Linear but for going back to the last `*`.
bool fits(std::string_view pattern, std::string_view name) {
    std::size_t p = 0;
    std::size_t n = 0;
    std::size_t star = std::string_view::npos;
    std::size_t after = 0;
    while (n < name.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            after = n;
        } else if (p < pattern.size() && lower(pattern[p]) == lower(name[n])) {
            ++p;
            ++n;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            n = ++after;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

std::string folder_of(const char* variable, const char* below) {
    const char* value = std::getenv(variable); // NOLINT(concurrency-mt-unsafe): nothing here sets variables
    return value != nullptr && value[0] == '/' ? std::string(value) + below : std::string();
}

/// Why a member is not what it should be; empty when all are.
std::string fault_of(const json& file) {
    if (!file.is_object() || file.value("schema", json()) != json(1)) {
        return "it is no JSON object with \"schema\": 1";
    }
    const auto is = [&file](const char* name, const auto& good) { return !file.contains(name) || good(file[name]); };
    if (!is("theme", [](const json& v) { return v == "light" || v == "dark"; })) {
        return "theme is neither light nor dark";
    }
    if (!is("zoom", [](const json& v) { return v.is_number() && v >= kSmallestZoom && v <= kLargestZoom; })) {
        return "zoom is no number from 0.6 to 2.5";
    }
    if (!is("intervalSeconds", [](const json& v) {
            return v.is_number_unsigned() && (v == 0 || (v >= kShortestInterval && v <= kLongestInterval));
        })) {
        return "intervalSeconds is neither 0 nor from 5 to 3600";
    }
    if (!is("production",
            [](const json& v) { return v.is_string() && v.get_ref<const std::string&>().size() <= kMostPattern; })) {
        return "production is no text of at most 500 bytes";
    }
    return {};
}

} // namespace

std::optional<OperatorSettings> read_settings(std::string_view text, std::string& why) {
    const json file = text.size() > kMostBytes ? json() : json::parse(text, nullptr, false);
    why = file.is_discarded() ? "it is no JSON" : fault_of(file);
    if (!why.empty()) {
        return std::nullopt;
    }
    OperatorSettings settings;
    if (file.contains("theme")) {
        settings.theme = file["theme"] == "light" ? ThemeName::Light : ThemeName::Dark;
    }
    settings.zoom = file.value("zoom", settings.zoom);
    settings.interval = file.value("intervalSeconds", settings.interval);
    settings.production = file.value("production", settings.production);
    return settings;
}

std::string settings_json(const OperatorSettings& settings) {
    json file = {{"schema", 1},
                 {"zoom", std::round(static_cast<double>(settings.zoom) * 100) / 100},
                 {"intervalSeconds", settings.interval},
                 {"production", settings.production}};
    if (settings.theme) {
        file["theme"] = *settings.theme == ThemeName::Light ? "light" : "dark";
    }
    return file.dump(1, ' ', false, json::error_handler_t::replace) + "\n";
}

bool is_production(std::string_view patterns, std::string_view context) {
    std::size_t begin = patterns.find_first_not_of(kSeparators);
    while (begin != std::string_view::npos) {
        const std::size_t end = std::min(patterns.find_first_of(kSeparators, begin), patterns.size());
        if (fits(patterns.substr(begin, end - begin), context)) {
            return true;
        }
        begin = patterns.find_first_not_of(kSeparators, end);
    }
    return false;
}

std::string settings_path() {
    const std::string own = folder_of("XDG_CONFIG_HOME", "/weir/desktop.json");
    return own.empty() ? folder_of("HOME", "/.config/weir/desktop.json") : own;
}

LoadedSettings load_settings(const std::string& path) {
    LoadedSettings loaded;
    std::error_code error;
    if (path.empty() || !std::filesystem::exists(path, error)) {
        return loaded;
    }
    const FileAnswer file = live::read_regular(path, kMostBytes);
    std::string why = file.refusal;
    if (why.empty()) {
        if (const auto settings = read_settings(file.text, why)) {
            loaded.settings = *settings;
            return loaded;
        }
    }
    const std::string beside = path + ".broken";
    std::filesystem::rename(path, beside, error);
    loaded.keepable = !error;
    loaded.notice =
        error ? fmt::format("{} cannot be used: {}. Defaults are used; what you settle now is not kept.", path, why)
              : fmt::format("{} could not be used: {}. It is kept as {}; defaults are used.", path, why, beside);
    return loaded;
}

std::string save_settings(const std::string& path, const OperatorSettings& settings) {
    return path.empty() ? "neither XDG_CONFIG_HOME nor HOME names a folder"
                        : live::write_file(path, settings_json(settings));
}

} // namespace weir::app
