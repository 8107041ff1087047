import { computed, signal } from "@preact/signals";
import { lineageOf, type LineageEdge, type LineageRow } from "../lineage";
import { point, shownBuild, sqlIsCurrent } from "../linking";
import { goTo } from "../state";
import { SeverityIcon } from "../ui/icons";

const ROW = 46;
const WIDTH = 100;
/** A page of more rows is slow, and nobody follows its lines. */
const MAX_ROWS = 400;

const lineage = computed(() => (shownBuild.value === null ? null : lineageOf(shownBuild.value)));
/** The edges of the row that the pointer or the focus is on. */
const followed = signal<{ side: "from" | "to"; row: number } | null>(null);

interface SideProps {
  title: string;
  side: "from" | "to";
  rows: readonly LineageRow[];
  /** Names on the other side that a row is tied to. */
  tied: (row: number) => string;
}

function Side({ title, side, rows, tied }: SideProps) {
  return (
    <section class={`lineage-side ${side}`} aria-label={title}>
      <ul>
        {rows.slice(0, MAX_ROWS).map(({ name, type, depth, note, source }, row) => {
          const follow = () => {
            followed.value = { side, row };
            point(source);
          };
          const leave = () => {
            followed.value = null;
            point(null);
          };
          return (
            <li key={`${row}:${name}`}>
              <button
                type="button"
                class={`lineage-row depth-${Math.min(depth, 3)}`}
                title={`${name} ${type}`.trim()}
                onPointerEnter={follow}
                onPointerLeave={leave}
                onFocus={follow}
                onBlur={leave}
                onClick={() => {
                  if (source === null) return;
                  goTo(source.file, source.range);
                  // The focus is gone from here, but what was chosen stays marked.
                  point(source);
                }}
              >
                <span class="lineage-name">
                  {name} <span class="lineage-type">{type}</span>
                </span>
                <span class="lineage-note">
                  {note}
                  <span class="unseen">{tied(row)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const middle = (row: number) => row * ROW + ROW / 2;

function Edge({ edge }: { edge: LineageEdge }) {
  const { from, to, changed } = edge;
  const now = followed.value;
  const lit = now !== null && edge[now.side] === now.row;
  const half = WIDTH / 2;
  return (
    <path
      class={`lineage-edge${changed ? " changed" : ""}${lit ? " lit" : ""}`}
      d={`M0 ${middle(from)}C${half} ${middle(from)} ${half} ${middle(to)} ${WIDTH} ${middle(to)}`}
    />
  );
}

export function LineageView() {
  const found = lineage.value;
  if (found === null) {
    return (
      <div class="empty">
        <p class="empty-title">No lineage yet</p>
        <p>Weir draws where each column comes from once the contract has no errors.</p>
      </div>
    );
  }
  const { stream, table, edges } = found;
  const shown = edges.filter(({ from, to }) => from < MAX_ROWS && to < MAX_ROWS);
  const height = Math.min(MAX_ROWS, Math.max(stream.length, table.length)) * ROW;
  const names = (rows: readonly LineageRow[], at: number[]) => at.map((row) => rows[row]?.path).join(", ");
  const readers = (row: number) => edges.filter(({ from }) => from === row).map(({ to }) => to);
  const origins = (row: number) => edges.filter(({ to }) => to === row).map(({ from }) => from);
  const said = (before: string, text: string) => (text === "" ? "" : ` ${before} ${text}`);
  const cut = Math.max(stream.length, table.length) > MAX_ROWS;
  return (
    <>
      {!sqlIsCurrent.value && (
        <p class="banner" role="status">
          <SeverityIcon severity="warning" />
          The contract has errors: this is the lineage of the last text without them.
        </p>
      )}
      <div class="lineage">
        <h3>Stream</h3>
        <h3 class="lineage-table">Table</h3>
        <Side title="Stream" side="from" rows={stream} tied={(row) => said("is read by", names(table, readers(row)))} />
        <svg class="lineage-edges" viewBox={`0 0 ${WIDTH} ${height}`} height={height} preserveAspectRatio="none" aria-hidden="true">
          {shown.map((edge) => (
            <Edge key={`${edge.from}:${edge.to}`} edge={edge} />
          ))}
        </svg>
        <Side title="Table" side="to" rows={table} tied={(row) => said("is read from", names(stream, origins(row)))} />
      </div>
      {cut && <p class="findings-note">The first {MAX_ROWS} rows are shown.</p>}
    </>
  );
}
