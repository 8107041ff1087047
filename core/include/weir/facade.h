#pragma once

/// \file
/// The whole core behind two doors: typed functions for native programs, and weir_call, one JSON
/// request to one JSON answer, for WebAssembly and for anyone who wants byte-equal answers.
/// Neither throws.

#include <string>
#include <string_view>
#include <vector>

#include "weir/binding.h"
#include "weir/diff.h"
#include "weir/sql.h"

namespace weir {

/// Version of Weir, from the build.
[[nodiscard]] std::string_view version();

/// A contract taken through every stage that it can be taken through.
struct Checked {
    std::string file;
    std::shared_ptr<const Document> document; ///< null while `need` is not empty or nothing was readable
    Contract contract;
    Plan plan;
    /// All findings, by file and place, then code.
    std::vector<Finding> findings;
    std::vector<std::string> need;

    /// No error, and with `strict` no warning.
    [[nodiscard]] bool valid(bool strict = false) const;
};

/// Reads, checks and binds `file`. Sources of the findings are checked.document->sources().
[[nodiscard]] Checked check(const FileSet& files, std::string_view file, std::string_view ref_root = {});

/// Answers one request of interfaces.md, "Core facade". Never throws; a broken request is answered
/// with `{"ok": false, "error": {…}}`.
[[nodiscard]] std::string weir_call(std::string_view request);

} // namespace weir
