#pragma once

/// \file
/// The streams of char that yaml-cpp's event parser uses, without locales.
///
/// libc++'s own streams format through std::locale, which brings every facet and the C library's formatting of dates
/// and money into the module: tens of kilobytes that no contract ever uses. These stand in their place for all sources
/// of the module, as specialisations of the templates that <iosfwd> declares; the headers beside this one lead here.
/// They do what the standard says for what they declare, and declare nothing that the module does not use.

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iosfwd>
#include <limits>
#include <string>
#include <utility>

namespace std {
inline namespace _LIBCPP_ABI_NAMESPACE {

using streamsize = ptrdiff_t;

class ios_base {
  public:
    using iostate = unsigned;
    static constexpr iostate goodbit = 0;
    static constexpr iostate badbit = 1;
    static constexpr iostate eofbit = 2;
    static constexpr iostate failbit = 4;

    [[nodiscard]] iostate rdstate() const { return state_; }
    [[nodiscard]] bool good() const { return state_ == goodbit; }
    [[nodiscard]] bool fail() const { return (state_ & (badbit | failbit)) != 0; }
    explicit operator bool() const { return !fail(); }
    bool operator!() const { return fail(); }
    void clear(iostate state = goodbit) { state_ = state; }
    void setstate(iostate state) { state_ |= state; }

  private:
    iostate state_ = goodbit;
};

/// A get area, whole from the start: nothing is ever fetched behind its end.
template <> class basic_streambuf<char> {
  public:
    using traits_type = char_traits<char>;
    using int_type = traits_type::int_type;

    [[nodiscard]] int_type sgetc() const {
        return next_ == end_ ? traits_type::eof() : traits_type::to_int_type(*next_);
    }
    int_type sbumpc() { return next_ == end_ ? traits_type::eof() : traits_type::to_int_type(*next_++); }
    int_type sputbackc(char c) {
        return next_ == begin_ || next_[-1] != c ? traits_type::eof() : traits_type::to_int_type(*--next_);
    }
    streamsize sgetn(char* to, streamsize most) {
        const streamsize count = end_ - next_ < most ? end_ - next_ : most;
        memcpy(to, next_, static_cast<size_t>(count));
        next_ += count;
        return count;
    }

  protected:
    void setg(char* begin, char* next, char* end) {
        begin_ = begin;
        next_ = next;
        end_ = end;
    }

  private:
    char* begin_ = nullptr;
    char* next_ = nullptr;
    char* end_ = nullptr;
};

template <> class basic_istream<char> : public ios_base {
  public:
    using traits_type = char_traits<char>;
    using int_type = traits_type::int_type;

    explicit basic_istream(streambuf* buffer) : buffer_(buffer) {}
    [[nodiscard]] streambuf* rdbuf() const { return buffer_; }

    int_type get() {
        const int_type c = ready() ? buffer_->sbumpc() : traits_type::eof();
        if (c == traits_type::eof() && good()) {
            setstate(eofbit | failbit);
        }
        return c;
    }
    int_type peek() {
        const int_type c = ready() ? buffer_->sgetc() : traits_type::eof();
        if (c == traits_type::eof() && good()) {
            setstate(eofbit);
        }
        return c;
    }
    basic_istream& putback(char c) {
        clear(rdstate() & ~eofbit);
        if (ready() && buffer_->sputbackc(c) == traits_type::eof()) {
            setstate(badbit);
        }
        return *this;
    }

    /// A whole number in base 10, as in the classic locale.
    basic_istream& operator>>(int& value);

  protected:
    /// What the standard's sentry does.
    bool ready() {
        if (!good()) {
            setstate(failbit);
        }
        return good();
    }

  private:
    streambuf* buffer_;
};

/// Only ever writes into memory, so that nothing of it can fail.
template <> class basic_ostream<char> {
  public:
    basic_ostream& operator<<(const char* text) {
        text_ += text;
        return *this;
    }
    basic_ostream& operator<<(const string& text) {
        text_ += text;
        return *this;
    }
    basic_ostream& operator<<(int value) { return *this << to_string(value); }
    basic_ostream& operator<<(unsigned value) { return *this << to_string(value); }
    [[nodiscard]] const string& str() const { return text_; }

  private:
    string text_;
};

/// Reads the text that it is made of; what is written goes elsewhere: yaml-cpp does one or the other.
template <> class basic_stringstream<char> : public basic_istream<char>, public basic_ostream<char> {
  public:
    explicit basic_stringstream(string text = {})
        : basic_istream<char>(&buffer_), source_(std::move(text)), buffer_(source_) {}
    basic_stringstream(const basic_stringstream&) = delete;
    basic_stringstream& operator=(const basic_stringstream&) = delete;

  private:
    struct Buffer : streambuf {
        explicit Buffer(string& text) { setg(text.data(), text.data(), text.data() + text.size()); }
    };

    string source_;
    Buffer buffer_;
};

inline istream& istream::operator>>(int& value) {
    const auto is_digit = [](int_type c) { return c >= '0' && c <= '9'; };
    const auto is_space = [](int_type c) { return c == ' ' || (c >= '\t' && c <= '\r'); };
    while (good() && is_space(peek())) {
        get();
    }
    if (!ready()) {
        return *this;
    }
    const bool negative = peek() == '-';
    if (negative || peek() == '+') {
        get();
    }
    bool digits = false;
    int64_t sum = 0;
    constexpr int64_t kMost = int64_t{1} << 40;
    while (is_digit(peek())) {
        digits = true;
        sum = sum < kMost ? sum * 10 + (get() - '0') : (get(), sum);
    }
    sum = negative ? -sum : sum;
    const int64_t kept = clamp<int64_t>(sum, numeric_limits<int>::min(), numeric_limits<int>::max());
    value = static_cast<int>(kept);
    if (!digits || kept != sum) {
        setstate(failbit);
    }
    return *this;
}

} // namespace _LIBCPP_ABI_NAMESPACE
} // namespace std
