#include "sql/writer.h"

#include <algorithm>
#include <utility>

namespace weir {

namespace {

/// A script goes into a Kubernetes ConfigMap of at most 1 MiB; this leaves room for previews of
/// contracts that are too large to deploy, and still bounds what a hostile contract can make of itself.
constexpr std::size_t kScriptBytes = 16UL * 1024 * 1024;
constexpr std::size_t kCommentBytes = 200;
constexpr std::string_view kStep = "  ";

/// Length of the UTF-8 sequence that starts with `lead`; 1 for a stray byte.
std::size_t sequence_length(unsigned char lead) {
    if (lead >= 0xF0) {
        return 4;
    }
    if (lead >= 0xE0) {
        return 3;
    }
    return lead >= 0xC0 ? 2 : 1;
}

std::uint32_t code_point(std::string_view sequence) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    switch (sequence.size()) {
    case 1:
        return byte(0);
    case 2:
        return (byte(0) & 0x1FU) << 6 | (byte(1) & 0x3FU);
    case 3:
        return (byte(0) & 0x0FU) << 12 | (byte(1) & 0x3FU) << 6 | (byte(2) & 0x3FU);
    default:
        return (byte(0) & 0x07U) << 18 | (byte(1) & 0x3FU) << 12 | (byte(2) & 0x3FU) << 6 | (byte(3) & 0x3FU);
    }
}

/// Characters that end a line, move the cursor, reorder the text or show nothing.
bool is_unsafe(std::uint32_t c) {
    const auto within = [c](std::uint32_t first, std::uint32_t last) { return c >= first && c <= last; };
    return c < 0x20 || within(0x7F, 0x9F) || c == 0xAD || c == 0x61C || within(0x200B, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2060, 0x206F) || c == 0xFEFF || within(0xE0000, 0xE0FFF);
}

} // namespace

std::string comment_text(std::string_view text) {
    std::string out;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = std::min(sequence_length(static_cast<unsigned char>(text[i])), text.size() - i);
        if (out.size() + length > kCommentBytes) {
            out += "…";
            break;
        }
        const std::string_view sequence = text.substr(i, length);
        out += is_unsafe(code_point(sequence)) ? std::string_view("?") : sequence;
        i += length;
    }
    return out;
}

std::string quote_identifier(std::string_view name) {
    std::string out = "`";
    for (const char c : name) {
        out += c;
        if (c == '`') {
            out += c;
        }
    }
    return out + '`';
}

std::string quote_literal(std::string_view text) {
    std::string out = "'";
    for (const char c : text) {
        out += c;
        if (c == '\'') {
            out += c;
        }
    }
    return out + '\'';
}

void ScriptWriter::put_comment(std::string_view text) {
    if (script_.text.size() + text.size() > kScriptBytes) {
        too_large_ = true;
    }
    if (!too_large_) {
        script_.text += text;
    }
}

void ScriptWriter::put(std::string_view text) {
    put_comment(text);
    if (in_statement_ && !too_large_) {
        statement_ += text;
    }
}

void ScriptWriter::comment_line(std::string_view text) {
    put_comment("-- ");
    put_comment(comment_text(text));
    put_comment("\n");
    for (int i = 0; i < indent_; ++i) {
        put_comment(kStep);
    }
}

void ScriptWriter::note(std::string_view text) {
    put_comment(" -- ");
    put_comment(comment_text(text));
}

void ScriptWriter::blank_line() {
    put_comment("\n");
}

void ScriptWriter::begin(StatementKind kind) {
    kind_ = kind;
    statement_.clear();
    in_statement_ = true;
}

void ScriptWriter::end() {
    in_statement_ = false;
    indent_ = 0;
    put_comment(";\n");
    script_.statements.push_back(Statement{kind_, std::move(statement_)});
    statement_ = {};
}

void ScriptWriter::name(std::string_view name) {
    put(quote_identifier(name));
}

void ScriptWriter::option(bool first, std::string_view key, std::string_view value, Place place) {
    put(first ? "" : ",");
    new_line(1);
    const From from(*this, place);
    literal(key);
    put(" = ");
    literal(value);
}

void ScriptWriter::literal(std::string_view text) {
    put(quote_literal(text));
}

void ScriptWriter::new_line(int indent) {
    indent_ = indent;
    put("\n");
    for (int i = 0; i < indent; ++i) {
        put(kStep);
    }
}

Script ScriptWriter::take() {
    if (too_large_) {
        Script script;
        script.too_large = true;
        return script;
    }
    std::stable_sort(script_.sources.begin(), script_.sources.end(), [](const SqlSource& a, const SqlSource& b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    return std::move(script_);
}

ScriptWriter::From::From(ScriptWriter& writer, Place place)
    : writer_(writer), place_(place), begin_(writer.script_.text.size()) {}

ScriptWriter::From::~From() {
    const std::size_t end = writer_.script_.text.size();
    if (place_.known() && end > begin_) {
        writer_.script_.sources.push_back(
            SqlSource{static_cast<std::uint32_t>(begin_), static_cast<std::uint32_t>(end), place_});
    }
}

} // namespace weir
