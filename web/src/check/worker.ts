// All of the core's work happens here, so that typing never waits for it.
import { loadWeir, type ContractRequest, type DiffResult, type FileAnswer, type FileSet, type Weir } from "weir-core";
import type { CheckRequest } from "../workspace";
import type { CheckAnswer, FromWorker, ToWorker } from "./protocol";

const say = (message: FromWorker) => postMessage(message);

const loading: Promise<Weir> = loadWeir();
loading.then(
  () => say({ kind: "ready", version: null }),
  (error: unknown) => say({ kind: "broken", message: messageOf(error) }),
);

/** Texts that the last contract consisted of: asked for at once, they need no further rounds. */
let lastIncluded: { file: string; names: string[] } = { file: "", names: [] };

addEventListener("message", async ({ data }: MessageEvent<ToWorker>) => {
  const weir = await loading.catch(() => null);
  if (weir === null) return;
  try {
    if (data.kind === "check") {
      say({ kind: "checked", id: data.id, answer: await check(weir, data.request) });
    } else {
      say({ kind: "explained", id: data.id, info: weir.explain(data.code) });
    }
  } catch (error) {
    if (data.kind === "explain") say({ kind: "explained", id: data.id, info: null });
    else say({ kind: "failed", id: data.id, message: messageOf(error) });
  }
});

async function check(weir: Weir, asked: CheckRequest): Promise<CheckAnswer> {
  const start = performance.now();
  const missing: string[] = [];
  const load = (name: string): FileAnswer => {
    const text = asked.files[name];
    if (text !== undefined) return text;
    if (!missing.includes(name)) missing.push(name);
    return { refusal: "it is not open here" };
  };
  const known = lastIncluded.file === asked.file ? lastIncluded.names : [asked.file];
  const first: FileSet = {};
  for (const name of known) if (asked.files[name] !== undefined) first[name] = asked.files[name];
  const head: ContractRequest = { file: asked.file, files: first, refRoot: asked.refRoot };
  const files = await weir.gather(head, load);
  const included = Object.keys(files).filter((name) => !missing.includes(name));
  lastIncluded = { file: asked.file, names: included };
  const compile = weir.compile({ ...head, files });

  let diff: DiffResult | null = null;
  let diffError: string | null = null;
  if (asked.baseline !== null) {
    try {
      const both = { ...files, [asked.baseline]: load(asked.baseline) };
      const request = { ...head, files: both, baseline: asked.baseline, baselineRefRoot: asked.baselineRefRoot };
      diff = weir.diff({ ...request, files: await weir.gather(request, load) });
    } catch (error) {
      diffError = messageOf(error);
    }
  }
  return { compile, diff, diffError, included, missing, milliseconds: performance.now() - start };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
