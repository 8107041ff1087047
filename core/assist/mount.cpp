#include "assist/mount.h"

#include <string>

namespace weir::assist {

namespace {

class Search {
  public:
    Search(const Document& document, FileId file, const Steps& inside)
        : document_(document), file_(file), inside_(inside) {}

    std::optional<Steps> run() {
        if (document_.root() == kNoNode || !visit(document_.root())) {
            return std::nullopt;
        }
        return way_;
    }

  private:
    /// As deep as the document, which the reader bounds.
    bool visit(NodeId id) {
        const Node& node = document_.node(id);
        if (node.through_ref && node.used_at.known() && node.span.file == file_ && enter(node)) {
            return true;
        }
        if (node.kind == NodeKind::Mapping) {
            for (const Entry& entry : document_.entries(id)) {
                way_.push_back(Step{document_.node(entry.key).text, 0, true});
                if (visit(entry.value)) {
                    return true;
                }
                way_.pop_back();
            }
        } else if (node.kind == NodeKind::Sequence) {
            std::uint32_t index = 0;
            for (const NodeId item : document_.items(id)) {
                way_.push_back(Step{{}, index++, false});
                if (visit(item)) {
                    return true;
                }
                way_.pop_back();
            }
        }
        return false;
    }

    /// The `$ref` names a place in the fragment that the way inside leads through.
    bool enter(const Node& node) {
        std::string_view pointer = document_.sources().slice(node.used_at);
        const std::size_t hash = pointer.find('#');
        pointer = hash == std::string_view::npos ? std::string_view{} : pointer.substr(hash + 1);
        while (!pointer.empty() && (pointer.back() == '"' || pointer.back() == '\'')) {
            pointer.remove_suffix(1);
        }
        std::size_t passed = 0;
        while (pointer.size() > 1) {
            const std::size_t end = std::min(pointer.find('/', 1), pointer.size());
            if (passed == inside_.size() || !same(inside_[passed], pointer.substr(1, end - 1))) {
                return false;
            }
            ++passed;
            pointer.remove_prefix(end);
        }
        way_.insert(way_.end(), inside_.begin() + static_cast<std::ptrdiff_t>(passed), inside_.end());
        return true;
    }

    static bool same(const Step& step, std::string_view token) {
        std::string plain;
        for (std::size_t i = 0; i < token.size(); ++i) {
            const bool escaped = token[i] == '~' && i + 1 < token.size();
            plain += !escaped ? token[i] : token[i + 1] == '1' ? '/' : '~';
            i += escaped ? 1 : 0;
        }
        return plain == (step.is_key ? std::string(step.key) : std::to_string(step.index));
    }

    const Document& document_;
    FileId file_;
    const Steps& inside_;
    Steps way_;
};

} // namespace

std::optional<Steps> way_into(const Document& document, FileId file, const Steps& inside) {
    return Search(document, file, inside).run();
}

} // namespace weir::assist
