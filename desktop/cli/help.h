#pragma once

/// \file
/// How `--help` is laid out: no line is wider than 80 columns, whatever the terminal, so that it can be compared and
/// piped.

#include <memory>

namespace CLI {
class FormatterBase;
} // namespace CLI

namespace weir::cli {

/// CLI11's own layout with the texts of options and commands wrapped.
[[nodiscard]] std::shared_ptr<CLI::FormatterBase> help_formatter();

} // namespace weir::cli
