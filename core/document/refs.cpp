#include "document/refs.h"

#include <algorithm>

#include <fmt/format.h>

#include "document/bytes.h"
#include "document/json.h"
#include "document/names.h"
#include "document/yaml.h"

namespace weir {

namespace {

/// Moves the findings of one text to the list of all.
void append(std::vector<Finding>& all, std::vector<Finding> some) {
    all.insert(all.end(), std::make_move_iterator(some.begin()), std::make_move_iterator(some.end()));
}

/// Decodes `~1` and `~0`; false for another `~`.
bool decode_token(std::string_view token, std::string& out) {
    for (std::size_t at = 0; at < token.size(); ++at) {
        if (token[at] != '~') {
            out += token[at];
            continue;
        }
        const char next = at + 1 < token.size() ? token[at + 1] : '\0';
        if (next != '0' && next != '1') {
            return false;
        }
        out += next == '0' ? '~' : '/';
        ++at;
    }
    return true;
}

/// A fragment that fails to load may be a file that is nobody's business: nothing of it is shown.
void hide(Finding& finding) {
    finding.secret = true;
    if (finding.code != Code::yaml_syntax && finding.code != Code::yaml_empty) {
        finding.message = code_info(finding.code).meaning; // its own words may quote the text
    }
}

} // namespace

// ---- Texts ----

NodeId RefResolver::read_text(FileId file, std::string_view name, bool fragment, Problems& problems) {
    const SourceText& source = builder_.document().sources()[file];
    const TextKind kind = name.ends_with(".json") ? TextKind::Json : TextKind::Yaml;
    if (!check_bytes(source, file, kind, problems)) {
        return kNoNode;
    }
    builder_.begin_text(file, problems, kind == TextKind::Yaml);
    if (kind == TextKind::Json) {
        read_json(builder_);
    } else {
        read_yaml(builder_);
    }
    if (builder_.stopped()) {
        return kNoNode;
    }
    const NodeId root = builder_.end_text();
    const bool nothing =
        root == kNoNode || (builder_.node(root).kind == NodeKind::Null && builder_.node(root).text.empty());
    if (nothing) {
        problems.add(Code::yaml_empty, Span{file, 0, 0}, fragment ? "the fragment is empty" : "the document is empty")
            .help =
            fragment ? "Write the value into the fragment." : "Start with fluidVersion, kind, id and name as keys.";
        return kNoNode;
    }
    return root;
}

NodeId RefResolver::read_main(const std::string& name, const std::string& text) {
    const bool too_large = text.size() > builder_.limits().bytes;
    const FileId file = builder_.add_text(name, too_large ? std::string() : text, Span{});
    Problems problems;
    NodeId root = kNoNode;
    if (too_large) {
        problems
            .add(Code::yaml_too_large, Span{file, 0, 0},
                 fmt::format("the text is larger than {} bytes", builder_.limits().bytes))
            .help = "Split it into several contracts, or move parts into fragments.";
    } else {
        bytes_ += text.size();
        root = read_text(file, name, false, problems);
    }
    append(findings_, problems.take());
    roots_.emplace(resolve_name({}, name), root);
    root_of_file_.push_back(root);
    return root;
}

NodeId RefResolver::refuse_file(Code code, Span at, std::string message) {
    report(code, at, std::move(message),
           code == Code::ref_unreadable ? "Write the path of a file that can be read, relative to this one."
                                        : "Include less, or split the contract.");
    return kNoNode;
}

/// What the host says of a file; null when it has not been asked yet and cannot be now.
const FileAnswer* RefResolver::answer(const std::string& name) const {
    const auto found = files_.find(name);
    if (found != files_.end()) {
        return &found->second;
    }
    return fetch_ ? fetch_(name) : nullptr;
}

NodeId RefResolver::load(const std::string& name, Span used_at) {
    if (const auto known = roots_.find(name); known != roots_.end()) {
        return known->second;
    }
    NodeId& root = roots_[name];
    root = kNoNode;
    const DocumentLimits& limits = builder_.limits();
    const auto too_much = [&] {
        stopped_ = true;
        return refuse_file(Code::fragment_total_size, used_at,
                           fmt::format("more than {} fragments or {} bytes of them", limits.files, limits.all_bytes));
    };
    if (roots_.size() > limits.files) {
        return too_much();
    }
    const FileAnswer* given = answer(name);
    if (given == nullptr) {
        need_.push_back(name);
        return kNoNode;
    }
    const FileAnswer& answer = *given;
    if (!answer.refusal.empty()) {
        return refuse_file(Code::ref_unreadable, used_at, fmt::format("$ref {}: {}", quoted(name), answer.refusal));
    }
    bytes_ += answer.text.size();
    if (answer.text.size() > limits.bytes) {
        return refuse_file(Code::yaml_too_large, used_at,
                           fmt::format("$ref {}: the text is larger than {} bytes", quoted(name), limits.bytes));
    }
    if (bytes_ > limits.all_bytes) {
        return too_much();
    }
    const FileId file = builder_.add_text(name, answer.text, used_at);
    Problems problems(true);
    root = read_text(file, name, true, problems);
    if (root != kNoNode && builder_.node(root).is_scalar()) {
        problems.add(Code::fragment_root_kind, builder_.node(root).span, "the fragment is neither a mapping nor a list")
            .help = "Put the keys or the items of the value into the fragment.";
        root = kNoNode;
    }
    for (Finding& finding : problems.take()) {
        if (root == kNoNode) {
            if (finding.severity() != Severity::Error) {
                continue;
            }
            hide(finding);
        }
        if (finding.code != Code::findings_cut) {
            finding.related.push_back({"the fragment is included here", used_at});
        }
        make_room(findings_);
        findings_.push_back(std::move(finding));
    }
    root_of_file_.resize(file + 1UL, kNoNode);
    root_of_file_[file] = root;
    return root;
}

// ---- Reporting ----

Finding& RefResolver::report(Code code, Span at, std::string message, std::string help) {
    make_room(findings_);
    Finding& finding = findings_.emplace_back();
    finding.code = code;
    finding.at = at;
    finding.path = path();
    finding.message = std::move(message);
    finding.help = std::move(help);
    if (const Span included = builder_.document().included_at(at.file); included.known()) {
        finding.related.push_back({"the fragment is included here", included});
    }
    return finding;
}

std::string RefResolver::path() const {
    std::string path;
    for (const Step& step : steps_) {
        if (step.key.data() == nullptr) {
            append_path_index(path, step.index);
        } else {
            append_path_key(path, step.key);
        }
    }
    return path;
}

void RefResolver::report_cycle(Span at) {
    Finding& finding = report(Code::ref_cycle, at, "$ref leads back to itself",
                              "Break the circle: a fragment may not include what includes it.");
    for (auto ref = ref_stack_.rbegin(); ref != ref_stack_.rend(); ++ref) {
        if (ref->file != at.file || ref->begin != at.begin) {
            finding.related.push_back({"on the way from here", *ref});
        }
    }
}

void RefResolver::report_siblings(NodeId id) {
    const auto entries = builder_.document().entries(id);
    const auto is_ref = [&](const Entry& entry) { return builder_.node(entry.key).text == "$ref"; };
    const auto ref = std::find_if(entries.begin(), entries.end(), is_ref);
    const auto sibling = std::find_if_not(entries.begin(), entries.end(), is_ref);
    Finding& finding = report(Code::ref_siblings, builder_.node(ref->key).span, "$ref stands beside other keys",
                              "Keep $ref alone in its mapping, or write its keys out.");
    finding.related.push_back({"such as this one", builder_.node(sibling->key).span});
}

void RefResolver::too_deep(NodeId id) {
    const Span at = ref_stack_.empty() ? builder_.node(id).span : ref_stack_.back();
    report(Code::yaml_too_deep, at,
           fmt::format("with this fragment, lists and mappings are nested more than {} levels deep",
                       builder_.limits().depth),
           "Flatten the fragment, or include it higher up.");
    stopped_ = true;
}

// ---- Following ----

RefResolver::Progress& RefResolver::progress(NodeId id) {
    if (id >= progress_.size()) {
        progress_.resize(std::max<std::size_t>(builder_.node_count(), id + 1UL));
    }
    return progress_[id];
}

NodeId RefResolver::find(NodeId mapping, std::string_view key) {
    constexpr std::uint32_t kFewKeys = 32;
    const Node& node = builder_.node(mapping);
    if (node.kind != NodeKind::Mapping || node.count <= kFewKeys) {
        return builder_.document().find(mapping, key);
    }
    auto& keys = keys_[node.first];
    if (keys.empty()) {
        for (const Entry& entry : builder_.document().entries(mapping)) {
            keys.emplace(builder_.node(entry.key).text, entry.value);
        }
    }
    const auto found = keys.find(key);
    return found == keys.end() ? kNoNode : found->second;
}

bool RefResolver::resolve(NodeId root) {
    if (builder_.saw_ref()) {
        visit(root, 1, 0);
    }
    return !stopped_;
}

void RefResolver::mark_unresolved(NodeId id) {
    Node& node = builder_.node(id);
    node.kind = NodeKind::Null;
    node.style = NodeStyle::Plain;
    node.first = 0;
    node.count = 0;
    node.size = 1;
    node.unresolved = true;
    builder_.height(id) = 0;
}

void RefResolver::revisit(NodeId id, std::uint32_t depth, std::uint32_t level) {
    // `depth` counts this node, and so does its height.
    if (depth + builder_.height(id) > builder_.limits().depth + 1) {
        too_deep(id);
    } else if (level + progress(id).levels > builder_.limits().ref_levels && !ref_stack_.empty()) {
        report(Code::ref_levels, ref_stack_.back(),
               fmt::format("fragments include each other more than {} levels deep", builder_.limits().ref_levels),
               "Include the innermost fragments directly.");
        stopped_ = true;
    }
}

void RefResolver::visit(NodeId id, std::uint32_t depth, std::uint32_t level) {
    if (stopped_) {
        return;
    }
    if (progress(id).state == State::Done) {
        revisit(id, depth, level);
        return;
    }
    if (!builder_.node(id).is_scalar()) {
        if (depth > builder_.limits().depth) {
            too_deep(id);
            return;
        }
        progress(id).state = State::InProgress;
        const NodeId ref = ref_value(id);
        if (ref != kNoNode) {
            follow(id, ref, depth, level);
        } else {
            visit_children(id, depth, level);
        }
    }
    progress(id).state = State::Done;
}

void RefResolver::visit_children(NodeId id, std::uint32_t depth, std::uint32_t level) {
    const Node node = builder_.node(id);
    const bool mapping = node.kind == NodeKind::Mapping;
    std::uint64_t size = 1;
    std::uint16_t height = 0;
    std::uint8_t levels = 0;
    for (std::uint32_t index = 0; index < node.count && !stopped_; ++index) {
        Step step{{}, index};
        NodeId child = kNoNode;
        if (mapping) {
            const NodeId key = builder_.entry_key(node, index);
            step.key = builder_.node(key).text;
            size += builder_.node(key).size;
            child = builder_.entry_value(node, index);
        } else {
            child = builder_.item(node, index);
        }
        if (!builder_.node(child).is_scalar()) {
            steps_.push_back(step);
            visit(child, depth + 1, level);
            steps_.pop_back();
        }
        size += builder_.node(child).size;
        height = std::max(height, builder_.height(child));
        levels = std::max(levels, progress(child).levels);
    }
    if (!stopped_ && size > builder_.limits().nodes) {
        report(Code::yaml_too_many_nodes, ref_stack_.empty() ? node.span : ref_stack_.back(),
               fmt::format("with its fragments the document has more than {} values", builder_.limits().nodes),
               "Include less, or split the contract.");
        stopped_ = true;
    }
    if (!stopped_) {
        builder_.node(id).size = static_cast<std::uint32_t>(size);
        builder_.height(id) = static_cast<std::uint16_t>(height + 1);
        progress(id).levels = levels;
    }
}

void RefResolver::follow(NodeId id, NodeId ref, std::uint32_t depth, std::uint32_t level) {
    const Node value = builder_.node(ref);
    const Span at = value.used_at.known() ? value.used_at : value.span;
    if (builder_.node(id).count > 1) {
        report_siblings(id);
        mark_unresolved(id);
        return;
    }
    const NodeId target = target_of(ref, at, depth, level);
    if (stopped_) {
        return;
    }
    if (target != kNoNode && progress(target).state == State::InProgress) {
        report_cycle(at);
        mark_unresolved(id);
        return;
    }
    if (target == kNoNode) {
        mark_unresolved(id);
        return;
    }
    ref_stack_.push_back(at);
    visit(target, depth, level + 1);
    ref_stack_.pop_back();
    if (stopped_) {
        return;
    }
    const Node found = builder_.node(target);
    Node& node = builder_.node(id);
    node = found;
    node.used_at = at;
    node.through_ref = true;
    builder_.height(id) = builder_.height(target);
    progress(id).levels = static_cast<std::uint8_t>(progress(target).levels + 1);
}

NodeId RefResolver::target_of(NodeId ref, Span at, std::uint32_t depth, std::uint32_t level) {
    const Node value = builder_.node(ref);
    if (value.kind != NodeKind::String) {
        report(Code::ref_form, at, "$ref is not a text",
               "Write a path relative to this file, such as ../common/orders.yaml#/schema.")
            .secret = true;
        return kNoNode;
    }
    const Sources& sources = builder_.document().sources();
    const RefTarget target = parse_ref(value.text, sources[value.span.file].name(), ref_root_);
    if (target.refusal) {
        const bool address = target.refusal->code == Code::ref_url;
        report(target.refusal->code, at, target.refusal->message, target.refusal->help).secret = address;
        return kNoNode;
    }
    if (level + 1 > builder_.limits().ref_levels) {
        report(Code::ref_levels, at,
               fmt::format("fragments include each other more than {} levels deep", builder_.limits().ref_levels),
               "Include the innermost fragments directly.");
        return kNoNode;
    }
    const NodeId root = target.file.empty() ? root_of_file_[value.span.file] : load(target.file, at);
    if (root == kNoNode || stopped_) {
        return kNoNode;
    }
    return walk(root, target.pointer, at, depth, level);
}

NodeId RefResolver::walk(NodeId from, std::string_view pointer, Span at, std::uint32_t depth, std::uint32_t level) {
    NodeId node = from;
    std::string done;
    while (!pointer.empty()) {
        pointer.remove_prefix(1);
        const std::size_t slash = std::min(pointer.find('/'), pointer.size());
        std::string token;
        if (!decode_token(pointer.substr(0, slash), token)) {
            report(Code::ref_pointer_form, at, "the part of $ref behind # is not a JSON pointer",
                   "Write ~0 for ~ and ~1 for / inside a key.");
            return kNoNode;
        }
        pointer.remove_prefix(slash);
        if (ref_value(node) != kNoNode) {
            if (progress(node).state == State::InProgress) {
                report_cycle(at);
                return kNoNode;
            }
            ref_stack_.push_back(at);
            visit(node, depth, level + 1);
            ref_stack_.pop_back();
        }
        if (stopped_ || builder_.node(node).unresolved) {
            return kNoNode;
        }
        const NodeId next = step(node, token);
        if (next == kNoNode) {
            report(Code::ref_pointer_unknown, at,
                   fmt::format("$ref points at nothing: {} has no {}", done.empty() ? "the document" : quoted(done),
                               quoted(token)),
                   "Write # and the keys and numbers that lead to the value, such as #/schema/0.");
            return kNoNode;
        }
        done += '/';
        done += token;
        node = next;
    }
    return node;
}

NodeId RefResolver::step(NodeId from, const std::string& token) {
    const Node& node = builder_.node(from);
    if (node.kind == NodeKind::Mapping) {
        return find(from, token);
    }
    const bool digits =
        !token.empty() && token.size() <= 9 && token.find_first_not_of("0123456789") == std::string::npos;
    if (node.kind != NodeKind::Sequence || !digits || (token.size() > 1 && token.front() == '0')) {
        return kNoNode;
    }
    std::uint32_t index = 0;
    for (const char c : token) {
        index = index * 10 + static_cast<std::uint32_t>(c - '0');
    }
    return index < node.count ? builder_.item(node, index) : kNoNode;
}

} // namespace weir
