import type { Change, ChangeSeverity, Json } from "weir-core";
import { chooseWaivers, compareWith, compareWithPickedFolder } from "../opening";
import { answer, changes, goTo, setBaseline, setWaivers, workspace } from "../state";
import { CopyButton } from "../ui/copy-button";
import { FileButton } from "../ui/file-button";
import { FolderButton } from "../ui/folder-button";
import { ArrowIcon, CheckIcon, OpenIcon, SeverityIcon } from "../ui/icons";
import { type Baseline, contractsOf, type Waivers, waiversOf } from "../workspace";
import { ExportActions } from "./export";

/** More changes of a kind than these are counted, not listed: nobody reads them, and a page of them is slow. */
const MAX_LISTED = 300;

const GROUPS: readonly { severity: ChangeSeverity; title: string; meaning: string }[] = [
  { severity: "breaking", title: "Breaking", meaning: "Readers, the table or the running job cannot simply carry on." },
  { severity: "non-breaking", title: "Non-breaking", meaning: "Nothing stops working; worth a reviewer's look." },
  { severity: "info", title: "Info", meaning: "For your information." },
];

/** A value of a contract as it is read best: text as it is, a collection over several lines. */
function shown(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === "string" ? value : JSON.stringify(value, null, typeof value === "object" ? 2 : 0);
}

function Side({ label, value }: { label: string; value: Json | undefined }) {
  const text = shown(value);
  return (
    <div class={`side ${label}`}>
      <span class="side-label">{label}</span>
      {text === null ? <span class="side-none">absent</span> : <code>{text}</code>}
    </div>
  );
}

const STATES = {
  kept: "Kept",
  uncertain: "Uncertain",
  lost: "Lost",
};

/** Statements of one dialect, to be copied as they are. */
function Statements({ dialect, statements }: { dialect: string; statements: readonly string[] }) {
  if (statements.length === 0) return null;
  const script = statements.map((statement) => `${statement.replace(/;\s*$/, "")};`).join("\n");
  return (
    <div class="statements">
      <div class="statements-head">
        <h4>{dialect}</h4>
        <CopyButton text={script} what={dialect} />
      </div>
      <pre tabIndex={0} role="region" aria-label={`${dialect} statements`}>
        <code>{script}</code>
      </pre>
    </div>
  );
}

function Consequences({ change }: { change: Change }) {
  const { affected, action, migration, savepoint } = change;
  return (
    <>
      <dl class="consequences">
        {affected !== "" && (
          <>
            <dt>Affected</dt>
            <dd>{affected}</dd>
          </>
        )}
        {action !== "" && (
          <>
            <dt>What to do</dt>
            <dd>{action}</dd>
          </>
        )}
        {savepoint !== null && (
          <>
            <dt>Savepoint</dt>
            <dd>
              <b class={`savepoint ${savepoint.state}`}>{STATES[savepoint.state]}.</b> {savepoint.why}
            </dd>
          </>
        )}
        {migration !== null && (
          <>
            <dt>Migration</dt>
            <dd>{migration.note}</dd>
          </>
        )}
      </dl>
      {migration !== null && (
        <div class="migration">
          <Statements dialect="Spark" statements={migration.spark} />
          <Statements dialect="Trino" statements={migration.trino} />
        </div>
      )}
    </>
  );
}

function Item({ change }: { change: Change }) {
  const { severity, rule, path, what, before, after, head, waived, fingerprint } = change;
  const both = shown(before) !== null || shown(after) !== null;
  return (
    <li class={`change ${severity}`}>
      {head ? (
        <button type="button" class="finding-go" onClick={() => goTo(head.file, head.range)}>
          <span class="finding-message">{what}</span>
        </button>
      ) : (
        <p class="finding-message">{what}</p>
      )}
      {waived && (
        <p class="waived">
          <b>Waived</b> by {waived.owner} until {waived.expires}: {waived.reason}
        </p>
      )}
      <Consequences change={change} />
      {both && (
        <div class="sides">
          <Side label="before" value={before} />
          <ArrowIcon />
          <Side label="after" value={after} />
        </div>
      )}
      <p class="finding-foot">
        <code class="path">{path}</code>
        <span class="code">{rule}</span>
        <span class="code" title="Fingerprint, by which a file of waivers names this change">
          {fingerprint}
        </span>
      </p>
    </li>
  );
}

/** Which file of waivers is looked at, when there is one. */
function WaiversPicker() {
  const { waivers, files } = workspace.value;
  const own = waiversOf(files);
  const value = waivers.kind === "file" ? `file:${waivers.file}` : waivers.kind;
  const pick = (chosen: string) => {
    const next: Waivers | null = chosen.startsWith("file:")
      ? { kind: "file", file: chosen.slice(5) }
      : chosen === "none"
        ? { kind: "none" }
        : null;
    if (next !== null) setWaivers(next);
  };
  return (
    <div class="pane-bar">
      <label class="picker">
        Waivers
        <select value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
          <option value="none">none</option>
          {own.map((name) => (
            <option key={name} value={`file:${name}`}>
              {name}
            </option>
          ))}
          {waivers.kind === "elsewhere" && <option value="elsewhere">{waivers.name}</option>}
        </select>
      </label>
      <div class="pane-actions">
        <FileButton label="Waivers…" class="button small" takes={{ accept: ".json" }} chosen={chooseWaivers}>
          <OpenIcon />
        </FileButton>
        <ExportActions />
      </div>
    </div>
  );
}

function BaselinePicker() {
  const { baseline, contract, files } = workspace.value;
  const older = contractsOf(files).filter((name) => name !== contract);
  const value = baseline.kind === "file" ? `file:${baseline.file}` : baseline.kind;
  const pick = (chosen: string) => {
    const next: Baseline | null = chosen.startsWith("file:")
      ? { kind: "file", file: chosen.slice(5) }
      : chosen === "opened" || chosen === "none"
        ? { kind: chosen }
        : null;
    if (next !== null) setBaseline(next);
  };
  return (
    <div class="pane-bar">
      <label class="picker">
        Compare with
        <select value={value} onChange={({ currentTarget }) => pick(currentTarget.value)}>
          {older.map((name) => (
            <option key={name} value={`file:${name}`}>
              {name}
            </option>
          ))}
          <option value="opened">the text as I opened it</option>
          {baseline.kind === "elsewhere" && <option value="elsewhere">{baseline.name}</option>}
          <option value="none">nothing</option>
        </select>
      </label>
      <div class="pane-actions">
        <FileButton label="Older file…" class="button small" chosen={compareWith}>
          <OpenIcon />
        </FileButton>
        <FolderButton label="Folder…" class="button small" picked={compareWithPickedFolder} chosen={compareWith} />
      </div>
    </div>
  );
}

interface GroupProps {
  severity: ChangeSeverity;
  title: string;
  meaning: string;
  changes: readonly Change[];
}

function Group({ severity, title, meaning, changes: group }: GroupProps) {
  if (group.length === 0) return null;
  return (
    <section class={`group ${severity}`} aria-label={`${title} changes`}>
      <h3>
        <SeverityIcon severity={severity} />
        {title}
        <span class={`badge ${severity}`}>{group.length}</span>
        <span class="group-meaning">{meaning}</span>
      </h3>
      <ul>
        {group.slice(0, MAX_LISTED).map((change) => (
          <Item key={change.fingerprint} change={change} />
        ))}
      </ul>
      {group.length > MAX_LISTED && (
        <p class="findings-note">{group.length - MAX_LISTED} more are not listed here; a document holds them.</p>
      )}
    </section>
  );
}

function Body() {
  const found = answer.value;
  if (workspace.value.baseline.kind === "none") {
    return (
      <div class="empty">
        <p class="empty-title">Nothing to compare with</p>
        <p>Choose an older version of this contract to see what a release would change.</p>
      </div>
    );
  }
  // The findings are there before the changes.
  if (found === null || (found.diff === null && found.diffError === null)) return <div class="empty" />;
  if (found.diff === null) {
    return (
      <div class="empty" role="status">
        <SeverityIcon severity="warning" />
        <p class="empty-title">The two could not be compared</p>
        <p>{found.diffError}</p>
      </div>
    );
  }
  if (changes.value.length === 0) {
    return (
      <div class="empty good">
        <CheckIcon />
        <p class="empty-title">No changes</p>
        <p>Both versions mean the same.</p>
      </div>
    );
  }
  return (
    <div class="changes">
      {!found.diff.head.valid && (
        <p class="banner" role="status">
          <SeverityIcon severity="warning" />
          The contract has errors; the changes are those of what could be read.
        </p>
      )}
      {found.diff.warnings?.map(({ message }) => (
        <p key={message} class="banner" role="status">
          <SeverityIcon severity="warning" />
          {message}
        </p>
      ))}
      {found.waiversError !== null && (
        <p class="banner" role="status">
          <SeverityIcon severity="warning" />
          The waivers are not looked at: {found.waiversError}
        </p>
      )}
      {GROUPS.map((group) => (
        <Group
          key={group.severity}
          {...group}
          changes={changes.value.filter(({ severity, waived }) => severity === group.severity && !waived)}
        />
      ))}
      <Group
        title="Waived"
        severity="info"
        meaning="Somebody answers for these; they count for nothing."
        changes={changes.value.filter(({ waived }) => waived)}
      />
    </div>
  );
}

export function ChangesView() {
  return (
    <>
      <BaselinePicker />
      {workspace.value.baseline.kind !== "none" && <WaiversPicker />}
      <Body />
    </>
  );
}
