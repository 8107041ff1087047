#pragma once

/// \file
/// The text form that findings and changes share: headlines, source lines with marks, notes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "report/secrets.h"
#include "weir/report.h"

namespace weir {

enum class Ink : std::uint8_t { Plain, Red, Yellow, Cyan, Blue, Bold };

/// A place worth showing: its source line with marks under it and a label behind them.
struct Snippet {
    const Sources* sources = nullptr;
    const SecretSpans* secrets = nullptr;
    Span at;
    std::string label; ///< safe already
    bool primary = true;
};

/// Writes one block: a headline, its places, its notes. Everything handed to it is made safe here,
/// labels of snippets aside.
class BlockWriter {
  public:
    explicit BlockWriter(const TextStyle& style) : style_(style) {}

    /// `error[slug]: message`
    void headline(Ink ink, std::string_view kind, std::string_view slug, std::string_view message);
    /// Places in the order in which they are shown.
    void snippets(const std::vector<Snippet>& snippets);
    /// ` --> name` for a place without a line.
    void place(std::string_view name);
    /// `= label: text`, wrapped.
    void note(std::string_view label, std::string_view text);
    /// The same on one line however long, so that it can be copied.
    void whole_note(std::string_view label, std::string_view text);
    void line(std::string_view safe_text);

    void paint(Ink ink, std::string_view safe_text);
    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    void gutter(std::string_view number);
    void label(std::string_view label);
    void header(const Snippet& snippet);
    void source_line(const Snippet& snippet);

    TextStyle style_;
    std::string out_;
    std::size_t gutter_width_ = 2; ///< digits of the largest line number, and a blank
};

} // namespace weir
