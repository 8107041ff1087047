// Tokens, and what has been found.

#include <algorithm>

#include "assist/outline_reader.h"

namespace weir::assist {

std::uint32_t OutlineReader::line_end(std::uint32_t from) const {
    return static_cast<std::uint32_t>(std::min(text_.find_first_of("\r\n", from), text_.size()));
}

std::uint32_t OutlineReader::next_line(std::uint32_t end) const {
    if (end >= text_.size()) {
        return static_cast<std::uint32_t>(text_.size());
    }
    return end + (text_.substr(end, 2) == "\r\n" ? 2 : 1);
}

std::uint32_t OutlineReader::skip_blanks(std::uint32_t from, std::uint32_t end) const {
    while (from < end && (text_[from] == ' ' || text_[from] == '\t')) {
        ++from;
    }
    return from;
}

/// A blank stands there, or the line is over.
bool OutlineReader::blank_at(std::uint32_t offset, std::uint32_t end) const {
    return offset >= end || text_[offset] == ' ' || text_[offset] == '\t';
}

int OutlineReader::column(std::uint32_t offset) const {
    return static_cast<int>(offset - line_begin_);
}

/// The colon that makes the line an entry follows a word or a quoted text.
std::uint32_t OutlineReader::key_end(std::uint32_t from, std::uint32_t end) const {
    for (std::uint32_t at = from; at < end; ++at) {
        if (text_[at] == '#' && at > from && blank_at(at - 1, end)) {
            return end;
        }
        if (text_[at] == ':' && blank_at(at + 1, end)) {
            std::uint32_t last = at;
            while (last > from && blank_at(last - 1, end)) {
                --last;
            }
            return last;
        }
    }
    return end;
}

bool OutlineReader::is_entry(std::uint32_t from, std::uint32_t end) const {
    constexpr std::string_view kNoKey = "{[|>&*!#%@`";
    if (kNoKey.find(text_[from]) != std::string_view::npos) {
        return false;
    }
    if (text_[from] == '"' || text_[from] == '\'') {
        const Token key = quoted(from, 0, true);
        const std::uint32_t colon = skip_blanks(key.end, end);
        return key.closed && colon < end && text_[colon] == ':' && blank_at(colon + 1, end);
    }
    const std::uint32_t last = key_end(from, end);
    return last > from && skip_blanks(last, end) < end && text_[skip_blanks(last, end)] == ':';
}

OutlineReader::Token OutlineReader::quoted(std::uint32_t from, int indent, bool one_line) const {
    const char quote = text_[from];
    std::uint32_t at = from + 1;
    while (at < text_.size()) {
        const char c = text_[at];
        if (c == quote) {
            if (quote == '"' || text_.substr(at, 2) != "''") {
                return Token{from, at + 1, quote, true};
            }
            at += 2;
        } else if (c == '\\' && quote == '"' && at + 1 < text_.size() && text_[at + 1] != '\n' &&
                   text_[at + 1] != '\r') {
            at += 2;
        } else if (c == '\n' || c == '\r') {
            at = next_line(at);
            const std::uint32_t last = line_end(at);
            const std::uint32_t text = skip_blanks(at, last);
            if (one_line || (text < last && static_cast<int>(text - at) <= indent)) {
                break;
            }
        } else {
            ++at;
        }
    }
    return Token{from, line_end(from), quote, false};
}

/// To the line's end or a comment, blanks at the end left out.
OutlineReader::Token OutlineReader::plain(std::uint32_t from, std::uint32_t end) const {
    std::uint32_t at = from;
    while (at < end && (text_[at] != '#' || at == from || !blank_at(at - 1, end))) {
        ++at;
    }
    while (at > from && blank_at(at - 1, end)) {
        --at;
    }
    return Token{from, at};
}

OutlineReader::Id OutlineReader::add(Id parent, Step step) {
    const Id id = static_cast<Id>(outline_.items_.size());
    Item item;
    item.step = step;
    item.parent = parent;
    outline_.items_.push_back(item);
    Item& up = outline_.items_[parent];
    if (up.last == Outline::kNone) {
        up.first = id;
    } else {
        outline_.items_[up.last].next = id;
    }
    up.last = id;
    return id;
}

OutlineReader::Id OutlineReader::add_key(Id mapping, const Token& key) {
    const std::uint32_t quotes = key.quote == 0 ? 0 : 1;
    const std::uint32_t last = key.end - (key.closed ? quotes : 0);
    return add(mapping, Step{text_.substr(key.begin + quotes, last - key.begin - quotes), 0, true});
}

OutlineReader::Id OutlineReader::add_item(Id list) {
    const Id last = outline_.items_[list].last;
    return add(list, Step{{}, last == Outline::kNone ? 0 : outline_.items_[last].step.index + 1, false});
}

void OutlineReader::set_scalar(Id slot, const Token& token) {
    Item& item = outline_.items_[slot];
    const std::uint32_t quotes = token.quote == 0 ? 0 : 1;
    item.kind = Kind::Scalar;
    item.begin = token.begin + quotes;
    item.end = std::max(item.begin, token.end - (token.closed ? quotes : 0));
}

/// Notes what stands at the cursor, once.
Cursor* OutlineReader::hit(Cursor::Role role, Id item, const Token& token) {
    if (outline_.cursor_item_ != Outline::kNone) {
        return nullptr;
    }
    outline_.cursor_item_ = item;
    Cursor& cursor = outline_.cursor_;
    cursor.role = role;
    cursor.begin = token.begin;
    cursor.end = token.end;
    cursor.quote = token.quote;
    cursor.closed = token.quote != 0 && token.closed;
    if (token.quote != 0 && !token.closed) {
        cursor.end = at_; // where it ends nobody can say
    }
    return &cursor;
}

} // namespace weir::assist
