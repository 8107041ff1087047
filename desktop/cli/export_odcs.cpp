#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "cli/json.h"
#include "cli/offline.h"
#include "cli/options.h"
#include "live/write.h"
#include "weir/deploy.h"
#include "weir/odcs.h"

namespace weir::cli {

namespace {

/// A document as YAML, which is how ODCS is read.
std::string yaml_of(const OdcsDocument& document) {
    Resource resource;
    resource.json = document.json;
    return resource_yaml(resource);
}

Exit print(Io& io, const ExportOptions& options, const std::vector<OdcsDocument>& documents) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    std::string text;
    for (const OdcsDocument& document : documents) {
        text += text.empty() ? "" : "---\n";
        text += yaml_of(document);
        list.push_back(
            {{"expose", document.expose}, {"odcs", nlohmann::ordered_json::parse(document.json, nullptr, false)}});
    }
    io.out(options.common.json() ? json_line({{"schema", 1}, {"documents", list}}) : text);
    return Exit::Fine;
}

Exit write_files(Io& io, const ExportOptions& options, const std::vector<OdcsDocument>& documents) {
    nlohmann::ordered_json written = nlohmann::ordered_json::array();
    std::string lines;
    for (const OdcsDocument& document : documents) {
        const std::string file = fmt::format("{}/{}.odcs.yaml", options.folder, document.expose);
        if (const std::string problem = live::write_file(file, yaml_of(document)); !problem.empty()) {
            return fail(io, options.common, "not-written", fmt::format("{}: {}", file, problem));
        }
        written.push_back({{"expose", document.expose}, {"file", file}});
        lines += terminal_safe(file) + "\n";
    }
    io.out(options.common.json() ? json_line({{"schema", 1}, {"written", written}}) : lines);
    return Exit::Fine;
}

} // namespace

Exit export_odcs(Io& io, const ExportOptions& options) {
    const live::LoadedContract loaded = live::load_contract(options.file);
    const Checked& checked = loaded.checked;
    if (!loaded.found || !checked.valid()) {
        return refuse_invalid(io, options.common, loaded);
    }
    const std::vector<OdcsDocument> documents =
        odcs_documents(checked.contract, checked.plan, checked.hidden, options.expose);
    if (documents.empty()) {
        std::vector<std::string_view> ids;
        for (const Expose& expose : checked.contract.exposes) {
            ids.push_back(expose.expose_id.value);
        }
        return fail(io, options.common, "expose-unknown",
                    fmt::format("there is no expose {}; the contract has {}", options.expose, fmt::join(ids, ", ")));
    }
    return options.folder.empty() ? print(io, options, documents) : write_files(io, options, documents);
}

} // namespace weir::cli
