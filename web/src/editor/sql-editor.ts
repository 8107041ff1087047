// Flink SQL, to be read and copied.
import { defaultKeymap } from "@codemirror/commands";
import { sql, SQLDialect } from "@codemirror/lang-sql";
import { foldGutter } from "@codemirror/language";
import { search, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, keymap, lineNumbers } from "@codemirror/view";
import type { Range } from "weir-core";
import { offsetsOf } from "../text";
import { linkedField, setLinked } from "./links";
import { pointing, type PointingEvents } from "./pointing";
import { shadowOf } from "./shadow";
import { editorLook } from "./theme";

/** The words of Flink SQL that a script of Weir can hold. */
const flink = SQLDialect.define({
  identifierQuotes: "`",
  doubleQuotedStrings: false,
  keywords:
    "all and as between by case cast catalog comment create cross database distributed else end enforced exists " +
    "explain false for from group having if in inner insert interval into is join key left like limit metadata not " +
    "null on or order over partition partitioned primary right select set table temporary then true union unnest " +
    "use using values view virtual watermark when where with day second to minute hour",
  types:
    "array bigint binary boolean bytes char date decimal double float int integer map row smallint string time " +
    "timestamp timestamp_ltz tinyint varbinary varchar",
  builtin: "coalesce concat decode json_value json_exists map_from_arrays to_timestamp try_cast",
});

export class SqlEditor {
  readonly #view: EditorView;

  constructor(host: HTMLElement, events: PointingEvents) {
    const root = shadowOf(host);
    this.#view = new EditorView({
      parent: root,
      root,
      state: EditorState.create({
        extensions: [
          lineNumbers(),
          foldGutter(),
          drawSelection(),
          search({ top: true }),
          EditorState.readOnly.of(true),
          sql({ dialect: flink }),
          linkedField,
          editorLook,
          EditorView.contentAttributes.of({
            "aria-label": "Flink SQL",
            "aria-readonly": "true",
            tabindex: "0",
            spellcheck: "false",
          }),
          pointing(events),
          keymap.of([...defaultKeymap, ...searchKeymap]),
        ],
      }),
    });
    this.#view.dom.style.height = "100%";
  }

  /** Shows a script; what has not changed keeps its place on the screen. */
  show(text: string): void {
    const old = this.#view.state.doc.toString();
    if (old === text) return;
    let start = 0;
    while (start < old.length && start < text.length && old[start] === text[start]) ++start;
    let tail = 0;
    while (tail < old.length - start && tail < text.length - start && old.at(-1 - tail) === text.at(-1 - tail)) ++tail;
    this.#view.dispatch({
      changes: { from: start, to: old.length - tail, insert: text.slice(start, text.length - tail) },
    });
  }

  /** Scrolls to a range, and puts the cursor there when asked to. */
  reveal(range: Range, focus: boolean): void {
    const { from, to } = offsetsOf(this.#view.state.doc, range);
    const scroll = EditorView.scrollIntoView(from, { y: "center" });
    this.#view.dispatch(focus ? { effects: scroll, selection: { anchor: from, head: to } } : { effects: scroll });
    if (focus) this.#view.focus();
  }

  link(ranges: readonly Range[]): void {
    const { doc } = this.#view.state;
    this.#view.dispatch({ effects: setLinked.of(ranges.map((range) => offsetsOf(doc, range))) });
  }

  destroy(): void {
    this.#view.destroy();
  }
}
