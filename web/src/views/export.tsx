import { signal } from "@preact/signals";
import { download } from "../download";
import { answer, checker, notice, workspace } from "../state";
import { CopyIcon, SaveIcon } from "../ui/icons";
import { baseName, checkRequest } from "../workspace";

const copied = signal(false);

/** The changes as `weir diff` writes them; null where the core has no answer. */
async function report(format: "markdown" | "html"): Promise<string | null> {
  const { texts: _, ...rest } = checkRequest(workspace.value);
  const text = await checker.ask({ kind: "report", format, ...rest }).catch(() => null);
  if (text === null) notice.value = "The changes could not be written.";
  return text;
}

async function copyMarkdown(): Promise<void> {
  const text = await report("markdown");
  if (text === null) return;
  copied.value = await navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );
  if (!copied.value) notice.value = "The browser does not allow this page to copy.";
  setTimeout(() => (copied.value = false), 2000);
}

async function save(format: "markdown" | "html", suffix: string, type: string): Promise<void> {
  const text = await report(format);
  const name = baseName(workspace.value.contract).replace(/(\.fluid)?\.\w+$/, "");
  if (text !== null) download(`${name}.changes.${suffix}`, text, type);
}

/** Takes the changes out of the page. */
export function ExportActions() {
  if (!answer.value?.diff) return null;
  return (
    <>
      <button type="button" class="button small" onClick={() => void copyMarkdown()}>
        <CopyIcon />
        <span aria-live="polite">{copied.value ? "Copied" : "Copy Markdown"}</span>
      </button>
      <button type="button" class="button small" onClick={() => void save("markdown", "md", "text/markdown")}>
        <SaveIcon />
        <span>Markdown</span>
      </button>
      <button type="button" class="button small" onClick={() => void save("html", "html", "text/html")}>
        <SaveIcon />
        <span>HTML</span>
      </button>
    </>
  );
}
