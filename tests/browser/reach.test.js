// Whom the console serves: eyes, keys, readers, screens, and what its policies forbid.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { axe, context, contract, findings, open, page, retype, ROOT, settled, sql, tab, useConsole, verdict } from "./console.js";

useConsole();

const VIEWS = [/Flink SQL/, "Lineage", /Changes/];

describe("the page", () => {
  for (const dark of [false, true]) {
    test(`keeps its borders, its focus and its signs in high contrast, ${dark ? "dark" : "light"}`, async () => {
      await open({ dark });
      await page.emulateMedia({ forcedColors: "active", colorScheme: dark ? "dark" : "light" });
      await retype("customer.address.country", "customer.adress.country");
      await verdict(/Not valid/);
      await axe("high contrast");
      const styles = await page.evaluate(() => {
        const of = (selector) => getComputedStyle(document.querySelector(selector));
        const focused = document.querySelector(".example");
        focused.focus();
        return {
          forced: matchMedia("(forced-colors: active)").matches,
          button: of(".actions .button").borderTopWidth,
          outline: getComputedStyle(focused).outlineStyle,
          chosenTab: of(".tab[aria-selected=true]").forcedColorAdjust,
        };
      });
      assert.equal(styles.forced, true);
      assert.notEqual(styles.button, "0px");
      // What is chosen is told by more than a ground that high contrast takes away.
      const chosen = await page.evaluate(() => {
        const look = (element) => {
          const { borderTopColor, borderTopStyle, outlineStyle, backgroundColor, color } = getComputedStyle(element);
          const line = getComputedStyle(element, "::after");
          return JSON.stringify([borderTopColor, borderTopStyle, outlineStyle, backgroundColor, color, line.backgroundColor, line.content]);
        };
        return ["example", "tab", "file"].filter((name) => {
          const on = document.querySelector(`.${name}[aria-pressed=true], .${name}[aria-selected=true]`);
          const off = document.querySelector(`.${name}[aria-pressed=false], .${name}[aria-selected=false]`);
          return on !== null && off !== null && look(on) === look(off);
        });
      });
      assert.deepEqual(chosen, []);
      await findings().getByText(/customer has no field adress/).first().waitFor();
      await page.emulateMedia({ forcedColors: null });
    });
  }

  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1280, 720],
    [1920, 1080],
    [3840, 2160],
  ]) {
    test(`fits a screen of ${width} by ${height}`, async () => {
      await open({ width, height });
      const views = width <= 900 ? [/Contract/, /Findings/, /SQL/, /Lineage/, /Changes/] : VIEWS;
      for (const name of views) {
        await tab(name).click();
        const spill = await page.evaluate(() => ({
          page: document.documentElement.scrollWidth - innerWidth,
          // Nothing that can be pressed lies outside the screen, unless what holds it can be scrolled.
          lost: [...document.querySelectorAll("button, select, [role=tab]")]
            .filter((each) => each.checkVisibility() && !each.closest(".scroll, .changes, .files, .file-list, .lineage, .findings, .tabs, .examples"))
            .filter((each) => {
              const { left, right, top, bottom } = each.getBoundingClientRect();
              return right > innerWidth + 1 || left < -1 || bottom > innerHeight + 1 || top < -1;
            })
            .map((each) => each.getAttribute("aria-label") ?? each.textContent),
        }));
        assert.deepEqual(spill, { page: spill.page, lost: [] }, String(name));
        assert.ok(spill.page <= 0, `${name}: ${spill.page} pixels too wide`);
      }
      if (width <= 390) await axe(`${width}`);
    });
  }

  test("has a name for everything that can be pressed or read", async () => {
    await open();
    await retype("customer.address.country", "customer.adress.country");
    await verdict(/Not valid/);
    for (const view of VIEWS) {
      await tab(view).click();
      const nameless = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, input:not([type=file]), [role=tab], [role=separator], nav, section")]
          .filter((each) => each.checkVisibility())
          .filter((each) => {
            const labelled = (each.getAttribute("aria-labelledby") ?? "").split(" ").some((id) => document.getElementById(id)?.textContent?.trim());
            const own = each.getAttribute("aria-label") ?? (each.tagName === "NAV" || each.tagName === "SECTION" ? "" : each.textContent);
            return !labelled && !own?.trim() && !each.labels?.length;
          })
          .map((each) => each.outerHTML.slice(0, 120)),
      );
      assert.deepEqual(nameless, []);
    }
    // A screen reader hears the verdict, and what was found where.
    const snapshot = await page.locator("body").ariaSnapshot();
    assert.match(snapshot, /status.*Not valid: 1 error|Not valid/);
    assert.match(snapshot, /region "Findings"/);
    assert.match(snapshot, /tablist "Results"/);
    assert.match(snapshot, /textbox "Contract text"/);
  });

  test("lets no text become a script, by policy and by type", async () => {
    await open();
    const refused = await page.evaluate(async () => {
      const tries = {
        html: () => (document.createElement("div").innerHTML = "<b>x</b>"),
        worker: () => new Worker("data:text/javascript,1"),
        policy: () => globalThis.trustedTypes.createPolicy("other", { createHTML: (text) => text }),
      };
      const out = {};
      for (const [name, attempt] of Object.entries(tries)) {
        try {
          attempt();
          out[name] = "done";
        } catch (error) {
          out[name] = error.name;
        }
      }
      const style = document.createElement("style");
      style.textContent = "body { outline: 7px solid red }";
      document.head.append(style);
      out.style = getComputedStyle(document.body).outlineWidth === "7px" ? "done" : "refused";
      // Later, since what a test evaluates is let through.
      out.evaluated = await new Promise((resolve) => {
        setTimeout(() => {
          try {
            new Function("return 1")();
            resolve("done");
          } catch (error) {
            resolve(error.name);
          }
        });
      });
      out.request = await fetch("https://example.com/").then(() => "done", (error) => error.name);
      return out;
    });
    assert.deepEqual(refused, {
      html: "TypeError",
      evaluated: "EvalError",
      worker: "TypeError",
      policy: "TypeError",
      style: "refused",
      request: "TypeError",
    });
    // What the browser says of these attempts is what they were made for.
    const { complaints } = await import("./console.js");
    assert.ok(complaints.length > 0);
    complaints.length = 0;
  });

  test("keeps what is typed while the core is asked, and marks errors as they are typed", async () => {
    await open();
    await retype("customer.address.country", "customer.address.countryx");
    await verdict(/Not valid/);
    await page.keyboard.press("Backspace");
    await verdict(/Valid/);
    await settled();
    await sql().getByText("country", { exact: false }).first().waitFor();
    assert.equal(await contract().getByText("customer.address.country}").count(), 1);
  });
});

describe("weir-core's README", async () => {
  const readme = await readFile(join(ROOT, "wasm/weir-core/README.md"), "utf8");
  const html = /```html\n([\s\S]*?)```/.exec(readme)?.[1];
  const worker = /```js worker\n([\s\S]*?)```/.exec(readme)?.[1];
  const TYPES = { ".js": "text/javascript", ".wasm": "application/wasm", ".yaml": "text/plain", ".html": "text/html" };
  let server;
  let address;
  before(async () => {
    const valid = await readFile(join(ROOT, "tests/corpus/contracts/by-name.fluid.yaml"));
    const own = new Map([
      ["/page.html", `<!doctype html><meta charset="utf-8"><title>page</title>${html}`],
      ["/empty.html", '<!doctype html><meta charset="utf-8"><title>page</title>'],
      ["/worker.js", worker],
      ["/contract.fluid.yaml", valid],
    ]);
    server = createServer(async (request, response) => {
      const path = new URL(request.url, "http://host").pathname;
      const file = path.startsWith("/weir-core/dist/") && !path.includes("..") ? join(ROOT, "wasm", path) : null;
      const body = own.get(path) ?? (file && (await readFile(file).catch(() => null)));
      response.writeHead(body ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" });
      response.end(body ?? "");
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    address = `http://127.0.0.1:${server.address().port}`;
  });
  after(() => new Promise((resolve) => server.close(resolve)));

  test("runs in a browser", async () => {
    const tab = await context.newPage();
    await tab.goto(`${address}/page.html`);
    await tab.locator("output").filter({ hasText: /^valid$/ }).waitFor();
    await tab.close();
  });

  test("runs in a worker", async () => {
    const tab = await context.newPage();
    await tab.goto(`${address}/empty.html`);
    const answer = await tab.evaluate(async () => {
      const core = new Worker("worker.js", { type: "module" });
      const file = "contract.fluid.yaml";
      const text = await (await fetch(file)).text();
      const heard = new Promise((resolve, reject) => {
        core.onmessage = ({ data }) => resolve(data);
        core.onerror = (event) => reject(new Error(event.message));
      });
      core.postMessage({ file, files: { [file]: text } });
      return heard;
    });
    assert.equal(answer.valid, true);
    await tab.close();
  });
});
