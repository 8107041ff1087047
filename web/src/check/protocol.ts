// What the page and the checking worker say to each other.
import type {
  CatalogGrants,
  CodeInfo,
  Completion,
  CompileResult,
  Definition,
  DeployResult,
  DiffResult,
  Finding,
  FormatResult,
  Hover,
  PolicyCommand,
  PolicyResult,
  Renaming,
} from "weir-core";
import type { CheckRequest } from "../workspace";

/** A place of a text that belongs to a contract. */
export interface Cursor {
  file: string;
  refRoot: string;
  /** The text that the place is in. */
  in: string;
  line: number;
  column: number;
}

/** What the worker is asked besides checks. Each has one answer. */
export type Question =
  | ({ kind: "complete" } & Cursor)
  | ({ kind: "hover" } & Cursor)
  | ({ kind: "definition" } & Cursor)
  /** Without a new name: what would be renamed. */
  | ({ kind: "rename"; newName: string } & Cursor)
  | { kind: "format"; file: string }
  /** The changes as `weir diff` writes them. */
  | ({ kind: "report"; format: "markdown" | "html" } & Omit<CheckTask, "kind">)
  | { kind: "explain"; code: string }
  /** What it takes to deploy a contract. */
  | { kind: "deploy"; file: string; refRoot: string }
  /** All findings of one contract of the workspace. */
  | { kind: "validate"; file: string; refRoot: string };

/** A check without its texts: those the worker has already. */
export type CheckTask = { kind: "check" } & Omit<CheckRequest, "texts">;

export type Task = CheckTask | Question;

export type ToWorker =
  /** The compiled core, first of all: the page fetches it, so that it arrives while the scripts do. */
  | { kind: "core"; module: WebAssembly.Module }
  /** Texts by name that are new or have changed, and names of those that are gone. */
  | { kind: "texts"; set: [name: string, text: string][]; drop: string[] }
  | { kind: "task"; id: number; task: Task };

/** What is said of the texts first: findings, and the builds. */
export interface CheckPart {
  /** Builds without their details. */
  compile: CompileResult;
  /** Of each build, what is large and seldom looked at, as JSON in UTF-8: statements, sources, stream and outputs. */
  details: Uint8Array<ArrayBuffer>[];
  /** Names of all texts that the contract consists of, itself first. */
  included: string[];
  /** Fragments that it includes and that nobody opened. */
  missing: string[];
}

/** What follows: the changes. */
export interface CheckRest {
  /** Null without a baseline. */
  diff: DiffResult | null;
  /** Why there is no diff although there is a baseline. */
  diffError: string | null;
  /** Why the waivers are not looked at, although there are some. */
  waiversError: string | null;
  /** Names of the texts that the baseline consists of and the contract does not. */
  compared: string[];
  /** Time of the core alone. */
  milliseconds: number;
}

/** Everything about one state of the texts. */
export type CheckAnswer = Omit<CheckPart, "details"> & CheckRest;

/** What is wrong with one contract, and the texts that it consists of. */
export interface ValidateAnswer {
  findings: Finding[];
  included: string[];
  missing: string[];
}

/** What it takes to deploy one contract. */
export interface DeployAnswer {
  /** What the operator would have to allow, for each command. */
  policies: Record<PolicyCommand, PolicyResult>;
  deploy: DeployResult;
  /** What each build's job needs of its catalog. */
  grants: CatalogGrants[];
}

export interface Answers {
  check: CheckRest;
  complete: Completion[];
  hover: Hover | null;
  definition: Definition | null;
  rename: Renaming | null;
  format: FormatResult;
  report: string;
  explain: CodeInfo;
  deploy: DeployAnswer;
  validate: ValidateAnswer;
}

export type FromWorker =
  | { kind: "ready" }
  | { kind: "broken"; message: string }
  /** Of a check, before its answer. */
  | { kind: "part"; id: number; value: CheckPart }
  | { kind: "answer"; id: number; value: Answers[keyof Answers] }
  | { kind: "failed"; id: number; message: string };
