#pragma once

/// \file
/// What a crash leaves behind: a short text with the version, what was open, and where the program was. A signal
/// handler writes it, so everything that it needs is made ready before; it is the one place of the program with global
/// state.

#include <string>

namespace weir::app {

/// From now on a fatal signal, or an exception that nobody catches, leaves `crash-new-PID.txt` in the folder, and then
/// ends the program as it would have done anyway.
/// \param folder  is made when it is missing; an empty one switches the reports off
void watch_for_crashes(const std::string& folder, const std::string& version);

/// What a report says is open: a few lines without contents of files. From the window's thread.
void note_what_is_open(const std::string& words);

/// Reports that nobody was told of: gives the newest one's file and renames them all, so that each is told once. Of
/// told ones the newest few are kept. Empty when there are none.
[[nodiscard]] std::string take_crash_reports(const std::string& folder);

} // namespace weir::app
