import { render } from "preact";
import { App } from "./app";
import "./style/base.css";
import "./style/layout.css";
import "./style/views.css";

render(<App />, document.getElementById("app") as HTMLElement);
