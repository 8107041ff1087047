#include "model/audit_view.h"

#include <algorithm>

#include <fmt/format.h>

namespace weir::app {

void AuditView::reload() {
    const auto work = [this, log = log_, generation = ++generation_](TaskControl&) -> Finish {
        auto record = std::make_shared<live::AuditRecord>(log.read());
        return [this, record, generation] {
            if (generation != generation_) {
                return;
            }
            read_ = true;
            entries_ = std::move(record->entries);
            problem_ = std::move(record->problem);
            apply_search();
        };
    };
    tasks_.start("Reading the log", work, TaskPriority::Normal, true);
}

void AuditView::apply_search() {
    shown_.clear();
    for (std::size_t i = entries_.size(); i > 0; --i) {
        if (live::matches(entries_[i - 1], search_)) {
            shown_.push_back(i - 1);
        }
    }
    selected_ = std::min(selected_, shown_.empty() ? 0 : shown_.size() - 1);
    ++revision_;
}

void AuditView::set_search(std::string search) {
    search_ = std::move(search);
    selected_ = 0;
    apply_search();
}

void AuditView::select(std::size_t row) {
    selected_ = std::min(row, shown_.empty() ? 0 : shown_.size() - 1);
}

void AuditView::write_out() {
    std::vector<live::AuditEntry> chosen;
    for (auto at = shown_.rbegin(); at != shown_.rend(); ++at) {
        chosen.push_back(entries_[*at]);
    }
    const auto work = [this, log = log_, chosen = std::move(chosen)](TaskControl&) -> Finish {
        const live::AuditExport done = log.write_out(chosen);
        std::string told = done.problem.empty()
                               ? fmt::format("{} entries written: {} and {}", chosen.size(), done.csv, done.lines)
                               : fmt::format("Not exported: {}", done.problem);
        return [this, told = std::move(told)] { exported_ = told; };
    };
    tasks_.start("Exporting the log", work);
}

} // namespace weir::app
