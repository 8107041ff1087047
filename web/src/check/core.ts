// The core, fetched by the page at once: a worker could ask for it only when its own script has arrived. One module
// serves every worker that is started.
import { compileWasm } from "weir-core";
import address from "weir-core/weir-core.wasm?url";

export const core: Promise<WebAssembly.Module> = compileWasm(address);
