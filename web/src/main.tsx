import { render } from "preact";
import { App } from "./app";
import { followAddress } from "./share";
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
if (import.meta.env.PROD) addEventListener("load", () => void keepOffline());
if (import.meta.env.PROD && document.readyState === "complete") void keepOffline();
