#include "report/changes.h"

namespace weir {

namespace {

constexpr std::string_view kMaskedValue = "\"********\"";
constexpr std::string_view kMaskedMessage = "changed; the values may be secret and are not shown";

SecretSpans secrets_of(const Sources* sources, const std::vector<Finding>* findings, const std::vector<Span>* hidden) {
    return sources == nullptr || findings == nullptr ? SecretSpans() : SecretSpans(*sources, *findings, hidden);
}

} // namespace

ChangeSecrets::ChangeSecrets(const ChangesReport& report)
    : base_(secrets_of(report.base, report.base_findings, report.base_hidden)),
      head_(secrets_of(report.head, report.head_report.findings, report.head_report.hidden)) {}

ShownChange ChangeSecrets::shown(const Change& change) const {
    ShownChange shown{change.message, change.before, change.after};
    if (base_.empty() && head_.empty()) {
        return shown;
    }
    const auto told = [&](std::string_view text) { return base_.told_by(text) || head_.told_by(text); };
    const bool hides_before = !change.before.empty() && (base_.touches(change.base) || told(change.before));
    const bool hides_after = !change.after.empty() && (head_.touches(change.head) || told(change.after));
    if (hides_before) {
        shown.before = kMaskedValue;
    }
    if (hides_after) {
        shown.after = kMaskedValue;
    }
    if (hides_before || hides_after || told(change.message)) {
        shown.message = kMaskedMessage;
    }
    return shown;
}

ChangeCounts count(const std::vector<Change>& changes) {
    ChangeCounts counts;
    for (const Change& change : changes) {
        switch (change.severity) {
        case ChangeSeverity::Breaking:
            counts.breaking += 1;
            break;
        case ChangeSeverity::NonBreaking:
            counts.non_breaking += 1;
            break;
        case ChangeSeverity::Info:
            counts.info += 1;
            break;
        }
    }
    return counts;
}

} // namespace weir
