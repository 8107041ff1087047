// Puts the module that CMake built beside the compiled TypeScript.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const built = process.env.WEIR_WASM ?? fileURLToPath(new URL("../../../build/wasm/bin/weir-core.wasm", import.meta.url));
if (!existsSync(built)) {
  console.error(`${built} is missing: build it with ./dev build wasm`);
  process.exit(1);
}
mkdirSync(new URL("../dist/", import.meta.url), { recursive: true });
copyFileSync(built, new URL("../dist/weir-core.wasm", import.meta.url));
