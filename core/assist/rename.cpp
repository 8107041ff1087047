// Renaming: every scalar that names a column, and which of them name the same.

#include <algorithm>

#include <fmt/format.h>

#include "assist/stream_view.h"
#include "document/quote.h"
#include "weir/assist.h"

namespace weir {

namespace assist {
namespace {

/// A name in a scalar: all of it, or a step of a path.
struct Mention {
    NodeId token = kNoNode;
    std::uint32_t begin = 0; ///< bytes of the scalar's decoded text
    std::uint32_t end = 0;
    NodeId column = kNoNode; ///< the scalar that declares what is meant
    std::string_view what;
};

class Namer {
  public:
    Namer(const Contract& contract, const Plan& plan)
        : contract_(contract), document_(*contract.document), parents_(document_.node_count()) {
        for (NodeId id = 0; id < parents_.size(); ++id) {
            parents_[id] = id;
        }
        for (const BuildPlan& build : plan.builds) {
            take(build);
        }
        join_same_places();
    }

    std::optional<Renaming> run(Span cursor, std::string_view name);

  private:
    void take(const BuildPlan& plan);
    void take_table(const BuildPlan& plan, const Expose& expose);
    void take_mapping(const Mapping& mapping, const Expose* expose);
    void declare(ColumnId first, std::uint32_t count, std::string_view what);
    void mention(Text text, std::size_t begin, std::size_t end, NodeId column, std::string_view what);
    void mention_whole(Text text, NodeId column, std::string_view what) {
        mention(text, 0, text.value.size(), column, what);
    }
    void mention_path(Text text);
    void mention_output(Text text, std::size_t begin, const Expose& expose, std::string_view what);
    void link(const OutputBinding& output, std::vector<NodeId>& trail);
    void link_children(ColumnId a, ColumnId b);
    void link_trail(const BoundPath& from, const std::vector<NodeId>& trail);
    void join_same_places();
    void join(NodeId a, NodeId b);

    [[nodiscard]] NodeId find(NodeId id);
    [[nodiscard]] NodeId declared(ColumnId id) const {
        return id == kNoColumn ? kNoNode : contract_.columns[id].name_at.node;
    }
    [[nodiscard]] NodeId root_of(const BoundPath& path) const;
    [[nodiscard]] NodeId source_name(std::size_t index) const;
    [[nodiscard]] ColumnId child(ColumnId parent, std::string_view name) const;
    [[nodiscard]] std::string_view text(const Mention& mention) const {
        return document_.node(mention.token).text.substr(mention.begin, mention.end - mention.begin);
    }
    [[nodiscard]] const Mention* at(Span cursor) const;
    void write(const std::vector<Mention>& same, std::string_view own, std::string_view name, Renaming& out) const;

    const Contract& contract_;
    const Document& document_;
    std::vector<NodeId> parents_; ///< of disjoint sets of declaring scalars
    std::vector<Mention> mentions_;
    std::vector<NodeId> in_own_sql_; ///< columns of builds whose own SQL may name them
    const Build* build_ = nullptr;   ///< that is being taken
    const StreamView* view_ = nullptr;
};

NodeId Namer::find(NodeId id) {
    while (parents_[id] != id) {
        parents_[id] = parents_[parents_[id]];
        id = parents_[id];
    }
    return id;
}

void Namer::join(NodeId a, NodeId b) {
    if (a != kNoNode && b != kNoNode) {
        parents_[find(a)] = find(b);
    }
}

void Namer::mention(Text text, std::size_t begin, std::size_t end, NodeId column, std::string_view what) {
    if (text.present() && column != kNoNode && document_.node(text.at.node).text == text.value) {
        mentions_.push_back(
            {text.at.node, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end), column, what});
    }
}

void Namer::declare(ColumnId first, std::uint32_t count, std::string_view what) {
    for (ColumnId id = first; id < first + count; ++id) {
        const Column& column = contract_.columns[id];
        mention_whole({column.name, column.name_at}, column.name_at.node, what);
        if (build_->sql.present() && column.name_at.known()) {
            in_own_sql_.push_back(column.name_at.node);
        }
        declare(column.first, column.count, what);
    }
}

NodeId Namer::source_name(std::size_t index) const {
    const Stream& stream = *build_->stream;
    const SourceColumn& source = view_->sources()[index];
    const std::size_t columns = view_->sources().size() - stream.metadata.size();
    return index < columns ? declared(source.column) : stream.metadata[index - columns].name.at.node;
}

ColumnId Namer::child(ColumnId parent, std::string_view name) const {
    return parent == kNoColumn ? kNoColumn : contract_.columns.child(contract_.columns[parent], name);
}

NodeId Namer::root_of(const BoundPath& path) const {
    return path.root == PathRoot::Source ? source_name(path.root_index) : build_->mapping->explode->as.at.node;
}

void Namer::mention_path(Text text) {
    const ParsedPath path = parse_path(text.value);
    if (!path.ok || !view_->known()) {
        return;
    }
    binding::Walk walk = view_->scope().start(path.steps.front().name);
    if (walk.stop != binding::Walk::Stop::End) {
        return;
    }
    mention(text, path.steps.front().begin, path.steps.front().end, root_of(walk.path), "path");
    ColumnId column = walk.path.column;
    for (std::size_t i = 1; i < path.steps.size() && column != kNoColumn; ++i) {
        const PathStep& step = path.steps[i];
        const Column& parent = contract_.columns[column];
        if (step.literal) {
            column =
                parent.kind == TypeKind::Map && parent.count == 2 ? contract_.columns.map_value(parent) : kNoColumn;
        } else {
            column = parent.kind == TypeKind::Struct ? child(column, step.name) : kNoColumn;
            // A step's bytes may begin with its dot, or behind it.
            mention(text, step.end - step.name.size(), step.end, declared(column), "path");
        }
    }
}

void Namer::mention_output(Text text, std::size_t begin, const Expose& expose, std::string_view what) {
    ColumnId first = expose.schema.first;
    std::uint32_t count = expose.schema.count;
    while (begin < text.value.size()) {
        const std::size_t end = std::min(text.value.find('.', begin), text.value.size());
        ColumnId column = kNoColumn;
        for (ColumnId id = first; id < first + count && column == kNoColumn; ++id) {
            column = contract_.columns[id].name == text.value.substr(begin, end - begin) ? id : kNoColumn;
        }
        if (column == kNoColumn) {
            return;
        }
        mention(text, begin, end, declared(column), what);
        first = contract_.columns[column].first;
        count = contract_.columns[column].count;
        begin = end + 1;
    }
}

void Namer::take_mapping(const Mapping& mapping, const Expose* expose) {
    if (mapping.explode) {
        mention_path(mapping.explode->path);
        mention_whole(mapping.explode->as, mapping.explode->as.at.node, "alias");
    }
    for (const MappingColumn& column : mapping.columns) {
        mention_path(column.from);
        if (expose != nullptr) {
            mention_output(column.name, 0, *expose, "mapping");
        }
    }
}

void Namer::take_table(const BuildPlan& plan, const Expose& expose) {
    declare(expose.schema.first, expose.schema.count, "table column");
    if (expose.binding && expose.binding->iceberg) {
        for (const PartitionField& field : expose.binding->iceberg->partition_spec) {
            mention_output(field.source_column, 0, expose, "partition");
        }
        for (const Property& property : expose.binding->iceberg->properties) {
            constexpr std::string_view kColumn = ".column.";
            const std::size_t found = property.key.value.find(kColumn);
            if (found != std::string_view::npos) {
                mention_output(property.key, found + kColumn.size(), expose, "property");
            }
        }
    }
    std::vector<NodeId> trail;
    for (const OutputBinding& output : plan.outputs) {
        link(output, trail);
    }
}

void Namer::take(const BuildPlan& plan) {
    build_ = &contract_.builds[plan.build];
    const StreamView view(contract_, *build_);
    view_ = &view;
    if (view.known()) {
        const Stream& stream = *build_->stream;
        declare(stream.schema.first, stream.schema.count, "stream column");
        if (stream.key) {
            declare(stream.key->schema.first, stream.key->schema.count, "stream column");
        }
        for (const MetadataColumn& column : stream.metadata) {
            mention_whole(column.name, column.name.at.node, "stream column");
            if (build_->sql.present() && column.name.present()) {
                in_own_sql_.push_back(column.name.at.node);
            }
        }
        if (build_->event_time) {
            const SourceColumn* source = view.scope().source(build_->event_time->column.value);
            if (source != nullptr) {
                const auto index = static_cast<std::size_t>(source - view.sources().data());
                mention_whole(build_->event_time->column, source_name(index), "event time");
            }
        }
    }
    const Expose* expose = plan.expose < contract_.exposes.size() ? &contract_.exposes[plan.expose] : nullptr;
    if (build_->mapping) {
        take_mapping(*build_->mapping, expose);
    }
    if (expose != nullptr) {
        take_table(plan, *expose);
    }
    view_ = nullptr;
}

/// Joins what is bound by being called the same.
void Namer::link(const OutputBinding& output, std::vector<NodeId>& trail) {
    trail.push_back(declared(output.output));
    if (output.how == OutputBinding::How::Build) {
        for (const OutputBinding& field : output.fields) {
            link(field, trail);
        }
    } else if (output.how != OutputBinding::How::Unbound) {
        if (!output.mapped) {
            link_trail(output.from, trail);
        }
        link_children(output.output, output.from.column);
    }
    trail.pop_back();
}

void Namer::link_trail(const BoundPath& from, const std::vector<NodeId>& trail) {
    join(trail.front(), root_of(from));
    ColumnId column = from.root == PathRoot::Source ? view_->sources()[from.root_index].column
                                                    : view_->scope().start(view_->scope().element_name()).path.column;
    for (std::size_t i = 0; i < from.steps.size() && i + 1 < trail.size(); ++i) {
        column = child(column, from.steps[i].name);
        join(trail[i + 1], declared(column));
    }
}

/// Fields of structs, in arrays and maps too, are matched by name.
void Namer::link_children(ColumnId a, ColumnId b) {
    if (a == kNoColumn || b == kNoColumn || contract_.columns[a].kind != contract_.columns[b].kind) {
        return;
    }
    const Column& one = contract_.columns[a];
    const Column& other = contract_.columns[b];
    for (std::uint32_t i = 0; i < one.count; ++i) {
        const ColumnId inner = one.first + i;
        if (one.kind == TypeKind::Struct) {
            const ColumnId same = child(b, contract_.columns[inner].name);
            join(declared(inner), declared(same));
            link_children(inner, same);
        } else if (i < other.count) {
            link_children(inner, other.first + i);
        }
    }
}

/// One scalar of a fragment that is included twice stands in two nodes.
void Namer::join_same_places() {
    std::vector<NodeId> nodes;
    nodes.reserve(mentions_.size());
    for (const Mention& mention : mentions_) {
        if (mention.token == mention.column) {
            nodes.push_back(mention.column);
        }
    }
    const auto key = [&](NodeId id) {
        const Span span = document_.node(id).span;
        return (std::uint64_t{span.file} << 32U) | span.begin;
    };
    std::sort(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) { return key(a) < key(b); });
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        if (key(nodes[i - 1]) == key(nodes[i])) {
            join(nodes[i - 1], nodes[i]);
        }
    }
}

const Mention* Namer::at(Span cursor) const {
    for (const Mention& mention : mentions_) {
        const Node& node = document_.node(mention.token);
        const std::uint32_t quote = node.style == NodeStyle::Plain ? 0 : 1;
        if (node.span.file == cursor.file && node.span.begin + quote + mention.begin <= cursor.begin &&
            cursor.begin <= node.span.begin + quote + mention.end) {
            return &mention;
        }
    }
    return nullptr;
}

/// Writes every scalar with the new name in the place of the old one. What stands before `own` in a name is a key's
/// prefix, which stays.
void Namer::write(const std::vector<Mention>& same, std::string_view own, std::string_view name, Renaming& out) const {
    for (std::size_t i = 0; i < same.size();) {
        const Node& node = document_.node(same[i].token);
        std::string whole(node.text);
        std::size_t last = i;
        while (last < same.size() && document_.node(same[last].token).span.begin == node.span.begin &&
               document_.node(same[last].token).span.file == node.span.file) {
            ++last;
        }
        std::uint32_t before = 0xFFFFFFFFU;
        for (std::size_t k = last; k-- > i;) {
            if (same[k].begin != before) {
                whole.replace(same[k].end - own.size(), own.size(), name);
                before = same[k].begin;
            }
        }
        // A path stays as plain as it is: of names alone, only a single one can mean something else than a text.
        const bool plain = node.style == NodeStyle::Plain && same[i].end - same[i].begin < node.text.size() &&
                           document_.sources().slice(node.span) == node.text;
        const std::optional<std::string> written = plain ? whole : as_scalar(node.style, whole);
        if (!written) {
            out.obstacle = fmt::format("a place that names {} is written in a way that Weir does not change", own);
            out.at = node.span;
            out.places.clear();
            return;
        }
        out.places.push_back({node.span, same[i].what, *written});
        i = last;
    }
}

std::optional<Renaming> Namer::run(Span cursor, std::string_view name) {
    const Mention* asked = at(cursor);
    if (asked == nullptr) {
        return std::nullopt;
    }
    Renaming out;
    const std::uint32_t quote = document_.node(asked->token).style == NodeStyle::Plain ? 0 : 1;
    const std::uint32_t token = document_.node(asked->token).span.begin + quote;
    out.at = {cursor.file, token + asked->begin, token + asked->end};
    out.name = text(*asked);
    const NodeId set = find(asked->column);
    for (const NodeId id : in_own_sql_) {
        if (find(id) == set) {
            out.obstacle = fmt::format("the build's own SQL may name {}: rename it there and here by hand", out.name);
            return out;
        }
    }
    std::vector<Mention> same;
    std::string_view own = text(*asked);
    for (const Mention& mention : mentions_) {
        if (find(mention.column) == set) {
            same.push_back(mention);
            own = text(mention).size() < own.size() ? text(mention) : own;
        }
    }
    const std::string_view prefix = std::string_view(out.name).substr(0, out.name.size() - own.size());
    if (name.empty()) {
        name = out.name;
    }
    if (!name.starts_with(prefix) || !is_identifier(name.substr(prefix.size()))) {
        out.obstacle = is_identifier(name) ? fmt::format("the key's prefix {} stays: begin the name with it", prefix)
                                           : std::string("a name is made of letters, digits and underscores, and does "
                                                         "not begin with a digit");
        return out;
    }
    const auto place = [&](const Mention& mention) {
        const Span span = document_.node(mention.token).span;
        return std::pair((std::uint64_t{span.file} << 32U) | span.begin, mention.begin);
    };
    std::sort(same.begin(), same.end(), [&](const Mention& a, const Mention& b) { return place(a) < place(b); });
    write(same, own, name.substr(prefix.size()), out);
    return out;
}

} // namespace
} // namespace assist

std::optional<Renaming> find_renaming(const Contract& contract, const Plan& plan, Span cursor, std::string_view name) {
    if (contract.document == nullptr) {
        return std::nullopt;
    }
    return assist::Namer(contract, plan).run(cursor, name);
}

} // namespace weir
