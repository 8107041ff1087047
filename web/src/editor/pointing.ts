// The place of a text that the pointer or the cursor is on, told when it changes.
import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import type { Position } from "weir-core";
import { positionOf } from "../text";

export interface PointingEvents {
  /** The pointer is on this place, or the cursor was moved there; or neither is anywhere. */
  pointed(place: Position | null): void;
  /** This place was clicked, without selecting anything. */
  chosen?(place: Position): void;
  /** Mod-Enter was pressed here. */
  followed?(place: Position): void;
}

function placeAt(view: EditorView, event: MouseEvent): Position | null {
  const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (offset === null) return null;
  return positionOf(view.state.doc, offset);
}

export function pointing(events: PointingEvents): Extension {
  let last = "";
  const cursor = (view: EditorView) => positionOf(view.state.doc, view.state.selection.main.head);
  const follow = keymap.of([
    {
      key: "Mod-Enter",
      run: (view) => {
        if (!events.followed) return false;
        events.followed(cursor(view));
        return true;
      },
    },
  ]);
  // For those without a pointer: what belongs to the cursor's place is marked as it moves.
  const moves = EditorView.updateListener.of((update) => {
    // While one types the places are those of the text before.
    if (update.selectionSet && !update.docChanged && update.view.hasFocus) events.pointed(cursor(update.view));
  });
  const pointer = EditorView.domEventHandlers({
    mousemove: (event, view) => {
      const place = placeAt(view, event);
      const key = place === null ? "" : `${place.line}:${place.column}`;
      if (key === last) return;
      last = key;
      events.pointed(place);
    },
    mouseleave: () => {
      last = "";
      events.pointed(null);
    },
    click: (event, view) => {
      const place = placeAt(view, event);
      if (place !== null && view.state.selection.main.empty) events.chosen?.(place);
    },
  });
  return [follow, moves, pointer];
}
