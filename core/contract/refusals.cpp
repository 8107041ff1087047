#include "contract/refusals.h"

#include <algorithm>

#include <fmt/format.h>

#include "contract/fixes.h"
#include "contract/shape.h"
#include "contract/words.h"
#include "weir/edits.h"

namespace weir {

namespace {

std::string_view shape_name(Shape shape) {
    switch (shape) {
    case Shape::String:
        return "a text";
    case Shape::Boolean:
        return "true or false";
    case Shape::Integer:
        return "a whole number";
    case Shape::Number:
        return "a number";
    case Shape::List:
        return "a list";
    case Shape::TextOrObject:
        return "a text or a mapping";
    case Shape::TextOrInteger:
        return "a text or a whole number";
    case Shape::Any:
    case Shape::Object:
    case Shape::TextMap:
    case Shape::ObjectMap:
        break;
    }
    return "a mapping";
}

bool fits(NodeKind kind, Shape shape) {
    switch (shape) {
    case Shape::String:
        return kind == NodeKind::String;
    case Shape::Boolean:
        return kind == NodeKind::Boolean;
    case Shape::Integer:
        return kind == NodeKind::Integer;
    case Shape::Number:
        return kind == NodeKind::Integer || kind == NodeKind::Float;
    case Shape::List:
        return kind == NodeKind::Sequence;
    case Shape::Object:
    case Shape::TextMap:
    case Shape::ObjectMap:
        return kind == NodeKind::Mapping;
    default:
        return true;
    }
}

/// A scalar on one line that stands in brackets or braces as it stands here.
std::string_view inline_scalar(const Context& context, NodeId node) {
    const Node& found = context.doc.node(node);
    if (!found.is_scalar() || found.kind == NodeKind::Null || found.used_at.known() ||
        found.style == NodeStyle::Literal || found.style == NodeStyle::Folded) {
        return {};
    }
    const std::string_view written = context.doc.sources().slice(found.span);
    const std::string_view unfit = found.style == NodeStyle::Plain ? ",[]{}:#\n" : "\n";
    return written.find_first_of(unfit) == std::string_view::npos ? written : std::string_view{};
}

bool is_json(const Context& context, NodeId node) {
    const std::string& name = context.doc.sources()[context.doc.node(node).span.file].name();
    return name.size() > 5 && name.substr(name.size() - 5) == ".json";
}

/// `[null, int]`, as Avro and JSON Schema write an optional type.
void help_union(Context& context, Finding& finding, NodeId node) {
    finding.help = "Write one type; a column is optional unless it says required: true.";
    NodeId only = kNoNode;
    for (const NodeId item : context.doc.items(node)) {
        const bool null = context.doc.node(item).kind == NodeKind::Null || context.doc.node(item).text == "null";
        if (!null && only != kNoNode) {
            return;
        }
        only = null ? only : item;
    }
    if (only != kNoNode && context.doc.node(only).kind == NodeKind::String &&
        !parse_type(context.doc.node(only).text).error && context.doc.node(node).style == NodeStyle::Flow) {
        rewrite(context, finding, node, std::string(context.doc.sources().slice(context.doc.node(only).span)),
                fmt::format("Write {}", context.doc.node(only).text));
    }
}

void help_text(Context& context, Finding& finding, NodeId node, const KeyRule& rule) {
    const Node& found = context.doc.node(node);
    const std::string_view meant = rule.values.size() == 1 ? rule.values.front() : std::string_view{};
    if (!meant.empty() && found.is_scalar()) {
        finding.help = fmt::format("Write {}.", meant);
        if (found.kind != NodeKind::Null) {
            suggest(context, finding, node, meant);
        }
    } else if (found.is_scalar() && found.kind != NodeKind::Null) {
        finding.help = "Put it in quotes to make it a text.";
        if (found.style == NodeStyle::Plain) {
            rewrite(context, finding, node, fmt::format("\"{}\"", context.doc.sources().slice(found.span)),
                    "Put it in quotes");
        }
    } else if (rule.name == "type" && found.kind == NodeKind::Sequence) {
        help_union(context, finding, node);
    } else if (rule.pattern != Pattern::None) {
        finding.help = std::string(pattern_info(rule.pattern).help);
    } else if (!rule.values.empty()) {
        finding.help = fmt::format("Write {}.", one_of(rule.values));
    }
}

void help_boolean(Context& context, Finding& finding, NodeId node) {
    const Node& found = context.doc.node(node);
    finding.help = "Write true or false, without quotes.";
    const std::string low = folded(found.text);
    const bool yes = low == "true" || low == "yes" || low == "on" || low == "y" || low == "1";
    const bool no = low == "false" || low == "no" || low == "off" || low == "n" || low == "0";
    if (yes || no) {
        finding.help = fmt::format("Write {}, without quotes.", yes);
        rewrite(context, finding, node, yes ? "true" : "false", fmt::format("Write {}", yes));
    }
}

void help_number(Context& context, Finding& finding, NodeId node, const KeyRule& rule) {
    const Node& found = context.doc.node(node);
    finding.help = rule.doc.empty() ? "Write a number." : fmt::format("Write a number. {}", rule.doc);
    if (found.kind != NodeKind::String) {
        return;
    }
    const bool whole = rule.shape == Shape::Integer;
    if (whole ? parse_integer(found.text).has_value() : parse_real(found.text).has_value()) {
        finding.help = "Write the number without quotes.";
        rewrite(context, finding, node, std::string(found.text), "Remove the quotes");
        return;
    }
    // `500m` is Kubernetes' way to write half a CPU.
    const bool short_text = found.text.size() > 1 && found.text.size() < 8;
    if (rule.name != "cpu" || !short_text || found.text.back() != 'm') {
        return;
    }
    const std::int64_t milli = parse_integer(found.text.substr(0, found.text.size() - 1)).value_or(0);
    if (milli > 0) {
        std::string written = fmt::format("{}.{:03}", milli / 1000, milli % 1000);
        written.erase(written.find_last_not_of('0') + 1);
        written += written.back() == '.' ? "0" : "";
        finding.help = fmt::format("Write {}: CPUs are counted as a number.", written);
        rewrite(context, finding, node, written, fmt::format("Write {}", written));
    }
}

void help_list(Context& context, Finding& finding, NodeId node, const KeyRule& rule) {
    const std::string_view sample = sample_of(rule.child);
    if (rule.item == Shape::String || rule.item == Shape::Any) {
        finding.help = "Write a list, such as [first, second].";
        const std::string_view written = inline_scalar(context, node);
        if (!written.empty() && context.doc.node(node).kind == NodeKind::String) {
            finding.help = fmt::format("Write a list: [{}].", shown(written));
            rewrite(context, finding, node, fmt::format("[{}]", written), "Make it a list");
        }
    } else if (!sample.empty()) {
        finding.help = fmt::format("Write a list; each item starts with a dash, such as - {}.", sample);
    } else {
        finding.help = "Write a list; each item starts with a dash.";
    }
}

void help_mapping(Context& context, Finding& finding, NodeId node, const KeyRule& rule) {
    const std::string_view sample = rule.name == "key" && rule.child == ObjectId::kLaneNestedColumn
                                        ? std::string_view("{type: string, required: true}")
                                        : sample_of(rule.child);
    finding.help = sample.empty() ? fmt::format("Write keys and values. {}", rule.doc)
                                  : fmt::format("Write keys and values, such as {}.", sample);
    if (sample.empty() && rule.doc.empty()) {
        finding.help = "Write keys and values, each on a line of its own and indented.";
    }
    const std::string_view written = inline_scalar(context, node);
    if (written.empty() || context.doc.node(node).kind != NodeKind::String) {
        return;
    }
    const std::string_view quote = is_json(context, node) ? "\"" : "";
    if (rule.child == ObjectId::kOwner) {
        rewrite(context, finding, node, fmt::format("{{{0}team{0}: {1}}}", quote, written), "Make it the owner's team");
    } else if (rule.child == ObjectId::kLaneNestedColumn && !parse_type(context.doc.node(node).text).error) {
        const std::string required = rule.name == "key" ? fmt::format(", {0}required{0}: true", quote) : std::string();
        finding.help = fmt::format("Write {{type: {}{}}}.", written, rule.name == "key" ? ", required: true" : "");
        rewrite(context, finding, node, fmt::format("{{{0}type{0}: {1}{2}}}", quote, written, required),
                "Make it a column");
    }
}

} // namespace

Finding& refuse_kind(Context& context, NodeId node, PathId path, const KeyRule& rule, Shape shape) {
    context.refuse(node);
    const Node& found = context.doc.node(node);
    Finding& finding = context.add(Code::value_kind, node, path,
                                   found.kind == NodeKind::Null
                                       ? fmt::format("has no value; it takes {}", shape_name(shape))
                                       : fmt::format("must be {}, not {}", shape_name(shape), kind_name(found.kind)));
    switch (shape) {
    case Shape::String:
        help_text(context, finding, node, rule);
        break;
    case Shape::Boolean:
        help_boolean(context, finding, node);
        break;
    case Shape::Integer:
    case Shape::Number:
        help_number(context, finding, node, rule);
        break;
    case Shape::List:
        help_list(context, finding, node, rule);
        break;
    case Shape::Object:
        help_mapping(context, finding, node, rule);
        break;
    default:
        break;
    }
    if (finding.help.empty()) {
        finding.help = rule.doc.empty() ? fmt::format("Write {}.", shape_name(shape))
                                        : fmt::format("Write {}. {}", shape_name(shape), rule.doc);
    }
    return finding;
}

Finding& refuse_value(Context& context, NodeId node, PathId path, const KeyRule& rule) {
    context.refuse(node);
    const std::string_view written = context.doc.node(node).text;
    Finding& finding = context.add(Code::value_unknown, node, path,
                                   fmt::format("must be {}, not {}", one_of(rule.values), shown(written)));
    const std::string_view meant = meant_text(written, rule.values);
    if (meant.empty()) {
        finding.help = fmt::format("Write {}.", one_of(rule.values));
    } else {
        finding.help =
            rule.values.size() == 1 ? fmt::format("Write {}.", meant) : fmt::format("Did you mean {}?", meant);
        suggest(context, finding, node, meant);
    }
    return finding;
}

Finding& refuse_form(Context& context, NodeId node, PathId path, const KeyRule& rule, std::string_view fault) {
    context.refuse(node);
    const PatternInfo& pattern = pattern_info(rule.pattern);
    const std::string_view written = context.doc.node(node).text;
    Finding& finding = context.add(pattern.code, node, path, fault);
    finding.help = std::string(pattern.help);
    finding.secret = pattern.secret;
    if (finding.secret) {
        return finding;
    }
    if (const std::string better = mended(rule.pattern, written); !better.empty()) {
        finding.help = fmt::format("Write {}.", shown(better));
        suggest(context, finding, node, better);
    } else if (rule.pattern == Pattern::TableName && written.find('.') != std::string_view::npos) {
        finding.help = "Write the table's name alone; what stands before the dot goes into namespace.";
    }
    return finding;
}

std::string_view propose_key(Context& context, Finding& finding, NodeId mapping, const Entry& entry,
                             const ObjectRule& object, const KeyChoices& choices) {
    const std::string_view key = context.doc.node(entry.key).text;
    const ForeignKey foreign = foreign_key(object.id, key);
    if (!foreign.help.empty()) {
        finding.help = std::string(foreign.help);
        const Node& value = context.doc.node(entry.value);
        const bool nullable = folded(key) == "nullable" || folded(key) == "optional";
        if (nullable && value.kind == NodeKind::Boolean && folded(value.text) == "false" &&
            context.doc.find_entry(mapping, "required") == nullptr) {
            finding.help = fmt::format("Write required: true in place of {}: false.", key);
            replace_entry(context, finding, entry, "required", "true");
        } else if (nullable || finding.help.substr(0, 12) == "Leave it out") {
            leave_out(context, finding, mapping, entry);
        }
        return {};
    }
    const auto among = [&](const std::vector<std::string_view>& names) {
        if (!foreign.meant.empty()) {
            return std::find(names.begin(), names.end(), foreign.meant) == names.end() ? std::string_view{}
                                                                                       : foreign.meant;
        }
        return nearest(key, names);
    };
    const std::string_view near = among(choices.free);
    const std::string_view taken = near.empty() ? among(choices.all) : std::string_view{};
    if (!near.empty()) {
        finding.help = fmt::format("Did you mean {}?", near);
        if (fits(context.doc.node(entry.value).kind, find_key(object, near)->shape)) {
            suggest(context, finding, entry.key, near);
        }
        return near;
    }
    if (!taken.empty()) {
        finding.help = fmt::format("Did you mean {}? It is there already.", taken);
        relate(context, finding, fmt::format("{} is here", taken), context.doc.find_entry(mapping, taken)->key);
        return {};
    }
    const std::string home = choices.top == ObjectId::kNone ? std::string() : home_of(choices.top, key);
    if (!home.empty()) {
        finding.help = fmt::format("It stands in {}.", home);
    } else if (!choices.free.empty() && choices.list) {
        finding.help = fmt::format("It may also have: {}.", one_of(choices.free, "and"));
    } else {
        finding.help = choices.free.empty() ? "It has all its keys already; leave this one out." : "Leave it out.";
    }
    return {};
}

} // namespace weir
