#pragma once

/// \file
/// Events of a YAML or JSON text → nodes. Everything that both kinds of text have in common is judged
/// here: repeated keys, kinds of keys, merge keys, aliases, depth and number of nodes.

#include <string>
#include <string_view>
#include <vector>

#include "document/problems.h"
#include "weir/document.h"

namespace weir {

/// A scalar as an adapter found it.
struct ScalarToken {
    NodeKind kind = NodeKind::Null;
    NodeStyle style = NodeStyle::Plain;
    /// Decoded text; must live as long as the document (see DocumentBuilder::keep).
    std::string_view text;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    bool has_control = false;
};

/// yaml-cpp's number of an anchor; 0 for none.
using AnchorId = std::size_t;

/// Makes one Document from the events of one or many texts, read one after the other.
class DocumentBuilder {
  public:
    /// An open mapping or sequence.
    struct Frame {
        NodeId node = kNoNode;
        bool mapping = false;
        bool block = false;
        bool has_key = false; ///< a key was read and its value comes next
        bool keep_entry = false;
        bool merge = false;
        NodeId key = kNoNode;
        std::size_t first_entry = 0;
        std::size_t first_item = 0;
        std::size_t first_merge = 0;
        std::uint32_t begin = 0;
        std::uint32_t column = 0; ///< bytes from the start of the line; meaningful for block style
    };

    explicit DocumentBuilder(const DocumentLimits& limits);

    [[nodiscard]] Document& document() { return *document_; }
    [[nodiscard]] std::shared_ptr<Document> take() { return std::move(document_); }
    [[nodiscard]] const DocumentLimits& limits() const { return limits_; }

    FileId add_text(std::string name, std::string text, Span included_at);
    /// Copies a text into the document.
    std::string_view keep(std::string_view text);

    void begin_text(FileId file, Problems& problems, bool merge_keys);
    /// The text's root, or kNoNode when its reading was stopped or brought none.
    NodeId end_text();

    void scalar(const ScalarToken& token, AnchorId anchor);
    void open(NodeKind kind, NodeStyle style, std::uint32_t begin, std::uint32_t column, AnchorId anchor);
    void close(std::uint32_t end);
    void alias(AnchorId anchor, std::uint32_t begin, std::uint32_t end);

    /// A limit was passed: a finding says so, and no more events are taken.
    [[nodiscard]] bool stopped() const { return stopped_; }
    void stop() { stopped_ = true; }
    [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }
    [[nodiscard]] FileId file() const { return file_; }
    [[nodiscard]] Problems& problems() { return *problems_; }
    /// The first character of a collection that begins at `begin`.
    [[nodiscard]] Span opening(std::uint32_t begin) const;
    /// Contract pointer of the value that comes next; empty in a fragment.
    [[nodiscard]] std::string path() const;

    [[nodiscard]] Node& node(NodeId id) { return document_->nodes_[id]; }
    [[nodiscard]] NodeId entry_value(const Node& mapping, std::uint32_t index) const {
        return document_->entries_[mapping.first + index].value;
    }
    [[nodiscard]] NodeId entry_key(const Node& mapping, std::uint32_t index) const {
        return document_->entries_[mapping.first + index].key;
    }
    [[nodiscard]] NodeId item(const Node& sequence, std::uint32_t index) const {
        return document_->items_[sequence.first + index];
    }
    [[nodiscard]] std::size_t node_count() const { return document_->nodes_.size(); }
    /// Collections on the longest way down from this node, itself included; 0 for a scalar.
    [[nodiscard]] std::uint16_t& height(NodeId id) { return heights_[id]; }
    /// Some mapping has the key `$ref`.
    [[nodiscard]] bool saw_ref() const { return saw_ref_; }
    void set_root(NodeId root) { document_->root_ = root; }

  private:
    NodeId add_node(const Node& node, std::uint16_t height);
    NodeId copy_used_at(NodeId original, Span used_at);
    void completed(NodeId id);
    void judge_key(Frame& frame, NodeId key);
    void close_mapping(const Frame& frame);
    void close_sequence(const Frame& frame);
    void report_duplicates(std::size_t first);
    void report_duplicate(const Entry& entry, const Entry& earlier);
    void merge(const Frame& frame);
    void fatal(Code code, Span at, std::string message, std::string help);
    [[nodiscard]] bool is_open(NodeId id) const;

    DocumentLimits limits_;
    std::shared_ptr<Document> document_;
    std::vector<std::uint16_t> heights_;
    bool saw_ref_ = false;

    // Of the text that is being read:
    FileId file_ = Span::kNoFile;
    Problems* problems_ = nullptr;
    bool merge_keys_ = false;
    bool stopped_ = false;
    NodeId text_root_ = kNoNode;
    std::vector<Frame> frames_;
    std::vector<Entry> entries_;
    std::vector<NodeId> items_;
    std::vector<NodeId> merges_;
    std::vector<NodeId> anchors_;
    std::uint32_t aliases_ = 0;
    std::uint64_t alias_nodes_ = 0;
};

} // namespace weir
