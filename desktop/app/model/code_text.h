#pragma once

/// \file
/// A text as a window shows it: lines, with an ink for each stretch and a mark under what a finding is
/// about. Made by a worker, read by the views.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weir/finding.h"

namespace weir::app {

/// What a stretch of text is, for its colour.
enum class Ink : std::uint8_t { Plain, Key, String, Number, Literal, Comment, Punctuation, Keyword, Type, Identifier };

/// Bytes [begin, end) of a line.
struct Stretch {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Ink ink = Ink::Plain;
};

struct Mark {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    Severity severity = Severity::Error;
    /// Number of the finding in its Snapshot.
    std::uint32_t finding = 0;
};

struct CodeLine {
    std::string text;
    std::vector<Stretch> inks;              ///< in order, without overlap; gaps are Ink::Plain
    std::vector<Mark> marks;                ///< in the order of findings
    bool clipped = false;                   ///< the line went on
    std::size_t masked = std::string::npos; ///< where a mask stands for the rest of the line
};

struct CodeText {
    std::string name;
    std::vector<CodeLine> lines;
    /// Code points of the longest line, tabs counted as four.
    std::uint32_t widest = 0;
};

enum class Language : std::uint8_t { Yaml, Sql };

/// Lines longer than this many bytes are shown up to it.
inline constexpr std::size_t kLineBytes = 2000;

/// Splits `source` into lines and inks them.
[[nodiscard]] CodeText make_code_text(const SourceText& source, Language language);
/// Replaces the bytes of `span` and the rest of its last line by a mask of fixed length, so that no
/// pixel shows a secret. Call it before mark().
void mask(CodeText& code, const SourceText& source, Span span);
/// Marks the bytes of `span`, on at most 50 lines.
void mark(CodeText& code, const SourceText& source, Span span, Severity severity, std::uint32_t finding);

/// Inks one text line by line; state carries over quotes, comments and block scalars.
class YamlInker {
  public:
    std::vector<Stretch> line(std::string_view text);

  private:
    std::size_t plain_scalar(std::string_view text, std::size_t at, std::vector<Stretch>& inks);
    std::size_t quoted_scalar(std::string_view text, std::size_t at, std::vector<Stretch>& inks);
    std::size_t token(std::string_view text, std::size_t at, std::vector<Stretch>& inks);

    bool in_block_ = false;
    std::size_t block_indent_ = 0; ///< lines of a block scalar are indented more than this
    std::size_t key_column_ = 0;   ///< of the last key or dash seen
    char open_quote_ = 0;
    std::uint32_t flow_depth_ = 0;
};

class SqlInker {
  public:
    std::vector<Stretch> line(std::string_view text);

  private:
    bool in_comment_ = false;
    char open_quote_ = 0;
};

} // namespace weir::app
