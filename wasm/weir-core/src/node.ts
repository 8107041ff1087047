// Entry for Node, whose fetch reads no files.
import { readFile } from "node:fs/promises";

import { compileWasm, type WasmSource } from "./index.js";
import { Weir } from "./weir.js";

export * from "./types.js";
export { compileWasm, type WasmSource } from "./index.js";
export { MissingFilesError, Weir, WeirError } from "./weir.js";

/** Loads the core, by default from weir-core.wasm beside this file. */
export async function loadWeir(options: { wasm?: WasmSource } = {}): Promise<Weir> {
  const wasm = options.wasm ?? new URL("./weir-core.wasm", import.meta.url);
  const isFile = wasm instanceof URL && wasm.protocol === "file:";
  return new Weir(await compileWasm(isFile ? new Uint8Array(await readFile(wasm)) : wasm));
}
