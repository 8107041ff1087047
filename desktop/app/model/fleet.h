#pragma once

/// \file
/// What Weir manages in a cluster, as the fleet page shows it: the contexts, the deployments of the one that was
/// chosen, how they stand against the contracts of the open folder, and what was seen of them over the time watched.
/// Lives on the window's thread; clusters are asked by tasks.

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "live/fleet.h"
#include "live/now.h"
#include "model/operator_settings.h"
#include "model/tasks.h"
#include "model/workspace.h"

namespace weir::app {

/// Namespace and name of a deployment.
using FleetKey = std::pair<std::string, std::string>;

/// What one look saw.
struct FleetPoint {
    std::int64_t at = 0;                         ///< milliseconds since 1970
    std::optional<std::uint64_t> checkpoint_age; ///< seconds
    std::optional<std::uint64_t> snapshot_age;
};

/// A deployment, and what is known of it besides.
struct FleetEntry {
    live::FleetDeployment seen;
    std::string file;             ///< of its contract in the open folder; empty when there is none
    std::optional<LiveDiff> diff; ///< against that contract
    std::int64_t compared = 0;    ///< when; milliseconds since 1970
    live::FleetCheckpoints checkpoints;
    std::int64_t asked = 0; ///< when Flink was asked for them; 0: never
    std::vector<Evidence> evidence;
    std::string refusal;                          ///< why there is no evidence; may be empty
    std::vector<FleetPoint> points;               ///< the oldest first, at most kMostPoints
    std::vector<live::FleetCheckpoint> durations; ///< checkpoints seen, the oldest first, at most kMostPoints

    [[nodiscard]] FleetKey key() const { return {seen.name_space, seen.name}; }
    /// Of the newest checkpoint, or savepoint where no checkpoint is known, before `now`.
    [[nodiscard]] std::optional<std::uint64_t> checkpoint_age(std::int64_t now) const;
    [[nodiscard]] std::optional<std::uint64_t> snapshot_age() const;
    /// What somebody should look at, drift included.
    [[nodiscard]] std::vector<std::string> warnings() const;
};

inline constexpr std::size_t kMostPoints = 120;

enum class FleetColumn : std::uint8_t { Name, State, Checkpoint, Runs, Contract, Product };

struct FleetQuestions;
struct FleetDetails;

class Fleet {
  public:
    /// \param work      whose contracts deployments are compared with
    /// \param settings  of the interval
    /// \param log       where a look that was asked for leaves a line
    /// \param logged    called after that; with why it could not be, else with nothing
    Fleet(Tasks& tasks, const Workspace& work, const OperatorSettings& settings, live::AuditLog log = live::AuditLog(),
          std::function<void(const std::string&)> logged = {});

    // ---- what is there ----
    [[nodiscard]] const live::ContextList& contexts() const { return contexts_; }
    [[nodiscard]] bool contexts_read() const { return contexts_read_; }
    /// Name of the one that is looked into; empty when none is.
    [[nodiscard]] const std::string& context() const { return context_; }
    [[nodiscard]] const std::vector<FleetEntry>& entries() const { return entries_; }
    /// Indices into entries(), filtered and sorted.
    [[nodiscard]] const std::vector<std::size_t>& shown() const { return shown_; }
    [[nodiscard]] const std::vector<live::FleetProblem>& problems() const { return problems_; }
    /// The one that is looked at closely; null when none is.
    [[nodiscard]] const FleetEntry* selected() const;
    [[nodiscard]] const FleetKey& selected_key() const { return selected_; }
    /// When the cluster was last looked at; 0: not yet. Ages are as they were then.
    [[nodiscard]] std::int64_t looked_at() const { return looked_at_; }
    [[nodiscard]] bool looking() const { return tasks_.pending(look_task_); }
    [[nodiscard]] bool looking_closer() const { return tasks_.pending(closer_task_); }
    /// The last look was stopped by the user; nothing is looked at until asked.
    [[nodiscard]] bool stopped() const { return stopped_; }
    [[nodiscard]] std::size_t warned() const { return warned_; }
    /// Nothing is being asked, and what was to be asked has been.
    [[nodiscard]] bool settled() const;
    /// Grows with every change of shown().
    [[nodiscard]] std::uint64_t revision() const { return revision_; }

    // ---- where the user is ----
    [[nodiscard]] const std::string& filter() const { return filter_; }
    [[nodiscard]] FleetColumn column() const { return column_; }
    [[nodiscard]] bool descending() const { return descending_; }
    [[nodiscard]] bool warned_only() const { return warned_only_; }

    // ---- what the user does ----
    /// Reads the kubeconfig again.
    void read_contexts();
    void choose(const std::string& context);
    /// Looks into the cluster now.
    void look_now() { look(false); }
    /// Stops every question; the next look comes when it is asked for.
    void stop();
    void select(const FleetKey& key);
    void move_selection(int by);
    void set_filter(std::string filter);
    void set_warned_only(bool only);
    /// Sorts by a column; by the same once more, the other way round.
    void sort_by(FleetColumn column);
    /// The rows in sight, whose Flink is asked first.
    void set_visible(std::vector<FleetKey> visible) { visible_ = std::move(visible); }

    // ---- time ----
    /// Starts the next look when it is due. To be called while the page is shown.
    void tick(std::int64_t now);
    /// Seconds until tick() has something to do; nothing when it never has.
    [[nodiscard]] std::optional<double> next_tick(std::int64_t now) const;

  private:
    using Contracts = std::shared_ptr<const std::vector<live::FleetContract>>;

    void look(bool background);
    /// \param files  of the contracts, by what they deploy here
    void take_look(live::FleetLook look, const std::map<FleetKey, std::string>& files, std::int64_t now);
    void take_details(const FleetDetails& details);
    void look_closer();
    void take_closer(const FleetKey& key, live::CloserLook look, live::FleetCheckpoints checkpoints, std::int64_t now);
    void remember(FleetEntry& entry, std::int64_t now);
    void arrange();
    [[nodiscard]] bool less(const FleetEntry& a, const FleetEntry& b) const;
    [[nodiscard]] FleetQuestions questions() const;
    /// The contracts of the open folder are others than those that were compared with.
    [[nodiscard]] bool contracts_stale() const;
    [[nodiscard]] FleetEntry* entry(const FleetKey& key);

    Tasks& tasks_;
    const Workspace& work_;
    const OperatorSettings& settings_;
    live::AuditLog log_;
    std::function<void(const std::string&)> logged_;
    live::ContextList contexts_;
    bool contexts_read_ = false;
    std::string context_;
    std::vector<FleetEntry> entries_; ///< by namespace and name
    std::vector<std::size_t> shown_;
    std::vector<live::FleetProblem> problems_;
    Contracts contracts_;
    std::vector<std::pair<std::string, Stamp>> contract_stamps_; ///< that contracts_ was read from
    FleetKey selected_;
    std::vector<FleetKey> visible_;
    std::string filter_;
    FleetColumn column_ = FleetColumn::Name;
    bool descending_ = false;
    bool warned_only_ = false;
    bool stopped_ = false;
    std::int64_t looked_at_ = 0;
    std::int64_t tried_at_ = 0; ///< when the last look ended, whatever came of it
    std::size_t warned_ = 0;
    std::uint64_t revision_ = 1;
    std::uint64_t generation_ = 0; ///< of the context; older answers are dropped
    std::uint64_t contexts_task_ = 0;
    std::uint64_t look_task_ = 0;
    std::uint64_t closer_task_ = 0;
};

using live::now_millis;

/// The contracts of the open folder that deploy something, with what tells one state of them from the next.
[[nodiscard]] std::vector<std::pair<std::string, Stamp>> contract_stamps(const Workspace& work);

} // namespace weir::app
