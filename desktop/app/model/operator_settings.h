#pragma once

/// \file
/// What an operator settles once: how the window looks, which contexts are production, and in which of them the
/// window may write. Kept as JSON in `$XDG_CONFIG_HOME/weir/desktop.json`.

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "model/palette.h"

namespace weir::app {

struct OperatorSettings {
    std::optional<ThemeName> theme; ///< nothing: the window's own
    float zoom = 1;
    std::uint32_t interval = 30; ///< seconds between two looks at a cluster; 0: only when asked
    /// Names of production contexts: patterns with `*` for any characters, separated by blanks or commas.
    std::string production = "*prod* *prd*";

    friend bool operator==(const OperatorSettings& a, const OperatorSettings& b) {
        return a.theme == b.theme && a.zoom == b.zoom && a.interval == b.interval && a.production == b.production;
    }
};

inline constexpr std::uint32_t kShortestInterval = 5;
inline constexpr std::uint32_t kLongestInterval = 3600;

/// The text is a settings file; otherwise nothing, with the reason in `why`.
[[nodiscard]] std::optional<OperatorSettings> read_settings(std::string_view text, std::string& why);
[[nodiscard]] std::string settings_json(const OperatorSettings& settings);

/// The context's name matches one of the patterns, whatever its case.
[[nodiscard]] bool is_production(std::string_view patterns, std::string_view context);

/// Where settings are kept: `$XDG_CONFIG_HOME/weir/desktop.json`, else `$HOME/.config/weir/desktop.json`; empty when
/// neither variable is an absolute path.
[[nodiscard]] std::string settings_path();

struct LoadedSettings {
    OperatorSettings settings;
    /// What was wrong with the file, and where it was put; empty when nothing was.
    std::string notice;
    bool keepable = true; ///< saving overwrites nothing that somebody may want to mend
};
/// Reads the file. One that cannot be understood is kept beside it under another name, and defaults are used.
[[nodiscard]] LoadedSettings load_settings(const std::string& path);
/// \return why it failed, empty when it did not
[[nodiscard]] std::string save_settings(const std::string& path, const OperatorSettings& settings);

/// In which contexts the window may write. A context is read-only until somebody says otherwise, and again in the
/// next run: this is not kept.
class WriteSwitch {
  public:
    [[nodiscard]] bool read_only(const std::string& context) const { return writable_.count(context) == 0; }
    void set_read_only(const std::string& context, bool read_only) {
        if (read_only) {
            writable_.erase(context);
        } else {
            writable_.insert(context);
        }
    }

  private:
    std::set<std::string> writable_;
};

/// What the pages share of the operator: settings, and where the window may write.
struct OperatorDesk {
    OperatorSettings settings;
    WriteSwitch writes;

    [[nodiscard]] bool production(const std::string& context) const {
        return is_production(settings.production, context);
    }
};

} // namespace weir::app
