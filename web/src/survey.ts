// Findings of every contract of the workspace: the shown one's, and those of the others as time permits.
import { computed, effect, signal } from "@preact/signals";
import type { Finding, Severity } from "weir-core";
import type { ValidateAnswer } from "./check/protocol";
import { answer, busy, checker, findings, workspace } from "./state";
import { contractsOf, refRootOf, type Workspace } from "./workspace";

/** So many contracts besides the shown one are checked. */
const MAX_SURVEYED = 200;

interface Surveyed extends Pick<ValidateAnswer, "findings" | "missing"> {
  generation: number;
  /** The texts that it consisted of, by name. */
  texts: ReadonlyMap<string, string | undefined>;
  /** It has no answer: the check was stopped, or broke down. */
  unanswered: boolean;
}

const surveyed = signal<ReadonlyMap<string, Surveyed>>(new Map());

/** Contracts of the workspace other than the shown one and what it is compared with. */
const others = computed(() => {
  const { files, contract, baseline } = workspace.value;
  return contractsOf(files).filter((name) => name !== contract && !(baseline.kind === "file" && baseline.file === name));
});
/** How many contracts are too many to be checked. */
export const unsurveyed = computed(() => Math.max(0, others.value.length - MAX_SURVEYED));

function isFresh(found: Surveyed | undefined, { generation, files }: Workspace): boolean {
  if (found === undefined || found.generation !== generation) return false;
  for (const [name, text] of found.texts) if (files[name] !== text) return false;
  return !found.missing.some((name) => Object.hasOwn(files, name));
}

function note(name: string, asked: Workspace, found: ValidateAnswer | null): void {
  const texts = new Map((found?.included ?? [name]).map((each) => [each, asked.files[each]]));
  const entry = {
    generation: asked.generation,
    findings: found?.findings ?? [],
    missing: found?.missing ?? [],
    texts,
    unanswered: found === null,
  };
  surveyed.value = new Map(surveyed.peek()).set(name, entry);
}

let asking = false;
async function surveyNext(): Promise<void> {
  if (asking || busy.value) return;
  const now = workspace.value;
  const name = others.value.slice(0, MAX_SURVEYED).find((each) => !isFresh(surveyed.peek().get(each), now));
  if (name === undefined) return;
  asking = true;
  const found = await checker.ask({ kind: "validate", file: name, refRoot: refRootOf(now.files, name) }).catch(() => null);
  asking = false;
  note(name, now, found);
  void surveyNext();
}
effect(() => void surveyNext());

export interface Listed {
  finding: Finding;
  /** The contract that it was found in. */
  contract: string;
}

export interface FileFindings {
  file: string;
  listed: Listed[];
}

/** All findings by file, the shown contract's files first. */
export const findingsByFile = computed<readonly FileFindings[]>(() => {
  const { contract, generation } = workspace.value;
  const groups = new Map<string, Listed[]>();
  const seen = new Set<string>();
  const add = (of: string, found: readonly Finding[]) => {
    for (const finding of found) {
      const file = finding.file ?? of;
      const { line, column } = finding.range?.start ?? { line: 0, column: 0 };
      const key = JSON.stringify([file, line, column, finding.code, finding.message]);
      if (seen.has(key)) continue;
      seen.add(key);
      const group = groups.get(file);
      if (group === undefined) groups.set(file, [{ finding, contract: of }]);
      else group.push({ finding, contract: of });
    }
  };
  if (answer.value !== null) add(contract, findings.value);
  for (const name of others.value) {
    const found = surveyed.value.get(name);
    if (found?.generation === generation) add(name, found.findings);
  }
  return [...groups].map(([file, listed]) => ({ file, listed }));
});

/** Contracts that have no answer because their check was stopped or broke down. */
export const unanswered = computed(() => {
  const { generation } = workspace.value;
  return others.value.filter((name) => {
    const found = surveyed.value.get(name);
    return found?.generation === generation && found.unanswered;
  });
});

export const listedCounts = computed(() => {
  const found: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { listed } of findingsByFile.value) for (const { finding } of listed) ++found[finding.severity];
  return found;
});

/** How many errors and warnings each contract has; absent while it is not known. */
export function verdictOf(name: string): Record<Severity, number> | null {
  const { contract, generation } = workspace.value;
  const found = surveyed.value.get(name);
  const known = name === contract ? (answer.value?.compile.findings ?? null) : found?.generation === generation ? found.findings : null;
  if (known === null) return null;
  const counts: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of known) ++counts[severity];
  return counts;
}

/** Other contracts of the workspace that include this text. */
export function namedElsewhere(file: string): string[] {
  const { generation } = workspace.value;
  return others.value.filter((name) => {
    const found = surveyed.value.get(name);
    return found?.generation === generation && found.texts.has(file);
  });
}
