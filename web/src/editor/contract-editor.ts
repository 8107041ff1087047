// The editor of a workspace's texts: one view, one state for each file, so that each keeps its own undo.
import { defaultKeymap, history, historyKeymap, indentLess, indentMore } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Edit, Finding, Position, Range } from "weir-core";
import { offsetsOf } from "../text";
import { type Assistant, assisted } from "./assist";
import { diagnosticsOf } from "./findings";
import { linkedField, setLinked } from "./links";
import { pointing } from "./pointing";
import { shadowOf } from "./shadow";
import { editorLook } from "./theme";

export interface EditorEvents extends Assistant {
  /** A file's text has changed by typing or by a fix. */
  edited(file: string, text: string): void;
  fix(finding: Finding): void;
  /** The pointer or the cursor is on this place of the shown file, or on none. */
  pointed(place: Position | null): void;
  /** This place was clicked. */
  chosen(place: Position): void;
  /** What belongs to this place in the SQL is to be gone to. */
  followed(place: Position): void;
}

export class ContractEditor {
  readonly #events: EditorEvents;
  readonly #view: EditorView;
  readonly #extensions: Extension;
  #states = new Map<string, EditorState>();
  #file = "";
  #findings: readonly Finding[] = [];

  constructor(host: HTMLElement, events: EditorEvents) {
    this.#events = events;
    this.#extensions = [
      lintGutter(),
      lineNumbers(),
      foldGutter(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      history(),
      drawSelection(),
      indentOnInput(),
      indentUnit.of("  "),
      bracketMatching(),
      highlightSelectionMatches(),
      search({ top: true }),
      linkedField,
      pointing({
        pointed: (place) => this.#events.pointed(place),
        chosen: (place) => this.#events.chosen(place),
        followed: (place) => this.#events.followed(place),
      }),
      assisted(events),
      yaml(),
      editorLook,
      // Tab stays the key that leaves the editor; indenting has the keys of other editors.
      keymap.of([
        { key: "Mod-]", run: indentMore },
        { key: "Mod-[", run: indentLess },
        { key: "F8", run: nextDiagnostic },
        { key: "Shift-F8", run: previousDiagnostic },
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
      ]),
      EditorView.contentAttributes.of({
        "aria-label": "Contract text",
        tabindex: "0",
        spellcheck: "false",
        autocapitalize: "off",
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) this.#events.edited(this.#file, update.state.doc.toString());
      }),
    ];
    const root = shadowOf(host);
    this.#view = new EditorView({ parent: root, root, state: this.#newState("") });
    this.#view.dom.style.height = "100%";
  }

  /** Forgets all files: other texts have been opened. */
  reset(): void {
    this.#states = new Map();
    this.#file = "";
  }

  show(file: string, text: string): void {
    if (file === this.#file) return;
    if (this.#file !== "") this.#states.set(this.#file, this.#view.state);
    this.#file = file;
    const kept = this.#states.get(file);
    this.#view.setState(kept?.doc.toString() === text ? kept : this.#newState(text));
    this.showFindings(this.#findings);
  }

  /** Findings about the shown file's present text. */
  showFindings(findings: readonly Finding[]): void {
    this.#findings = findings;
    const { state } = this.#view;
    const here = findings.filter(({ file }) => file === this.#file);
    this.#view.dispatch(setDiagnostics(state, diagnosticsOf(here, state.doc, (finding) => this.#events.fix(finding))));
  }

  goTo(range: Range): void {
    const { from, to } = offsetsOf(this.#view.state.doc, range);
    this.#view.dispatch({
      selection: { anchor: from, head: to },
      effects: EditorView.scrollIntoView(from, { y: "center" }),
    });
    this.#view.focus();
  }

  /** Marks the lines that these ranges of the shown file begin on. */
  link(ranges: readonly Range[]): void {
    const { doc } = this.#view.state;
    const lines = new Set(ranges.map(({ start }) => Math.min(start.line, doc.lines)));
    const places = [...lines].map((number) => doc.line(number)).map(({ from }) => ({ from, to: from }));
    this.#view.dispatch({ effects: setLinked.of(places) });
  }

  /** Makes edits of the shown file, as one step of undo. */
  apply(edits: readonly Edit[]): void {
    const { doc } = this.#view.state;
    const changes = edits.map((edit) => ({ ...offsetsOf(doc, edit.range), insert: edit.text }));
    this.#view.dispatch({ changes, userEvent: "input.fix" });
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #newState(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions });
  }
}
