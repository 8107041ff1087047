// Lines in block style.

#include "assist/outline_reader.h"

namespace weir::assist {

void OutlineReader::read() {
    open_.push_back(Open{});
    while (true) {
        const std::uint32_t begin = pos_;
        const std::uint32_t end = line_end(begin);
        pos_ = next_line(end);
        line_begin_ = begin;
        line(begin, end);
        if (end == text_.size() || pos_ <= begin) {
            return;
        }
    }
}

void OutlineReader::line(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t from = skip_blanks(begin, end);
    if (from == end || text_[from] == '#') {
        blank(begin, from, end);
        return;
    }
    const std::string_view start = text_.substr(begin, std::min<std::size_t>(3, end - begin));
    if (from == begin && (start == "---" || start == "..." || start.front() == '%')) {
        return;
    }
    content(from, end);
}

/// An empty line, or the blanks before a comment: what could be written at the cursor there.
void OutlineReader::blank(std::uint32_t begin, std::uint32_t from, std::uint32_t end) {
    if (at_ < begin || at_ > from || (at_ == from && from < end)) {
        return;
    }
    word(at_, at_);
}

/// Closes the collections that a line starting at this column does not belong to.
void OutlineReader::pop_to(int indent, bool key) {
    while (open_.size() > 1 &&
           (open_.back().indent > indent || (key && open_.back().list && open_.back().indent == indent))) {
        open_.pop_back();
    }
}

/// The entry or item that still has no value, or the root of an empty text.
OutlineReader::Id OutlineReader::open_slot() const {
    const Id top = open_.back().item;
    const Id last = outline_.items_[top].last;
    const Id slot = last == Outline::kNone ? top : last;
    return outline_.items_[slot].kind == Kind::Open ? slot : Outline::kNone;
}

void OutlineReader::content(std::uint32_t from, std::uint32_t end) {
    const int indent = column(from);
    if (text_[from] == '-' && blank_at(from + 1, end)) {
        pop_to(indent, false);
        if (!open_.back().list || open_.back().indent != indent) {
            const Id slot = open_slot();
            if (slot == Outline::kNone) {
                return;
            }
            outline_.items_[slot].kind = Kind::List;
            open_.push_back(Open{slot, indent, true});
        }
        dash(from, end, open_.back().item);
        return;
    }
    if (!is_entry(from, end)) {
        if (holds_cursor(from, end)) {
            const bool starts_value = std::string_view("{[\"'|>*&!").find(text_[from]) != std::string_view::npos;
            if (!starts_value) {
                word(from, end);
                return;
            }
        }
        pop_to(indent, false);
        if (const Id slot = open_slot(); slot != Outline::kNone) {
            value(from, end, slot, open_.back().indent);
        }
        return;
    }
    pop_to(indent, true);
    if (open_.back().indent != indent || open_.back().list) {
        const Id slot = open_slot();
        if (slot == Outline::kNone) {
            return;
        }
        outline_.items_[slot].kind = Kind::Mapping;
        open_.push_back(Open{slot, indent, false});
    }
    entry(from, end, open_.back().item);
}

/// `- …`: an item, and what stands on the line behind the dash.
void OutlineReader::dash(std::uint32_t from, std::uint32_t end, Id list) {
    while (true) {
        const Id item = add_item(list);
        const std::uint32_t rest = skip_blanks(from + 1, end);
        if (rest == end || text_[rest] == '#') {
            if (at_ > from && at_ <= rest) {
                Cursor* cursor = hit(Cursor::Role::Value, item, Token{at_, at_});
                if (cursor != nullptr) {
                    cursor->fresh = true;
                    cursor->tight = at_ == from + 1;
                }
            }
            return;
        }
        if (text_[rest] != '-' || !blank_at(rest + 1, end)) {
            node(rest, end, item);
            return;
        }
        outline_.items_[item].kind = Kind::List;
        open_.push_back(Open{item, column(rest), true});
        list = item;
        from = rest;
    }
}

/// What an item holds: the first entry of a mapping, or a value.
void OutlineReader::node(std::uint32_t from, std::uint32_t end, Id slot) {
    if (is_entry(from, end)) {
        outline_.items_[slot].kind = Kind::Mapping;
        open_.push_back(Open{slot, column(from), false});
        entry(from, end, slot);
        return;
    }
    value(from, end, slot, open_.back().indent);
}

/// `key: …`
void OutlineReader::entry(std::uint32_t from, std::uint32_t end, Id mapping) {
    const bool in_quotes = text_[from] == '"' || text_[from] == '\'';
    const Token key = in_quotes ? quoted(from, column(from), true) : Token{from, key_end(from, end)};
    const std::uint32_t colon = skip_blanks(key.end, end);
    const Id id = add_key(mapping, key);
    if (holds_cursor(key.begin, key.end)) {
        if (Cursor* cursor = hit(Cursor::Role::Key, mapping, key)) {
            cursor->colon = true;
            outline_.cursor_entry_ = id;
        }
    }
    const std::uint32_t rest = skip_blanks(colon + 1, end);
    if (rest == end || text_[rest] == '#') {
        if (at_ > colon && at_ <= rest) {
            if (Cursor* cursor = hit(Cursor::Role::Value, id, Token{at_, at_})) {
                cursor->fresh = true;
                cursor->beside_key = true;
                cursor->tight = at_ == colon + 1;
            }
        }
        return;
    }
    value(rest, end, id, open_.back().indent);
}

/// A word alone on the cursor's line, or nothing: the beginning of a key, an item or a value.
void OutlineReader::word(std::uint32_t from, std::uint32_t end) {
    const int indent = column(from);
    const Token token = plain(from, end);
    if (!holds_cursor(token.begin, token.end)) {
        return;
    }
    std::vector<Open> before = open_;
    pop_to(indent, false);
    const Open top = open_.back();
    // A list may stand as far left as the key that it belongs to.
    const bool key_beside_list = top.list && top.indent == indent && open_.size() > 1 &&
                                 !open_[open_.size() - 2].list && open_[open_.size() - 2].indent == indent;
    if (top.indent == indent && top.list && !key_beside_list) {
        const Id item = add_item(top.item);
        if (Cursor* cursor = hit(Cursor::Role::Value, item, token)) {
            cursor->fresh = true;
            cursor->dash = true;
        }
    } else if (top.indent == indent) {
        hit(Cursor::Role::Key, key_beside_list ? open_[open_.size() - 2].item : top.item, token);
    } else if (const Id slot = open_slot(); slot != Outline::kNone) {
        if (Cursor* cursor = hit(Cursor::Role::Value, slot, token)) {
            cursor->fresh = true;
        }
    }
    open_ = std::move(before);
}

void OutlineReader::value(std::uint32_t from, std::uint32_t end, Id slot, int indent) {
    // An anchor or a tag before the value.
    while (from < end && (text_[from] == '&' || text_[from] == '!')) {
        while (!blank_at(from, end)) {
            ++from;
        }
        from = skip_blanks(from, end);
    }
    if (from == end || text_[from] == '#') {
        return;
    }
    const char first = text_[from];
    if (first == '{' || first == '[') {
        pos_ = from;
        flow(from, slot, indent, 0);
        pos_ = next_line(line_end(pos_));
        return;
    }
    if (first == '|' || first == '>') {
        outline_.items_[slot].kind = Kind::Scalar;
        while (pos_ < text_.size()) {
            const std::uint32_t last = line_end(pos_);
            const std::uint32_t text = skip_blanks(pos_, last);
            if (text < last && static_cast<int>(text - pos_) <= indent) {
                return;
            }
            pos_ = next_line(last);
        }
        return;
    }
    const bool in_quotes = first == '"' || first == '\'';
    const Token token = in_quotes ? quoted(from, indent, false) : plain(from, end);
    set_scalar(slot, token);
    if (holds_cursor(token.begin, token.end)) {
        Cursor* cursor = hit(Cursor::Role::Value, slot, token);
        if (cursor != nullptr) {
            cursor->beside_key = outline_.items_[slot].step.is_key;
            cursor->fresh = !in_quotes && !cursor->beside_key; // `- na`: may become a mapping's first key
        }
    }
    if (token.end > end) {
        pos_ = next_line(line_end(token.end));
    }
}

} // namespace weir::assist
