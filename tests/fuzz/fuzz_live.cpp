// Any bytes as the archive of a bundle: members within their limits under harmless names, or a problem that is told.
// What was read packs to an archive that unpacks to the same.
#include <cstdint>
#include <string_view>

#include "live/archive.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const weir::live::Unpacked unpacked =
        weir::live::unpack(std::string_view(reinterpret_cast<const char*>(data), size));
    for (const weir::BundleMember& member : unpacked.members) {
        require(weir::member_name_fault(member.path).empty(), "a member has a harmless name");
        require(member.text.size() <= weir::kMostMemberBytes, "a member is small enough");
    }
    for (const weir::DeployProblem& problem : unpacked.problems) {
        require(!problem.code.empty() && !problem.message.empty(), "a problem is told");
    }
    if (unpacked.problems.empty() && !unpacked.members.empty()) {
        const weir::live::Packed packed = weir::live::pack(unpacked.members);
        require(packed.problem.empty(), "what was unpacked packs");
        const weir::live::Unpacked again = weir::live::unpack(packed.bytes);
        require(again.problems.empty() && again.members.size() == unpacked.members.size(), "and unpacks");
        for (std::size_t i = 0; i < again.members.size(); ++i) {
            require(again.members[i].text == unpacked.members[i].text, "to the same");
        }
    }
    return 0;
}
