import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";

const MODULES = fileURLToPath(new URL("../node_modules/", import.meta.url));
/** Packages that reach the page through style sheets, which the bundler lists as no modules. */
const FONTS = ["@fontsource-variable/inter", "@fontsource-variable/jetbrains-mono"];

/** What is loaded when it is first asked for, and kept then. */
const LATER = /^weir-full.*\.wasm$/;

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

/** Writes sw.js: the service worker with the names of everything that the page needs, and their version. */
function offline(): Plugin {
  const template = fileURLToPath(new URL("offline/sw.js", import.meta.url));
  return {
    name: "weir-offline",
    apply: "build",
    writeBundle({ dir }) {
      const top = dir as string;
      const names = readdirSync(top, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !["licenses.txt", "sw.js", "index.html"].includes(entry.name) && !LATER.test(entry.name))
        .map((entry) => join(entry.parentPath, entry.name).slice(top.length + 1).replaceAll("\\", "/"))
        .sort();
      const hash = createHash("sha256");
      for (const name of ["index.html", ...names]) hash.update(name).update(readFileSync(join(top, name)));
      const script = readFileSync(template, "utf8")
        .replace('"VERSION"', JSON.stringify(hash.digest("hex").slice(0, 16)))
        .replace("[/* FILES */]", JSON.stringify(["./", ...names.map((name) => `./${name}`)], null, 2));
      writeFileSync(join(top, "sw.js"), script);
    },
  };
}

/** Has the core fetched while the scripts still arrive. The page's own fetch of it is the one that is begun here. */
function core(): Plugin {
  return {
    name: "weir-core-early",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler(_html, { bundle }) {
        const name = Object.keys(bundle ?? {}).find((each) => /(^|\/)weir-core[^/]*\.wasm$/.test(each));
        if (name === undefined) throw new Error("the bundle holds no weir-core.wasm");
        return [{ tag: "link", attrs: { rel: "preload", as: "fetch", crossorigin: true, href: `./${name}` }, injectTo: "head" }];
      },
    },
  };
}

export default defineConfig({
  // Relative addresses: the built folder works under any path of any static server.
  base: "./",
  plugins: [licences(), core(), offline()],
  build: {
    target: "es2022",
    // No inlined data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  worker: { format: "es" },
});
