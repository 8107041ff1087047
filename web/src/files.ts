// Files and folders that a person opens or drops, read within bounds.

/** The core refuses a larger text; so does the console, before reading it. */
const MAX_TEXT_BYTES = 5 * 1024 * 1024;
const MAX_TEXTS = 1_000;
const MAX_ALL_BYTES = 32 * 1024 * 1024;
/** A folder is looked through no further than this. */
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 24;
const MIB = 1024 * 1024;

export interface Texts {
  files: Record<string, string>;
  /** What was left out, in sentences. */
  notes: string[];
}

interface Found {
  name: string;
  file(): Promise<File>;
}

const isText = (name: string) => /\.(ya?ml|json)$/i.test(name);
/** Folders that hold no contracts, and may hold a great many files. */
const isSkipped = (folder: string) => folder.startsWith(".") || folder === "node_modules";

/** Counts what a walk has seen, and ends it where it would take too long. */
class Walk {
  #seen = 0;
  cut = false;
  goesOn(depth: number): boolean {
    if (++this.#seen > MAX_ENTRIES || depth > MAX_DEPTH) this.cut = true;
    return !this.cut;
  }
}

async function* entriesUnder(entry: FileSystemEntry, folder: string, walk: Walk, depth = 0): AsyncGenerator<Found> {
  if (!walk.goesOn(depth)) return;
  const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
  if (entry.isFile) {
    yield { name, file: () => new Promise((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject)) };
    return;
  }
  if (isSkipped(entry.name)) return;
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // A reader gives its entries in batches, the last of which is empty.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const each of batch) yield* entriesUnder(each, name, walk, depth + 1);
  }
}

async function* handlesUnder(
  handle: FileSystemDirectoryHandle,
  folder: string,
  walk: Walk,
  depth = 0,
): AsyncGenerator<Found> {
  for await (const each of (handle as FileSystemDirectoryHandle & { values(): AsyncIterable<FileSystemHandle> }).values()) {
    if (!walk.goesOn(depth)) return;
    const name = folder === "" ? each.name : `${folder}/${each.name}`;
    if (each.kind === "file") yield { name, file: () => (each as FileSystemFileHandle).getFile() };
    else if (!isSkipped(each.name)) yield* handlesUnder(each as FileSystemDirectoryHandle, name, walk, depth + 1);
  }
}

async function* listed(list: Iterable<File>, walk: Walk): AsyncGenerator<Found> {
  for (const file of list) {
    if (!walk.goesOn(0)) return;
    const name = file.webkitRelativePath || file.name;
    if (!name.split("/").slice(0, -1).some(isSkipped)) yield { name, file: async () => file };
  }
}

async function* each<T>(many: readonly T[], one: (item: T) => AsyncGenerator<Found>): AsyncGenerator<Found> {
  for (const item of many) yield* one(item);
}

async function read(found: AsyncIterable<Found>, walk: Walk): Promise<Texts> {
  const files: Record<string, string> = {};
  const notes: string[] = [];
  let count = 0;
  let bytes = 0;
  for await (const { name, file: open } of found) {
    if (!isText(name)) continue;
    const file = await open().catch(() => null);
    if (file === null) {
      notes.push(`${name} could not be read.`);
    } else if (file.size > MAX_TEXT_BYTES) {
      notes.push(`${name} is larger than 5 MiB, which no contract may be.`);
    } else if (count === MAX_TEXTS || bytes + file.size > MAX_ALL_BYTES) {
      notes.push(`Weir opens ${MAX_TEXTS} texts or ${MAX_ALL_BYTES / MIB} MiB at most: ${name} and what follows it is left out.`);
      break;
    } else {
      try {
        files[name] = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
        ++count;
        bytes += file.size;
      } catch {
        notes.push(`${name} is not UTF-8 text.`);
      }
    }
  }
  if (walk.cut) notes.push("The folder is too large to look through: a part of it is left out.");
  return { files, notes };
}

export function textsOfList(list: Iterable<File>): Promise<Texts> {
  const walk = new Walk();
  return read(listed([...list], walk), walk);
}

/** Files and folders of a drop. To be called in the event itself: later its items are gone. */
export function textsOfDrop(transfer: DataTransfer): Promise<Texts> {
  const walk = new Walk();
  const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const known = entries.filter((entry) => entry !== null);
  if (known.length === 0) return textsOfList(transfer.files);
  return read(each(known, (entry) => entriesUnder(entry, "", walk)), walk);
}

type Picker = (options: { id: string; mode: "read" }) => Promise<FileSystemDirectoryHandle>;
const picker = () => (globalThis as { showDirectoryPicker?: Picker }).showDirectoryPicker;

/** This browser can be asked for a folder without the word "upload". */
export const canPickFolder = () => picker() !== undefined;

/** Asks for a folder and reads it; null when the person chose none. */
export async function textsOfPickedFolder(): Promise<Texts | null> {
  const handle = await picker()?.({ id: "contracts", mode: "read" }).catch(() => null);
  if (!handle) return null;
  const walk = new Walk();
  return read(handlesUnder(handle, handle.name, walk), walk);
}
