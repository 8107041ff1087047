// Marks for what belongs to the piece of the other text that the pointer is on.
import { StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView } from "@codemirror/view";

/** Ranges that belong to what the pointer is on in another view; an empty one stands for its whole line. */
export const setLinked = StateEffect.define<readonly { from: number; to: number }[]>();
/** Lines keep their elements: one under the pointer that was replaced would lose its tooltip. */
const linkedLine = Decoration.line({ class: "weir-linked" });
const linkedMark = Decoration.mark({ class: "weir-linked" });
export const linkedField = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    marks = marks.map(transaction.changes);
    for (const effect of transaction.effects) {
      if (effect.is(setLinked)) {
        const ranges = effect.value.map(({ from, to }) => (from === to ? linkedLine.range(from) : linkedMark.range(from, to)));
        marks = Decoration.set(ranges, true);
      }
    }
    return marks;
  },
  provide: (field) => EditorView.decorations.from(field),
});
