#pragma once

/// \file
/// What a command prints to, and what it knows of who reads it.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weir/report.h"

namespace weir::cli {

/// 0: fine. 1: the answer is no. 2: it could not tell. 130, 143: a signal ended it, as shells say it.
enum class Exit : std::uint8_t { Fine = 0, No = 1, Unknown = 2, Interrupted = 130, Terminated = 143 };

/// Unknown wins over No, No over Fine.
[[nodiscard]] constexpr Exit worse(Exit a, Exit b) {
    return a > b ? a : b;
}

/// Standard output and standard error, or what stands for them in tests.
class Io {
  public:
    Io() = default;
    Io(const Io&) = delete;
    Io& operator=(const Io&) = delete;
    virtual ~Io() = default;

    /// Results.
    virtual void out(std::string_view text) = 0;
    /// Notes.
    virtual void err(std::string_view text) = 0;

    /// Asks on standard error and reads a line of standard input; true when it says yes.
    virtual bool ask(std::string_view question) = 0;

    bool in_is_terminal = false;
    bool out_is_terminal = false;
    bool err_is_terminal = false;
    bool colour = true; ///< the environment allows it
    std::uint32_t width = 80;
    std::string program; ///< path of the running program; empty when unknown
};

/// Options that every command takes.
struct Common {
    std::string format = "text";
    std::string out; ///< a file for the result; empty for standard output
    bool no_color = false;
    bool quiet = false;
    /// All that the program was given, for the log of commands.
    std::vector<std::string> arguments;

    [[nodiscard]] bool json() const { return format == "json"; }
};

[[nodiscard]] TextStyle style_of_out(const Io& io, const Common& common);
[[nodiscard]] TextStyle style_of_err(const Io& io, const Common& common);

/// Prints the result, or writes it to --out.
[[nodiscard]] Exit emit(Io& io, const Common& common, std::string_view result);

/// `weir: text` on standard error, made safe.
void note(Io& io, std::string_view text);

/// Says why there is no result: on standard error, and under --format json as the one object that is
/// promised. Returns Exit::Unknown.
Exit fail(Io& io, const Common& common, std::string_view code, std::string_view message);

} // namespace weir::cli
