import { counted } from "../text";
import { Dialog } from "../ui/dialog";
import { SaveIcon } from "../ui/icons";
import { agree, save, unsaved, waiting } from "../unsaved";

/** Asks before edits are lost. */
export function UnsavedDialog() {
  if (waiting.value === null) return null;
  const names = unsaved.value;
  const close = () => (waiting.value = null);
  return (
    <Dialog id="unsaved-title" title="Your edits are not saved" closed={close}>
      <p>What you open takes the place of {counted(names.length, "text")} that you have changed here and nowhere else:</p>
      <ul class="share-names">
        {names.map((name) => (
          <li key={name}>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      <div class="dialog-foot">
        <button type="button" class="button" onClick={() => save(names)} disabled={names.length === 0}>
          <SaveIcon />
          <span>Save a copy</span>
        </button>
        <button type="button" class="button" onClick={agree}>
          {names.length === 0 ? "Open" : "Discard and open"}
        </button>
        <button
          type="button"
          class="button primary"
          autofocus
          onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}
        >
          Keep editing
        </button>
      </div>
    </Dialog>
  );
}
