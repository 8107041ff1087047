#include "model/fleet_state.h"

#include <array>

#include <nlohmann/json.hpp>

#include "model/fleet.h"

namespace weir::app {

using nlohmann::json;

namespace {

template <class T> json or_null(const std::optional<T>& value) {
    return value ? json(*value) : json(nullptr);
}

json entry_json(const Fleet& fleet, const FleetEntry& entry) {
    return {{"namespace", entry.seen.name_space},
            {"name", entry.seen.name},
            {"product", entry.seen.product},
            {"state", live::job_state_name(entry.seen.state)},
            {"lifecycle", entry.seen.lifecycle},
            {"job", entry.seen.job},
            {"checkpointAge", or_null(entry.checkpoint_age(fleet.looked_at()))},
            {"checkpoints", entry.durations.size()},
            {"contract", entry.file},
            {"diff", entry.diff ? json(live_state_name(entry.diff->state)) : json(nullptr)},
            {"warnings", entry.warnings()}};
}

json selected_json(const Fleet& fleet) {
    const FleetEntry* chosen = fleet.selected();
    if (chosen == nullptr) {
        return nullptr;
    }
    json selected = entry_json(fleet, *chosen);
    selected["points"] = chosen->points.size();
    selected["refusal"] = chosen->refusal;
    selected["evidence"] = json::array();
    for (const Evidence& piece : chosen->evidence) {
        selected["evidence"].push_back(
            {{"kind", evidence_name(piece.kind)}, {"ok", or_null(piece.ok)}, {"message", piece.message}});
    }
    return selected;
}

const char* column_word(FleetColumn column) {
    constexpr std::array<const char*, 6> kWords = {"name", "state", "checkpoint", "runs", "contract", "product"};
    return kWords[static_cast<std::size_t>(column)];
}

} // namespace

json fleet_json(const StateContext& context) {
    if (context.fleet == nullptr || context.desk == nullptr) {
        return nullptr;
    }
    const Fleet& fleet = *context.fleet;
    json contexts = json::array();
    for (const live::FleetContext& each : fleet.contexts().contexts) {
        contexts.push_back({{"name", each.name},
                            {"usable", each.usable()},
                            {"refusal", each.refusal},
                            {"entry", each.entry},
                            {"production", context.desk->production(each.name)},
                            {"readOnly", context.desk->writes.read_only(each.name)}});
    }
    json visible = json::array();
    for (const std::size_t index : context.screen.deployments) {
        visible.push_back(entry_json(fleet, fleet.entries()[index]));
    }
    json problems = json::array();
    for (const live::FleetProblem& problem : fleet.problems()) {
        problems.push_back({{"namespace", problem.name_space}, {"code", problem.code}, {"message", problem.message}});
    }
    return {{"settled", fleet.settled()},
            {"contexts", std::move(contexts)},
            {"message", fleet.contexts().message},
            {"context", fleet.context()},
            {"total", fleet.entries().size()},
            {"shown", fleet.shown().size()},
            {"warned", fleet.warned()},
            {"looking", fleet.looking()},
            {"stopped", fleet.stopped()},
            {"sortedBy", column_word(fleet.column())},
            {"descending", fleet.descending()},
            {"lookedAt", fleet.looked_at()},
            {"filter", fleet.filter()},
            {"problems", std::move(problems)},
            {"visible", std::move(visible)},
            {"selected", selected_json(fleet)}};
}

} // namespace weir::app
