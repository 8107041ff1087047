#pragma once

/// \file
/// Choosing a file or a folder. Folders are listed by a task; the window draws what is here.

#include <filesystem>
#include <string>

#include "model/folder_scan.h"
#include "model/tasks.h"

namespace weir::app {

enum class PickFor : std::uint8_t { Open, Baseline };

class FilePicker {
  public:
    explicit FilePicker(Tasks& tasks) : tasks_(tasks) {}

    void open(PickFor purpose, const std::filesystem::path& folder);
    void close() { open_ = false; }

    [[nodiscard]] bool is_open() const { return open_; }
    [[nodiscard]] PickFor purpose() const { return purpose_; }
    [[nodiscard]] const DirectoryListing& listing() const { return listing_; }
    [[nodiscard]] bool listed() const { return listed_; }
    [[nodiscard]] std::size_t at() const { return at_; }
    void move(int by);
    void set_at(std::size_t at);
    /// The entry whose name starts with `text`, if there is one, becomes the current one.
    void jump_to(const std::string& text);
    void go_up();
    /// Goes into the current folder, or returns the current file.
    [[nodiscard]] std::filesystem::path enter();
    void go_into(const std::filesystem::path& folder);

  private:
    Tasks& tasks_;
    DirectoryListing listing_;
    PickFor purpose_ = PickFor::Open;
    std::string came_from_; ///< the folder to stand on after going up
    std::size_t at_ = 0;
    std::uint64_t generation_ = 0;
    bool open_ = false;
    bool listed_ = false;
};

} // namespace weir::app
