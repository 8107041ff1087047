// All of the core's work happens here, so that typing never waits for it.
import {
  loadWeir,
  loadWeirFull,
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
import type { Answers, CheckAnswer, CheckTask, Cursor, DeployAnswer, FromWorker, Task, ToWorker, ValidateAnswer } from "./protocol";

const say = (message: FromWorker) => postMessage(message);

const loading: Promise<Weir> = loadWeir();
loading.then(
  () => say({ kind: "ready" }),
  (error: unknown) => say({ kind: "broken", message: messageOf(error) }),
);

/** The page's texts. A map: a contract may include a text named `constructor`. */
const texts = new Map<string, string>();
/** Texts that contracts consisted of when last seen: given at once, they need no further rounds. */
const known = new Map<string, string[]>();

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  if (data.kind === "texts") {
    for (const [name, text] of data.set) texts.set(name, text);
    for (const name of data.drop) texts.delete(name);
    return;
  }
  const weir = await loading.catch(() => null);
  if (weir === null) return;
  try {
    say({ kind: "answer", id: data.id, value: await answer(weir, data.task) });
  } catch (error) {
    say({ kind: "failed", id: data.id, message: messageOf(error) });
  }
});

async function answer(weir: Weir, task: Task): Promise<Answers[keyof Answers]> {
  switch (task.kind) {
    case "check":
      return check(weir, task);
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

/** What a contract consisted of when last seen, as far as it is still there. */
function knownFiles(file: string): FileSet {
  const files: FileSet = {};
  for (const name of known.get(file) ?? [file]) {
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
  const head: ContractRequest = { file, files: knownFiles(file), refRoot };
  const files = await weir.gather(head, load);
  const included = Object.keys(files).filter((name) => !missing.includes(name));
  known.set(file, included);
  return { request: { ...head, files }, included, missing, load };
}

async function validate(weir: Weir, file: string, refRoot: string): Promise<ValidateAnswer> {
  const { request, included, missing } = await gather(weir, file, refRoot);
  return { findings: weir.validate(request).contracts.flatMap(({ findings }) => findings), included, missing };
}

async function check(weir: Weir, asked: CheckTask): Promise<CheckAnswer> {
  const start = performance.now();
  const { request, included, missing, load } = await gather(weir, asked.file, asked.refRoot);
  const compile = weir.compile(request);

  let diff: DiffResult | null = null;
  let diffError: string | null = null;
  let waiversError: string | null = null;
  let compared: string[] = [];
  if (asked.baseline !== null) {
    try {
      const { pair, without } = await gatherPair(weir, asked, asked.baseline, request, load);
      compared = Object.keys(without.files).filter((name) => texts.has(name) && !included.includes(name));
      diff = waived(weir, pair, without, (message) => (waiversError = message));
    } catch (error) {
      diffError = messageOf(error);
    }
  }
  const milliseconds = performance.now() - start;
  return { compile, diff, diffError, waiversError, included, compared, missing, milliseconds };
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
  return { policies, deploy: full.deploy(request) };
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
  const both = { ...head.files, [baseline]: load(baseline) };
  const plain = { ...head, files: both, baseline, baselineRefRoot: asked.baselineRefRoot };
  const without: DiffRequest = { ...plain, files: await weir.gather(plain, load) };
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
