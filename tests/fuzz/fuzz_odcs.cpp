// Any bytes as an ODCS document: findings with places, or a contract that is valid and exports; never both nothing.
#include <cstdint>
#include <string>
#include <string_view>

#include "require.h"
#include "weir/odcs.h"
#include "weir/odcs_import.h"

namespace {

void check_contract(const std::string& text) {
    weir::FileSet files;
    files["c.fluid.yaml"].text = text;
    const weir::Checked checked = weir::check(files, "c.fluid.yaml");
    require(checked.valid(), "what is made is valid");
    for (const weir::OdcsDocument& document : weir::odcs_documents(checked.contract, checked.plan, checked.hidden)) {
        require(document.json.find('\n') == std::string::npos, "one line");
        files["d.odcs.json"].text = document.json;
        const weir::OdcsImport again = weir::import_odcs(files, "d.odcs.json");
        require(again.checked.document != nullptr, "what is exported is a document");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    weir::FileSet files;
    files["d.odcs.yaml"].text = std::string(reinterpret_cast<const char*>(data), size);
    for (const weir::ImportAs as : {weir::ImportAs::Contract, weir::ImportAs::Columns}) {
        const weir::OdcsImport made = weir::import_odcs(files, "d.odcs.yaml", as);
        require(made.checked.valid() != made.text.empty(), "a contract, or an error");
        if (as == weir::ImportAs::Contract && !made.text.empty()) {
            check_contract(made.text);
        }
    }
    return 0;
}
