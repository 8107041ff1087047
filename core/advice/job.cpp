// Checkpoints, state, event time and the topic.

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "advice/adviser.h"

namespace weir {

namespace {

/// Iceberg commits at every checkpoint: below this there are more than 1,440 snapshots a day.
constexpr std::uint64_t kShortCommit = 60;

void advise_on_commits(const Advised& advised) {
    const DailyCost& cost = advised.cost;
    const Whole& interval = advised.build.deployment->checkpoint_interval_seconds;
    if (!interval.present() || cost.suspended || cost.checkpoint_seconds >= kShortCommit) {
        return;
    }
    std::string per_value;
    for (const std::string_view column : cost.partitions) {
        per_value += fmt::format("{}{}", per_value.empty() ? ", for each value of " : " and ", column);
    }
    advised.add(
        Code::commit_interval_short, interval.at,
        fmt::format("a checkpoint every {} s makes up to {} commits a day, as many snapshots, and {} data files{}",
                    cost.checkpoint_seconds, grouped(cost.commits), grouped(cost.files), per_value),
        "Write the seconds that the table's readers can wait, 60 or more: 300 makes 288 commits a day.");
}

/// Without a slash at the end.
std::string_view trimmed(std::string_view uri) {
    while (uri.ends_with('/')) {
        uri.remove_suffix(1);
    }
    return uri;
}

bool holds(std::string_view outer, std::string_view inner) {
    return inner.starts_with(outer) && (inner.size() == outer.size() || inner[outer.size()] == '/');
}

void advise_on_state(const Advised& advised) {
    const FlinkDeployment& deployment = *advised.build.deployment;
    const Text& warehouse = advised.location().warehouse;
    if (!warehouse.present()) {
        return;
    }
    for (const Text* uri : {&deployment.checkpoint_uri, &deployment.savepoint_uri, &deployment.ha_uri}) {
        const bool inside = uri->present() && holds(trimmed(warehouse.value), trimmed(uri->value));
        const bool around = uri->present() && holds(trimmed(uri->value), trimmed(warehouse.value));
        if (inside || around) {
            Finding& finding = advised.add(
                Code::state_under_warehouse, uri->at,
                inside ? "lies in the table's warehouse: a clean-up of files that no table knows takes the job's state"
                       : "holds the table's warehouse: a clean-up of old state takes the table's files",
                "Give the state a bucket or a prefix of its own.");
            Advised::relate(finding, advised.document(), "the warehouse is here", warehouse.at.node);
        }
    }
}

void advise_on_event_time(const Advised& advised) {
    if (!advised.build.event_time) {
        return;
    }
    const Text& column = advised.build.event_time->column;
    const auto& sources = advised.plan.sources;
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [&](const SourceColumn& source) { return source.name == column.value; });
    if (found == sources.end() || !found->nullable) {
        return;
    }
    Finding& finding =
        advised.add(Code::event_time_nullable, column.at,
                    fmt::format("{} may be null, and the first record in which it is fails the job", column.value),
                    "Declare it required when its producers promise it, or take metadata from: timestamp, which every "
                    "record has.");
    Advised::relate(finding, advised.document(), "it is optional here", found->at.node);
}

void advise_on_topic(const Advised& advised) {
    static constexpr std::array<std::string_view, 8> kTelling = {"cdc",    "changelog", "compact",   "compacted",
                                                                 "ktable", "upsert",    "tombstone", "tombstones"};
    const Text& topic = advised.build.stream->topic;
    const std::vector<std::string> words = words_of(topic.value);
    const auto telling = std::find_first_of(words.begin(), words.end(), kTelling.begin(), kTelling.end());
    if (telling != words.end()) {
        advised.add(
            Code::tombstones, topic.at,
            fmt::format("reads like a topic whose records replace each other ({}): each is a row of its own here, "
                        "and a null value, which deletes elsewhere, is skipped",
                        *telling),
            "Fine when every record is wanted; else let a job that knows the keys write the table.");
    }
    if (advised.plan.key_reading == KeyReading::TwoTables) {
        advised.add(
            Code::topic_read_twice, advised.build.stream->key->format.at,
            "Flink drops records without a key under this format, so that the job reads the topic a second time for "
            "them: twice the traffic, in one job",
            "Leave key out when no output needs it. A json key of plain columns, without decimals, binary or "
            "nesting, is read once.");
    }
}

} // namespace

void advise_on_job(const Advised& advised) {
    advise_on_commits(advised);
    advise_on_state(advised);
    advise_on_event_time(advised);
    advise_on_topic(advised);
}

void advise_on_groups(const Contract& contract, std::vector<Finding>& findings) {
    std::map<std::tuple<std::string_view, std::string_view, std::string_view>, Place> first;
    for (const Build& build : contract.builds) {
        if (!build.managed || !build.stream || !build.source || !build.source->group_id.present()) {
            continue;
        }
        const Text& group = build.source->group_id;
        const auto [at, is_new] = first.try_emplace(
            {build.source->bootstrap_servers.value, build.stream->topic.value, group.value}, group.at);
        if (is_new) {
            continue;
        }
        findings.push_back(
            lane_finding(contract, Code::group_id_shared, group.at,
                         fmt::format("another build reads topic {} under the same group: each commits its "
                                     "offsets over the other's, and one that starts afresh begins at either",
                                     build.stream->topic.value)));
        findings.back().help = "Give each build a groupId of its own.";
        Advised::relate(findings.back(), *contract.document, "the group is taken here", at->second.node);
    }
}

} // namespace weir
