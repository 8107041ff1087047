#include <nlohmann/json.hpp>

#include "cli/options.h"
#include "weir/facade.h"

namespace weir::cli {

/// The schema as people keep it in a repository: indented, so that its own changes can be read.
Exit schema(Io& io, const SchemaOptions& options) {
    const auto parsed = nlohmann::ordered_json::parse(json_schema(fragment_kind(options.fragment)));
    return emit(io, options.common, parsed.dump(1) + "\n");
}

} // namespace weir::cli
