#pragma once

/// \file
/// What the commands share that ask a catalog: verify and doctor.

#include <optional>
#include <string_view>

#include "cli/io.h"
#include "live/contracts.h"
#include "live/http.h"

namespace weir::cli {

/// As WEIR_CA_FILE and WEIR_PROXY say; a signal stops a question.
[[nodiscard]] live::HttpSettings http_settings();

/// Names of the members of an answer in JSON that nothing was asked for.
struct AnswerNames {
    std::string_view verdict; ///< `verified`
    std::string_view list;    ///< `evidence`
};

/// Nothing, when the contract is valid, has a managed build, and the operator's allowlists allow what `weir verify`
/// asks. Otherwise nobody may be asked: it has been told why, and that is the exit.
[[nodiscard]] std::optional<Exit> refused(Io& io, const Common& common, const live::LoadedContract& loaded,
                                          const AnswerNames& names);

} // namespace weir::cli
