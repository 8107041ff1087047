#include "weir/grants.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "live/contracts.h"

namespace weir::cli {

Exit grants(Io& io, const GrantsOptions& options) {
    const live::LoadedContract loaded = live::load_contract(options.file);
    if (!loaded.found || !loaded.checked.valid()) {
        return refuse_invalid(io, options.common, loaded);
    }
    const Contract& contract = loaded.checked.contract;
    const Grants all = grants_of(contract, options.existing_table);
    if (all.catalogs.empty()) {
        return refuse_unmanaged(io, options.common, options.file);
    }
    return emit(io, options.common,
                options.common.json() ? grants_json(all, options.existing_table)
                                      : grants_script(all, contract.id.value));
}

} // namespace weir::cli
