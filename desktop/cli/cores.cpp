#include "cli/cores.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "cli/progress.h"

namespace weir::cli {

void for_each_on_cores(std::size_t count, const std::function<void(std::size_t)>& work) {
    constexpr std::size_t kFewest = 8;
    std::atomic<std::size_t> next{0};
    const auto take = [&] {
        for (std::size_t i = next++; i < count && Interruption::signal() == 0; i = next++) {
            work(i);
        }
    };
    std::vector<std::thread> helpers;
    const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t i = 1; count >= kFewest && i < cores; ++i) {
        helpers.emplace_back(take);
    }
    take();
    for (std::thread& helper : helpers) {
        helper.join();
    }
}

} // namespace weir::cli
