#pragma once

/// \file
/// What a command leaves in the log of commands.

#include <string>
#include <vector>

#include "cli/io.h"
#include "live/audit.h"

namespace weir::cli {

class Audit {
  public:
    /// \param command    `apply`
    /// \param arguments  of the command line, the command's own word among them
    Audit(std::string command, const std::vector<std::string>& arguments);

    live::AuditEntry entry; ///< for begin() and end() to write

    /// Before something is sent to a cluster. Why it cannot be written; empty when it was.
    [[nodiscard]] std::string begin();
    /// At the end. A log that cannot be written is told as a note, and keeps nothing from being answered.
    void end(Io& io) const;
    /// The same, of a command that came to this.
    void end(Io& io, std::string_view result, std::string_view code);

  private:
    live::AuditLog log_;
};

} // namespace weir::cli
