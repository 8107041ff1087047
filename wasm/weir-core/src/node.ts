// Entry for Node, whose fetch reads no files.
import { readFile } from "node:fs/promises";

import { compileWasm, type WasmSource } from "./index.js";
import { Weir, WeirFull } from "./weir.js";

export * from "./types.js";
export { compileWasm, type WasmSource } from "./index.js";
export { MissingFilesError, Weir, WeirError, WeirFull } from "./weir.js";

/** Loads the core, by default from weir-core.wasm beside this file. */
export async function loadWeir(options: { wasm?: WasmSource } = {}): Promise<Weir> {
  return new Weir(await compiled(options.wasm ?? new URL("./weir-core.wasm", import.meta.url)));
}

/** Loads the core with all that it can do, by default from weir-full.wasm beside this file. */
export async function loadWeirFull(options: { wasm?: WasmSource } = {}): Promise<WeirFull> {
  return new WeirFull(await compiled(options.wasm ?? new URL("./weir-full.wasm", import.meta.url)));
}

async function compiled(wasm: WasmSource): Promise<WebAssembly.Module> {
  const isFile = wasm instanceof URL && wasm.protocol === "file:";
  return compileWasm(isFile ? new Uint8Array(await readFile(wasm)) : wasm);
}
