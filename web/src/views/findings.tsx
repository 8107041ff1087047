import { signal } from "@preact/signals";
import type { Finding, Severity } from "weir-core";
import { answer, applyFix, broken, busy, chooseContract, counts, explain, goTo, problem, workspace } from "../state";
import { findingsByFile, listedCounts, type FileFindings, type Listed, unanswered, unsurveyed } from "../survey";
import { counted } from "../text";
import { CheckIcon, SeverityIcon, WrenchIcon } from "../ui/icons";

/** More findings than these are counted, not listed: nobody reads them, and a page of them is slow. */
const MAX_LISTED = 400;
const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
const NOUNS: Record<Severity, string> = { error: "error", warning: "warning", info: "note" };

/** Severities that are not to be seen. Notes are no fault: they are shown when somebody asks. */
const hidden = signal<ReadonlySet<Severity>>(new Set<Severity>(["info"]));

function toggle(severity: Severity): void {
  const next = new Set(hidden.value);
  if (!next.delete(severity)) next.add(severity);
  hidden.value = next;
}

/** One button for each severity there is: pressed, its findings are listed. */
export function FindingsFilter() {
  const found = listedCounts.value;
  const present = SEVERITIES.filter((severity) => found[severity] > 0);
  if (present.length === 0) return null;
  return (
    <div class="chips" role="group" aria-label="Severities shown">
      {present.map((severity) => (
        <button
          key={severity}
          type="button"
          class={`chip ${severity}`}
          aria-pressed={!hidden.value.has(severity)}
          onClick={() => toggle(severity)}
        >
          <SeverityIcon severity={severity} />
          {counted(found[severity], NOUNS[severity])}
        </button>
      ))}
    </div>
  );
}

function place({ range }: Finding): string {
  return range ? `line ${range.start.line}, column ${range.start.column}` : "";
}

/** Goes to a finding; one of another contract makes that the shown one. */
function follow({ finding, contract }: Listed): void {
  if (contract !== workspace.value.contract) chooseContract(contract);
  goTo(finding.file, finding.range);
}

function Item({ listed }: { listed: Listed }) {
  const { finding, contract } = listed;
  // A fix is one of the texts as they were checked: of another contract, they may have changed since.
  const fixable = contract === workspace.value.contract;
  const { severity, message, help, code, fix, related } = finding;
  return (
    <li class={`finding ${severity}`}>
      <SeverityIcon severity={severity} />
      <div class="finding-body">
        <button type="button" class="finding-go" onClick={() => follow(listed)}>
          <span class={`word ${severity}`}>{severity}</span> <span class="finding-message">{message}</span>
        </button>
        {help && <p class="finding-help">{help}</p>}
        {related && related.length > 0 && (
          <ul class="related">
            {related.map((other) => (
              <li key={`${other.file}:${other.range.start.line}:${other.message}`}>
                <button type="button" class="link" onClick={() => goTo(other.file, other.range)}>
                  {other.message}, line {other.range.start.line}
                </button>
              </li>
            ))}
          </ul>
        )}
        <p class="finding-foot">
          <span>{place(finding)}</span>
          <button type="button" class="link code" aria-label={`What ${code} means`} onClick={() => explain(code)}>
            {code}
          </button>
          {fix && fixable && (
            <button type="button" class="button small fix" onClick={() => applyFix(finding)}>
              <WrenchIcon />
              <span>{fix.title}</span>
            </button>
          )}
        </p>
      </div>
    </li>
  );
}

/** Up, down, Home and End move between findings, whatever of one has the focus. */
function move(event: KeyboardEvent): void {
  const list = event.currentTarget as HTMLElement;
  const rows = [...list.querySelectorAll<HTMLElement>(".finding-go")];
  const row = (event.target as HTMLElement).closest(".finding")?.querySelector<HTMLElement>(".finding-go");
  const at = row ? rows.indexOf(row) : -1;
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  rows[to]?.focus();
}

function FileGroup({ group, limit }: { group: FileFindings; limit: number }) {
  const { file, listed } = group;
  return (
    <section class="file-findings" aria-label={file}>
      <h3>
        <span class="file-findings-name">{file}</span>
        <span class="badge">
          {listed.length}
          <span class="unseen"> {listed.length === 1 ? "finding" : "findings"}</span>
        </span>
      </h3>
      <ul>
        {listed.slice(0, limit).map((each, index) => (
          <Item key={`${each.finding.code}:${each.finding.path}:${index}`} listed={each} />
        ))}
      </ul>
    </section>
  );
}

function FindingsList() {
  let room = MAX_LISTED;
  const groups = findingsByFile.value
    .map(({ file, listed }) => ({ file, listed: listed.filter(({ finding }) => !hidden.value.has(finding.severity)) }))
    .filter(({ listed }) => listed.length > 0);
  const all = groups.reduce((sum, { listed }) => sum + listed.length, 0);
  return (
    <div class="findings" onKeyDown={move}>
      {groups.map((group) => {
        const limit = room;
        room = Math.max(0, room - group.listed.length);
        return limit > 0 && <FileGroup key={group.file} group={group} limit={limit} />;
      })}
      {all === 0 && <p class="findings-note">The severities that there are have been switched off.</p>}
      {all > MAX_LISTED && <p class="findings-note">{all - MAX_LISTED} more are not listed here.</p>}
      <Unknown />
    </div>
  );
}

/** Contracts of the folder that nothing is said about. */
function Unknown() {
  const names = unanswered.value;
  return (
    <>
      {names.length > 0 && (
        <p class="findings-note">
          No answer for {names.slice(0, 5).join(", ")}
          {names.length > 5 && ` and ${names.length - 5} more`}: the check took too long or broke down.
        </p>
      )}
      {unsurveyed.value > 0 && (
        <p class="findings-note">{counted(unsurveyed.value, "contract")} of this folder are checked when they are chosen only.</p>
      )}
    </>
  );
}

/** `1 error, 2 warnings`; empty when there is nothing to say. */
export function tally(): string {
  const { error, warning, info } = counts.value;
  const parts = [
    error > 0 && counted(error, "error"),
    warning > 0 && counted(warning, "warning"),
    info > 0 && counted(info, "note"),
  ];
  return parts.filter(Boolean).join(", ");
}

export function FindingsView() {
  if (broken.value !== null) {
    return (
      <div class="empty" role="alert">
        <SeverityIcon severity="error" />
        <p class="empty-title">Weir's core could not start in this browser</p>
        <p>{broken.value}</p>
      </div>
    );
  }
  if (problem.value !== null) {
    return (
      <div class="empty" role="alert">
        <SeverityIcon severity="warning" />
        <p class="empty-title">No answer for this text</p>
        <p>{problem.value}</p>
      </div>
    );
  }
  if (answer.value === null) {
    return (
      <div class="empty">
        <p>{busy.value ? "Starting Weir's core…" : ""}</p>
      </div>
    );
  }
  const { error, warning, info } = listedCounts.value;
  if (error + warning === 0 && (info === 0 || hidden.value.has("info"))) {
    return (
      <div class="empty good">
        <CheckIcon />
        <p class="empty-title">No findings</p>
        <p>This contract is valid.</p>
        {info > 0 && <p class="findings-note">{counted(info, "note")} can be shown: what is worth knowing and no fault.</p>}
        <Unknown />
      </div>
    );
  }
  return <FindingsList />;
}
