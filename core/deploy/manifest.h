#pragma once

/// \file
/// MANIFEST.json of a bundle, and the digests over lists of files.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/document.h"

namespace weir {

struct ManifestEntry {
    std::string path;
    std::string sha256; ///< as digest_of() writes it
    std::uint64_t size = 0;
};

struct Manifest {
    std::string product;
    std::string contract; ///< its name among the sources
    std::string version;
    std::vector<ManifestEntry> files;
    std::string digest; ///< what the manifest itself says, of one that was read
};

/// Canonical JSON with a final newline. Its digest is made of its files.
[[nodiscard]] std::string manifest_json(const Manifest& manifest);

/// Of strangers: nothing when it has another shape or version.
[[nodiscard]] std::optional<Manifest> read_manifest(std::string_view text);

/// Over the canonical JSON of `[{"path", "sha256"}, …]`, sorted by path.
[[nodiscard]] std::string digest_of_entries(std::vector<ManifestEntry> entries);
[[nodiscard]] std::string digest_of_sources(const FileSet& sources);

} // namespace weir
