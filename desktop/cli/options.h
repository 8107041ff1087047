#pragma once

/// \file
/// What the user asked for, one structure for each command.

#include <cstdint>
#include <string>
#include <vector>

#include "cli/io.h"

namespace CLI {
class App;
}

namespace weir::cli {

struct ValidateOptions {
    Common common;
    std::vector<std::string> files;
    bool strict = false;
    bool cost = false;          ///< print what each build does to its table in a day
    bool notes = false;         ///< print findings of severity info as text too
    std::string fragment;       ///< kind of fragment that the files are; empty for contracts
    std::string schema_version; ///< of the fragments
};

struct GenerateOptions {
    Common common; ///< its `out` is not used
    std::string file;
    std::string folder = "runtime/flink";
    bool folder_given = false;
    std::string print; ///< `sql` or empty
};

struct BundleOptions {
    Common common; ///< its `out` is not used
    std::string file;
    std::string out = "runtime/bundle.tgz";
};

struct PlanOptions {
    Common common;    ///< its `out` is not used
    std::string file; ///< a contract, or a bundle
    std::string mode;
    std::string out = "runtime/plan.json";
};

struct DiffOptions {
    Common common;
    std::string file;
    std::string baseline; ///< empty for what is in the cluster
    std::string fail_on = "breaking";
    std::string waivers;        ///< a file; empty for none
    bool exit_on_drift = false; ///< without a baseline: drift is a no
};

struct ApplyOptions {
    Common common;
    std::string file; ///< the plan
    std::string mode;
    std::string bundle; ///< an archive; empty for none
    bool yes = false;
    std::uint32_t wait = 60; ///< seconds for the operator
};

/// Of suspend and resume.
struct SwitchOptions {
    Common common;
    std::string file; ///< the contract
    bool yes = false;
    std::uint32_t wait = 60; ///< seconds for the operator
};

struct LogOptions {
    Common common;
    std::string search; ///< words that an entry has to hold
};

struct PolicyOptions {
    Common common;
    std::string file;
    std::string command = "apply"; ///< apply, diff or verify
};

struct GrantsOptions {
    Common common;
    std::string file;
    bool existing_table = false;
};

struct DoctorOptions {
    Common common;
    std::string file;
};

struct PreviewOptions {
    Common common; ///< its `out` is not used
    std::string base;
    std::string head;
    std::string folder; ///< that gets the site
    std::string fail_on = "breaking";
    std::string waivers; ///< a file; empty for none
};

struct VerifyOptions {
    Common common;
    std::string file;
    bool strict = false;
    std::uint32_t streaming_timeout = 120; ///< seconds
};

struct FleetOptions {
    Common common;
    std::string context;            ///< empty for the list of contexts
    std::vector<std::string> files; ///< contracts, or folders of them
    bool checkpoints = false;       ///< ask every Flink
    bool exit_on_drift = false;
};

struct ExportOptions {
    Common common; ///< its `out` is not used
    std::string file;
    std::string expose; ///< an exposeId; empty for all
    std::string folder; ///< empty for standard output
};

struct ImportOptions {
    Common common; ///< its `out` is not used
    std::string file;
    std::string out; ///< empty for standard output
    bool columns = false;
};

struct ExplainOptions {
    Common common;
    std::string code;
};

struct SchemaOptions {
    Common common;
    std::string fragment; ///< empty for the schema of contracts
};

struct CompletionOptions {
    Common common;
    std::string shell;
};

struct LspOptions {
    Common common;
    bool stdio = false; ///< the only way there is; clients say it all the same
};

struct ServeOptions {
    Common common;
    std::uint16_t port = 7717;
    std::string folder;
};

Exit validate(Io& io, const ValidateOptions& options);
Exit bundle(Io& io, const BundleOptions& options);
Exit plan(Io& io, const PlanOptions& options);
Exit generate_flink(Io& io, const GenerateOptions& options);
Exit diff(Io& io, const DiffOptions& options);
Exit policy(Io& io, const PolicyOptions& options);
Exit grants(Io& io, const GrantsOptions& options);
Exit doctor(Io& io, const DoctorOptions& options);
Exit apply(Io& io, const ApplyOptions& options);
Exit suspend(Io& io, const SwitchOptions& options);
Exit resume(Io& io, const SwitchOptions& options);
Exit log(Io& io, const LogOptions& options);
Exit preview(Io& io, const PreviewOptions& options);
Exit verify(Io& io, const VerifyOptions& options);
Exit fleet(Io& io, const FleetOptions& options);
Exit export_odcs(Io& io, const ExportOptions& options);
Exit import_odcs(Io& io, const ImportOptions& options);
Exit explain(Io& io, const ExplainOptions& options);
Exit rules(Io& io, const Common& common);
Exit schema(Io& io, const SchemaOptions& options);
/// \param app  the whole command line's grammar
Exit completion(Io& io, const CompletionOptions& options, const CLI::App& app);
Exit lsp(Io& io, const LspOptions& options);
Exit serve(Io& io, const ServeOptions& options);

/// What `--fail-on` says.
[[nodiscard]] FailOn fail_on(std::string_view word);

/// Every command's options.
struct Options {
    ValidateOptions validate;
    GenerateOptions generate;
    BundleOptions bundle;
    PlanOptions plan;
    DiffOptions diff;
    PolicyOptions policy;
    GrantsOptions grants;
    DoctorOptions doctor;
    ApplyOptions apply;
    SwitchOptions suspend;
    SwitchOptions resume;
    LogOptions log;
    PreviewOptions preview;
    VerifyOptions verify;
    FleetOptions fleet;
    ExportOptions export_odcs;
    ImportOptions import_odcs;
    ExplainOptions explain;
    Common rules;
    SchemaOptions schema;
    CompletionOptions completion;
    LspOptions lsp;
    ServeOptions serve;
};

/// The command line's grammar, filling `options`.
void declare(CLI::App& app, Options& options);

} // namespace weir::cli
