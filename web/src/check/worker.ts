// All of the core's work happens here, so that typing never waits for it.
import {
  loadWeir,
  loadWeirFull,
  type CompileResult,
  type ContractRequest,
  type CursorRequest,
  type DiffRequest,
  type DiffResult,
  type FileAnswer,
  type FileSet,
  MissingFilesError,
  type PolicyCommand,
  type Weir,
  WeirError,
} from "weir-core";
import type { Answers, CheckPart, CheckRest, CheckTask, Cursor, DeployAnswer, FromWorker, Task, ToWorker, ValidateAnswer } from "./protocol";

const say = (message: FromWorker, handed: Transferable[] = []) => postMessage(message, { transfer: handed });

let start: (module: WebAssembly.Module) => void;
const loading = new Promise<WebAssembly.Module>((resolve) => (start = resolve)).then((wasm) => loadWeir({ wasm }));
loading.then(
  () => say({ kind: "ready" }),
  (error: unknown) => say({ kind: "broken", message: messageOf(error) }),
);

/** The page's texts. A map: a contract may include a text named `constructor`. */
const texts = new Map<string, string>();
/** What something consisted of when last seen: given at once, its texts need no further rounds. */
interface Seen {
  names: string[];
  /** All that its texts include, so that it is known when it may consist of others; empty when some are missing. */
  refs: string;
}
const known = new Map<string, Seen>();

/** Every `$ref` of some texts, with the line behind it. */
function refsOf(files: FileSet, refRoot: string): string {
  const found = Object.entries(files).map(([name, text]) => [name, ...(typeof text === "string" ? (text.match(/\$ref[^\n]*\n?[^\n]*/g) ?? []) : [])]);
  return JSON.stringify([refRoot, found]);
}

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "core") {
    start(data.module);
    return;
  }
  if (data.kind === "texts") {
    for (const [name, text] of data.set) texts.set(name, text);
    for (const name of data.drop) texts.delete(name);
    return;
  }
  const weir = await loading.catch(() => null);
  if (weir === null) return;
  try {
    say({ kind: "answer", id: data.id, value: await answer(weir, data.task, data.id) });
  } catch (error) {
    say({ kind: "failed", id: data.id, message: messageOf(error) });
  }
});

async function answer(weir: Weir, task: Task, id: number): Promise<Answers[keyof Answers]> {
  switch (task.kind) {
    case "check":
      return check(weir, task, (value) => say({ kind: "part", id, value }, value.details.map(({ buffer }) => buffer)));
    case "validate":
      return validate(weir, task.file, task.refRoot);
    case "complete":
      return atCursor(weir, task, (request) => weir.complete(request));
    case "hover":
      return atCursor(weir, task, (request) => weir.hover(request));
    case "definition":
      return atCursor(weir, task, (request) => weir.definition(request));
    case "rename": {
      const full = await fullWeir();
      return atCursor(weir, task, (request) => full.rename({ ...request, newName: task.newName }));
    }
    case "format":
      return (await fullWeir()).format(task.file, texts.get(task.file) ?? "");
    case "report":
      return report(weir, task);
    case "explain":
      return weir.explain(task.code);
    case "deploy":
      return deployment(weir, task.file, task.refRoot);
  }
}

interface Gathered {
  request: ContractRequest;
  included: string[];
  missing: string[];
  load: (name: string) => FileAnswer;
}

/** What something consisted of when last seen, as far as it is still there. */
function knownFiles(key: string, first: readonly string[] = [key]): FileSet {
  const files: FileSet = {};
  for (const name of known.get(key)?.names ?? first) {
    const text = texts.get(name);
    if (text !== undefined) files[name] = text;
  }
  return files;
}

/** A question about a place. What the contract includes is looked for only when it has changed. */
async function atCursor<T>(weir: Weir, at: Cursor, ask: (request: CursorRequest) => T): Promise<T> {
  const { file, refRoot, line, column } = at;
  const request = { file, files: knownFiles(file), refRoot, in: at.in, line, column };
  try {
    return ask(request);
  } catch (error) {
    if (!(error instanceof MissingFilesError)) throw error;
    const { files } = (await gather(weir, file, refRoot)).request;
    return ask({ ...request, files });
  }
}

/** A contract with the texts that it includes; the core says which. */
async function gather(weir: Weir, file: string, refRoot: string): Promise<Gathered> {
  const missing: string[] = [];
  const load = (name: string): FileAnswer => {
    const text = texts.get(name);
    if (text !== undefined) return text;
    if (!missing.includes(name)) missing.push(name);
    return { refusal: "it is not open here" };
  };
  const seen = knownFiles(file);
  const head: ContractRequest = { file, files: { [file]: load(file) }, refRoot };
  const files = isKnown(file, seen, refRoot) ? seen : await weir.gather(head, load);
  const included = Object.keys(files).filter((name) => !missing.includes(name));
  note(file, included, missing, files, refRoot);
  return { request: { ...head, files }, included, missing, load };
}

/** These texts are all that it consists of: they include what they did when that was last looked for. */
function isKnown(key: string, files: FileSet, refRoot: string): boolean {
  const seen = known.get(key);
  return seen !== undefined && seen.refs !== "" && Object.keys(files).length === seen.names.length && seen.refs === refsOf(files, refRoot);
}

function note(key: string, names: string[], missing: readonly string[], files: FileSet, refRoot: string): void {
  known.set(key, { names, refs: missing.length === 0 ? refsOf(files, refRoot) : "" });
}

async function validate(weir: Weir, file: string, refRoot: string): Promise<ValidateAnswer> {
  const { request, included, missing } = await gather(weir, file, refRoot);
  return { findings: weir.validate(request).contracts.flatMap(({ findings }) => findings), included, missing };
}

/** Says the findings as soon as they are known, and answers with the changes. */
async function check(weir: Weir, asked: CheckTask, tell: (part: CheckPart) => void): Promise<CheckRest> {
  const start = performance.now();
  const { request, included, missing, load } = await gather(weir, asked.file, asked.refRoot);
  tell({ ...lightened(weir.compile(request)), included, missing });

  const rest: CheckRest = { diff: null, diffError: null, waiversError: null, compared: [], milliseconds: 0 };
  if (asked.baseline !== null) {
    try {
      const { pair, without } = await gatherPair(weir, asked, asked.baseline, request, load);
      rest.compared = Object.keys(without.files).filter((name) => texts.has(name) && !included.includes(name));
      rest.diff = waived(weir, pair, without, (message) => (rest.waiversError = message));
    } catch (error) {
      rest.diffError = messageOf(error);
    }
  }
  rest.milliseconds = performance.now() - start;
  return rest;
}

/** To take over thousands of small objects, or to collect a megabyte of text that nobody reads, would keep the page for longer
 * than a frame: bytes change hands, and are read when somebody looks. */
function lightened(compile: CompileResult): Pick<CheckPart, "compile" | "details"> {
  const details = compile.builds.map(({ statements, sources, stream, outputs }) =>
    new TextEncoder().encode(JSON.stringify({ statements, sources, stream, outputs })),
  );
  const builds = compile.builds.map((build) => ({ ...build, statements: [], sources: [], stream: [], outputs: [] }));
  return { compile: { ...compile, builds }, details };
}

/** The larger module is fetched when somebody first asks for more than answers at key strokes. */
let loadingFull: ReturnType<typeof loadWeirFull> | null = null;

function fullWeir() {
  loadingFull ??= loadWeirFull().catch((error: unknown) => {
    loadingFull = null;
    throw error;
  });
  return loadingFull;
}

async function deployment(weir: Weir, file: string, refRoot: string): Promise<DeployAnswer> {
  const full = await fullWeir();
  const { request } = await gather(weir, file, refRoot);
  // The lists themselves are the operator's alone: what a contract needs does not depend on them.
  const policy = (command: PolicyCommand) => full.policy({ ...request, for: command });
  const policies = { apply: policy("apply"), diff: policy("diff"), verify: policy("verify") };
  return { policies, deploy: full.deploy(request), grants: full.grants(request).grants };
}

async function report(weir: Weir, asked: Extract<Task, { kind: "report" }>): Promise<string> {
  if (asked.baseline === null) throw new Error("there is nothing to compare with");
  const writer = await fullWeir();
  const { request, load } = await gather(weir, asked.file, asked.refRoot);
  const { pair, without } = await gatherPair(weir, asked, asked.baseline, request, load);
  try {
    return writer.report(pair, asked.format);
  } catch (error) {
    if (!(error instanceof WeirError) || error.code !== "waivers-invalid") throw error;
    return writer.report(without, asked.format);
  }
}

/** Both sides of a comparison, with the waivers and without them. */
async function gatherPair(weir: Weir, asked: Omit<CheckTask, "kind">, baseline: string, head: ContractRequest, load: Gathered["load"]) {
  const key = JSON.stringify([asked.file, baseline]);
  const root = `${asked.refRoot} ${asked.baselineRefRoot}`;
  const both = { ...head.files, [baseline]: load(baseline) };
  const seen = { ...knownFiles(key, []), ...both };
  const plain = { ...head, files: both, baseline, baselineRefRoot: asked.baselineRefRoot };
  const files = isKnown(key, seen, root) ? seen : await weir.gather(plain, load);
  const lacks = Object.keys(files).filter((name) => !texts.has(name));
  note(key, Object.keys(files), lacks, files, root);
  const without: DiffRequest = { ...plain, files };
  const { waivers, today } = asked;
  const pair: DiffRequest =
    waivers === null ? without : { ...without, files: { ...without.files, [waivers]: load(waivers) }, waivers, today };
  return { pair, without };
}

/** The changes; without waivers that cannot be read, which `refused` is told. */
function waived(weir: Weir, pair: DiffRequest, without: DiffRequest, refused: (message: string) => void): DiffResult {
  try {
    return weir.diff(pair);
  } catch (error) {
    if (!(error instanceof WeirError) || error.code !== "waivers-invalid") throw error;
    refused(error.message);
    return weir.diff(without);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
