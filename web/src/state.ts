// What the console shows, and the commands that change it.
import { batch, computed, effect, signal } from "@preact/signals";
import type { Change, CodeInfo, CompiledBuild, Completion, Edit, Finding, Hover, Position, Range, Severity } from "weir-core";
import { Checker } from "./check/checker";
import type { CheckAnswer, CheckRest, Cursor } from "./check/protocol";
import type { ContractEditor } from "./editor/contract-editor";
import { EXAMPLES, openExample } from "./examples";
import { narrow } from "./ui/media";
import { type Baseline, checkRequest, contractsOf, refRootOf, type Waivers, type Workspace } from "./workspace";

export type SideView = "sql" | "lineage" | "changes" | "deploy";
export type View = "contract" | "findings" | SideView;

const EMPTY: Workspace = {
  generation: 0,
  files: { "contract.fluid.yaml": "" },
  opened: { "contract.fluid.yaml": "" },
  contract: "contract.fluid.yaml",
  baseline: { kind: "none" },
  waivers: { kind: "none" },
  example: null,
};

function firstWorkspace(): Workspace {
  const wanted = new URLSearchParams(location.hash.slice(1)).get("example");
  const example = EXAMPLES.find(({ id }) => id === wanted) ?? EXAMPLES[0];
  return example === undefined ? EMPTY : openExample(example.id, 0);
}

export const workspace = signal<Workspace>(firstWorkspace());
export const activeFile = signal(workspace.value.contract);
export const answer = signal<CheckAnswer | null>(null);
/** The SQL of the last valid text: what an invalid one would give is not to be run, or copied. */
export const lastSql = signal<CheckAnswer["compile"]["builds"]>([]);
export const busy = signal(true);
/** Why there is no answer about the present text. */
export const problem = signal<string | null>(null);
/** Why the core cannot run here at all. */
export const broken = signal<string | null>(null);
/** Something that was asked for could not be done. */
export const notice = signal<string | null>(null);
/** The list of files is shown beside the text. */
export const filesShown = signal(false);
/** The view shown where there is room for one only. */
export const view = signal<View>("contract");
export const sideView = signal<SideView>("sql");
/** The code whose meaning is shown. */
export const explained = signal<{ code: string; info: CodeInfo | null } | null>(null);

export function tallyOf(findings: readonly Finding[]): Record<Severity, number> {
  const found: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) ++found[severity];
  return found;
}

export const findings = computed<readonly Finding[]>(() => answer.value?.compile.findings ?? []);
export const changes = computed<readonly Change[]>(() => answer.value?.diff?.changes ?? []);
export const counts = computed(() => tallyOf(findings.value));
/** Files of the contract in the order of their tabs. */
export const tabs = computed<readonly string[]>(() => {
  const { contract } = workspace.value;
  const others = (answer.value?.included ?? []).filter((name) => name !== contract && Object.hasOwn(workspace.value.files, name));
  return [contract, ...others];
});

/** The view of the contract's texts, once it is there. */
export const editor = signal<ContractEditor | null>(null);

const NOTHING_COMPARED: CheckRest = { diff: null, diffError: null, waiversError: null, compared: [], milliseconds: 0 };

type Details = Pick<CompiledBuild, "statements" | "sources" | "stream" | "outputs">;

/** A build whose details are read when they are first looked at. */
function unpacked(build: CompiledBuild, details: Uint8Array<ArrayBuffer>): CompiledBuild {
  let read: Details | null = null;
  const all = () => (read ??= JSON.parse(new TextDecoder().decode(details)) as Details);
  return Object.defineProperties({ ...build }, {
    statements: { get: () => all().statements, enumerable: true },
    sources: { get: () => all().sources, enumerable: true },
    stream: { get: () => all().stream, enumerable: true },
    outputs: { get: () => all().outputs, enumerable: true },
  });
}

export const checker = new Checker({
  found({ details, ...part }) {
    const compile = { ...part.compile, builds: part.compile.builds.map((build, at) => unpacked(build, details[at]!)) };
    // Until the changes are known, they are as they were.
    answer.value = { ...(answer.value ?? NOTHING_COMPARED), ...part, compile };
    problem.value = null;
    if (compile.valid) lastSql.value = compile.builds;
    editor.value?.showFindings(compile.findings);
  },
  checked(rest) {
    if (answer.value !== null) answer.value = { ...answer.value, ...rest };
  },
  failed(message) {
    problem.value = message;
    answer.value = null;
    editor.value?.showFindings([]);
  },
  broken(message) {
    broken.value = message;
    busy.value = false;
  },
  busy(now) {
    busy.value = now;
  },
});
effect(() => checker.check(checkRequest(workspace.value)));

export function attachEditor(made: ContractEditor | null): void {
  editor.value = made;
}

export function edited(texts: Readonly<Record<string, string>>): void {
  const now = workspace.value;
  if (Object.entries(texts).every(([file, text]) => now.files[file] === text)) return;
  workspace.value = { ...now, files: { ...now.files, ...texts } };
}

/** Shows other texts than those that are open. */
export function open(next: Workspace): void {
  editor.value?.reset();
  forget();
  notice.value = null;
  workspace.value = next;
  activeFile.value = next.contract;
  filesShown.value = contractsOf(next.files).length > 2;
}

/** What is known is about another contract. */
function forget(): void {
  answer.value = null;
  lastSql.value = [];
  problem.value = null;
}

/** Makes another of the open texts the contract that is checked, compiled and compared. */
export function chooseContract(name: string): void {
  const now = workspace.value;
  if (now.contract !== name && Object.hasOwn(now.files, name)) {
    forget();
    const same = now.baseline.kind === "file" && now.baseline.file === name;
    workspace.value = { ...now, contract: name, baseline: same ? { kind: "opened" } : now.baseline };
  }
  showFile(name);
}

/** Adds texts to those that are open. */
export function addTexts(added: Readonly<Record<string, string>>): void {
  const now = workspace.value;
  workspace.value = { ...now, files: { ...now.files, ...added }, opened: { ...now.opened, ...added } };
}

export function setBaseline(baseline: Baseline): void {
  workspace.value = { ...workspace.value, baseline };
}

export function setWaivers(waivers: Waivers): void {
  workspace.value = { ...workspace.value, waivers };
}

/** A place of the shown text, as the checker is asked about it. */
export function cursorAt(at: Position): Cursor {
  const { files, contract } = workspace.value;
  return { file: contract, refRoot: refRootOf(files, contract), in: activeFile.value, line: at.line, column: at.column };
}

/** What may stand at a place of the shown text; nothing where the core has no answer. */
export const completionsAt = (at: Position): Promise<Completion[]> =>
  checker.ask({ kind: "complete", ...cursorAt(at) }).catch(() => []);

/** What the word at a place of the shown text means. */
export const meaningAt = (at: Position): Promise<Hover | null> =>
  checker.ask({ kind: "hover", ...cursorAt(at) }).catch(() => null);

/** Goes to where the word at a place of the shown text is declared. */
export async function goToDefinition(at: Position): Promise<void> {
  const found = await checker.ask({ kind: "definition", ...cursorAt(at) }).catch(() => null);
  if (found !== null) goTo(found.file, found.range);
}

/** Shows a place of a text in the editor, and puts the cursor there. */
export function goTo(file: string | null | undefined, range: Range | null | undefined): void {
  const name = file ?? workspace.value.contract;
  if (!Object.hasOwn(workspace.value.files, name)) return;
  view.value = "contract";
  showFile(name);
  if (!range) return;
  // Where there is room for one view only, the editor can be scrolled once it is shown.
  if (narrow.value) requestAnimationFrame(() => editor.value?.goTo(range));
  else editor.value?.goTo(range);
}

export function showFile(name: string): void {
  // Where there is no room for both, the text takes the place of the list that it was chosen from.
  if (narrow.value) filesShown.value = false;
  activeFile.value = name;
  editor.value?.show(name, workspace.value.files[name] ?? "");
}

export function applyFix(finding: Finding): void {
  if (busy.value || !finding.fix) return;
  const file = finding.fix.edits[0]?.file;
  if (file === undefined || !Object.hasOwn(workspace.value.files, file)) return;
  showFile(file);
  applyEdits(finding.fix.edits);
}

/** Makes edits of the open texts as one step of undo. */
export function applyEdits(edits: readonly Edit[]): void {
  const { files } = workspace.value;
  batch(() => editor.value?.apply(edits.filter(({ file }) => Object.hasOwn(files, file)), files));
}

export async function explain(code: string): Promise<void> {
  explained.value = { code, info: null };
  const info = await checker.ask({ kind: "explain", code }).catch(() => null);
  if (explained.value?.code === code) explained.value = { code, info };
}
