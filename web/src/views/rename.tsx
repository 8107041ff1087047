import type { NamePlace } from "weir-core";
import { othersTouched, type Prompt, prompt, rename, typeName } from "../renaming";
import { workspace } from "../state";
import { counted } from "../text";
import { Dialog } from "../ui/dialog";
import { SeverityIcon } from "../ui/icons";

function Place({ place, lines }: { place: NamePlace; lines: readonly string[] }) {
  const { range, what, text } = place;
  const { start, end } = range;
  const old = [...(lines[start.line - 1] ?? "")].slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined).join("");
  return (
    <li class="rename-place">
      <span>line {start.line}</span>
      <span>{what}</span>
      <code>
        {old === text ? (
          old
        ) : (
          <>
            <del>{old}</del> <ins>{text}</ins>
          </>
        )}
      </code>
    </li>
  );
}

/** More places than these are counted, not listed. */
const MAX_LISTED = 300;

function Places({ places }: { places: readonly NamePlace[] }) {
  const { files } = workspace.value;
  const names = [...new Set(places.map(({ file }) => file))];
  return (
    <div class="rename-places" tabIndex={0} role="region" aria-label="Places">
      {names.map((file) => {
        const lines = (files[file] ?? "").split(/\r\n|\r|\n/);
        return (
          <section key={file} aria-label={file}>
            <h3>{file}</h3>
            <ul>
              {places
                .slice(0, MAX_LISTED)
                .filter((place) => place.file === file)
                .map((place) => (
                  <Place key={`${place.range.start.line}:${place.range.start.column}`} place={place} lines={lines} />
                ))}
            </ul>
          </section>
        );
      })}
      {places.length > MAX_LISTED && <p class="findings-note">{places.length - MAX_LISTED} more are not listed here.</p>}
    </div>
  );
}

function Said({ now }: { now: Prompt }) {
  const { found, typed, old } = now;
  const others = found === null ? [] : othersTouched(found.places);
  return (
    <p class="rename-said" role="status">
      {found !== null && found.obstacle !== "" && (
        <>
          <SeverityIcon severity="error" />
          <span>{found.obstacle}.</span>
        </>
      )}
      {found !== null && found.obstacle === "" && others.length > 0 && (
        <>
          <SeverityIcon severity="warning" />
          <span>Not renamed with it: {others.join(", ")}, which includes a text that changes.</span>
        </>
      )}
      {found !== null && found.obstacle === "" && others.length === 0 && typed !== old && (
        <span>{counted(found.places.length, "place")} will change, in one step of undo.</span>
      )}
    </p>
  );
}

export function RenameDialog() {
  const now = prompt.value;
  if (now === null) return null;
  const { found, typed, old } = now;
  const ready = found !== null && found.obstacle === "" && typed !== old;
  const places = found?.places ?? [];
  return (
    <Dialog
      id="rename-title"
      title={
        <>
          Rename <code>{old}</code>
        </>
      }
      closed={() => (prompt.value = null)}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!ready) return;
          rename();
          // Closed by itself, it gives the focus back to the editor.
          event.currentTarget.closest("dialog")?.close();
        }}
      >
        <label class="rename-field">
          New name
          <input
            type="text"
            value={typed}
            autofocus
            spellcheck={false}
            autocapitalize="off"
            autocomplete="off"
            aria-invalid={found !== null && found.obstacle !== ""}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={({ currentTarget }) => void typeName(currentTarget.value)}
          />
        </label>
        <Said now={now} />
        <Places places={places} />
        <div class="dialog-foot">
          <button type="button" class="button" onClick={({ currentTarget }) => currentTarget.closest("dialog")?.close()}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={!ready}>
            Rename
          </button>
        </div>
      </form>
    </Dialog>
  );
}
