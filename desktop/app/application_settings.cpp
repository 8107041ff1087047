// Settings: read at the start, kept in the background whenever one is changed.

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "application.h"

namespace weir::app {

void Application::toggle_theme() {
    theme_ = theme_ == ThemeName::Dark ? ThemeName::Light : ThemeName::Dark;
    theme_stale_ = true;
    desk_.settings.theme = theme_;
    keep_settings();
}

void Application::take_settings() {
    settings_file_ = settings_path();
    LoadedSettings loaded = load_settings(settings_file_);
    desk_.settings = std::move(loaded.settings);
    theme_ = options_.theme.value_or(desk_.settings.theme.value_or(ThemeName::Dark));
    zoom_ = desk_.settings.zoom;
    if (!loaded.keepable) {
        settings_file_.clear();
    }
    settings_notice_ = std::move(loaded.notice);
}

void Application::keep_settings() {
    if (settings_file_.empty()) {
        return;
    }
    const auto write = [this, file = settings_file_, settings = desk_.settings](TaskControl&) -> Finish {
        const std::string why = save_settings(file, settings);
        return [this, file, why] {
            if (!why.empty()) {
                work_.set_notice(fmt::format("The settings are not kept: {}: {}", file, why));
            }
        };
    };
    tasks_.start("Keeping the settings", write, TaskPriority::Normal, true);
}

void Application::zoom(float factor) {
    zoom_ = factor == 0 ? 1 : std::clamp(zoom_ * factor, 0.6F, 2.5F);
    desk_.settings.zoom = zoom_;
    keep_settings();
}

} // namespace weir::app
