// Entry for browsers, workers and bundlers.
import { Weir, WeirFull } from "./weir.js";

export * from "./types.js";
export { MissingFilesError, Weir, WeirError, WeirFull } from "./weir.js";

/** Where the module comes from: an address, a response, its bytes, or the compiled module. */
export type WasmSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** Loads the core, by default from weir-core.wasm beside this file. */
export async function loadWeir(options: { wasm?: WasmSource } = {}): Promise<Weir> {
  const wasm = options.wasm ?? new URL("./weir-core.wasm", import.meta.url);
  return new Weir(await compileWasm(wasm));
}

/** Loads the core with all that it can do, by default from weir-full.wasm beside this file. */
export async function loadWeirFull(options: { wasm?: WasmSource } = {}): Promise<WeirFull> {
  const wasm = options.wasm ?? new URL("./weir-full.wasm", import.meta.url);
  return new WeirFull(await compileWasm(wasm));
}

/** Compiles the module from any of its sources. */
export async function compileWasm(wasm: WasmSource): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  const source = typeof wasm === "string" || wasm instanceof URL ? await fetch(wasm) : wasm;
  if (!(source instanceof Response)) return WebAssembly.compile(source);
  if (!source.ok) throw new Error(`weir-core.wasm could not be fetched: status ${source.status}`);
  // Compiling while it arrives needs the right media type, which not every static server sends.
  const type = source.headers.get("Content-Type") ?? "";
  return type.startsWith("application/wasm")
    ? WebAssembly.compileStreaming(source)
    : WebAssembly.compile(await source.arrayBuffer());
}
