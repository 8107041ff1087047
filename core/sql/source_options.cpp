#include <fmt/format.h>

#include "sql/source.h"

namespace weir {

void SourceWriter::option(std::string_view key, std::string_view value, Place place) {
    out_.option(first_option_, key, value, place);
    first_option_ = false;
}

void SourceWriter::options(RawKey key, std::string_view group_suffix) {
    const FlinkSource& source = *build_.source;
    first_option_ = true;
    option("connector", "kafka", stream_.kind.at);
    option("topic", stream_.topic.value, stream_.topic.at);
    option("properties.bootstrap.servers", source.bootstrap_servers.value, source.bootstrap_servers.at);
    option("properties.group.id", fmt::format("{}{}", source.group_id.value, group_suffix), source.group_id.at);
    if (source.startup_mode.value == StartupMode::EarliestOffset) {
        option("scan.startup.mode", "earliest-offset", source.startup_mode.at);
    } else {
        option("scan.startup.mode", "group-offsets", source.startup_mode.at);
        // A new group has no offsets yet, and Kafka's reader fails without a policy for that.
        option("properties.auto.offset.reset", "earliest", source.startup_mode.at);
    }
    key_options(key);
    value_options();
}

void SourceWriter::key_options(RawKey key) {
    if (key == RawKey::None) {
        return;
    }
    if (key == RawKey::OneText) {
        option("key.format", "raw", stream_.key->format.at);
        option("key.fields", key_text_, stream_.key->schema.at);
    } else {
        std::string fields;
        for (const SourceColumn& source : plan_.sources) {
            if (source.origin == SourceColumn::Origin::Key) {
                fields += fields.empty() ? "" : ";";
                fields += source.name;
            }
        }
        switch (stream_.key->format.value) {
        case KeyFormat::Json:
            option("key.format", "json", stream_.key->format.at);
            json_options("key.json.");
            break;
        case KeyFormat::AvroConfluent:
            option("key.format", "avro-confluent", stream_.key->format.at);
            avro_options("key.avro-confluent.");
            break;
        case KeyFormat::Raw:
        case KeyFormat::Unknown:
            option("key.format", "raw", stream_.key->format.at);
            break;
        }
        option("key.fields", fields, stream_.key->schema.at);
        if (!stream_.key->prefix.value.empty()) {
            option("key.fields-prefix", stream_.key->prefix.value, stream_.key->prefix.at);
        }
    }
    option("value.fields-include", "EXCEPT_KEY");
}

void SourceWriter::value_options() {
    if (stream_.format.value == ValueFormat::AvroConfluent) {
        option("value.format", "avro-confluent", stream_.format.at);
        avro_options("value.avro-confluent.");
    } else {
        option("value.format", "json", stream_.format.at);
        json_options("value.json.");
    }
}

void SourceWriter::json_options(std::string_view prefix) {
    const bool sql = stream_.timestamp_format.value == TimestampFormat::Sql;
    option(fmt::format("{}fail-on-missing-field", prefix), "false");
    option(fmt::format("{}ignore-parse-errors", prefix), "false");
    option(fmt::format("{}timestamp-format.standard", prefix), sql ? "SQL" : "ISO-8601", stream_.timestamp_format.at);
}

void SourceWriter::avro_options(std::string_view prefix) {
    const Text& registry = build_.source->schema_registry_url;
    option(fmt::format("{}url", prefix), registry.value, registry.at);
}

} // namespace weir
