// The source map: SQL and contract point at each other.
import { computed, effect, signal } from "@preact/signals";
import type { CompiledBuild, Position, Range, SqlSource } from "weir-core";
import { COLUMN } from "./lineage";
import { activeFile, answer, editor, goTo, lastSql, sideView, view, workspace } from "./state";
import { narrow } from "./ui/media";

/** The build that was chosen to be shown, by its id. */
export const chosenBuild = signal("");
export const builds = computed(() => lastSql.value.filter(({ sql }) => sql !== ""));
export const shownBuild = computed<CompiledBuild | null>(
  () => builds.value.find(({ id }) => id === chosenBuild.value) ?? builds.value[0] ?? null,
);
/** The SQL shown is that of the present text, not of an older one without errors. */
export const sqlIsCurrent = computed(() => answer.value === null || answer.value.compile.builds === lastSql.value);

const notAfter = (a: Position, b: Position) => a.line < b.line || (a.line === b.line && a.column <= b.column);
const holds = (range: Range, at: Position) => notAfter(range.start, at) && !notAfter(range.end, at);
const within = (inner: Range, outer: Range) => notAfter(outer.start, inner.start) && notAfter(inner.end, outer.end);

const MAPPED = /^builds\[\d+\]\.properties\.mapping\.columns\[\d+\]$/;
const BUILD = /^builds\[\d+\]$/;

/** A piece of SQL that has a place in the contract. */
type Placed = SqlSource & { range: Range };
const placeOf = ({ file, range }: Placed) => `${file ?? ""}:${range.start.line}:${range.start.column}`;

/**
 * Columns of the INSERT with the expressions that give them their values: the script names the columns first,
 * and then has one expression for each, in the same order.
 */
function pairsOf(build: CompiledBuild, placed: readonly Placed[]): [Placed, Placed][] {
  const insert = placed.findLast(({ path }) => BUILD.test(path));
  if (insert === undefined) return [];
  const pieces: Placed[] = [];
  for (const source of placed) {
    if (!within(source.sql, insert.sql) || !(COLUMN.test(source.path) || MAPPED.test(source.path))) continue;
    const last = pieces.at(-1);
    // Fields of a struct are pieces within their column's.
    if (last === undefined || !within(source.sql, last.sql)) pieces.push(source);
  }
  const count = build.outputs.length;
  if (pieces.length !== 2 * count) return [];
  return pieces.slice(0, count).map((column, at) => [column, pieces[at + count] as Placed]);
}

/** Pieces that belong together: an output column's, its mapping entry's and its expression's. */
const families = computed<readonly (readonly Placed[])[]>(() => {
  const build = shownBuild.value;
  if (build === null || !sqlIsCurrent.value) return [];
  const placed = build.sources.filter((source): source is Placed => Boolean(source.range));
  const byPlace = new Map<string, Placed[]>();
  for (const source of placed) {
    const family = byPlace.get(placeOf(source));
    if (family === undefined) byPlace.set(placeOf(source), [source]);
    else family.push(source);
  }
  for (const [column, expression] of pairsOf(build, placed)) {
    const [one, other] = [byPlace.get(placeOf(column)), byPlace.get(placeOf(expression))];
    if (one === undefined || other === undefined || one === other) continue;
    one.push(...other);
    for (const source of other) byPlace.set(placeOf(source), one);
  }
  return [...new Set(byPlace.values())];
});

/** All pieces, and those of the shown text: the pointer asks for them wherever it goes. */
const pieces = computed(() => families.value.flat());
const piecesHere = computed(() => pieces.value.filter(inShownFile));

/** What the pointer or the cursor is on in one of the two texts, to be shown in both. */
export const linked = signal<readonly SqlSource[]>([]);

/** The narrowest of some pieces at a place. */
function narrowest(sources: readonly Placed[], range: (source: Placed) => Range, at: Position): Placed | null {
  let best: Placed | null = null;
  for (const source of sources) {
    if (holds(range(source), at) && (best === null || within(range(source), range(best)))) best = source;
  }
  return best;
}

const familyOf = (source: Placed | null) => families.value.find((family) => source !== null && family.includes(source)) ?? [];
const inShownFile = ({ file }: SqlSource) => (file ?? workspace.value.contract) === activeFile.value;

function sourceInSql(at: Position): Placed | null {
  return narrowest(pieces.value, ({ sql }) => sql, at);
}

function sourceInContract(at: Position): Placed | null {
  const here = piecesHere.value;
  // A mapping or a column has its first key or its name for its place: the rest of that line belongs to it.
  return (
    narrowest(here, ({ range }) => range, at) ??
    here.findLast(({ range }) => range.start.line === at.line) ??
    null
  );
}

/** The pointer or the cursor is on this place of the SQL, or on none. */
export function pointedAtSql(at: Position | null): void {
  linked.value = at === null ? [] : familyOf(sourceInSql(at));
}

/** The pointer or the cursor is on this place of the shown text, or on none. */
export function pointedAtContract(at: Position | null): void {
  linked.value = at === null ? [] : familyOf(sourceInContract(at));
}

/** A piece is pointed at in another view, or none. */
export function point(source: SqlSource | null): void {
  linked.value = source?.range ? familyOf(source as Placed) : [];
}

/** Goes from a place of the SQL to where it comes from. */
export function followSql(at: Position): void {
  const source = sourceInSql(at);
  if (source !== null) goTo(source.file, source.range);
}

/** A piece of SQL that is to be scrolled to; with `focus`, the cursor goes there too. */
export const revealed = signal<{ sql: Range; focus: boolean } | null>(null);

/** Shows the SQL that comes from a place of the shown text: the last piece, which says how a value is got. */
export function followContract(at: Position, focus: boolean): void {
  const source = sourceInContract(at);
  const last = familyOf(source).at(-1);
  if (source === null || last === undefined) return;
  if (focus) {
    sideView.value = "sql";
    if (narrow.value) view.value = "sql";
  }
  revealed.value = { sql: last.sql, focus };
}

// Pieces of an older SQL are nowhere any more.
effect(() => {
  // Not `families`: to make them for every answer would cost a key stroke in a large contract.
  void shownBuild.value;
  void sqlIsCurrent.value;
  if (linked.peek().length > 0) linked.value = [];
});

effect(() => {
  const here = linked.value.filter(inShownFile);
  editor.value?.link(here.flatMap(({ range }) => (range ? [range] : [])));
});
