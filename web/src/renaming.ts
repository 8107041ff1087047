// Renaming of a column wherever the contract and its fragments name it, seen before it is made.
import { signal } from "@preact/signals";
import type { NamePlace, Position, Renaming } from "weir-core";
import type { Cursor } from "./check/protocol";
import { applyEdits, checker, cursorAt, notice, workspace } from "./state";
import { namedElsewhere } from "./survey";

export interface Prompt {
  at: Cursor;
  /** The name as it stands at the cursor. */
  old: string;
  typed: string;
  /** What the core says of `typed`; null while it is asked. */
  found: Renaming | null;
}

/** The renaming that is being thought about. */
export const prompt = signal<Prompt | null>(null);

const UNLOADED = "Weir could not load what this takes, which it needs a network for once.";

const ask = (at: Cursor, newName: string) => checker.ask({ kind: "rename", ...at, newName }).catch(() => undefined);

/** Asks for a new name of the column at a place of the shown text. */
export async function beginRenaming(place: Position): Promise<void> {
  const { files } = workspace.value;
  const at = cursorAt(place);
  const found = await ask(at, "");
  if (workspace.value.files !== files) return;
  if (found === undefined) {
    notice.value = UNLOADED;
  } else if (found === null) {
    notice.value = "No column is named at the cursor. Put it on the name of a column, or on a step of a path.";
  } else if (found.obstacle !== "") {
    notice.value = `It cannot be renamed: ${found.obstacle}.`;
  } else {
    prompt.value = { at, old: found.name, typed: found.name, found };
  }
}

export async function typeName(typed: string): Promise<void> {
  const now = prompt.value;
  if (now === null) return;
  prompt.value = { ...now, typed, found: null };
  // An empty name would ask for the old one.
  const found = await ask(now.at, typed === "" ? " " : typed);
  if (prompt.value?.typed === typed && prompt.value.at === now.at) prompt.value = { ...prompt.value, found: found ?? null };
}

/** Makes it, when the core agrees. */
export function rename(): void {
  const now = prompt.value;
  if (now === null || now.found === null || now.found.obstacle !== "" || now.typed === now.old) return;
  prompt.value = null;
  applyEdits(now.found.places);
}

/** Contracts of the workspace that include one of these places too, and are not renamed with it. */
export function othersTouched(places: readonly NamePlace[]): string[] {
  return [...new Set(places.flatMap(({ file }) => namedElsewhere(file)))];
}
