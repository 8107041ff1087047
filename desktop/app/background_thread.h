#pragma once

/// \file
/// How the system runs a thread. One file per operating system implements it.

namespace weir::app {

/// From now on the calling thread, and what it starts, gives way to the others: to the window's where processors are
/// few.
void give_way();

} // namespace weir::app
