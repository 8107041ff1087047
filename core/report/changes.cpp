#include "report/changes.h"

#include <algorithm>

namespace weir {

namespace {

constexpr std::string_view kMaskedValue = "\"********\"";
constexpr std::string_view kMaskedMessage = "changed; the values may be secret and are not shown";

/// Stands for statements that would tell a secret.
const Migration kMaskedMigration = {"The statements may tell a secret and are not shown.", {}, {}};

SecretSpans secrets_of(const Sources* sources, const std::vector<Finding>* findings, const std::vector<Span>* hidden) {
    return sources == nullptr || findings == nullptr ? SecretSpans() : SecretSpans(*sources, *findings, hidden);
}

} // namespace

ChangeSecrets::ChangeSecrets(const ChangesReport& report)
    : base_(secrets_of(report.base, report.base_findings, report.base_hidden)),
      head_(secrets_of(report.head, report.head_report.findings, report.head_report.hidden)) {}

ShownChange ChangeSecrets::shown(const Change& change) const {
    ShownChange shown{change.message, change.what,  change.affected,  change.action,
                      change.before,  change.after, &change.migration};
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
        shown.what = kMaskedMessage;
        shown.affected = {};
        shown.action = {};
    }
    const auto any_told = [&](const std::vector<std::string>& statements) {
        return std::any_of(statements.begin(), statements.end(), told);
    };
    if (told(change.migration.note) || any_told(change.migration.spark) || any_told(change.migration.trino)) {
        shown.migration = &kMaskedMigration;
    }
    return shown;
}

ChangeCounts count(const ChangesReport& report) {
    ChangeCounts counts = report.cut;
    for (const Change& change : *report.changes) {
        if (change.waived) {
            counts.waived += 1;
        } else {
            counts.add(change.severity);
        }
    }
    return counts;
}

} // namespace weir
