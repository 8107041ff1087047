import { link, MAX_LINK_CHARACTERS } from "../share";
import { counted } from "../text";
import { CopyButton } from "../ui/copy-button";
import { Dialog } from "../ui/dialog";

const thousands = (count: number) => count.toLocaleString("en");

export function ShareDialog() {
  const shown = link.value;
  if (!shown) return null;
  const { address, names, tooLong } = shown;
  const title = tooLong ? "Too large for a link" : "A link that holds this contract";
  return (
    <Dialog id="share-title" title={title} closed={() => (link.value = null)}>
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
            it. {thousands(address.length)} characters of at most {thousands(MAX_LINK_CHARACTERS)}, {counted(names.length, "text")}:
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
    </Dialog>
  );
}
