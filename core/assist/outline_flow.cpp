// Collections in flow style. One that is never closed ends where the block around it goes on.

#include <algorithm>

#include "assist/outline_reader.h"

namespace weir::assist {

namespace {

constexpr int kDeepest = 128;

bool is_bracket(char c) {
    return c == '{' || c == '}' || c == '[' || c == ']';
}

} // namespace

/// Passes over blanks, comments and line ends. False where the collection cannot go on.
bool OutlineReader::flow_blank(int indent) {
    while (pos_ < text_.size()) {
        const std::uint32_t end = line_end(pos_);
        pos_ = skip_blanks(pos_, end);
        if (pos_ < end && text_[pos_] != '#') {
            return true;
        }
        const std::uint32_t next = next_line(end);
        if (end == text_.size()) {
            return false;
        }
        const std::uint32_t last = line_end(next);
        const std::uint32_t from = skip_blanks(next, last);
        const bool closes = from < last && (text_[from] == '}' || text_[from] == ']');
        const bool outside = from < last && !closes && static_cast<int>(from - next) <= indent;
        const bool item = from < last && indent >= 0 && text_[from] == '-' && blank_at(from + 1, last);
        if (outside || item) {
            return false; // pos_ stays on this line, so that the next one is read as a block
        }
        pos_ = next;
    }
    return false;
}

/// The cursor stands between two tokens of a collection, from `from` to pos_.
void OutlineReader::flow_gap(std::uint32_t from, Id collection) {
    if (at_ < from || at_ > pos_) {
        return;
    }
    const bool before_token =
        pos_ < text_.size() && std::string_view("}],:\r\n#").find(text_[pos_]) == std::string_view::npos;
    const std::uint32_t end = line_end(at_);
    const std::size_t line = at_ == 0 ? std::string_view::npos : text_.find_last_of("\r\n", at_ - 1);
    const std::uint32_t begin =
        line == std::string_view::npos ? from : std::max(from, static_cast<std::uint32_t>(line));
    const bool in_comment = text_.substr(begin, at_ - begin).find('#') != std::string_view::npos;
    if (in_comment || (before_token && pos_ <= end)) {
        return;
    }
    if (outline_.items_[collection].kind == Kind::List) {
        const Id last = outline_.items_[collection].last;
        const std::uint32_t index = last == Outline::kNone ? 0 : outline_.items_[last].step.index + 1;
        // The item exists for its number only.
        const Id item = add(collection, Step{{}, index, false});
        hit(Cursor::Role::Value, item, Token{at_, at_});
        if (outline_.cursor_item_ == item) {
            outline_.cursor_.flow = true;
        }
    } else if (Cursor* cursor = hit(Cursor::Role::Key, collection, Token{at_, at_})) {
        cursor->flow = true;
    }
}

void OutlineReader::flow(std::uint32_t from, Id slot, int indent, int depth) {
    const bool list = text_[from] == '[';
    outline_.items_[slot].kind = list ? Kind::List : Kind::Mapping;
    pos_ = from + 1;
    if (depth > kDeepest) {
        pos_ = static_cast<std::uint32_t>(text_.size());
        return;
    }
    bool room = true; // behind the bracket or a comma
    while (true) {
        const std::uint32_t gap = pos_;
        const bool more = flow_blank(indent);
        if (room) {
            flow_gap(gap, slot);
        }
        if (!more) {
            return;
        }
        const char c = text_[pos_];
        if (c == '}' || c == ']') {
            ++pos_;
            return;
        }
        room = c == ',';
        if (room) {
            ++pos_;
            continue;
        }
        const std::uint32_t before = pos_;
        if (list) {
            flow_value(add_item(slot), indent, depth);
        } else {
            flow_entry(slot, indent, depth);
        }
        if (pos_ == before) {
            ++pos_; // nothing that could stand here
        }
    }
}

void OutlineReader::flow_entry(Id mapping, int indent, int depth) {
    const bool in_quotes = text_[pos_] == '"' || text_[pos_] == '\'';
    const Token key = in_quotes ? quoted(pos_, indent, true) : flow_plain(pos_);
    const Id id = add_key(mapping, key);
    pos_ = key.end;
    const std::uint32_t end = line_end(pos_);
    const std::uint32_t colon = skip_blanks(pos_, end);
    const bool has_colon = colon < end && text_[colon] == ':';
    if (holds_cursor(key.begin, key.end) && key.end > key.begin) {
        if (Cursor* cursor = hit(Cursor::Role::Key, mapping, key)) {
            cursor->flow = true;
            cursor->colon = has_colon;
            outline_.cursor_entry_ = id;
        }
    }
    if (!has_colon) {
        return;
    }
    pos_ = colon + 1;
    const bool more = flow_blank(indent);
    if (!more || text_[pos_] == ',' || text_[pos_] == '}' || text_[pos_] == ']') {
        if (at_ > colon && at_ <= pos_) {
            if (Cursor* cursor = hit(Cursor::Role::Value, id, Token{at_, at_})) {
                cursor->flow = true;
                cursor->tight = at_ == colon + 1;
            }
        }
        return;
    }
    flow_value(id, indent, depth);
}

void OutlineReader::flow_value(Id slot, int indent, int depth) {
    if (text_[pos_] == '{' || text_[pos_] == '[') {
        flow(pos_, slot, indent, depth + 1);
        return;
    }
    flow_scalar(slot, indent);
}

void OutlineReader::flow_scalar(Id slot, int indent) {
    const bool in_quotes = text_[pos_] == '"' || text_[pos_] == '\'';
    const Token token = in_quotes ? quoted(pos_, indent, true) : flow_plain(pos_);
    set_scalar(slot, token);
    if (holds_cursor(token.begin, token.end) && token.end > token.begin) {
        if (Cursor* cursor = hit(Cursor::Role::Value, slot, token)) {
            cursor->flow = true;
        }
    }
    pos_ = token.end;
}

/// Up to a comma, a bracket, a colon that ends a key, or a comment. A step `['…']` of a path is part of
/// it, although YAML wants quotes around it here.
OutlineReader::Token OutlineReader::flow_plain(std::uint32_t from) const {
    const std::uint32_t end = line_end(from);
    std::uint32_t at = from;
    while (at < end) {
        const char c = text_[at];
        if (text_.substr(at, 2) == "['" && at > from) {
            at += 2;
            while (at < end && text_[at] != '\'') {
                ++at;
            }
            at += text_.substr(at, 2) == "']" ? 2 : at < end ? 1 : 0;
            continue;
        }
        const bool ends_key = c == ':' && (blank_at(at + 1, end) || is_bracket(text_[at + 1]) || text_[at + 1] == ',');
        const bool comment = c == '#' && at > from && blank_at(at - 1, end);
        if (c == ',' || is_bracket(c) || ends_key || comment) {
            break;
        }
        ++at;
    }
    while (at > from && blank_at(at - 1, end)) {
        --at;
    }
    return Token{from, at};
}

} // namespace weir::assist
