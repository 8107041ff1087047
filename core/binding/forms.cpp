#include "binding/forms.h"

#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "binding/names.h"

namespace weir::binding {

namespace {

/// Names of mapped outputs, each with where it stands.
class NameClashes {
  public:
    explicit NameClashes(Findings& findings) : findings_(findings) {}

    void take(const Text& name) {
        if (const auto same = names_.find(name.value); same != names_.end()) {
            Finding& finding = findings_.add(Code::mapping_name_repeated, name.at,
                                             fmt::format("output {} is mapped twice", shown(name.value)));
            finding.help = "Keep one of the two.";
            findings_.relate(finding, same->second, "mapped here first");
            return;
        }
        const Text* rival = nullptr;
        if (const auto inside = outer_.find(name.value); inside != outer_.end()) {
            rival = inside->second;
        }
        // A name deeper than columns can be is refused by whatever it is bound to.
        constexpr std::size_t kDeepest = 32;
        std::size_t dot = name.value.find('.');
        for (std::size_t depth = 1; dot != std::string_view::npos && depth < kDeepest; ++depth) {
            const std::string_view outer = name.value.substr(0, dot);
            if (const auto whole = texts_.find(outer); rival == nullptr && whole != texts_.end()) {
                rival = whole->second;
            }
            outer_.emplace(outer, &name);
            dot = name.value.find('.', dot + 1);
        }
        if (rival != nullptr) {
            Finding& finding = findings_.add(Code::mapping_name_and_field, name.at,
                                             fmt::format("{} and {} cannot both be mapped: one is inside the other",
                                                         shown(rival->value), shown(name.value)));
            finding.help = "Map the struct as a whole, or field by field.";
            findings_.relate(finding, rival->at, "the other is mapped here");
        }
        names_.emplace(name.value, name.at);
        texts_.emplace(name.value, &name);
    }

  private:
    Findings& findings_;
    std::unordered_map<std::string_view, Place> names_;
    std::unordered_map<std::string_view, const Text*> texts_;
    /// Structs that some name is inside of, with the first such name.
    std::unordered_map<std::string_view, const Text*> outer_;
};

} // namespace

namespace {

/// What is wrong with the text, told without repeating any of it.
std::string path_help(std::string_view text) {
    constexpr std::string_view kForm = "Write names with dots and map keys in brackets: customer.address.country, "
                                       "attributes['channel'].";
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    const std::size_t bracket = text.find('[');
    const char inside = bracket + 1 < text.size() && bracket != std::string_view::npos ? text[bracket + 1] : '\0';
    std::string_view why = "A path is never SQL.";
    if (text.empty()) {
        why = "The path is empty.";
    } else if (text.front() == '$') {
        why = "A path starts with the name of a column, without $.";
    } else if ((inside >= '0' && inside <= '9') || inside == '*' || inside == ']') {
        why = "A path does not reach into arrays: explode the array, and start at its element.";
    } else if (inside == '"') {
        why = "The key of a map stands in single quotes.";
    } else if (inside != '\0' && inside != '\'') {
        why = "The key of a map stands in brackets and single quotes.";
    } else if (has("(") || has(" ")) {
        why = "A path is never SQL: it has no functions and no operators.";
    } else if (has("..") || text.front() == '.' || text.back() == '.') {
        why = "A dot stands between two names.";
    } else if (has("-") || has("/") || has(":")) {
        why = "Names have letters, digits and _; only the key of a map, in brackets and quotes, has other characters.";
    }
    return fmt::format("{} {}", kForm, why);
}

} // namespace

bool is_dotted(std::string_view name) {
    while (true) {
        const std::size_t dot = name.find('.');
        if (!is_identifier(name.substr(0, dot))) {
            return false;
        }
        if (dot == std::string_view::npos) {
            return true;
        }
        name.remove_prefix(dot + 1);
    }
}

std::optional<ParsedPath> read_path(const Text& text, Findings& findings) {
    ParsedPath parsed = parse_path(text.value);
    if (parsed.ok) {
        return parsed;
    }
    if (parsed.too_long) {
        Finding& finding = findings.add(Code::mapping_path_too_long, text.at, "a path has at most 64 steps");
        finding.help = "Name the columns of the stream so that less of it is nested, or build the output from parts.";
        return std::nullopt;
    }
    // The text may be anything, a secret included: it is neither quoted nor shown.
    Finding& finding = findings.add(Code::mapping_path_malformed, text.at, "not a path; the text is not repeated here");
    finding.help = path_help(text.value);
    finding.secret = true;
    return std::nullopt;
}

bool judge_alias_form(const Text& as, Findings& findings) {
    if (is_identifier(as.value)) {
        return true;
    }
    Finding& finding = findings.add(Code::explode_alias_form, as.at, "not a plain identifier");
    finding.help = "Write letters, digits and underscores, not starting with a digit, such as item.";
    return false;
}

bool judge_cast_form(const Text& cast, Findings& findings) {
    if (cast.value == "string") {
        return true;
    }
    Finding& finding =
        findings.add(Code::mapping_cast_unknown, cast.at, fmt::format("{} is not a cast", clipped(cast.value)));
    finding.help = "Leave cast out: a widening needs none. Only cast: string exists, and decodes binary.";
    return false;
}

void judge_forms(const Mapping& mapping, Findings& findings) {
    if (mapping.explode) {
        if (mapping.explode->path.present()) {
            (void)read_path(mapping.explode->path, findings);
        }
        if (mapping.explode->as.present()) {
            judge_alias_form(mapping.explode->as, findings);
        }
    }
    NameClashes clashes(findings);
    for (const MappingColumn& column : mapping.columns) {
        if (column.name.present() && !is_dotted(column.name.value)) {
            Finding& finding = findings.add(Code::mapping_name_form, column.name.at,
                                            fmt::format("{} is not the name of an output", clipped(column.name.value)));
            finding.help = "Write an output column, or a field of one with dots: order.key.";
        } else if (column.name.present()) {
            clashes.take(column.name);
        }
        if (column.from.present()) {
            (void)read_path(column.from, findings);
        }
        if (column.cast.present()) {
            judge_cast_form(column.cast, findings);
        }
    }
}

} // namespace weir::binding
