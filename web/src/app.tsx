import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { openDrop, openFiles, openTexts } from "./opening";
import { changes, notice, sideView, type SideView, view, type View } from "./state";
import { listedCounts } from "./survey";
import { CloseIcon } from "./ui/icons";
import { narrow } from "./ui/media";
import { Splitter } from "./ui/splitter";
import { type Tab, Tabs } from "./ui/tabs";
import { ChangesView } from "./views/changes";
import { ContractView } from "./views/contract";
import { DeployView } from "./views/deploy";
import { ExplainDialog } from "./views/explain";
import { FindingsFilter, FindingsView } from "./views/findings";
import { Header } from "./views/header";
import { LineageView } from "./views/lineage";
import { RenameDialog } from "./views/rename";
import { ShareDialog } from "./views/share";
import { SqlView } from "./views/sql";
import { Status } from "./views/status";
import { UnsavedDialog } from "./views/unsaved";

const panel = (id: View) => `panel-${id}`;

function findingsBadge(): Tab<View>["badge"] {
  const { error, warning, info } = listedCounts.value;
  const tone = error > 0 ? "error" : warning > 0 ? "warning" : "info";
  return { count: error + warning + info, tone, meaning: "findings" };
}

function changesBadge(): Tab<View>["badge"] {
  const counting = changes.value.filter(({ waived }) => !waived);
  return { count: counting.length, tone: counting[0]?.severity ?? "info", meaning: "changes" };
}

/** Files dropped anywhere on the page are opened. */
function useDrop() {
  const over = useSignal(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const drag = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      over.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) over.value = false;
    };
    const drop = (event: DragEvent) => {
      over.value = false;
      if (!carriesFiles(event)) return;
      event.preventDefault();
      if (event.dataTransfer) void openDrop(event.dataTransfer);
    };
    // Capturing: the editor would otherwise take a dropped file's text as its own.
    const options = { capture: true };
    addEventListener("dragover", drag, options);
    addEventListener("dragleave", leave, options);
    addEventListener("drop", drop, options);
    return () => {
      removeEventListener("dragover", drag, options);
      removeEventListener("dragleave", leave, options);
      removeEventListener("drop", drop, options);
    };
  }, []);
  return over;
}

/** Files pasted anywhere are opened; so is a text, where it is not typed into something. */
function usePaste() {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData?.files;
      if (files?.length) {
        event.preventDefault();
        event.stopPropagation();
        void openFiles(files);
        return;
      }
      const target = event.composedPath()[0];
      if (target instanceof HTMLElement && (target.isContentEditable || target.matches("input, select, textarea"))) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (text.trim() !== "") openTexts({ "pasted.fluid.yaml": text });
    };
    addEventListener("paste", paste, { capture: true });
    return () => removeEventListener("paste", paste, { capture: true });
  }, []);
}

function Notice() {
  if (notice.value === null) return null;
  return (
    <div class="notice" role="alert">
      <span>{notice.value}</span>
      <button type="button" class="button square small" aria-label="Dismiss" onClick={() => (notice.value = null)}>
        <CloseIcon />
      </button>
    </div>
  );
}

export function App() {
  const over = useDrop();
  usePaste();
  const one = narrow.value;
  const tabs: Tab<View>[] = [
    { id: "contract", label: "Contract" },
    { id: "findings", label: "Findings", badge: findingsBadge() },
    { id: "sql", label: one ? "SQL" : "Flink SQL" },
    { id: "lineage", label: "Lineage" },
    { id: "changes", label: "Changes", badge: changesBadge() },
    { id: "deploy", label: "Deploy" },
  ];
  const isSide = (id: View) => id === "sql" || id === "lineage" || id === "changes" || id === "deploy";
  const seen = (id: View) => (one ? view.value === id : isSide(id) ? sideView.value === id : true);
  const tabbed = (id: View) =>
    one || isSide(id)
      ? ({ role: "tabpanel", "aria-labelledby": `tab-${panel(id)}` } as const)
      : ({ role: "region", "aria-label": id === "contract" ? "Contract" : "Findings" } as const);
  return (
    <div class={`app${one ? " narrow" : ""}`}>
      <Header />
      {one && <Tabs label="Views" tabs={tabs} chosen={view.value} choose={(id) => (view.value = id)} panel={panel} />}
      <main class="main">
        <div class="left" hidden={one && !seen("contract") && !seen("findings")}>
          <section class="pane contract" id={panel("contract")} {...tabbed("contract")} hidden={!seen("contract")}>
            <ContractView />
          </section>
          {!one && <Splitter label="Height of the editor" direction="rows" />}
          <section class="pane dock" id={panel("findings")} {...tabbed("findings")} hidden={!seen("findings")}>
            {!one && (
              <div class="pane-head">
                <h2 class="pane-title plain">Findings</h2>
                <FindingsFilter />
              </div>
            )}
            {one && (
              <div class="pane-bar only-chips">
                <FindingsFilter />
              </div>
            )}
            <div class="scroll">
              <FindingsView />
            </div>
          </section>
        </div>
        {!one && <Splitter label="Width of the contract" direction="columns" />}
        <div class="right pane" hidden={one && !isSide(view.value)}>
          {!one && (
            <Tabs<SideView>
              label="Results"
              tabs={tabs.slice(2) as Tab<SideView>[]}
              chosen={sideView.value}
              choose={(id) => (sideView.value = id)}
              panel={panel}
            />
          )}
          <section class="view" id={panel("sql")} {...tabbed("sql")} hidden={!seen("sql")}>
            <SqlView />
          </section>
          <section class="view" id={panel("lineage")} {...tabbed("lineage")} hidden={!seen("lineage")}>
            {seen("lineage") && (
              <div class="scroll">
                <LineageView />
              </div>
            )}
          </section>
          <section class="view" id={panel("changes")} {...tabbed("changes")} hidden={!seen("changes")}>
            <ChangesView />
          </section>
          <section class="view" id={panel("deploy")} {...tabbed("deploy")} hidden={!seen("deploy")}>
            {seen("deploy") && (
              <div class="scroll">
                <DeployView />
              </div>
            )}
          </section>
        </div>
      </main>
      <Status />
      <Notice />
      <ExplainDialog />
      <ShareDialog />
      <RenameDialog />
      <UnsavedDialog />
      {over.value && (
        <div class="drop" aria-hidden="true">
          <p>Drop contracts with their fragments, or a folder, to open them</p>
        </div>
      )}
    </div>
  );
}
