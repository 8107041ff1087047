import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { CloseIcon } from "./icons";

interface Props {
  /** Names the heading for those who do not see it. */
  id: string;
  title: ComponentChildren;
  closed: () => void;
  children: ComponentChildren;
}

/** A modal dialog: opened by being rendered; closed with Escape, its button or a click beside it. */
export function Dialog({ id, title, closed, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="dialog"
      aria-labelledby={id}
      onClose={closed}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="dialog-body">
        <div class="dialog-head">
          <h2 id={id}>{title}</h2>
          <button type="button" class="button square" aria-label="Close" onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
