import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { changes, counts, notice, openFiles, sideView, type SideView, view, type View } from "./state";
import { CloseIcon } from "./ui/icons";
import { narrow } from "./ui/media";
import { Splitter } from "./ui/splitter";
import { type Tab, Tabs } from "./ui/tabs";
import { ChangesView } from "./views/changes";
import { ContractView } from "./views/contract";
import { ExplainDialog } from "./views/explain";
import { FindingsView } from "./views/findings";
import { Header } from "./views/header";
import { SqlView } from "./views/sql";
import { Status } from "./views/status";

const panel = (id: View) => `panel-${id}`;

function findingsBadge(): Tab<View>["badge"] {
  const { error, warning, info } = counts.value;
  const tone = error > 0 ? "error" : warning > 0 ? "warning" : "info";
  return { count: error + warning + info, tone, meaning: "findings" };
}

function changesBadge(): Tab<View>["badge"] {
  const worst = changes.value[0]?.severity ?? "info";
  return { count: changes.value.length, tone: worst, meaning: "changes" };
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
      void openFiles(event.dataTransfer?.files ?? []);
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
  const one = narrow.value;
  const tabs: Tab<View>[] = [
    { id: "contract", label: "Contract" },
    { id: "findings", label: "Findings", badge: findingsBadge() },
    { id: "sql", label: one ? "SQL" : "Flink SQL" },
    { id: "changes", label: "Changes", badge: changesBadge() },
  ];
  const seen = (id: View) => (one ? view.value === id : id === "sql" || id === "changes" ? sideView.value === id : true);
  const tabbed = (id: View) =>
    one || id === "sql" || id === "changes"
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
                <FindingsCounts />
              </div>
            )}
            <div class="scroll">
              <FindingsView />
            </div>
          </section>
        </div>
        {!one && <Splitter label="Width of the contract" direction="columns" />}
        <div class="right pane" hidden={one && !seen("sql") && !seen("changes")}>
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
          <section class="view" id={panel("changes")} {...tabbed("changes")} hidden={!seen("changes")}>
            <ChangesView />
          </section>
        </div>
      </main>
      <Status />
      <Notice />
      <ExplainDialog />
      {over.value && (
        <div class="drop" aria-hidden="true">
          <p>Drop a contract and its fragments to open them</p>
        </div>
      )}
    </div>
  );
}

function FindingsCounts() {
  const { error, warning, info } = counts.value;
  return (
    <p class="chips">
      {error > 0 && <span class="badge error">{error === 1 ? "1 error" : `${error} errors`}</span>}
      {warning > 0 && <span class="badge warning">{warning === 1 ? "1 warning" : `${warning} warnings`}</span>}
      {info > 0 && <span class="badge info">{info === 1 ? "1 note" : `${info} notes`}</span>}
    </p>
  );
}
