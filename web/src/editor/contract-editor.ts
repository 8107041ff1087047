// The editor of a workspace's texts: one view, one state for each file, so that each keeps its own undo.
import { defaultKeymap, history, historyKeymap, indentLess, indentMore, isolateHistory, redo, undo } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { bracketMatching, foldGutter, foldKeymap, indentOnInput, indentUnit } from "@codemirror/language";
import { lintGutter, nextDiagnostic, previousDiagnostic, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, search, searchKeymap } from "@codemirror/search";
import { EditorState, type Extension, type Text } from "@codemirror/state";
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Edit, Finding, Position, Range } from "weir-core";
import { offsetsOf, positionOf } from "../text";
import { type Assistant, assisted } from "./assist";
import { diagnosticsOf } from "./findings";
import { linkedField, setLinked } from "./links";
import { pointing } from "./pointing";
import { shadowOf } from "./shadow";
import { editorLook } from "./theme";

export interface EditorEvents extends Assistant {
  /** Texts have changed, by name: by typing, by a fix, or by what changes several. */
  edited(texts: Readonly<Record<string, string>>): void;
  fix(finding: Finding): void;
  /** The pointer or the cursor is on this place of the shown file, or on none. */
  pointed(place: Position | null): void;
  /** This place was clicked. */
  chosen(place: Position): void;
  /** What belongs to this place in the SQL is to be gone to. */
  followed(place: Position): void;
  /** What is named at this place is to be renamed. */
  rename(place: Position): void;
  /** The shown text is to be laid out. */
  format(): void;
}

/** An edit of several texts: their contents before and after it. */
type Step = ReadonlyMap<string, { before: Text; after: Text }>;

export class ContractEditor {
  readonly #events: EditorEvents;
  readonly #view: EditorView;
  readonly #extensions: Extension;
  #states = new Map<string, EditorState>();
  #file = "";
  #findings: readonly Finding[] = [];
  #steps: Step[] = [];

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
        { key: "F2", run: () => (this.rename(), true) },
        { key: "Shift-Alt-f", run: () => (this.#events.format(), true) },
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
        if (!update.docChanged) return;
        this.#events.edited({ [this.#file]: update.state.doc.toString() });
        for (const [event, command] of [["undo", undo], ["redo", redo]] as const) {
          if (update.transactions.some((transaction) => transaction.isUserEvent(event))) {
            this.#goWith(command, update.startState.doc, update.state.doc);
          }
        }
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
    this.#steps = [];
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

  /** Asks for a new name of what the cursor is on. */
  rename(): void {
    const { doc, selection } = this.#view.state;
    this.#events.rename(positionOf(doc, selection.main.head));
  }

  /** Makes edits of these texts as one step: what is undone in one of them is undone in all. */
  apply(edits: readonly Edit[], texts: Readonly<Record<string, string>>): void {
    const step = new Map<string, { before: Text; after: Text }>();
    for (const file of new Set(edits.map((edit) => edit.file))) {
      const state = this.#stateOf(file, texts[file] ?? "");
      const { doc } = state;
      const own = edits.filter((edit) => edit.file === file);
      const changes = own.map((edit) => ({ ...offsetsOf(doc, edit.range), insert: edit.text }));
      const transaction = state.update({ changes, userEvent: "input.fix", annotations: isolateHistory.of("full") });
      step.set(file, { before: doc, after: transaction.newDoc });
      if (file === this.#file) this.#view.dispatch(transaction);
      else this.#keep(file, transaction.state);
    }
    if (step.size > 1) this.#steps.push(step);
    this.#view.focus();
  }

  destroy(): void {
    this.#view.destroy();
  }

  #stateOf(file: string, text: string): EditorState {
    if (file === this.#file) return this.#view.state;
    const kept = this.#states.get(file);
    return kept?.doc.toString() === text ? kept : this.#newState(text);
  }

  /** Takes another state of a text that is not shown. */
  #keep(file: string, state: EditorState): void {
    this.#states.set(file, state);
    this.#events.edited({ [file]: state.doc.toString() });
  }

  /** Undoes or redoes in the other texts what was one step with what was undone or redone in the shown one. */
  #goWith(command: typeof undo, from: Text, to: Text): void {
    const ends = command === undo ? (["after", "before"] as const) : (["before", "after"] as const);
    const step = this.#steps.find((each) => {
      const own = each.get(this.#file);
      return own?.[ends[0]].eq(from) && own[ends[1]].eq(to);
    });
    for (const [file, other] of step ?? []) {
      const state = this.#states.get(file);
      if (file === this.#file || !state?.doc.eq(other[ends[0]])) continue;
      command({ state, dispatch: (transaction) => this.#keep(file, transaction.state) });
    }
  }

  #newState(text: string): EditorState {
    return EditorState.create({ doc: text, extensions: this.#extensions });
  }
}
