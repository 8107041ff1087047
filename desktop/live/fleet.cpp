#include "live/fleet.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "live/contracts.h"
#include "live/environment.h"
#include "live/verify.h"
#include "weir/clip.h"
#include "weir/evidence.h"

namespace weir::live {

namespace {

using Tree = nlohmann::json;

constexpr std::string_view kCoreApi = "/api/v1";
constexpr std::string_view kConfigMaps = "configmaps";
constexpr std::size_t kLongestMessage = 600;
constexpr std::size_t kLongestWord = 253;
/// Of one request: some megabytes, and one start of kubectl for hundreds of deployments.
constexpr unsigned kPage = 250;

Tree parsed(std::string_view text) {
    return is_too_deep(text) ? Tree() : Tree::parse(text, nullptr, false);
}

/// The member, or nothing at all; of nothing too.
const Tree& at(const Tree& object, std::string_view name) {
    static const Tree kNothing;
    if (!object.is_object()) {
        return kNothing;
    }
    const auto found = object.find(name);
    return found == object.end() ? kNothing : *found;
}

std::string word(const Tree& value) {
    return value.is_string() ? clipped(value.get_ref<const std::string&>(), kLongestWord) : std::string();
}

std::optional<std::uint64_t> count(const Tree& value) {
    return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

/// Milliseconds since 1970 as a number or, as the operator writes a job's start, as its digits.
std::optional<std::int64_t> moment(const Tree& value) {
    std::uint64_t millis = count(value).value_or(0);
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), millis);
        millis = error == std::errc() && end == text.data() + text.size() ? millis : 0;
    }
    constexpr std::uint64_t kMost = std::uint64_t{1} << 53U;
    return millis == 0 || millis > kMost ? std::nullopt : std::optional(static_cast<std::int64_t>(millis));
}

/// A URL without what may stand before an `@`, query and fragment.
std::string shown_server(const std::string& url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string::npos) {
        return {};
    }
    const std::size_t begin = scheme + 3;
    std::string rest = url.substr(begin, url.find_first_of("?#", begin) - begin);
    const std::size_t user = rest.substr(0, rest.find('/')).rfind('@');
    return clipped(url.substr(0, begin) + (user == std::string::npos ? rest : rest.substr(user + 1)), kLongestWord);
}

/// Why a context is not used, and the entry that would help.
void judge_context(FleetContext& context, const ContextList& list, const std::vector<std::string>& allowed) {
    if (std::find(allowed.begin(), allowed.end(), context.name) == allowed.end()) {
        context.variable = kContextAllowlist;
        context.entry = context.name;
        context.refusal = fmt::format("{} does not hold this context: add {}", context.variable, context.entry);
    } else if (list.namespaces.empty()) {
        context.variable = kNamespaceAllowlist;
        context.refusal = fmt::format("{} holds no namespace to look into: add one", context.variable);
    }
}

/// What the operator and Flink say that somebody should look at.
std::vector<std::string> warnings_of(const FleetDeployment& seen, const Tree& status, std::uint64_t generation) {
    std::vector<std::string> warnings;
    if (seen.state == JobState::Failed) {
        warnings.push_back(seen.message);
    }
    const std::string reconciliation = word(at(at(status, "reconciliationStatus"), "state"));
    if (reconciliation == "ROLLED_BACK" || reconciliation == "ROLLING_BACK") {
        warnings.emplace_back(
            "The operator went back to an earlier specification: the one that was applied did not run.");
    }
    if (seen.job == "RESTARTING" || seen.job == "FAILING") {
        warnings.emplace_back(fmt::format("Flink says {}: the job fails and begins anew.", seen.job));
    }
    const std::uint64_t observed = count(at(status, "observedGeneration")).value_or(0);
    if (observed != 0 && observed < generation) {
        warnings.emplace_back(fmt::format("The operator has seen generation {} of {}.", observed, generation));
    }
    if (seen.product.empty()) {
        warnings.emplace_back("It carries Weir's label, but does not say which contract it is of.");
    }
    return warnings;
}

/// A duration as Weir writes it, `15s`; whoever edits a deployment by hand may write it otherwise.
std::optional<std::uint64_t> plain_seconds(const std::string& text) {
    std::uint64_t value = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && std::string_view(rest, end) == "s" ? std::optional(value) : std::nullopt;
}

FleetDeployment read_deployment(const Tree& item, const KeepObject& keep) {
    FleetDeployment seen;
    const Tree& metadata = at(item, "metadata");
    const Tree& annotations = at(metadata, "annotations");
    const Tree& status = at(item, "status");
    const Tree& job = at(status, "jobStatus");
    seen.name_space = word(at(metadata, "namespace"));
    seen.name = word(at(metadata, "name"));
    seen.product = word(at(annotations, kAnnotationProduct));
    seen.build = word(at(annotations, kAnnotationBuild));
    seen.interval =
        plain_seconds(word(at(at(at(item, "spec"), "flinkConfiguration"), "execution.checkpointing.interval")));
    seen.suspended = word(at(at(at(item, "spec"), "job"), "state")) == "suspended";
    seen.lifecycle = word(at(status, "lifecycleState"));
    seen.job = word(at(job, "state"));
    seen.started = moment(at(job, "startTime"));
    seen.savepoint = moment(at(at(at(job, "savepointInfo"), "lastSavepoint"), "timeStamp"));
    const std::string text = item.dump(-1, ' ', false, Tree::error_handler_t::replace);
    const Settled settled = live::settled(text, seen.suspended);
    seen.state = settled.state;
    seen.job_id = settled.job_id;
    seen.message = clipped(settled.message, kLongestMessage);
    seen.warnings = warnings_of(seen, status, count(at(metadata, "generation")).value_or(0));
    if (keep && keep(seen.name_space, seen.name)) {
        seen.object = text;
    }
    return seen;
}

} // namespace

// ---- contexts ----

ContextList read_contexts(std::string_view kubeconfig, const Environment& allowlists) {
    ContextList list;
    list.namespaces = allowed_entries(allowlists, kNamespaceAllowlist);
    const std::vector<std::string> allowed = allowed_entries(allowlists, kContextAllowlist);
    const Tree config = parsed(kubeconfig);
    if (!config.is_object()) {
        list.code = "kubeconfig-unreadable";
        list.message = "what kubectl says of the kubeconfig is no JSON object";
        return list;
    }
    const std::string current = word(at(config, "current-context"));
    for (const Tree& item : at(config, "contexts")) {
        FleetContext context;
        context.name = word(at(item, "name"));
        context.current = context.name == current;
        const std::string cluster = word(at(at(item, "context"), "cluster"));
        for (const Tree& other : at(config, "clusters")) {
            if (word(at(other, "name")) == cluster) {
                context.server = shown_server(word(at(at(other, "cluster"), "server")));
            }
        }
        judge_context(context, list, allowed);
        list.contexts.push_back(std::move(context));
    }
    std::sort(list.contexts.begin(), list.contexts.end(), [](const FleetContext& a, const FleetContext& b) {
        return a.usable() != b.usable() ? a.usable() : a.name < b.name;
    });
    if (list.contexts.empty()) {
        list.code = "kubeconfig-empty";
        list.message = "the kubeconfig has no context: name another file in KUBECONFIG, or log in to a cluster";
    }
    return list;
}

ContextList list_contexts(const Environment& allowlists) {
    const KubeAnswer answer = read_kubeconfig();
    if (answer.ok()) {
        return read_contexts(answer.out, allowlists);
    }
    ContextList list;
    list.code = trouble_code(answer.trouble);
    list.message = answer.message;
    return list;
}

// ---- deployments ----

FleetPage read_fleet_page(std::string_view answer, const KeepObject& keep) {
    FleetPage page;
    const Tree list = parsed(answer);
    const Tree& items = at(list, "items");
    if (!items.is_array()) {
        return page;
    }
    page.understood = true;
    page.next = word(at(at(list, "metadata"), "continue"));
    for (const Tree& item : items) {
        FleetDeployment deployment = read_deployment(item, keep);
        if (!deployment.name.empty()) {
            page.deployments.push_back(std::move(deployment));
        }
    }
    return page;
}

FleetLook look_at_fleet(const Kubectl& kubectl, const std::vector<std::string>& namespaces, const KeepObject& keep,
                        const std::function<bool(std::size_t, std::size_t)>& progress) {
    FleetLook look;
    const std::string selector = fmt::format("{}={}", kLabelManagedBy, kManager);
    for (std::size_t i = 0; i < namespaces.size(); ++i) {
        std::string from;
        do {
            if (!progress(i, namespaces.size())) {
                return look;
            }
            const KubeAnswer answer =
                kubectl.list_page({kFlinkApi, kFlinkDeployments, namespaces[i], {}}, selector, kPage, from);
            FleetPage page = answer.ok() ? read_fleet_page(answer.out, keep) : FleetPage();
            if (!answer.ok()) {
                look.problems.push_back({namespaces[i], std::string(trouble_code(answer.trouble)),
                                         clipped(answer.message, kLongestMessage)});
            } else if (!page.understood) {
                look.problems.push_back(
                    {namespaces[i], "cluster-answer", "what the cluster answers is no list, or is nested too deeply"});
            }
            for (FleetDeployment& deployment : page.deployments) {
                deployment.context = kubectl.context();
                look.deployments.push_back(std::move(deployment));
            }
            from = page.next == from ? std::string() : page.next;
        } while (!from.empty());
    }
    std::sort(look.deployments.begin(), look.deployments.end(), [](const FleetDeployment& a, const FleetDeployment& b) {
        return std::tie(a.name_space, a.name) < std::tie(b.name_space, b.name);
    });
    return look;
}

void tell_audit(const FleetLook& look, const std::vector<LiveDiff>& diffs, AuditEntry& entry) {
    LiveState worst = LiveState::Match;
    std::set<std::string> codes;
    for (const FleetProblem& problem : look.problems) {
        codes.insert(problem.code);
        entry.objects.push_back(fmt::format("{}: not read", problem.name_space));
    }
    std::map<std::string, std::size_t> counts;
    for (const FleetDeployment& seen : look.deployments) {
        ++counts[seen.name_space];
    }
    for (const auto& [name_space, count] : counts) {
        entry.objects.push_back(fmt::format("{}: {} deployment{}", name_space, count, count == 1 ? "" : "s"));
    }
    for (const LiveDiff& diff : diffs) {
        if (diff.state != LiveState::Match) {
            worst = std::max(worst, diff.state);
            entry.objects.push_back(fmt::format("{}/{}: {}", diff.name_space, diff.name, live_state_name(diff.state)));
        }
        if (!diff.code.empty()) {
            codes.insert(diff.code);
        }
    }
    entry.codes.insert(entry.codes.end(), codes.begin(), codes.end());
    entry.result = !look.problems.empty()      ? "unknown"
                   : worst != LiveState::Match ? std::string(live_state_name(worst))
                                               : "seen";
}

FleetCheckpoints read_checkpoints(std::string_view answer) {
    FleetCheckpoints seen;
    const Tree tree = parsed(answer);
    const Tree& counts = at(tree, "counts");
    if (!counts.is_object()) {
        seen.problem = "what Flink answers about checkpoints is not what Flink 1.20 answers";
        return seen;
    }
    seen.completed = count(at(counts, "completed")).value_or(0);
    seen.failed = count(at(counts, "failed")).value_or(0);
    const auto take = [&seen](const Tree& item) {
        const auto acknowledged = moment(at(item, "latest_ack_timestamp"));
        if (word(at(item, "status")) == "COMPLETED" && acknowledged) {
            seen.latest.push_back(
                {*acknowledged, count(at(item, "end_to_end_duration")).value_or(0), count(at(item, "state_size"))});
        }
    };
    const Tree& history = at(tree, "history");
    for (std::size_t i = history.is_array() ? history.size() : 0; i > 0; --i) {
        take(history[i - 1]); // the newest comes first
    }
    if (seen.latest.empty()) {
        take(at(at(tree, "latest"), "completed"));
    }
    return seen;
}

std::string staleness(const FleetDeployment& deployment, const FleetCheckpoints& checkpoints, std::int64_t now) {
    constexpr std::uint64_t kDue = 3;
    constexpr std::uint64_t kLongest = 366UL * 24 * 60 * 60; // an interval beyond that is nobody's
    const std::optional<std::int64_t> since =
        checkpoints.latest.empty() ? deployment.started : checkpoints.latest.back().completed;
    if (deployment.state != JobState::Running || !checkpoints.problem.empty() || !since || *since > now) {
        return {};
    }
    const auto age = static_cast<std::uint64_t>(now - *since) / 1000;
    const std::uint64_t interval = std::min(deployment.interval.value_or(0), kLongest);
    if (age <= std::max(kCheckpointBudget, kDue * interval)) {
        return {};
    }
    const std::string due =
        interval == 0 ? std::string{} : fmt::format(", one is due every {}", duration_words(interval));
    return fmt::format("{} {} ago{}: no row has landed since.",
                       checkpoints.latest.empty() ? "It has no checkpoint, and began" : "Its newest checkpoint was",
                       duration_words(age), due);
}

FleetCheckpoints look_at_checkpoints(const Kubectl& kubectl, const FleetDeployment& deployment) {
    FleetCheckpoints none;
    if (deployment.job_id.empty() || deployment.state != JobState::Running) {
        none.problem = "no job runs";
        return none;
    }
    const KubeAnswer answer = kubectl.get_checkpoints(deployment.name_space, deployment.name, deployment.job_id);
    if (answer.ok()) {
        return read_checkpoints(answer.out);
    }
    none.problem = answer.trouble == KubeTrouble::NotFound || answer.trouble == KubeTrouble::Absent
                       ? "Flink's REST service is not there"
                       : clipped(answer.message, kLongestMessage);
    return none;
}

// ---- against contracts ----

FleetContracts deployed_by(const std::vector<std::string>& files,
                           const std::function<bool(std::size_t, std::size_t)>& progress) {
    FleetContracts found;
    for (std::size_t i = 0; i < files.size() && progress(i, files.size()); ++i) {
        const LoadedContract loaded = load_contract(files[i]);
        if (!loaded.found || !loaded.checked.valid()) {
            found.passed_over.push_back(files[i]);
            continue;
        }
        Rendered rendered = render(loaded.checked.contract, loaded.checked.plan);
        for (Deployment& deployment : rendered.deployments) {
            found.contracts.push_back({files[i], std::string(loaded.checked.contract.id.value), std::move(deployment)});
        }
    }
    return found;
}

LiveDiff compare_with_contract(const Kubectl& kubectl, const FleetDeployment& live, const FleetContract& contract) {
    const std::string mounted = mounted_config_map(live.object);
    std::optional<std::string> map;
    if (!mounted.empty()) {
        KubeAnswer answer = kubectl.get({kCoreApi, kConfigMaps, live.name_space, mounted});
        if (answer.ok()) {
            map = std::move(answer.out);
        } else if (answer.trouble != KubeTrouble::Absent) {
            LiveDiff diff;
            diff.build = contract.deployment.build;
            diff.context = live.context;
            diff.name_space = live.name_space;
            diff.name = live.name;
            diff.code = trouble_code(answer.trouble);
            diff.message = clipped(answer.message, kLongestMessage);
            return diff;
        }
    }
    return compare_live(contract.deployment, contract.product, live.object, map);
}

CloserLook look_closer(const std::string& file, std::string_view build, const Environment& allowlists, const Stop& stop,
                       std::int64_t now) {
    CloserLook look;
    const LoadedContract loaded = load_contract(file);
    if (!loaded.found || !loaded.checked.valid()) {
        look.refusal = "The contract is not valid: nothing was asked.";
        return look;
    }
    const PolicyVerdict verdict = judge(loaded.checked.contract, allowlists, PolicyCommand::Verify);
    if (!verdict.allowed()) {
        look.refusal = fmt::format("The operator's allowlists do not admit this: {}",
                                   verdict.refusals.empty() ? "weir policy FILE --for verify says more"
                                                            : verdict.refusals.front().message);
        return look;
    }
    const Rendered rendered = render(loaded.checked.contract, loaded.checked.plan);
    if (!rendered.problems.empty()) {
        look.refusal = rendered.problems.front().message;
        return look;
    }
    Verifier verifier(loaded.checked, rendered, http_settings(stop), environment_value);
    for (Evidence& piece : verifier.look(now)) {
        if (piece.build == build) {
            look.evidence.push_back(std::move(piece));
        }
    }
    return look;
}

} // namespace weir::live
