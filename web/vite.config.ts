import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
/** Packages that reach the page through style sheets, which the bundler lists as no modules. */
const FONTS = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"];

/** Writes licenses.txt: the licence of every package that is part of the page, as those licences ask for. */
function licences(): Plugin {
  return {
    name: "weir-licences",
    apply: "build",
    generateBundle() {
      const packages = new Set(FONTS);
      for (const id of this.getModuleIds()) {
        const name = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\/(?!.*\/node_modules\/)/.exec(id)?.[1];
        if (name) packages.add(name);
      }
      const texts = [...packages].sort().map((name) => {
        const file = ["LICENSE", "LICENSE.md", "LICENSE.txt"].map((each) => join(MODULES, name, each)).find(existsSync);
        if (file === undefined) throw new Error(`${name} has no licence file`);
        return `${name}\n${"=".repeat(name.length)}\n\n${readFileSync(file, "utf8").trim()}\n`;
      });
      this.emitFile({ type: "asset", fileName: "licenses.txt", source: texts.join("\n\n") });
    },
  };
}

export default defineConfig({
  // Relative addresses: the built folder works under any path of any static server.
  base: "./",
  plugins: [licences()],
  build: {
    target: "es2022",
    // No inlined data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  worker: { format: "es" },
});
