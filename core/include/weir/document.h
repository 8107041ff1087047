#pragma once

/// \file
/// A YAML or JSON text read into nodes that remember where they stand.
///
/// The reader accepts what contract.md section 1 accepts and refuses the rest with a place. It asks
/// no file system: fragments named by `$ref` come from the FileSet, and what is missing there is
/// listed in ReadDocument::need so that the host can fetch it and call again.

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "weir/finding.h"
#include "weir/text.h"

namespace weir {

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xFFFFFFFFU;

/// Plain scalars are typed by YAML 1.2's core schema; quoted and block scalars are strings.
enum class NodeKind : std::uint8_t { Null, Boolean, Integer, Float, String, Mapping, Sequence };

enum class NodeStyle : std::uint8_t { Plain, SingleQuoted, DoubleQuoted, Literal, Folded, Flow, Block };

struct Node {
    NodeKind kind = NodeKind::Null;
    NodeStyle style = NodeStyle::Plain;
    /// A scalar's decoded text (`true`, `12`, a string's characters). Empty for collections.
    std::string_view text;
    /// The token in the text, quotes included. For a collection: from its first to its last token.
    /// For an alias or a `$ref`: the place of definition.
    Span span;
    /// Where an alias (`*name`) or a `$ref` value stands that this node came through; else unknown.
    Span used_at;
    /// First of `count` items (Sequence) or entries (Mapping) in the document's tables.
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    /// Number of nodes in this subtree, itself included, aliases counted as expanded.
    std::uint32_t size = 1;
    /// Reached through `$ref`, not through an alias; meaningful when used_at is known.
    bool through_ref = false;
    /// A `$ref` stands here that could not be followed, and a finding says why. The node is a Null;
    /// later stages stay silent about it.
    bool unresolved = false;
    /// The decoded text holds a control character other than tab, line feed and carriage return
    /// (U+0000 to U+001F, U+007F to U+009F), such as by `"\u001b"`. Refused everywhere but in
    /// descriptions and `sql` (contract.md section 1).
    bool has_control = false;

    [[nodiscard]] bool is_scalar() const { return kind < NodeKind::Mapping; }
};

/// A key and its value. Keys are unique within a mapping.
struct Entry {
    NodeId key = kNoNode;
    NodeId value = kNoNode;
    /// Came in by a merge key (`<<`).
    bool merged = false;
};

/// The nodes of one contract and of every fragment it includes. Read-only once made.
class Document {
  public:
    [[nodiscard]] NodeId root() const { return root_; }
    [[nodiscard]] const Node& node(NodeId id) const { return nodes_[id]; }
    [[nodiscard]] std::span<const Entry> entries(NodeId mapping) const;
    [[nodiscard]] std::span<const NodeId> items(NodeId sequence) const;
    /// The value under `key`, or kNoNode; also kNoNode when `mapping` is not a mapping.
    [[nodiscard]] NodeId find(NodeId mapping, std::string_view key) const;
    /// The entry under `key`, or null.
    [[nodiscard]] const Entry* find_entry(NodeId mapping, std::string_view key) const;
    [[nodiscard]] const Sources& sources() const { return sources_; }
    /// The `$ref` value that first brought this text in; not known for the contract itself.
    [[nodiscard]] Span included_at(FileId file) const {
        return file < included_at_.size() ? included_at_[file] : Span{};
    }
    [[nodiscard]] std::size_t node_count() const { return nodes_.size(); }

  private:
    friend class DocumentBuilder;

    Sources sources_;
    std::vector<Span> included_at_;
    std::vector<Node> nodes_;
    std::vector<Entry> entries_;
    std::vector<NodeId> items_;
    /// Chunks of decoded scalar texts that differ from their source bytes; never reallocated.
    std::vector<std::unique_ptr<std::string>> decoded_;
    NodeId root_ = kNoNode;
};

/// A text that the host could, or would not, supply.
struct FileAnswer {
    std::string text;
    /// Why the host refuses it, in words for the user ("no such file", "leaves the ref root through
    /// a symbolic link"); empty when `text` is good.
    std::string refusal;
};

/// Texts by name. Names are paths with `/`, as the user wrote them, `.` and `..` folded.
using FileSet = std::map<std::string, FileAnswer, std::less<>>;

/// Limits of contract.md sections 1 and 7. They are part of the interface, so that tests and
/// fuzzers can tighten them.
struct DocumentLimits {
    std::size_t bytes = 5UL * 1024 * 1024;
    std::uint32_t depth = 128;
    std::uint32_t aliases = 50;
    std::uint32_t alias_nodes = 100'000;
    std::uint32_t ref_levels = 20;
    /// Nodes in all, fragments as often as they are included.
    std::uint32_t nodes = 2'000'000;
    /// Different fragment files, and bytes of all texts together.
    std::uint32_t files = 1'000;
    std::size_t all_bytes = 64UL * 1024 * 1024;
};

/// What the root of a text may be: a mapping for a contract, a list too for a fragment on its own.
enum class RootKinds : std::uint8_t { Mapping, MappingOrList };

struct ReadDocument {
    std::shared_ptr<const Document> document;
    std::vector<Finding> findings;
    /// Files named by `$ref` that the FileSet lacks, each once, in order of appearance. While this is
    /// not empty the document is incomplete and its findings are not final.
    std::vector<std::string> need;
    /// The root is what it may be, so the document is worth reading further.
    bool usable = false;
};

/// Reads `file` from `files` with all its fragments.
/// \param ref_root  folder that no `$ref` may leave, as a name like those in `files`; empty for the
///                  folder of `file`.
[[nodiscard]] ReadDocument read_document(const FileSet& files, std::string_view file, std::string_view ref_root,
                                         const DocumentLimits& limits = {}, RootKinds roots = RootKinds::Mapping);

/// `relative` as seen from the folder of `base`, with `.` and `..` folded.
[[nodiscard]] std::string resolve_name(std::string_view base, std::string_view relative);

} // namespace weir
