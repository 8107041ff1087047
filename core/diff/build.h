#pragma once

/// \file
/// Two builds that belong together, and what is compared of them.

#include <string>

#include "diff/rest.h"

namespace weir::changes {

struct BuildPair {
    std::size_t base = 0; ///< index into the base's Contract::builds
    std::size_t head = 0;
    std::string path;     ///< `builds[ingest-orders]`
    std::string subject;  ///< `Flink build ingest-orders`
    bool renamed = false; ///< matched by the expose that both write
};

/// `builds[ingest-orders]`; a build without an id keeps its number.
[[nodiscard]] std::string build_path(const Build& build, std::size_t index);
[[nodiscard]] std::string build_subject(const Build& build, std::size_t index);

/// properties.stream as a reader schema.
void compare_streams(Changes& changes, const BuildPair& pair);
/// properties.mapping and properties.sql: where outputs are read from.
void compare_outputs(Changes& changes, const BuildPair& pair);
/// A build that is new under its id and runs its own SQL; `before` is the SQL that ran under its old id.
void report_own_sql(Changes& changes, const Build& head, const std::string& path, const std::string& subject,
                    const Text& before);
/// properties.parameters.flink.
void compare_jobs(Changes& changes, const BuildPair& pair);

} // namespace weir::changes
