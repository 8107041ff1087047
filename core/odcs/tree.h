#pragma once

/// \file
/// Trees of JSON values that keep the order in which they are made.

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "deploy/canonical.h"
#include "report/json_writer.h"
#include "weir/document.h"

namespace weir {

inline void add(JsonValue& object, std::string_view name, JsonValue value) {
    object.names.emplace_back(name);
    object.values.push_back(std::move(value));
}

inline void add_text(JsonValue& object, std::string_view name, std::string_view text) {
    if (!text.empty()) {
        add(object, name, json_text(text));
    }
}

/// Unless the object or list is empty.
inline void add_filled(JsonValue& object, std::string_view name, JsonValue value) {
    if (!value.values.empty()) {
        add(object, name, std::move(value));
    }
}

/// A value of a document with all that is in it.
[[nodiscard]] JsonValue tree_of(const Document& document, NodeId id);

/// Writes the tree, its texts through `text`.
template <class Text> void write_tree(JsonWriter& json, const JsonValue& value, const Text& text) {
    switch (value.kind) {
    case JsonValue::Kind::Null:
        json.null();
        break;
    case JsonValue::Kind::Text:
        text(value.text);
        break;
    case JsonValue::Kind::Flag:
        json.boolean(value.flag);
        break;
    case JsonValue::Kind::Count:
        json.number(value.count);
        break;
    case JsonValue::Kind::Number:
        json.value(value.text);
        break;
    case JsonValue::Kind::Array:
        json.begin_array();
        for (const JsonValue& item : value.values) {
            write_tree(json, item, text);
        }
        json.end_array();
        break;
    case JsonValue::Kind::Object:
        json.begin_object();
        for (std::size_t i = 0; i < value.values.size(); ++i) {
            json.key(value.names[i]);
            write_tree(json, value.values[i], text);
        }
        json.end_object();
        break;
    }
}

/// The tree on one line.
[[nodiscard]] std::string tree_json(const JsonValue& value);

/// The tree of a text of strangers; nothing when it is no JSON, or deeper than documents are.
[[nodiscard]] std::optional<JsonValue> tree_of_label(std::string_view text);

} // namespace weir
