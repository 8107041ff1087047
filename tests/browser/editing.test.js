// Renaming, laying out, waivers, documents, and what happens to edits that would be lost.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { promisify } from "node:util";
import {
  axe,
  contract,
  dropPaths,
  findings,
  open,
  page,
  replaceText,
  retype,
  ROOT,
  settled,
  tab,
  useConsole,
  verdict,
  WEIR,
} from "./console.js";

useConsole();

const dialog = () => page.getByRole("dialog");
const fileTab = (name) => page.getByRole("group", { name: "Files of this contract" }).getByRole("button", { name });
const changesPanel = () => page.getByRole("tabpanel", { name: /Changes/ });

/** The whole shown text, as a person copies it. */
async function shownText() {
  await contract().focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Puts the cursor on the first `text` of the shown text. */
async function find(text) {
  await retype(text, text);
  await settled();
  await page.keyboard.press("ArrowLeft");
}

async function downloaded(press) {
  const coming = page.waitForEvent("download");
  await press();
  const download = await coming;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), "utf8") };
}

describe("a column", () => {
  test("is renamed in the contract and its fragments, seen before, as one step of undo", async () => {
    await open();
    await find("customer.address");
    await page.keyboard.press("F2");
    await dialog().getByRole("heading", { name: "Rename address" }).waitFor();
    const input = dialog().getByRole("textbox", { name: "New name" });
    assert.equal(await input.inputValue(), "address");
    await axe("rename");

    // A clash is said in the words of the rule that it would break, and not made.
    await input.fill("id");
    await dialog().getByRole("status").getByText(/id/).waitFor();
    const rename = dialog().getByRole("button", { name: "Rename", exact: true });
    assert.equal(await rename.isDisabled(), true);

    await input.fill("place");
    await dialog().getByText("2 places will change, in one step of undo.").waitFor();
    const inContract = dialog().getByRole("region", { name: "flattened/contract.fluid.yaml" });
    assert.match(await inContract.innerText(), /line \d+\s+path\s+customer\.address\.country\s+customer\.place\.country/);
    const inFragment = dialog().getByRole("region", { name: "fragments/streams/orders.value.yaml" });
    assert.match(await inFragment.innerText(), /stream column\s+address\s+place/);
    await page.keyboard.press("Enter");
    await dialog().waitFor({ state: "detached" });
    await verdict(/Valid/);
    await settled();
    assert.match(await shownText(), /from: customer\.place\.country/);
    await fileTab("orders.value.yaml").click();
    assert.match(await shownText(), /- name: place\n/);

    // Undone in one text, it is undone in both.
    await page.keyboard.press("Control+z");
    assert.match(await shownText(), /- name: address\n/);
    await fileTab("contract.fluid.yaml").click();
    assert.match(await shownText(), /from: customer\.address\.country/);
    await settled();
    await findings().getByText("No findings").waitFor();
    await page.keyboard.press("Control+y");
    assert.match(await shownText(), /from: customer\.place\.country/);
    await fileTab("orders.value.yaml").click();
    assert.match(await shownText(), /- name: place\n/);
    await verdict(/Valid/);
  });

  test("is renamed by the button too, which says where none is named", async () => {
    await open();
    await find("kafka:9092");
    await page.getByRole("button", { name: "Rename the column at the cursor" }).click();
    await page.getByRole("alert").filter({ hasText: "No column is named at the cursor" }).waitFor();
    await find("item.sku");
    await page.getByRole("button", { name: "Rename the column at the cursor" }).click();
    await dialog().getByRole("heading", { name: /Rename (item|sku)/ }).waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await page.waitForFunction(() => document.activeElement !== document.body);
  });

  test("says which other contracts include what changes", async () => {
    await open();
    await dropPaths([join(ROOT, "examples")]);
    const contracts = page.getByRole("navigation", { name: "Open files" }).getByRole("region", { name: "Contracts" });
    await contracts.getByRole("button", { name: /examples\/nested valid/ }).waitFor();
    await contracts.getByRole("button", { name: /examples\/rebuilt valid/ }).waitFor();
    await contracts.getByRole("button", { name: /contract\.fluid\.yaml examples\/flattened/ }).click();
    await find("customer.address");
    await page.keyboard.press("F2");
    await dialog().getByText(/Not renamed with it: .*examples\/nested\/contract\.fluid\.yaml/).waitFor();
  });
});

test("a text is laid out, its words kept, and laid out again nothing changes", async () => {
  await open();
  const file = join(ROOT, "examples/flattened/contract.fluid.yaml");
  const text = await readFile(file, "utf8");
  // Four blanks a level, and blanks at the ends of lines.
  const wide = (line) => line.replace(/^( *)((?:- )*)/, (_, blanks, dashes) => `${blanks}${blanks}${dashes.replaceAll("- ", "-   ")}`);
  await replaceText(text.split("\n").map((line) => (line === "" ? line : `${wide(line)}  `)).join("\n"));
  await verdict(/Valid/);
  await settled();
  await contract().focus();
  await page.keyboard.press("Shift+Alt+f");
  for (let tries = 0; tries < 50 && (await shownText()) !== text; ++tries) await page.waitForTimeout(100);
  assert.equal(await shownText(), text);
  await page.getByRole("button", { name: "Lay out this text" }).click();
  await page.getByRole("alert").filter({ hasText: "This text is laid out already." }).waitFor();
  await replaceText("a: [");
  await page.getByRole("button", { name: "Lay out this text" }).click();
  await page.getByRole("alert").filter({ hasText: "cannot be read as YAML or JSON" }).waitFor();
});

describe("edits", () => {
  test("are not lost without a question", async () => {
    await open();
    await retype("customer.address.country", "customer.id");
    await settled();
    await page.getByRole("navigation", { name: "Examples" }).getByRole("button", { name: "Nested" }).click();
    await dialog().getByRole("heading", { name: "Your edits are not saved" }).waitFor();
    await dialog().getByText("flattened/contract.fluid.yaml").waitFor();
    await axe("unsaved");
    await dialog().getByRole("button", { name: "Keep editing" }).click();
    await dialog().waitFor({ state: "detached" });
    assert.match(await shownText(), /name: country, from: customer\.id\}/);

    await page.getByRole("navigation", { name: "Examples" }).getByRole("button", { name: "Nested" }).click();
    const { name, text } = await downloaded(() => dialog().getByRole("button", { name: "Save a copy" }).click());
    assert.equal(name, "contract.fluid.yaml");
    assert.match(text, /name: country, from: customer\.id\}/);
    await dialog().getByRole("button", { name: "Open", exact: true }).click();
    await page.getByRole("button", { name: "Nested", pressed: true }).waitFor();
    await verdict(/Valid/);
  });

  test("hold the page back when it is left, and let it go once they are saved or undone", async () => {
    await open();
    const asked = [];
    page.on("dialog", (shown) => asked.push(shown.type()));
    await retype("customer.address.country", "customer.id");
    await settled();
    await page.reload();
    assert.deepEqual(asked, ["beforeunload"]);
    await verdict(/Valid/);
    await retype("customer.address.country", "customer.id");
    await downloaded(() => page.getByRole("button", { name: "Save this text as a file" }).click());
    await page.reload();
    assert.deepEqual(asked, ["beforeunload"]);
    await verdict(/Valid/);
  });
});

describe("waivers and documents", () => {
  const PAIR = ["flattened/contract.fluid.yaml", "--baseline", "flattened/baseline.fluid.yaml", "--fail-on", "none"];
  const weir = (...options) =>
    promisify(execFile)(WEIR, ["diff", ...PAIR, ...options], { cwd: join(ROOT, "examples"), maxBuffer: 1 << 26 }).then(({ stdout }) => stdout);
  let folder;
  let fingerprint;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "weir-waivers-"));
    await cp(join(ROOT, "examples"), join(folder, "shop"), { recursive: true });
    fingerprint = JSON.parse(await weir("--format", "json")).changes[0].fingerprint;
    const waiver = { fingerprint, reason: "agreed with finance", owner: "data-platform", expires: "2099-12-31" };
    const late = { ...waiver, fingerprint: "0123456789abcdef", expires: "2020-01-01" };
    await writeFile(join(folder, "shop/waivers.json"), JSON.stringify([waiver, late]));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  test("of the workspace are looked at: what is waived stands apart, what has expired is told", async () => {
    await open();
    await dropPaths([join(folder, "shop")]);
    await page.getByRole("navigation", { name: "Open files" }).getByRole("button", { name: /contract\.fluid\.yaml shop\/flattened/ }).click();
    await tab(/Changes/).click();
    await changesPanel().getByLabel("Compare with").selectOption("file:shop/flattened/baseline.fluid.yaml");
    assert.equal(await changesPanel().getByRole("combobox", { name: /^Waivers/ }).inputValue(), "file:shop/waivers.json");
    const waived = changesPanel().getByRole("region", { name: "Waived changes" });
    await waived.getByText("agreed with finance").waitFor();
    assert.match(await waived.innerText(), /Waived by data-platform until 2099-12-31: agreed with finance/);
    await changesPanel().getByRole("status").filter({ hasText: "0123456789abcdef" }).waitFor();
    await axe("waivers");
    await changesPanel().getByRole("combobox", { name: /^Waivers/ }).selectOption("none");
    await waived.waitFor({ state: "detached" });
  });

  test("that are wrong are told, and the changes stay", async () => {
    await open();
    await tab(/Changes/).click();
    const chooser = page.waitForEvent("filechooser");
    await changesPanel().getByRole("button", { name: "Waivers…" }).click();
    await (await chooser).setFiles({ name: "mine.json", mimeType: "application/json", buffer: Buffer.from('[{"reason": 1}]') });
    await changesPanel().getByRole("status").filter({ hasText: "The waivers are not looked at" }).waitFor();
    await changesPanel().getByRole("region", { name: "Breaking changes", exact: true }).waitFor();
  });

  test("are the bytes that the command line prints", async () => {
    await open();
    await tab(/Changes/).click();
    await changesPanel().getByRole("region", { name: "Breaking changes", exact: true }).waitFor();
    for (const [format, label, suffix] of [
      ["markdown", "Markdown", "md"],
      ["html", "HTML", "html"],
    ]) {
      const { name, text } = await downloaded(() => changesPanel().getByRole("button", { name: label, exact: true }).click());
      assert.equal(name, `contract.changes.${suffix}`);
      assert.equal(text, await weir("--format", format));
    }
    await changesPanel().getByRole("button", { name: "Copy Markdown" }).click();
    await changesPanel().getByRole("button", { name: "Copied" }).waitFor();
    assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await weir("--format", "markdown"));
  });
});
