#pragma once

/// \file
/// Source texts and places in them.
///
/// Every room after the document keeps byte spans only. Lines and columns are worked out where a
/// place is printed, by one function: Sources::range.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

/// A place as people count it. Lines and columns start at 1; a column counts Unicode code points,
/// not bytes, and a byte order mark counts for nothing.
struct Position {
    std::uint32_t line = 0;
    std::uint32_t column = 0;
};

/// From `start` up to, not including, `end`.
struct Range {
    Position start;
    Position end;
};

/// Number of a text within a Sources.
using FileId = std::uint32_t;

/// Bytes [begin, end) of one text. An empty span with file kNoFile means "no place".
struct Span {
    static constexpr FileId kNoFile = 0xFFFFFFFFU;

    FileId file = kNoFile;
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    [[nodiscard]] bool known() const { return file != kNoFile; }
};

/// A replacement of the bytes of `span` by `text`.
struct Edit {
    Span span;
    std::string text;
};

/// One text with its name, as given by the host: UTF-8, without a byte order mark.
class SourceText {
  public:
    /// Takes the text as read. A UTF-8 byte order mark is removed; nothing else is changed.
    SourceText(std::string name, std::string text);

    [[nodiscard]] const std::string& name() const { return name_; }
    [[nodiscard]] std::string_view text() const { return text_; }

    /// Number of lines, at least 1. LF, CRLF and a lone CR each end a line.
    [[nodiscard]] std::uint32_t line_count() const;
    /// Line `number` (from 1) without its line end; empty when there is no such line.
    [[nodiscard]] std::string_view line(std::uint32_t number) const;
    /// Line and column of a byte offset. An offset past the end is taken as the end.
    [[nodiscard]] Position position(std::uint32_t offset) const;
    /// Byte offset of a position; a column past the end of its line is taken as the line's end.
    [[nodiscard]] std::uint32_t offset(Position position) const;

  private:
    /// Code points in the bytes before `offset`.
    [[nodiscard]] std::uint32_t code_points_before(std::uint32_t offset) const;

    std::string name_;
    std::string text_;
    std::vector<std::uint32_t> line_starts_;
    /// Code points before every kBlock-th byte, so that a column on a very long line is found without
    /// walking the line.
    std::vector<std::uint32_t> code_points_;
};

/// Every text that one run reads: the contract first, then the fragments it includes.
/// Texts never move, so string views into them stay good for the life of the Sources.
class Sources {
  public:
    FileId add(std::string name, std::string text);

    [[nodiscard]] std::size_t size() const { return texts_.size(); }
    [[nodiscard]] const SourceText& operator[](FileId file) const { return *texts_[file]; }
    /// The one place where bytes become lines and columns.
    [[nodiscard]] Range range(Span span) const;
    /// The bytes of a span; empty when the span is not known.
    [[nodiscard]] std::string_view slice(Span span) const;

  private:
    std::vector<std::unique_ptr<SourceText>> texts_;
};

} // namespace weir
