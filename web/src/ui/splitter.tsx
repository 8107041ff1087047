import { useRef } from "preact/hooks";

const SMALLEST = 25;
const LARGEST = 75;

/** The line between two panes: dragged, or moved with the arrow keys. Sets a custom property of its parent. */
export function Splitter({ label, direction }: { label: string; direction: "columns" | "rows" }) {
  const line = useRef<HTMLDivElement>(null);
  const start = direction === "columns" ? 52 : 68;
  const property = direction === "columns" ? "--split" : "--split-rows";
  const set = (percent: number) => {
    const value = Math.round(Math.min(LARGEST, Math.max(SMALLEST, percent)));
    line.current?.parentElement?.style.setProperty(property, `${value}%`);
    line.current?.setAttribute("aria-valuenow", String(value));
  };
  const drag = (event: PointerEvent) => {
    const area = line.current?.parentElement?.getBoundingClientRect();
    if (!area || !line.current?.hasPointerCapture(event.pointerId)) return;
    set(
      direction === "columns"
        ? ((event.clientX - area.left) / area.width) * 100
        : ((event.clientY - area.top) / area.height) * 100,
    );
  };
  const keys = direction === "columns" ? ["ArrowLeft", "ArrowRight"] : ["ArrowUp", "ArrowDown"];
  const press = (event: KeyboardEvent) => {
    const step = event.key === keys[0] ? -3 : event.key === keys[1] ? 3 : 0;
    if (step === 0) return;
    event.preventDefault();
    set(Number(line.current?.getAttribute("aria-valuenow")) + step);
  };
  return (
    <div
      ref={line}
      class={`splitter ${direction}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={direction === "columns" ? "vertical" : "horizontal"}
      aria-valuemin={SMALLEST}
      aria-valuemax={LARGEST}
      aria-valuenow={start}
      onPointerDown={(event) => line.current?.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
    />
  );
}
