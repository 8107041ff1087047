// The texts that are open: a contract, the fragments it includes, and what it is compared with.

/** Where the older version comes from. */
export type Baseline =
  | { kind: "none" }
  /** A file of the workspace. */
  | { kind: "file"; file: string }
  /** All texts as they were when the workspace was opened. */
  | { kind: "opened" }
  /** A file from elsewhere, whose fragments are the workspace's own, or a folder with its own. */
  | { kind: "elsewhere"; name: string; files: Readonly<Record<string, string>> };

/** Who answers for which changes. */
export type Waivers =
  | { kind: "none" }
  /** A file of the workspace. */
  | { kind: "file"; file: string }
  | { kind: "elsewhere"; name: string; text: string };

export interface Workspace {
  /** Counts up whenever other texts are opened, as opposed to edited. */
  readonly generation: number;
  readonly files: Readonly<Record<string, string>>;
  /** `files` as they were opened. */
  readonly opened: Readonly<Record<string, string>>;
  readonly contract: string;
  readonly baseline: Baseline;
  readonly waivers: Waivers;
  /** Id of the example that this is, if it is one. */
  readonly example: string | null;
}

/** What the checker is asked. */
export interface CheckRequest {
  texts: Record<string, string>;
  file: string;
  refRoot: string;
  baseline: string | null;
  baselineRefRoot: string;
  waivers: string | null;
  /** `YYYY-MM-DD`: waivers expire. */
  today: string;
}

/** Folder under which a baseline's texts stand beside the contract's in one request. */
export const BASELINE_FOLDER = "(baseline)";
/** Folder under which waivers from elsewhere stand there. */
const WAIVERS_FOLDER = "(waivers)";
const WORKSPACE_FILE = "fluid.workspace.yaml";

export function folderOf(name: string): string {
  const slash = name.lastIndexOf("/");
  return slash < 0 ? "" : name.slice(0, slash);
}

export function baseName(name: string): string {
  return name.slice(name.lastIndexOf("/") + 1);
}

function joined(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/**
 * The folder that no fragment may leave: `ref_root` of the nearest workspace file above the contract,
 * else the contract's own folder.
 */
export function refRootOf(files: Readonly<Record<string, string>>, file: string): string {
  for (let folder = folderOf(file); ; folder = folderOf(folder)) {
    const text = files[joined(folder, WORKSPACE_FILE)];
    if (text !== undefined) {
      const value = /^ref_root:[ \t]*(?:"([^"]*)"|'([^']*)'|([^#\r\n]*))/m.exec(text);
      const below = (value?.[1] ?? value?.[2] ?? value?.[3] ?? ".").trim();
      const root = below === "." || below === "" ? folder : joined(folder, below.replace(/^\.\//, ""));
      // The facade takes an empty root for "the contract's own folder"; a dot is the top of the names.
      return root === "" ? "." : root;
    }
    if (folder === "") return folderOf(file);
  }
}

const depth = (name: string) => name.split("/").length;
const byDepth = (a: string, b: string) => depth(a) - depth(b) || (a < b ? -1 : 1);
const isText = (name: string) => /\.(ya?ml|json)$/i.test(name) && baseName(name) !== WORKSPACE_FILE;
const isNamedContract = (name: string) => /\.fluid\.(ya?ml|json)$/i.test(name);
/** A contract says its version near its beginning; a fragment has none. */
const looksWhole = (text: string) => /^["'{ \t]*fluidVersion\b/m.test(text.slice(0, 8192));

/** Names of the contracts among some texts, as opposed to fragments. */
export function contractsOf(files: Readonly<Record<string, string>>): string[] {
  const names = Object.keys(files).filter(isText);
  return names.filter((name) => isNamedContract(name) || looksWhole(files[name] as string)).sort();
}

/** Names of the files of waivers among some texts. */
export function waiversOf(files: Readonly<Record<string, string>>): string[] {
  return Object.keys(files)
    .filter((name) => /waivers[^/]*\.json$/i.test(name))
    .sort(byDepth);
}

/** The waivers that a workspace begins with: its own, when it has one file of them. */
export function waiversAmong(files: Readonly<Record<string, string>>): Waivers {
  const [file, more] = waiversOf(files);
  return file !== undefined && more === undefined ? { kind: "file", file } : { kind: "none" };
}

/** Which of some texts is the contract to begin with: one named so, else one that is no fragment. */
export function pickContract(files: Readonly<Record<string, string>>): string | null {
  const names = Object.keys(files).filter(isText).sort(byDepth);
  return (
    names.find((name) => isNamedContract(name) && !/baseline/i.test(name)) ??
    names.find((name) => looksWhole(files[name] as string)) ??
    names[0] ??
    null
  );
}

/** The older version of a contract in another folder: at the same place, else of the same name, else the only one. */
export function olderOf(contract: string, files: Readonly<Record<string, string>>): string | null {
  const names = Object.keys(files).sort(byDepth);
  // The top folders of the two may have different names.
  for (let tail = contract; ; tail = tail.slice(tail.indexOf("/") + 1)) {
    const found = names.find((name) => name === tail || name.endsWith(`/${tail}`));
    if (found !== undefined) return found;
    if (!tail.includes("/")) break;
  }
  const contracts = contractsOf(files);
  return contracts.length === 1 ? (contracts[0] as string) : names.length === 1 ? (names[0] as string) : null;
}

/** The day where the person is. */
function dayOf(now: Date): string {
  const two = (number: number) => String(number).padStart(2, "0");
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

function addWaivers({ files, waivers }: Workspace, request: CheckRequest): void {
  if (waivers.kind === "file" && files[waivers.file] !== undefined) request.waivers = waivers.file;
  if (waivers.kind !== "elsewhere") return;
  request.waivers = `${WAIVERS_FOLDER}/${waivers.name}`;
  request.texts[request.waivers] = waivers.text;
}

/** The request that checks a workspace. */
export function checkRequest(workspace: Workspace): CheckRequest {
  const { baseline, contract, opened } = workspace;
  const texts: Record<string, string> = { ...workspace.files };
  const request: CheckRequest = {
    texts,
    file: contract,
    refRoot: refRootOf(texts, contract),
    baseline: null,
    baselineRefRoot: "",
    waivers: null,
    today: dayOf(new Date()),
  };
  addWaivers(workspace, request);
  if (baseline.kind === "file" && texts[baseline.file] !== undefined) {
    request.baseline = baseline.file;
    request.baselineRefRoot = refRootOf(texts, baseline.file);
    return request;
  }
  let older: Readonly<Record<string, string>> = opened;
  let file: string | null = Object.hasOwn(opened, contract) ? contract : null;
  if (baseline.kind === "elsewhere") {
    const [only, more] = Object.values(baseline.files);
    if (only !== undefined && more === undefined) {
      file = joined(folderOf(contract), baseline.name);
      older = { ...opened, [file]: only };
    } else {
      file = olderOf(contract, baseline.files);
      older = baseline.files;
    }
  }
  if (baseline.kind === "none" || baseline.kind === "file" || file === null) return request;
  for (const [name, text] of Object.entries(older)) texts[`${BASELINE_FOLDER}/${name}`] = text;
  request.baseline = `${BASELINE_FOLDER}/${file}`;
  const root = refRootOf(older, file);
  request.baselineRefRoot = root === "." ? BASELINE_FOLDER : joined(BASELINE_FOLDER, root);
  return request;
}
