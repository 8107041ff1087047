// Asking clusters: what a look takes to its worker, and what it brings back.

#include <algorithm>
#include <set>
#include <tuple>

#include "live/environment.h"
#include "model/deploy_run.h"
#include "model/fleet.h"

namespace weir::app {

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

/// Of one look: each is a start of kubectl.
constexpr std::size_t kMostCompared = 40;
constexpr std::size_t kMostAsked = 12;

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

/// The line of a look that was asked for. Those that repeat it every half minute would hide all others.
live::AuditEntry entry_of(const std::string& context, const live::FleetLook& look, const FleetDetails& details,
                          bool cancelled) {
    live::AuditEntry entry = window_entry("fleet", {});
    entry.contexts.push_back(context);
    std::vector<LiveDiff> diffs;
    for (const auto& [key, diff] : details.diffs) {
        diffs.push_back(diff);
    }
    live::tell_audit(look, diffs, entry);
    if (cancelled) {
        entry.result = "interrupted";
        entry.codes = {"cluster-stopped"};
    }
    return entry;
}

} // namespace

FleetQuestions Fleet::questions() const {
    FleetQuestions asked;
    asked.context = context_;
    asked.namespaces = contexts_.namespaces;
    for (const auto& [file, stamp] : contract_stamps(work_)) {
        asked.files.push_back(file);
    }
    asked.contracts = contracts_stale() ? nullptr : contracts_;
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
    const auto stamps = contract_stamps(work_);
    look_task_ = tasks_.start(
        "Looking into " + context_,
        [this, generation = generation_, stamps, ask = questions(), post = tasks_.poster("The fleet is seen"),
         log = log_, background](TaskControl& control) {
            const auto going = [&control](std::size_t done, std::size_t total) {
                control.progress(static_cast<std::uint32_t>(done), static_cast<std::uint32_t>(total));
                return !control.cancelled();
            };
            Contracts contracts = ask.contracts;
            if (contracts == nullptr) {
                contracts =
                    std::make_shared<std::vector<live::FleetContract>>(live::deployed_by(ask.files, going).contracts);
            }
            const live::Kubectl kubectl(ask.context, live::kKubePatience, [&control] { return control.cancelled(); });
            const auto keep = [&](std::string_view name_space, std::string_view name) {
                return contract_of(*contracts, ask.context, {std::string(name_space), std::string(name)}) != nullptr;
            };
            auto look = std::make_shared<live::FleetLook>(live::look_at_fleet(kubectl, ask.namespaces, keep, going));
            if (!control.cancelled()) {
                std::map<FleetKey, std::string> files;
                for (const live::FleetDeployment& seen : look->deployments) {
                    FleetKey key{seen.name_space, seen.name};
                    if (const live::FleetContract* contract = contract_of(*contracts, ask.context, key)) {
                        files.emplace(std::move(key), contract->file);
                    }
                }
                post([this, generation, look, contracts, stamps, files = std::move(files), now = now_millis()] {
                    if (generation == generation_) {
                        contract_stamps_ = stamps;
                        contracts_ = contracts;
                        take_look(*look, files, now);
                    }
                });
            }
            auto details = std::make_shared<FleetDetails>(ask_details(kubectl, *look, *contracts, ask, going));
            const bool cancelled = control.cancelled();
            if (!background) {
                post([this, problem = log.append(entry_of(ask.context, *look, *details, cancelled))] {
                    if (logged_) {
                        logged_(problem);
                    }
                });
            }
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

void Fleet::take_look(live::FleetLook look, const std::map<FleetKey, std::string>& files, std::int64_t now) {
    std::vector<FleetEntry> next;
    next.reserve(look.deployments.size());
    for (live::FleetDeployment& seen : look.deployments) {
        FleetEntry fresh;
        if (FleetEntry* known = entry({seen.name_space, seen.name})) {
            fresh = std::move(*known);
        }
        const auto file = files.find({seen.name_space, seen.name});
        fresh.file = file == files.end() ? std::string() : file->second;
        if (file == files.end()) {
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
            const live::Kubectl kubectl(seen.context, live::kKubePatience, stop);
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

} // namespace weir::app
