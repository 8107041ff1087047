#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/json.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "live/archive.h"
#include "live/write.h"

namespace weir::cli {

namespace {

std::string json_of(const Bundle& bundle, const std::string& out) {
    nlohmann::ordered_json files = nlohmann::ordered_json::array();
    for (std::size_t i = 1; i < bundle.members.size(); ++i) { // after the manifest
        const BundleMember& member = bundle.members[i];
        files.push_back({{"path", member.path}, {"sha256", digest_of(member.text)}, {"size", member.text.size()}});
    }
    const nlohmann::ordered_json object = {{"schema", 1},
                                           {"bundle", out},
                                           {"product", bundle.product},
                                           {"bundleDigest", bundle.digest},
                                           {"sourcesDigest", bundle.sources_digest},
                                           {"files", files}};
    return json_line(object);
}

} // namespace

Exit bundle(Io& io, const BundleOptions& options) {
    const Subject subject = load_subject(io, options.common, options.file);
    if (subject.exit != Exit::Fine) {
        return subject.exit;
    }
    const std::string& out = options.out;
    const live::Packed packed = live::pack(subject.bundle.members);
    if (!packed.problem.empty()) {
        return fail(io, options.common, "not-written", packed.problem);
    }
    if (const std::string problem = live::write_file(out, packed.bytes); !problem.empty()) {
        return fail(io, options.common, "not-written", fmt::format("{}: {}", out, problem));
    }
    io.out(options.common.json()
               ? json_of(subject.bundle, out)
               : fmt::format("{}: {} files of {}, bundleDigest {}\n", terminal_safe(out), subject.bundle.members.size(),
                             terminal_safe(subject.bundle.product), subject.bundle.digest));
    return Exit::Fine;
}

} // namespace weir::cli
