#include "document/builder.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "document/scan.h"

namespace weir {

namespace {

/// Decoded texts are kept in chunks of this many bytes.
constexpr std::size_t kChunk = 32UL * 1024;

/// Up to this many keys are compared each with each.
constexpr std::size_t kFewKeys = 24;

} // namespace

DocumentBuilder::DocumentBuilder(const DocumentLimits& limits)
    : limits_(limits), document_(std::make_shared<Document>()) {}

FileId DocumentBuilder::add_text(std::string name, std::string text, Span included_at) {
    const FileId file = document_->sources_.add(std::move(name), std::move(text));
    document_->included_at_.push_back(included_at);
    return file;
}

std::string_view DocumentBuilder::keep(std::string_view text) {
    auto& chunks = document_->decoded_;
    if (chunks.empty() || chunks.back()->capacity() - chunks.back()->size() < text.size()) {
        chunks.push_back(std::make_unique<std::string>());
        chunks.back()->reserve(std::max(text.size(), kChunk));
    }
    std::string& chunk = *chunks.back();
    const std::size_t begin = chunk.size();
    chunk.append(text);
    return std::string_view(chunk).substr(begin);
}

void DocumentBuilder::begin_text(FileId file, Problems& problems, bool merge_keys) {
    file_ = file;
    problems_ = &problems;
    merge_keys_ = merge_keys;
    stopped_ = false;
    text_root_ = kNoNode;
    frames_.clear();
    entries_.clear();
    items_.clear();
    merges_.clear();
    anchors_.clear();
    aliases_ = 0;
    alias_nodes_ = 0;
}

Span DocumentBuilder::opening(std::uint32_t begin) const {
    return {file_, begin, next_code_point(document_->sources_[file_].text(), begin)};
}

NodeId DocumentBuilder::end_text() {
    return stopped_ || !frames_.empty() ? kNoNode : text_root_;
}

void DocumentBuilder::fatal(Code code, Span at, std::string message, std::string help) {
    if (!stopped_) {
        Finding& finding = problems_->add(code, at, std::move(message));
        finding.path = path();
        finding.help = std::move(help);
    }
    stopped_ = true;
}

NodeId DocumentBuilder::add_node(const Node& node, std::uint16_t height) {
    if (document_->nodes_.size() >= limits_.nodes) {
        fatal(Code::yaml_too_many_nodes, node.span, fmt::format("the document has more than {} values", limits_.nodes),
              "Split it into several contracts.");
        return kNoNode;
    }
    document_->nodes_.push_back(node);
    heights_.push_back(height);
    return static_cast<NodeId>(document_->nodes_.size() - 1);
}

NodeId DocumentBuilder::copy_used_at(NodeId original, Span used_at) {
    Node copy = document_->nodes_[original];
    copy.used_at = used_at;
    return add_node(copy, heights_[original]);
}

void DocumentBuilder::scalar(const ScalarToken& token, AnchorId anchor) {
    Node node;
    node.kind = token.kind;
    node.style = token.style;
    node.text = token.text;
    node.span = Span{file_, token.begin, token.end};
    node.has_control = token.has_control;
    const NodeId id = add_node(node, 0);
    if (anchor != 0) {
        anchors_.resize(std::max(anchors_.size(), anchor + 1), kNoNode);
        anchors_[anchor] = id;
    }
    completed(id);
}

void DocumentBuilder::open(NodeKind kind, NodeStyle style, std::uint32_t begin, std::uint32_t column, AnchorId anchor) {
    Node node;
    node.kind = kind;
    node.style = style;
    node.span = opening(begin);
    if (frames_.size() >= limits_.depth) {
        fatal(Code::yaml_too_deep, node.span,
              fmt::format("lists and mappings are nested more than {} levels deep", limits_.depth),
              "Flatten it: no part of a contract needs so many levels.");
        return;
    }
    const NodeId id = add_node(node, 1);
    if (stopped_) {
        return;
    }
    if (anchor != 0) {
        anchors_.resize(std::max(anchors_.size(), anchor + 1), kNoNode);
        anchors_[anchor] = id;
    }
    Frame& frame = frames_.emplace_back();
    frame.node = id;
    frame.mapping = kind == NodeKind::Mapping;
    frame.block = style == NodeStyle::Block;
    frame.first_entry = entries_.size();
    frame.first_item = items_.size();
    frame.first_merge = merges_.size();
    frame.begin = begin;
    frame.column = column;
}

void DocumentBuilder::close(std::uint32_t end) {
    if (stopped_) {
        return;
    }
    const Frame frame = frames_.back();
    if (frame.mapping) {
        close_mapping(frame);
    } else {
        close_sequence(frame);
    }
    if (stopped_) {
        return;
    }
    node(frame.node).span.end = std::max(end, frame.begin);
    frames_.pop_back();
    completed(frame.node);
}

void DocumentBuilder::alias(AnchorId anchor, std::uint32_t begin, std::uint32_t end) {
    const Span at{file_, begin, end};
    const NodeId target = anchor < anchors_.size() ? anchors_[anchor] : kNoNode;
    if (target == kNoNode) {
        fatal(Code::yaml_syntax, at, "an alias names no anchor", "Define it with & before it is used.");
        return;
    }
    if (is_open(target)) {
        Finding& finding =
            problems_->add(Code::yaml_recursive_alias, at, "an alias stands inside the value it refers to");
        finding.path = path();
        finding.help = "Write the value out where the alias stands.";
        finding.related.push_back({"that value starts here", opening(node(target).span.begin)});
        stopped_ = true;
        return;
    }
    if (++aliases_ > limits_.aliases) {
        fatal(Code::yaml_alias_limit, at, fmt::format("the document has more than {} aliases", limits_.aliases),
              "Write the value out, or move it into a fragment and include it with $ref.");
        return;
    }
    alias_nodes_ += node(target).size;
    if (alias_nodes_ > limits_.alias_nodes) {
        fatal(Code::yaml_alias_growth, at,
              fmt::format("aliases add more than {} values to the document", limits_.alias_nodes),
              "Refer to smaller values, or less often.");
        return;
    }
    if (frames_.size() + heights_[target] > limits_.depth) {
        fatal(Code::yaml_too_deep, at,
              fmt::format("with this alias, lists and mappings are nested more than {} levels deep", limits_.depth),
              "Flatten the value that the alias refers to.");
        return;
    }
    completed(copy_used_at(target, at));
}

bool DocumentBuilder::is_open(NodeId id) const {
    return std::any_of(frames_.begin(), frames_.end(), [&](const Frame& frame) { return frame.node == id; });
}

void DocumentBuilder::completed(NodeId id) {
    if (stopped_) {
        return;
    }
    if (frames_.empty()) {
        text_root_ = id;
        return;
    }
    Frame& frame = frames_.back();
    if (!frame.mapping) {
        items_.push_back(id);
    } else if (!frame.has_key) {
        judge_key(frame, id);
    } else {
        frame.has_key = false;
        if (frame.merge) {
            merges_.push_back(id);
        } else if (frame.keep_entry) {
            entries_.push_back(Entry{frame.key, id, false});
        }
    }
}

void DocumentBuilder::judge_key(Frame& frame, NodeId key) {
    const Node& node = document_->nodes_[key];
    frame.key = key;
    frame.keep_entry = false;
    frame.merge = false;
    const Span at = node.used_at.known() ? node.used_at : node.span;
    if (!node.is_scalar()) {
        Finding& finding = problems_->add(Code::yaml_key_kind, at, "a list or a mapping is used as a key");
        finding.path = path();
        finding.help = "A key is a plain or quoted text.";
    } else if (node.kind == NodeKind::Null) {
        Finding& finding =
            problems_->add(Code::yaml_key_kind, at, node.text.empty() ? "a key is missing" : "null is used as a key");
        finding.path = path();
        finding.help = node.text.empty() ? "Write a key before the colon." : "Quote it when the text is meant.";
    } else if (node.has_control) {
        Finding& finding = problems_->add(Code::control_character, at, "a key holds a control character");
        finding.path = path();
    } else if (merge_keys_ && node.style == NodeStyle::Plain && node.text == "<<") {
        frame.merge = true;
        if (merges_.size() > frame.first_merge) {
            frame.merge = false;
            Finding& finding = problems_->add(Code::yaml_duplicate_key, at, "a mapping has the merge key << twice");
            finding.path = path();
            finding.help = "Write one << with a list, such as [*first, *second].";
        }
    } else {
        frame.keep_entry = true;
        saw_ref_ = saw_ref_ || node.text == "$ref";
    }
    frame.has_key = true;
}

void DocumentBuilder::close_sequence(const Frame& frame) {
    Node& node = document_->nodes_[frame.node];
    const auto begin = items_.begin() + static_cast<std::ptrdiff_t>(frame.first_item);
    node.first = static_cast<std::uint32_t>(document_->items_.size());
    node.count = static_cast<std::uint32_t>(items_.end() - begin);
    std::uint16_t height = 0;
    for (auto item = begin; item != items_.end(); ++item) {
        node.size += document_->nodes_[*item].size;
        height = std::max(height, heights_[*item]);
    }
    heights_[frame.node] = static_cast<std::uint16_t>(height + 1);
    document_->items_.insert(document_->items_.end(), begin, items_.end());
    items_.erase(begin, items_.end());
}

void DocumentBuilder::close_mapping(const Frame& frame) {
    report_duplicates(frame.first_entry);
    if (merges_.size() > frame.first_merge) {
        merge(frame);
        merges_.resize(frame.first_merge);
        if (stopped_) {
            return;
        }
    }
    Node& node = document_->nodes_[frame.node];
    const auto begin = entries_.begin() + static_cast<std::ptrdiff_t>(frame.first_entry);
    node.first = static_cast<std::uint32_t>(document_->entries_.size());
    node.count = static_cast<std::uint32_t>(entries_.end() - begin);
    std::uint16_t height = 0;
    for (auto entry = begin; entry != entries_.end(); ++entry) {
        node.size += document_->nodes_[entry->key].size + document_->nodes_[entry->value].size;
        height = std::max(height, heights_[entry->value]);
    }
    heights_[frame.node] = static_cast<std::uint16_t>(height + 1);
    document_->entries_.insert(document_->entries_.end(), begin, entries_.end());
    entries_.erase(begin, entries_.end());
}

void DocumentBuilder::report_duplicate(const Entry& entry, const Entry& earlier) {
    const Node& key = node(entry.key);
    Finding& finding =
        problems_->add(Code::yaml_duplicate_key, key.span, fmt::format("the key {} is repeated", quoted(key.text)));
    finding.path = path();
    if (!problems_->fragment()) {
        append_path_key(finding.path, key.text);
    }
    finding.help = "Remove one of the two.";
    finding.related.push_back({"it is first given here", node(earlier.key).span});
}

void DocumentBuilder::report_duplicates(std::size_t first) {
    const std::size_t count = entries_.size() - first;
    const auto text = [&](std::size_t index) { return node(entries_[first + index].key).text; };
    std::vector<bool> repeated;
    const auto repeat = [&](std::size_t index, std::size_t earlier) {
        repeated.resize(count, false);
        if (!repeated[index]) {
            repeated[index] = true;
            report_duplicate(entries_[first + index], entries_[first + earlier]);
        }
    };
    if (count <= kFewKeys) {
        for (std::size_t later = 1; later < count; ++later) {
            const std::string_view name = text(later);
            for (std::size_t earlier = 0; earlier < later; ++earlier) {
                if (name == text(earlier)) {
                    repeat(later, earlier);
                    break;
                }
            }
        }
    } else {
        std::vector<std::pair<std::string_view, std::size_t>> sorted(count);
        for (std::size_t index = 0; index < count; ++index) {
            sorted[index] = {text(index), index};
        }
        std::sort(sorted.begin(), sorted.end());
        std::size_t head = 0;
        for (std::size_t at = 1; at < count; ++at) {
            head = sorted[at].first == sorted[head].first ? head : at;
            if (head != at) {
                repeat(sorted[at].second, sorted[head].second);
            }
        }
    }
    if (!repeated.empty()) {
        std::size_t kept = first;
        for (std::size_t index = 0; index < count; ++index) {
            if (!repeated[index]) {
                entries_[kept++] = entries_[first + index];
            }
        }
        entries_.resize(kept);
    }
}

void DocumentBuilder::merge(const Frame& frame) {
    const NodeId value = merges_[frame.first_merge];
    std::vector<NodeId> sources{value};
    if (node(value).kind == NodeKind::Sequence) {
        const auto items = document_->items(value);
        sources.assign(items.begin(), items.end());
    }
    std::unordered_set<std::string_view> names;
    for (std::size_t index = frame.first_entry; index < entries_.size(); ++index) {
        names.insert(node(entries_[index].key).text);
    }
    const Span list_used_at = node(value).used_at;
    for (const NodeId source : sources) {
        const Node mapping = node(source);
        const Span used_at = mapping.used_at.known() ? mapping.used_at : list_used_at;
        if (mapping.kind != NodeKind::Mapping) {
            Finding& finding = problems_->add(Code::yaml_merge, used_at.known() ? used_at : mapping.span,
                                              "the merge key << takes a mapping or a list of mappings");
            finding.path = path();
            finding.help = "Name an anchor of a mapping, such as *defaults.";
            continue;
        }
        for (std::uint32_t index = 0; index < mapping.count; ++index) {
            Entry entry = document_->entries_[mapping.first + index];
            if (!names.insert(node(entry.key).text).second) {
                continue;
            }
            entry.merged = true;
            entry.value = used_at.known() ? copy_used_at(entry.value, used_at) : entry.value;
            if (stopped_) {
                return;
            }
            entries_.push_back(entry);
        }
    }
}

std::string DocumentBuilder::path() const {
    std::string path;
    if (problems_->fragment()) {
        return path;
    }
    for (std::size_t level = 0; level < frames_.size(); ++level) {
        const Frame& frame = frames_[level];
        if (!frame.mapping) {
            const std::size_t end = level + 1 < frames_.size() ? frames_[level + 1].first_item : items_.size();
            append_path_index(path, end - frame.first_item);
        } else if (frame.has_key && document_->nodes_[frame.key].is_scalar()) {
            append_path_key(path, document_->nodes_[frame.key].text);
        }
    }
    return path;
}

} // namespace weir
