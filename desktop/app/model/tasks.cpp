#include "model/tasks.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace weir::app {

struct Tasks::Shared {
    struct Job {
        std::shared_ptr<TaskControl> control;
        Work work;
    };

    std::mutex mutex;
    std::condition_variable work_there;
    std::condition_variable worker_gone;
    std::deque<Job> queue;
    std::vector<std::shared_ptr<TaskControl>> alive;   ///< queued or running
    std::vector<std::pair<std::string, Finish>> inbox; ///< with the title of the task
    std::vector<std::string> failures;
    std::function<void()> wake;
    unsigned workers = 0;
    bool stop = false;

    void post(const std::string& title, Finish finish) {
        const std::lock_guard lock(mutex);
        if (!stop) {
            inbox.emplace_back(title, std::move(finish));
            wake(); // under the lock: after the end nothing is woken
        }
    }

    void run(const Job& job) {
        Finish finish;
        std::string failure;
        try {
            if (!job.control->cancelled()) {
                finish = job.work(*job.control);
            }
        } catch (const std::exception& error) {
            failure = job.control->title() + " failed: " + error.what();
        } catch (...) {
            failure = job.control->title() + " failed";
        }
        const std::lock_guard lock(mutex);
        std::erase(alive, job.control);
        if (stop) {
            return;
        }
        if (finish) {
            inbox.emplace_back(job.control->title(), std::move(finish));
        }
        if (!failure.empty()) {
            failures.push_back(std::move(failure));
        }
        wake();
    }
};

Tasks::Tasks(unsigned workers, std::function<void()> wake, const std::function<void()>& begin)
    : shared_(std::make_shared<Shared>()) {
    shared_->wake = std::move(wake);
    shared_->workers = workers;
    for (unsigned i = 0; i < workers; ++i) {
        // Detached, because a read from a dead network file system never returns; the shared state
        // outlives this object for as long as a worker holds it.
        std::thread([shared = shared_, begin] {
            if (begin) {
                begin();
            }
            work_loop(shared);
        }).detach();
    }
}

Tasks::~Tasks() {
    std::unique_lock lock(shared_->mutex);
    shared_->stop = true;
    for (const auto& control : shared_->alive) {
        control->cancel();
    }
    shared_->queue.clear();
    shared_->inbox.clear();
    shared_->wake = [] {};
    shared_->work_there.notify_all();
    shared_->worker_gone.wait_for(lock, std::chrono::milliseconds(500), [this] { return shared_->workers == 0; });
}

void Tasks::work_loop(const std::shared_ptr<Shared>& shared) {
    std::unique_lock lock(shared->mutex);
    while (!shared->stop) {
        if (shared->queue.empty()) {
            shared->work_there.wait(lock);
            continue;
        }
        Shared::Job job = std::move(shared->queue.front());
        shared->queue.pop_front();
        lock.unlock();
        shared->run(job);
        job = {}; // not under the lock: it may hold much
        lock.lock();
    }
    --shared->workers;
    shared->worker_gone.notify_all();
}

std::uint64_t Tasks::start(std::string title, Work work, TaskPriority priority, bool background) {
    auto control = std::make_shared<TaskControl>(std::move(title), next_id_++, background);
    const std::uint64_t id = control->id();
    {
        const std::lock_guard lock(shared_->mutex);
        shared_->alive.push_back(control);
        Shared::Job job{std::move(control), std::move(work)};
        if (priority == TaskPriority::Urgent) {
            shared_->queue.push_front(std::move(job));
        } else {
            shared_->queue.push_back(std::move(job));
        }
    }
    shared_->work_there.notify_one();
    return id;
}

void Tasks::let_go(std::shared_ptr<const void> large) {
    if (large == nullptr) {
        return;
    }
    auto work = [large = std::move(large)](TaskControl&) mutable -> Finish {
        large.reset();
        return {};
    };
    start("Letting go", std::move(work), TaskPriority::Normal, true);
}

void Tasks::cancel(std::uint64_t id) {
    const std::lock_guard lock(shared_->mutex);
    for (const auto& control : shared_->alive) {
        if (control->id() == id) {
            control->cancel();
        }
    }
}

void Tasks::cancel_all() {
    const std::lock_guard lock(shared_->mutex);
    for (const auto& control : shared_->alive) {
        if (!control->background()) {
            control->cancel();
        }
    }
}

bool Tasks::drain(const std::function<void(const std::string&, const Stopwatch&)>& took) {
    std::vector<std::pair<std::string, Finish>> inbox;
    std::vector<std::string> failures;
    {
        const std::lock_guard lock(shared_->mutex);
        inbox.swap(shared_->inbox);
        failures.swap(shared_->failures);
    }
    for (const auto& [title, finish] : inbox) {
        const Stopwatch watch;
        finish();
        if (took) {
            took(title, watch);
        }
    }
    for (const std::string& failure : failures) {
        if (on_failure_) {
            on_failure_(failure);
        }
    }
    return !inbox.empty() || !failures.empty();
}

bool Tasks::busy() const {
    const std::lock_guard lock(shared_->mutex);
    return !shared_->inbox.empty() || !shared_->failures.empty() ||
           std::any_of(shared_->alive.begin(), shared_->alive.end(), [](const auto& c) { return !c->background(); });
}

bool Tasks::pending(std::uint64_t id) const {
    const std::lock_guard lock(shared_->mutex);
    return id != 0 && (!shared_->inbox.empty() || std::any_of(shared_->alive.begin(), shared_->alive.end(),
                                                              [id](const auto& c) { return c->id() == id; }));
}

std::vector<TaskStatus> Tasks::running() const {
    const std::lock_guard lock(shared_->mutex);
    std::vector<TaskStatus> status;
    for (const auto& control : shared_->alive) {
        if (!control->background()) {
            status.push_back(
                {control->id(), control->title(), control->done(), control->total(), control->cancelled()});
        }
    }
    return status;
}

Tasks::Post Tasks::poster(std::string title) const {
    return [shared = shared_, title = std::move(title)](Finish finish) { shared->post(title, std::move(finish)); };
}

} // namespace weir::app
