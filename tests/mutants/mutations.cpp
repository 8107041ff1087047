#include "mutations.h"

#include <algorithm>
#include <set>
#include <tuple>

namespace weir::test {

namespace {

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// `token` without the letter nearest to its middle; empty when it has fewer than two.
std::string without_letter(std::string_view token) {
    const std::size_t middle = token.size() / 2;
    for (std::size_t away = 0; away <= middle; ++away) {
        for (const std::size_t at : {middle - away, middle + away}) {
            if (at < token.size() && is_letter(token[at]) && token.size() > 1) {
                return std::string(token.substr(0, at)) + std::string(token.substr(at + 1));
            }
        }
    }
    return {};
}

/// `token` with the first letter in the other case; empty when it has none.
std::string other_case(std::string_view token) {
    std::string out(token);
    const auto letter = std::find_if(out.begin(), out.end(), is_letter);
    if (letter == out.end()) {
        return {};
    }
    *letter = static_cast<char>(*letter ^ 0x20);
    return out;
}

std::string child_pointer(const std::string& parent, std::string_view key) {
    const bool plain = std::all_of(key.begin(), key.end(), [](char c) {
        return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '$';
    });
    if (!plain) {
        return parent + "['" + std::string(key) + "']";
    }
    return parent.empty() ? std::string(key) : parent + "." + std::string(key);
}

/// Where a value stands and what has to be written before another one in its place.
struct Slot {
    std::string pointer;
    Span value; ///< the value's own extent in the text that names it, `$ref: …` for an included one
    Span whole; ///< from behind the key, or from the item's first byte, to the value's end
    const char* before = "";
};

class Mutator {
  public:
    explicit Mutator(const Document& document) : document_(document) {}

    std::vector<Mutation> run() {
        const Span root = document_.node(document_.root()).span;
        value(document_.root(), {"", root, root, ""});
        return std::move(mutations_);
    }

  private:
    std::string_view slice(Span span) const { return document_.sources().slice(span); }

    std::size_t column(Span span) const {
        const std::string_view before = document_.sources()[span.file].text().substr(0, span.begin);
        const std::size_t line = before.rfind('\n');
        return line == std::string_view::npos ? before.size() : before.size() - line - 1;
    }

    /// The extent, in the text `file`, of a value: of its own token there, or of the `$ref` that brings it in.
    Span extent(NodeId id, FileId file) const {
        const Node& node = document_.node(id);
        if (node.span.file == file) {
            return node.span;
        }
        const std::string_view before = document_.sources()[file].text().substr(0, node.used_at.begin);
        return {file, static_cast<std::uint32_t>(before.rfind("$ref")), node.used_at.end};
    }

    void add(const std::string& pointer, std::string_view kind, Span span, std::string text, const Slot& scope) {
        if (slice(span) != text && seen_.insert({span.file, span.begin, span.end, text}).second) {
            mutations_.push_back({pointer, kind, span, std::move(text), scope.pointer, scope.value});
        }
    }

    void replace(const Slot& slot, std::string_view kind, const std::string& text) {
        const bool ends_line = slice(slot.whole).ends_with("\n");
        add(slot.pointer, kind, slot.whole, slot.before + text + (ends_line ? "\n" : ""), slot);
    }

    void value(NodeId id, const Slot& slot) {
        const Node& node = document_.node(id);
        retype(node, slot);
        if (node.span.file != slot.value.file) {
            reference(node, slot);
        }
        if (node.kind == NodeKind::Mapping) {
            const Slot inside = node.span.file == slot.value.file ? slot : Slot{slot.pointer, node.span, node.span, ""};
            entries(id, inside);
        } else if (node.kind == NodeKind::Sequence) {
            const Slot inside = node.span.file == slot.value.file ? slot : Slot{slot.pointer, node.span, node.span, ""};
            items(id, inside);
        }
    }

    void retype(const Node& node, const Slot& slot) {
        if (node.kind != NodeKind::Sequence) {
            replace(slot, "to-list", "[seven]");
        }
        if (node.kind != NodeKind::Mapping) {
            replace(slot, "to-mapping", "{seven: 7}");
        }
        if (node.kind != NodeKind::Boolean) {
            replace(slot, "to-boolean", "true");
        }
        replace(slot, "to-null", "null");
        replace(slot, node.kind == NodeKind::String ? "other-text" : "to-text", "seven");
        if (node.kind != NodeKind::Integer && node.kind != NodeKind::Float) {
            replace(slot, "to-number", "7");
        }
        switch (node.kind) {
        case NodeKind::Mapping:
            replace(slot, "empty", "{}");
            break;
        case NodeKind::Sequence:
            replace(slot, "empty", "[]");
            break;
        case NodeKind::String:
            text(node, slot);
            break;
        case NodeKind::Boolean:
            replace(slot, "flip", node.text == "true" ? "false" : "true");
            replace(slot, "quote", "\"" + std::string(node.text) + "\"");
            break;
        case NodeKind::Integer:
        case NodeKind::Float:
            number(node, slot);
            break;
        case NodeKind::Null:
            break;
        }
    }

    void number(const Node& node, const Slot& slot) {
        replace(slot, "zero", "0");
        replace(slot, "negative", "-1");
        replace(slot, "huge", "99999999999999999999");
        replace(slot, "fraction", std::string(node.text) + ".5");
        replace(slot, "quote", "\"" + std::string(node.text) + "\"");
    }

    /// Misspells a text between its quotes, if it has any.
    void text(const Node& node, const Slot& slot) {
        replace(slot, "empty", "\"\"");
        const bool quoted = node.style == NodeStyle::SingleQuoted || node.style == NodeStyle::DoubleQuoted;
        if (quoted || node.style == NodeStyle::Plain) {
            Span inner = node.span;
            inner.begin += quoted ? 1 : 0;
            inner.end -= quoted ? 1 : 0;
            misspell("", slot.pointer, inner, slot);
            if (node.text.find_first_of("\"\\\n") == std::string_view::npos) {
                replace(slot, "add-space", "\"" + std::string(node.text) + " \"");
            }
        }
    }

    void misspell(std::string_view what, const std::string& pointer, Span span, const Slot& scope) {
        const bool key = what == "key-";
        if (std::string text = without_letter(slice(span)); !text.empty()) {
            add(pointer, key ? "key-drop-letter" : "drop-letter", span, std::move(text), scope);
        }
        if (std::string text = other_case(slice(span)); !text.empty()) {
            add(pointer, key ? "key-swap-case" : "swap-case", span, std::move(text), scope);
        }
    }

    /// The `$ref` that stands for a value.
    void reference(const Node& node, const Slot& slot) {
        const std::string pointer = child_pointer(slot.pointer, "$ref");
        const Span key = {slot.value.file, slot.value.begin, slot.value.begin + 4};
        misspell("key-", pointer, key, slot);
        misspell("", pointer, node.used_at, slot);
        for (const auto& [kind, text] : {std::pair{"to-number", "7"},
                                         {"to-list", "[seven]"},
                                         {"empty", "\"\""},
                                         {"to-null", "null"},
                                         {"to-mapping", "{seven: 7}"},
                                         {"to-boolean", "true"}}) {
            add(pointer, kind, node.used_at, text, slot);
        }
    }

    void entries(NodeId mapping, const Slot& slot) {
        const auto list = document_.entries(mapping);
        const FileId file = slot.value.file;
        const bool flow = document_.node(mapping).style == NodeStyle::Flow;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Span key = document_.node(list[i].key).span;
            const Span value_at = extent(list[i].value, file);
            const Span whole = {file, key.begin, value_at.end};
            const std::string pointer = child_pointer(slot.pointer, document_.node(list[i].key).text);
            misspell("key-", pointer, key, slot);
            add(pointer, "key-to-number", key, "7", slot);
            const std::string end = flow ? ", " : "\n" + std::string(column(key), ' ');
            part(pointer, slot, whole, end);
            if (i + 1 < list.size()) {
                const Span next = document_.node(list[i + 1].key).span;
                add(pointer, "delete", {file, key.begin, next.begin}, "", slot);
                swap(pointer, slot, whole, {file, next.begin, extent(list[i + 1].value, file).end});
            } else if (i > 0) {
                add(pointer, "delete", {file, extent(list[i - 1].value, file).end, value_at.end}, last_end(whole),
                    slot);
            } else {
                add(pointer, "delete", slot.whole, slot.before + std::string("{}") + last_end(whole), slot);
            }
            value(list[i].value, {pointer, value_at, {file, key.end, value_at.end}, ": "});
        }
    }

    void items(NodeId sequence, const Slot& slot) {
        const auto list = document_.items(sequence);
        const FileId file = slot.value.file;
        const bool flow = document_.node(sequence).style == NodeStyle::Flow;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const Span item = extent(list[i], file);
            const std::string pointer = slot.pointer + "[" + std::to_string(i) + "]";
            const std::string_view before = document_.sources()[file].text().substr(0, item.begin);
            const auto dash = static_cast<std::uint32_t>(before.rfind('-'));
            const std::string end = flow ? ", " : "\n" + std::string(column({file, dash, dash}), ' ') + "- ";
            part(pointer, slot, item, end);
            if (i + 1 < list.size()) {
                const Span next = extent(list[i + 1], file);
                add(pointer, "delete", {file, item.begin, next.begin}, "", slot);
                swap(pointer, slot, item, next);
            } else if (i > 0) {
                add(pointer, "delete", {file, extent(list[i - 1], file).end, item.end}, last_end(item), slot);
            } else {
                add(pointer, "delete", slot.whole, slot.before + std::string("[]") + last_end(item), slot);
            }
            value(list[i], {pointer, item, item, ""});
        }
    }

    /// An entry or item a second time, before itself.
    void part(const std::string& pointer, const Slot& slot, Span whole, std::string end) {
        const std::string_view text = slice(whole);
        if (text.ends_with("\n") && end.starts_with("\n")) {
            end.erase(0, 1);
        }
        add(pointer, "duplicate", {whole.file, whole.begin, whole.begin}, std::string(text) + end, slot);
    }

    void swap(const std::string& pointer, const Slot& slot, Span a, Span b) {
        std::string_view first = slice(a);
        std::string_view second = slice(b);
        const std::string gap(slice({a.file, a.end, b.begin}));
        if (first.ends_with("\n") || second.ends_with("\n")) {
            return; // a block scalar ends its own line: the two would need other ends
        }
        add(pointer, "swap-next", {a.file, a.begin, b.end}, std::string(second) + gap + std::string(first), slot);
    }

    std::string last_end(Span whole) const { return slice(whole).ends_with("\n") ? "\n" : ""; }

    const Document& document_;
    std::vector<Mutation> mutations_;
    std::set<std::tuple<FileId, std::uint32_t, std::uint32_t, std::string>> seen_;
};

} // namespace

std::vector<Mutation> mutations_of(const Document& document) {
    return Mutator(document).run();
}

std::string general_pointer(std::string_view pointer) {
    std::string out;
    for (std::size_t i = 0; i < pointer.size(); ++i) {
        out += pointer[i];
        if (pointer[i] == '[' && i + 1 < pointer.size() && pointer[i + 1] >= '0' && pointer[i + 1] <= '9') {
            i = std::min(pointer.find(']', i), pointer.size() - 1);
            out += ']';
        }
    }
    for (const std::string_view step : {".fields[].", ".element.", ".value."}) {
        for (std::size_t at = out.find("schema[]"); at != std::string::npos && (at = out.find(step, at)) != out.npos;) {
            out.erase(at, step.size() - 1);
        }
    }
    return out;
}

} // namespace weir::test
