#pragma once

/// \file
/// Key strokes as the views see them, without the window library.

#include <cstdint>

namespace weir::app {

/// Letters and digits are their upper-case ASCII.
enum class Key : std::uint16_t {
    None = 0,
    Plus = '+',
    Minus = '-',
    Zero = '0',
    One = '1',
    Two = '2',
    Three = '3',
    Four = '4',
    B = 'B',
    C = 'C',
    D = 'D',
    E = 'E',
    F = 'F',
    O = 'O',
    P = 'P',
    Q = 'Q',
    R = 'R',
    S = 'S',
    T = 'T',
    V = 'V',
    W = 'W',
    Up = 256,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    Home,
    End,
    Enter,
    Escape,
    Tab,
    Backspace,
    F1,
    F5,
    F6,
    F8,
};

struct KeyPress {
    Key key = Key::None;
    bool ctrl = false;
    bool shift = false;
    bool alt = false;

    [[nodiscard]] bool plain() const { return !ctrl && !shift && !alt; }
};

} // namespace weir::app
