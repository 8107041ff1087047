#include "sql/source.h"

#include <algorithm>

#include <fmt/format.h>

#include "contract/metadata_words.h"

namespace weir {

namespace {

using Origin = SourceColumn::Origin;

constexpr std::string_view kKeylessGroup = ".keyless";
constexpr int kEventTimeDigits = 3;

bool has_local_time_zone(const Columns& columns, const Column& column) {
    if (column.kind == TypeKind::TimestampLtz) {
        return true;
    }
    const auto children = columns.children(column);
    return std::any_of(children.begin(), children.end(),
                       [&](const Column& child) { return has_local_time_zone(columns, child); });
}

/// `0 00:00:05`, of any number of seconds: INTERVAL's own SECOND takes no more than 999.
std::string days_to_seconds(std::int64_t seconds) {
    return fmt::format("{} {:02}:{:02}:{:02}", seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
}

} // namespace

SourceWriter::SourceWriter(const Contract& contract, const BuildPlan& plan, ScriptWriter& out)
    : contract_(contract), plan_(plan), build_(contract.builds[plan.build]), stream_(*build_.stream), out_(out) {
    for (const SourceColumn& source : plan.sources) {
        names_.take(source.name);
        const SourceColumn*& first = first_metadata_[static_cast<std::size_t>(source.metadata)];
        if (source.origin == Origin::Metadata && first == nullptr) {
            first = &source;
        }
    }
    takes_apart_ = plan.key_reading == KeyReading::RawJson || plan.key_reading == KeyReading::TwoTables;
    for (const SourceColumn& source : plan.sources) {
        const bool repeated = source.origin == Origin::Metadata && metadata_column(source).name != source.name;
        // For the planner event time has three digits; where its column has fewer, UNNEST beside it fails.
        const bool short_time = is_event_time(source) && contract.columns[source.column].precision < kEventTimeDigits;
        takes_apart_ = takes_apart_ || converted(source) || repeated || short_time;
        if (is_event_time(source) && (converted(source) || short_time)) {
            event_time_ = names_.make(fmt::format("weir_{}", source.name));
        }
    }
    if (plan.key_reading == KeyReading::RawJson || plan.key_reading == KeyReading::TwoTables) {
        key_text_ = names_.make("weir_key");
    }
}

/// Flink's Avro reader has no TIMESTAMP_LTZ: such a column is read as TIMESTAMP and converted in the view.
bool SourceWriter::converted(const SourceColumn& source) const {
    const bool avro = (source.origin == Origin::Value && stream_.format.value == ValueFormat::AvroConfluent) ||
                      (source.origin == Origin::Key && stream_.key->format.value == KeyFormat::AvroConfluent);
    return avro && has_local_time_zone(contract_.columns, contract_.columns[source.column]);
}

bool SourceWriter::is_event_time(const SourceColumn& source) const {
    return build_.event_time && build_.event_time->column.value == source.name;
}

std::string SourceWriter::raw_type(const Column& column, bool avro) const {
    if (!avro || !has_local_time_zone(contract_.columns, column)) {
        return flink_type(contract_.columns, column, FlinkNulls::Nowhere);
    }
    if (column.kind == TypeKind::TimestampLtz) {
        return fmt::format("TIMESTAMP({})", column.precision);
    }
    const auto children = contract_.columns.children(column);
    if (column.kind == TypeKind::Array) {
        return fmt::format("ARRAY<{}>", raw_type(children[0], avro));
    }
    if (column.kind == TypeKind::Map) {
        return fmt::format("MAP<STRING NOT NULL, {}>", raw_type(children[1], avro));
    }
    std::string out = "ROW<";
    for (const Column& child : children) {
        out +=
            fmt::format("{}{} {}", out.back() == '<' ? "" : ", ", quote_identifier(child.name), raw_type(child, avro));
    }
    return out + '>';
}

void SourceWriter::write() {
    if (!takes_apart_) {
        const bool keyed = plan_.key_reading == KeyReading::Format;
        table(kSourceName, keyed ? RawKey::Declared : RawKey::None, "");
        return;
    }
    switch (plan_.key_reading) {
    case KeyReading::TwoTables:
        out_.comment_line("Records with a key.");
        table(kKeyedTable, RawKey::Declared, "");
        out_.comment_line("Records without a key: the format of the key would drop them without a word.");
        table(kKeylessTable, RawKey::OneText, kKeylessGroup);
        break;
    case KeyReading::RawJson:
        table(kRawTable, RawKey::OneText, "");
        break;
    case KeyReading::Format:
        table(kRawTable, RawKey::Declared, "");
        break;
    case KeyReading::None:
        table(kRawTable, RawKey::None, "");
        break;
    }
    view();
}

void SourceWriter::table(std::string_view name, RawKey key, std::string_view group_suffix) {
    out_.begin(StatementKind::CreateTable);
    {
        const ScriptWriter::From from(out_, stream_.at);
        out_.put("CREATE TEMPORARY TABLE ");
        out_.name(name);
        out_.put(" (");
        columns(key);
        out_.new_line(0);
        out_.put(") WITH (");
        options(key, group_suffix);
        out_.new_line(0);
        out_.put(")");
    }
    out_.end();
    out_.blank_line();
}

/// Nothing that is read from a record is NOT NULL: Flink would read a missing number as -1.
void SourceWriter::columns(RawKey key) {
    bool first = true;
    const auto next = [&] {
        out_.put(first ? "" : ",");
        first = false;
        out_.new_line(1);
    };
    for (const SourceColumn& source : plan_.sources) {
        const bool in_record =
            source.origin == Origin::Value || (source.origin == Origin::Key && key == RawKey::Declared);
        if (in_record) {
            next();
            const Column& column = contract_.columns[source.column];
            const ScriptWriter::From from(out_, source.at);
            out_.name(source.name);
            out_.put(" ");
            out_.put(raw_type(column, converted(source)));
        }
    }
    if (key == RawKey::OneText) {
        next();
        out_.name(key_text_);
        out_.put(" STRING");
    }
    metadata();
    watermark();
}

void SourceWriter::metadata() {
    for (const SourceColumn& source : plan_.sources) {
        if (source.origin != Origin::Metadata || &metadata_column(source) != &source) {
            continue;
        }
        const Column& column = contract_.columns[source.column];
        out_.put(",");
        out_.new_line(1);
        const ScriptWriter::From from(out_, source.at);
        out_.name(source.name);
        out_.put(" ");
        out_.put(flink_type(contract_.columns, column, FlinkNulls::Nowhere));
        out_.put(source.metadata == MetadataKey::LeaderEpoch ? " METADATA FROM " : " NOT NULL METADATA FROM ");
        out_.literal(metadata_word(source.metadata));
        out_.put(" VIRTUAL");
    }
}

void SourceWriter::watermark() {
    if (!build_.event_time) {
        return;
    }
    const auto source = std::find_if(plan_.sources.begin(), plan_.sources.end(),
                                     [&](const SourceColumn& column) { return is_event_time(column); });
    if (source == plan_.sources.end()) {
        return;
    }
    const ScriptWriter::From from(out_, build_.event_time->at);
    std::string_view column = source->origin == Origin::Metadata ? metadata_column(*source).name : source->name;
    if (!event_time_.empty()) {
        out_.put(",");
        out_.new_line(1);
        out_.name(event_time_);
        out_.put(" AS CAST(");
        out_.name(column);
        const bool local = contract_.columns[source->column].kind == TypeKind::TimestampLtz;
        out_.put(fmt::format(" AS {}({}))", local ? "TIMESTAMP_LTZ" : "TIMESTAMP", kEventTimeDigits));
        column = event_time_;
    }
    out_.put(",");
    out_.new_line(1);
    out_.put(fmt::format("WATERMARK FOR {0} AS {0} - INTERVAL '{1}' DAY(3) TO SECOND", quote_identifier(column),
                         days_to_seconds(build_.event_time->delay_seconds.value)));
}

} // namespace weir
