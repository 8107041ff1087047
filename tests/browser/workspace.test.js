// The console with several files, its findings, and SQL and contract side by side.
import assert from "node:assert/strict";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import {
  axe,
  contract,
  copiedSql,
  dropPaths,
  findings,
  open,
  page,
  replaceText,
  retype,
  ROOT,
  settled,
  sql,
  tab,
  useConsole,
  verdict,
} from "./console.js";

useConsole();

const openFilesList = () => page.getByRole("navigation", { name: "Open files" });
const filesButton = () => page.getByRole("button", { name: /^Files \d+$/ });

describe("a workspace", () => {
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "weir-workspace-"));
    await cp(join(ROOT, "examples"), join(folder, "shop"), { recursive: true });
    const path = join(folder, "shop/rebuilt/contract.fluid.yaml");
    await writeFile(path, (await readFile(path, "utf8")).replace("from: order_key", "from: order_kee"));
    await mkdir(join(folder, "shop/.git"));
    await writeFile(join(folder, "shop/.git/hidden.yaml"), "a: 1\n");
    await writeFile(join(folder, "shop/notes.yaml"), Buffer.from([0x61, 0xff, 0xfe]));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("opens from a dropped folder: its files grouped, each contract with its verdict, findings by file", async () => {
    await open();
    await dropPaths([join(folder, "shop")]);
    const contracts = openFilesList().getByRole("region", { name: "Contracts" });
    await contracts.getByRole("button", { name: /contract\.fluid\.yaml shop\/nested valid/ }).waitFor();
    await contracts.getByRole("button", { name: /contract\.fluid\.yaml shop\/rebuilt 1 error/ }).waitFor();
    await openFilesList().getByRole("region", { name: "Fragments of this contract" }).getByText("orders.value.yaml").waitFor();
    assert.equal(await openFilesList().getByText("hidden.yaml").count(), 0);
    await page.getByRole("alert").filter({ hasText: "notes.yaml is not UTF-8 text" }).waitFor();

    const broken = findings().getByRole("region", { name: "shop/rebuilt/contract.fluid.yaml" });
    await broken.getByRole("button", { name: /order_kee/ }).click();
    await contracts.locator("[aria-current]").filter({ hasText: "shop/rebuilt" }).waitFor();
    await verdict(/Not valid: 1 error/);
    await contracts.getByRole("button", { name: /shop\/nested/ }).click();
    await verdict(/Valid/);
    assert.match(await copiedSql(), /`orders`/);
  });

  test("opens from a chosen folder where the browser has no dialog of its own for it", async () => {
    await open();
    await page.evaluate(() => delete globalThis.showDirectoryPicker);
    const chooser = page.waitForEvent("filechooser");
    await page.getByRole("banner").getByRole("button", { name: "Folder…" }).click();
    await (await chooser).setFiles(join(folder, "shop"));
    await openFilesList().getByRole("button", { name: /shop\/flattened valid/ }).first().waitFor();
  });

  test("opens from a folder handle", async () => {
    await open();
    const text = await readFile(join(ROOT, "tests/corpus/contracts/by-name.fluid.yaml"), "utf8");
    await page.evaluate(async (value) => {
      const top = await navigator.storage.getDirectory();
      const inner = await (await top.getDirectoryHandle("repo", { create: true })).getDirectoryHandle("deep", { create: true });
      const writable = await (await inner.getFileHandle("mine.fluid.yaml", { create: true })).createWritable();
      await writable.write(value);
      await writable.close();
      globalThis.showDirectoryPicker = () => top.getDirectoryHandle("repo");
    }, text);
    await page.getByRole("banner").getByRole("button", { name: "Folder…" }).click();
    await page.getByRole("heading", { name: "repo/deep/mine.fluid.yaml" }).waitFor();
    await verdict(/Valid/);
  });

  test("is walked with the keyboard", async () => {
    await open();
    await filesButton().focus();
    await page.keyboard.press("Enter");
    await openFilesList().getByRole("button", { name: /baseline/ }).focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await openFilesList().locator("[aria-current]").filter({ hasText: "orders.value.yaml" }).waitFor();
    await axe("files");
  });

  test("is compared with another folder", async () => {
    await open({ hash: "#example=nested" });
    await dropPaths([join(folder, "shop")]);
    await openFilesList().getByRole("button", { name: /shop\/nested/ }).click();
    await page.evaluate(() => delete globalThis.showDirectoryPicker);
    await tab(/Changes/).click();
    const older = join(folder, "older");
    await cp(join(ROOT, "examples"), older, { recursive: true });
    const path = join(older, "nested/contract.fluid.yaml");
    await writeFile(path, (await readFile(path, "utf8")).replace("table: orders", "table: former_orders"));
    const panel = page.getByRole("tabpanel", { name: /Changes/ });
    const chooser = page.waitForEvent("filechooser");
    await panel.getByRole("button", { name: "Folder…" }).click();
    await (await chooser).setFiles(older);
    await panel.getByRole("region", { name: "Breaking changes", exact: true }).getByText(/former_orders/).first().waitFor();
    assert.equal(await panel.getByLabel("Compare with").inputValue(), "elsewhere");
  });

  test("on a phone shows the list or the text", async () => {
    await open({ width: 390, height: 844 });
    await filesButton().click();
    assert.equal(await contract().isVisible(), false);
    await openFilesList().getByRole("button", { name: /orders\.value\.yaml/ }).click();
    await openFilesList().waitFor({ state: "detached" });
    await contract().getByText("customer").first().waitFor();
  });

  test("says what it leaves out", async () => {
    await open();
    const many = join(folder, "many");
    await mkdir(many);
    for (let at = 0; at < 1005; ++at) await writeFile(join(many, `${at}.yaml`), "a: 1\n");
    await dropPaths([many]);
    await page.getByRole("alert").filter({ hasText: "Weir opens 1000 texts or 32 MiB at most" }).waitFor();
    await filesButton().filter({ hasText: "1000" }).waitFor();
  });

  test("opens from a text that is pasted outside the editor", async () => {
    await open();
    const text = await readFile(join(ROOT, "tests/corpus/contracts/by-name.fluid.yaml"), "utf8");
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await page.getByRole("button", { name: "New" }).focus();
    await page.keyboard.press("Control+v");
    await page.getByRole("heading", { name: "pasted.fluid.yaml" }).waitFor();
    await verdict(/Valid/);
  });
});

describe("the findings", () => {
  test("are filtered by severity and walked with the keyboard", async () => {
    await open();
    const text = await readFile(join(ROOT, "examples/flattened/contract.fluid.yaml"), "utf8");
    const broken = text.replace("customer.address.country", "customer.adress.country").replace("item.sku", "item.skew");
    await replaceText(broken.replace("savepointUri: s3://flink-state/order-items/savepoints", "savepointUri: s3://flink-state/order-items/checkpoints"));
    await verdict(/Not valid/);
    const group = findings().getByRole("region", { name: "flattened/contract.fluid.yaml" });
    const rows = group.locator(".finding-go");
    await rows.nth(1).waitFor();
    await rows.first().focus();
    await page.keyboard.press("End");
    const last = await rows.last().innerText();
    assert.equal(await page.evaluate(() => document.activeElement.innerText), last);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.innerText), await rows.nth(1).innerText());

    const filter = findings().getByRole("group", { name: "Severities shown" });
    const errors = filter.getByRole("button", { name: /error/ });
    assert.equal(await errors.getAttribute("aria-pressed"), "true");
    await errors.click();
    await findings().getByText("The severities that there are have been switched off.").waitFor();
    await errors.click();
    await rows.nth(1).waitFor();
  });
});

describe("SQL and contract", () => {
  const marked = (pane) => page.locator(`${pane} .weir-linked`).allInnerTexts();

  test("show an output column, its mapping entry and its expression together", async () => {
    await open();
    await sql().getByText("country", { exact: false }).first().waitFor();
    const all = async () => {
      const inSql = (await marked("#panel-sql")).join("\n");
      assert.match(inSql, /`country`,/);
      assert.match(inSql, /`e`\.`customer`\.`address`\.`country` AS `country`/);
    };
    const entry = contract().getByText("customer.address.country");
    await entry.click();
    await sql().locator(".weir-linked").nth(1).waitFor();
    await all();
    assert.match((await marked("#panel-contract")).join("\n"), /from: customer\.address\.country/);

    await page.mouse.move(0, 0);
    await sql().locator(".cm-line").filter({ hasText: "AS `country`" }).getByText("`country`").last().hover();
    await page.locator("#panel-contract .weir-linked").first().waitFor();
    await all();
    assert.match((await marked("#panel-contract")).join("\n"), /from: customer\.address\.country/);
  });

  test("are gone to and fro with the keyboard", async () => {
    await open();
    await contract().getByText("customer.address.country").click();
    await page.keyboard.press("Control+Enter");
    await page.waitForFunction(() => document.activeElement.shadowRoot?.activeElement?.getAttribute("aria-label") === "Flink SQL");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Enter");
    await page.locator("#panel-contract .cm-activeLine").filter({ hasText: "from: customer.address.country" }).waitFor();
    await page.keyboard.type("name"); // The place is selected: the key is replaced by itself.
    await verdict(/Valid/);
  });
});

test("a change says whom it affects, what to do, and gives statements to copy", async () => {
  await open();
  await tab(/Changes/).click();
  const panel = page.getByRole("tabpanel", { name: /Changes/ });
  const change = panel.getByRole("region", { name: "Breaking changes", exact: true }).getByRole("listitem").first();
  assert.match(await change.innerText(), /Affected\s+\S[\s\S]*What to do\s+\S[\s\S]*Savepoint\s+Kept\.[\s\S]*Migration\s+\S/);
  await change.getByRole("button", { name: "Copy Spark" }).click();
  await change.getByRole("button", { name: "Copied" }).waitFor();
  assert.equal(
    await page.evaluate(() => navigator.clipboard.readText()),
    "ALTER TABLE `commerce`.`order_items` DROP COLUMN `customer_country`;",
  );
});

describe("the lineage", () => {
  for (const dark of [false, true]) {
    test(`ties each column to what it is read from, and goes to both, ${dark ? "dark" : "light"}`, async () => {
      await open({ dark });
      await tab("Lineage").click();
      const panel = page.getByRole("tabpanel", { name: "Lineage" });
      const row = (side, name) => panel.getByRole("region", { name: side }).getByRole("button", { name });
      await row("Table", /^customer_id string as it is, may be null is read from customer\.id$/).waitFor();
      await row("Stream", /^item one row for each/).waitFor();
      await row("Table", /^event_time .* cast to a wider type, never null is read from event_time$/).hover();
      assert.equal(await panel.locator(".lineage-edge.lit").count(), 1);
      assert.equal(await panel.locator(".lineage-edge.lit.changed").count(), 1);
      await axe("lineage");

      await row("Table", /^country /).click();
      await page.locator("#panel-contract .cm-activeLine").filter({ hasText: "name: country" }).waitFor();
      await page.locator("#panel-contract .weir-linked").filter({ hasText: "name: country" }).first().waitFor();
      await row("Stream", /^attributes /).click();
      await page.getByRole("button", { name: "orders.value.yaml", pressed: true }).waitFor();
      await page.locator("#panel-contract .cm-activeLine").filter({ hasText: "attributes" }).waitFor();
    });
  }
});

describe("the core helps at the cursor", () => {
  test("with the fields of a path, as one types", async () => {
    await open();
    await retype("customer.address.country", "customer.addr");
    const list = page.locator(".cm-tooltip-autocomplete");
    await list.getByText("customer.address", { exact: false }).first().waitFor();
    await page.waitForTimeout(100); // A list that has just opened takes no keys.
    await page.keyboard.press("Enter");
    await page.keyboard.type(".coun");
    await list.getByText("country", { exact: false }).first().waitFor();
    await page.waitForTimeout(100);
    await page.keyboard.press("Enter");
    await verdict(/Valid/);
    await axe("completed");
  });

  test("with the values of a key, when asked to", async () => {
    await open();
    await retype("startupMode: group-offsets", "startupMode: ");
    await page.keyboard.press("Control+Space");
    const list = page.locator(".cm-tooltip-autocomplete");
    await list.getByRole("option", { name: /earliest/ }).first().waitFor();
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
  });

  test("with where a word is declared, also in another text", async () => {
    await open();
    await retype("customer.address.country", "customer.address.country");
    await settled();
    await page.keyboard.press("F12");
    await page.getByRole("button", { name: "orders.value.yaml", pressed: true }).waitFor();
    await page.locator("#panel-contract .cm-activeLine").filter({ hasText: "country" }).waitFor();
  });

  test("with what a word means, on hover", async () => {
    await open();
    await contract().getByText("explode", { exact: true }).hover();
    const card = page.locator(".cm-tooltip .weir-meaning");
    await card.waitFor();
    assert.match(await card.innerText(), /explode/);
    assert.ok((await card.innerText()).length > 20);
  });
});
