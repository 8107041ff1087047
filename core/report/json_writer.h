#pragma once

/// \file
/// JSON written from front to back: keys in the order of the calls, one line, always valid UTF-8.
///
/// A report of a hostile contract can have hundreds of thousands of findings; a tree of values would
/// take many times the memory of the text.

#include <cstdint>
#include <string>
#include <string_view>

namespace weir {

class JsonWriter {
  public:
    void begin_object() { open('{'); }
    void end_object() { close('}'); }
    void begin_array() { open('['); }
    void end_array() { close(']'); }
    void key(std::string_view name);

    /// Bad UTF-8 becomes U+FFFD. Characters that a terminal must not see are written as `\uXXXX`.
    void string(std::string_view text);
    void number(std::uint64_t value);
    void boolean(bool value);
    void null();
    /// `json` as it is, when it is one JSON value on one line; else as a string.
    void value(std::string_view json);
    /// Appends text that this writer made, such as a whole object.
    void raw(std::string_view json);

    void member(std::string_view name, std::string_view text);
    void member(std::string_view name, const char* text) { member(name, std::string_view(text)); }
    void member(std::string_view name, bool value);
    void member(std::string_view name, std::uint64_t value);

    [[nodiscard]] std::string take() { return std::move(out_); }

  private:
    void separate();
    void open(char bracket);
    void close(char bracket);

    std::string out_;
    bool follows_ = false; ///< a comma is needed before the next value
};

} // namespace weir
