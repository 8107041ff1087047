import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { download } from "../download";
import { SqlEditor } from "../editor/sql-editor";
import { builds as allBuilds, chosenBuild, followSql, linked, pointedAtSql, revealed, shownBuild, sqlIsCurrent } from "../linking";
import { answer } from "../state";
import { CopyButton } from "../ui/copy-button";
import { SaveIcon, SeverityIcon } from "../ui/icons";

export function SqlView() {
  const builds = allBuilds.value;
  const build = shownBuild.value;
  const current = sqlIsCurrent.value;

  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<SqlEditor | null>(null);
  useEffect(() => {
    const made = new SqlEditor(host.current as HTMLDivElement, {
      pointed: pointedAtSql,
      chosen: followSql,
      followed: followSql,
    });
    editor.current = made;
    return () => made.destroy();
  }, []);
  useEffect(() => editor.current?.show(build?.sql ?? ""), [build?.sql]);
  useSignalEffect(() => editor.current?.link(linked.value.map(({ sql }) => sql)));
  useSignalEffect(() => {
    const at = revealed.value;
    // A hidden editor cannot scroll: where there is room for one view, it is shown by the next frame.
    if (at !== null) requestAnimationFrame(() => editor.current?.reveal(at.sql, at.focus));
  });

  return (
    <>
      <div class="pane-bar">
        {builds.length > 1 ? (
          <label class="picker">
            Build
            <select value={build?.id ?? ""} onChange={({ currentTarget }) => (chosenBuild.value = currentTarget.value)}>
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
            <button type="button" class="button small" onClick={() => download("job.sql", build.sql, "application/sql")}>
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
