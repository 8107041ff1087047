#pragma once

/// \file
/// `$ref`: fragments in place of the mappings that name them (contract.md section 7).

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "document/builder.h"
#include "weir/fetch.h"

namespace weir {

/// Reads texts into one builder, each once, and replaces every `$ref` that is reached from the root.
class RefResolver {
  public:
    RefResolver(DocumentBuilder& builder, const FileSet& files, const FetchFile& fetch, std::string ref_root)
        : builder_(builder), files_(files), fetch_(fetch), ref_root_(std::move(ref_root)) {}

    /// Reads the contract itself.
    /// \return its root, or kNoNode
    NodeId read_main(const std::string& name, const std::string& text);
    /// Follows every `$ref` below `root`. False when a limit ended it.
    bool resolve(NodeId root);

    [[nodiscard]] std::vector<Finding>& findings() { return findings_; }
    [[nodiscard]] std::vector<std::string>& need() { return need_; }

  private:
    enum class State : std::uint8_t { New, InProgress, Done };
    struct Progress {
        State state = State::New;
        std::uint8_t levels = 0; ///< most `$ref` on one way down from here
    };
    struct Step {
        std::string_view key;
        std::size_t index = 0;
    };

    NodeId read_text(FileId file, std::string_view name, bool fragment, Problems& problems);
    [[nodiscard]] const FileAnswer* answer(const std::string& name) const;
    NodeId load(const std::string& name, Span used_at);
    NodeId refuse_file(Code code, Span at, std::string message);
    Progress& progress(NodeId id);
    void visit(NodeId id, std::uint32_t depth, std::uint32_t level);
    void visit_children(NodeId id, std::uint32_t depth, std::uint32_t level);
    void revisit(NodeId id, std::uint32_t depth, std::uint32_t level);
    void follow(NodeId id, NodeId ref, std::uint32_t depth, std::uint32_t level);
    NodeId target_of(NodeId ref, Span at, std::uint32_t depth, std::uint32_t level);
    NodeId walk(NodeId from, std::string_view pointer, Span at, std::uint32_t depth, std::uint32_t level);
    NodeId step(NodeId from, const std::string& token);
    NodeId find(NodeId mapping, std::string_view key);
    NodeId ref_value(NodeId id) { return find(id, "$ref"); }
    void mark_unresolved(NodeId id);
    void report_cycle(Span at);
    void report_siblings(NodeId id);
    void too_deep(NodeId id);
    Finding& report(Code code, Span at, std::string message, std::string help);
    [[nodiscard]] std::string path() const;

    DocumentBuilder& builder_;
    const FileSet& files_;
    const FetchFile& fetch_;
    std::string ref_root_;
    std::map<std::string, NodeId, std::less<>> roots_;
    std::vector<NodeId> root_of_file_;
    std::vector<Progress> progress_;
    /// Keys of the mappings that are too large to be searched for every pointer into them, by Node::first.
    std::unordered_map<std::uint32_t, std::unordered_map<std::string_view, NodeId>> keys_;
    std::vector<Span> ref_stack_;
    std::vector<Step> steps_;
    std::vector<Finding> findings_;
    std::vector<std::string> need_;
    std::size_t bytes_ = 0;
    bool stopped_ = false;
};

} // namespace weir
