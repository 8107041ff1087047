#pragma once

/// \file
/// Another program, run to its end: its arguments as a list, never through a shell; an environment that is
/// spelled out; bounded output and time. Boost.Process has no bound for either that can be relied on.

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace weir::live {

/// Asked now and then while something is waited for, from the thread that waits; true ends the waiting. May be empty.
using Stop = std::function<bool()>;

inline constexpr std::chrono::milliseconds kStopEvery{20};

struct ProcessLimits {
    std::size_t output = 64UL * 1024; ///< bytes on standard output; more of them end the program
    std::chrono::milliseconds time = std::chrono::seconds(20);
    Stop stop; ///< asked every kStopEvery
};

struct ProcessResult {
    /// Why it did not run to its end by itself: it was not found, took too long, said too much. Else empty.
    std::string problem;
    bool stopped = false; ///< ProcessLimits::stop ended it, which is a problem too
    int exit_code = -1;   ///< 128 and more when a signal ended it
    std::string out;
    std::string err; ///< the first 4,000 bytes

    [[nodiscard]] bool ok() const { return problem.empty() && exit_code == 0; }
};

/// Where the program `name` lies: the first executable file of that name in an absolute folder of PATH, so
/// that no program of the current folder is taken for it. Empty when there is none.
[[nodiscard]] std::string find_program(const std::string& name);

/// Runs the program at the path `arguments[0]`. It is alone in its process group, and all of that is killed when a
/// limit is reached or ProcessLimits::stop says so.
/// \param environment  `NAME=value`, all that it gets
/// \param input        its standard input; a program need not read all of it. SIGPIPE has to be ignored.
[[nodiscard]] ProcessResult run_process(const std::vector<std::string>& arguments,
                                        const std::vector<std::string>& environment, const ProcessLimits& limits = {},
                                        std::string_view input = {});

} // namespace weir::live
