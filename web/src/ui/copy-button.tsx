import { useSignal } from "@preact/signals";
import { CheckIcon, CopyIcon } from "./icons";

/** Puts a text into the clipboard, and says whether that was allowed. */
export function CopyButton({ text, what = "" }: { text: string; what?: string }) {
  const done = useSignal<"" | "copied" | "failed">("");
  const copy = async () => {
    done.value = await navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setTimeout(() => (done.value = ""), 2000);
  };
  const label = { "": what === "" ? "Copy" : `Copy ${what}`, copied: "Copied", failed: "Not allowed to copy" }[done.value];
  return (
    <button type="button" class="button small" onClick={copy}>
      {done.value === "copied" ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{label}</span>
    </button>
  );
}
