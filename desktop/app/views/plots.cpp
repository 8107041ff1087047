#include "views/plots.h"

#include <algorithm>
#include <cmath>

namespace weir::app {

void draw_bars(const Stage& stage, ImDrawList* draw, const Rect& area, const std::vector<float>& values,
               std::size_t most, Rgb ink) {
    const std::size_t count = std::min(values.size(), most);
    if (count == 0 || most == 0) {
        return;
    }
    const auto begin = values.end() - static_cast<std::ptrdiff_t>(count);
    const float largest = std::max(*std::max_element(begin, values.end()), 1e-6F);
    const float step = area.width / static_cast<float>(most);
    const float bar = std::max(std::floor(step - stage.px(1)), 1.0F);
    for (std::size_t i = 0; i < count; ++i) {
        const float height = std::max(area.height * begin[static_cast<std::ptrdiff_t>(i)] / largest, stage.px(1));
        const float x = area.x + area.width - step * static_cast<float>(count - i);
        const bool last = i + 1 == count;
        fill(draw, {std::floor(x), area.y + area.height - height, bar, height}, colour(ink, last ? 1.0F : 0.55F));
    }
}

void draw_course(const Stage& stage, ImDrawList* draw, const Rect& area,
                 const std::vector<std::optional<float>>& values, Rgb ink) {
    float largest = 0;
    for (const std::optional<float>& value : values) {
        largest = std::max(largest, value.value_or(0));
    }
    if (values.size() < 2) {
        return;
    }
    largest = std::max(largest, 1.0F); // ages of nothing at all lie at the bottom
    const float step = area.width / static_cast<float>(values.size() - 1);
    const auto place = [&](std::size_t i) {
        return ImVec2(area.x + step * static_cast<float>(i),
                      area.y + area.height - stage.px(2) - (area.height - stage.px(4)) * *values[i] / largest);
    };
    for (std::size_t i = 1; i < values.size(); ++i) {
        if (values[i - 1] && values[i]) {
            draw->AddLine(place(i - 1), place(i), colour(ink), stage.px(1.6F));
        }
    }
    if (values.back()) {
        draw->AddCircleFilled(place(values.size() - 1), stage.px(2.6F), colour(ink));
    }
}

} // namespace weir::app
