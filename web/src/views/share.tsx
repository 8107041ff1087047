import { useEffect, useRef } from "preact/hooks";
import { link, MAX_LINK_CHARACTERS } from "../share";
import { counted } from "../text";
import { CopyButton } from "../ui/copy-button";
import { CloseIcon } from "../ui/icons";

const thousands = (count: number) => count.toLocaleString("en");

export function ShareDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const shown = link.value;
  useEffect(() => {
    if (shown && !dialog.current?.open) dialog.current?.showModal();
  }, [shown]);
  if (!shown) return null;
  const { address, names, tooLong } = shown;
  return (
    <dialog
      ref={dialog}
      class="explain"
      aria-labelledby="share-title"
      onClose={() => (link.value = null)}
      onClick={(event) => {
        if (event.target === dialog.current) dialog.current?.close();
      }}
    >
      <div class="explain-body">
        <div class="explain-head">
          <h2 id="share-title">{tooLong ? "Too large for a link" : "A link that holds this contract"}</h2>
          <button type="button" class="button square" aria-label="Close" onClick={() => dialog.current?.close()}>
            <CloseIcon />
          </button>
        </div>
        {tooLong ? (
          <p>
            Compressed, it would make a link of {thousands(address.length)} characters. Links of more than{" "}
            {thousands(MAX_LINK_CHARACTERS)} are cut on their way, so there is none.
          </p>
        ) : (
          <>
            <div class="share-row">
              <input type="text" readOnly aria-label="Link" value={address} onFocus={({ currentTarget }) => currentTarget.select()} />
              <CopyButton text={address} what="link" />
            </div>
            <p class="share-note">
              The contract is in the part after <code>#</code>, which browsers send to no server. Whoever has the link can read
              it. {thousands(address.length)} characters, {counted(names.length, "text")}:
            </p>
            <ul class="share-names">
              {names.map((name) => (
                <li key={name}>
                  <code>{name}</code>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </dialog>
  );
}
