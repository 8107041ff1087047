#include "model/audit_view.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace weir::app {

void AuditView::reload() {
    const auto work = [this, log = log_, generation = ++generation_](TaskControl&) -> Finish {
        live::AuditRecord record = log.read();
        auto loaded = std::make_shared<Loaded>();
        loaded->entries = std::move(record.entries);
        for (const live::AuditEntry& entry : loaded->entries) {
            loaded->texts.push_back(live::searched_text(entry));
        }
        return [this, loaded, problem = std::move(record.problem), generation] {
            if (generation != generation_) {
                return;
            }
            read_ = true;
            tasks_.let_go(std::exchange(loaded_, loaded));
            problem_ = problem;
            apply_search();
        };
    };
    tasks_.start("Reading the log", work, TaskPriority::Normal, true);
}

void AuditView::apply_search() {
    shown_.clear();
    for (std::size_t i = loaded_->texts.size(); i > 0; --i) {
        if (live::matches(loaded_->texts[i - 1], search_)) {
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
    const auto work = [this, log = log_, loaded = loaded_, shown = shown_](TaskControl&) -> Finish {
        std::vector<live::AuditEntry> chosen;
        for (auto at = shown.rbegin(); at != shown.rend(); ++at) {
            chosen.push_back(loaded->entries[*at]);
        }
        const live::AuditExport done = log.write_out(chosen);
        std::string told = done.problem.empty()
                               ? fmt::format("{} entries written: {} and {}", chosen.size(), done.csv, done.lines)
                               : fmt::format("Not exported: {}", done.problem);
        return [this, told = std::move(told)] { exported_ = told; };
    };
    tasks_.start("Exporting the log", work);
}

} // namespace weir::app
