#include "state_file.h"

#include <cstdio>

#include <fmt/format.h>

#include "live/write.h"

namespace weir::app {

StateFile::StateFile(std::string path) : shared_(std::make_shared<Shared>()) {
    shared_->path = std::move(path);
}

void StateFile::write(Shared& shared, std::uint64_t number, const std::string& text) {
    const std::lock_guard lock(shared.mutex);
    if (number < shared.written) {
        return;
    }
    shared.written = number;
    const std::string why = live::write_file(shared.path, text);
    if (!why.empty()) {
        fmt::print(stderr, "weir-desktop: {}: {}\n", shared.path, why);
    }
}

void StateFile::put(Tasks& tasks, std::string text) {
    const auto work = [shared = shared_, number = ++last_, text = std::move(text)](TaskControl&) -> Finish {
        write(*shared, number, text);
        return {};
    };
    tasks.start("Writing the state", work, TaskPriority::Normal, true);
}

void StateFile::put_now(const std::string& text) {
    write(*shared_, ++last_, text);
}

} // namespace weir::app
