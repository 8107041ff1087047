#include "deploy/resolve.h"

#include <algorithm>

#include "report/json_writer.h"

namespace weir {

namespace {

std::optional<std::string> from_base(std::string_view digits, unsigned base) {
    std::uint64_t value = 0;
    for (const char c : digits) {
        const unsigned digit =
            c <= '9' ? static_cast<unsigned>(c - '0') : (static_cast<unsigned>(c) | 0x20U) - 'a' + 10;
        if (value > (UINT64_MAX - digit) / base) {
            return std::nullopt;
        }
        value = value * base + digit;
    }
    JsonWriter json;
    json.number(value);
    return json.take();
}

/// Without zeros at the front, which JSON does not have; one digit at least.
std::string whole_digits(std::string_view digits) {
    const std::size_t first = digits.find_first_not_of('0');
    return first == std::string_view::npos ? "0" : std::string(digits.substr(first));
}

class Writer {
  public:
    explicit Writer(const Document& document) : document_(document) {}

    [[nodiscard]] Resolved write() {
        node(document_.root());
        Resolved resolved;
        if (failed_.known() || too_large_) {
            resolved.code = failed_.known() ? "resolved-number" : "resolved-too-large";
            resolved.at = failed_;
            return resolved;
        }
        resolved.json = json_.take() + "\n";
        return resolved;
    }

  private:
    void scalar(const Node& node);
    void node(NodeId id);

    const Document& document_;
    JsonWriter json_;
    Span failed_;
    std::size_t bytes_ = 0; ///< at least so many have been written
    bool too_large_ = false;
};

void Writer::scalar(const Node& node) {
    switch (node.kind) {
    case NodeKind::Null:
        json_.null();
        return;
    case NodeKind::Boolean:
        json_.boolean(node.text == "true" || node.text == "True" || node.text == "TRUE");
        return;
    case NodeKind::Integer:
    case NodeKind::Float:
        if (const auto number = number_text(node)) {
            json_.raw(*number);
        } else if (!failed_.known()) {
            failed_ = node.span;
        }
        return;
    default:
        json_.string(node.text);
    }
}

/// Recurses as deep as the document, which its reader bounds.
void Writer::node(NodeId id) {
    const Node& node = document_.node(id);
    bytes_ += node.text.size() + 1;
    too_large_ = too_large_ || bytes_ > DocumentLimits{}.bytes;
    if (too_large_) {
        return;
    }
    if (node.kind == NodeKind::Mapping) {
        json_.begin_object();
        for (const Entry& entry : document_.entries(id)) {
            const std::string_view name = document_.node(entry.key).text;
            bytes_ += name.size() + 1;
            json_.key(name);
            this->node(entry.value);
        }
        json_.end_object();
    } else if (node.kind == NodeKind::Sequence) {
        json_.begin_array();
        for (const NodeId item : document_.items(id)) {
            this->node(item);
        }
        json_.end_array();
    } else {
        scalar(node);
    }
}

} // namespace

std::optional<std::string> number_text(const Node& node) {
    std::string_view text = node.text;
    if (text.starts_with("0x") || text.starts_with("0o")) {
        return from_base(text.substr(2), text[1] == 'x' ? 16 : 8);
    }
    const std::string sign = text.starts_with('-') ? "-" : "";
    text.remove_prefix(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) {
        return std::nullopt;
    }
    const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
    const std::size_t dot = std::min(text.find('.'), mark);
    std::string number = sign + whole_digits(text.substr(0, dot));
    if (dot < mark) {
        const std::string_view fraction = text.substr(dot + 1, mark - dot - 1);
        number += "." + std::string(fraction.empty() ? "0" : fraction);
    }
    return number + std::string(text.substr(mark));
}

Resolved resolved_json(const Document& document) {
    return Writer(document).write();
}

} // namespace weir
