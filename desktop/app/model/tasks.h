#pragma once

/// \file
/// Work off the window's thread. A task runs in a worker and hands back a closure that the window's
/// thread runs later, so that everything the views read is touched by one thread only.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "model/frame_times.h"

namespace weir::app {

/// Runs on the window's thread.
using Finish = std::function<void()>;

/// What a running task sees of itself. Lives as long as the task.
class TaskControl {
  public:
    TaskControl(std::string title, std::uint64_t id, bool background)
        : title_(std::move(title)), id_(id), background_(background) {}

    /// The task should return soon; what it hands back is still run.
    [[nodiscard]] bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }
    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    /// `total` 0 means that the amount of work is not known.
    void progress(std::uint32_t done, std::uint32_t total) {
        done_.store(done, std::memory_order_relaxed);
        total_.store(total, std::memory_order_relaxed);
    }

    [[nodiscard]] const std::string& title() const { return title_; }
    [[nodiscard]] std::uint64_t id() const { return id_; }
    [[nodiscard]] bool background() const { return background_; }
    [[nodiscard]] std::uint32_t done() const { return done_.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint32_t total() const { return total_.load(std::memory_order_relaxed); }

  private:
    std::string title_;
    std::uint64_t id_;
    bool background_;
    std::atomic<bool> cancelled_{false};
    std::atomic<std::uint32_t> done_{0};
    std::atomic<std::uint32_t> total_{0};
};

struct TaskStatus {
    std::uint64_t id = 0;
    std::string title;
    std::uint32_t done = 0;
    std::uint32_t total = 0;
    bool cancelled = false;
};

enum class TaskPriority : std::uint8_t { Normal, Urgent };

/// A few workers and one inbox. All functions but post() belong to the window's thread.
class Tasks {
  public:
    using Work = std::function<Finish(TaskControl&)>;
    /// Hands a closure to the window's thread; may be called from any thread, also after the Tasks is
    /// gone, when it does nothing.
    using Post = std::function<void(Finish)>;

    /// \param wake   called from workers whenever the window's thread has something to do
    /// \param begin  called by each worker when it begins
    Tasks(unsigned workers, std::function<void()> wake, const std::function<void()>& begin = {});
    /// Cancels everything and waits up to half a second; a worker that hangs in the system is let go.
    ~Tasks();
    Tasks(const Tasks&) = delete;
    Tasks& operator=(const Tasks&) = delete;
    Tasks(Tasks&&) = delete;
    Tasks& operator=(Tasks&&) = delete;

    /// Starts `work`. Background tasks are not shown and do not count for busy().
    std::uint64_t start(std::string title, Work work, TaskPriority priority = TaskPriority::Normal,
                        bool background = false);
    void cancel(std::uint64_t id);
    void cancel_all();
    /// Has a worker destroy what is large, where nobody else holds it.
    void let_go(std::shared_ptr<const void> large);

    /// Runs what workers handed over; true when there was something.
    /// \param took  told the title of each task and how long what it handed over took
    bool drain(const std::function<void(const std::string&, const Stopwatch&)>& took = {});
    /// Something is queued, running or waiting to be drained; background tasks aside.
    [[nodiscard]] bool busy() const;
    /// The task is queued or running, or something waits to be drained that it may have handed over.
    [[nodiscard]] bool pending(std::uint64_t id) const;
    /// Shown tasks in the order of their start.
    [[nodiscard]] std::vector<TaskStatus> running() const;
    /// \param title  of what is handed over
    [[nodiscard]] Post poster(std::string title) const;
    /// Called by drain() with a sentence when a task ended by an exception.
    void on_failure(std::function<void(const std::string&)> handler) { on_failure_ = std::move(handler); }

  private:
    struct Shared;
    static void work_loop(const std::shared_ptr<Shared>& shared);

    std::shared_ptr<Shared> shared_;
    std::function<void(const std::string&)> on_failure_;
    std::uint64_t next_id_ = 1;
};

} // namespace weir::app
