import type { Finding } from "weir-core";
import { answer, applyFix, broken, busy, counts, explain, findings, goTo, problem, workspace } from "../state";
import { counted } from "../text";
import { CheckIcon, SeverityIcon, WrenchIcon } from "../ui/icons";

function place(finding: Finding): string {
  const start = finding.range?.start;
  const file = finding.file && finding.file !== workspace.value.contract ? `${finding.file}, ` : "";
  return start ? `${file}line ${start.line}, column ${start.column}` : file.replace(/, $/, "");
}

function Item({ finding }: { finding: Finding }) {
  const { severity, message, help, code, fix, related } = finding;
  return (
    <li class={`finding ${severity}`}>
      <SeverityIcon severity={severity} />
      <div class="finding-body">
        <button type="button" class="finding-go" onClick={() => goTo(finding.file, finding.range)}>
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
          {fix && (
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
  if (findings.value.length === 0) {
    return (
      <div class="empty good">
        <CheckIcon />
        <p class="empty-title">No findings</p>
        <p>This contract is valid.</p>
      </div>
    );
  }
  return (
    <ul class="findings">
      {findings.value.map((finding, index) => (
        <Item key={`${finding.code}:${finding.path}:${index}`} finding={finding} />
      ))}
    </ul>
  );
}
