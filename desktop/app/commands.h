#pragma once

/// \file
/// Everything that a key does, wherever the focus is. The help shows this table.

#include <functional>
#include <string>
#include <vector>

#include "keys.h"

namespace weir::app {

struct Command {
    std::string keys;  ///< as people write them: `Ctrl+O`
    std::string title; ///< what it does
    KeyPress press;
    std::function<void()> run; ///< empty for keys that a view handles itself; those are only shown
};

class Commands {
  public:
    void add(std::string keys, std::string title, KeyPress press, std::function<void()> run);
    /// Another key for a command that is shown already, or a key that is only shown.
    void add_hidden(KeyPress press, std::function<void()> run);
    void add_note(std::string keys, std::string title);
    /// A key that belongs to one page, where its view takes it. Here it can be run by name from anywhere.
    void add_elsewhere(std::string keys, std::string title, std::function<void()> run);

    /// Runs the command of `press`; false when there is none.
    [[nodiscard]] bool run(const KeyPress& press) const;
    /// Those with a title, in the order of adding.
    [[nodiscard]] std::vector<const Command*> shown() const;

  private:
    std::vector<Command> commands_;
};

} // namespace weir::app
