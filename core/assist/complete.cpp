#include <algorithm>

#include "assist/names.h"
#include "document/quote.h"

namespace weir {

namespace assist {
namespace {

std::string_view shape_word(const KeyRule& rule) {
    switch (rule.shape) {
    case Shape::String:
    case Shape::TextOrObject:
    case Shape::TextOrInteger:
        return "text";
    case Shape::Boolean:
        return "true or false";
    case Shape::Integer:
        return "whole number";
    case Shape::Number:
        return "number";
    case Shape::List:
        return "list";
    case Shape::Object:
    case Shape::TextMap:
    case Shape::ObjectMap:
        return "mapping";
    case Shape::Any:
        break;
    }
    return {};
}

bool on_own_lines(Shape shape) {
    return shape == Shape::Object || shape == Shape::List || shape == Shape::TextMap || shape == Shape::ObjectMap;
}

class Completer {
  public:
    explicit Completer(const Scene& scene) : scene_(scene), cursor_(scene.cursor), site_(scene.site()) {}

    std::vector<Completion> run() {
        if (cursor_.role == Cursor::Role::Key) {
            keys({});
        } else if (cursor_.role == Cursor::Role::Value) {
            value();
        }
        return std::move(items_);
    }

  private:
    void value();
    void keys(std::string_view before);
    void object_keys(ObjectId id, std::string_view before);
    void property_keys();
    void scalars(std::string_view before, std::string_view after);
    void fragments();
    void key(std::string_view name, Shape shape, std::string_view before, std::string detail, std::string_view doc);
    void scalar(const Name& name, std::string_view before, std::string_view after, bool text = true);
    [[nodiscard]] std::optional<std::string> quoted(std::string_view text) const;
    void offer(Completion item, std::string_view before);

    const Scene& scene_;
    const Cursor& cursor_;
    const Site site_;
    std::vector<Completion> items_;
};

std::optional<std::string> Completer::quoted(std::string_view text) const {
    NodeStyle style = scene_.json() ? NodeStyle::DoubleQuoted : NodeStyle::Plain;
    if (cursor_.quote != 0) {
        style = cursor_.quote == '"' ? NodeStyle::DoubleQuoted : NodeStyle::SingleQuoted;
    }
    return as_scalar(style, text);
}

void Completer::offer(Completion item, std::string_view before) {
    item.replace = scene_.range();
    item.text = (cursor_.tight ? " " : "") + std::string(before) + item.text;
    items_.push_back(std::move(item));
}

void Completer::key(std::string_view name, Shape shape, std::string_view before, std::string detail,
                    std::string_view doc) {
    std::optional<std::string> text = quoted(name);
    if (!text) {
        return;
    }
    if (!cursor_.colon) {
        *text += on_own_lines(shape) && !cursor_.flow ? ":" : ": ";
    }
    offer(Completion{std::string(name), CompletionKind::Key, std::move(detail), std::string(doc), {}, *text}, before);
}

void Completer::scalar(const Name& name, std::string_view before, std::string_view after, bool text) {
    const std::optional<std::string> written = text ? quoted(name.text) : std::optional(name.text);
    if (written) {
        offer(Completion{name.text, name.kind, name.detail, name.doc, {}, *written + std::string(after)}, before);
    }
}

void Completer::object_keys(ObjectId id, std::string_view before) {
    const ObjectRule& object = object_rule(id);
    for (const bool required : {true, false}) {
        for (const KeyRule& rule : object.keys) {
            const bool there =
                std::find(cursor_.siblings.begin(), cursor_.siblings.end(), rule.name) != cursor_.siblings.end();
            if (rule.required != required || there || !Scene::usable(rule, site_.lane)) {
                continue;
            }
            const std::string_view word = shape_word(rule);
            std::string detail = required ? "required" : "";
            detail += required && !word.empty() ? ", " : "";
            key(rule.name, rule.shape, before, detail + std::string(word), rule.doc);
        }
    }
    if (cursor_.siblings.empty() && !scene_.steps.empty()) {
        key("$ref", Shape::String, before, "text", "Puts a fragment here: a path to a file, with #/… to a part of it.");
    }
}

void Completer::property_keys() {
    for (const std::string_view name : catalog_property_keys()) {
        const bool there = std::find(cursor_.siblings.begin(), cursor_.siblings.end(), name) != cursor_.siblings.end();
        if (!there && name.back() != '.') {
            key(name, Shape::String, {}, "text", {});
        }
    }
}

void Completer::keys(std::string_view before) {
    if (site_.child != ObjectId::kNone) {
        object_keys(site_.child, before);
    } else if (site_.shape == Shape::TextMap && site_.is(ObjectId::kLaneLocation, "catalogProperties")) {
        property_keys();
    }
}

/// Files that the host knows, as seen from this one.
void Completer::fragments() {
    const std::string_view own = scene_.question.file;
    const std::string_view folder = own.substr(0, own.rfind('/') + 1);
    for (const std::string_view file : scene_.question.files) {
        if (file == own) {
            continue;
        }
        std::size_t common = 0;
        for (std::size_t i = 0; i < std::min(folder.size(), file.size()) && folder[i] == file[i]; ++i) {
            common = folder[i] == '/' ? i + 1 : common;
        }
        std::string way;
        for (const char c : folder.substr(common)) {
            way += c == '/' ? "../" : "";
        }
        scalar(Name{way + std::string(file.substr(common)), CompletionKind::File, {}, {}}, {}, {});
    }
}

void Completer::scalars(std::string_view before, std::string_view after) {
    const KeyRule& rule = *site_.rule;
    const Shape shape = site_.shape == Shape::List ? rule.item : site_.shape;
    if (shape == Shape::Boolean) {
        for (const std::string_view word : {"true", "false"}) {
            scalar(Name{std::string(word), CompletionKind::Value, {}, {}}, before, after, false);
        }
        return;
    }
    if (shape != Shape::String || site_.in_map) {
        return;
    }
    std::vector<Name> names = names_at(scene_, site_);
    if (names.empty()) {
        const bool root_kind = site_.is(ObjectId::kRoot, "kind") && site_.lane;
        for (const std::string_view value : rule.values) {
            if (!root_kind || value == "DataProduct") {
                names.push_back(Name{std::string(value), CompletionKind::Value, {}, {}});
            }
        }
        if (site_.is(ObjectId::kRoot, "fluidVersion")) {
            names.push_back(Name{"0.7.7", CompletionKind::Value, {}, "With managed Flink builds."});
        }
    }
    for (const Name& name : names) {
        scalar(name, before, after);
    }
}

void Completer::value() {
    if (!scene_.cursor.steps.empty() && scene_.cursor.steps.back().is_key && scene_.cursor.steps.back().key == "$ref") {
        fragments();
        return;
    }
    if (site_.rule == nullptr) {
        return;
    }
    const std::string_view dash = cursor_.dash ? "- " : "";
    const bool may_begin = cursor_.fresh && !cursor_.beside_key && !cursor_.flow;
    if (site_.shape == Shape::List) {
        const Shape item = site_.rule->item;
        if (item == Shape::Object && may_begin && site_.rule->child != ObjectId::kNone) {
            // The list itself begins here: its first item's keys.
            const Site first = scene_.below(site_);
            if (first.child != ObjectId::kNone) {
                object_keys(first.child, "- ");
            }
        } else if (item == Shape::String && cursor_.fresh) {
            scalars(may_begin ? "- " : "[", may_begin ? "" : "]");
        }
        return;
    }
    if (may_begin && site_.child != ObjectId::kNone) {
        object_keys(site_.child, dash);
    }
    if (site_.shape != Shape::Object) {
        scalars(dash, {});
    }
}

} // namespace
} // namespace assist

std::vector<Completion> complete(const Question& question) {
    const assist::Scene scene(question);
    std::vector<Completion> items = assist::Completer(scene).run();
    // Editors replace on one line; a quoted text that goes on over lines is left alone.
    const std::uint32_t line = question.at.line;
    std::erase_if(items, [line](const Completion& item) {
        return item.replace.start.line != line || item.replace.end.line != line;
    });
    return items;
}

std::string without_line(std::string_view text, std::uint32_t line) {
    const SourceText source({}, std::string(text));
    const std::uint32_t begin = source.offset({line, 1});
    std::string out(source.text());
    out.erase(begin, source.line(line).size());
    return out;
}

} // namespace weir
