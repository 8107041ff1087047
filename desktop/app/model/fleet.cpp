#include "model/fleet.h"

#include <algorithm>
#include <fmt/format.h>

#include "live/environment.h"
#include "model/search.h"

namespace weir::app {

namespace {

constexpr std::int64_t kMillis = 1000;

std::optional<std::uint64_t> seconds_since(std::int64_t moment, std::int64_t now) {
    return moment <= now ? std::optional(static_cast<std::uint64_t>((now - moment) / kMillis)) : std::nullopt;
}

} // namespace

std::vector<std::pair<std::string, Stamp>> contract_stamps(const Workspace& work) {
    std::vector<std::pair<std::string, Stamp>> stamps;
    for (const ContractEntry& contract : work.contracts()) {
        if (contract.summary.state == ContractState::Valid || contract.summary.state == ContractState::Warnings) {
            stamps.emplace_back(contract.path.string(), contract.stamp);
        }
    }
    return stamps;
}

// ---- an entry ----

std::optional<std::uint64_t> FleetEntry::checkpoint_age(std::int64_t now) const {
    if (!checkpoints.latest.empty()) {
        return seconds_since(checkpoints.latest.back().completed, now);
    }
    return seen.savepoint ? seconds_since(*seen.savepoint, now) : std::nullopt;
}

std::optional<std::uint64_t> FleetEntry::snapshot_age() const {
    const auto found = std::find_if(evidence.begin(), evidence.end(),
                                    [](const Evidence& piece) { return piece.kind == EvidenceKind::Snapshot; });
    return found == evidence.end() ? std::nullopt : found->age_seconds;
}

std::vector<std::string> FleetEntry::warnings() const {
    std::vector<std::string> all = seen.warnings;
    if (diff && diff->state == LiveState::Drift) {
        const std::size_t fields = diff->fields.size();
        all.push_back(fields == 0 ? "It has drifted: " + diff->message
                                  : fmt::format("It has drifted: {} field{} not as applied.", fields,
                                                fields == 1 ? " is" : "s are"));
    } else if (diff && diff->state == LiveState::Error) {
        all.push_back("It could not be compared with its contract: " + diff->message);
    }
    // The evidence knows the contract's own budget.
    const bool judged = std::any_of(evidence.begin(), evidence.end(), [](const Evidence& piece) {
        return piece.kind == EvidenceKind::Checkpoint && piece.ok.has_value();
    });
    if (std::string stale = judged ? std::string{} : live::staleness(seen, checkpoints, asked); !stale.empty()) {
        all.push_back(std::move(stale));
    }
    for (const Evidence& piece : evidence) {
        if (piece.ok == false && piece.kind != EvidenceKind::DeploymentSpec) {
            all.push_back(fmt::format("{}: {}", evidence_name(piece.kind), piece.message));
        }
    }
    return all;
}

// ---- the fleet ----

Fleet::Fleet(Tasks& tasks, const Workspace& work, const OperatorSettings& settings, live::AuditLog log,
             std::function<void(const std::string&)> logged)
    : tasks_(tasks), work_(work), settings_(settings), log_(std::move(log)), logged_(std::move(logged)) {}

bool Fleet::settled() const {
    const bool outdated = !context_.empty() && !stopped_ && contracts_stale();
    return contexts_read_ && !tasks_.pending(contexts_task_) && !looking() && !looking_closer() && !outdated;
}

bool Fleet::contracts_stale() const {
    return contract_stamps_ != contract_stamps(work_);
}

const FleetEntry* Fleet::selected() const {
    const auto found =
        std::find_if(entries_.begin(), entries_.end(), [&](const FleetEntry& e) { return e.key() == selected_; });
    return found == entries_.end() ? nullptr : &*found;
}

FleetEntry* Fleet::entry(const FleetKey& key) {
    const auto found = std::lower_bound(entries_.begin(), entries_.end(), key,
                                        [](const FleetEntry& e, const FleetKey& wanted) { return e.key() < wanted; });
    return found == entries_.end() || found->key() != key ? nullptr : &*found;
}

void Fleet::read_contexts() {
    if (tasks_.pending(contexts_task_)) {
        return;
    }
    contexts_task_ = tasks_.start("Reading the kubeconfig", [this](TaskControl&) -> Finish {
        return [this, list = live::list_contexts(live::allowlist_environment())] {
            contexts_read_ = true;
            contexts_ = list;
            const auto& all = contexts_.contexts;
            const auto usable = [](const live::FleetContext& c) { return c.usable(); };
            const auto same = std::find_if(all.begin(), all.end(),
                                           [this, usable](const auto& c) { return usable(c) && c.name == context_; });
            if (same == all.end()) {
                const auto current =
                    std::find_if(all.begin(), all.end(), [usable](const auto& c) { return usable(c) && c.current; });
                const auto any = current != all.end() ? current : std::find_if(all.begin(), all.end(), usable);
                choose(any == all.end() ? std::string() : any->name);
            }
        };
    });
}

void Fleet::choose(const std::string& context) {
    const auto& all = contexts_.contexts;
    const bool usable = std::any_of(all.begin(), all.end(),
                                    [&](const live::FleetContext& c) { return c.name == context && c.usable(); });
    if (context == context_ || (!context.empty() && !usable)) {
        return;
    }
    tasks_.cancel(look_task_);
    tasks_.cancel(closer_task_);
    look_task_ = closer_task_ = 0;
    ++generation_;
    context_ = context;
    entries_.clear();
    problems_.clear();
    selected_ = {};
    visible_.clear();
    looked_at_ = tried_at_ = 0;
    stopped_ = false;
    arrange();
    if (!context_.empty()) {
        look(false);
    }
}

void Fleet::stop() {
    stopped_ = looking() || looking_closer() || stopped_;
    tasks_.cancel(look_task_);
    tasks_.cancel(closer_task_);
    look_task_ = closer_task_ = 0;
    ++generation_;
    tried_at_ = tried_at_ == 0 ? now_millis() : tried_at_;
}

// ---- the list ----

void Fleet::select(const FleetKey& key) {
    if (key != selected_) {
        selected_ = key;
        look_closer();
    }
}

void Fleet::move_selection(int by) {
    if (shown_.empty()) {
        return;
    }
    const auto at =
        std::find_if(shown_.begin(), shown_.end(), [&](std::size_t i) { return entries_[i].key() == selected_; });
    const auto last = static_cast<std::ptrdiff_t>(shown_.size()) - 1;
    const std::ptrdiff_t now = at == shown_.end() ? (by > 0 ? -1 : last + 1) : at - shown_.begin();
    const std::ptrdiff_t next = std::clamp<std::ptrdiff_t>(now + by, 0, last);
    select(entries_[shown_[static_cast<std::size_t>(next)]].key());
}

void Fleet::set_filter(std::string filter) {
    filter_ = std::move(filter);
    arrange();
}

void Fleet::set_warned_only(bool only) {
    warned_only_ = only;
    arrange();
}

void Fleet::sort_by(FleetColumn column) {
    descending_ = column == column_ && !descending_;
    column_ = column;
    arrange();
}

bool Fleet::less(const FleetEntry& a, const FleetEntry& b) const {
    // Unknown ages come last, and those that stand worst first.
    const auto age = [](const std::optional<std::uint64_t>& seconds) {
        return seconds ? static_cast<std::int64_t>(*seconds) : -1;
    };
    const auto runs = [](const FleetEntry& e) { return e.seen.started.value_or(0); };
    const auto drift = [](const FleetEntry& e) { return e.diff ? static_cast<int>(e.diff->state) : -1; };
    switch (column_) {
    case FleetColumn::State:
        return a.seen.state > b.seen.state;
    case FleetColumn::Checkpoint:
        return age(a.checkpoint_age(looked_at_)) > age(b.checkpoint_age(looked_at_));
    case FleetColumn::Runs:
        return runs(a) > runs(b);
    case FleetColumn::Contract:
        return drift(a) > drift(b);
    case FleetColumn::Product:
        return a.seen.product < b.seen.product;
    case FleetColumn::Name:
        break;
    }
    return a.seen.name < b.seen.name;
}

void Fleet::arrange() {
    ++revision_;
    shown_.clear();
    warned_ = 0;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        const FleetEntry& each = entries_[i];
        const bool warned = !each.warnings().empty();
        warned_ += warned ? 1U : 0U;
        const bool named = filter_.empty() || contains_word(each.seen.name, filter_) ||
                           contains_word(each.seen.name_space, filter_) || contains_word(each.seen.product, filter_) ||
                           contains_word(live::job_state_name(each.seen.state), filter_);
        if (named && (warned || !warned_only_)) {
            shown_.push_back(i);
        }
    }
    std::stable_sort(shown_.begin(), shown_.end(), [this](std::size_t a, std::size_t b) {
        return descending_ ? less(entries_[b], entries_[a]) : less(entries_[a], entries_[b]);
    });
}

// ---- time ----

std::optional<double> Fleet::next_tick(std::int64_t now) const {
    if (!contexts_read_) {
        return tasks_.pending(contexts_task_) ? std::nullopt : std::optional(0.0);
    }
    if (context_.empty() || stopped_ || looking() || tried_at_ == 0) {
        return std::nullopt;
    }
    if (work_.settled() && contracts_stale()) {
        return 0; // the contracts are others than those that were compared with
    }
    if (settings_.interval == 0) {
        return std::nullopt;
    }
    const std::int64_t due = tried_at_ + static_cast<std::int64_t>(settings_.interval) * kMillis;
    return std::max(static_cast<double>(due - now) / kMillis, 0.0);
}

void Fleet::tick(std::int64_t now) {
    const std::optional<double> left = next_tick(now);
    if (!left || *left > 0) {
        return;
    }
    if (!contexts_read_) {
        read_contexts();
    } else {
        look(true);
    }
}

} // namespace weir::app
