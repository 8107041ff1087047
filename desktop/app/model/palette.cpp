#include "model/palette.h"

#include <algorithm>
#include <cmath>

namespace weir::app {

namespace {

Palette dark() {
    Palette p;
    p.name = ThemeName::Dark;
    p.chrome = rgb(0x12161c);
    p.surface = rgb(0x171c24);
    p.raised = rgb(0x212834);
    p.hover = rgb(0x262f3c);
    p.selected = rgb(0x1f3847);
    p.border = rgb(0x2c3542);
    p.text = rgb(0xdce3ec);
    p.muted = rgb(0x98a4b5);
    p.faint = rgb(0x5f6c7e);
    p.accent = rgb(0x56c2d6);
    p.on_accent = rgb(0x08222a);
    p.error = rgb(0xff7b72);
    p.warning = rgb(0xe8b84b);
    p.ok = rgb(0x6fce8f);
    p.info = rgb(0x7fb2ff);
    p.error_wash = rgb(0x34222a);
    p.warning_wash = rgb(0x302b20);
    p.ok_wash = rgb(0x1c3029);
    p.key = rgb(0x7cc4f0);
    p.string = rgb(0xb9d7a4);
    p.number = rgb(0xe3b98a);
    p.literal = rgb(0xd7a6ee);
    p.comment = rgb(0x8a99ac);
    p.punctuation = rgb(0x93a0b2);
    p.keyword = rgb(0xc8a4f2);
    p.type = rgb(0x6fd0c0);
    p.identifier = rgb(0x8ec9f5);
    return p;
}

Palette light() {
    Palette p;
    p.name = ThemeName::Light;
    p.chrome = rgb(0xeef1f5);
    p.surface = rgb(0xffffff);
    p.raised = rgb(0xf2f5f8);
    p.hover = rgb(0xe6ebf1);
    p.selected = rgb(0xd6ecf1);
    p.border = rgb(0xd3dae3);
    p.text = rgb(0x1b2430);
    p.muted = rgb(0x546172);
    p.faint = rgb(0x8a96a6);
    p.accent = rgb(0x0b7285);
    p.on_accent = rgb(0xffffff);
    p.error = rgb(0xb8261f);
    p.warning = rgb(0x875500);
    p.ok = rgb(0x1a6b3c);
    p.info = rgb(0x1f5fbf);
    p.error_wash = rgb(0xfdeceb);
    p.warning_wash = rgb(0xfcf3df);
    p.ok_wash = rgb(0xe7f5ec);
    p.key = rgb(0x0b5cad);
    p.string = rgb(0x2f6b2f);
    p.number = rgb(0x9a4a00);
    p.literal = rgb(0x7a3ea8);
    p.comment = rgb(0x5e6a7a);
    p.punctuation = rgb(0x5b6878);
    p.keyword = rgb(0x6f3ab0);
    p.type = rgb(0x0b6e60);
    p.identifier = rgb(0x0b5cad);
    return p;
}

double luminance(Rgb c) {
    const auto linear = [](std::uint8_t channel) {
        const double v = channel / 255.0;
        return v <= 0.03928 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b);
}

} // namespace

Rgb Palette::ink(Ink ink) const {
    switch (ink) {
    case Ink::Plain:
        return text;
    case Ink::Key:
        return key;
    case Ink::String:
        return string;
    case Ink::Number:
        return number;
    case Ink::Literal:
        return literal;
    case Ink::Comment:
        return comment;
    case Ink::Punctuation:
        return punctuation;
    case Ink::Keyword:
        return keyword;
    case Ink::Type:
        return type;
    case Ink::Identifier:
        return identifier;
    }
    return text;
}

Rgb Palette::severity(Severity severity) const {
    switch (severity) {
    case Severity::Error:
        return error;
    case Severity::Warning:
        return warning;
    case Severity::Info:
        return info;
    }
    return info;
}

const Palette& palette(ThemeName theme) {
    static const Palette kDark = dark();
    static const Palette kLight = light();
    return theme == ThemeName::Dark ? kDark : kLight;
}

double contrast(Rgb a, Rgb b) {
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace weir::app
