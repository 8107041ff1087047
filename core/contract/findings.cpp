// How this room says what it found: the subject of a message, the span of a place, what is related.

#include <algorithm>

#include <fmt/format.h>

#include "contract/context.h"
#include "weir/clip.h"

namespace weir {

namespace {

constexpr std::string_view kLanePrefix = "Managed Flink: ";
/// Ids and names longer than this are told by number: a message stays short whatever a contract holds.
constexpr std::size_t kLongestName = 128;

bool is_index(const Paths& paths, PathId path) {
    return paths.last_index(path) != 0xFFFFFFFFU;
}

std::vector<PathId> steps_of(const Paths& paths, PathId path) {
    std::vector<PathId> steps;
    for (PathId at = path; at != Paths::root(); at = paths.parent(at)) {
        steps.push_back(at);
    }
    std::reverse(steps.begin(), steps.end());
    return steps;
}

/// A mapping with more keys than any object has is not searched for each of its findings: a hostile
/// contract could make that quadratic.
constexpr std::uint32_t kMostKeys = 256;

NodeId find_below(const Document& document, NodeId node, std::string_view key) {
    const Node& mapping = document.node(node);
    return mapping.kind == NodeKind::Mapping && mapping.count <= kMostKeys ? document.find(node, key) : kNoNode;
}

/// The node one step below `node`, or kNoNode.
NodeId step_down(const Document& document, const Paths& paths, NodeId node, PathId step) {
    if (node == kNoNode) {
        return kNoNode;
    }
    if (!is_index(paths, step)) {
        return find_below(document, node, paths.last_key(step));
    }
    if (document.node(node).kind != NodeKind::Sequence || paths.last_index(step) >= document.node(node).count) {
        return kNoNode;
    }
    return document.items(node)[paths.last_index(step)];
}

std::string_view name_under(const Document& document, NodeId node, std::string_view key) {
    const NodeId name = node == kNoNode ? kNoNode : find_below(document, node, key);
    if (name == kNoNode || document.node(name).kind != NodeKind::String) {
        return {};
    }
    const std::string_view text = document.node(name).text;
    return text.size() <= kLongestName ? text : std::string_view{};
}

void append_step(std::string& out, std::string_view key) {
    if (!out.empty()) {
        out += '.';
    }
    out += key;
}

/// Columns are told by name: `schema[3].fields[0]` is `schema.customer.id`.
struct Subject {
    std::string text;
    bool after_columns = false; ///< the last step was `schema` or `fields`

    void add(const Document& document, const Paths& paths, PathId step, NodeId node) {
        if (!is_index(paths, step)) {
            const std::string_view key = paths.last_key(step);
            after_columns = key == "schema" || key == "fields";
            if (key == "fields" || key.empty()) {
                return;
            }
            const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
                return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
                       c == '-';
            });
            if (plain) {
                append_step(text, key);
            } else {
                text += fmt::format("['{}']", key);
            }
            return;
        }
        const std::string_view name = after_columns ? name_under(document, node, "name") : std::string_view{};
        after_columns = false;
        if (is_identifier(name)) {
            append_step(text, name);
        } else {
            text += fmt::format("[{}]", paths.last_index(step));
        }
    }
};

/// Where an alias or a `$ref` brought in what the path leads through, outermost first.
void relate_uses(const Contract& contract, PathId path, Finding& finding) {
    const Document& document = *contract.document;
    NodeId node = document.root();
    const auto add = [&](NodeId at) {
        const Node& found = document.node(at);
        if (found.used_at.known()) {
            finding.related.push_back(
                {std::string(found.through_ref ? "included from here" : kUsedHere), found.used_at});
        }
    };
    for (const PathId step : steps_of(contract.paths, path)) {
        node = step_down(document, contract.paths, node, step);
        if (node == kNoNode) {
            return;
        }
        add(node);
    }
}

} // namespace

Span finding_span(const Document& document, NodeId node) {
    const Node& found = document.node(node);
    if (found.is_scalar() || found.count == 0) {
        return found.span;
    }
    if (found.kind == NodeKind::Sequence) {
        return finding_span(document, document.items(node).front());
    }
    const NodeId name = document.find(node, "name");
    if (name != kNoNode && document.node(name).is_scalar() && document.find(node, "type") != kNoNode) {
        return document.node(name).span;
    }
    return document.node(document.entries(node).front().key).span;
}

std::string lane_subject(const Contract& contract, PathId path) {
    const Document& document = *contract.document;
    const std::vector<PathId> steps = steps_of(contract.paths, path);
    Subject subject;
    // A fragment may be a list of columns itself.
    subject.after_columns = document.node(document.root()).kind == NodeKind::Sequence;
    std::string build;
    NodeId node = document.root();
    std::size_t first = 0;
    if (steps.size() >= 2 && contract.paths.last_key(steps[0]) == "builds" && is_index(contract.paths, steps[1])) {
        node = step_down(document, contract.paths, node, steps[0]);
        node = step_down(document, contract.paths, node, steps[1]);
        const std::string_view id = name_under(document, node, "id");
        if (!id.empty() && pattern_info(Pattern::Identifier).fault(id).empty()) {
            build = fmt::format("Flink build {}", id);
            first = 2;
        } else {
            node = document.root();
        }
    }
    for (std::size_t i = first; i < steps.size(); ++i) {
        node = step_down(document, contract.paths, node, steps[i]);
        subject.add(document, contract.paths, steps[i], node);
    }
    if (build.empty()) {
        return subject.text;
    }
    return subject.text.empty() ? build : fmt::format("{}: {}", build, subject.text);
}

Finding lane_finding(const Contract& contract, Code code, Place place, std::string_view what) {
    Finding finding;
    finding.code = code;
    finding.path = contract.paths.str(place.path);
    const std::string subject = lane_subject(contract, place.path);
    finding.message =
        subject.empty() ? fmt::format("{}{}", kLanePrefix, what) : fmt::format("{}{}: {}", kLanePrefix, subject, what);
    finding.at = finding_span(*contract.document, place.node);
    relate_uses(contract, place.path, finding);
    return finding;
}

Finding& Context::add(Code code, NodeId node, PathId path, std::string_view what) {
    make_room(findings);
    PathId top = path;
    while (top != Paths::root() && contract.paths.parent(top) != Paths::root()) {
        top = contract.paths.parent(top);
    }
    const std::string_view section = top == Paths::root() ? std::string_view{} : contract.paths.last_key(top);
    const bool lane_rule =
        code == Code::not_enforced || code == Code::data_product_only || code == Code::build_singular;
    const bool lane = contract.managed && (fragment || lane_rule || section == "builds" || section == "exposes");
    if (lane) {
        findings.push_back(lane_finding(contract, code, Place{node, path}, what));
        return findings.back();
    }
    Finding finding;
    finding.code = code;
    finding.path = contract.paths.str(path);
    const std::string subject = path == Paths::root() ? std::string() : lane_subject(contract, path);
    finding.message = subject.empty() ? std::string(what) : fmt::format("{}: {}", subject, what);
    finding.at = finding_span(doc, node);
    relate_uses(contract, path, finding);
    findings.push_back(std::move(finding));
    return findings.back();
}

Finding& Context::add_at_key(Code code, const Entry& entry, PathId path, std::string_view what) {
    Finding& finding = add(code, entry.value, path, what);
    finding.at = doc.node(entry.key).span;
    return finding;
}

std::string_view Context::own(std::string text) {
    contract.owned.push_back(std::make_unique<std::string>(std::move(text)));
    return *contract.owned.back();
}

void relate(Context& context, Finding& finding, std::string message, NodeId node) {
    finding.related.push_back({std::move(message), finding_span(context.doc, node)});
}

std::string shown(std::string_view text) {
    constexpr std::size_t kMost = 60;
    return text.empty() ? "an empty text" : clipped(text, kMost);
}

std::string one_of(std::span<const std::string_view> words, std::string_view conjunction) {
    std::string out;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) {
            out += i + 1 == words.size() ? fmt::format(" {} ", conjunction) : ", ";
        }
        out += words[i];
    }
    return out;
}

} // namespace weir
