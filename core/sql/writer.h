#pragma once

/// \file
/// Writes a Script: the commented text, the bare statements and the source map side by side.

#include <string>
#include <string_view>

#include "weir/sql.h"

namespace weir {

/// `text` as a comment can hold it: one line, no control or invisible characters, cut at 200 bytes.
[[nodiscard]] std::string comment_text(std::string_view text);

class ScriptWriter {
  public:
    /// A whole line of comment, between statements or above a line of one. `text` is made safe.
    void comment_line(std::string_view text);
    /// A comment at the end of the line being written. `text` is made safe.
    void note(std::string_view text);
    void blank_line();

    void begin(StatementKind kind);
    void end();

    void put(std::string_view text);
    /// `name` in back-quotes.
    void name(std::string_view name);
    /// `text` in single quotes.
    void literal(std::string_view text);
    /// `key = value` of a WITH list on a line of its own, from `place`; a comma before it unless it is the `first`.
    void option(bool first, std::string_view key, std::string_view value, Place place);
    /// Ends the line and starts the next one, `indent` steps in.
    void new_line(int indent);

    /// The script is larger than any that could be deployed; nothing more is written.
    [[nodiscard]] bool too_large() const { return too_large_; }
    [[nodiscard]] Script take();

    /// What is written while it lives came from `place`.
    class From {
      public:
        From(ScriptWriter& writer, Place place);
        From(const From&) = delete;
        From& operator=(const From&) = delete;
        ~From();

      private:
        ScriptWriter& writer_;
        Place place_;
        std::size_t begin_;
    };

  private:
    void put_comment(std::string_view text);

    Script script_;
    std::string statement_;
    StatementKind kind_ = StatementKind::Set;
    int indent_ = 0;
    bool in_statement_ = false;
    bool too_large_ = false;
};

} // namespace weir
