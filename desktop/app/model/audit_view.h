#pragma once

/// \file
/// The log of commands as the window shows it: read by a task, searched, written out for others. Lives on the window's
/// thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "live/audit.h"
#include "model/tasks.h"

namespace weir::app {

class AuditView {
  public:
    AuditView(Tasks& tasks, live::AuditLog log) : tasks_(tasks), log_(std::move(log)) {}

    [[nodiscard]] const std::vector<live::AuditEntry>& entries() const { return loaded_->entries; }
    /// Indices into entries() that the search lets through, the newest first.
    [[nodiscard]] const std::vector<std::size_t>& shown() const { return shown_; }
    [[nodiscard]] const std::string& search() const { return search_; }
    [[nodiscard]] std::size_t selected() const { return selected_; } ///< index into shown()
    [[nodiscard]] const std::string& problem() const { return problem_; }
    [[nodiscard]] bool read() const { return read_; }
    [[nodiscard]] std::string file() const { return log_.file(); }
    /// What came of the latest export; empty before one.
    [[nodiscard]] const std::string& exported() const { return exported_; }
    /// Grows whenever shown() is another than before.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

    /// Reads the log again.
    void reload();
    void set_search(std::string search);
    void select(std::size_t row);
    /// Writes what is shown beside the log, as `audit-export.csv` and `audit-export.jsonl`, the oldest first.
    void write_out();

  private:
    /// Some megabytes, made and destroyed by workers.
    struct Loaded {
        std::vector<live::AuditEntry> entries;
        std::vector<std::string> texts; ///< that are searched, of each
    };
    void apply_search();

    Tasks& tasks_;
    live::AuditLog log_;
    std::shared_ptr<const Loaded> loaded_ = std::make_shared<Loaded>();
    std::vector<std::size_t> shown_;
    std::string search_;
    std::string problem_;
    std::string exported_;
    std::size_t selected_ = 0;
    std::uint64_t generation_ = 0;
    std::uint64_t revision_ = 0;
    bool read_ = false;
};

} // namespace weir::app
