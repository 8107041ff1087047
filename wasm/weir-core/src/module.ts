// The WebAssembly module and the few bytes of convention around it: no glue code is generated, so that
// the same loader works in a page, a worker and Node, under a policy that forbids eval.

const utf8 = new TextEncoder();
const text = new TextDecoder();

interface Exports {
  memory: WebAssembly.Memory;
  weir_alloc(size: number): number;
  weir_free(block: number): void;
  weir_call(request: number, size: number): number;
  _initialize?(): void;
}

/** Error number of WASI: function not supported. */
const ENOSYS = 52;

/** What the C library asks of its host. The core opens no file and reads no clock: each is refused. */
function importsOf(module: WebAssembly.Module): WebAssembly.Imports {
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
    if (kind !== "function") {
      throw new Error(`weir-core.wasm asks for ${from}.${name}, which is no function`);
    }
    imports[from] ??= {};
    imports[from][name] = HOST[name] ?? (() => ENOSYS);
  }
  return imports;
}

const HOST: Record<string, (...values: number[]) => number | void> = {
  proc_exit: (status = 0) => {
    throw new Error(`weir-core ended itself with status ${status}`);
  },
  emscripten_notify_memory_growth: () => undefined,
};

/** One instance of the core. Not to be used again after a call has thrown. */
export class CoreInstance {
  readonly #exports: Exports;

  constructor(module: WebAssembly.Module) {
    const instance = new WebAssembly.Instance(module, importsOf(module));
    this.#exports = instance.exports as unknown as Exports;
    this.#exports._initialize?.();
  }

  /** One JSON request to one JSON answer. */
  call(request: string): string {
    const bytes = utf8.encode(request);
    const { weir_alloc, weir_call, weir_free } = this.#exports;
    const place = weir_alloc(bytes.length);
    if (place === 0) throw new Error("weir-core is out of memory");
    // The memory may have moved with every call: its view is made anew each time.
    new Uint8Array(this.#exports.memory.buffer).set(bytes, place);
    const answer = weir_call(place, bytes.length);
    weir_free(place);
    if (answer === 0) throw new Error("weir-core is out of memory");
    const { buffer } = this.#exports.memory;
    const length = new DataView(buffer).getUint32(answer, true);
    const json = text.decode(new Uint8Array(buffer, answer + 4, length));
    weir_free(answer);
    return json;
  }
}
