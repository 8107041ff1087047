// Puts the modules that CMake built beside the compiled TypeScript.
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const built = process.env.WEIR_WASM ?? fileURLToPath(new URL("../../../build/wasm/bin/", import.meta.url));
mkdirSync(new URL("../dist/", import.meta.url), { recursive: true });
for (const name of ["weir-core.wasm", "weir-full.wasm"]) {
  const module = join(built, name);
  if (!existsSync(module)) {
    console.error(`${module} is missing: build it with ./dev build wasm`);
    process.exit(1);
  }
  copyFileSync(module, new URL(`../dist/${name}`, import.meta.url));
}
