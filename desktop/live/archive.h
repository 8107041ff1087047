#pragma once

/// \file
/// The archive around a bundle: USTAR in gzip.

#include <string>
#include <string_view>
#include <vector>

#include "weir/deploy.h"

namespace weir::live {

/// Compressed bytes of a bundle that are read at most.
inline constexpr std::size_t kMostArchiveBytes = 64UL * 1024 * 1024;

struct Packed {
    std::string bytes;
    std::string problem; ///< why there are none; empty when there are
};

/// The archive of these members in their order. The same members give the same bytes: no time, no owner, one mode.
[[nodiscard]] Packed pack(const std::vector<BundleMember>& members);

struct Unpacked {
    std::vector<BundleMember> members;
    std::vector<DeployProblem>
        problems; ///< `bundle-archive` and those of read_bundle(); nothing is read after the first
};

/// The members of an archive of strangers. Only plain files of USTAR under names that member_name_fault() has nothing
/// against are read, up to the limits of weir/deploy.h; nothing may follow the end of the archive.
[[nodiscard]] Unpacked unpack(std::string_view bytes);

/// The name is that of a bundle: it ends in .tgz or .tar.gz.
[[nodiscard]] bool is_bundle_name(std::string_view file);

/// Reads the bundle in `file`, unpacked and judged by read_bundle().
[[nodiscard]] Bundle load_bundle(const std::string& file);

} // namespace weir::live
