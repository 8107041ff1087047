#include <array>

#include <fmt/format.h>

#include "contract/metadata_words.h"
#include "diff/build.h"
#include "diff/columns.h"

namespace weir::changes {

namespace {

/// Fields of a record's value or key, as the job reads them.
class FieldsComparer final : public ColumnsComparer {
  public:
    FieldsComparer(Changes& changes, std::string subject, std::string_view topic)
        : ColumnsComparer(changes), subject_(std::move(subject)), topic_(topic) {}

  protected:
    void added(const Column& head, std::span<const Column> /*siblings*/, bool /*follows_new*/) override {
        const Shown type = shown_type(changes().head(), head);
        if (head.required) {
            changes().add("field-required-added", here(),
                          {fmt::format("{} newly reads {} ({}) and requires it", subject_, dotted(), type.words),
                           fmt::format("A record of topic {} without it, those already there included, can fail the "
                                       "job.",
                                       topic_),
                           "Declare it optional, or make sure that every retained record has it."},
                          {}, type, kNoNode, head.at.node);
            return;
        }
        changes().add("field-added", here(),
                      {fmt::format("{} newly reads {} ({})", subject_, dotted(), type.words),
                       fmt::format("Records of topic {} may lack it: it is null there.", topic_)},
                      {}, type, kNoNode, head.at.node);
    }

    void removed(const Column& base) override {
        changes().add(
            "field-dropped", here(),
            {fmt::format("{} no longer reads {}", subject_, dotted()),
             fmt::format("The producers of topic {} may now leave it out; an output that still needs it fails "
                         "validation.",
                         topic_)},
            shown_type(changes().base(), base), {}, base.at.node, kNoNode);
    }

    void requiredness_changed(const Column& base, const Column& head) override {
        const NodeId base_node = node_of(base, base.required_at);
        const NodeId head_node = node_of(head, head.required_at);
        if (head.required) {
            changes().add(
                "field-became-required", here(),
                {fmt::format("{} now requires {}", subject_, dotted()),
                 fmt::format("A record of topic {} without it, those already there included, can fail the job.",
                             topic_),
                 "Ask the producers for the promise, and check the retained records, before you deploy."},
                shown(base.required), shown(head.required), base_node, head_node);
            return;
        }
        changes().add(
            "field-became-optional", here(),
            {fmt::format("{} no longer requires {}", subject_, dotted()),
             fmt::format("Records of topic {} may lack it; a required output fed by it fails validation.", topic_)},
            shown(base.required), shown(head.required), base_node, head_node);
    }

    void type_changed(const Column& base, const Column& head) override {
        const Shown before = shown_type(changes().base(), base);
        const Shown after = shown_type(changes().head(), head);
        const bool wider = is_wider(base, head);
        Told told{fmt::format("{} reads {} as {} instead of {}", subject_, dotted(), after.words, before.words)};
        if (wider) {
            told.affected = "Nobody: the wider type holds every value of the old one.";
        } else {
            told.affected = fmt::format("Values that the producers of topic {} write may no longer fit, and are lost "
                                        "or fail the job.",
                                        topic_);
            told.action = "Agree with the producers first, or read the new type under another name.";
        }
        changes().add(wider ? "field-type-widened" : "field-type-changed", here(), std::move(told), before, after,
                      node_of(base, base.type_at), node_of(head, head.type_at));
    }

    void order_changed(std::span<const Column> base, std::span<const Column> head, NodeId base_node,
                       NodeId head_node) override {
        changes().add("other-changed", here(),
                      {fmt::format("{} lists the fields of {} in another order", subject_,
                                   steps().empty() ? "the record" : dotted()),
                       "Records are read by name, so only the text of the job's SQL changes."},
                      shown_names(base), shown_names(head), base_node, head_node);
    }

  private:
    std::string subject_;
    std::string_view topic_;
};

/// Marks the list as judged when every item of it is a column that was read.
void judge_columns(Side& side, const ColumnList& list) {
    if (list.at.known() && side.has_document() && side.document().node(list.at.node).kind == NodeKind::Sequence &&
        side.document().node(list.at.node).count == list.count) {
        side.judge(list.at);
    }
}

/// How the contract writes it; empty for what the reader did not know.
std::string_view word(ValueFormat format) {
    switch (format) {
    case ValueFormat::Json:
        return "json";
    case ValueFormat::AvroConfluent:
        return "avro-confluent";
    case ValueFormat::Unknown:
        break;
    }
    return "";
}

std::string_view word(KeyFormat format) {
    switch (format) {
    case KeyFormat::Raw:
        return "raw";
    case KeyFormat::Json:
        return "json";
    case KeyFormat::AvroConfluent:
        return "avro-confluent";
    case KeyFormat::Unknown:
        break;
    }
    return "";
}

std::string_view word(TimestampFormat format) {
    return format == TimestampFormat::Sql ? "sql" : "iso-8601";
}

std::string_view word(MetadataKey key) {
    return metadata_word(key);
}

/// Compares a choice among words.
template <class T> void compare_choice(Changes& changes, const ScalarRule& rule, const BuildPair& pair,
                                       const Blocks& blocks, std::string_view key, const Located<T>& base,
                                       const Located<T>& head, std::string_view fallback = {}) {
    const auto read = [&](Side& side, Place block, const Located<T>& value) {
        // A word that the reader did not know is taken as it is written.
        const std::string_view known = value.present() ? word(value.value) : std::string_view{};
        return scalar(side, block, key, known.empty() ? Place{} : value.at, shown(known), fallback);
    };
    compare_scalars(changes, rule, pair.subject, fmt::format("{}.{}", blocks.path, key),
                    read(changes.base(), blocks.base, base), read(changes.head(), blocks.head, head));
}

constexpr ScalarRule kTopic = {
    "stream-topic-changed", "the topic", "The table's readers get rows of other records from now on.",
    "Deploy it as a build of its own, with its own state and groupId, and stop the old one."};
constexpr ScalarRule kFormat = {
    "stream-format-changed", "the value's format",
    "Records written in the old format, those already on the topic included, can no longer be read and fail the job.",
    "Move to a topic that holds one format only."};
constexpr ScalarRule kTimestamps = {
    "timestamp-format-changed", "the notation of timestamps",
    "Records whose timestamps are in the old notation, those already on the topic included, fail the job.",
    "Agree with the producers on the moment of the change."};
constexpr ScalarRule kKeyFormat = {"key-format-changed", "the key's format",
                                   "Keys written in the old format are decoded wrongly or fail the job.",
                                   "Check that every retained record has the new one."};
constexpr ScalarRule kKeyPrefix = {
    "key-prefix-changed", "the key's prefix",
    "Key columns have other names: paths that use the old ones fail validation, or read a value field of that name.",
    "Rename them in the mapping too, and look at what each output then reads."};

void compare_keys(Changes& changes, const BuildPair& pair, const Stream& base, const Stream& head,
                  const std::string& path) {
    if (!base.key && !head.key) {
        return;
    }
    if (!base.key) {
        changes.head().judge(head.key->at);
        changes.add("key-declared", path,
                    {fmt::format("{}: the record key is newly read", pair.subject),
                     "Its columns can be mapped; no output changes by itself."},
                    {}, shown(changes.head().document(), head.key->at.node), kNoNode, head.key->at.node);
        return;
    }
    if (!head.key) {
        changes.base().judge(base.key->at);
        changes.add("key-dropped", path,
                    {fmt::format("{}: the record key is no longer read", pair.subject),
                     "An output that still needs a key column fails validation."},
                    shown(changes.base().document(), base.key->at.node), {}, base.key->at.node, kNoNode);
        return;
    }
    const Blocks blocks{path, base.key->at, head.key->at};
    compare_choice(changes, kKeyFormat, pair, blocks, "format", base.key->format, head.key->format);
    compare_text(changes, kKeyPrefix, pair.subject, blocks, "prefix", base.key->prefix, head.key->prefix);
    FieldsComparer fields(changes, pair.subject + ": the record key", head.topic.value);
    fields.compare(path + ".schema", columns_of(changes.base(), base.key->schema),
                   columns_of(changes.head(), head.key->schema));
    judge_columns(changes.base(), base.key->schema);
    judge_columns(changes.head(), head.key->schema);
}

constexpr ScalarRule kMetadataSource = {"metadata-source-changed", "the metadata that it holds",
                                        "Whoever reads the column gets other values under the same name.",
                                        "Declare a new column instead."};

/// One metadata column on both sides, or on one of them.
void compare_metadata_column(Changes& changes, const BuildPair& pair, const MetadataColumn* base,
                             const MetadataColumn* head, const std::string& path) {
    on_both_sides(changes, base, head, [](Side& side, const MetadataColumn* column) {
        if (column != nullptr) {
            side.judge(column->name.at);
        }
    });
    if (base != nullptr && head != nullptr) {
        compare_choice(changes, kMetadataSource, pair, {path, base->at, head->at}, "from", base->from, head->from);
        static constexpr std::array<std::string_view, 2> kJudged = {"name", "from"};
        Rest(changes).compare_keys(path, base->at.node, head->at.node, kJudged);
        return;
    }
    if (head != nullptr) {
        changes.head().judge(head->at);
        changes.add("metadata-added", path,
                    {fmt::format("{}: the metadata column {} ({}) is newly read", pair.subject, head->name.value,
                                 word(head->from.value)),
                     "It can be mapped; no output changes by itself."},
                    {}, shown(word(head->from.value)), kNoNode, head->at.node);
        return;
    }
    changes.base().judge(base->at);
    changes.add("metadata-dropped", path,
                {fmt::format("{}: the metadata column {} ({}) is no longer read", pair.subject, base->name.value,
                             word(base->from.value)),
                 "An output that still needs it fails validation."},
                shown(word(base->from.value)), {}, base->at.node, kNoNode);
}

void compare_metadata(Changes& changes, const BuildPair& pair, const Stream& base, const Stream& head,
                      const std::string& path) {
    const MetadataColumn* last = nullptr;
    bool ordered = true;
    const auto name_of = [](const MetadataColumn& column) { return column.name.value; };
    for_namesakes(base.metadata, head.metadata, name_of, [&](const auto* in_base, const auto* in_head) {
        if (in_base != nullptr && in_head != nullptr) {
            ordered = ordered && (last == nullptr || last < in_base);
            last = in_base;
        }
        const std::string_view name = in_head != nullptr ? in_head->name.value : in_base->name.value;
        compare_metadata_column(changes, pair, in_base, in_head, fmt::format("{}[{}]", path, name));
    });
    if (!ordered) {
        changes.add("other-changed", path,
                    {fmt::format("{} lists its metadata columns in another order", pair.subject),
                     "Only the text of the job's SQL changes."},
                    {}, {}, base.metadata.front().at.node, head.metadata.front().at.node);
    }
    changes.base().judge_list(base.at, "metadata", base.metadata.size());
    changes.head().judge_list(head.at, "metadata", head.metadata.size());
}

} // namespace

void compare_streams(Changes& changes, const BuildPair& pair) {
    const std::optional<Stream>& base = changes.base().contract().builds[pair.base].stream;
    const std::optional<Stream>& head = changes.head().contract().builds[pair.head].stream;
    const std::string path = pair.path + ".properties.stream";
    if (!base && !head) {
        return;
    }
    if (!base) {
        changes.head().judge(head->at);
        changes.add(
            "stream-declared", path,
            {fmt::format("{} newly declares the records that it reads, on topic {}", pair.subject, head->topic.value)},
            {}, shown(head->topic.value), kNoNode, head->at.node);
        return;
    }
    if (!head) {
        changes.base().judge(base->at);
        changes.add("stream-dropped", path,
                    {fmt::format("{} no longer declares the records that it reads; they were on topic {}", pair.subject,
                                 base->topic.value)},
                    shown(base->topic.value), {}, base->at.node, kNoNode);
        return;
    }
    const Blocks blocks{path, base->at, head->at};
    compare_text(changes, kTopic, pair.subject, blocks, "topic", base->topic, head->topic);
    compare_choice(changes, kFormat, pair, blocks, "format", base->format, head->format);
    compare_choice(changes, kTimestamps, pair, blocks, "timestampFormat", base->timestamp_format,
                   head->timestamp_format, "iso-8601");
    FieldsComparer fields(changes, pair.subject, head->topic.value);
    fields.compare(path + ".schema", columns_of(changes.base(), base->schema),
                   columns_of(changes.head(), head->schema));
    judge_columns(changes.base(), base->schema);
    judge_columns(changes.head(), head->schema);
    compare_keys(changes, pair, *base, *head, path + ".key");
    compare_metadata(changes, pair, *base, *head, path + ".metadata");
}

} // namespace weir::changes
