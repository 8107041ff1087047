import { useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Position } from "weir-core";
import { SqlEditor } from "../editor/sql-editor";
import { answer, goTo, lastSql, linked, sourceAt } from "../state";
import { CheckIcon, CopyIcon, SaveIcon, SeverityIcon } from "../ui/icons";

function download(name: string, text: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/sql" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

function CopyButton({ text }: { text: string }) {
  const done = useSignal<"" | "copied" | "failed">("");
  const copy = async () => {
    done.value = await navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setTimeout(() => (done.value = ""), 2000);
  };
  const label = { "": "Copy", copied: "Copied", failed: "Not allowed to copy" }[done.value];
  return (
    <button type="button" class="button small" onClick={copy}>
      {done.value === "copied" ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{label}</span>
    </button>
  );
}

export function SqlView() {
  const chosen = useSignal("");
  const builds = lastSql.value.filter(({ sql }) => sql !== "");
  const build = builds.find(({ id }) => id === chosen.value) ?? builds[0];
  const current = answer.value === null || answer.value.compile.builds === lastSql.value;

  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<SqlEditor | null>(null);
  const shown = useRef(build);
  shown.current = build;
  useEffect(() => {
    const source = (at: Position) => sourceAt(shown.current?.sources ?? [], at);
    const made = new SqlEditor(host.current as HTMLDivElement, {
      pointed(at) {
        const found = at && source(at);
        linked.value = found ? [found] : [];
      },
      chosen(at) {
        const found = source(at);
        if (found) goTo(found.file, found.range);
      },
    });
    editor.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => editor.current?.show(build?.sql ?? ""), [build?.sql]);
  useSignalEffect(() => editor.current?.link(linked.value.map(({ sql }) => sql)));

  return (
    <>
      <div class="pane-bar">
        {builds.length > 1 ? (
          <label class="picker">
            Build
            <select value={build?.id ?? ""} onChange={({ currentTarget }) => (chosen.value = currentTarget.value)}>
              {builds.map(({ id }) => (
                <option key={id} value={id}>
                  {id}
                </option>
              ))}
            </select>
          </label>
        ) : (
          build && (
            <p class="pane-note">
              <code>job.sql</code> of build <strong>{build.id}</strong>
            </p>
          )
        )}
        {build && (
          <div class="pane-actions">
            <CopyButton text={build.sql} />
            <button type="button" class="button small" onClick={() => download("job.sql", build.sql)}>
              <SaveIcon />
              <span>Save</span>
            </button>
          </div>
        )}
      </div>
      {build && !current && (
        <p class="banner" role="status">
          <SeverityIcon severity="warning" />
          The contract has errors: this is the SQL of the last text without them.
        </p>
      )}
      <div class="editor" ref={host} hidden={!build} />
      {!build && answer.value !== null && (
        <div class="empty">
          <p class="empty-title">No SQL yet</p>
          <p>
            {answer.value.compile.findings.some(({ severity }) => severity === "error")
              ? "Weir writes the Flink SQL once the contract has no errors."
              : "This contract has no managed Flink build."}
          </p>
        </div>
      )}
    </>
  );
}
