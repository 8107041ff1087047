#include <algorithm>

#include "assist/declared.h"
#include "assist/stream_view.h"

namespace weir {

namespace assist {
namespace {

class Finder {
  public:
    explicit Finder(const Scene& scene) : scene_(scene), site_(scene.site()) {}

    std::optional<Definition> run();

  private:
    [[nodiscard]] Span in_contract(const Contract& contract) const;
    [[nodiscard]] Span reference(const Contract& contract) const;
    [[nodiscard]] Span path(const Contract& contract) const;
    [[nodiscard]] Span output_source(const Contract& contract) const;
    [[nodiscard]] static Span span(const Contract& contract, Place place);
    [[nodiscard]] std::optional<Definition> anchor() const;

    const Scene& scene_;
    const Site site_;
};

Span Finder::span(const Contract& contract, Place place) {
    return place.known() ? finding_span(*contract.document, place.node) : Span{};
}

Span Finder::reference(const Contract& contract) const {
    Steps way = scene_.steps;
    way.pop_back();
    const NodeId node = node_at(*contract.document, way);
    if (node == kNoNode || !contract.document->node(node).through_ref || contract.document->node(node).unresolved) {
        return {};
    }
    return contract.document->node(node).span;
}

Span Finder::path(const Contract& contract) const {
    const StreamView view(contract, *scene_.build());
    const auto found = path_at(scene_.word(), scene_.offset_in_word());
    if (!view.known() || !found) {
        return {};
    }
    const binding::Scope& scope = view.scope();
    if (found->step == 0 && scope.is_element(found->path.steps.front().name)) {
        return span(contract, scene_.build()->mapping->explode->as.at);
    }
    const binding::Walk walk = scope.walk(found->path.steps);
    return walk.stop == binding::Walk::Stop::End ? span(contract, scope.declared_at(walk.path)) : Span{};
}

/// From a column of the table to what it is read from: its mapping entry, else the stream's column.
Span Finder::output_source(const Contract& contract) const {
    const ColumnId id = column_at_cursor(scene_);
    const BuildPlan* plan = scene_.plan();
    if (id == kNoColumn || plan == nullptr) {
        return {};
    }
    for (const OutputBinding& output : plan->outputs) {
        if (output.output != id) {
            continue;
        }
        if (output.mapped) {
            return span(contract, output.said_at);
        }
        const bool source = output.from.column != kNoColumn && output.from.root == PathRoot::Source;
        return source ? span(contract, plan->sources[output.from.root_index].at) : Span{};
    }
    return {};
}

Span Finder::in_contract(const Contract& contract) const {
    const Steps& steps = scene_.steps;
    if (!steps.empty() && steps.back().is_key && steps.back().key == "$ref") {
        return reference(contract);
    }
    const bool is_path = site_.is(ObjectId::kMappingColumn, "from") || site_.is(ObjectId::kMappingExplode, "path");
    if (scene_.build() != nullptr && is_path) {
        return path(contract);
    }
    if (scene_.build() != nullptr && site_.is(ObjectId::kEventTime, "column")) {
        const StreamView view(contract, *scene_.build());
        const SourceColumn* source = view.known() ? view.scope().source(scene_.word()) : nullptr;
        return source == nullptr ? Span{} : span(contract, source->at);
    }
    if (site_.is(ObjectId::kLaneBuild, "outputs") || site_.is(ObjectId::kBuild, "outputs")) {
        const auto index = contract.expose_index(scene_.word());
        return index ? span(contract, contract.exposes[*index].expose_id.at) : Span{};
    }
    if (site_.is(ObjectId::kLaneColumn, "name") && scene_.expose() != nullptr) {
        return output_source(contract);
    }
    const bool names_output =
        site_.is(ObjectId::kMappingColumn, "name") || site_.is(ObjectId::kLanePartitionField, "sourceColumn");
    const ColumnId id = names_output ? column_at_cursor(scene_) : kNoColumn;
    return id == kNoColumn ? Span{} : span(contract, contract.columns[id].at);
}

/// `*name`: the nearest `&name` before it.
std::optional<Definition> Finder::anchor() const {
    constexpr std::string_view kEnds = " \t\r\n,[]{}";
    const std::string_view text = scene_.source.text();
    const std::size_t star =
        text.find_last_of("*\n", scene_.at == 0 ? 0 : scene_.at - (scene_.at == text.size() ? 1 : 0));
    if (star == std::string_view::npos || text[star] != '*') {
        return std::nullopt;
    }
    const std::size_t end = std::min(text.find_first_of(kEnds, star), text.size());
    const bool token = star == 0 || kEnds.find(text[star - 1]) != std::string_view::npos;
    if (!token || scene_.at > end || end == star + 1) {
        return std::nullopt;
    }
    const std::string name = "&" + std::string(text.substr(star + 1, end - star - 1));
    for (std::size_t at = text.rfind(name, star); at != std::string_view::npos;
         at = at == 0 ? at : text.rfind(name, at - 1)) {
        const std::size_t last = at + name.size();
        const bool starts = at == 0 || kEnds.find(text[at - 1]) != std::string_view::npos;
        if (starts && kEnds.find(text[last]) != std::string_view::npos) {
            const auto range = [&](std::size_t from, std::size_t to) {
                return Range{scene_.source.position(static_cast<std::uint32_t>(from)),
                             scene_.source.position(static_cast<std::uint32_t>(to))};
            };
            return Definition{range(star, end), std::string(scene_.question.file), range(at, last)};
        }
        if (at == 0) {
            break;
        }
    }
    return std::nullopt;
}

std::optional<Definition> Finder::run() {
    if (auto found = anchor()) {
        return found;
    }
    const Contract* contract = scene_.question.contract;
    const bool on_value = scene_.cursor.role == Cursor::Role::Value && scene_.cursor.begin < scene_.cursor.end;
    if (!on_value || contract == nullptr || contract->document == nullptr || scene_.alone()) {
        return std::nullopt;
    }
    const Span found = in_contract(*contract);
    const Sources& sources = contract->document->sources();
    if (!found.known() || found.file >= sources.size()) {
        return std::nullopt;
    }
    return Definition{scene_.range(), sources[found.file].name(), sources.range(found)};
}

} // namespace
} // namespace assist

std::optional<Definition> definition(const Question& question) {
    const assist::Scene scene(question);
    return assist::Finder(scene).run();
}

} // namespace weir
