// Ids, outputs, and one build on its own: contract.md sections 2 and 4.

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/rules.h"
#include "weir/sha256.h"

namespace weir {

namespace {

void repeated_id(Context& context, Code code, const Text& id, std::unordered_map<std::string_view, Place>& seen) {
    const bool expose = code == Code::expose_id_repeated;
    if (!id.present()) {
        return;
    }
    const auto [first, fresh] = seen.try_emplace(id.value, id.at);
    if (fresh) {
        return;
    }
    Finding& finding = context.add(code, id.at,
                                   fmt::format("{} is the {}", shown(id.value),
                                               expose ? "exposeId of an earlier expose" : "id of an earlier build"));
    finding.help = expose ? "Give each expose an exposeId of its own." : "Give each build an id of its own.";
    relate(context, finding, fmt::format("{} stands here first", shown(id.value)), first->second.node);
}

/// Who writes each expose, by index.
struct Writers {
    std::unordered_map<std::string_view, std::size_t> index;
    std::vector<std::string_view> ids; ///< for proposals; not more than a person would read through
    std::vector<const Text*> first;
    bool unnamed = false; ///< an expose without a readable exposeId may be what an output means
    bool open = false;    ///< an output that is wrong or unreadable may have meant any expose

    explicit Writers(const Contract& contract)
        : first(contract.exposes.size()), unnamed(contract.exposes.empty()), open(contract.builds.empty()) {
        constexpr std::size_t kMostProposed = 200;
        for (std::size_t i = 0; i < contract.exposes.size(); ++i) {
            const Text& id = contract.exposes[i].expose_id;
            unnamed = unnamed || !id.present();
            if (id.present() && index.try_emplace(id.value, i).second && ids.size() < kMostProposed) {
                ids.push_back(id.value);
            }
        }
    }
};

void check_output(Context& context, const Text& output, Writers& writers) {
    const auto expose = writers.index.find(output.value);
    if (expose == writers.index.end()) {
        writers.open = true;
        if (writers.unnamed) {
            return;
        }
        Finding& finding = context.add(Code::output_unknown, output.at,
                                       fmt::format("{} is not an exposeId of this contract", shown(output.value)));
        const std::string_view near = nearest(output.value, writers.ids);
        if (!near.empty()) {
            finding.help = fmt::format("Did you mean {}?", near);
            suggest(context, finding, output.at.node, near);
        } else if (!writers.ids.empty()) {
            const std::size_t told = std::min<std::size_t>(writers.ids.size(), 12);
            finding.help = fmt::format("The contract exposes {}.", one_of(std::span(writers.ids).first(told), "and"));
        }
        return;
    }
    const Text*& writer = writers.first[expose->second];
    if (writer == nullptr) {
        writer = &output;
    } else if (context.contract.managed) {
        writers.open = true;
        Finding& finding = context.add(Code::output_shared, output.at,
                                       fmt::format("{} is written by an earlier build already", shown(output.value)));
        finding.help = "Each expose is written by exactly one build.";
        relate(context, finding, "it is written here", writer->at.node);
    }
}

void check_count(Context& context, const Build& build) {
    if (!build.managed || !build.outputs_at.known() || context.doc.node(build.outputs_at.node).count == 1) {
        return;
    }
    Finding& finding = context.add(Code::output_count, build.outputs_at, "a managed build writes exactly one expose");
    finding.help = "Name one exposeId, and make a build for each other one.";
    const auto items = context.doc.items(build.outputs_at.node);
    if (items.size() > 1) {
        finding.at = finding_span(context.doc, items[1]);
    }
}

void check_unwritten(Context& context, const Writers& writers) {
    const Contract& contract = context.contract;
    if (!contract.managed || writers.open) {
        return;
    }
    for (std::size_t i = 0; i < contract.exposes.size(); ++i) {
        const Expose& expose = contract.exposes[i];
        if (writers.first[i] != nullptr || !expose.expose_id.present()) {
            continue;
        }
        Finding& finding = context.add(Code::expose_unwritten, expose.at,
                                       fmt::format("no build writes {}", shown(expose.expose_id.value)));
        finding.help = "Name it in a build's outputs, or move it to a contract of its own.";
    }
}

void check_event_time(Context& context, const Build& build) {
    if (!build.event_time || !build.event_time->column.present() || !build.stream) {
        return;
    }
    const Text& wanted = build.event_time->column;
    const Stream& stream = *build.stream;
    const Columns& columns = context.contract.columns;
    if (stream.key) {
        for (std::uint32_t i = 0; i < stream.key->schema.count; ++i) {
            const Column& column = columns[stream.key->schema.first + i];
            if (stream_name(*stream.key, column) == wanted.value) {
                Finding& finding = context.add(Code::event_time_key, wanted.at,
                                               fmt::format("{} is a column of the record key", shown(wanted.value)));
                finding.help = "Take a column of the value or of the metadata: a record may have no key.";
                relate(context, finding, "it is declared here", column.at.node);
                return;
            }
        }
    }
    std::vector<std::string_view> names;
    ColumnId found = kNoColumn;
    bool unnamed = stream.open || !stream.schema.at.known();
    const auto look = [&](ColumnId id) {
        if (id == kNoColumn || columns[id].name.empty()) {
            unnamed = true;
            return;
        }
        names.push_back(columns[id].name);
        if (columns[id].name == wanted.value) {
            found = id;
        }
    };
    for (std::uint32_t i = 0; i < stream.schema.count; ++i) {
        look(stream.schema.first + i);
    }
    for (const MetadataColumn& entry : stream.metadata) {
        look(entry.column);
    }
    if (found == kNoColumn) {
        if (unnamed) {
            return; // a column whose name has been refused may be the one
        }
        Finding& finding = context.add(Code::event_time_unknown, wanted.at,
                                       fmt::format("{} is not a column of properties.stream", shown(wanted.value)));
        const std::string_view near = nearest(wanted.value, names);
        finding.help = near.empty() ? "Name a timestamp at the top of the stream's value or metadata."
                                    : fmt::format("Did you mean {}?", near);
        if (!near.empty()) {
            suggest(context, finding, wanted.at.node, near);
        }
        return;
    }
    const Column& column = columns[found];
    const bool timestamp = column.kind == TypeKind::Timestamp || column.kind == TypeKind::TimestampLtz;
    if (column.kind == TypeKind::Unknown || (timestamp && column.precision <= 3)) {
        return;
    }
    const bool told = timestamp && stream.format.present() && stream.format.value == ValueFormat::AvroConfluent;
    if (told) {
        return; // its precision is refused where it is declared
    }
    Finding& finding =
        context.add(Code::event_time_type, wanted.at,
                    fmt::format("{} is {}; event time is a timestamp or timestamp_ltz of precision 3 or less",
                                shown(wanted.value), contract_type(column)));
    finding.help = timestamp ? fmt::format("Declare {} with precision 3, or take another column.", wanted.value)
                             : std::string("Take a timestamp column.");
    relate(context, finding, "its type is declared here", column.type_at.node);
}

void check_source(Context& context, const Build& build) {
    if (!build.source) {
        return;
    }
    const FlinkSource& source = *build.source;
    for (const std::string_view key : {"topic", "format", "schema"}) {
        if (const Entry* entry = context.doc.find_entry(source.at.node, key)) {
            Finding& finding = context.add_at_key(
                Code::source_key_misplaced, *entry, context.contract.paths.key(source.at.path, key),
                fmt::format("{} is said in properties.stream; the source holds the connection only", key));
            finding.help = fmt::format("Move it to properties.stream.{}.", key);
            const Entry* said =
                build.stream ? context.doc.find_entry(build.stream->at.node, key) : static_cast<const Entry*>(nullptr);
            if (said != nullptr) {
                finding.help = "Leave it out: properties.stream says it.";
                relate(context, finding, "it is said here", said->key);
                leave_out(context, finding, source.at.node, *entry);
            } else if (build.stream) {
                relate(context, finding, "properties.stream is here", build.stream->at.node);
                move_to(context, finding, source.at.node, *entry, build.stream->at.node, "properties.stream");
            }
        }
    }
    if (!build.stream) {
        return;
    }
    const Stream& stream = *build.stream;
    const bool avro_value = stream.format.present() && stream.format.value == ValueFormat::AvroConfluent;
    const bool avro_key =
        stream.key && stream.key->format.present() && stream.key->format.value == KeyFormat::AvroConfluent;
    const NodeId registry = context.doc.find(source.at.node, "schemaRegistryUrl");
    if ((avro_value || avro_key) && registry == kNoNode) {
        Finding& finding = context.add(Code::registry_missing, source.at,
                                       "avro-confluent needs schemaRegistryUrl, the address of the schema registry");
        finding.help = "Add schemaRegistryUrl, such as https://registry.example.com.";
        relate(context, finding, "the format is chosen here",
               avro_value ? stream.format.at.node : stream.key->format.at.node);
    }
    const bool formats_known = stream.format.present() && (!stream.key || stream.key->format.present());
    if (formats_known && !avro_value && !avro_key && source.schema_registry_url.present()) {
        Finding& finding =
            context.add_at_key(Code::registry_unused, *context.doc.find_entry(source.at.node, "schemaRegistryUrl"),
                               source.schema_registry_url.at.path, "no format of the stream reads a schema registry");
        finding.help = "Leave schemaRegistryUrl out, or write format: avro-confluent.";
        leave_out(context, finding, source.at.node, "schemaRegistryUrl");
    }
}

void check_sql(Context& context, const Build& build) {
    if (!build.sql.present()) {
        return;
    }
    const NodeId mapping = context.doc.find(build.properties_at.node, "mapping");
    if (mapping != kNoNode) {
        const Entry* entry = context.doc.find_entry(build.properties_at.node, "sql");
        Finding& finding = context.add_at_key(Code::mapping_with_sql, *entry, build.sql.at.path,
                                              "a build has a mapping or its own SQL, not both");
        finding.help = "Remove one of the two.";
        relate(context, finding, "the mapping is here", mapping);
        return;
    }
    const Contract& contract = context.contract;
    std::string what = "this build runs its own SQL with the job's catalog identity, which can read any table that "
                       "identity can read";
    std::string help = "weir apply refuses it until the operator allows it.";
    if (contract.id.present() && build.id.present()) {
        const std::string entry =
            fmt::format("{}/{}@sha256:{}", contract.id.value, build.id.value, sha256_hex(build.sql.value));
        what += fmt::format("; its allowlist entry is {}", entry);
        help = "weir apply refuses it until FLUID_FLINK_CONTRACT_SQL_ALLOWLIST holds that entry.";
    }
    Finding& finding = context.add_at_key(Code::own_sql, *context.doc.find_entry(build.properties_at.node, "sql"),
                                          build.sql.at.path, what);
    finding.help = std::move(help);
}

void check_trigger(Context& context, const Build& build) {
    const bool continuous = build.trigger_type.present() && build.trigger_type.value == "continuous";
    if (!continuous && !build.managed) {
        return; // a managed build is continuous, whatever its trigger says
    }
    Contract& contract = context.contract;
    const NodeId execution = context.doc.find(build.at.node, "execution");
    const NodeId node = execution == kNoNode ? kNoNode : context.doc.find(execution, "trigger");
    if (node == kNoNode) {
        return;
    }
    const PathId trigger = contract.paths.key(contract.paths.key(build.at.path, "execution"), "trigger");
    for (const std::string_view key : {"cron", "schedule", "datasets", "datasetsOperator", "event", "timetable"}) {
        if (key == "datasetsOperator" && (!contract.managed || context.doc.find(node, "datasets") != kNoNode)) {
            continue;
        }
        if (const Entry* entry = context.doc.find_entry(node, key)) {
            Finding& finding = context.add_at_key(Code::trigger_conflict, *entry, contract.paths.key(trigger, key),
                                                  fmt::format("a continuous trigger has no {}", key));
            finding.help = "Leave it out: a continuous job runs all the time.";
            leave_out(context, finding, node, *entry);
        }
    }
}

} // namespace

void check_outputs(Context& context) {
    const Contract& contract = context.contract;
    std::unordered_map<std::string_view, Place> builds;
    std::unordered_map<std::string_view, Place> exposes;
    for (const Expose& expose : contract.exposes) {
        repeated_id(context, Code::expose_id_repeated, expose.expose_id, exposes);
    }
    Writers writers(contract);
    for (const Build& build : contract.builds) {
        repeated_id(context, Code::build_id_repeated, build.id, builds);
        check_count(context, build);
        check_trigger(context, build);
        writers.open = writers.open || !build.outputs_at.known() ||
                       build.outputs.size() != context.doc.node(build.outputs_at.node).count ||
                       (build.managed && build.outputs.size() != 1);
        for (const Text& output : build.outputs) {
            check_output(context, output, writers);
            if (build.managed && build.outputs.size() > 1) {
                break; // which of them stays is open
            }
        }
    }
    check_unwritten(context, writers);
}

void check_build(Context& context, const Build& build) {
    if (build.stream) {
        check_stream(context, *build.stream);
    }
    check_source(context, build);
    check_event_time(context, build);
    check_sql(context, build);
}

} // namespace weir
