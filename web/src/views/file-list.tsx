import { activeFile, answer, chooseContract, showFile, workspace } from "../state";
import { verdictOf } from "../survey";
import { counted } from "../text";
import { CheckIcon, SeverityIcon } from "../ui/icons";
import { baseName, contractsOf, folderOf } from "../workspace";

function Verdict({ name }: { name: string }) {
  const found = verdictOf(name);
  if (found === null) return null;
  const { error, warning } = found;
  if (error + warning === 0) {
    return (
      <span class="file-verdict good">
        <CheckIcon />
        <span class="unseen">valid</span>
      </span>
    );
  }
  return (
    <span class="file-verdict">
      <SeverityIcon severity={error > 0 ? "error" : "warning"} />
      <span class="unseen">{error > 0 ? counted(error, "error") : counted(warning, "warning")}</span>
      <span aria-hidden="true">{error > 0 ? error : warning}</span>
    </span>
  );
}

interface GroupProps {
  title: string;
  names: readonly string[];
  contracts?: boolean;
}

function Group({ title, names, contracts = false }: GroupProps) {
  if (names.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>
        {title} <span class="file-count">{names.length}</span>
      </h3>
      <ul>
        {names.map((name) => (
          <li key={name}>
            <button
              type="button"
              class="file-entry"
              title={name}
              aria-current={name === activeFile.value ? "true" : undefined}
              onClick={() => (contracts ? chooseContract(name) : showFile(name))}
            >
              <span class="file-name">
                {baseName(name)}
                {folderOf(name) !== "" && <span class="file-folder">{folderOf(name)}</span>}
              </span>
              {contracts && <Verdict name={name} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Up and down move between the files of all groups. */
function move(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const entries = [...list.querySelectorAll<HTMLElement>(".file-entry")];
  const at = entries.indexOf(event.target as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  entries[to]?.focus();
}

/** All open texts: contracts, what the shown contract includes, and the rest. */
export function FileList() {
  const { files, contract } = workspace.value;
  const contracts = contractsOf(files);
  const isContract = new Set(contracts);
  const included = (answer.value?.included ?? []).filter((name) => name !== contract && Object.hasOwn(files, name));
  const isIncluded = new Set(included);
  const rest = Object.keys(files).filter((name) => !isContract.has(name) && !isIncluded.has(name) && name !== contract);
  return (
    <nav class="file-list" id="file-list" aria-label="Open files" onKeyDown={move}>
      <Group title="Contracts" names={isContract.has(contract) ? contracts : [contract, ...contracts]} contracts />
      <Group title="Fragments of this contract" names={included.filter((name) => !isContract.has(name)).sort()} />
      <Group title="Other files" names={rest.sort()} />
    </nav>
  );
}
