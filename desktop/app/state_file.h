#pragma once

/// \file
/// The file of --state-out.

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>

#include "model/tasks.h"

namespace weir::app {

/// Keeps a file up to date with the newest text, written by workers; an older text never overwrites a
/// newer one.
class StateFile {
  public:
    explicit StateFile(std::string path);

    /// Has `text` written by a task.
    void put(Tasks& tasks, std::string text);
    /// Writes `text` before it returns, for the end of the program.
    void put_now(const std::string& text);
    [[nodiscard]] bool wanted() const { return !shared_->path.empty(); }

  private:
    struct Shared {
        std::string path;
        std::mutex mutex;
        std::uint64_t written = 0;
    };
    static void write(Shared& shared, std::uint64_t number, const std::string& text);

    std::shared_ptr<Shared> shared_;
    std::uint64_t last_ = 0;
};

} // namespace weir::app
