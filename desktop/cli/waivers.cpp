#include "cli/waivers.h"

#include <chrono>
#include <ctime>

#include <fmt/format.h>

#include "live/open.h"

namespace weir::cli {

namespace {

constexpr std::size_t kLargestWaivers = 1024UL * 1024;

} // namespace

std::string today() {
    const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
    std::tm day{};
    gmtime_r(&now, &day);
    return fmt::format("{:04}-{:02}-{:02}", day.tm_year + 1900, day.tm_mon + 1, day.tm_mday);
}

FileAnswer waivers_text(const std::string& file) {
    FileAnswer answer;
    if (file.empty()) {
        return answer;
    }
    answer = live::read_regular(file, kLargestWaivers);
    if (answer.text.size() > kLargestWaivers) {
        answer.refusal = "is too large";
    }
    return answer;
}

} // namespace weir::cli
