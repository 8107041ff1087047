#pragma once

/// \file
/// What has to hold of every mutant, and what happened to it.

#include <map>
#include <string>
#include <vector>

#include "mutations.h"
#include "weir/facade.h"

namespace weir::test {

/// A contract with its fragments, as it is mutated.
struct Subject {
    std::string name;
    std::string file;
    std::string ref_root;
    FileSet files;
    Checked checked;
    /// SQL of its managed builds, by id.
    std::map<std::string, std::string> sql;
};

/// A finding, as the lists name it.
struct Named {
    std::string path; ///< general pointer
    std::string code;
    bool error = false;
};

struct Outcome {
    bool valid = false;
    /// Warnings of a valid mutant that the unmutated contract has not.
    std::vector<Named> remarks;
    /// Errors that point neither at, above or below the mistake nor name its place as related.
    std::vector<Named> elsewhere;
    /// What is wrong with Weir's answer: a finding without a place, a fix that mends nothing, …
    std::vector<std::string> faults;
    std::size_t errors = 0;
    double milliseconds = 0; ///< processor time of check() alone
};

/// Loads a contract with every fragment that it asks for. Throws std::runtime_error when it is not valid.
[[nodiscard]] Subject load(const std::string& root, const std::string& file, const std::string& ref_root);

[[nodiscard]] Outcome judge(const Subject& subject, const Mutation& mutation);

} // namespace weir::test
