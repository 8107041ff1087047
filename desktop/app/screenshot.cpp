#include "screenshot.h"

#include <stb/stb_image_write.h>

namespace weir::app {

bool write_png(const std::string& file, const Pixels& pixels) {
    constexpr int kChannels = 3;
    stbi_write_force_png_filter = 0;
    return stbi_write_png(file.c_str(), pixels.width, pixels.height, kChannels, pixels.rgb.data(),
                          pixels.width * kChannels) != 0;
}

} // namespace weir::app
