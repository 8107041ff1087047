#include "fonts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>
#include <utility>

#include <imgui.h>
#include <imgui_internal.h> // ImTextCharFromUtf8

namespace weir::app {

namespace {

/// Pairs of first and last code point. The gaps in General Punctuation are the invisible and the
/// bidirectional controls: they show as the replacement character, so a text cannot hide anything.
constexpr std::array<ImWchar, 17> kGlyphs = {0x0020, 0x017F, // Latin
                                             0x2010, 0x2027, // dashes, quotes, bullet, ellipsis
                                             0x2030, 0x205E, // more punctuation
                                             0x20AC, 0x20AC, // euro
                                             0x2190, 0x2193, // arrows
                                             0x2212, 0x2212, // minus
                                             0x2260, 0x2265, // not equal, at most, at least
                                             0xFFFD, 0xFFFD, // replacement
                                             0};

struct CodeRange {
    std::uint16_t first;
    std::uint16_t last;
};

/// Scripts and signs that are loaded when they are met. Left out between them: combining marks, fillers, joiners and
/// controls, surrogates and private use.
constexpr std::array<CodeRange, 14> kLoadable = {{{0x0180, 0x02AF},
                                                  {0x0370, 0x052F},
                                                  {0x0531, 0x061B},
                                                  {0x061D, 0x070E},
                                                  {0x0710, 0x115E},
                                                  {0x1161, 0x17B3},
                                                  {0x17B6, 0x180A},
                                                  {0x1810, 0x1DBF},
                                                  {0x1E00, 0x1EFF},
                                                  {0x2070, 0x2BFF},
                                                  {0x2E80, 0x2FDF},
                                                  {0x3001, 0x3163},
                                                  {0x3165, 0xD7A3},
                                                  {0xF900, 0xFDFF}}};
constexpr CodeRange kFullWidth = {0xFF01, 0xFF9F};

bool is_loadable(unsigned code) {
    const auto within = [code](CodeRange range) { return code >= range.first && code <= range.last; };
    return within(kFullWidth) || std::any_of(kLoadable.begin(), kLoadable.end(), within);
}

bool is_file(const std::string& file) {
    std::error_code error;
    // Dear ImGui stops the program in debug builds when a file is missing: ask first.
    return std::filesystem::is_regular_file(file, error);
}

/// The set as Dear ImGui wants it, in pairs.
std::vector<ImWchar> ranges_of(const std::set<std::uint16_t>& codes) {
    std::vector<ImWchar> ranges;
    for (const std::uint16_t code : codes) {
        if (!ranges.empty() && ranges.back() + 1 == code) {
            ranges.back() = code;
        } else {
            ranges.insert(ranges.end(), {code, code});
        }
    }
    ranges.push_back(0);
    return ranges;
}

/// Loads faces for one atlas. The ranges have to live until it is built.
class Loader {
  public:
    explicit Loader(const WantedGlyphs& wanted) : wanted_(ranges_of(wanted.all())) {}

    ImFont* load(const std::vector<std::string>& files, float pixels, const ImFontConfig& config) {
        ImFontAtlas& atlas = *ImGui::GetIO().Fonts;
        const auto file = std::find_if(files.begin(), files.end(), is_file);
        ImFont* font =
            file == files.end() ? nullptr : atlas.AddFontFromFileTTF(file->c_str(), pixels, &config, kGlyphs.data());
        if (font == nullptr) {
            ImFontConfig fallback;
            fallback.SizePixels = pixels;
            font = atlas.AddFontDefault(&fallback);
        }
        if (wanted_.size() > 1) {
            ImFontConfig merge = config;
            merge.MergeMode = true;
            if (file != files.end()) {
                atlas.AddFontFromFileTTF(file->c_str(), pixels, &merge, wanted_.data());
            }
            for (const std::string& other : other_font_files()) {
                if (is_file(other)) {
                    atlas.AddFontFromFileTTF(other.c_str(), pixels, &merge, wanted_.data());
                }
            }
        }
        return font;
    }

  private:
    std::vector<ImWchar> wanted_;
};

} // namespace

void WantedGlyphs::see(const ImFont* font, std::string_view text) {
    constexpr unsigned char kFirstOther = 0xC6; // begins U+0180 and what comes after
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        if (static_cast<unsigned char>(*at) < kFirstOther) {
            ++at;
            continue;
        }
        unsigned code = 0;
        at += std::max(ImTextCharFromUtf8(&code, at, end), 1);
        if (is_loadable(code) && font->FindGlyphNoFallback(static_cast<ImWchar>(code)) == nullptr) {
            fresh_ = all_.insert(static_cast<std::uint16_t>(code)).second || fresh_;
        }
    }
}

bool WantedGlyphs::take_new() {
    return std::exchange(fresh_, false);
}

void watch_glyphs(WantedGlyphs& glyphs) {
    ImGui::GetIO().UserData = &glyphs;
}

void see_text(const ImFont* font, std::string_view text) {
    if (auto* glyphs = static_cast<WantedGlyphs*>(ImGui::GetIO().UserData)) {
        glyphs->see(font, text);
    }
}

Fonts load_fonts(float scale, const WantedGlyphs& wanted) {
    constexpr float kText = 15;
    constexpr float kSmall = 13;
    constexpr float kMono = 14;
    ImGui::GetIO().Fonts->Clear();
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    ImFontConfig mono = config;
    mono.PixelSnapH = true; // whole advances, so that stretches of one line meet exactly
    Loader loader(wanted);
    Fonts fonts;
    fonts.text = loader.load(text_font_files(), std::round(kText * scale), config);
    fonts.bold = loader.load(bold_font_files(), std::round(kText * scale), config);
    fonts.small = loader.load(text_font_files(), std::round(kSmall * scale), config);
    fonts.mono = loader.load(mono_font_files(), std::round(kMono * scale), mono);
    ImGui::GetIO().Fonts->Build();
    ImGui::GetIO().Fonts->ClearInputData(); // faces of some scripts take tens of megabytes
    return fonts;
}

} // namespace weir::app
