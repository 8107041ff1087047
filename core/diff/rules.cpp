#include "weir/diff.h"

namespace weir {

namespace {

using enum ChangeSeverity;
using enum Savepoint;

// What is said of savepoints holds under the settings of every script that Weir writes: Iceberg's v2 sink and
// an identifier for each operator. The changes that are said to restore were restored in tests/engine/e2e,
// or change no operator of the plan.
constexpr std::string_view kRestores = "The job restores strictly from its savepoint and keeps its offsets.";
constexpr std::string_view kOnceMatching =
    "Once the table matches, the job restores strictly from its savepoint and keeps its offsets.";
constexpr std::string_view kStart = "A job that restores from its savepoint keeps the offsets in it, whatever this "
                                    "says; one that starts without a savepoint does not.";
constexpr std::string_view kPlaces = "The job restores strictly from its savepoint and keeps its offsets, as long as "
                                     "what was saved at the old place can be read.";
constexpr std::string_view kSuspend = "Suspending takes a savepoint, and running resumes from it at its offsets.";
constexpr std::string_view kRenamed =
    "The state belongs to the deployment: where that keeps its name, it carries over, offsets included.";
constexpr std::string_view kImage = "It restores where the new image holds the same versions of Flink and Iceberg; "
                                    "another version has to say that it reads the state of the old one.";
constexpr std::string_view kFlink =
    "Flink reads savepoints of the version before it; no restore of this job across the two "
    "has been shown: try it from a copy of the savepoint.";
constexpr std::string_view kNotShown =
    "The plan of the job changes in a way for which no restore has been shown: try it from a copy of the savepoint.";
constexpr std::string_view kSql =
    "The operators of own SQL are numbered by its plan, so that another query may not restore strictly: try it from a "
    "copy of the savepoint, or start afresh under a new deployment name.";
constexpr std::string_view kBrokers = "Offsets in the savepoint are those of the old cluster: they carry over where "
                                      "this is the same cluster under other names, and mean nothing in another one.";
constexpr std::string_view kRegistry = "The savepoint restores at its offsets; whether the records from there on can "
                                       "be decoded depends on the schema ids of the new registry.";
constexpr std::string_view kHa = "A savepoint restores; a job that is recovering at that moment does not find its last "
                                 "checkpoint under the new place.";
constexpr std::string_view kEndpoint = "The savepoint restores where it can be read through the new endpoint.";
constexpr std::string_view kOtherTable = "No restore has been shown that writes another table; where it restores, the "
                                         "new table begins at the saved offsets and lacks all rows before them.";
constexpr std::string_view kProduct = "The state belongs to the deployment, and what is deployed belongs to the old "
                                      "product: it has to be handed over before the savepoint can be used.";
constexpr std::string_view kTopic = "The saved offsets are those of the old topic, and a job that restores them goes "
                                    "on reading it: start afresh under a new deployment name.";
constexpr std::string_view kDeployment =
    "Another deployment starts without the savepoint of this one, at the offsets that startupMode names.";
constexpr std::string_view kNone;

// The severities are those of the lane's own table of changes and of the rules for exposed tables.
const std::vector<RuleInfo> kRules = {
    {"bootstrap-servers-changed", NonBreaking, Uncertain, kBrokers, "a build reads from other Kafka brokers"},
    {"build-added", Info, NotConcerned, kNone, "a build is new"},
    {"build-output-changed", Breaking, Uncertain, kOtherTable, "a build writes another of the exposes that stay"},
    {"build-removed", Breaking, NotConcerned, kNone, "a build is gone and nothing writes its expose any more"},
    {"build-renamed", Info, Kept, kRenamed, "a build has another id and writes the same expose"},
    {"catalog-auth-changed", NonBreaking, Kept, kRestores, "the job authenticates to the catalog in another way"},
    {"catalog-properties-changed", NonBreaking, Kept, kRestores,
     "a property of the catalog client was added, removed or changed"},
    {"catalog-uri-changed", Breaking, Uncertain, kOtherTable, "the table is in another catalog"},
    {"checkpoint-interval-changed", Info, Kept, kRestores, "the job commits more or less often"},
    {"checkpoint-uri-changed", NonBreaking, Kept, kPlaces, "checkpoints are kept at another place"},
    {"column-added", NonBreaking, Kept, kOnceMatching, "the table has a new optional column or field"},
    {"column-became-optional", Breaking, Kept, kOnceMatching, "a required column or field may now be null"},
    {"column-became-required", Breaking, Kept, kOnceMatching, "an optional column or field is now required"},
    {"column-order-changed", Breaking, Kept, kOnceMatching, "columns, or fields of a struct, stand in another order"},
    {"column-precision-changed", Info, Kept, kRestores,
     "a timestamp has another precision, which is the same type in Iceberg"},
    {"column-removed", Breaking, Kept, kOnceMatching, "a column or field of the table is gone"},
    {"column-required-added", Breaking, Kept, kOnceMatching, "the table has a new required column or field"},
    {"column-type-changed", Breaking, Kept, kOnceMatching, "a column or field has a narrower or another type"},
    {"column-type-widened", NonBreaking, Kept, kOnceMatching,
     "a column or field has a type that Iceberg itself promotes to"},
    {"deployment-context-changed", Breaking, Lost, kDeployment, "the job is deployed through another kube context"},
    {"deployment-name-changed", Breaking, Lost, kDeployment, "the deployment has another name"},
    {"deployment-namespace-changed", Breaking, Lost, kDeployment, "the deployment is in another namespace"},
    {"deployment-state-changed", Info, Kept, kSuspend, "the job is suspended or resumed"},
    {"documentation-changed", Info, NotConcerned, kNone,
     "a description, title, tag, label, owner or sensitivity changed"},
    {"event-time-added", NonBreaking, Kept, kRestores, "a build declares an event-time column"},
    {"event-time-changed", NonBreaking, Kept, kRestores, "the event-time column or its delay changed"},
    {"event-time-removed", NonBreaking, Uncertain, kNotShown, "a build no longer declares an event-time column"},
    {"execution-changed", Info, Kept, kRestores, "a setting of a build's execution changed"},
    {"explode-added", Breaking, Kept, kRestores, "a record becomes one row per element of an array"},
    {"explode-moved", Breaking, Kept, kRestores, "another array is exploded"},
    {"explode-removed", Breaking, Kept, kRestores, "a record becomes one row again"},
    {"explode-renamed", Info, Kept, kRestores, "the exploded element has another name within the contract"},
    {"expose-added", NonBreaking, NotConcerned, kNone, "an expose is new"},
    {"expose-removed", Breaking, NotConcerned, kNone, "an expose is gone"},
    {"field-added", NonBreaking, Kept, kRestores, "a build newly reads an optional field"},
    {"field-became-optional", NonBreaking, Kept, kRestores, "a field that a build reads is no longer required"},
    {"field-became-required", Breaking, Kept, kRestores, "a field that a build reads is now required"},
    {"field-dropped", NonBreaking, Kept, kRestores, "a build no longer reads a field"},
    {"field-required-added", Breaking, Kept, kRestores, "a build newly reads a required field"},
    {"field-type-changed", Breaking, Kept, kRestores, "a field is read with a narrower or another type"},
    {"field-type-widened", NonBreaking, Kept, kRestores, "a field is read with a wider type"},
    {"file-format-changed", Info, Kept, kRestores, "new data files have another format"},
    {"flink-version-changed", NonBreaking, Uncertain, kFlink, "the job runs on another version of Flink"},
    {"group-id-changed", NonBreaking, Kept, kStart, "a build reads under another consumer group"},
    {"ha-uri-changed", NonBreaking, Uncertain, kHa, "high-availability metadata is kept at another place"},
    {"image-changed", Info, Uncertain, kImage, "the job runs another image"},
    {"key-declared", Info, Kept, kRestores, "a build newly reads the record key"},
    {"key-dropped", NonBreaking, Kept, kRestores, "a build no longer reads the record key"},
    {"key-format-changed", Breaking, Kept, kRestores, "the record key is decoded in another way"},
    {"key-prefix-changed", Breaking, Kept, kRestores, "key columns have other names"},
    {"metadata-added", Info, Kept, kRestores, "a metadata column is new"},
    {"metadata-dropped", NonBreaking, Kept, kRestores, "a metadata column is gone"},
    {"metadata-source-changed", Breaking, Kept, kRestores, "a metadata column holds other metadata"},
    {"other-changed", Info, NotConcerned, kNone, "something changed that no other rule judges"},
    {"output-cast-changed", NonBreaking, Kept, kRestores, "an output is converted in another way"},
    {"output-path-changed", NonBreaking, Kept, kRestores, "an output is read from another path"},
    {"own-sql-added", Breaking, Uncertain, kSql, "a build starts running its own SQL"},
    {"own-sql-changed", Breaking, Uncertain, kSql, "a build's own SQL changed"},
    {"own-sql-removed", NonBreaking, Uncertain, kSql, "a build runs a mapping instead of its own SQL"},
    {"parallelism-changed", Info, Kept, kRestores, "the job runs with another parallelism"},
    {"partition-spec-changed", Breaking, Kept, kRestores, "the table is partitioned in another way"},
    {"product-id-changed", Breaking, Uncertain, kProduct, "the product has another id"},
    {"resources-changed", Info, Kept, kRestores, "the job manager or the task managers have other resources"},
    {"savepoint-uri-changed", NonBreaking, Kept, kPlaces, "savepoints are kept at another place"},
    {"schema-registry-changed", NonBreaking, Uncertain, kRegistry, "writer schemas come from another registry"},
    {"secret-refs-changed", NonBreaking, Kept, kRestores, "other Secrets are mounted into the job"},
    {"service-account-changed", NonBreaking, Kept, kRestores, "the job runs under another service account"},
    {"startup-mode-changed", NonBreaking, Kept, kStart, "a job without saved state starts at another position"},
    {"state-endpoint-changed", NonBreaking, Uncertain, kEndpoint, "state is kept behind another storage endpoint"},
    {"stream-declared", Info, Uncertain, kNotShown, "a build newly declares its stream"},
    {"stream-dropped", Info, Uncertain, kNotShown, "a build no longer declares its stream"},
    {"stream-format-changed", Breaking, Kept, kRestores, "the record value is decoded in another way"},
    {"stream-topic-changed", Breaking, Lost, kTopic, "a build reads another topic"},
    {"table-changed", Breaking, Uncertain, kOtherTable, "an expose is another table"},
    {"table-namespace-changed", Breaking, Uncertain, kOtherTable, "the table is in another namespace"},
    {"table-properties-changed", NonBreaking, Kept, kRestores, "a property of the table was added, removed or changed"},
    {"timestamp-format-changed", Breaking, Kept, kRestores, "timestamps of the records are read in another notation"},
    {"verification-changed", Info, NotConcerned, kNone, "the budgets of verification changed"},
    {"warehouse-changed", Breaking, Uncertain, kOtherTable, "the table is in another warehouse"},
};

} // namespace

const std::vector<RuleInfo>& all_rules() {
    return kRules;
}

void ChangeCounts::add(ChangeSeverity severity) {
    switch (severity) {
    case ChangeSeverity::Breaking:
        breaking += 1;
        break;
    case ChangeSeverity::NonBreaking:
        non_breaking += 1;
        break;
    case ChangeSeverity::Info:
        info += 1;
        break;
    }
}

} // namespace weir
