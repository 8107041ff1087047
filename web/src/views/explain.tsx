import { useEffect, useRef } from "preact/hooks";
import { explained } from "../state";
import { CloseIcon, SeverityIcon } from "../ui/icons";
import { Page } from "../ui/page";

const loadPage = async (code: string) => (await import("../codes")).pageOf(code);

export function ExplainDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = explained.value;
  useEffect(() => {
    if (shown && !dialog.current?.open) dialog.current?.showModal();
  }, [shown]);
  if (!shown) return null;
  const { code, info } = shown;
  return (
    <dialog
      ref={dialog}
      class="explain"
      aria-labelledby="explain-title"
      onClose={() => (explained.value = null)}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="explain-body">
        <div class="explain-head">
          <h2 id="explain-title">
            <code>{code}</code>
          </h2>
          <button type="button" class="button square" aria-label="Close" onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </button>
        </div>
        {info && (
          <p class="explain-meaning">
            <SeverityIcon severity={info.severity} />
            <span>
              <span class={`word ${info.severity}`}>{info.severity}</span> {info.meaning}.
            </span>
          </p>
        )}
        <Page code={code} load={loadPage} />
      </div>
    </dialog>
  );
}
