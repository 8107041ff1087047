#include "model/folder_watch.h"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <optional>
#include <thread>

namespace weir::app {

namespace {

bool same(const FolderListing& a, const FolderListing& b) {
    return a.folder == b.folder && a.error == b.error && a.truncated == b.truncated && a.others == b.others &&
           std::equal(
               a.contracts.begin(), a.contracts.end(), b.contracts.begin(), b.contracts.end(),
               [](const FoundContract& x, const FoundContract& y) { return x.name == y.name && x.stamp == y.stamp; });
}

FolderListing look(const std::filesystem::path& folder, const std::vector<std::filesystem::path>& others,
                   const std::function<bool()>& stopped) {
    try {
        return scan_folder(folder, others, stopped);
    } catch (const std::exception& error) {
        FolderListing listing;
        listing.folder = folder;
        listing.error = error.what();
        return listing;
    }
}

} // namespace

struct FolderWatch::Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::filesystem::path folder;
    std::vector<std::filesystem::path> others;
    Tasks::Post post;
    Report report;
    bool report_anyway = false;
    bool look_soon = false;
    bool stop = false;
};

FolderWatch::FolderWatch(Tasks::Post post, Report report) : shared_(std::make_shared<Shared>()) {
    shared_->post = std::move(post);
    shared_->report = std::move(report);
    // Detached for the same reason as the workers of Tasks.
    std::thread([shared = shared_] { loop(shared); }).detach();
}

FolderWatch::~FolderWatch() {
    const std::lock_guard lock(shared_->mutex);
    shared_->stop = true;
    shared_->changed.notify_all();
}

void FolderWatch::watch(std::filesystem::path folder) {
    const std::lock_guard lock(shared_->mutex);
    shared_->folder = std::move(folder);
    shared_->report_anyway = true;
    shared_->look_soon = true;
    shared_->changed.notify_all();
}

void FolderWatch::also(std::vector<std::filesystem::path> others) {
    const std::lock_guard lock(shared_->mutex);
    shared_->others = std::move(others);
}

void FolderWatch::look_now() {
    const std::lock_guard lock(shared_->mutex);
    shared_->report_anyway = true;
    shared_->look_soon = true;
    shared_->changed.notify_all();
}

void FolderWatch::loop(const std::shared_ptr<Shared>& shared) {
    using std::chrono::steady_clock;
    constexpr auto kPause = std::chrono::milliseconds(1000);
    constexpr int kPauseForLook = 200; ///< times the length of the last look
    std::optional<FolderListing> last;
    steady_clock::duration pause = kPause;
    std::unique_lock lock(shared->mutex);
    while (!shared->stop) {
        shared->changed.wait_for(lock, pause, [&] { return shared->stop || shared->look_soon; });
        if (shared->stop || shared->folder.empty()) {
            pause = kPause;
            continue;
        }
        const auto folder = shared->folder;
        const auto others = shared->others;
        shared->look_soon = false;
        lock.unlock();
        const auto begin = steady_clock::now();
        FolderListing listing = look(folder, others, [&] {
            const std::lock_guard stop_lock(shared->mutex);
            return shared->stop || shared->look_soon;
        });
        pause = std::max<steady_clock::duration>(kPause, (steady_clock::now() - begin) * kPauseForLook);
        lock.lock();
        if (shared->stop || shared->look_soon) {
            continue; // that look may have been cut short
        }
        if (shared->report_anyway || !last || !same(*last, listing)) {
            shared->report_anyway = false;
            last = listing;
            lock.unlock();
            shared->post(
                [report = shared->report, listing = std::move(listing)]() mutable { report(std::move(listing)); });
            lock.lock();
        }
    }
}

} // namespace weir::app
