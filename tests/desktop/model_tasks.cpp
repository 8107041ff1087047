#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "model/frame_times.h"
#include "model/tasks.h"

using namespace weir::app;
using std::chrono::steady_clock;

namespace {

/// Runs the inbox until nothing is left to do; false when that takes longer than ten seconds.
bool run_dry(Tasks& tasks) {
    const auto end = steady_clock::now() + std::chrono::seconds(10);
    while (tasks.busy()) {
        tasks.drain();
        if (steady_clock::now() > end) {
            return false;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return true;
}

} // namespace

TEST_CASE("a task's result is handed over on the thread that drains") {
    std::atomic<int> woken{0};
    Tasks tasks(2, [&] { ++woken; });
    std::thread::id worked;
    std::thread::id finished;
    tasks.start("work", [&](TaskControl&) -> Finish {
        worked = std::this_thread::get_id();
        return [&] { finished = std::this_thread::get_id(); };
    });
    REQUIRE(run_dry(tasks));
    CHECK(finished == std::this_thread::get_id());
    CHECK(worked != finished);
    CHECK(woken > 0);
}

TEST_CASE("progress is shown and a running task sees that it is cancelled") {
    Tasks tasks(1, [] {});
    std::atomic<bool> running{false};
    bool stopped = false;
    const auto id = tasks.start("long work", [&](TaskControl& control) -> Finish {
        control.progress(3, 10);
        running = true;
        while (!control.cancelled()) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return [&] { stopped = true; };
    });
    while (!running) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(tasks.running().size() == 1);
    CHECK(tasks.running()[0].title == "long work");
    CHECK(tasks.running()[0].done == 3);
    CHECK(tasks.running()[0].total == 10);
    const auto begin = steady_clock::now();
    tasks.cancel(id);
    REQUIRE(run_dry(tasks));
    CHECK(stopped);
    CHECK(steady_clock::now() - begin < std::chrono::milliseconds(1000));
}

TEST_CASE("a task cancelled in the queue does not run") {
    Tasks tasks(1, [] {});
    std::atomic<bool> go{false};
    std::atomic<bool> ran{false};
    tasks.start("first", [&](TaskControl&) -> Finish {
        while (!go) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return {};
    });
    const auto second = tasks.start("second", [&](TaskControl&) -> Finish {
        ran = true;
        return {};
    });
    tasks.cancel(second);
    go = true;
    REQUIRE(run_dry(tasks));
    CHECK_FALSE(ran);
}

TEST_CASE("an urgent task overtakes those that wait") {
    Tasks tasks(1, [] {});
    std::atomic<bool> go{false};
    std::string order;
    tasks.start("first", [&](TaskControl&) -> Finish {
        while (!go) {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        }
        return {};
    });
    tasks.start("later", [&](TaskControl&) -> Finish { return [&] { order += "later "; }; });
    tasks.start(
        "urgent", [&](TaskControl&) -> Finish { return [&] { order += "urgent "; }; }, TaskPriority::Urgent);
    go = true;
    REQUIRE(run_dry(tasks));
    CHECK(order == "urgent later ");
}

TEST_CASE("a task that throws is told of and harms nothing") {
    Tasks tasks(1, [] {});
    std::string told;
    tasks.on_failure([&](const std::string& what) { told = what; });
    tasks.start("Reading", [](TaskControl&) -> Finish { throw std::runtime_error("out of luck"); });
    bool after = false;
    tasks.start("after", [&](TaskControl&) -> Finish { return [&] { after = true; }; });
    REQUIRE(run_dry(tasks));
    CHECK(told == "Reading failed: out of luck");
    CHECK(after);
}

TEST_CASE("a worker that hangs does not keep the program from ending") {
    const auto release = std::make_shared<std::atomic<bool>>(false);
    const auto gone = std::make_shared<std::atomic<bool>>(false);
    const auto begin = steady_clock::now();
    {
        Tasks tasks(1, [] {});
        tasks.start("hangs", [release, gone](TaskControl&) -> Finish {
            while (!*release) {
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            }
            *gone = true;
            return {};
        });
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    CHECK(steady_clock::now() - begin < std::chrono::seconds(3));
    *release = true;
    for (int i = 0; i < 1000 && !*gone; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    CHECK(*gone);
}

TEST_CASE("what is posted after the end is dropped") {
    Tasks::Post post;
    {
        Tasks tasks(1, [] {});
        post = tasks.poster("late");
    }
    bool ran = false;
    post([&] { ran = true; });
    CHECK_FALSE(ran);
}

TEST_CASE("of the last frames, the time that most stay under is told") {
    FrameTimes times;
    CHECK(times.percentile(50, &FrameParts::whole) == 0);
    times.add({1, 0.5, 1, 0.5});
    CHECK(times.percentile(99, &FrameParts::whole) == 3);
    for (int i = 0; i < 500; ++i) {
        times.add({0, static_cast<double>(i % 200), 0, 1});
    }
    CHECK(times.percentile(50, &FrameParts::whole) == 101);
    CHECK(times.percentile(99, &FrameParts::submit) == 198);
    CHECK(times.percentile(99, &FrameParts::build) == 0);
}

TEST_CASE("what the window's thread does is kept by name, the longest of each") {
    ThreadWork work;
    work.add("reading", 3, 2);
    work.add("reading", 20, 1);
    work.add("sorting", ThreadWork::kLong, 0);
    REQUIRE(work.entries().size() == 2);
    CHECK(work.entries().at("reading").longest == 20);
    CHECK(work.entries().at("reading").busiest == 2);
    CHECK(work.entries().at("reading").times == 2);
    CHECK(work.entries().at("reading").long_ones == 1);
    CHECK(work.entries().at("sorting").long_ones == 0);
}

TEST_CASE("who drains is told how long each thing took that was handed over, by the task's title") {
    Tasks tasks(1, [] {});
    tasks.start("slow to take", [](TaskControl&) -> Finish {
        return [] { std::this_thread::sleep_for(std::chrono::milliseconds(5)); };
    });
    ThreadWork work;
    const auto end = steady_clock::now() + std::chrono::seconds(10);
    while (work.entries().empty() && steady_clock::now() < end) {
        tasks.drain([&](const std::string& title, const Stopwatch& watch) { work.add(title, watch); });
    }
    REQUIRE(work.entries().count("slow to take") == 1);
    CHECK(work.entries().at("slow to take").longest >= 5);
}

TEST_CASE("what is let go is destroyed by a worker, and only where nobody else holds it") {
    Tasks tasks(1, [] {});
    std::atomic<bool> gone{false};
    std::thread::id by;
    const auto make = [&] {
        return std::shared_ptr<const int>(new int(1), [&](const int* number) {
            delete number;
            by = std::this_thread::get_id();
            gone = true;
        });
    };
    auto held = make();
    tasks.let_go(held);
    tasks.let_go(nullptr);
    tasks.let_go(make());
    const auto end = steady_clock::now() + std::chrono::seconds(10);
    while (!gone && steady_clock::now() < end) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    REQUIRE(gone);
    CHECK(by != std::this_thread::get_id());
    CHECK(*held == 1);
}
