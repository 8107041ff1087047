import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { ContractEditor } from "../editor/contract-editor";
import { followContract, pointedAtContract } from "../linking";
import { formatShown } from "../formatting";
import { openFiles } from "../opening";
import { beginRenaming } from "../renaming";
import {
  activeFile,
  answer,
  applyFix,
  attachEditor,
  completionsAt,
  edited,
  editor as shownEditor,
  filesShown,
  goToDefinition,
  meaningAt,
  showFile,
  tabs,
  workspace,
} from "../state";
import { FileButton } from "../ui/file-button";
import { FilesIcon, FormatIcon, OpenIcon, RenameIcon, SaveIcon } from "../ui/icons";
import { save } from "../unsaved";
import { baseName, folderOf } from "../workspace";
import { FileList } from "./file-list";

function FileTabs() {
  return (
    <div class="files" role="group" aria-label="Files of this contract">
      {tabs.value.map((name) => (
        <button
          key={name}
          type="button"
          class="file"
          title={name}
          aria-pressed={name === activeFile.value}
          onClick={() => showFile(name)}
        >
          {baseName(name)}
        </button>
      ))}
    </div>
  );
}

function FilesButton() {
  const count = Object.keys(workspace.value.files).length;
  return (
    <button
      type="button"
      class="button small files-button"
      aria-expanded={filesShown.value}
      aria-controls="file-list"
      onClick={() => (filesShown.value = !filesShown.value)}
    >
      <FilesIcon />
      <span>Files</span>
      <span class="file-count">{count}</span>
    </button>
  );
}

interface SignProps {
  label: string;
  keys?: string;
  act: () => void;
  children: ComponentChildren;
}

/** A button without words, which has them as its name. */
function Sign({ label, keys, act, children }: SignProps) {
  const title = keys === undefined ? label : `${label} (${keys})`;
  return (
    <button type="button" class="button square small" aria-label={label} title={title} onClick={act}>
      {children}
    </button>
  );
}

/** What can be done with the shown text. */
function TextActions() {
  return (
    <div class="text-actions" role="group" aria-label="This text">
      <Sign label="Rename the column at the cursor" keys="F2" act={() => shownEditor.value?.rename()}>
        <RenameIcon />
      </Sign>
      <Sign label="Lay out this text" keys="Shift+Alt+F" act={() => void formatShown()}>
        <FormatIcon />
      </Sign>
      <Sign label="Save this text as a file" act={() => save([activeFile.value])}>
        <SaveIcon />
      </Sign>
    </div>
  );
}

function MissingFiles() {
  const missing = answer.value?.missing ?? [];
  if (missing.length === 0) return null;
  return (
    <div class="banner" role="status">
      <p>
        This contract includes {missing.length === 1 ? "a text that is" : "texts that are"} not open:{" "}
        {missing.map((name, index) => (
          <>
            {index > 0 && ", "}
            <code key={name}>{name}</code>
          </>
        ))}
      </p>
      <FileButton label="Add…" class="button small" multiple chosen={openFiles}>
        <OpenIcon />
      </FileButton>
    </div>
  );
}

export function ContractView() {
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<ContractEditor | null>(null);
  useEffect(() => {
    const made = new ContractEditor(host.current as HTMLDivElement, {
      edited,
      fix: applyFix,
      pointed: pointedAtContract,
      chosen: (place) => followContract(place, false),
      followed: (place) => followContract(place, true),
      completionsAt,
      meaningAt,
      goToDefinition,
      rename: (place) => void beginRenaming(place),
      format: () => void formatShown(),
    });
    editor.current = made;
    attachEditor(made);
    return () => {
      attachEditor(null);
      made.destroy();
    };
  }, []);
  const { generation, contract, files } = workspace.value;
  useEffect(() => {
    editor.current?.reset();
    editor.current?.show(contract, files[contract] ?? "");
    editor.current?.showFindings(answer.value?.compile.findings ?? []);
  }, [generation]);
  const folder = folderOf(activeFile.value);
  return (
    <>
      {tabs.value.length > 1 ? (
        <div class="pane-head tabbed">
          <FilesButton />
          <h2 class="unseen">{activeFile.value}</h2>
          <FileTabs />
          {folder && <span class="pane-where">{folder}/</span>}
          <TextActions />
        </div>
      ) : (
        <div class="pane-head tabbed">
          <FilesButton />
          <h2 class="pane-title" title={activeFile.value}>
            {folder && <span class="pane-folder">{folder}/</span>}
            {baseName(activeFile.value)}
          </h2>
          <TextActions />
        </div>
      )}
      <MissingFiles />
      <div class="contract-body">
        {filesShown.value && <FileList />}
        <div class="editor" ref={host} />
      </div>
    </>
  );
}
