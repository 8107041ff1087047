import { useRef } from "preact/hooks";
import { canPickFolder } from "../files";
import { FolderIcon } from "./icons";

interface Props {
  label: string;
  class?: string;
  /** Asks for a folder itself, where the browser can. */
  picked: () => void;
  /** Else these files of a folder were chosen. */
  chosen: (files: FileList) => void;
}

/** A button that asks for a folder of contracts. */
export function FolderButton({ label, class: className = "button", picked, chosen }: Props) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class={className} onClick={() => (canPickFolder() ? picked() : input.current?.click())}>
        <FolderIcon />
        <span>{label}</span>
      </button>
      <input
        ref={input}
        type="file"
        class="unseen"
        tabIndex={-1}
        aria-hidden="true"
        {...{ webkitdirectory: true }}
        onChange={({ currentTarget }) => {
          if (currentTarget.files?.length) chosen(currentTarget.files);
          currentTarget.value = "";
        }}
      />
    </>
  );
}
