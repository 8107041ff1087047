#include "deploy/manifest.h"

#include <algorithm>

#include "deploy/canonical.h"
#include "weir/deploy.h"

namespace weir {

namespace {

using Kind = JsonValue::Kind;

bool is_digest(std::string_view text) {
    constexpr std::string_view kPrefix = "sha256:";
    return text.size() == kPrefix.size() + 64 && text.starts_with(kPrefix) &&
           text.find_first_not_of("0123456789abcdef", kPrefix.size()) == std::string_view::npos;
}

} // namespace

std::string manifest_json(const Manifest& manifest) {
    JsonValue object = json_object();
    put(object, "schema", json_count(1));
    put(object, "weir", json_text(manifest.version));
    put(object, "product", json_text(manifest.product));
    put(object, "contract", json_text(manifest.contract));
    put(object, "bundleDigest", json_text(digest_of_entries(manifest.files)));
    JsonValue& files = put(object, "files", json_array());
    for (const ManifestEntry& entry : manifest.files) {
        JsonValue file = json_object();
        put(file, "path", json_text(entry.path));
        put(file, "sha256", json_text(entry.sha256));
        put(file, "size", json_count(entry.size));
        append(files, std::move(file));
    }
    return canonical_text(object) + "\n";
}

std::optional<Manifest> read_manifest(std::string_view text) {
    const std::optional<JsonValue> object = read_sorted(text);
    const JsonValue* schema = object ? member_of(*object, "schema") : nullptr;
    const JsonValue* files = object ? member_of(*object, "files") : nullptr;
    if (schema == nullptr || schema->kind != Kind::Count || schema->count != 1 || files == nullptr ||
        files->kind != Kind::Array) {
        return std::nullopt;
    }
    Manifest manifest;
    manifest.product = text_of(*object, "product");
    manifest.contract = text_of(*object, "contract");
    manifest.version = text_of(*object, "weir");
    manifest.digest = text_of(*object, "bundleDigest");
    for (const JsonValue& file : files->values) {
        const JsonValue* size = member_of(file, "size");
        ManifestEntry entry{std::string(text_of(file, "path")), std::string(text_of(file, "sha256")), 0};
        if (entry.path.empty() || !is_digest(entry.sha256) || size == nullptr || size->kind != Kind::Count) {
            return std::nullopt;
        }
        entry.size = size->count;
        manifest.files.push_back(std::move(entry));
    }
    return manifest;
}

std::string digest_of_entries(std::vector<ManifestEntry> entries) {
    std::sort(entries.begin(), entries.end(),
              [](const ManifestEntry& a, const ManifestEntry& b) { return a.path < b.path; });
    JsonValue list = json_array();
    for (const ManifestEntry& entry : entries) {
        JsonValue file = json_object();
        put(file, "path", json_text(entry.path));
        put(file, "sha256", json_text(entry.sha256));
        append(list, std::move(file));
    }
    return digest_of(canonical_text(list));
}

std::string digest_of_sources(const FileSet& sources) {
    std::vector<ManifestEntry> entries;
    for (const auto& [name, answer] : sources) {
        entries.push_back({name, digest_of(answer.text), answer.text.size()});
    }
    return digest_of_entries(std::move(entries));
}

} // namespace weir
