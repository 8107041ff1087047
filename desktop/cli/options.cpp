#include "cli/options.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/help.h"
#include "cli/words.h"
#include "weir/contract.h"
#include "weir/facade.h"
#include "weir/grammar.h"
#include "weir/policy.h"

namespace weir::cli {

namespace {

/// \param out  whether `--out FILE` takes the result
void declare_common(CLI::App& command, Common& common, const std::vector<std::string>& formats, bool out) {
    command.add_option("--format", common.format, "Form of the result")
        ->check(CLI::IsMember(formats))
        ->type_name("FORMAT")
        ->capture_default_str();
    if (out) {
        command.add_option("--out", common.out, "Write the result to this file")->type_name("FILE");
    }
    command.add_flag("--no-color", common.no_color, "No colours on a terminal (NO_COLOR does the same)");
    command.add_flag("-q,--quiet", common.quiet, "No summary and no notes");
}

void declare_fragment(CLI::App& command, std::string& kind, const std::string& help) {
    const auto names = fragment_kind_names();
    command.add_option("--fragment", kind, help)
        ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())))
        ->type_name("KIND");
}

void declare_validate(CLI::App& app, ValidateOptions& options) {
    CLI::App& command = *app.add_subcommand("validate", "Find what is wrong with contracts");
    command.add_option("FILE", options.files, "Contracts, or folders to search for *.fluid.yaml")->required();
    command.add_flag("--strict", options.strict, "Warnings make a contract invalid too");
    command.add_flag("--notes", options.notes,
                     "Tell notes too: what is worth knowing and no fault (text only; other formats do)");
    command.add_flag("--cost", options.cost,
                     "Say what each build does to its table in a day: commits, snapshots, files (text and json)");
    declare_fragment(command, options.fragment, "The files are fragments of this kind, each on its own");
    command
        .add_option("--schema-version", options.schema_version,
                    fmt::format("The fragments' fluidVersion, which they do not say themselves: {}", kLaneVersion))
        ->type_name("V");
    declare_common(command, options.common, {"text", "json", "sarif", "junit", "github"}, true);
}

void declare_generate(CLI::App& app, GenerateOptions& options) {
    CLI::App& command = *app.add_subcommand("generate", "Write what a contract describes");
    command.require_subcommand(1);
    CLI::App& flink = *command.add_subcommand("flink", "Write the Flink SQL of every managed build");
    flink.add_option("FILE", options.file, "The contract")->required();
    flink.add_option("--out", options.folder, "Folder that gets one folder for each build")
        ->type_name("DIR")
        ->capture_default_str()
        ->each([&options](const std::string&) { options.folder_given = true; });
    flink.add_option("--print", options.print, "Print the SQL instead of writing files")
        ->check(CLI::IsMember({"sql"}))
        ->type_name("WHAT");
    declare_common(flink, options.common, {"text", "json"}, false);
}

void declare_out(CLI::App& command, std::string& out, const std::string& help) {
    command.add_option("--out", out, help)->type_name("FILE")->capture_default_str();
}

void declare_bundle(CLI::App& app, BundleOptions& options) {
    CLI::App& command = *app.add_subcommand("bundle", "Pack a contract and its fragments, with their digests");
    command.add_option("FILE", options.file, "The contract")->required();
    declare_out(command, options.out, "The archive to write");
    declare_common(command, options.common, {"text", "json"}, false);
}

void declare_plan(CLI::App& app, PlanOptions& options) {
    CLI::App& command = *app.add_subcommand("plan", "Write down what apply is to do, without asking any cluster");
    command.add_option("FILE", options.file, "The contract, or its bundle (.tgz)")->required();
    command
        .add_option("--mode", options.mode,
                    "dry-run: only look; create-only: nothing may be there yet; amend: create or change, and restart "
                    "from a savepoint; amend-and-build: the same")
        ->required()
        ->type_name("MODE");
    declare_out(command, options.out, "The plan to write");
    declare_common(command, options.common, {"text", "json"}, false);
}

void declare_diff(CLI::App& app, DiffOptions& options) {
    CLI::App& command = *app.add_subcommand("diff", "Compare a contract with an older one, or with what is deployed");
    command.add_option("NEW", options.file, "The contract")->required();
    command
        .add_option("--baseline", options.baseline,
                    "The contract to compare with: a file, or git:REV for this contract as it stands in a commit; "
                    "without one, the cluster that the contract names")
        ->type_name("OLD");
    command.add_option("--waivers", options.waivers, "Changes that somebody answers for (JSON)")->type_name("FILE");
    command.add_option("--fail-on", options.fail_on, "Exit with 1 for a change of this severity or a higher one")
        ->check(CLI::IsMember({"breaking", "non-breaking", "info", "none"}))
        ->type_name("SEVERITY")
        ->capture_default_str();
    command.add_flag("--exit-on-drift", options.exit_on_drift,
                     "Without --baseline: exit with 1 when the cluster has drifted");
    declare_common(command, options.common, {"text", "json", "markdown", "html", "sarif", "junit", "github"}, true);
}

void declare_policy(CLI::App& app, PolicyOptions& options) {
    CLI::App& command = *app.add_subcommand("policy", "Say what the operator's allowlists refuse of a contract");
    command.add_option("FILE", options.file, "The contract")->required();
    const auto names = policy_command_names();
    command.add_option("--for", options.command, "The command that would be refused")
        ->check(CLI::IsMember(std::vector<std::string>(names.begin(), names.end())))
        ->type_name("COMMAND")
        ->capture_default_str();
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_grants(CLI::App& app, GrantsOptions& options) {
    CLI::App& command = *app.add_subcommand("grants", "Print a script of the least rights that a contract's jobs need");
    command.add_option("FILE", options.file, "The contract")->required();
    command.add_flag("--existing-table", options.existing_table,
                     "The table is there: the job gets no right to make one");
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_doctor(CLI::App& app, DoctorOptions& options) {
    CLI::App& command = *app.add_subcommand("doctor", "Look from here whether the catalog takes a contract's job");
    command.add_option("FILE", options.file, "The contract")->required();
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_apply(CLI::App& app, ApplyOptions& options) {
    CLI::App& command = *app.add_subcommand("apply", "Bring a plan to the cluster that its contract names");
    command.add_option("PLAN", options.file, "What weir plan wrote")->required();
    command.add_option("--mode", options.mode, "dry-run, or the mode of the plan: create-only, amend, amend-and-build")
        ->required()
        ->type_name("MODE");
    command.add_option("--bundle", options.bundle, "The bundle that the plan was made from")->type_name("F.tgz");
    command.add_flag("--yes", options.yes, "Apply without asking");
    command.add_option("--wait", options.wait, "Seconds to wait for the operator; 0 looks once")
        ->check(CLI::Range(0, 3600))
        ->type_name("S")
        ->capture_default_str();
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_switch(CLI::App& app, SwitchOptions& options, const std::string& name, const std::string& help) {
    CLI::App& command = *app.add_subcommand(name, help);
    command.add_option("FILE", options.file, "The contract that was applied last")->required();
    command.add_flag("--yes", options.yes, "Do it without asking");
    command.add_option("--wait", options.wait, "Seconds to wait for the operator; 0 looks once")
        ->check(CLI::Range(0, 3600))
        ->type_name("S")
        ->capture_default_str();
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_log(CLI::App& app, LogOptions& options) {
    CLI::App& command = *app.add_subcommand("log", "Show what was asked of clusters from this account");
    command.add_option("--search", options.search, "Only entries that hold each of these words")->type_name("TEXT");
    declare_common(command, options.common, {"text", "json", "jsonl", "csv"}, true);
}

void declare_preview(CLI::App& app, PreviewOptions& options) {
    CLI::App& command = *app.add_subcommand("preview", "Write a static site of what changed between two folders");
    command.add_option("--base", options.base, "The folder as it was")->required()->type_name("DIR");
    command.add_option("--head", options.head, "The folder as it is to be")->required()->type_name("DIR");
    command.add_option("--out", options.folder, "The folder that gets index.html and a page for each contract")
        ->required()
        ->type_name("DIR");
    command.add_option("--waivers", options.waivers, "Changes that somebody answers for (JSON)")->type_name("FILE");
    command.add_option("--fail-on", options.fail_on, "Exit with 1 for a change of this severity or a higher one")
        ->check(CLI::IsMember({"breaking", "non-breaking", "info", "none"}))
        ->type_name("SEVERITY")
        ->capture_default_str();
    declare_common(command, options.common, {"text", "json", "markdown"}, false);
}

void declare_verify(CLI::App& app, VerifyOptions& options) {
    constexpr std::uint32_t kMost = 24U * 60 * 60;
    CLI::App& command = *app.add_subcommand("verify", "Look whether a deployment does what its contract says");
    command.add_option("FILE", options.file, "The contract")->required();
    command.add_flag("--strict", options.strict, "What cannot be looked at is a no");
    command
        .add_option("--streaming-timeout", options.streaming_timeout,
                    "Seconds to wait for fresh evidence; 0 looks once")
        ->check(CLI::Range(std::uint32_t{0}, kMost))
        ->type_name("S")
        ->capture_default_str();
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_fleet(CLI::App& app, FleetOptions& options) {
    CLI::App& command =
        *app.add_subcommand("fleet", "List the contexts of the kubeconfig, or all that Weir manages in one");
    command.add_option("FILE", options.files,
                       "Contracts, or folders of them: each deployment is compared with the contract that it is of");
    command.add_option("--context", options.context, "Look into this context of the kubeconfig")->type_name("NAME");
    command.add_flag("--checkpoints", options.checkpoints, "Ask each job for its last checkpoint: one request a job");
    command.add_flag("--exit-on-drift", options.exit_on_drift, "Exit with 1 when a deployment has drifted");
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_export(CLI::App& app, ExportOptions& options) {
    CLI::App& command = *app.add_subcommand("export", "Write a contract in the form of another standard");
    command.require_subcommand(1);
    CLI::App& odcs = *command.add_subcommand("odcs", "Write exposes as contracts of the Open Data Contract Standard");
    odcs.add_option("FILE", options.file, "The contract")->required();
    odcs.add_option("--expose", options.expose, "This expose alone")->type_name("ID");
    odcs.add_option("--out", options.folder, "Folder that gets ID.odcs.yaml for each expose")->type_name("DIR");
    declare_common(odcs, options.common, {"text", "json"}, false);
}

void declare_import(CLI::App& app, ImportOptions& options) {
    CLI::App& command = *app.add_subcommand("import", "Make a contract of a document of another standard");
    command.require_subcommand(1);
    CLI::App& odcs = *command.add_subcommand("odcs", "Make one of a contract of the Open Data Contract Standard");
    odcs.add_option("FILE", options.file, "The ODCS document (YAML or JSON)")->required();
    odcs.add_flag("--columns", options.columns,
                  "Only its columns, nested types spelt out: a fragment of kind schema for a managed contract");
    odcs.add_option("--out", options.out, "Write the contract to this file")->type_name("FILE");
    declare_common(odcs, options.common, {"text", "json"}, false);
}

void declare_explain(CLI::App& app, ExplainOptions& options) {
    CLI::App& command = *app.add_subcommand("explain", "Say what a code means");
    command.add_option("CODE", options.code, "A code, such as yaml-syntax, or a rule of diff")->required();
    declare_common(command, options.common, {"text", "json"}, true);
}

void declare_schema(CLI::App& app, SchemaOptions& options) {
    CLI::App& command = *app.add_subcommand("schema", "Print the JSON Schema of contracts, for editors");
    declare_fragment(command, options.fragment, "The schema of a fragment of this kind instead");
    options.common.format = "json";
    declare_common(command, options.common, {"json"}, true);
}

void declare_completion(CLI::App& app, CompletionOptions& options) {
    CLI::App& command = *app.add_subcommand("completion", "Print a script that completes weir's commands in a shell");
    command.add_option("SHELL", options.shell, "The shell")->required()->check(CLI::IsMember(shell_names()));
    command.add_option("--out", options.common.out, "Write the result to this file")->type_name("FILE");
}

void declare_lsp(CLI::App& app, LspOptions& options) {
    CLI::App& command = *app.add_subcommand("lsp", "Serve editors: findings, completion, hovers, fixes and definitions "
                                                   "(Language Server Protocol on standard input and output)");
    command.add_flag("--stdio", options.stdio, "Use standard input and output, as it always does");
}

void declare_serve(CLI::App& app, ServeOptions& options) {
    CLI::App& command = *app.add_subcommand("serve", "Serve the browser console on this machine");
    command.add_option("--port", options.port, "Port on the loopback interface; 0 takes a free one")
        ->type_name("N")
        ->capture_default_str();
    command.add_option("--dir", options.folder, "The console's files, if not the ones installed")->type_name("DIR");
    command.add_flag("-q,--quiet", options.common.quiet, "No notes");
}

} // namespace

void declare(CLI::App& app, Options& options) {
    app.name("weir");
    app.formatter(help_formatter());
    app.description("Weir checks contracts of streaming data products, writes their Flink SQL and compares them.");
    app.set_version_flag("--version", fmt::format("weir {}", version()));
    app.require_subcommand(1);
    declare_validate(app, options.validate);
    declare_generate(app, options.generate);
    declare_bundle(app, options.bundle);
    declare_plan(app, options.plan);
    declare_diff(app, options.diff);
    declare_policy(app, options.policy);
    declare_grants(app, options.grants);
    declare_doctor(app, options.doctor);
    declare_apply(app, options.apply);
    declare_switch(app, options.suspend, "suspend", "Stop the job of a deployment with a savepoint");
    declare_switch(app, options.resume, "resume", "Start the job of a deployment from its savepoint");
    declare_log(app, options.log);
    declare_preview(app, options.preview);
    declare_verify(app, options.verify);
    declare_fleet(app, options.fleet);
    declare_export(app, options.export_odcs);
    declare_import(app, options.import_odcs);
    declare_explain(app, options.explain);
    declare_common(*app.add_subcommand("rules", "List every code and every rule of diff"), options.rules,
                   {"text", "json"}, true);
    declare_schema(app, options.schema);
    declare_completion(app, options.completion);
    declare_lsp(app, options.lsp);
    declare_serve(app, options.serve);
    app.footer("Exit codes: 0 fine; 1 the answer is no (invalid, refused, a change at or above --fail-on); "
               "2 it could not tell (usage, an unreadable file).");
}

} // namespace weir::cli
