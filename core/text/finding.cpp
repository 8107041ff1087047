#include "weir/finding.h"

#include <algorithm>

namespace weir {

const std::vector<CodeInfo>& all_codes() {
    static const std::vector<CodeInfo> kCodes = {
#define WEIR_CODE(identifier, slug, severity, meaning) {Code::identifier, slug, Severity::severity, meaning},
#include "weir/codes.def"
#undef WEIR_CODE
    };
    return kCodes;
}

const CodeInfo& code_info(Code code) {
    return all_codes()[static_cast<std::size_t>(code)];
}

std::optional<Code> code_from_slug(std::string_view slug) {
    const auto& codes = all_codes();
    const auto found =
        std::find_if(codes.begin(), codes.end(), [&](const CodeInfo& info) { return info.slug == slug; });
    return found == codes.end() ? std::nullopt : std::optional(found->code);
}

} // namespace weir
