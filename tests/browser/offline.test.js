// What the console puts into a link, and what it does without a network.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import {
  axe,
  complaints,
  context,
  contract,
  copiedSql,
  open,
  page,
  replaceText,
  requests,
  retype,
  ROOT,
  serve,
  settled,
  tab,
  useConsole,
  verdict,
} from "./console.js";

useConsole();

describe("a link", () => {
  test("holds the contract, its fragments and its baseline, and sends them to nobody", async () => {
    await open();
    await retype("Order events, one row", "Shared events, one row");
    await settled();
    await page.getByRole("button", { name: "Share" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("which browsers send to no server").waitFor();
    assert.match(await dialog.innerText(), /orders\.value\.yaml/);
    await axe("link");
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await dialog.getByRole("button", { name: "Copied" }).waitFor();
    const address = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(address, /^http:\/\/[^#]+#w=[\w-]+$/);
    const before = await (async () => {
      await page.keyboard.press("Escape");
      return copiedSql();
    })();

    requests.length = 0;
    await page.goto("about:blank");
    await page.goto(address);
    await verdict(/Valid/);
    await contract().getByText("Shared events, one row").waitFor();
    assert.equal(await copiedSql(), before);
    await tab(/Changes/).click();
    await page.getByRole("tabpanel", { name: /Changes/ }).getByText(/customer_country is gone/).waitFor();
    const code = address.split("#w=")[1].slice(0, 40);
    assert.ok(requests.length > 0);
    // What is behind the # stays in the browser.
    for (const url of requests) assert.ok(!url.split("#")[0].includes(code), url);
  });

  test("that was cut, or unfolds to too much, is refused in words", async () => {
    await open();
    const bomb = await page.evaluate(async () => {
      const bytes = new Blob([JSON.stringify({ version: 1, contract: "a", files: { a: " ".repeat(9 << 20) }, older: {} })]).stream();
      const folded = await new Response(bytes.pipeThrough(new CompressionStream("deflate-raw"))).arrayBuffer();
      return btoa(String.fromCharCode(...new Uint8Array(folded))).replaceAll("+", "-").replaceAll("/", "_");
    });
    for (const code of [bomb, "AAAA", "%00", "!"]) {
      await page.evaluate((value) => (location.hash = `#w=${value}`), code);
      const alert = page.getByRole("alert").filter({ hasText: "This link holds no contract that Weir can read" });
      await alert.waitFor();
      await alert.getByRole("button", { name: "Dismiss" }).click();
    }
    await verdict(/Valid/);
  });

  test("of a large contract is not made, and says so", async () => {
    await open();
    const noise = Array.from({ length: 4000 }, (_, at) => `# ${createHash("sha256").update(String(at)).digest("hex")}`).join("\n");
    await replaceText(`${noise}\n${await readFile(join(ROOT, "tests/corpus/contracts/by-name.fluid.yaml"), "utf8")}`);
    await settled();
    await page.getByRole("button", { name: "Share" }).click();
    await page.getByRole("dialog").getByText(/would make a link of [\d,]+ characters/).waitFor();
  });
});


describe("without a network", () => {
  test("the page works after a first visit, and can be installed", async () => {
    await open();
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const manifest = await page.evaluate(async () => (await fetch(document.querySelector("link[rel=manifest]").href)).json());
    assert.equal(manifest.display, "standalone");
    for (const { src, sizes } of manifest.icons) {
      const loaded = await page.evaluate(
        (address) =>
          new Promise((resolve) => {
            const image = new Image();
            image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`);
            image.onerror = () => resolve("broken");
            image.src = address;
          }),
        src,
      );
      assert.ok(loaded === sizes || (sizes === "any" && loaded !== "broken"), `${src}: ${loaded}`);
    }
    const session = await context.newCDPSession(page);
    const { installabilityErrors } = await session.send("Page.getInstallabilityErrors");
    assert.deepEqual(installabilityErrors.filter(({ errorId }) => errorId !== "in-incognito"), []);

    const away = await serve();
    const other = await context.newPage();
    other.on("pageerror", (error) => complaints.push(String(error)));
    await other.goto(away.address);
    await other.getByRole("status").filter({ hasText: /Valid/ }).first().waitFor();
    await other.waitForFunction(() => navigator.serviceWorker.controller !== null);
    away.child.removeAllListeners("exit");
    const gone = new Promise((resolve) => away.child.on("exit", resolve));
    away.child.kill();
    await gone;
    await other.reload();
    await other.getByRole("status").filter({ hasText: /Valid/ }).first().waitFor();
    await other.getByRole("navigation", { name: "Examples" }).getByRole("button", { name: "Nested" }).click();
    await other.getByRole("status").filter({ hasText: /Valid/ }).first().waitFor();
    await other.close();
  });

  test("all that a first visit loads has fewer than 900 KB compressed", async () => {
    const dist = join(ROOT, "web/dist");
    let bytes = 0;
    for (const entry of await readdir(dist, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || entry.name === "licenses.txt" || /^weir-full.*\.wasm$/.test(entry.name)) continue;
      const content = await readFile(join(entry.parentPath, entry.name));
      bytes += /\.(woff2|png)$/.test(entry.name) ? content.length : gzipSync(content).length;
    }
    complaints.length = 0;
    assert.ok(bytes < 900_000, `${bytes} bytes`);
  });
});
