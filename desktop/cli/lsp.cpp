#include <unistd.h>

#include "cli/assets.h"
#include "cli/options.h"
#include "lsp/run.h"

namespace weir::cli {

Exit lsp(Io& io, const LspOptions& /*options*/) {
    weir::lsp::Host host;
    host.pages = find_asset(io.program, "docs/codes");
    return weir::lsp::run(STDIN_FILENO, STDOUT_FILENO, std::move(host)) == 0 ? Exit::Fine : Exit::No;
}

} // namespace weir::cli
