#include "weir/diff.h"

namespace weir {

namespace {

using enum ChangeSeverity;

// The severities are those of the lane's own table of changes and of the rules for exposed tables.
const std::vector<RuleInfo> kRules = {
    {"bootstrap-servers-changed", NonBreaking, "a build reads from other Kafka brokers"},
    {"build-added", Info, "a build is new"},
    {"build-output-changed", Breaking, "a build writes another of the exposes that stay"},
    {"build-removed", Breaking, "a build is gone and nothing writes its expose any more"},
    {"build-renamed", Info, "a build has another id and writes the same expose"},
    {"catalog-auth-changed", NonBreaking, "the job authenticates to the catalog in another way"},
    {"catalog-properties-changed", NonBreaking, "a property of the catalog client was added, removed or changed"},
    {"catalog-uri-changed", Breaking, "the table is in another catalog"},
    {"checkpoint-interval-changed", Info, "the job commits more or less often"},
    {"checkpoint-uri-changed", NonBreaking, "checkpoints are kept at another place"},
    {"column-added", NonBreaking, "the table has a new optional column or field"},
    {"column-became-optional", Breaking, "a required column or field may now be null"},
    {"column-became-required", Breaking, "an optional column or field is now required"},
    {"column-order-changed", Breaking, "columns, or fields of a struct, stand in another order"},
    {"column-precision-changed", Info, "a timestamp has another precision, which is the same type in Iceberg"},
    {"column-removed", Breaking, "a column or field of the table is gone"},
    {"column-required-added", Breaking, "the table has a new required column or field"},
    {"column-type-changed", Breaking, "a column or field has a narrower or another type"},
    {"column-type-widened", NonBreaking, "a column or field has a type that Iceberg itself promotes to"},
    {"deployment-context-changed", Breaking, "the job is deployed through another kube context"},
    {"deployment-name-changed", Breaking, "the deployment has another name"},
    {"deployment-namespace-changed", Breaking, "the deployment is in another namespace"},
    {"deployment-state-changed", Info, "the job is suspended or resumed"},
    {"documentation-changed", Info, "a description, title, tag, label, owner or sensitivity changed"},
    {"event-time-added", NonBreaking, "a build declares an event-time column"},
    {"event-time-changed", NonBreaking, "the event-time column or its delay changed"},
    {"event-time-removed", NonBreaking, "a build no longer declares an event-time column"},
    {"execution-changed", Info, "a setting of a build's execution changed"},
    {"explode-added", Breaking, "a record becomes one row per element of an array"},
    {"explode-moved", Breaking, "another array is exploded"},
    {"explode-removed", Breaking, "a record becomes one row again"},
    {"explode-renamed", Info, "the exploded element has another name within the contract"},
    {"expose-added", NonBreaking, "an expose is new"},
    {"expose-removed", Breaking, "an expose is gone"},
    {"field-added", NonBreaking, "a build newly reads an optional field"},
    {"field-became-optional", NonBreaking, "a field that a build reads is no longer required"},
    {"field-became-required", Breaking, "a field that a build reads is now required"},
    {"field-dropped", NonBreaking, "a build no longer reads a field"},
    {"field-required-added", Breaking, "a build newly reads a required field"},
    {"field-type-changed", Breaking, "a field is read with a narrower or another type"},
    {"field-type-widened", NonBreaking, "a field is read with a wider type"},
    {"file-format-changed", Info, "new data files have another format"},
    {"group-id-changed", NonBreaking, "a build reads under another consumer group"},
    {"ha-uri-changed", NonBreaking, "high-availability metadata is kept at another place"},
    {"image-changed", Info, "the job runs another image"},
    {"key-declared", Info, "a build newly reads the record key"},
    {"key-dropped", NonBreaking, "a build no longer reads the record key"},
    {"key-format-changed", Breaking, "the record key is decoded in another way"},
    {"key-prefix-changed", Breaking, "key columns have other names"},
    {"metadata-added", Info, "a metadata column is new"},
    {"metadata-dropped", NonBreaking, "a metadata column is gone"},
    {"metadata-source-changed", Breaking, "a metadata column holds other metadata"},
    {"other-changed", Info, "something changed that no other rule judges"},
    {"output-cast-changed", NonBreaking, "an output is converted in another way"},
    {"output-path-changed", NonBreaking, "an output is read from another path"},
    {"own-sql-added", Breaking, "a build starts running its own SQL"},
    {"own-sql-changed", Breaking, "a build's own SQL changed"},
    {"own-sql-removed", NonBreaking, "a build runs a mapping instead of its own SQL"},
    {"parallelism-changed", Info, "the job runs with another parallelism"},
    {"partition-spec-changed", Breaking, "the table is partitioned in another way"},
    {"product-id-changed", Breaking, "the product has another id"},
    {"resources-changed", Info, "the job manager or the task managers have other resources"},
    {"savepoint-uri-changed", NonBreaking, "savepoints are kept at another place"},
    {"schema-registry-changed", NonBreaking, "writer schemas come from another registry"},
    {"secret-refs-changed", NonBreaking, "other Secrets are mounted into the job"},
    {"service-account-changed", NonBreaking, "the job runs under another service account"},
    {"startup-mode-changed", NonBreaking, "a job without saved state starts at another position"},
    {"state-endpoint-changed", NonBreaking, "state is kept behind another storage endpoint"},
    {"stream-declared", Info, "a build newly declares its stream"},
    {"stream-dropped", Info, "a build no longer declares its stream"},
    {"stream-format-changed", Breaking, "the record value is decoded in another way"},
    {"stream-topic-changed", Breaking, "a build reads another topic"},
    {"table-changed", Breaking, "an expose is another table"},
    {"table-namespace-changed", Breaking, "the table is in another namespace"},
    {"table-properties-changed", NonBreaking, "a property of the table was added, removed or changed"},
    {"timestamp-format-changed", Breaking, "timestamps of the records are read in another notation"},
    {"verification-changed", Info, "the budgets of verification changed"},
    {"warehouse-changed", Breaking, "the table is in another warehouse"},
};

} // namespace

const std::vector<RuleInfo>& all_rules() {
    return kRules;
}

} // namespace weir
