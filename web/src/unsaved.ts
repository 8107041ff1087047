// Edits live in the page alone. What would replace them is asked about first.
import { computed, effect, signal } from "@preact/signals";
import { download } from "./download";
import { open, workspace } from "./state";
import { baseName, type Workspace } from "./workspace";

/** Texts as they were last saved, by name. */
const saved = signal<Readonly<Record<string, string>>>({});

/** Names of the texts whose edits would be lost. */
export const unsaved = computed<readonly string[]>(() => {
  const { files, opened } = workspace.value;
  return Object.keys(files).filter((name) => files[name] !== opened[name] && files[name] !== saved.value[name] && files[name]?.trim() !== "");
});

interface Waiting {
  next: Workspace;
  then: () => void;
}
/** What is to be opened once the person has agreed. */
export const waiting = signal<Waiting | null>(null);

function show({ next, then }: Waiting): void {
  saved.value = {};
  open(next);
  then();
}

/** Opens other texts; where that would lose edits, the person is asked. `then` comes when they are open. */
export function openUnlessUnsaved(next: Workspace, then: () => void = () => undefined): void {
  if (unsaved.value.length === 0) show({ next, then });
  else waiting.value = { next, then };
}

export function agree(): void {
  const agreed = waiting.value;
  waiting.value = null;
  if (agreed !== null) show(agreed);
}

/** Gives texts to the person as files. */
export function save(names: readonly string[]): void {
  const { files } = workspace.value;
  for (const name of names) {
    const text = files[name];
    if (text === undefined) continue;
    download(baseName(name), text, "application/yaml");
    saved.value = { ...saved.value, [name]: text };
  }
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
effect(() => {
  if (unsaved.value.length > 0) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
});
