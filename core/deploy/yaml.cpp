// Resources as YAML: a subset that YAML 1.1 and 1.2 read alike, since kubectl reads 1.1.

#include <algorithm>

#include <fmt/format.h>

#include "deploy/canonical.h"
#include "deploy/yaml.h"
#include "document/quote.h"
#include "report/unicode.h"
#include "weir/deploy.h"

namespace weir {

namespace {

using Kind = JsonValue::Kind;

/// Nothing in it steers a terminal, changes what a reader sees, or is read as something else in a block.
bool is_block(std::string_view text) {
    if (!text.ends_with('\n') || text.ends_with("\n\n") || text.starts_with(' ') || text.starts_with('\n')) {
        return false;
    }
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = decode(text, at);
        if (point.value != U'\n' && is_hidden(point.value)) {
            return false;
        }
        at += point.bytes;
    }
    return true;
}

/// Letters, digits and marks that mean nothing in YAML when a letter or a slash stands before them.
bool is_plain(std::string_view text) {
    if (as_scalar(NodeStyle::Plain, text) == text) {
        return true;
    }
    constexpr std::string_view kInner = "0123456789.-_/:@";
    bool marked = false; // no word of YAML has such a mark in it
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char c = text[at];
        const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c == '/' && at == 0);
        if (!letter && (at == 0 || kInner.find(c) == std::string_view::npos)) {
            return false;
        }
        marked = marked || kInner.find(c) != std::string_view::npos;
    }
    return marked && !text.ends_with(':');
}

std::string quoted(std::string_view text) {
    std::string out = "\"";
    for (std::size_t at = 0; at < text.size();) {
        const CodePoint point = decode(text, at);
        if (point.value == U'\n') {
            out += "\\n";
        } else if (point.value == U'"' || point.value == U'\\') {
            out += '\\';
            out += static_cast<char>(point.value);
        } else if (is_hidden(point.value)) {
            const auto value = static_cast<std::uint32_t>(point.value);
            out += value > 0xFFFF ? fmt::format("\\U{:08X}", value) : fmt::format("\\u{:04X}", value);
        } else {
            append_utf8(out, point.value);
        }
        at += point.bytes;
    }
    return out + "\"";
}

class YamlWriter {
  public:
    /// \param sorted  objects are: what people look for first is put in front
    explicit YamlWriter(bool sorted) : sorted_(sorted) {}

    /// \param indent  of the lines of an object's members
    void members(const JsonValue& object, std::size_t indent, bool first_in_line);
    void items(const JsonValue& list, std::size_t indent);
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    void value(const JsonValue& value, std::size_t indent);
    void scalar(const JsonValue& value, std::size_t indent);

    bool sorted_;
    std::string out_;
};

void YamlWriter::scalar(const JsonValue& value, std::size_t indent) {
    out_ += ' ';
    if (value.kind != Kind::Text) {
        out_ += canonical_text(value);
    } else if (is_plain(value.text)) {
        out_ += value.text;
    } else if (is_block(value.text)) {
        out_ += '|';
        for (std::string_view rest = value.text; !rest.empty();) {
            const std::size_t end = rest.find('\n');
            out_ += '\n';
            out_.append(end > 0 ? indent : 0, ' ');
            out_ += rest.substr(0, end);
            rest.remove_prefix(end + 1);
        }
    } else {
        out_ += quoted(value.text);
    }
    out_ += '\n';
}

void YamlWriter::value(const JsonValue& value, std::size_t indent) {
    const bool object = value.kind == Kind::Object;
    if (value.values.empty() && (object || value.kind == Kind::Array)) {
        out_ += object ? " {}\n" : " []\n";
    } else if (object) {
        out_ += '\n';
        members(value, indent, false);
    } else if (value.kind == Kind::Array) {
        out_ += '\n';
        items(value, indent);
    } else {
        scalar(value, indent);
    }
}

void YamlWriter::items(const JsonValue& list, std::size_t indent) {
    for (const JsonValue& item : list.values) {
        out_.append(indent, ' ');
        out_ += '-';
        if (item.kind == Kind::Object && !item.values.empty()) {
            out_ += ' ';
            members(item, indent + 2, true);
        } else {
            value(item, indent + 2);
        }
    }
}

void YamlWriter::members(const JsonValue& object, std::size_t indent, bool first_in_line) {
    const auto member = [&](std::size_t at) {
        out_.append(first_in_line ? 0 : indent, ' ');
        first_in_line = false;
        out_ += is_plain(object.names[at]) ? object.names[at] : quoted(object.names[at]);
        out_ += ':';
        value(object.values[at], indent + 2);
    };
    // As people write them: what it is comes before what it holds.
    constexpr std::string_view kFirst[] = {"apiVersion", "kind", "metadata", "name"};
    const auto is_first = [&](std::string_view name) {
        return sorted_ && std::find(std::begin(kFirst), std::end(kFirst), name) != std::end(kFirst);
    };
    for (const std::string_view name : kFirst) {
        for (std::size_t at = 0; at < object.names.size(); ++at) {
            if (sorted_ && object.names[at] == name) {
                member(at);
            }
        }
    }
    for (std::size_t at = 0; at < object.names.size(); ++at) {
        if (!is_first(object.names[at])) {
            member(at);
        }
    }
}

} // namespace

std::string resource_yaml(const Resource& resource) {
    YamlWriter writer(true);
    const std::optional<JsonValue> object = read_sorted(resource.json);
    if (object) {
        writer.members(*object, 0, false);
    }
    return writer.take();
}

std::string tree_yaml(const JsonValue& tree) {
    YamlWriter writer(false);
    if (tree.kind == Kind::Array) {
        writer.items(tree, 0);
    } else {
        writer.members(tree, 0, false);
    }
    return writer.take();
}

} // namespace weir
