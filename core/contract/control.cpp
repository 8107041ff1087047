// Control characters in decoded texts (contract.md section 1), by a walk of its own: the grammar does not
// lead to what stands under unknown keys and in open mappings.

#include "contract/shape.h"

namespace weir {

namespace {

/// Depth is bounded by the document's limit.
class ControlWalk {
  public:
    explicit ControlWalk(Context& context) : context_(context), doc_(context.doc), seen_(doc_.node_count()) {}

    void below(NodeId node, PathId path) {
        const Node& found = doc_.node(node);
        if (found.is_scalar() || seen_[node]) {
            return;
        }
        seen_[node] = true; // an alias is told where it was first reached
        if (found.kind == NodeKind::Sequence) {
            std::uint32_t number = 0;
            for (const NodeId item : doc_.items(node)) {
                const std::uint32_t here = number++;
                step(item, {}, [&] { return context_.contract.paths.index(path, here); });
            }
            return;
        }
        for (const Entry& entry : doc_.entries(node)) {
            const std::string_view key = doc_.node(entry.key).text;
            step(entry.value, key, [&] { return context_.contract.paths.key(path, key); });
        }
    }

  private:
    template <class MakePath> void step(NodeId node, std::string_view key, const MakePath& make_path) {
        const Node& found = doc_.node(node);
        if (!found.is_scalar()) {
            below(node, make_path());
        } else if (found.has_control && !context_.refused(node) && !may_hold_control(key)) {
            // Nothing is known of the text here: it may be a secret.
            refuse_control(context_, node, make_path(), true);
        }
    }

    Context& context_;
    const Document& doc_;
    std::vector<bool> seen_;
};

} // namespace

bool may_hold_control(std::string_view key) {
    return key == "description" || key == "sql";
}

void refuse_control(Context& context, NodeId node, PathId path, bool secret) {
    context.refuse(node);
    Finding& finding = context.add(Code::control_character, node, path, "holds a control character");
    finding.help = "Take the escape out; only descriptions and sql may hold control characters.";
    finding.secret = secret;
}

void check_control(Context& context, NodeId node, PathId path) {
    for (NodeId id = 0; id < context.doc.node_count(); ++id) {
        if (context.doc.node(id).has_control && !context.refused(id)) {
            ControlWalk(context).below(node, path);
            return;
        }
    }
}

} // namespace weir
