#pragma once

/// \file
/// The state of the window, without anything of how it looks: the folder, its contracts, the one that
/// is open, and where the user is in it. Lives on the window's thread; reading is done by tasks.

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/changes.h"
#include "model/folder_scan.h"
#include "model/folder_watch.h"
#include "model/snapshot.h"
#include "model/tasks.h"

namespace weir::app {

enum class Panel : std::uint8_t { Findings, Sql, Diff };
/// Where the arrow keys go.
enum class Focus : std::uint8_t { Contracts, Source, Panel };

struct ContractEntry {
    std::filesystem::path path;
    std::string name; ///< below the folder
    Stamp stamp;
    ContractSummary summary;
    bool due = true; ///< the summary is missing or out of date
};

/// The line that the source view stands at.
struct SourceCursor {
    std::size_t file = 0;
    std::uint32_t line = 1;
    /// Grows when the view should bring the line into sight.
    std::uint32_t revision = 0;
};

struct FolderState {
    std::filesystem::path path;
    bool listed = false; ///< the first listing has come
    std::string error;
    bool truncated = false;
};

class Workspace {
  public:
    explicit Workspace(Tasks& tasks);

    // ---- what is there ----
    [[nodiscard]] const FolderState& folder() const { return folder_; }
    [[nodiscard]] const std::vector<ContractEntry>& contracts() const { return contracts_; }
    /// Indices into contracts() that the filter lets through.
    [[nodiscard]] const std::vector<std::size_t>& shown() const { return shown_; }
    /// Path of the open contract; empty when there is none.
    [[nodiscard]] const std::filesystem::path& selected() const { return selected_; }
    /// Its entry, or null.
    [[nodiscard]] const ContractEntry* selected_entry() const;
    /// The open contract; null until it has been read.
    [[nodiscard]] const Snapshot* snapshot() const { return snapshot_.get(); }
    /// Baseline of the open contract; empty when none was chosen.
    [[nodiscard]] std::filesystem::path baseline() const;
    /// The comparison with it; null until it has been made.
    [[nodiscard]] const ChangesSnapshot* changes() const { return changes_.get(); }
    /// Grows whenever snapshot() or changes() is another than before.
    [[nodiscard]] std::uint64_t revision() const { return revision_; }
    /// Nothing is being read and what is open is up to date.
    [[nodiscard]] bool settled() const;
    /// The latest thing to tell the user; may be empty.
    [[nodiscard]] const std::string& notice() const { return notice_; }

    // ---- where the user is ----
    [[nodiscard]] Panel panel() const { return panel_; }
    [[nodiscard]] Focus focus() const { return focus_; }
    [[nodiscard]] const std::string& filter() const { return filter_; }
    [[nodiscard]] const SourceCursor& cursor() const { return cursor_; }
    [[nodiscard]] std::size_t finding() const { return finding_; }
    [[nodiscard]] std::size_t build() const { return build_; }
    [[nodiscard]] std::size_t change() const { return change_; }
    [[nodiscard]] std::uint32_t sql_line() const { return sql_line_; }

    // ---- what the user does ----
    void open_folder(const std::filesystem::path& folder);
    /// Opens a contract; its folder too when none is open.
    void open_contract(const std::filesystem::path& file);
    /// Reads the folder, every contract and the baseline again.
    void reread();
    void select(const std::filesystem::path& path);
    /// Selects the shown contract `by` places further on.
    void move_selection(int by);
    /// Compares the open contract, or the first that will be opened, with this file.
    void set_baseline(const std::filesystem::path& file);
    void clear_baseline();
    void set_panel(Panel panel);
    void set_focus(Focus focus) { focus_ = focus; }
    void set_filter(std::string filter);
    void set_notice(std::string notice) { notice_ = std::move(notice); }
    void go_to(const SourcePlace& place);
    void go_to_line(std::size_t file, std::uint32_t line);
    void set_finding(std::size_t finding);
    void set_build(std::size_t build);
    void set_change(std::size_t change);
    void set_sql_line(std::uint32_t line) { sql_line_ = line; }
    /// Stops reading; what has not been read yet stays so until the next reread.
    void cancel();

  private:
    void take_listing(FolderListing listing);
    void check_waiting();
    void merge(FolderListing& listing);
    void select_after_listing();
    void take_summary(const std::filesystem::path& path, ContractSummary summary);
    void load_selected();
    void take_snapshot(std::shared_ptr<const Snapshot> snapshot, std::uint64_t generation);
    void load_changes();
    void forget_open();
    void apply_filter();
    void watch_others();
    [[nodiscard]] ContractEntry* entry(const std::filesystem::path& path);
    [[nodiscard]] bool is_stale(const ContractSummary& summary, const FolderListing& listing) const;

    Tasks& tasks_;
    FolderState folder_;
    std::vector<ContractEntry> contracts_;
    std::unordered_map<std::filesystem::path::string_type, std::size_t> index_; ///< of contracts_, by path
    std::vector<std::size_t> shown_;
    std::filesystem::path extra_;  ///< opened by name although the search would not find it
    bool force_ = false;           ///< the next listing makes everything due
    std::filesystem::path wanted_; ///< to select when the folder has been listed
    std::filesystem::path selected_;
    std::shared_ptr<const Snapshot> snapshot_;
    std::shared_ptr<const ChangesSnapshot> changes_;
    std::map<std::filesystem::path, std::filesystem::path> baselines_; ///< by contract
    std::filesystem::path next_baseline_;
    std::map<std::filesystem::path, Stamp> others_; ///< fragments and baselines as last seen
    std::uint64_t revision_ = 0;
    std::uint64_t generation_ = 0;         ///< of the open contract; older answers are dropped
    std::uint64_t changes_generation_ = 0; ///< of its comparison
    std::uint64_t check_task_ = 0;
    std::uint64_t load_task_ = 0;
    bool loading_ = false;
    bool comparing_ = false;
    bool checking_ = false;
    std::string notice_;

    Panel panel_ = Panel::Findings;
    Focus focus_ = Focus::Contracts;
    std::string filter_;
    SourceCursor cursor_;
    std::size_t finding_ = 0;
    std::size_t build_ = 0;
    std::size_t change_ = 0;
    std::uint32_t sql_line_ = 0;

    FolderWatch watch_; ///< last, so that it stops first
};

} // namespace weir::app
