import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface Props {
  label: string;
  class?: string;
  multiple?: boolean;
  /** Asks another way, or has the browser choose. */
  ask?: (choose: () => void) => void;
  /** What the browser offers, when that is not YAML and JSON files. */
  takes?: Record<string, unknown>;
  chosen: (files: FileList) => void;
  children?: ComponentChildren;
}

/** A button that asks for YAML or JSON files. */
export function FileButton({
  label,
  class: className = "button",
  multiple = false,
  ask = (choose) => choose(),
  takes = { accept: ".yaml,.yml,.json", multiple },
  chosen,
  children,
}: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={className} onClick={() => ask(() => input.current?.click())}>
        {children}
        <span>{label}</span>
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-hidden="true"
        {...takes}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) chosen(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
