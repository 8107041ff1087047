#pragma once

/// \file
/// Contracts from disk: the contract's text and every fragment that it includes, under the rules of
/// contract.md section 7.

#include <functional>
#include <optional>
#include <string>

#include "weir/facade.h"

namespace weir::live {

/// A contract read from disk and checked.
struct LoadedContract {
    Checked checked;
    FileSet files;        ///< everything that was read or refused, by the names of the findings
    std::string ref_root; ///< as check() takes it
    /// The contract's own text could be read; when not, checked.findings says why.
    bool found = false;
};

/// The text that stands for the file with this real path, such as one open in an editor; nothing for the
/// file itself. Asked only about files that may be read.
using Overlay = std::function<std::optional<std::string>(const std::string& real_path)>;

/// Reads `file` and its fragments, and checks it. Names stay as `file` is written: relative names stay
/// relative to the current folder.
///
/// Only regular files that end in .yaml, .yml or .json, are not hidden and lie in the ref root after all
/// symbolic links are opened; nothing else is opened at all.
///
/// \param fragment  the file is a fragment of this kind, on its own
/// \param overlay   texts that count instead of files
[[nodiscard]] LoadedContract load_contract(const std::string& file, std::optional<FragmentKind> fragment = std::nullopt,
                                           const Overlay& overlay = {});

/// Like load_contract, of the contract `name` in `folder` or below it. All names, those of findings and fragments too,
/// are seen from `folder`, so that two copies of a folder give the same names.
[[nodiscard]] LoadedContract load_contract_below(const std::string& folder, const std::string& name);

/// Like load_contract; all names are seen from the ref root, so that two copies of its folder give the same names,
/// wherever they lie and however `file` is written.
[[nodiscard]] LoadedContract load_contract_from_root(const std::string& file);

/// A file that the contract includes could not be read: of what stands there nothing is known.
[[nodiscard]] bool lacks_a_file(const LoadedContract& loaded);

} // namespace weir::live
