#include "fonts.h"

#include <array>
#include <cmath>
#include <filesystem>
#include <system_error>

#include <imgui.h>

namespace weir::app {

namespace {

/// Pairs of first and last code point. The gaps in General Punctuation are the invisible and the
/// bidirectional controls: they show as the replacement character, so a text cannot hide anything.
constexpr std::array<ImWchar, 23> kGlyphs = {0x0020, 0x024F, // Latin
                                             0x0370, 0x03FF, // Greek
                                             0x0400, 0x052F, // Cyrillic
                                             0x1E00, 0x1EFF, // Latin, more accents
                                             0x2010, 0x2027, // dashes, quotes, bullet, ellipsis
                                             0x2030, 0x205E, // more punctuation
                                             0x20AC, 0x20AC, // euro
                                             0x2190, 0x2193, // arrows
                                             0x2212, 0x2212, // minus
                                             0x2260, 0x2265, // not equal, at most, at least
                                             0xFFFD, 0xFFFD, // replacement
                                             0};

ImFont* load_first(const std::vector<std::string>& files, float pixels, const ImFontConfig& config) {
    for (const std::string& file : files) {
        std::error_code error;
        // Dear ImGui stops the program in debug builds when a file is missing: ask first.
        if (std::filesystem::is_regular_file(file, error)) {
            if (ImFont* font =
                    ImGui::GetIO().Fonts->AddFontFromFileTTF(file.c_str(), pixels, &config, kGlyphs.data())) {
                return font;
            }
        }
    }
    ImFontConfig fallback;
    fallback.SizePixels = pixels;
    return ImGui::GetIO().Fonts->AddFontDefault(&fallback);
}

} // namespace

Fonts load_fonts(float scale) {
    constexpr float kText = 15;
    constexpr float kSmall = 13;
    constexpr float kMono = 14;
    ImGui::GetIO().Fonts->Clear();
    ImFontConfig config;
    config.OversampleH = 2;
    config.OversampleV = 1;
    ImFontConfig mono = config;
    mono.PixelSnapH = true; // whole advances, so that stretches of one line meet exactly
    Fonts fonts;
    fonts.text = load_first(text_font_files(), std::round(kText * scale), config);
    fonts.bold = load_first(bold_font_files(), std::round(kText * scale), config);
    fonts.small = load_first(text_font_files(), std::round(kSmall * scale), config);
    fonts.mono = load_first(mono_font_files(), std::round(kMono * scale), mono);
    ImGui::GetIO().Fonts->Build();
    return fonts;
}

} // namespace weir::app
