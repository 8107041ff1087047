// The place of a text that the pointer is on, told when it changes.
import type { Extension } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import type { Position } from "weir-core";
import { columnOfUnits } from "../text";

export interface PointingEvents {
  /** The pointer is on this place, or on none. */
  pointed(place: Position | null): void;
  /** This place was clicked, without selecting anything. */
  chosen?(place: Position): void;
}

function placeAt(view: EditorView, event: MouseEvent): Position | null {
  const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
  if (offset === null) return null;
  const line = view.state.doc.lineAt(offset);
  return { line: line.number, column: columnOfUnits(line.text, offset - line.from) };
}

export function pointing(events: PointingEvents): Extension {
  let last = "";
  return EditorView.domEventHandlers({
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
}
