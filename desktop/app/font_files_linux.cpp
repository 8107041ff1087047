#include "fonts.h"

namespace weir::app {

namespace {

std::vector<std::string> in_font_folders(const std::string& file) {
    return {"/usr/share/fonts/truetype/dejavu/" + file,
            "/usr/share/fonts/dejavu/" + file,
            "/usr/share/fonts/dejavu-sans-fonts/" + file,
            "/usr/share/fonts/dejavu-sans-mono-fonts/" + file,
            "/usr/share/fonts/TTF/" + file,
            "/usr/local/share/fonts/" + file};
}

} // namespace

std::vector<std::string> text_font_files() {
    return in_font_folders("DejaVuSans.ttf");
}
std::vector<std::string> bold_font_files() {
    return in_font_folders("DejaVuSans-Bold.ttf");
}
std::vector<std::string> mono_font_files() {
    return in_font_folders("DejaVuSansMono.ttf");
}

} // namespace weir::app
