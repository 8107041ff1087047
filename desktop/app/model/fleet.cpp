#include "model/fleet.h"

#include <algorithm>
#include <chrono>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "live/environment.h"
#include "model/search.h"

namespace weir::app {

namespace {

/// Of one look: each is a start of kubectl.
constexpr std::size_t kMostCompared = 40;
constexpr std::size_t kMostAsked = 12;
constexpr std::int64_t kMillis = 1000;

std::optional<std::uint64_t> seconds_since(std::int64_t moment, std::int64_t now) {
    return moment <= now ? std::optional(static_cast<std::uint64_t>((now - moment) / kMillis)) : std::nullopt;
}

/// The contracts that deploy something, with what tells one state of them from the next.
std::vector<std::pair<std::string, Stamp>> stamps_of(const Workspace& work) {
    std::vector<std::pair<std::string, Stamp>> stamps;
    for (const ContractEntry& contract : work.contracts()) {
        if (contract.summary.state == ContractState::Valid || contract.summary.state == ContractState::Warnings) {
            stamps.emplace_back(contract.path.string(), contract.stamp);
        }
    }
    return stamps;
}

const live::FleetContract* contract_of(const std::vector<live::FleetContract>& contracts, const std::string& context,
                                       const FleetKey& key) {
    const auto found = std::find_if(contracts.begin(), contracts.end(), [&](const live::FleetContract& contract) {
        return contract.deployment.context == context && contract.deployment.name_space == key.first &&
               contract.deployment.name == key.second;
    });
    return found == contracts.end() ? nullptr : &*found;
}

template <class T> void keep_last(std::vector<T>& values) {
    if (values.size() > kMostPoints) {
        values.erase(values.begin(), values.end() - static_cast<std::ptrdiff_t>(kMostPoints));
    }
}

} // namespace

std::int64_t now_millis() {
    return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
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
    for (const Evidence& piece : evidence) {
        if (piece.ok == false && piece.kind != EvidenceKind::DeploymentSpec) {
            all.push_back(fmt::format("{}: {}", evidence_name(piece.kind), piece.message));
        }
    }
    return all;
}

// ---- the fleet ----

/// What a look takes with it to its worker.
struct FleetQuestions {
    std::string context;
    std::vector<std::string> namespaces;
    std::vector<std::string> files;
    std::shared_ptr<const std::vector<live::FleetContract>> contracts; ///< null: to be read from `files`
    std::map<FleetKey, std::int64_t> compared;
    std::map<FleetKey, std::int64_t> asked;
    std::vector<FleetKey> first; ///< to ask before the others
};

/// What it brings back after the list.
struct FleetDetails {
    std::map<FleetKey, LiveDiff> diffs;
    std::map<FleetKey, live::FleetCheckpoints> checkpoints;
    std::int64_t now = 0;
};

namespace {

/// Keys by when they were last seen to, those of `first` before all others.
std::vector<FleetKey> in_turn(std::vector<FleetKey> keys, const std::map<FleetKey, std::int64_t>& last,
                              const std::vector<FleetKey>& first, std::size_t most) {
    const std::set<FleetKey> preferred(first.begin(), first.end());
    const auto rank = [&](const FleetKey& key) {
        const auto found = last.find(key);
        return std::tuple(preferred.count(key) == 0, found == last.end() ? 0 : found->second);
    };
    std::stable_sort(keys.begin(), keys.end(), [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
    keys.resize(std::min(keys.size(), most));
    return keys;
}

/// Compares with contracts and asks Flinks, as many of each as one look may.
FleetDetails ask_details(const live::Kubectl& kubectl, const live::FleetLook& look,
                         const std::vector<live::FleetContract>& contracts, const FleetQuestions& ask,
                         const std::function<bool(std::size_t, std::size_t)>& going) {
    std::map<FleetKey, const live::FleetDeployment*> there;
    std::vector<FleetKey> matched;
    std::vector<FleetKey> running;
    for (const live::FleetDeployment& seen : look.deployments) {
        const FleetKey key{seen.name_space, seen.name};
        there[key] = &seen;
        if (!seen.object.empty()) {
            matched.push_back(key);
        }
        if (seen.state == live::JobState::Running && !seen.job_id.empty()) {
            running.push_back(key);
        }
    }
    matched = in_turn(std::move(matched), ask.compared, ask.first, kMostCompared);
    running = in_turn(std::move(running), ask.asked, ask.first, kMostAsked);
    FleetDetails details;
    const std::size_t all = matched.size() + running.size();
    for (std::size_t i = 0; i < all && going(i, all); ++i) {
        const bool compares = i < matched.size();
        const FleetKey& key = compares ? matched[i] : running[i - matched.size()];
        if (compares) {
            details.diffs[key] =
                live::compare_with_contract(kubectl, *there[key], *contract_of(contracts, ask.context, key));
        } else {
            details.checkpoints[key] = live::look_at_checkpoints(kubectl, *there[key]);
        }
    }
    details.now = now_millis();
    return details;
}

} // namespace

Fleet::Fleet(Tasks& tasks, const Workspace& work, const OperatorSettings& settings)
    : tasks_(tasks), work_(work), settings_(settings) {}

bool Fleet::settled() const {
    const bool waiting = !stopped_ && !context_.empty() && tried_at_ == 0;
    return contexts_read_ && !reading_contexts_ && !looking() && !looking_closer() && !waiting;
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
    if (std::exchange(reading_contexts_, true)) {
        return;
    }
    tasks_.start("Reading the kubeconfig", [this](TaskControl&) -> Finish {
        return [this, list = live::list_contexts(live::allowlist_environment())] {
            reading_contexts_ = false;
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

void Fleet::move_context(int by) {
    const auto& all = contexts_.contexts;
    const auto usable = std::count_if(all.begin(), all.end(), [](const auto& c) { return c.usable(); });
    const auto now = std::find_if(all.begin(), all.end(), [this](const auto& c) { return c.name == context_; });
    if (usable > 0 && now != all.end()) {
        const auto next = std::clamp<std::ptrdiff_t>(now - all.begin() + by, 0, usable - 1); // usable ones come first
        choose(std::string(all[static_cast<std::size_t>(next)].name));
    }
}

FleetQuestions Fleet::questions() const {
    FleetQuestions asked;
    asked.context = context_;
    asked.namespaces = contexts_.namespaces;
    for (const auto& [file, stamp] : stamps_of(work_)) {
        asked.files.push_back(file);
    }
    asked.contracts = contract_stamps_ == stamps_of(work_) ? contracts_ : nullptr;
    for (const FleetEntry& each : entries_) {
        asked.compared[each.key()] = each.compared;
        asked.asked[each.key()] = each.asked;
    }
    asked.first = visible_;
    asked.first.push_back(selected_);
    return asked;
}

void Fleet::look(bool background) {
    if (context_.empty() || looking()) {
        return;
    }
    stopped_ = false;
    const auto stamps = stamps_of(work_);
    look_task_ = tasks_.start(
        "Looking into " + context_,
        [this, generation = generation_, stamps, ask = questions(), post = tasks_.poster()](TaskControl& control) {
            const auto going = [&control](std::size_t done, std::size_t total) {
                control.progress(static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(total));
                return !control.cancelled();
            };
            Contracts contracts = ask.contracts;
            if (contracts == nullptr) {
                contracts =
                    std::make_shared<std::vector<live::FleetContract>>(live::deployed_by(ask.files, going).contracts);
            }
            const live::Kubectl kubectl(ask.context);
            const auto keep = [&](std::string_view name_space, std::string_view name) {
                return contract_of(*contracts, ask.context, {std::string(name_space), std::string(name)}) != nullptr;
            };
            auto look = std::make_shared<live::FleetLook>(live::look_at_fleet(kubectl, ask.namespaces, keep, going));
            if (!control.cancelled()) {
                post([this, generation, look, contracts, stamps, now = now_millis()] {
                    if (generation == generation_) {
                        contract_stamps_ = stamps;
                        take_look(*look, contracts, now);
                    }
                });
            }
            auto details = std::make_shared<FleetDetails>(ask_details(kubectl, *look, *contracts, ask, going));
            const bool cancelled = control.cancelled();
            return [this, generation, cancelled, details] {
                if (generation == generation_) {
                    look_task_ = 0;
                    tried_at_ = details->now;
                    if (!cancelled) {
                        take_details(*details);
                    }
                }
            };
        },
        TaskPriority::Normal, background);
}

void Fleet::take_look(live::FleetLook look, const Contracts& contracts, std::int64_t now) {
    std::vector<FleetEntry> next;
    next.reserve(look.deployments.size());
    for (live::FleetDeployment& seen : look.deployments) {
        FleetEntry fresh;
        if (FleetEntry* known = entry({seen.name_space, seen.name})) {
            fresh = std::move(*known);
        }
        const live::FleetContract* contract = contract_of(*contracts, context_, {seen.name_space, seen.name});
        fresh.file = contract == nullptr ? std::string() : contract->file;
        if (contract == nullptr) {
            fresh.diff.reset();
        }
        fresh.seen = std::move(seen);
        fresh.seen.object.clear(); // the worker has it; hundreds of them take megabytes
        fresh.seen.object.shrink_to_fit();
        next.push_back(std::move(fresh));
    }
    // What could not be looked at stays as it was seen last.
    for (FleetEntry& known : entries_) {
        const bool unread = std::any_of(look.problems.begin(), look.problems.end(), [&](const live::FleetProblem& p) {
            return p.name_space == known.seen.name_space;
        });
        const bool moved = known.seen.name.empty();
        if (unread && !moved) {
            next.push_back(std::move(known));
        }
    }
    std::sort(next.begin(), next.end(), [](const FleetEntry& a, const FleetEntry& b) { return a.key() < b.key(); });
    next.erase(std::unique(next.begin(), next.end(),
                           [](const FleetEntry& a, const FleetEntry& b) { return a.key() == b.key(); }),
               next.end());
    entries_ = std::move(next);
    problems_ = std::move(look.problems);
    contracts_ = contracts;
    const bool anything = problems_.size() < contexts_.namespaces.size();
    looked_at_ = anything ? now : looked_at_;
    arrange();
}

void Fleet::remember(FleetEntry& entry, std::int64_t now) {
    entry.points.push_back({now, entry.checkpoint_age(now), entry.snapshot_age()});
    keep_last(entry.points);
    for (const live::FleetCheckpoint& checkpoint : entry.checkpoints.latest) {
        if (entry.durations.empty() || entry.durations.back().completed < checkpoint.completed) {
            entry.durations.push_back(checkpoint);
        }
    }
    keep_last(entry.durations);
}

void Fleet::take_details(const FleetDetails& details) {
    for (const auto& [key, diff] : details.diffs) {
        if (FleetEntry* known = entry(key)) {
            known->diff = diff;
            known->compared = details.now;
        }
    }
    for (const auto& [key, checkpoints] : details.checkpoints) {
        if (FleetEntry* known = entry(key)) {
            known->checkpoints = checkpoints;
            known->asked = details.now;
            remember(*known, details.now);
        }
    }
    arrange();
    if (selected() != nullptr) {
        look_closer();
    }
}

void Fleet::look_closer() {
    const FleetEntry* chosen = selected();
    tasks_.cancel(closer_task_);
    closer_task_ = 0;
    if (chosen == nullptr) {
        return;
    }
    closer_task_ = tasks_.start(
        "Looking at " + chosen->seen.name,
        [this, generation = generation_, key = chosen->key(), seen = chosen->seen,
         file = chosen->file](TaskControl& control) -> Finish {
            const auto stop = [&control] { return control.cancelled(); };
            auto look = std::make_shared<live::CloserLook>();
            if (!file.empty()) {
                *look = live::look_closer(file, seen.build, live::allowlist_environment(), stop, now_millis());
            }
            const live::Kubectl kubectl(seen.context);
            live::FleetCheckpoints checkpoints = live::look_at_checkpoints(kubectl, seen);
            const bool cancelled = control.cancelled();
            return [this, generation, id = control.id(), key, look, checkpoints, cancelled, now = now_millis()] {
                if (id == closer_task_) {
                    closer_task_ = 0;
                }
                if (generation == generation_ && !cancelled) {
                    take_closer(key, *look, checkpoints, now);
                }
            };
        },
        TaskPriority::Urgent, looked_at_ != 0);
}

void Fleet::take_closer(const FleetKey& key, live::CloserLook look, live::FleetCheckpoints checkpoints,
                        std::int64_t now) {
    if (FleetEntry* known = entry(key)) {
        known->evidence = std::move(look.evidence);
        known->refusal = std::move(look.refusal);
        known->checkpoints = std::move(checkpoints);
        known->asked = now;
        remember(*known, now);
        arrange();
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
    if (!contexts_read_ && !reading_contexts_) {
        return 0;
    }
    if (context_.empty() || stopped_ || looking() || tried_at_ == 0) {
        return std::nullopt;
    }
    if (work_.settled() && contract_stamps_ != stamps_of(work_)) {
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
