import { defineConfig } from "vite";

export default defineConfig({
  // Relative addresses: the built folder works under any path of any static server.
  base: "./",
  build: {
    target: "es2022",
    // No inlined data: addresses, which the content security policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
  },
  worker: { format: "es" },
});
