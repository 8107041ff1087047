// The texts that are open: a contract, the fragments it includes, and what it is compared with.
import type { FileSet } from "weir-core";

/** Where the older version comes from. */
export type Baseline =
  | { kind: "none" }
  /** A file of the workspace. */
  | { kind: "file"; file: string }
  /** All texts as they were when the workspace was opened. */
  | { kind: "opened" }
  /** A file from elsewhere; its fragments are the workspace's own. */
  | { kind: "text"; name: string; text: string };

export interface Workspace {
  /** Counts up whenever other texts are opened, as opposed to edited. */
  readonly generation: number;
  readonly files: Readonly<Record<string, string>>;
  /** `files` as they were opened. */
  readonly opened: Readonly<Record<string, string>>;
  readonly contract: string;
  readonly baseline: Baseline;
  /** Id of the example that this is, if it is one. */
  readonly example: string | null;
}

/** What the checker is asked. */
export interface CheckRequest {
  files: Record<string, string>;
  file: string;
  refRoot: string;
  baseline: string | null;
  baselineRefRoot: string;
}

/** Folder under which a baseline's texts stand beside the contract's in one request. */
const BASELINE_FOLDER = "baseline";
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

/** The request that checks a workspace. */
export function checkRequest(workspace: Workspace): CheckRequest {
  const files: Record<string, string> = { ...workspace.files };
  const refRoot = refRootOf(files, workspace.contract);
  const request: CheckRequest = { files, file: workspace.contract, refRoot, baseline: null, baselineRefRoot: "" };
  const { baseline } = workspace;
  if (baseline.kind === "file" && files[baseline.file] !== undefined) {
    request.baseline = baseline.file;
    request.baselineRefRoot = refRootOf(files, baseline.file);
  } else if (baseline.kind === "opened" || baseline.kind === "text") {
    const older: Record<string, string> = { ...workspace.opened };
    const file = baseline.kind === "text" ? joined(folderOf(workspace.contract), baseline.name) : workspace.contract;
    if (baseline.kind === "text") older[file] = baseline.text;
    for (const [name, text] of Object.entries(older)) files[`${BASELINE_FOLDER}/${name}`] = text;
    request.baseline = `${BASELINE_FOLDER}/${file}`;
    const olderRoot = refRootOf(older, file);
    request.baselineRefRoot = olderRoot === "." ? BASELINE_FOLDER : joined(BASELINE_FOLDER, olderRoot);
  }
  return request;
}

/** Which of some texts is the contract: the one named so, else the first that is no fragment. */
export function pickContract(files: FileSet | Readonly<Record<string, string>>): string | null {
  const names = Object.keys(files).sort((a, b) => a.split("/").length - b.split("/").length || (a < b ? -1 : 1));
  const readable = names.filter((name) => /\.(ya?ml|json)$/i.test(name) && baseName(name) !== WORKSPACE_FILE);
  const looksWhole = (name: string) => /^["'{\s]*fluidVersion\b/m.test(String(files[name]));
  return (
    readable.find((name) => /\.fluid\.(ya?ml|json)$/i.test(name) && !/baseline/i.test(name)) ??
    readable.find(looksWhole) ??
    readable[0] ??
    null
  );
}
