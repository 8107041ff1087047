// Commands that open texts: examples, files, folders, what is pasted, and what they are compared with.
import { EXAMPLES, openExample } from "./examples";
import { type Texts, textsOfDrop, textsOfList, textsOfPickedFolder } from "./files";
import { addTexts, answer, notice, setBaseline, setWaivers, view, workspace } from "./state";
import { openUnlessUnsaved } from "./unsaved";
import { baseName, pickContract, waiversAmong, type Workspace } from "./workspace";

export function openExampleById(id: string): void {
  if (!EXAMPLES.some((example) => example.id === id)) return;
  const next = openExample(id, workspace.value.generation + 1);
  openUnlessUnsaved(next, () => history.replaceState(null, "", `#example=${id}`));
}

/** `then` comes once the texts are open, which a person may be asked about first. */
export function openTexts(files: Record<string, string>, then: () => void = () => undefined): void {
  const contract = pickContract(files);
  if (contract === null) {
    notice.value = "None of these files is a YAML or JSON text.";
    return;
  }
  const next: Workspace = {
    generation: workspace.value.generation + 1,
    files,
    opened: files,
    contract,
    baseline: { kind: "opened" },
    waivers: waiversAmong(files),
    example: null,
  };
  openUnlessUnsaved(next, () => {
    history.replaceState(null, "", location.pathname + location.search);
    then();
  });
}

export function openBlank(): void {
  openTexts({ "contract.fluid.yaml": "" }, () => (view.value = "contract"));
}

/** Two notes are said in full; of more, how many. */
function say(notes: readonly string[]): void {
  if (notes.length === 0) return;
  const more = notes.length - 2;
  notice.value = `${notes.slice(0, 2).join(" ")}${more > 0 ? ` ${more} more were left out.` : ""}`;
}

/** Fragments that the open contract lacks, under the names that it has for them; null when others are among them. */
function fragmentsAmong(files: Readonly<Record<string, string>>): Record<string, string> | null {
  const missing = answer.value?.missing ?? [];
  const added: Record<string, string> = {};
  for (const [name, text] of Object.entries(files)) {
    const wanted = missing.find((path) => baseName(path) === baseName(name));
    if (wanted === undefined) return null;
    added[wanted] = text;
  }
  return added;
}

/** Opens what was read; fragments that the open contract lacks are added to it instead. */
async function openRead(reading: Promise<Texts | null>): Promise<void> {
  notice.value = null;
  const read = await reading;
  if (read === null) return;
  const { files, notes } = read;
  if (Object.keys(files).length === 0) {
    say(notes.length > 0 ? notes : ["Weir opens YAML and JSON files; there are none."]);
    return;
  }
  const added = fragmentsAmong(files);
  if (added === null) openTexts(files);
  else addTexts(added);
  say(notes);
}

export const openFiles = (list: Iterable<File>) => openRead(textsOfList(list));
export const openDrop = (transfer: DataTransfer) => openRead(textsOfDrop(transfer));
export const openPickedFolder = () => openRead(textsOfPickedFolder());

/** Compares with a file, or with the same contract of another folder. */
async function compareRead(reading: Promise<Texts | null>): Promise<void> {
  const read = await reading;
  if (read === null) return;
  const names = Object.keys(read.files);
  const [first] = names;
  if (first === undefined) {
    say(read.notes.length > 0 ? read.notes : ["Weir compares with YAML and JSON files; there are none."]);
    return;
  }
  const name = names.length === 1 ? baseName(first) : (first.split("/")[0] as string);
  setBaseline({ kind: "elsewhere", name, files: read.files });
  say(read.notes);
}

export const compareWith = (list: Iterable<File>) => compareRead(textsOfList(list));
export const compareWithPickedFolder = () => compareRead(textsOfPickedFolder());

/** Takes a file of waivers from elsewhere. */
export async function chooseWaivers(list: Iterable<File>): Promise<void> {
  const { files, notes } = await textsOfList(list);
  const [chosen] = Object.entries(files);
  say(notes);
  if (chosen !== undefined) setWaivers({ kind: "elsewhere", name: baseName(chosen[0]), text: chosen[1] });
}
