// What the core knows about the place of the cursor: completions as one types, meanings on hover.
import { autocompletion, type Completion as Option, type CompletionContext, type CompletionResult } from "@codemirror/autocomplete";
import type { Extension, Text } from "@codemirror/state";
import { EditorView, hoverTooltip, keymap, type Tooltip } from "@codemirror/view";
import type { Completion, Hover, Position } from "weir-core";
import { offsetsOf, positionOf } from "../text";

export interface Assistant {
  completionsAt(at: Position): Promise<Completion[]>;
  meaningAt(at: Position): Promise<Hover | null>;
  /** Where the word here is declared is to be gone to. */
  goToDefinition(at: Position): void;
}

/** Kinds of completions, in words that the list shows by their icons' classes. */
const ICONS: Record<Completion["kind"], string> = {
  key: "property",
  value: "enum",
  type: "type",
  column: "variable",
  output: "variable",
  file: "text",
};

function optionOf({ label, kind, detail, doc, text }: Completion): Option {
  const option: Option = { label, type: ICONS[kind], apply: text };
  if (detail !== "") option.detail = detail;
  if (doc !== "") option.info = doc;
  return option;
}

/** While one types, a list is offered behind a word, a dot of a path, and the blank behind a key. */
const OFFERED_BEHIND = /(?:[\w.]|: )$/;

async function complete(assistant: Assistant, context: CompletionContext): Promise<CompletionResult | null> {
  const { state, pos, explicit } = context;
  const line = state.doc.lineAt(pos);
  if (!explicit && !OFFERED_BEHIND.test(line.text.slice(0, pos - line.from))) return null;
  const items = await assistant.completionsAt(positionOf(state.doc, pos));
  const [first] = items;
  if (first === undefined || context.aborted) return null;
  const { from, to } = offsetsOf(state.doc, first.range);
  // All of one place replace the same piece; another would be put in the wrong place.
  const same = items.filter(({ range }) => offsetsOf(state.doc, range).from === from && offsetsOf(state.doc, range).to === to);
  return { from, to, options: same.map(optionOf), validFor: /^\w*$/ };
}

function card({ title, lines }: Hover): HTMLElement {
  const box = document.createElement("div");
  box.className = "weir-meaning";
  for (const [at, text] of [title, ...lines].entries()) {
    const line = document.createElement("div");
    line.className = at === 0 ? "weir-message" : "weir-help";
    line.textContent = text;
    box.append(line);
  }
  return box;
}

function tooltipOf(doc: Text, found: Hover): Tooltip {
  const { from, to } = offsetsOf(doc, found.range);
  return { pos: from, end: to, above: true, create: () => ({ dom: card(found) }) };
}

export function assisted(assistant: Assistant): Extension {
  return [
    autocompletion({ override: [(context) => complete(assistant, context)], icons: false, maxRenderedOptions: 100 }),
    keymap.of([
      {
        key: "F12",
        run: ({ state }) => {
          assistant.goToDefinition(positionOf(state.doc, state.selection.main.head));
          return true;
        },
      },
    ]),
    hoverTooltip(async (view: EditorView, pos: number) => {
      const { doc } = view.state;
      const found = await assistant.meaningAt(positionOf(doc, pos));
      // The text may have changed while the core was asked.
      return found === null || view.state.doc !== doc ? null : tooltipOf(doc, found);
    }),
  ];
}
