#include "report/json_writer.h"

#include <algorithm>

#include <fmt/format.h>

#include "report/json_reader.h"
#include "report/unicode.h"

namespace weir {

namespace {

void append_unit(std::string& out, std::uint32_t unit) {
    fmt::format_to(std::back_inserter(out), "\\u{:04x}", unit);
}

void append_escaped(std::string& out, char32_t value) {
    if (value < 0x10000) {
        append_unit(out, value);
        return;
    }
    append_unit(out, 0xD800U + ((value - 0x10000U) >> 10U));
    append_unit(out, 0xDC00U + ((value - 0x10000U) & 0x3FFU));
}

void append_point(std::string& out, char32_t value, bool command) {
    switch (value) {
    case U'"':
        out += "\\\"";
        break;
    case U'\\':
        out += "\\\\";
        break;
    case U'\n':
        out += "\\n";
        break;
    case U'\r':
        out += "\\r";
        break;
    case U'\t':
        out += "\\t";
        break;
    case U'#':
        command ? append_unit(out, value) : out.push_back('#');
        break;
    default:
        is_hidden(value) ? append_escaped(out, value) : append_utf8(out, value);
    }
}

bool is_plain(char byte) {
    return byte >= ' ' && byte < 0x7F && byte != '"' && byte != '\\' && byte != '#';
}

/// Escapes as `\uXXXX` whatever a JSON text holds inside its strings that a terminal must not see.
void append_checked(std::string& out, std::string_view json) {
    for (std::size_t at = 0; at < json.size();) {
        const CodePoint point = decode(json, at);
        is_hidden(point.value) || is_server_command(json, at) ? append_escaped(out, point.value)
                                                              : append_utf8(out, point.value);
        at += point.bytes;
    }
}

} // namespace

void JsonWriter::separate() {
    if (follows_) {
        out_ += ',';
    }
    follows_ = true;
}

void JsonWriter::open(char bracket) {
    separate();
    out_ += bracket;
    follows_ = false;
}

void JsonWriter::close(char bracket) {
    out_ += bracket;
    follows_ = true;
}

void JsonWriter::key(std::string_view name) {
    string(name);
    out_ += ':';
    follows_ = false;
}

void JsonWriter::string(std::string_view text) {
    separate();
    out_ += '"';
    for (std::size_t at = 0; at < text.size();) {
        std::size_t end = at;
        while (end < text.size() && is_plain(text[end])) {
            ++end;
        }
        out_.append(text, at, end - at);
        at = end;
        if (at < text.size()) {
            const CodePoint point = decode(text, at);
            append_point(out_, point.value, is_server_command(text, at));
            at += point.bytes;
        }
    }
    out_ += '"';
}

void JsonWriter::number(std::uint64_t value) {
    separate();
    out_ += fmt::format_int(value).c_str();
}

void JsonWriter::boolean(bool value) {
    separate();
    out_ += value ? "true" : "false";
}

void JsonWriter::null() {
    separate();
    out_ += "null";
}

void JsonWriter::value(std::string_view json) {
    // The reader would take a zero byte for the end, and skip a byte order mark before the value.
    const auto is_control = [](char byte) { return static_cast<unsigned char>(byte) < 0x20; };
    const bool odd = json.starts_with('\xEF') || std::any_of(json.begin(), json.end(), is_control);
    if (odd || !is_json(json)) {
        string(json);
        return;
    }
    separate();
    append_checked(out_, json);
}

void JsonWriter::raw(std::string_view json) {
    separate();
    out_ += json;
}

void JsonWriter::member(std::string_view name, std::string_view text) {
    key(name);
    string(text);
}

void JsonWriter::member(std::string_view name, bool value) {
    key(name);
    boolean(value);
}

void JsonWriter::member(std::string_view name, std::uint64_t value) {
    key(name);
    number(value);
}

} // namespace weir
