#pragma once

/// \file
/// The whole core behind two doors: typed functions for native programs, and weir_call, one JSON
/// request to one JSON answer, for WebAssembly and for anyone who wants byte-equal answers.
/// Neither throws.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "weir/assist.h"
#include "weir/binding.h"
#include "weir/deploy.h"
#include "weir/diff.h"
#include "weir/report.h"
#include "weir/schema.h"
#include "weir/sql.h"

namespace weir {

/// Version of Weir, from the build.
[[nodiscard]] std::string_view version();

/// A contract taken through every stage that it can be taken through.
struct Checked {
    std::string file;
    std::shared_ptr<const Document> document; ///< null while `need` is not empty or nothing was readable
    Contract contract;
    Plan plan;
    /// All findings, by file and place, then code.
    std::vector<Finding> findings;
    /// Texts that may be secrets and that no output shows, sorted. The findings tell none of them.
    std::vector<Span> hidden;
    std::vector<std::string> need;

    /// No error, and with `strict` no warning.
    [[nodiscard]] bool valid(bool strict = false) const;
    /// It could be read as a contract at all, right or wrong.
    [[nodiscard]] bool readable() const { return contract.document != nullptr; }
};

/// Reads, checks and binds `file`, as a contract or as a fragment on its own. Sources of the findings are
/// checked.document->sources().
[[nodiscard]] Checked check(const FileSet& files, std::string_view file, std::string_view ref_root = {},
                            std::optional<FragmentKind> fragment = std::nullopt);

/// What `--fragment KIND --schema-version V` asks for.
struct FragmentChoice {
    std::optional<FragmentKind> kind; ///< nothing for a whole contract
    /// Why the two make no sense together, by code and in words; empty when they do.
    std::string code;
    std::string message;
};

/// \param kind     one of fragment_kind_names(), or empty for a whole contract
/// \param version  a fragment does not say its fluidVersion, so it has to be given
[[nodiscard]] FragmentChoice choose_fragment(std::string_view kind, std::string_view version);

/// Like check(), for questions about `line` of the text `in`, the contract's or a fragment's. When that
/// text cannot be read, because the line is just being typed, it is read without the line.
[[nodiscard]] Checked check_while_typing(const FileSet& files, std::string_view file, std::string_view ref_root,
                                         std::string_view in, std::uint32_t line);

/// The text `in` of this contract is no YAML or JSON as it stands.
[[nodiscard]] bool is_broken(const Checked& checked, std::string_view in);

/// A renaming in the texts of a contract.
struct Renamed {
    Checked checked; ///< as the texts are; the places of `renaming` are in its sources
    /// Nothing where no column is named, and in texts that cannot be read.
    std::optional<Renaming> renaming;
};

/// Renames the column at a place of the text `in`, the contract's or a fragment's, wherever the contract names it. The
/// contract is checked as it would then be: a name that clashes, that captures what another column is read from, or
/// that makes anything else wrong becomes the renaming's obstacle.
/// \param name  empty to ask what would be renamed
[[nodiscard]] Renamed rename(const FileSet& files, std::string_view file, std::string_view ref_root,
                             std::string_view in, Position at, std::string_view name);

/// What reports need of a checked contract. Points into `checked`.
[[nodiscard]] ContractReport report_of(const Checked& checked, bool strict = false);

/// Changes from `base` to `head`, put into `changes`. The report points into all three; its error says
/// which side could not be read, if one could not.
[[nodiscard]] ChangesReport compare(const Checked& base, const Checked& head, bool strict,
                                    std::vector<Change>& changes);

/// Waives changes of a report that compare() made. A file of waivers with problems, or a `today` that is no date,
/// becomes the report's error.
/// \param file  name of the file of waivers, which has to outlive the report
void waive(ChangesReport& report, std::vector<Change>& changes, std::string_view file, std::string_view text,
           std::string_view today);

/// A plan of a valid contract.
struct MadePlan {
    PlanDocument plan;
    std::string json; ///< plan.json; empty when there are problems
    std::vector<DeployProblem> problems;
};

/// The plan of a valid contract and of its bundle. The resolved contract is compiled too, and has to give the same
/// resources.
/// \param bound  the plan is to be applied with this bundle
[[nodiscard]] MadePlan make_plan(const Checked& checked, const Bundle& bundle, PlanMode mode, bool bound);

/// What the contract of a plan or of a bundle compiles to.
struct Rechecked {
    Checked checked;
    Rendered rendered;
    /// `contract-invalid`, `resources-differ` (a plan's resources are not those of its contract), `bundle-resolved`
    /// (the resolved contract is not that of the sources), those of render().
    std::vector<DeployProblem> problems;
};

/// Validates and compiles the contract of a plan again, and compares the resources.
[[nodiscard]] Rechecked recheck(const PlanDocument& plan);
/// Validates and compiles the sources of a bundle that read_bundle() found no fault with.
[[nodiscard]] Rechecked check_bundle(const Bundle& bundle);

/// Answers one request. Never throws; a broken request is answered with `{"ok": false, "error": {…}}`.
///
/// Request: `{"op", "file", "files": {name: text | {"refusal": why}}, "baseline": name,
/// "today": "2026-11-30", "env": {name: value}, "options": {"strict": false, "for": "apply", "refRoot": "",
/// "baselineRefRoot": "", "code": "", "fragment": "", "schemaVersion": "", "waivers": name, "in": name, "line": 1,
/// "column": 1, "newName": ""}}`. Both the head and the baseline read their texts from `files`. `line` and `column` are
/// the cursor's place in the text `in`, which is `file` when it is left out. `waivers` is a text of `files` too, and
/// needs `today`. Answer: `{"ok": true, "result": …}`, or `{"ok": false, "need": [name, …]}` when fragments are missing
/// from `files`, or `{"ok": false, "error": {"code", "message"}}`.
///
/// Results:
/// - `validate`: the object that `weir validate --format json` prints. With options.fragment and
///   options.schemaVersion, of a fragment on its own.
/// - `diff`: the object that `weir diff --format json` prints.
/// - `compile`: `{"schema": 1, "file", "id", "valid", "findings": […], "builds": [{"id", "expose", "sql",
///   "statements": [{"kind": "set|create-table|create-view|create-catalog|create-database|insert", "text"}],
///   "sources": [{"sql": {"start": {"line", "column"}, "end": {…}}, "path", "file", "range"}],
///   "stream": [{"name", "type", "origin": "value|key|metadata", "nullable"}],
///   "outputs": [{"name", "type", "required", "how": "copy|widen|decode|rebuild|build|unbound", "from",
///   "nullable", "fields": [… the same]}], "complete"}]}`. `sql` ranges count code points, like all ranges.
///   A build whose SQL an error stands in the way of has `"complete": false` and an empty `sql`.
/// - `policy`: the object that `weir policy --format json` prints, for the variables in `env` and the command in
///   options.for: apply (which it is when it is left out), diff or verify.
/// - `deploy`: `{"schema": 1, "file", "id", "valid", "findings": […], "problems": [{"code", "path", "message",
/// "help"}],
///   "builds": [{"id", "context", "namespace", "name", "jobDigest",
///   "cost": {"checkpointSeconds", "parallelism", "suspended", "commits", "files", "partitions": [name]},
///   "resources": [{"kind", "name", "yaml"}]}]}`: what
///   is applied, the ConfigMap first. No builds when the contract is not valid.
/// - `bundle`: `{"schema": 1, "file", "id", "valid", "findings": […], "problems": […], "bundleDigest", "sourcesDigest",
///   "files": [{"path", "sha256", "size"}]}`: what `weir bundle` writes. Digests are empty when there are problems, or
///   the contract is not valid. The contract's name has to say where it lies in options.refRoot.
/// - `grants`: `{"schema": 1, "file", "id", "valid", "findings": […], "grants": [{"build", "catalog", "runs", "script",
///   "existingTableScript"}]}`: what `weir grants` prints for each catalog, without and with --existing-table. No
///   grants when the contract is not valid.
/// - `explain`: `{"code", "severity", "meaning", "page"}` of options.code, a code of findings or a rule of diff;
///   without one, a list of all codes, then of all rules.
/// - `schema`: the JSON Schema of contracts, or of the kind of fragment in options.fragment.
/// - `complete`: `{"schema": 1, "items": [{"label", "kind": "key|value|type|column|output|file", "detail",
///   "doc", "range", "text"}]}`: `text` goes in the place of `range`, which is on the cursor's line.
/// - `hover`: `{"schema": 1, "hover": null | {"range", "title", "lines": [sentence, …]}}`.
/// - `definition`: `{"schema": 1, "definition": null | {"origin": range, "file", "range"}}`.
///   The text may be broken in these three, as it is while one types. They show no values.
/// - `rename`: `{"schema": 1, "rename": null | {"range", "name", "obstacle", "places": [{"file", "range", "what",
///   "text"}]}}` of options.newName, or of the old name without one. `text` goes in the place of `range`. With an
///   obstacle there are no places.
/// - `format`: `{"schema": 1, "file", "text", "changed", "refusal"}` of the text `file` alone (weir/format.h).
///
/// Errors: `request-too-large`, `request-too-deep`, `request-malformed`, `request-kind`, `op-unknown`,
/// `op-unavailable`, `code-unknown`, `for-unknown`, `fragment-unknown`, `schema-version-missing`,
/// `schema-version-unknown`, `baseline-unreadable`, `head-unreadable`, `waivers-invalid`, `today-missing`, `internal`.
[[nodiscard]] std::string weir_call(std::string_view request);

/// weir_call with the ops alone that one waits for while one types: validate, diff, compile, explain, complete, hover
/// and definition. It is what weir-core.wasm answers, whose size has a bound; others are `op-unknown` there.
[[nodiscard]] std::string core_call(std::string_view request);

} // namespace weir
