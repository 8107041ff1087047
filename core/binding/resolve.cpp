#include "binding/resolve.h"

#include <fmt/format.h>

#include "binding/forms.h"
#include "binding/path.h"

namespace weir::binding {

namespace {

/// A step as it reads after the path so far: `.name` or `['literal']`.
std::string shown_step(const PathStep& step) {
    std::string text;
    append_step(text, step);
    return clipped(text);
}

} // namespace

std::optional<BoundPath> Resolver::resolve(const Text& text) {
    const std::optional<ParsedPath> parsed = read_path(text, findings_);
    if (!parsed) {
        return std::nullopt;
    }
    Walk walk = scope_.walk(parsed->steps);
    if (walk.stop == Walk::Stop::End) {
        return std::move(walk.path);
    }
    if (walk.stop != Walk::Stop::Silent) {
        refuse(text, *parsed, walk);
    }
    return std::nullopt;
}

void Resolver::refuse(const Text& text, const ParsedPath& parsed, const Walk& walk) {
    const PathStep& step = parsed.steps[walk.step];
    const Place declared = walk.stop == Walk::Stop::NoColumn ? Place{} : scope_.declared_at(walk.path);
    const std::string so_far = shown(walk.path.text);
    switch (walk.stop) {
    case Walk::Stop::NoColumn:
        refuse_column(text, parsed);
        return;
    case Walk::Stop::NoField:
        refuse_field(text, parsed, walk);
        return;
    case Walk::Stop::IntoArray:
        refuse_array(text, parsed, walk);
        return;
    case Walk::Stop::MapByName: {
        Finding& finding = findings_.add(Code::mapping_path_map_step, text.at,
                                         fmt::format("{} is a map, which has no field {}", so_far, shown(step.name)));
        PathStep key = step;
        key.literal = true;
        finding.help = fmt::format("Write {}{} to look up a key.", so_far, shown_step(key));
        offer_step(finding, text, parsed, walk.step, key);
        findings_.relate(finding, declared, fmt::format("{} is declared here", so_far));
        return;
    }
    case Walk::Stop::StructByKey: {
        Finding& finding = findings_.add(Code::mapping_path_struct_step, text.at,
                                         fmt::format("{} is a struct, which has no keys to look up", so_far));
        if (is_identifier(step.name)) {
            const PathStep field = field_step(step.name);
            finding.help = fmt::format("Write {}.{}.", so_far, clipped(step.name));
            offer_step(finding, text, parsed, walk.step, field);
        } else {
            finding.help = fmt::format("Write {} and a dot before the name of one of its fields.", so_far);
        }
        findings_.relate(finding, declared, fmt::format("{} is declared here", so_far));
        return;
    }
    default: {
        const std::string type = contract_type(contract_.columns[walk.path.column]);
        Finding& finding = findings_.add(
            Code::mapping_path_into_scalar, text.at,
            step.literal ? fmt::format("{} is {}, which has no keys to look up", so_far, type)
                         : fmt::format("{} is {}, which has no field {}", so_far, type, shown(step.name)));
        finding.help = fmt::format("End the path at {}.", so_far);
        findings_.relate(finding, declared, fmt::format("{} is declared here", so_far));
        return;
    }
    }
}

void Resolver::refuse_column(const Text& text, const ParsedPath& parsed) {
    const PathStep& first = parsed.steps.front();
    const std::vector<std::string_view>& names = scope_.names();
    Finding& finding = findings_.add(Code::mapping_path_unknown, text.at,
                                     fmt::format("{} is not a column of properties.stream", shown(first.name)));
    finding.help = fmt::format("A path can start at: {}.", name_list(names));
    std::string_view meant = scope_.prefixed(first.name);
    if (!meant.empty()) {
        finding.help = fmt::format("With key.prefix the key's column is called {}.", meant);
    } else if (meant = proposer_.propose(first.name, names); !meant.empty()) {
        finding.help += fmt::format(" Did you mean {}?", meant);
    }
    if (!meant.empty()) {
        offer_step(finding, text, parsed, 0, field_step(meant));
    }
}

void Resolver::refuse_field(const Text& text, const ParsedPath& parsed, const Walk& walk) {
    const PathStep& step = parsed.steps[walk.step];
    const Column& parent = contract_.columns[walk.path.column];
    const std::vector<std::string_view>& names = fields_.names(parent.first, parent.count);
    Finding& finding = findings_.add(Code::mapping_path_unknown, text.at,
                                     fmt::format("{} has no field {}", shown(walk.path.text), shown(step.name)));
    finding.help = fmt::format("{} has: {}.", shown(walk.path.text), name_list(names));
    const std::string_view meant = proposer_.propose(step.name, names);
    if (!meant.empty()) {
        finding.help += fmt::format(" Did you mean {}?", meant);
        offer_step(finding, text, parsed, walk.step, field_step(meant));
    }
    findings_.relate(finding, scope_.declared_at(walk.path), fmt::format("{} is declared here", shown(walk.path.text)));
}

void Resolver::refuse_array(const Text& text, const ParsedPath& parsed, const Walk& walk) {
    const std::string array = shown(walk.path.text);
    Finding& finding = findings_.add(Code::mapping_path_into_array, text.at,
                                     fmt::format("{} is an array, and a path cannot step into one", array));
    if (scope_.has_element() && scope_.array_text() == walk.path.text) {
        const std::string_view as = scope_.element_name();
        finding.help = fmt::format("{} is exploded: start at its element, {}", array, as);
        if (parsed.steps[walk.step].literal) {
            finding.help += '.';
        } else {
            std::string path(as);
            for (std::size_t i = walk.step; i < parsed.steps.size(); ++i) {
                append_step(path, parsed.steps[i]);
            }
            finding.help += fmt::format(": {}.", clipped(path));
            findings_.offer(finding, text.at, path, fmt::format("Read from the exploded element {}", as));
        }
    } else {
        finding.help =
            scope_.has_element()
                ? fmt::format("A build explodes one array, here {}; read {} as a whole.", shown(scope_.array_text()),
                              array)
                : fmt::format("Write explode: {{path: {}, as: item}} in properties.mapping for one row per "
                              "element, then item{}{}.",
                              array, parsed.steps[walk.step].literal ? "" : ".", shown_step(parsed.steps[walk.step]));
    }
    findings_.relate(finding, scope_.declared_at(walk.path), fmt::format("{} is declared here", array));
}

void Resolver::offer_step(Finding& finding, const Text& text, const ParsedPath& parsed, std::size_t step,
                          const PathStep& instead) {
    std::string path = path_text(parsed.steps, step);
    append_step(path, instead);
    for (std::size_t i = step + 1; i < parsed.steps.size(); ++i) {
        append_step(path, parsed.steps[i]);
    }
    const auto named = [](const PathStep& one) { return one.literal ? shown_step(one) : clipped(one.name); };
    findings_.offer(finding, text.at, path, fmt::format("Replace {} by {}", named(parsed.steps[step]), named(instead)));
}

} // namespace weir::binding
