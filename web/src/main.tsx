import { effect } from "@preact/signals";
import { render } from "preact";
import { App } from "./app";
import { followAddress } from "./share";
import { answer, broken } from "./state";
import { keepOffline } from "./trusted";
import "./style/base.css";
import "./style/layout.css";
import "./style/files.css";
import "./style/views.css";
import "./style/lineage.css";
import "./style/dialogs.css";
import "./style/deploy.css";

addEventListener("hashchange", () => void followAddress());
await followAddress();
render(<App />, document.getElementById("app") as HTMLElement);
if (import.meta.env.PROD) {
  // What is kept for later is not to share the line with what a person waits for.
  const stop = effect(() => {
    if (answer.value === null && broken.value === null) return;
    queueMicrotask(() => stop());
    void keepOffline();
  });
}
