import { explained } from "../state";
import { Dialog } from "../ui/dialog";
import { SeverityIcon } from "../ui/icons";
import { Page } from "../ui/page";

const loadPage = async (code: string) => (await import("../codes")).pageOf(code);

export function ExplainDialog() {
  const shown = explained.value;
  if (!shown) return null;
  const { code, info } = shown;
  return (
    <Dialog id="explain-title" title={<code>{code}</code>} closed={() => (explained.value = null)}>
      {info && (
        <p class="explain-meaning">
          <SeverityIcon severity={info.severity} />
          <span>
            <span class={`word ${info.severity}`}>{info.severity}</span> {info.meaning}.
          </span>
        </p>
      )}
      <Page code={code} load={loadPage} />
    </Dialog>
  );
}
