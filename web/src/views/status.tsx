import { answer, broken, busy, problem } from "../state";
import { CheckIcon, SeverityIcon } from "../ui/icons";
import { tally } from "./findings";

function Verdict() {
  if (broken.value !== null) return <span class="verdict bad">Not running</span>;
  if (problem.value !== null) return <span class="verdict bad">No answer</span>;
  if (answer.value === null) return <span class="verdict">Starting…</span>;
  const found = tally();
  return answer.value.compile.valid ? (
    <span class="verdict good">
      <CheckIcon /> Valid{found && `, ${found}`}
    </span>
  ) : (
    <span class="verdict bad">
      <SeverityIcon severity="error" /> Not valid: {found}
    </span>
  );
}

export function Status() {
  const took = answer.value?.milliseconds;
  return (
    <footer class="status">
      <div role="status" aria-live="polite" aria-busy={busy.value}>
        <Verdict />
      </div>
      {took !== undefined && <span class="status-time">checked in {took < 10 ? took.toFixed(1) : Math.round(took)} ms</span>}
      <span class="status-note">Everything stays in this browser</span>
    </footer>
  );
}
