// Findings as CodeMirror shows them: underlines, gutter marks, a card on hover, a button for the fix.
import type { Action, Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import type { Finding } from "weir-core";
import { offsetsOf } from "../text";

function card(finding: Finding): HTMLElement {
  const box = document.createElement("div");
  const line = (className: string, text: string) => {
    const element = document.createElement("div");
    element.className = className;
    element.textContent = text;
    box.append(element);
  };
  line("weir-message", finding.message);
  if (finding.help) line("weir-help", finding.help);
  line("weir-code", `${finding.severity} · ${finding.code}`);
  return box;
}

/** The findings of one file as diagnostics of its text. */
export function diagnosticsOf(findings: readonly Finding[], doc: Text, applyFix: (finding: Finding) => void): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const finding of findings) {
    if (finding.severity === "info") continue; // notes are listed on demand, and mark no text
    const { from, to } = finding.range ? offsetsOf(doc, finding.range) : { from: 0, to: 0 };
    const actions: Action[] = finding.fix ? [{ name: finding.fix.title, apply: () => applyFix(finding) }] : [];
    diagnostics.push({
      from,
      to,
      severity: finding.severity,
      message: finding.message,
      renderMessage: () => card(finding),
      actions,
    });
  }
  return diagnostics.sort((a, b) => a.from - b.from);
}
