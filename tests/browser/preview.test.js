// The site that `weir preview` writes, opened from the disk in a real Chromium: no script, no request, no complaint.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before, describe, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const WEIR = process.env.WEIR ?? join(ROOT, "build/release/bin/weir");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SHOTS = process.env.WEIR_SHOTS;
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"];
/** One page of each kind: axe takes seconds for each. */
const KINDS = /index|flattened-(added|broken|contract)/;
const LOOKS = [
  { name: "light", colorScheme: "light", width: 1280 },
  { name: "dark", colorScheme: "dark", width: 1280 },
  { name: "phone", colorScheme: "light", width: 390 },
];

let folder;
let site;
let browser;
let page;
let pages;
let complaints = [];
let requests = [];

/** Two copies of the examples between which a contract changed, one came, one went, one moved and one broke. */
async function writeSite() {
  const [base, head] = [join(folder, "base"), join(folder, "head")];
  await cp(join(ROOT, "examples"), base, { recursive: true });
  await cp(join(ROOT, "examples"), head, { recursive: true });
  await rename(join(base, "flattened/baseline.fluid.yaml"), join(base, "flattened/contract.fluid.yaml"));
  await rm(join(head, "flattened/baseline.fluid.yaml"));
  const flattened = await readFile(join(head, "flattened/contract.fluid.yaml"), "utf8");
  const edit = (from, to) => {
    assert.ok(flattened.includes(from), from);
    return flattened.replace(from, to);
  };
  await writeFile(join(head, "flattened/added.fluid.yaml"), edit("from: customer.address.country", "from: customer.adress.country"));
  await writeFile(join(base, "flattened/gone.fluid.yaml"), edit("id: commerce.order-items", "id: commerce.gone"));
  await writeFile(join(base, "flattened/broken.fluid.yaml"), edit("id: commerce.order-items", "id: commerce.broken"));
  await writeFile(join(head, "flattened/broken.fluid.yaml"), edit("id: commerce.order-items", "id: [commerce.broken"));
  await writeFile(
    join(head, "nested/contract.fluid.yaml"),
    `${await readFile(join(head, "nested/contract.fluid.yaml"), "utf8")}# </code><script>document.title = "taken"</script> \u202e\n`,
  );
  await mkdir(join(head, "elsewhere"));
  await rename(join(head, "rebuilt/contract.fluid.yaml"), join(head, "elsewhere/contract.fluid.yaml"));
  const run = spawnSync(WEIR, ["preview", "--base", base, "--head", head, "--out", site], { encoding: "utf8" });
  assert.equal(run.status, 2, run.stderr); // a contract cannot be read
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "weir-preview-"));
  site = join(folder, "site");
  await writeSite();
  pages = ["index.html", ...(await readdir(join(site, "contracts"))).map((name) => `contracts/${name}`)];
  browser = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS });
});
after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});
afterEach(async () => {
  await page?.context().close();
  page = undefined;
  const said = complaints;
  const asked = requests;
  complaints = [];
  requests = [];
  assert.deepEqual(said, [], "nothing is complained about in the browser's console");
  assert.deepEqual(asked, [], "nothing is asked for but the pages");
});

async function open({ colorScheme = "light", width = 1280, ...more } = {}) {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 }, ...more });
  page = await context.newPage();
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => {
    if (!request.isNavigationRequest() || !request.url().startsWith(pathToFileURL(site).href)) requests.push(request.url());
  });
}
const go = (name) => page.goto(pathToFileURL(join(site, name)).href);

async function axe(where) {
  await page.evaluate(await readFile(AXE, "utf8"));
  const { violations, passes } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }),
  );
  assert.ok(passes.length > 10, `${where}: axe looked at the page`);
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes[0].target} ${nodes[0].failureSummary}`);
  assert.deepEqual(serious, [], where);
}

describe("every page", () => {
  for (const look of LOOKS) {
    test(`is accessible, and no wider than the window: ${look.name}`, async () => {
      await open(look);
      for (const name of pages) {
        await go(name);
        await page.evaluate(() => document.querySelectorAll("details").forEach((fold) => (fold.open = true)));
        const over = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(over, 0, name);
        if (KINDS.test(name)) await axe(`${name}, ${look.name}`);
        if (SHOTS) await page.screenshot({ path: join(SHOTS, `preview ${look.name} ${name.replace(/\W+/g, "-")}.png`), fullPage: true });
      }
    });
  }

  test("prints without what is for the screen, on white", async () => {
    await open({ colorScheme: "dark" });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const name of pages) {
      await go(name);
      assert.equal(await page.locator("nav").isVisible().catch(() => false), false, name);
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      assert.equal(ground, "rgb(255, 255, 255)", name);
    }
    const pdf = await page.pdf({ format: "A4" });
    assert.ok(pdf.length > 10_000);
  });

  test("has a policy that allows its own style and nothing else", async () => {
    await open();
    for (const name of pages) {
      await go(name);
      const policy = await page.locator("meta[http-equiv=Content-Security-Policy]").getAttribute("content");
      assert.match(policy, /^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; base-uri 'none'; form-action 'none'$/);
      // The style is there, so its hash is right.
      assert.equal(await page.evaluate(() => getComputedStyle(document.body).marginTop), "0px", name);
      assert.equal(await page.locator("script, link, img, iframe, [style]").count(), 0, name);
    }
  });
});

describe("the site", () => {
  test("leads from what needs a look to the line that changed, and back", async () => {
    await open();
    await go("index.html");
    assert.match(await page.locator("h1").textContent(), /need a look/);
    await page.locator("tr", { hasText: "flattened/contract.fluid.yaml" }).getByRole("link").click();
    assert.equal(await page.locator("h1").textContent(), "commerce.order-items");
    await page.locator(".change", { hasText: "customer_country is gone" }).getByRole("link").first().click();
    const target = page.locator(":target");
    assert.equal(await target.textContent(), new URL(page.url()).hash.split("-")[1]);
    assert.ok(await target.isVisible());
    assert.match(await target.locator("xpath=following-sibling::*[1]").textContent(), /customer_country/);
    await page.getByRole("link", { name: "All contracts" }).click();
    assert.match(await page.locator("h1").textContent(), /need a look/);
  });

  test("shows hostile texts as texts", async () => {
    await open();
    await go(pages.find((name) => name.includes("nested")));
    assert.doesNotMatch(await page.title(), /taken/);
    assert.match(await page.locator("#yaml ins").last().textContent(), /<script>.*\\u\{202e\}/);
  });

  test("says the lineage in words as well", async () => {
    await open();
    await go(pages.find((name) => name.includes("flattened-contract")));
    await page.getByText("The same as a table").click();
    const row = page.locator("#lineage tr", { hasText: "attributes['channel']" });
    assert.match(await row.textContent(), /changed.*channel.*string.*optional.*may be null.*attributes\['source'\]/s);
    assert.ok(await page.getByRole("img", { name: /Lineage of build flatten-orders/ }).isVisible());
  });

  test("opens a fold by the keyboard, and has each unchanged line once on a phone", async () => {
    await open({ width: 390 });
    await go(pages.find((name) => name.includes("flattened-contract")));
    const fold = page.locator("#yaml details.fold").first();
    await fold.locator("summary").focus();
    await page.keyboard.press("Enter");
    const row = fold.locator(".r").first();
    assert.equal(await row.locator("code").nth(0).isVisible(), false);
    assert.equal(await row.locator("code").nth(1).isVisible(), true);
  });
});
