#include "weir/finding.h"

#include <algorithm>
#include <numeric>

#include <fmt/format.h>

#include "text/order.h"

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

void cut_findings(std::vector<Finding>& findings, std::size_t most) {
    Finding cut;
    cut.code = Code::findings_cut;
    std::erase_if(findings, [&](const Finding& finding) {
        const bool earlier = finding.code == Code::findings_cut;
        cut.stands_for += earlier ? finding.stands_for : 0;
        return earlier;
    });
    if (findings.size() > most) {
        std::vector<std::size_t> order(findings.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::stable_sort(order.begin(), order.end(),
                         [&](std::size_t a, std::size_t b) { return findings[a].severity() < findings[b].severity(); });
        order.resize(most);
        std::sort(order.begin(), order.end()); // in the order of the list
        std::vector<Finding> kept;
        kept.reserve(most + 1);
        for (const std::size_t index : order) {
            kept.push_back(std::move(findings[index]));
        }
        cut.stands_for += findings.size() - most;
        findings = std::move(kept);
    }
    if (cut.stands_for > 0) {
        cut.message = fmt::format("{} more findings are not listed", cut.stands_for);
        cut.help = "Mend those that are listed, errors first, and check again.";
        findings.push_back(std::move(cut));
    }
}

void sort_findings(std::vector<Finding>& findings, bool (*before)(const Finding&, const Finding&)) {
    std::stable_sort(findings.begin(), findings.end(), before);
}

void make_room(std::vector<Finding>& findings) {
    if (findings.size() >= 2 * kMostFindings) {
        cut_findings(findings);
    }
}

} // namespace weir
