#include "report/json_reader.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace weir {

namespace {

using nlohmann::json;

/// Hears a text and keeps nothing of it. Both readers are one, so that one parser is compiled for them.
class Events : public nlohmann::json_sax<json> {
  public:
    bool null() override { return true; }
    bool boolean(bool /*value*/) override { return true; }
    bool number_integer(number_integer_t /*value*/) override { return true; }
    bool number_unsigned(number_unsigned_t /*value*/) override { return true; }
    bool number_float(number_float_t /*value*/, const string_t& /*text*/) override { return true; }
    bool string(string_t& /*value*/) override { return true; }
    bool binary(binary_t& /*value*/) override { return true; }
    bool start_object(std::size_t /*elements*/) override { return true; }
    bool key(string_t& /*name*/) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t /*elements*/) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t /*at*/, const std::string& /*token*/, const json::exception& /*error*/) override {
        return false;
    }
};

class Tree : public Events {
  public:
    bool null() override { return put({}); }
    bool boolean(bool value) override {
        JsonValue flag;
        flag.kind = JsonValue::Kind::Flag;
        flag.flag = value;
        return put(std::move(flag));
    }
    bool number_integer(number_integer_t value) override { return put_number(fmt::format_int(value).str()); }
    bool number_unsigned(number_unsigned_t value) override {
        JsonValue count;
        count.kind = JsonValue::Kind::Count;
        count.count = value;
        return put(std::move(count));
    }
    bool number_float(number_float_t /*value*/, const string_t& text) override { return put_number(text); }
    bool string(string_t& value) override {
        JsonValue text;
        text.kind = JsonValue::Kind::Text;
        text.text = std::move(value);
        return put(std::move(text));
    }
    bool start_object(std::size_t /*elements*/) override {
        JsonValue object;
        object.kind = JsonValue::Kind::Object;
        return open(std::move(object));
    }
    bool key(string_t& name) override {
        name_ = std::move(name);
        return true;
    }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*elements*/) override {
        JsonValue array;
        array.kind = JsonValue::Kind::Array;
        return open(std::move(array));
    }
    bool end_array() override { return close(); }

    [[nodiscard]] JsonValue take() { return std::move(root_); }

  private:
    bool put_number(std::string text) {
        JsonValue number;
        number.kind = JsonValue::Kind::Number;
        number.text = std::move(text);
        return put(std::move(number));
    }
    bool put(JsonValue value) {
        if (open_.empty()) {
            root_ = std::move(value);
        } else {
            open_.back()->names.push_back(std::move(name_));
            open_.back()->values.push_back(std::move(value));
            name_.clear();
        }
        return true;
    }
    bool open(JsonValue value) {
        put(std::move(value));
        // Stays where it is until it is closed: what it stands in gets no other value before.
        open_.push_back(open_.empty() ? &root_ : &open_.back()->values.back());
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    JsonValue root_;
    std::vector<JsonValue*> open_;
    std::string name_;
};

bool read(std::string_view text, nlohmann::json_sax<json>& events) {
    return json::sax_parse(text, &events);
}

} // namespace

JsonValue* JsonValue::find(std::string_view name) {
    const auto found = std::find(names.rbegin(), names.rend(), name);
    return found == names.rend() ? nullptr : &values[static_cast<std::size_t>(names.rend() - found) - 1];
}

JsonSize json_size(std::string_view text) {
    JsonSize size;
    size.values = 1;
    std::size_t depth = 0;
    bool in_string = false;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const char byte = text[at];
        if (in_string) {
            at += byte == '\\' ? 1 : 0;
            in_string = byte != '"';
        } else if (byte == '"') {
            in_string = true;
        } else if (byte == '[' || byte == '{') {
            size.values += 1;
            size.depth = std::max(size.depth, ++depth);
        } else if (byte == ']' || byte == '}') {
            depth -= depth == 0 ? 0 : 1;
        } else if (byte == ',') {
            size.values += 1;
        }
    }
    return size;
}

std::optional<JsonValue> read_json(std::string_view text) {
    Tree tree;
    return read(text, tree) ? std::optional(tree.take()) : std::nullopt;
}

bool is_json(std::string_view text) {
    Events events;
    return read(text, events);
}

} // namespace weir
