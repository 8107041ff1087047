#pragma once

/// \file
/// Every command by its name.

#include <string>
#include <vector>

#include "commands.h"
#include "model/command_search.h"
#include "views/view.h"

namespace weir::app {

class CommandPalette final : public View {
  public:
    explicit CommandPalette(const Commands& commands) : commands_(commands) {}

    void draw(Stage& stage, const Rect& area) override;
    bool key(Stage& stage, const KeyPress& press) override;

    void open();
    [[nodiscard]] bool is_open() const { return open_; }

  private:
    struct Found {
        const Command* command = nullptr;
        CommandMatch match;
    };
    void search();
    void draw_row(const Stage& stage, ImDrawList* draw, const Found& found, const Rect& row, bool on) const;
    void take();

    const Commands& commands_;
    RowList rows_;
    std::string query_;
    std::vector<Found> found_;
    std::size_t at_ = 0;
    std::uint64_t revision_ = 0;
    int page_ = 1;
    bool open_ = false;
    bool focus_ = false;
};

} // namespace weir::app
