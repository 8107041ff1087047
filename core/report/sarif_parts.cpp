#include "report/sarif_parts.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/exchange.h"

namespace weir {

void write_sarif_text(JsonWriter& json, std::string_view name, std::string_view text) {
    json.key(name);
    json.begin_object();
    json.member("text", text);
    json.end_object();
}

namespace {

/// What relative names are relative to. Build servers know it as the top of the checkout.
constexpr std::string_view kRoot = "%SRCROOT%";

} // namespace

void write_sarif_artifact(JsonWriter& json, std::string_view name, std::string_view file) {
    json.key(name);
    json.begin_object();
    json.member("uri", file_uri(file));
    if (!file.starts_with('/')) {
        json.member("uriBaseId", kRoot);
    }
    json.end_object();
}

void write_sarif_region(JsonWriter& json, std::string_view name, const Sources& sources, Span span) {
    const Range range = sources.range(span);
    json.key(name);
    json.begin_object();
    json.member("startLine", std::uint64_t{range.start.line});
    json.member("startColumn", std::uint64_t{range.start.column});
    json.member("endLine", std::uint64_t{range.end.line});
    json.member("endColumn", std::uint64_t{range.end.column});
    json.end_object();
}

void write_sarif_place(JsonWriter& json, const Sources* sources, Span span, std::string_view fallback_file) {
    json.key("physicalLocation");
    json.begin_object();
    if (sources != nullptr && span.known() && span.file < sources->size()) {
        write_sarif_artifact(json, "artifactLocation", (*sources)[span.file].name());
        write_sarif_region(json, "region", *sources, span);
    } else {
        write_sarif_artifact(json, "artifactLocation", fallback_file);
    }
    json.end_object();
}

namespace {

/// `YamlDuplicateKey` for `yaml-duplicate-key`: viewers show a rule's name in this form.
std::string friendly_name(std::string_view slug) {
    std::string name;
    bool starts = true;
    for (const char c : slug) {
        const bool word = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (word) {
            name += starts && c >= 'a' ? static_cast<char>(c - 'a' + 'A') : c;
        }
        starts = !word;
    }
    return name;
}

/// A meaning of the table of codes as a sentence. A key such as timestampFormat stays as it is.
std::string sentence(std::string_view meaning) {
    const auto is_lower = [](char c) { return c >= 'a' && c <= 'z'; };
    const std::string_view word = meaning.substr(0, meaning.find(' '));
    std::string text(meaning);
    if (std::all_of(word.begin(), word.end(), is_lower)) {
        text.front() = static_cast<char>(text.front() - 'a' + 'A');
    }
    return text + ".";
}

void write_help(JsonWriter& json, const SarifRule& info) {
    json.key("help");
    json.begin_object();
    json.member("text", fmt::format("weir explain {0} shows the page docs/{1}/{0}.md.", info.slug, info.pages));
    json.member("markdown", fmt::format("`weir explain {0}` shows the page `docs/{1}/{0}.md`.", info.slug, info.pages));
    json.end_object();
}

void write_rule(JsonWriter& json, const SarifRule& info) {
    json.begin_object();
    json.member("id", info.slug);
    // SARIF wants another name than the id, in more than its capital.
    const bool one_word = info.slug.find('-') == std::string_view::npos;
    json.member("name", friendly_name(info.slug) + (one_word ? "Rule" : ""));
    write_sarif_text(json, "shortDescription", info.meaning);
    write_sarif_text(json, "fullDescription", sentence(info.meaning));
    write_help(json, info);
    json.key("defaultConfiguration");
    json.begin_object();
    json.member("level", info.level);
    json.end_object();
    json.end_object();
}

void write_driver(JsonWriter& json, std::span<const SarifRule> rules, std::string_view version) {
    json.key("tool");
    json.begin_object();
    json.key("driver");
    json.begin_object();
    json.member("name", "Weir");
    json.member("version", version);
    json.member("semanticVersion", version);
    json.key("rules");
    json.begin_array();
    for (const SarifRule& rule : rules) {
        write_rule(json, rule);
    }
    json.end_array();
    json.key("notifications");
    json.begin_array();
    write_rule(json, rules[static_cast<std::size_t>(Code::file_unreadable)]);
    json.end_array();
    json.end_object();
    json.end_object();
}

void write_array(JsonWriter& json, std::string_view name, const std::vector<SarifPart>& parts,
                 std::string SarifPart::*member) {
    json.key(name);
    json.begin_array();
    for (const SarifPart& part : parts) {
        if (!(part.*member).empty()) {
            json.raw(part.*member);
        }
    }
    json.end_array();
}

void write_invocation(JsonWriter& json, const std::vector<SarifPart>& parts) {
    const bool whole =
        std::all_of(parts.begin(), parts.end(), [](const SarifPart& part) { return part.notifications.empty(); });
    json.key("invocations");
    json.begin_array();
    json.begin_object();
    json.member("executionSuccessful", whole);
    write_array(json, "toolExecutionNotifications", parts, &SarifPart::notifications);
    json.end_object();
    json.end_array();
}

void write_files(JsonWriter& json, const std::vector<SarifPart>& parts) {
    std::vector<std::string_view> files;
    for (const SarifPart& part : parts) {
        files.insert(files.end(), part.files.begin(), part.files.end());
    }
    std::sort(files.begin(), files.end());
    files.erase(std::unique(files.begin(), files.end()), files.end());
    json.key("artifacts");
    json.begin_array();
    for (const std::string_view file : files) {
        json.begin_object();
        write_sarif_artifact(json, "location", file);
        json.end_object();
    }
    json.end_array();
}

} // namespace

std::vector<SarifRule> sarif_codes() {
    std::vector<SarifRule> rules;
    for (const CodeInfo& info : all_codes()) {
        rules.push_back({info.slug, info.meaning, level_name(info.severity, "note"), "codes"});
    }
    return rules;
}

std::string sarif_log(std::span<const SarifRule> rules, const std::vector<SarifPart>& parts, std::string_view version) {
    JsonWriter json;
    json.begin_object();
    json.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
    json.member("version", "2.1.0");
    json.key("runs");
    json.begin_array();
    json.begin_object();
    write_driver(json, rules, version);
    write_invocation(json, parts);
    json.key("originalUriBaseIds");
    json.begin_object();
    json.key(kRoot);
    json.begin_object();
    json.key("description");
    json.begin_object();
    json.member("text", "The folder in which weir ran.");
    json.end_object();
    json.end_object();
    json.end_object();
    json.member("columnKind", "unicodeCodePoints");
    write_files(json, parts);
    write_array(json, "results", parts, &SarifPart::results);
    json.end_object();
    json.end_array();
    json.end_object();
    return json.take() + "\n";
}

} // namespace weir
