#include "commands.h"

namespace weir::app {

void Commands::add(std::string keys, std::string title, KeyPress press, std::function<void()> run) {
    commands_.push_back({std::move(keys), std::move(title), press, std::move(run)});
}

void Commands::add_hidden(KeyPress press, std::function<void()> run) {
    commands_.push_back({"", "", press, std::move(run)});
}

void Commands::add_note(std::string keys, std::string title) {
    commands_.push_back({std::move(keys), std::move(title), KeyPress(), nullptr});
}

void Commands::add_elsewhere(std::string keys, std::string title, std::function<void()> run) {
    commands_.push_back({std::move(keys), std::move(title), KeyPress(), std::move(run)});
}

bool Commands::run(const KeyPress& press) const {
    for (const Command& command : commands_) {
        const KeyPress& own = command.press;
        if (command.run && own.key != Key::None && own.key == press.key && own.ctrl == press.ctrl &&
            own.shift == press.shift && own.alt == press.alt) {
            command.run();
            return true;
        }
    }
    return false;
}

std::vector<const Command*> Commands::shown() const {
    std::vector<const Command*> shown;
    for (const Command& command : commands_) {
        if (!command.title.empty()) {
            shown.push_back(&command);
        }
    }
    return shown;
}

} // namespace weir::app
