#pragma once

/// \file
/// Text → Outline, line by line.

#include "assist/outline.h"

namespace weir::assist {

class OutlineReader {
  public:
    OutlineReader(Outline& outline, std::uint32_t at) : outline_(outline), text_(outline.text_), at_(at) {}

    void read();

  private:
    using Id = Outline::Id;
    using Kind = Outline::Kind;
    using Item = Outline::Item;

    /// A mapping or list in block style that further lines may add to.
    struct Open {
        Id item = 0;
        int indent = -1;
        bool list = false;
    };

    /// A token on one line, or a quoted one over several.
    struct Token {
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
        char quote = 0;
        bool closed = true;
    };

    // Lines in block style.
    void line(std::uint32_t begin, std::uint32_t end);
    void blank(std::uint32_t begin, std::uint32_t from, std::uint32_t end);
    void node(std::uint32_t from, std::uint32_t end, Id slot);
    void content(std::uint32_t from, std::uint32_t end);
    void dash(std::uint32_t from, std::uint32_t end, Id list);
    void entry(std::uint32_t from, std::uint32_t end, Id mapping);
    void word(std::uint32_t from, std::uint32_t end);
    void value(std::uint32_t from, std::uint32_t end, Id slot, int indent);
    void pop_to(int indent, bool key);
    [[nodiscard]] Id open_slot() const;
    [[nodiscard]] bool is_entry(std::uint32_t from, std::uint32_t end) const;
    [[nodiscard]] std::uint32_t key_end(std::uint32_t from, std::uint32_t end) const;

    // Collections in flow style.
    void flow(std::uint32_t from, Id slot, int indent, int depth);
    bool flow_blank(int indent);
    void flow_entry(Id mapping, int indent, int depth);
    void flow_value(Id slot, int indent, int depth);
    void flow_scalar(Id slot, int indent);
    void flow_gap(std::uint32_t from, Id collection);

    // Tokens.
    [[nodiscard]] Token quoted(std::uint32_t from, int indent, bool one_line) const;
    [[nodiscard]] Token plain(std::uint32_t from, std::uint32_t end) const;
    [[nodiscard]] Token flow_plain(std::uint32_t from) const;
    [[nodiscard]] std::uint32_t line_end(std::uint32_t from) const;
    [[nodiscard]] std::uint32_t next_line(std::uint32_t end) const;
    [[nodiscard]] std::uint32_t skip_blanks(std::uint32_t from, std::uint32_t end) const;
    [[nodiscard]] int column(std::uint32_t offset) const;
    [[nodiscard]] bool holds_cursor(std::uint32_t begin, std::uint32_t end) const { return begin <= at_ && at_ <= end; }
    [[nodiscard]] bool blank_at(std::uint32_t offset, std::uint32_t end) const;

    // Results.
    Id add(Id parent, Step step);
    Id add_key(Id mapping, const Token& key);
    Id add_item(Id list);
    void set_scalar(Id slot, const Token& token);
    Cursor* hit(Cursor::Role role, Id item, const Token& token);

    Outline& outline_;
    std::string_view text_;
    std::uint32_t at_;
    std::uint32_t pos_ = 0;        ///< where the next line, or the next flow token, starts
    std::uint32_t line_begin_ = 0; ///< of the line in block style
    std::vector<Open> open_;
};

} // namespace weir::assist
