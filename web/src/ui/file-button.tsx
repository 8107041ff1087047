import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";

interface Props {
  label: string;
  class?: string;
  multiple?: boolean;
  chosen: (files: FileList) => void;
  children?: ComponentChildren;
}

/** A button that asks for YAML or JSON files. */
export function FileButton({ label, class: className = "button", multiple = false, chosen, children }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={className} onClick={() => input.current?.click()}>
        {children}
        <span>{label}</span>
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-hidden="true"
        accept=".yaml,.yml,.json"
        multiple={multiple}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) chosen(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
