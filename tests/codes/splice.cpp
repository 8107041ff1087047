#include "splice.h"

#include <stdexcept>
#include <vector>

#include "weir/document.h"

namespace weir::test {

namespace {

/// Steps of `a.b[2]['c.d']`: keys as they are, numbers as `[2]`.
std::vector<std::string> steps_of(std::string_view pointer) {
    std::vector<std::string> steps;
    while (!pointer.empty()) {
        std::size_t end = 0;
        if (pointer.starts_with("['")) {
            end = pointer.find("']");
            steps.emplace_back(pointer.substr(2, end - 2));
            end += 2;
        } else if (pointer.front() == '[') {
            end = pointer.find(']') + 1;
            steps.emplace_back(pointer.substr(0, end));
        } else {
            end = std::min(pointer.find_first_of(".["), pointer.size());
            steps.emplace_back(pointer.substr(0, end));
        }
        pointer.remove_prefix(end);
        if (pointer.starts_with(".")) {
            pointer.remove_prefix(1);
        }
    }
    return steps;
}

std::string indented(std::string_view text, std::size_t spaces, bool first_line_too) {
    std::string out;
    bool at_start = first_line_too;
    for (const char c : text) {
        if (at_start && c != '\n') {
            out.append(spaces, ' ');
            at_start = false;
        }
        out += c;
        at_start = at_start || c == '\n';
    }
    return out;
}

bool only_comments(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        const std::size_t first = line.find_first_not_of(' ');
        if (first != std::string_view::npos && line[first] != '#') {
            return false;
        }
        text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
    return true;
}

/// What follows a key: on the same line when it fits there, else below, two columns further in.
std::string after_key(std::string_view value, std::size_t key_column) {
    if (value.find('\n') == std::string_view::npos && !value.starts_with("- ") &&
        (value.find(": ") == std::string_view::npos || value.find_first_of("{['\"") == 0)) {
        return ": " + std::string(value);
    }
    if (value.starts_with("|") || value.starts_with(">")) {
        return ": " + indented(value, key_column + 2, false);
    }
    return ":\n" + indented(value, key_column + 2, true);
}

class Splicer {
  public:
    Splicer(std::string yaml) : yaml_(std::move(yaml)), read_(read_document({{"base", {yaml_, ""}}}, "base", "")) {}

    std::string run(std::string_view pointer, std::string_view value) {
        const std::vector<std::string> steps = steps_of(pointer);
        const Document& document = *read_.document;
        NodeId node = document.root();
        for (std::size_t i = 0; i + 1 < steps.size(); ++i) {
            node = step(node, steps[i]);
        }
        if (steps.back().front() == '[') {
            const Span span = document.node(step(node, steps.back())).span;
            return replaced(span.begin, span.end, indented(value, column(span.begin), false));
        }
        const Entry* entry = document.find_entry(node, steps.back());
        if (entry == nullptr) {
            const std::uint32_t first = document.node(document.entries(node)[0].key).span.begin;
            const std::size_t in = column(first);
            return replaced(first, first, steps.back() + after_key(value, in) + "\n" + std::string(in, ' '));
        }
        const Span key = document.node(entry->key).span;
        const std::uint32_t end = document.node(entry->value).span.end;
        if (only_comments(value)) {
            const std::size_t line_start = key.begin - column(key.begin);
            return replaced(line_start, yaml_.find('\n', end) + 1, "");
        }
        return replaced(key.end, end, after_key(value, column(key.begin)));
    }

  private:
    NodeId step(NodeId node, const std::string& name) const {
        const Document& document = *read_.document;
        if (name.front() != '[') {
            const NodeId found = document.find(node, name);
            return found == kNoNode ? throw std::runtime_error("no key " + name) : found;
        }
        const auto items = document.items(node);
        const std::size_t number = std::stoul(name.substr(1));
        return number < items.size() ? items[number] : throw std::runtime_error("no item " + name);
    }

    std::size_t column(std::uint32_t offset) const {
        return offset - (offset == 0 ? 0 : yaml_.rfind('\n', offset - 1) + 1);
    }

    std::string replaced(std::size_t begin, std::size_t end, const std::string& text) const {
        return yaml_.substr(0, begin) + text + yaml_.substr(end);
    }

    std::string yaml_;
    ReadDocument read_;
};

} // namespace

std::string splice(const std::string& yaml, std::string_view pointer, std::string_view value) {
    while (value.ends_with("\n")) {
        value.remove_suffix(1);
    }
    return Splicer(yaml).run(pointer, value);
}

} // namespace weir::test
