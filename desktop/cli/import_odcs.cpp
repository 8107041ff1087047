#include <filesystem>

#include <nlohmann/json.hpp>

#include "cli/json.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "live/open.h"
#include "live/write.h"
#include "weir/odcs_import.h"

namespace weir::cli {

namespace {

/// As large as a contract may be.
constexpr std::size_t kLargest = DocumentLimits{}.bytes;

/// The findings as `weir validate --format json` has them for one file, and the contract.
std::string json_of(const OdcsImport& made) {
    const ContractReport report = report_of(made.checked);
    nlohmann::ordered_json object = nlohmann::ordered_json::parse(contract_json(report), nullptr, false);
    return json_line({{"schema", 1},
                      {"file", made.checked.file},
                      {"valid", made.checked.valid()},
                      {"findings", object["findings"]},
                      {"contract", made.text}});
}

} // namespace

Exit import_odcs(Io& io, const ImportOptions& options) {
    FileSet files;
    // The name tells what it is, whatever folder it lies in.
    files[options.file] = live::read_regular(options.file, kLargest);
    if (const FileAnswer& answer = files[options.file]; !answer.refusal.empty()) {
        return fail(io, options.common, "file-unreadable", options.file + ": " + answer.refusal);
    }
    const OdcsImport made =
        weir::import_odcs(files, options.file, options.columns ? ImportAs::Columns : ImportAs::Contract);
    const ContractReport report = report_of(made.checked);
    TextStyle style = style_of_err(io, options.common);
    style.notes = !options.common.quiet; // they say what is left out
    io.err(findings_text({report}, style));
    if (!made.checked.valid()) {
        if (options.common.json()) {
            io.out(json_of(made));
        }
        return Exit::No;
    }
    if (options.common.json()) {
        io.out(json_of(made));
    } else if (options.out.empty()) {
        io.out(made.text);
    }
    if (!options.out.empty()) {
        if (const std::string problem = live::write_file(options.out, made.text); !problem.empty()) {
            return fail(io, options.common, "not-written", options.out + ": " + problem);
        }
    }
    return Exit::Fine;
}

} // namespace weir::cli
