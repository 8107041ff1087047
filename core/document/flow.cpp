#include "document/flow.h"

#include <algorithm>
#include <vector>

#include "document/scan.h"

namespace weir {

namespace {

bool is_blank(char c) {
    return c == ' ' || c == '\t';
}
bool is_break(char c) {
    return c == '\n' || c == '\r';
}

/// Follows a text token by token, with the little that decides where a token ends: the open brackets,
/// the columns of the open block collections, and whether a key may start.
class FlowScan {
  public:
    FlowScan(std::string_view text, const FlowLimits& limits) : text_(text), limits_(limits) {}

    [[nodiscard]] std::optional<FlowExcess> run();

  private:
    struct Indent {
        std::uint32_t column = 0;
        bool list = false;
        bool sure = true; ///< not only begun by what may be a key
    };

    [[nodiscard]] char peek(std::uint32_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }
    /// A blank, a line end or the end of the text stands there.
    [[nodiscard]] bool gap(std::uint32_t ahead) const {
        const char c = peek(ahead);
        return at_ + ahead >= text_.size() || is_blank(c) || is_break(c);
    }
    [[nodiscard]] std::uint32_t column() const { return at_ - line_; }
    [[nodiscard]] bool document_mark() const {
        const std::string_view rest = text_.substr(at_, 3);
        return at_ == line_ && (rest == "---" || rest == "...") && gap(3);
    }
    [[nodiscard]] bool value_mark() const;
    [[nodiscard]] bool plain_ends() const;
    [[nodiscard]] std::uint32_t plain_indent() const {
        return !closing_.empty() || indents_.empty() ? 0 : indents_.back().column + 1;
    }

    void skip_gap();
    void skip_line() { at_ = static_cast<std::uint32_t>(std::min(text_.find('\n', at_), text_.size())); }
    void line_end() {
        ++at_;
        line_ = at_;
    }
    void leave_blocks();
    void enter_block(bool list, bool sure);
    void start_scalar();
    bool token();
    bool mark();
    bool open();
    bool close();
    bool quoted();
    bool block_text();
    bool plain();
    bool property();
    bool count(std::uint32_t tokens);
    void refuse(bool deep);

    std::string_view text_;
    FlowLimits limits_;
    std::uint32_t at_ = 0;
    std::uint32_t line_ = 0; ///< start of the line
    std::string closing_;    ///< of the open brackets, the outermost first
    std::uint32_t tokens_ = 0;
    std::uint32_t begin_ = 0; ///< of the outermost open bracket
    bool key_allowed_ = true;
    bool key_read_ = false;   ///< what may be a key stands on this line, in block style
    bool after_json_ = false; ///< a quoted text or a closing bracket came last: a colon needs no blank
    std::vector<Indent> indents_;
    std::optional<FlowExcess> excess_;
};

/// Past blanks, line ends and comments.
void FlowScan::skip_gap() {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '#') {
            skip_line();
        } else if (c == '\n') {
            line_end();
            key_allowed_ = key_allowed_ || closing_.empty();
            key_read_ = key_read_ && !closing_.empty();
        } else if (is_blank(c) || c == '\r') {
            // A tab forbids a key on this line.
            key_allowed_ = key_allowed_ && (c != '\t' || !closing_.empty());
            ++at_;
        } else {
            return;
        }
    }
}

/// A token further left ends the block collections that it does not belong to.
void FlowScan::leave_blocks() {
    const bool item = peek() == '-' && gap(1);
    while (closing_.empty() && !indents_.empty()) {
        const Indent& top = indents_.back();
        if (top.column < column() || (top.column == column() && (!top.list || item))) {
            break;
        }
        indents_.pop_back();
    }
    while (closing_.empty() && !key_read_ && !indents_.empty() && !indents_.back().sure) {
        indents_.pop_back(); // no colon came behind what could have been a key
    }
}

void FlowScan::enter_block(bool list, bool sure) {
    const bool deeper = indents_.empty() || indents_.back().column < column() ||
                        (indents_.back().column == column() && list && !indents_.back().list);
    if (closing_.empty() && deeper) {
        indents_.push_back({column(), list, sure});
    }
}

/// What starts here may turn out to be a key.
void FlowScan::start_scalar() {
    if (key_allowed_ && closing_.empty()) {
        enter_block(false, false);
        key_read_ = true;
    }
    key_allowed_ = false;
}

void FlowScan::refuse(bool deep) {
    excess_ = FlowExcess{at_, begin_, deep, std::string(closing_.rbegin(), closing_.rend())};
}

bool FlowScan::count(std::uint32_t tokens) {
    if (!closing_.empty()) {
        tokens_ += tokens;
        if (tokens_ > limits_.tokens) {
            refuse(false);
            return false;
        }
    }
    return true;
}

bool FlowScan::open() {
    start_scalar();
    if (closing_.empty()) {
        begin_ = at_;
        tokens_ = 0;
    }
    closing_ += peek() == '[' ? ']' : '}';
    if (closing_.size() > limits_.depth) {
        refuse(true);
        return false;
    }
    ++at_;
    key_allowed_ = true;
    after_json_ = false;
    return count(1);
}

bool FlowScan::close() {
    if (closing_.empty()) {
        return false;
    }
    const bool counted = count(1);
    closing_.pop_back();
    ++at_;
    key_allowed_ = false;
    after_json_ = !closing_.empty();
    return counted;
}

bool FlowScan::quoted() {
    start_scalar();
    const std::uint32_t end = end_of_quoted(text_, at_);
    if (end == kNoOffset) {
        return false;
    }
    const std::string_view inner = text_.substr(at_, end - at_);
    if (const std::size_t last = inner.rfind('\n'); last != std::string_view::npos) {
        line_ = at_ + static_cast<std::uint32_t>(last) + 1;
    }
    at_ = end;
    after_json_ = !closing_.empty();
    return count(1);
}

bool FlowScan::block_text() {
    const std::int64_t parent = indents_.empty() ? -1 : static_cast<std::int64_t>(indents_.back().column);
    at_ = end_of_block(text_, at_, parent);
    key_allowed_ = true;
    after_json_ = false;
    skip_line();
    return true;
}

bool FlowScan::value_mark() const {
    if (peek() != ':') {
        return false;
    }
    const char next = peek(1);
    return gap(1) || (!closing_.empty() && (after_json_ || next == ',' || next == ']' || next == '}'));
}

bool FlowScan::plain_ends() const {
    const char c = peek();
    if (!closing_.empty() && (c == ',' || c == '?' || c == '[' || c == ']' || c == '{' || c == '}')) {
        return true;
    }
    if (c == ':') {
        const char next = peek(1);
        return gap(1) || (!closing_.empty() && (next == ',' || next == ']' || next == '}'));
    }
    return (is_blank(c) || is_break(c)) && peek(1) == '#';
}

bool FlowScan::plain() {
    if (plain_ends()) {
        return false; // no value starts like this
    }
    const std::uint32_t indent = plain_indent();
    start_scalar();
    bool broke = false;
    while (at_ < text_.size() && !plain_ends() && !document_mark()) {
        if (text_[at_] != '\n') {
            broke = false;
            ++at_;
            continue;
        }
        line_end();
        broke = true;
        while (is_blank(peek()) && !plain_ends()) {
            ++at_;
        }
        if (!is_break(peek()) && column() < indent) {
            break;
        }
    }
    key_allowed_ = broke;
    key_read_ = key_read_ && !broke;
    after_json_ = false;
    return count(1);
}

/// An anchor, an alias or a tag.
bool FlowScan::property() {
    start_scalar();
    at_ = std::max(end_of_property(text_, at_), at_ + 1);
    after_json_ = false;
    return count(1);
}

/// An indicator that is a token of its own. \return whether there was one
bool FlowScan::mark() {
    if (at_ == line_ && peek() == '%') {
        indents_.clear();
        key_allowed_ = false;
        skip_line();
        return true;
    }
    if (document_mark()) {
        indents_.clear();
        key_allowed_ = false;
        at_ += 3;
        return true;
    }
    const bool item = peek() == '-' && gap(1);
    const bool key = peek() == '?' && gap(1);
    if (item || key) {
        enter_block(item, true);
        key_allowed_ = closing_.empty();
    } else if (value_mark()) {
        if (closing_.empty() && !key_read_) {
            enter_block(false, true);
        } else if (closing_.empty() && !indents_.empty()) {
            indents_.back().sure = true;
        }
        // Behind a key on the same line, a value cannot be a key of its own.
        key_allowed_ = closing_.empty() && !key_read_;
        key_read_ = key_read_ && !closing_.empty();
    } else if (!closing_.empty() && peek() == ',') {
        key_allowed_ = true;
    } else {
        return false;
    }
    after_json_ = false;
    return true;
}

/// Past one token. \return whether there is more to look at
bool FlowScan::token() {
    const char c = peek();
    const bool colon = c == ':';
    const bool in_line = !(at_ == line_ && c == '%') && !document_mark();
    if (mark()) {
        at_ += in_line ? 1 : 0;
        return count(colon ? 2 : 1);
    }
    switch (c) {
    case '[':
    case '{':
        return open();
    case ']':
    case '}':
        return close();
    case '"':
    case '\'':
        return quoted();
    case '&':
    case '*':
    case '!':
        return property();
    case '|':
    case '>':
        return closing_.empty() && block_text();
    case '%':
    case '@':
    case '`':
    case ',':
        return false; // no value starts like this
    default:
        return plain();
    }
}

std::optional<FlowExcess> FlowScan::run() {
    do {
        skip_gap();
        leave_blocks();
    } while (at_ < text_.size() && token());
    return excess_;
}

} // namespace

std::optional<FlowExcess> find_flow_excess(std::string_view text, const FlowLimits& limits) {
    // Most texts have too few brackets to be worth a look.
    const auto brackets =
        static_cast<std::size_t>(std::count(text.begin(), text.end(), '[') + std::count(text.begin(), text.end(), '{'));
    const bool few = brackets <= limits.depth && (brackets == 0 || text.size() <= limits.tokens);
    return few ? std::nullopt : FlowScan(text, limits).run();
}

} // namespace weir
