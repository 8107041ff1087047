#pragma once

/// \file
/// What the commands share that make files of a valid contract: generate, bundle, plan.

#include <string>
#include <vector>

#include "cli/io.h"
#include "live/contracts.h"

namespace weir::cli {

/// Tells what is wrong with a contract that could not be read (Exit::Unknown) or is not valid (Exit::No).
Exit refuse_invalid(Io& io, const Common& common, const live::LoadedContract& loaded);

/// Tells that the contract has nothing to deploy. Returns Exit::No.
Exit refuse_unmanaged(Io& io, const Common& common, const std::string& file);

/// Tells warnings and infos of a valid contract on standard error.
void tell_findings(Io& io, const Common& common, const Checked& checked);

/// Tells why there is no result, all of it: on standard error, and under --format json as
/// `{"schema": 1, "error": {"code", "message"}, "problems": […]}`. Returns Exit::No.
Exit refuse_problems(Io& io, const Common& common, std::string_view subject,
                     const std::vector<DeployProblem>& problems);

/// A valid contract with managed builds, or its bundle, ready to be made something of.
struct Subject {
    Exit exit = Exit::Fine; ///< other than Fine: it was told why there is nothing
    Checked checked;
    Bundle bundle;
    bool bound = false; ///< it came as a bundle
};

/// Reads the contract in `file`, or when its name ends in .tgz or .tar.gz the bundle there.
[[nodiscard]] Subject load_subject(Io& io, const Common& common, const std::string& file);

} // namespace weir::cli
