#pragma once

namespace weir::app {

/// Looks for leaks now, in builds under LeakSanitizer; does nothing in others. To be called while the
/// graphics driver is still loaded: what it keeps can then be told by its library's name.
void check_leaks();

} // namespace weir::app
