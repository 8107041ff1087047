#include <algorithm>

#include <fmt/format.h>

#include "cli/options.h"
#include "live/audit.h"

namespace weir::cli {

namespace {

std::string text_of(const std::vector<live::AuditEntry>& entries) {
    std::string text;
    for (const live::AuditEntry& entry : entries) {
        text += fmt::format("{}  {}\n", terminal_safe(entry.time), terminal_safe(audit_sentence(entry)));
    }
    return text;
}

std::string json_of(const std::vector<live::AuditEntry>& entries) {
    std::string list;
    for (const live::AuditEntry& entry : entries) {
        list += (list.empty() ? "" : ",") + audit_json(entry);
    }
    return fmt::format(R"({{"schema":1,"entries":[{}]}}{})", list, "\n");
}

} // namespace

Exit log(Io& io, const LogOptions& options) {
    const live::AuditLog log;
    live::AuditRecord record = log.read();
    if (!record.problem.empty()) {
        return fail(io, options.common, "log-unreadable", record.problem);
    }
    std::vector<live::AuditEntry>& entries = record.entries;
    entries.erase(std::remove_if(entries.begin(), entries.end(),
                                 [&](const live::AuditEntry& entry) {
                                     return !live::matches(live::searched_text(entry), options.search);
                                 }),
                  entries.end());
    if (record.unreadable > 0 && !options.common.quiet) {
        note(io, fmt::format("{}: {} lines are not Weir's, and left out", log.file(), record.unreadable));
    }
    const std::string& format = options.common.format;
    return emit(io, options.common,
                format == "json"    ? json_of(entries)
                : format == "jsonl" ? live::audit_lines(entries)
                : format == "csv"   ? live::audit_csv(entries)
                                    : text_of(entries));
}

} // namespace weir::cli
