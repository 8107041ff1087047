#include "live/process.h"

#include <csignal>

#include <catch2/catch.hpp>

using namespace weir::live;

namespace {

ProcessResult run(const std::string& program, std::string_view input, const ProcessLimits& limits = {}) {
    std::signal(SIGPIPE, SIG_IGN);
    return run_process({find_program(program)}, {}, limits, input);
}

} // namespace

TEST_CASE("a program gets its input whole, and its end", "[process]") {
    CHECK(run("cat", "").out.empty());
    CHECK(run("cat", "one line\n").out == "one line\n");
    std::string much;
    while (much.size() < 1'000'000) {
        much += "more than a pipe holds at once\n";
    }
    ProcessLimits limits;
    limits.output = 2 * much.size();
    const ProcessResult back = run("cat", much, limits);
    CHECK(back.ok());
    CHECK(back.out == much);
}

TEST_CASE("a program that reads nothing is no trouble", "[process]") {
    const ProcessResult result = run("true", std::string(1'000'000, 'x'));
    CHECK(result.problem.empty());
    CHECK(result.exit_code == 0);
}

TEST_CASE("a program that does not end is ended", "[process]") {
    ProcessLimits limits;
    limits.time = std::chrono::milliseconds(300);
    const ProcessResult result = run_process({find_program("sleep"), "600"}, {}, limits, "unread");
    CHECK(result.problem == "took longer than 0 seconds");
    limits.time = std::chrono::seconds(20);
    CHECK(run("yes", "", limits).problem == "printed more than 65536 bytes");
}

TEST_CASE("a program that is not wanted any more is ended at once, with what it started", "[process]") {
    using Clock = std::chrono::steady_clock;
    for (const char* script : {"sleep 600", "sleep 600 & wait", "exec >&- 2>&-; sleep 600"}) {
        ProcessLimits limits;
        const auto begin = Clock::now();
        limits.stop = [&] { return Clock::now() - begin > std::chrono::milliseconds(100); };
        const ProcessResult result = run_process({find_program("sh"), "-c", script}, {"PATH=/usr/bin:/bin"}, limits);
        CHECK(result.stopped);
        CHECK(result.problem == "was stopped");
        CHECK(Clock::now() - begin < std::chrono::seconds(5)); // the bench says how soon it is
    }
}
