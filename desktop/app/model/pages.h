#pragma once

/// \file
/// The pages of the window. A page is one View that fills everything between the bars; Contracts is made of several.

#include <array>
#include <cstddef>
#include <cstdint>

namespace weir::app {

enum class Page : std::uint8_t { Contracts, Fleet, Deploy, Log };

/// In the order of the switch, and of Alt+1, Alt+2, …
inline constexpr std::array<Page, 4> kPages = {Page::Contracts, Page::Fleet, Page::Deploy, Page::Log};

/// As --page and the state file say it.
[[nodiscard]] constexpr const char* page_word(Page page) {
    constexpr std::array<const char*, kPages.size()> kWords = {"contracts", "fleet", "deploy", "log"};
    return kWords[static_cast<std::size_t>(page)];
}

/// As the switch says it.
[[nodiscard]] constexpr const char* page_title(Page page) {
    constexpr std::array<const char*, kPages.size()> kTitles = {"Contracts", "Fleet", "Deploy", "Log"};
    return kTitles[static_cast<std::size_t>(page)];
}

/// Which page is shown. A page that was not added is not offered.
class Pages {
  public:
    void add(Page page) { there_[static_cast<std::size_t>(page)] = true; }
    [[nodiscard]] bool has(Page page) const { return there_[static_cast<std::size_t>(page)]; }
    [[nodiscard]] Page now() const { return now_; }
    void show(Page page) { now_ = has(page) ? page : now_; }
    /// The page `by` places further on, round and round.
    void step(int by) {
        const auto count = static_cast<int>(kPages.size());
        int at = static_cast<int>(now_);
        do {
            at = (at + by + count) % count;
        } while (!there_[static_cast<std::size_t>(at)]);
        now_ = static_cast<Page>(at);
    }

  private:
    std::array<bool, kPages.size()> there_{true};
    Page now_ = Page::Contracts;
};

} // namespace weir::app
