// The canonical layout of the shown text.
import type { Edit } from "weir-core";
import { activeFile, applyEdits, checker, notice, workspace } from "./state";

/** Replaces the lines that differ; none moves to another line. */
export function lineEdits(file: string, before: string, after: string): Edit[] {
  const old = before.split(/\r\n|\r|\n/);
  const laidOut = after.split("\n");
  const edits: Edit[] = [];
  const common = Math.min(old.length, laidOut.length);
  const columns = (text: string) => [...text].length + 1;
  for (let at = 0; at < common; ++at) {
    const [from, to] = [old[at] as string, laidOut[at] as string];
    if (from === to) continue;
    // What stays at the end of a line keeps the cursor where it is.
    let tail = 0;
    while (tail < from.length && tail < to.length && from.at(-1 - tail) === to.at(-1 - tail)) ++tail;
    const end = columns(from.slice(0, from.length - tail));
    const range = { start: { line: at + 1, column: 1 }, end: { line: at + 1, column: end } };
    edits.push({ file, range, text: to.slice(0, to.length - tail) });
  }
  const last = (lines: readonly string[], line: number) => ({ line, column: columns(lines[line - 1] as string) });
  if (old.length > common) {
    edits.push({ file, range: { start: last(old, common), end: last(old, old.length) }, text: "" });
  } else if (laidOut.length > common) {
    const end = last(old, common);
    edits.push({ file, range: { start: end, end }, text: `\n${laidOut.slice(common).join("\n")}` });
  }
  return edits;
}

/** Lays out the shown text. */
export async function formatShown(): Promise<void> {
  const file = activeFile.value;
  const before = workspace.value.files[file] ?? "";
  const found = await checker.ask({ kind: "format", file }).catch(() => null);
  if (found === null) notice.value = "Weir could not load what this takes, which it needs a network for once.";
  if (found === null || workspace.value.files[file] !== before || activeFile.value !== file) return;
  if (found.refusal !== "") notice.value = `The layout stays: ${found.refusal}.`;
  else if (!found.changed) notice.value = "This text is laid out already.";
  else applyEdits(lineEdits(file, before, found.text));
}
