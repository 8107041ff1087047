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

std::vector<std::string> other_font_files() {
    return {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
            "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
            "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
            "/usr/share/fonts/google-noto-cjk/NotoSansCJK-Regular.ttc",
            "/usr/share/fonts/noto-cjk/NotoSansCJK-Regular.ttc",
            "/usr/share/fonts/truetype/wqy/wqy-microhei.ttc",
            "/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc",
            "/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf",
            "/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf",
            "/usr/share/fonts/truetype/noto/NotoSansThai-Regular.ttf",
            "/usr/share/fonts/truetype/freefont/FreeSans.ttf",
            "/usr/share/fonts/truetype/unifont/unifont.ttf"};
}

} // namespace weir::app
