// The facade's requests and results, as documented in core/include/weir/facade.h and printed by
// `weir validate|diff --format json`.

/** A place as people count it: from 1, columns in Unicode code points. */
export interface Position {
  line: number;
  column: number;
}

/** From `start` up to, not including, `end`. */
export interface Range {
  start: Position;
  end: Position;
}

/** A range of a named text. */
export interface Location {
  file: string;
  range: Range;
}

/** Errors make a contract invalid; warnings do so under `strict` only; infos never do. */
export type Severity = "error" | "warning" | "info";

/** Another place that has to do with a finding. */
export interface Related extends Location {
  message: string;
}

export interface Edit extends Location {
  text: string;
}

/** A change of the texts that mends the finding. Its edits do not overlap. */
export interface Fix {
  title: string;
  edits: Edit[];
}

/** One thing that is wrong, or worth knowing, at one place. */
export interface Finding {
  /** Stable slug, such as `mapping-path-unknown`; `explain` tells what it means. */
  code: string;
  severity: Severity;
  /** Contract pointer, such as `exposes[0].contract.schema[2].type`; empty for the whole document. */
  path: string;
  message: string;
  /** Where; absent (or null) when the finding has no place in a text. */
  file?: string | null;
  range?: Range | null;
  /** What to write instead. */
  help?: string | null;
  related?: Related[] | null;
  fix?: Fix | null;
}

export interface CheckedContract {
  file: string;
  id?: string | null;
  valid: boolean;
  findings: Finding[];
}

/** What `weir validate --format json` prints. */
export interface ValidateResult {
  schema: 1;
  valid: boolean;
  contracts: CheckedContract[];
}

export type ChangeSeverity = "breaking" | "non-breaking" | "info";

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface Waiver {
  reason: string;
  owner: string;
  expires: string;
}

/** Nothing is migrated automatically: these statements are for whoever looks after the table. */
export interface Migration {
  /** Says so, and what no statement can do. */
  note: string;
  /** `ALTER TABLE` statements, in the order in which they have to run; empty where there is none. */
  spark: string[];
  trino: string[];
}

export interface Change {
  /** Stable slug, such as `field-type-changed`. */
  rule: string;
  severity: ChangeSeverity;
  /** With ids for numbers: `builds[ingest-orders].properties.stream.schema.customer.id`. */
  path: string;
  /** `what`, `affected` and `action` as one text. */
  message: string;
  /** What changes, without the full stop. */
  what: string;
  /** Who is affected and how, in sentences; may be empty. */
  affected: string;
  /** What to do, in sentences; may be empty. */
  action: string;
  /** What an existing table would need; null when its schema stays as it is. */
  migration: Migration | null;
  /** What becomes of the job's saved state; null when the job stays the same. */
  savepoint: { state: "kept" | "uncertain" | "lost"; why: string } | null;
  /** Values; null (or absent) on the side that lacks it. */
  before?: Json;
  after?: Json;
  base: Location | null;
  head: Location | null;
  /** 16 hex digits over rule, path and values. */
  fingerprint: string;
  waived?: Waiver | null;
}

/** What `weir diff --format json` prints. */
export interface DiffResult {
  schema: 1;
  changes: Change[];
  summary: { breaking: number; nonBreaking: number; info: number; waived?: number };
  /** What to know about the comparison itself, such as a baseline that is not valid. */
  warnings?: { code: string; message: string }[];
  /** The head's own verdict: changes are shown for an invalid head too. */
  head: { valid: boolean; findings: Finding[] };
}

export type StatementKind =
  | "set"
  | "create-table"
  | "create-view"
  | "create-catalog"
  | "create-database"
  | "insert";

/** This range of the SQL came from that place of the contract. Ranges nest. */
export interface SqlSource {
  sql: Range;
  path: string;
  file?: string | null;
  range?: Range | null;
}

/** A column of `source_events`. */
export interface StreamColumn {
  name: string;
  type: string;
  origin: "value" | "key" | "metadata";
  nullable: boolean;
}

/** A column of the table, and how it gets its value. */
export interface OutputColumn {
  name: string;
  type: string;
  required: boolean;
  how: "copy" | "widen" | "decode" | "rebuild" | "build" | "unbound";
  /** The path it is read from; empty when it is built of several. */
  from: string;
  nullable: boolean;
  /** How the fields of a rebuilt or built struct get theirs. */
  fields: OutputColumn[];
}

export interface CompiledBuild {
  id: string;
  expose: string;
  /** The whole job.sql; empty when an error stands in its way. */
  sql: string;
  statements: { kind: StatementKind; text: string }[];
  sources: SqlSource[];
  stream: StreamColumn[];
  outputs: OutputColumn[];
  complete: boolean;
}

/** Findings, and each managed build with its Flink SQL. */
export interface CompileResult {
  schema: 1;
  file: string;
  id?: string | null;
  valid: boolean;
  findings: Finding[];
  builds: CompiledBuild[];
}

/** What a code of findings, or a rule of diff, means. */
export interface CodeInfo {
  code: string;
  severity: Severity | ChangeSeverity;
  meaning: string;
  /** Its page, relative to the documentation. */
  page?: string | null;
}

/** A text, or why the host does not supply it (`no such file`). */
export type FileAnswer = string | { refusal: string };

/** Texts by name. Names are paths with `/`, with `.` and `..` folded. */
export type FileSet = Record<string, FileAnswer>;

export interface ContractRequest {
  /** Name of the contract in `files`. */
  file: string;
  /** The contract and the fragments that it includes. */
  files: FileSet;
  /** Warnings make it invalid too. */
  strict?: boolean;
  /** Folder that no `$ref` may leave; the contract's own folder when not given. */
  refRoot?: string;
}

/** Fragments that can be checked on their own: a stream, columns, a mapping. */
export type FragmentKind = "streamSource" | "schema" | "recordMapping";

export interface FragmentRequest extends ContractRequest {
  /** What `file` is a fragment of. */
  fragment: FragmentKind;
  /** Its fluidVersion, which it does not say itself; 0.7.7 is the one with fragments. */
  schemaVersion: string;
}

export interface DiffRequest extends ContractRequest {
  /** Name of the older contract in `files`. */
  baseline: string;
  /** As `refRoot`, for the baseline. */
  baselineRefRoot?: string;
  /** Name of a file of waivers in `files`, whose changes are then marked and counted apart. It needs `today`. */
  waivers?: string;
  /** The day, `YYYY-MM-DD`, which the core cannot know: waivers expire. */
  today?: string;
}

/** A question about the place of a cursor. The text may be broken, as it is while one types. */
export interface CursorRequest extends ContractRequest {
  /** Name of the text that the cursor is in: the contract, or one of its fragments. The contract when not given. */
  in?: string;
  /** From 1. */
  line: number;
  /** From 1, in Unicode code points. */
  column: number;
}

/** Something that may stand at the cursor. */
export interface Completion {
  label: string;
  kind: "key" | "value" | "type" | "column" | "output" | "file";
  /** Such as a type, or `required`; may be empty. */
  detail: string;
  /** A sentence; may be empty. */
  doc: string;
  /** What `text` replaces, on the cursor's line. */
  range: Range;
  text: string;
}

/** What the word under the cursor means. Values of the contract are never in it. */
export interface Hover {
  range: Range;
  title: string;
  /** Sentences. */
  lines: string[];
}

/** Where the word under the cursor is declared. */
export interface Definition extends Location {
  /** The word. */
  origin: Range;
}

/** Why a valid contract cannot be deployed or bundled as it is. */
export interface DeployProblem {
  /** Stable slug, such as `config-map-too-large`. */
  code: string;
  path: string;
  message: string;
  help: string;
}

/** A Kubernetes object that applying the contract sends. */
export interface DeployResource {
  kind: "ConfigMap" | "FlinkDeployment";
  name: string;
  yaml: string;
}

/** What a running job does to its table on a day, at most. */
export interface DeploymentCost {
  checkpointSeconds: number;
  parallelism: number;
  /** No job runs: commits and files are 0. */
  suspended: boolean;
  commits: number;
  /** For one value of the partition columns between two checkpoints. */
  files: number;
  /** Columns of the partition spec. */
  partitions: string[];
}

/** What one managed build becomes on its cluster. */
export interface Deployment {
  id: string;
  context: string;
  namespace: string;
  /** Of the FlinkDeployment. */
  name: string;
  /** Of the job's job.json; names its ConfigMap. */
  jobDigest: string;
  cost: DeploymentCost;
  /** In the order in which they are applied. */
  resources: DeployResource[];
}

export interface DeployResult {
  schema: 1;
  file: string;
  id: string;
  valid: boolean;
  findings: Finding[];
  problems: DeployProblem[];
  builds: Deployment[];
}

/** What `weir bundle` would write. */
export interface BundleResult {
  schema: 1;
  file: string;
  id: string;
  valid: boolean;
  findings: Finding[];
  problems: DeployProblem[];
  /** Empty when there is no bundle. */
  bundleDigest: string;
  sourcesDigest: string;
  files: { path: string; sha256: string; size: number }[];
}
/** A request about the name at a place. */
export interface RenameRequest extends CursorRequest {
  /** As it is to stand at the place. Without one, the places are those that a renaming would change. */
  newName?: string;
}

/** A whole scalar that names the column, and what it becomes. */
export interface NamePlace extends Edit {
  what: "stream column" | "table column" | "mapping" | "path" | "alias" | "event time" | "partition" | "property";
}

/** A renaming: the same column everywhere the contract and its fragments name it. */
export interface Renaming {
  /** The name at the place asked about, without the rest of a path. */
  range: Range;
  name: string;
  /** Why it is not renamed, such as what the new name clashes with; empty when it is. */
  obstacle: string;
  /** By file and place; none while there is an obstacle. */
  places: NamePlace[];
}

/** A text in its canonical layout. */
export interface FormatResult {
  schema: 1;
  file: string;
  text: string;
  changed: boolean;
  /** Why it stays as it is; empty when it was laid out. */
  refusal: string;
}

/** How changes can be written. */
export type ReportFormat = "markdown" | "html";

/** Who would refuse a contract. */
export type PolicyCommand = "apply" | "diff" | "verify";

export interface PolicyRequest extends ContractRequest {
  /** What the operator's variables hold; one that is not there is not set. */
  env?: Record<string, string>;
  /** `apply` when not given. */
  for?: PolicyCommand;
}

/** One thing that the operator's allowlists do not allow. */
export interface Refusal extends Location {
  /** A stable slug; docs/policy.md has a section about each. */
  code: string;
  /** Null for what no variable allows. */
  variable: string | null;
  /** Exactly what to add to the variable; null when no entry helps, or when it may be a secret. */
  entry: string | null;
  path: string;
  message: string;
}

/** An entry that matches nothing by its form, or a contract with nothing to judge. */
export interface PolicyWarning {
  code: string;
  variable: string | null;
  entry: string | null;
  message: string;
}

/** What `weir policy --format json` prints. */
export interface PolicyResult {
  schema: 1;
  for: PolicyCommand;
  allowed: boolean;
  refusals: Refusal[];
  /** How many refusals are not listed. */
  more?: number;
  warnings: PolicyWarning[];
  /** Entries that the contract needs, whatever the variables hold. */
  needs: { variable: string; entries: string[] }[];
  /** Only when the contract is invalid: then it is not judged. */
  contracts?: ValidateResult["contracts"];
}

/** What a build's job needs of its catalog: lines of a POSIX shell, to be read before they are run. */
export interface CatalogGrants {
  build: string;
  /** The contract's `location.catalog`. */
  catalog: string;
  /** Something can be run; else the script only says what is needed. */
  runs: boolean;
  script: string;
  /** The same without the right to make the table. */
  existingTableScript: string;
}

export interface GrantsResult {
  schema: 1;
  file: string;
  id: string;
  valid: boolean;
  findings: Finding[];
  /** None when the contract is not valid. */
  grants: CatalogGrants[];
}

/** One raw request of the facade. */
export interface FacadeRequest {
  op:
    | "validate"
    | "diff"
    | "compile"
    | "deploy"
    | "bundle"
    | "policy"
    | "grants"
    | "explain"
    | "complete"
    | "hover"
    | "definition"
    | "rename"
    | "format"
    | "report"
    | "schema";
  file?: string;
  files?: FileSet;
  baseline?: string;
  env?: Record<string, string>;
  today?: string;
  options?: {
    strict?: boolean;
    refRoot?: string;
    baselineRefRoot?: string;
    code?: string;
    for?: PolicyCommand;
    fragment?: string;
    schemaVersion?: string;
    waivers?: string;
    newName?: string;
    format?: string;
    in?: string;
    line?: number;
    column?: number;
  };
}

/** One raw answer of the facade. */
export type FacadeAnswer =
  | { ok: true; result: unknown }
  | { ok: false; need: string[] }
  | { ok: false; error: { code: string; message: string } };
