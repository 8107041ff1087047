#pragma once

/// \file
/// Fragments on demand: a host that can read files at once answers while the contract is read, so that no text is read
/// twice. A host that cannot, such as a browser, looks at ReadDocument::need and calls again.

#include <functional>
#include <optional>

#include "weir/document.h"

namespace weir {

struct Checked;
enum class FragmentKind : std::uint8_t;

/// Asked once for each file that a `$ref` names and the FileSet lacks. The answer stays good until the reading ends;
/// null puts the name on `need`.
using FetchFile = std::function<const FileAnswer*(const std::string& name)>;

/// As weir::read_document without `fetch`, and to the same findings.
[[nodiscard]] ReadDocument read_document(const FileSet& files, std::string_view file, std::string_view ref_root,
                                         const DocumentLimits& limits, RootKinds roots, const FetchFile& fetch);

/// As weir::check (weir/facade.h) without `fetch`.
[[nodiscard]] Checked check(const FileSet& files, std::string_view file, std::string_view ref_root,
                            std::optional<FragmentKind> fragment, const FetchFile& fetch);

} // namespace weir
