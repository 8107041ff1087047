// Where each column of the table gets its value: rows of both sides, and the edges between them.
import type { CompiledBuild, OutputColumn, SqlSource } from "weir-core";

export interface LineageRow {
  name: string;
  /** The name with those of what it is inside of. */
  path: string;
  type: string;
  /** 0 for a column, 1 and more for what is inside of one. */
  depth: number;
  /** What is to be said of it besides. */
  note: string;
  /** Its place in the contract, where it is known. */
  source: SqlSource | null;
}

export interface LineageEdge {
  from: number;
  to: number;
  /** The value is changed on its way. */
  changed: boolean;
}

export interface Lineage {
  stream: LineageRow[];
  table: LineageRow[];
  edges: LineageEdge[];
}

const HOW: Record<OutputColumn["how"], string> = {
  copy: "as it is",
  widen: "cast to a wider type",
  decode: "decoded as text",
  rebuild: "rebuilt",
  build: "built of its fields",
  unbound: "without a value",
};
const ORIGIN = { value: "", key: "message key", metadata: "metadata" };
/** The path of a column of the table. */
export const COLUMN = /^exposes\[\d+\]\.contract\.schema\[\d+\]$/;
const STREAM = /\.properties\.stream(?:\.\w+)*\.\w+\[\d+\]$/;

const rootOf = (path: string) => /^[^.[]*/.exec(path)?.[0] ?? path;

interface FlatColumn {
  column: OutputColumn;
  path: string;
  depth: number;
  /** Number of the output column that it is, or is inside of. */
  top: number;
}

/** Output columns with the fields of structs behind them, with their depth. */
function flat(columns: readonly OutputColumn[], depth = 0, within = ""): FlatColumn[] {
  return columns.flatMap((column, top) => {
    const path = `${within}${column.name}`;
    return [{ column, path, depth, top }, ...flat(column.fields, depth + 1, `${path}.`).map((inner) => ({ ...inner, top }))];
  });
}

/** Places of the stream's columns, by the name that their piece of SQL begins with. */
function streamPlaces(build: CompiledBuild): Map<string, SqlSource> {
  const lines = build.sql.split("\n");
  const places = new Map<string, SqlSource>();
  for (const source of build.sources) {
    if (!source.range || !STREAM.test(source.path)) continue;
    const { line, column } = source.sql.start;
    const name = /^`((?:[^`]|``)*)`/.exec([...(lines[line - 1] ?? "")].slice(column - 1).join(""))?.[1];
    if (name !== undefined && !places.has(name)) places.set(name.replaceAll("``", "`"), source);
  }
  return places;
}

/** Places of the table's columns, in their order. */
function tablePlaces(build: CompiledBuild): SqlSource[] {
  const seen = new Map<string, SqlSource>();
  for (const source of build.sources) {
    if (source.range && COLUMN.test(source.path) && !seen.has(source.path)) seen.set(source.path, source);
  }
  return [...seen.values()];
}

export function lineageOf(build: CompiledBuild): Lineage {
  const outputs = flat(build.outputs);
  const paths = [...new Set(outputs.map(({ column }) => column.from).filter((path) => path !== ""))];
  const byRoot = new Map<string, string[]>();
  for (const path of paths) byRoot.set(rootOf(path), [...(byRoot.get(rootOf(path)) ?? []), path]);

  const places = streamPlaces(build);
  const stream: LineageRow[] = [];
  const at = new Map<string, number>();
  const addRoot = (name: string, type: string, note: string) => {
    const source = places.get(name) ?? null;
    at.set(name, stream.length);
    stream.push({ name, path: name, type, depth: 0, note, source });
    for (const path of byRoot.get(name) ?? []) {
      if (path === name) continue;
      at.set(path, stream.length);
      stream.push({ name: path.slice(name.length).replace(/^\./, ""), path, type: "", depth: 1, note: "", source });
    }
    byRoot.delete(name);
  };
  for (const { name, type, origin } of build.stream) addRoot(name, type, ORIGIN[origin]);
  // What is left is named by the contract itself: the element of an exploded array.
  for (const name of [...byRoot.keys()]) addRoot(name, "", "one row for each");

  const columns = tablePlaces(build);
  const table = outputs.map(({ column, path, depth, top }) => ({
    name: column.name,
    path,
    type: column.type,
    depth,
    note: `${HOW[column.how]}, ${column.nullable ? "may be null" : "never null"}`,
    source: columns.length === build.outputs.length ? (columns[top] ?? null) : null,
  }));
  const edges = outputs.flatMap(({ column }, to) => {
    const from = at.get(column.from);
    return column.from === "" || from === undefined ? [] : [{ from, to, changed: column.how !== "copy" }];
  });
  return { stream, table, edges };
}
