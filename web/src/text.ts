// Weir counts columns in Unicode code points, JavaScript in UTF-16 units.
import type { Position, Range } from "weir-core";

/** Offset in UTF-16 units of a 1-based code point column within its line; past the end gives the end. */
export function unitsOfColumn(line: string, column: number): number {
  let units = 0;
  for (let passed = 1; passed < column && units < line.length; ++passed) {
    units += (line.codePointAt(units) as number) > 0xffff ? 2 : 1;
  }
  return units;
}

/** 1-based code point column of an offset in UTF-16 units within its line. */
export function columnOfUnits(line: string, units: number): number {
  let column = 1;
  for (let at = 0; at < units && at < line.length; ++column) {
    at += (line.codePointAt(at) as number) > 0xffff ? 2 : 1;
  }
  return column;
}

/** Lines of a text as the editor keeps them, each with its offset. */
export interface LineSource {
  readonly lines: number;
  readonly length: number;
  line(number: number): { from: number; text: string };
}

/** Place of an offset of a text in the editor. */
export function positionOf(
  doc: { lineAt(offset: number): { from: number; number: number; text: string } },
  offset: number,
): Position {
  const line = doc.lineAt(offset);
  return { line: line.number, column: columnOfUnits(line.text, offset - line.from) };
}

export function offsetOf(doc: LineSource, position: Position): number {
  if (position.line > doc.lines) return doc.length;
  const line = doc.line(Math.max(position.line, 1));
  return line.from + unitsOfColumn(line.text, position.column);
}

export function offsetsOf(doc: LineSource, range: Range): { from: number; to: number } {
  const from = offsetOf(doc, range.start);
  return { from, to: Math.max(from, offsetOf(doc, range.end)) };
}

/** `1 error`, `2 errors`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
