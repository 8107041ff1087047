// What the program does around its pages, the palette and crashes.

#include <fmt/format.h>

#include "application.h"
#include "crash_report.h"
#include "live/environment.h"
#include "weir/facade.h"

namespace weir::app {

void Application::add_page(Page page, View& view) {
    page_views_[static_cast<std::size_t>(page)] = &view;
    pages_.add(page);
}

void Application::add_page_keys() {
    for (const Page page : kPages) {
        if (pages_.has(page)) {
            const auto digit = static_cast<Key>('1' + static_cast<int>(page));
            commands_.add(fmt::format("Alt+{}", static_cast<char>(digit)), fmt::format("Page: {}", page_title(page)),
                          {digit, false, false, true}, [this, page] { pages_.show(page); });
        }
    }
    for (const FleetView::Verb& verb : FleetView::verbs()) {
        commands_.add_elsewhere(verb.keys, verb.title, [this, press = verb.press] {
            pages_.show(Page::Fleet);
            Stage now = stage();
            if (!fleet_view_.key(now, press)) {
                copy();
            }
        });
    }
    commands_.add_hidden({Key::PageDown, true, false, false}, [this] { pages_.step(1); });
    commands_.add_hidden({Key::PageUp, true, false, false}, [this] { pages_.step(-1); });
}

ContextRules Application::context_rules() {
    return {[this](const std::string& context) { return desk_.writes.read_only(context); },
            [this](const std::string& context) { return desk_.production(context); }};
}

void Application::add_step_commands() {
    const auto shifted = [](Key key) { return KeyPress{key, true, true, false}; };
    const auto check = [this](Purpose purpose) {
        return [this, purpose] {
            pages_.show(Page::Deploy);
            steps_.check(purpose);
        };
    };
    commands_.add("Ctrl+D", "Deploy: check what applying would do", {Key::D, true, false, false},
                  check(Purpose::Apply));
    commands_.add("Ctrl+Enter", "Deploy: send what was rehearsed and confirmed", {Key::Enter, true, false, false},
                  [this] {
                      pages_.show(Page::Deploy);
                      steps_.apply();
                  });
    commands_.add("Ctrl+Shift+S", "Deploy: suspend the job", shifted(Key::S), check(Purpose::Suspend));
    commands_.add("Ctrl+Shift+R", "Deploy: resume the job", shifted(Key::R), check(Purpose::Resume));
    commands_.add("Ctrl+Shift+V", "Deploy: verify the job", shifted(Key::V), check(Purpose::Verify));
    commands_.add("Ctrl+E", "Log: export what is shown", {Key::E, true, false, false}, [this] {
        pages_.show(Page::Log);
        audit_.write_out();
    });
    commands_.add("Ctrl+Shift+P", "Every command by name", shifted(Key::P), [this] { palette_.open(); });
}

void Application::follow() {
    steps_.settle();
    steps_.look_at(work_.selected(), work_.revision());
    if (pages_.now() == Page::Log && shown_page_ != Page::Log) {
        audit_.reload();
    }
    shown_page_ = pages_.now();
    std::string words =
        fmt::format("page: {}\nfolder: {}\ncontract: {}\nstep: {}{}\n", page_title(pages_.now()),
                    work_.folder().path.string(), work_.selected().string(),
                    steps_.begun() ? purpose_word(steps_.purpose()) : "none", steps_.running() ? ", running" : "");
    if (words != open_words_) {
        open_words_ = std::move(words);
        note_what_is_open(open_words_);
    }
}

void Application::fleet_logged(const std::string& problem) {
    audit_.reload();
    if (!problem.empty()) {
        work_.set_notice(fmt::format("This look is not in the log of commands: {}", problem));
    }
}

void Application::watch_crashes() {
    const std::string folder = live::state_folder();
    watch_for_crashes(folder, std::string(version()));
    const auto look = [this, folder](TaskControl&) -> Finish {
        const std::string report = folder.empty() ? std::string{} : take_crash_reports(folder);
        return [this, report] {
            if (!report.empty()) {
                work_.set_notice(fmt::format("Weir ended unexpectedly the last time; {} says where.", report));
            }
        };
    };
    tasks_.start("Looking for crash reports", look, TaskPriority::Normal, true);
}

std::vector<CommandName> Application::command_names() const {
    std::vector<CommandName> names;
    for (const Command* command : commands_.shown()) {
        names.push_back({command->keys, command->title, static_cast<bool>(command->run)});
    }
    return names;
}

} // namespace weir::app
