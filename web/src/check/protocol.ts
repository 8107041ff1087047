// What the page and the checking worker say to each other.
import type { CodeInfo, CompileResult, DiffResult } from "weir-core";
import type { CheckRequest } from "../workspace";

export type ToWorker = { kind: "check"; id: number; request: CheckRequest } | { kind: "explain"; id: number; code: string };

/** Everything about one state of the texts. */
export interface CheckAnswer {
  compile: CompileResult;
  /** Null without a baseline. */
  diff: DiffResult | null;
  /** Why there is no diff although there is a baseline. */
  diffError: string | null;
  /** Names of all texts that the contract consists of, itself first. */
  included: string[];
  /** Fragments that it includes and that nobody opened. */
  missing: string[];
  /** Time of the core alone. */
  milliseconds: number;
}

export type FromWorker =
  | { kind: "ready"; version: string | null }
  | { kind: "broken"; message: string }
  | { kind: "checked"; id: number; answer: CheckAnswer }
  | { kind: "failed"; id: number; message: string }
  | { kind: "explained"; id: number; info: CodeInfo | null };
