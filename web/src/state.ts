// What the console shows, and the commands that change it.
import { computed, effect, signal } from "@preact/signals";
import type { Change, CodeInfo, Finding, Position, Range, Severity, SqlSource } from "weir-core";
import { Checker } from "./check/checker";
import type { CheckAnswer } from "./check/protocol";
import type { ContractEditor } from "./editor/contract-editor";
import { EXAMPLES, openExample } from "./examples";
import { narrow } from "./ui/media";
import { type Baseline, baseName, checkRequest, pickContract, type Workspace } from "./workspace";

export type SideView = "sql" | "changes";
export type View = "contract" | "findings" | SideView;

/** The core refuses a larger text; so does the console, before reading it. */
const MAX_TEXT_BYTES = 5 * 1024 * 1024;

const EMPTY: Workspace = {
  generation: 0,
  files: { "contract.fluid.yaml": "" },
  opened: { "contract.fluid.yaml": "" },
  contract: "contract.fluid.yaml",
  baseline: { kind: "none" },
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
/** The view shown where there is room for one only. */
export const view = signal<View>("contract");
export const sideView = signal<SideView>("sql");
/** The code whose meaning is shown. */
export const explained = signal<{ code: string; info: CodeInfo | null } | null>(null);

export const findings = computed<readonly Finding[]>(() => answer.value?.compile.findings ?? []);
export const changes = computed<readonly Change[]>(() => answer.value?.diff?.changes ?? []);
export const counts = computed(() => {
  const found: Record<Severity, number> = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings.value) ++found[severity];
  return found;
});
/** Files of the contract in the order of their tabs. */
export const tabs = computed<readonly string[]>(() => {
  const { contract } = workspace.value;
  const others = (answer.value?.included ?? []).filter((name) => name !== contract && name in workspace.value.files);
  return [contract, ...others];
});

let editor: ContractEditor | null = null;

const checker = new Checker({
  checked(found) {
    answer.value = found;
    problem.value = null;
    if (found.compile.valid) lastSql.value = found.compile.builds;
    editor?.showFindings(found.compile.findings);
  },
  failed(message) {
    problem.value = message;
    answer.value = null;
    editor?.showFindings([]);
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
  editor = made;
}

export function edited(file: string, text: string): void {
  const now = workspace.value;
  if (now.files[file] === text) return;
  workspace.value = { ...now, files: { ...now.files, [file]: text } };
}

function open(next: Workspace): void {
  editor?.reset();
  answer.value = null;
  lastSql.value = [];
  problem.value = null;
  notice.value = null;
  workspace.value = next;
  activeFile.value = next.contract;
}

export function openExampleById(id: string): void {
  open(openExample(id, workspace.value.generation + 1));
  history.replaceState(null, "", `#example=${id}`);
}

function openTexts(files: Record<string, string>): void {
  const contract = pickContract(files);
  if (contract === null) {
    notice.value = "None of these files is a YAML or JSON text.";
    return;
  }
  open({
    generation: workspace.value.generation + 1,
    files,
    opened: files,
    contract,
    baseline: { kind: "opened" },
    example: null,
  });
  history.replaceState(null, "", location.pathname + location.search);
}

export function openBlank(): void {
  openTexts({ "contract.fluid.yaml": "" });
  view.value = "contract";
}

async function readTexts(list: Iterable<File>): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const file of list) {
    if (!/\.(ya?ml|json)$/i.test(file.name)) continue;
    if (file.size > MAX_TEXT_BYTES) {
      notice.value = `${file.name} is larger than 5 MiB, which no contract may be.`;
      continue;
    }
    files[file.webkitRelativePath || file.name] = await file.text();
  }
  return files;
}

/** Opens dropped or chosen files; fragments that the open contract lacks are added to it instead. */
export async function openFiles(list: Iterable<File>): Promise<void> {
  const chosen = [...list];
  notice.value = null;
  const files = await readTexts(chosen);
  if (Object.keys(files).length === 0) {
    notice.value ??= "Weir opens YAML and JSON files.";
    return;
  }
  const missing = answer.value?.missing ?? [];
  const added: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    const wanted = missing.find((path) => baseName(path) === baseName(name));
    if (wanted !== undefined) added[wanted] = text;
  }
  if (Object.keys(added).length === Object.keys(files).length) {
    const now = workspace.value;
    workspace.value = { ...now, files: { ...now.files, ...added }, opened: { ...now.opened, ...added } };
  } else {
    openTexts(files);
  }
}

export async function compareWith(list: Iterable<File>): Promise<void> {
  const [entry] = Object.entries(await readTexts(list));
  if (entry === undefined) {
    notice.value ??= "Weir compares with YAML and JSON files.";
    return;
  }
  setBaseline({ kind: "text", name: baseName(entry[0]), text: entry[1] });
}

export function setBaseline(baseline: Baseline): void {
  workspace.value = { ...workspace.value, baseline };
}

/** Shows a place of a text in the editor, and puts the cursor there. */
export function goTo(file: string | null | undefined, range: Range | null | undefined): void {
  const name = file ?? workspace.value.contract;
  if (!(name in workspace.value.files)) return;
  view.value = "contract";
  showFile(name);
  if (!range) return;
  // Where there is room for one view only, the editor can be scrolled once it is shown.
  if (narrow.value) requestAnimationFrame(() => editor?.goTo(range));
  else editor?.goTo(range);
}

export function showFile(name: string): void {
  activeFile.value = name;
  editor?.show(name, workspace.value.files[name] ?? "");
}

export function applyFix(finding: Finding): void {
  if (busy.value || !finding.fix) return;
  const file = finding.fix.edits[0]?.file;
  if (file === undefined || !(file in workspace.value.files)) return;
  showFile(file);
  editor?.apply(finding.fix.edits.filter((edit) => edit.file === file));
}

export async function explain(code: string): Promise<void> {
  explained.value = { code, info: null };
  const info = await checker.explain(code);
  if (explained.value?.code === code) explained.value = { code, info };
}

// ---- Source map: SQL and contract point at each other ----

function before(a: Position, b: Position): boolean {
  return a.line < b.line || (a.line === b.line && a.column <= b.column);
}
const holds = (range: Range, at: Position) => before(range.start, at) && !before(range.end, at);

/** What the pointer is on in one of the two texts, to be shown in both. */
export const linked = signal<readonly SqlSource[]>([]);

function narrowest(sources: readonly SqlSource[], range: (source: SqlSource) => Range | null | undefined, at: Position) {
  let best: Range | null = null;
  for (const source of sources) {
    const here = range(source);
    if (here && holds(here, at) && (best === null || before(best.start, here.start))) best = here;
  }
  return best;
}

/** The narrowest piece of SQL at a place that has a place in the contract. */
export function sourceAt(sources: readonly SqlSource[], at: Position): SqlSource | null {
  const placed = sources.filter(({ range }) => range);
  const range = narrowest(placed, ({ sql }) => sql, at);
  return placed.findLast(({ sql }) => sql === range) ?? null;
}

/** All pieces of SQL that came from the narrowest place of the contract at a place of the shown text. */
export function sourcesOf(sources: readonly SqlSource[], at: Position): readonly SqlSource[] {
  const here = sources.filter(({ file }) => (file ?? workspace.value.contract) === activeFile.value);
  // A mapping or a column has its first key or its name for its place: the rest of that line belongs to it.
  const range =
    narrowest(here, (source) => source.range, at) ??
    here.findLast((source) => source.range?.start.line === at.line)?.range ??
    null;
  if (range === null) return [];
  const same = ({ start, end }: Range) =>
    start.line === range.start.line && start.column === range.start.column && end.line === range.end.line && end.column === range.end.column;
  return here.filter((source) => source.range && same(source.range));
}

/** The pointer is on this place of the shown text, or on none. */
export function pointedAtContract(at: Position | null): void {
  const current = answer.value?.compile.builds.flatMap(({ sources }) => sources) ?? [];
  linked.value = at === null || busy.value ? [] : sourcesOf(current, at);
}

effect(() => {
  const here = linked.value.filter(({ file }) => (file ?? workspace.value.contract) === activeFile.value);
  editor?.link(here.flatMap(({ range }) => (range ? [range] : [])));
});
