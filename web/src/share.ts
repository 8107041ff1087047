// Links that hold a contract: compressed, behind the #, which browsers send to nobody.
import { signal } from "@preact/signals";
import { EXAMPLES } from "./examples";
import { openExampleById } from "./opening";
import { answer, notice, workspace } from "./state";
import { openUnlessUnsaved } from "./unsaved";
import { type Baseline, BASELINE_FOLDER, baseName, checkRequest, type Waivers, type Workspace } from "./workspace";

/** Longer addresses are cut by chat programs and refused by some browsers. */
export const MAX_LINK_CHARACTERS = 32_000;
/** What a link may unfold to; a small one can hold a great deal of the same letter. */
const MAX_UNFOLDED_BYTES = 8 * 1024 * 1024;
const MAX_TEXTS = 200;
const KEY = "w";

type Texts = Record<string, string>;

/** What a link holds. */
interface Shared {
  version: 1;
  contract: string;
  files: Texts;
  /** Texts that the older version has and the contract does not; its own text for "opened". */
  older: Texts;
  baseline: { kind: "none" | "opened" } | { kind: "file"; file: string } | { kind: "elsewhere"; name: string };
}

/** Bytes through a transform, given up beyond `limit`. */
async function through(bytes: Uint8Array<ArrayBuffer>, transform: GenericTransformStream, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes]).stream().pipeThrough(transform as ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let length = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => undefined);
      throw new RangeError("too large");
    }
    pieces.push(value);
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

async function folded(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"), Number.POSITIVE_INFINITY);
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

async function unfolded(code: string): Promise<string> {
  const binary = atob(code.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
  const text = await through(bytes, new DecompressionStream("deflate-raw"), MAX_UNFOLDED_BYTES);
  return new TextDecoder("utf-8", { fatal: true }).decode(text);
}

/** The contract with what it includes and what it is compared with, and nothing else that is open. */
function sharedNow(): Shared {
  const now = workspace.value;
  const { baseline, contract } = now;
  const { texts } = checkRequest(now);
  const files: Texts = { [contract]: now.files[contract] ?? "" };
  const isWorkspaceFile = (name: string) => baseName(name) === "fluid.workspace.yaml";
  for (const name of [...(answer.value?.included ?? []), ...Object.keys(now.files).filter(isWorkspaceFile)]) {
    const text = now.files[name];
    if (text !== undefined) files[name] = text;
  }
  const older: Texts = {};
  for (const name of answer.value?.compared ?? []) {
    const text = texts[name];
    const plain = name.startsWith(`${BASELINE_FOLDER}/`) ? name.slice(BASELINE_FOLDER.length + 1) : name;
    if (text !== undefined) older[plain] = text;
  }
  const told: Shared["baseline"] =
    baseline.kind === "file"
      ? { kind: "file", file: baseline.file }
      : baseline.kind === "elsewhere"
        ? { kind: "elsewhere", name: baseline.name }
        : { kind: baseline.kind };
  return { version: 1, contract, files, older, baseline: told };
}

export interface Link {
  address: string;
  /** Names of the texts in it. */
  names: string[];
  /** It is longer than it may be. */
  tooLong: boolean;
}

/** The link that is shown to be copied. */
export const link = signal<Link | null>(null);

export async function share(): Promise<void> {
  const shared = sharedNow();
  const code = await folded(JSON.stringify(shared));
  const address = `${location.origin}${location.pathname}#${KEY}=${code}`;
  const names = [...new Set([...Object.keys(shared.files), ...Object.keys(shared.older)])];
  link.value = { address, names, tooLong: address.length > MAX_LINK_CHARACTERS };
}

function textsIn(value: unknown): Texts | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const entries = Object.entries(value);
  if (entries.length > MAX_TEXTS || entries.some(([name, text]) => name === "__proto__" || typeof text !== "string")) return null;
  return Object.fromEntries(entries) as Texts;
}

/** What a link says, as a workspace; null when it is not what a link of Weir says. Anybody may have written it. */
function workspaceOf(json: string, generation: number): Workspace | null {
  const said = JSON.parse(json) as Partial<Record<keyof Shared, unknown>> | null;
  const files = textsIn(said?.files);
  const older = textsIn(said?.older);
  const contract = said?.contract;
  if (said?.version !== 1 || files === null || older === null) return null;
  if (typeof contract !== "string" || !Object.hasOwn(files, contract)) return null;
  const { kind, file, name } = (said.baseline ?? {}) as { kind?: unknown; file?: unknown; name?: unknown };
  const waivers: Waivers = { kind: "none" };
  const rest = { generation, contract, waivers, example: null };
  if (kind === "file" && typeof file === "string") {
    const all = { ...older, ...files };
    return { ...rest, files: all, opened: all, baseline: { kind, file } };
  }
  if (kind === "elsewhere" && typeof name === "string") {
    return { ...rest, files, opened: files, baseline: { kind, name, files: older } };
  }
  const baseline: Baseline = { kind: kind === "none" ? "none" : "opened" };
  return { ...rest, files, opened: { ...files, ...older }, baseline };
}

/** Opens what the page's address asks for: a shared contract, or an example. */
export async function followAddress(): Promise<void> {
  const asked = new URLSearchParams(location.hash.slice(1));
  const example = asked.get("example");
  if (example !== null && example !== workspace.value.example && EXAMPLES.some(({ id }) => id === example)) {
    openExampleById(example);
  }
  const code = asked.get(KEY);
  if (code === null) return;
  const next = await unfolded(code)
    .then((json) => workspaceOf(json, workspace.value.generation + 1))
    .catch(() => null);
  if (next === null) notice.value = "This link holds no contract that Weir can read: it may have been cut.";
  else openUnlessUnsaved(next);
}
