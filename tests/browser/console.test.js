// The console in a real Chromium: an example, its findings, own texts, and the page itself.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, test } from "node:test";
import {
  axe,
  context,
  contract,
  copiedSql,
  findings,
  open,
  origin,
  page,
  replaceText,
  requests,
  retype,
  ROOT,
  settled,
  sql,
  tab,
  useConsole,
  verdict,
  WEIR,
} from "./console.js";

useConsole();

describe("the example", () => {
  test("opens without findings, with its SQL", async () => {
    await open();
    await findings().getByText("No findings").waitFor();
    await contract().getByText("commerce.order-items", { exact: false }).first().waitFor();
    await sql().getByText("flatten-orders").first().waitFor();
    const text = await copiedSql();
    assert.match(text, /CREATE TEMPORARY TABLE `source_events`/);
    assert.match(text, /INSERT INTO [^;]*`order_items`/);
    assert.match(text, /CROSS JOIN UNNEST\(MAP_FROM_ARRAYS\(/);
  });

  test("is answered as the command line answers", async () => {
    await open();
    const file = join(ROOT, "examples/flattened/contract.fluid.yaml");
    const { status, text } = await new Promise((resolve, reject) => {
      const child = spawn(WEIR, ["generate", "flink", file, "--print", "sql"], { stdio: ["ignore", "pipe", "inherit"] });
      let said = "";
      child.stdout.on("data", (chunk) => (said += chunk));
      child.on("error", reject);
      child.on("close", (code) => resolve({ status: code, text: said }));
    });
    assert.equal(status, 0);
    assert.equal(await copiedSql(), text);
  });

  for (const [name, piece] of [
    ["Nested", "orders"],
    ["Rebuilt", "ROW("],
  ]) {
    test(`${name} can be chosen`, async () => {
      await open();
      await page.getByRole("navigation", { name: "Examples" }).getByRole("button", { name }).click();
      await page.getByRole("button", { name, pressed: true }).waitFor();
      await page.waitForFunction(() => document.title !== "");
      await verdict(/Valid/);
      await findings().getByText(/No findings|note|warning/).first().waitFor();
      assert.ok((await copiedSql()).includes(piece));
    });
  }

  test("shows its fragments in tabs of their own", async () => {
    await open();
    const files = page.getByRole("group", { name: "Files of this contract" });
    await files.getByRole("button", { name: "orders.value.yaml" }).click();
    await contract().getByText("customer").first().waitFor();
    await retype("sku", "skew");
    await verdict(/Not valid/);
    await findings().getByRole("button", { name: /item has no field sku|sku/ }).first().click();
    await files.getByRole("button", { name: "contract.fluid.yaml", pressed: true }).waitFor();
  });
});

describe("a misspelt path", () => {
  const MESSAGE =
    "Managed Flink: Flink build flatten-orders: properties.mapping.columns[1].from: customer has no field adress";

  test("is marked in the text and in the list, with place and suggestion, and mends with one click", async () => {
    await open();
    await retype("customer.address.country", "customer.adress.country");
    await verdict(/Not valid: 1 error/);
    const item = findings().getByRole("listitem").filter({ hasText: MESSAGE }).first();
    await item.waitFor();
    const said = await item.innerText();
    assert.match(said, /error/);
    assert.match(said, /address/);
    const source = await readFile(join(ROOT, "examples/flattened/contract.fluid.yaml"), "utf8");
    const line = source.split("\n").findIndex((text) => text.includes("customer.address.country")) + 1;
    const column = source.split("\n")[line - 1].indexOf("customer.address.country") + 1;
    assert.match(said, new RegExp(`line ${line}, column ${column}`));

    const underlined = page.locator(".contract .cm-lintRange-error");
    assert.match((await underlined.allInnerTexts()).join(""), /customer\.adress\.country|adress/);
    await page.locator(".contract .cm-lint-marker-error").first().waitFor();
    await underlined.first().hover();
    await page.locator(".cm-tooltip").filter({ hasText: MESSAGE }).waitFor();

    await sql().getByText("this is the SQL of the last text without them").waitFor();
    await settled();
    await item.getByRole("button", { name: /address/ }).last().click();
    await verdict(/Valid/);
    await findings().getByText("No findings").waitFor();
    assert.equal(await underlined.count(), 0);
  });

  test("takes the cursor there when its finding is chosen with the keyboard", async () => {
    await open();
    await retype("customer.address.country", "customer.adress.country");
    const go = findings().getByRole("button", { name: MESSAGE });
    await go.waitFor();
    await settled();
    await page.keyboard.press("Control+Home");
    await go.focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("customer.id");
    await verdict(/Valid/);
  });

  test("is underlined exactly, behind characters of two units too", async () => {
    await open();
    await retype("{name: country, from: customer.address.country}", '{"🌊": 1, name: country, from: customer.adress.country}');
    await findings().getByText(MESSAGE).waitFor();
    const underlined = await page.locator(".contract .cm-lintRange-error").allInnerTexts();
    assert.ok(underlined.includes("customer.adress.country"), underlined.join(" | "));
    assert.ok(underlined.includes('"🌊"'), underlined.join(" | "));
  });

  test("explains its code", async () => {
    await open();
    await retype("customer.address.country", "customer.adress.country");
    await findings().getByRole("button", { name: /^What .* means$/ }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading").first().waitFor();
    assert.match(await dialog.innerText(), /error/);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

test("a piece of SQL and its place in the contract point at each other", async () => {
  await open();
  const linked = (pane) => page.locator(`${pane} .weir-linked`);
  await contract().getByText("explode", { exact: true }).scrollIntoViewIfNeeded();
  const topic = sql().getByText("'kafka:9092'");
  await topic.hover();
  assert.match((await linked("#panel-sql").allInnerTexts()).join(""), /'properties\.bootstrap\.servers' = 'kafka:9092'/);
  await topic.click();
  await page.locator("#panel-contract .cm-activeLine").filter({ hasText: "bootstrapServers: kafka:9092" }).waitFor();
  await page.mouse.move(0, 0);
  await contract().getByText("commerce-order-items-v1").hover();
  assert.match((await linked("#panel-sql").allInnerTexts()).join(""), /'properties\.group\.id' = 'commerce-order-items-v1'/);
});

test("an output that the stream does not have says what to write", async () => {
  await open();
  await retype('- {name: channel, from: "attributes[\'channel\']"}', "#");
  await findings()
    .getByText(
      "Managed Flink: exposes[0].contract.schema.channel: channel is not a column of properties.stream; map channel in properties.mapping.columns",
    )
    .first()
    .waitFor();
});

describe("the changes", () => {
  test("are grouped by severity with both sides", async () => {
    await open();
    await tab(/Changes/).click();
    const panel = page.getByRole("tabpanel", { name: /Changes/ });
    for (const name of ["Breaking changes", "Non-breaking changes", "Info changes"]) {
      await panel.getByRole("region", { name, exact: true }).getByRole("listitem").first().waitFor();
    }
    const breaking = await panel.getByRole("region", { name: "Breaking changes", exact: true }).innerText();
    assert.match(breaking, /customer_country/);
    const info = await panel.getByRole("region", { name: "Info changes" }).innerText();
    assert.match(info, /before\s*1\s*after\s*2/);
  });

  test("follow the text, against the version that was opened", async () => {
    await open({ hash: "#example=nested" });
    await tab(/Changes/).click();
    const panel = page.getByRole("tabpanel", { name: /Changes/ });
    await panel.getByText("No changes").waitFor();
    await retype("description: ", "description: All ");
    await panel.getByRole("region", { name: "Info changes" }).getByText(/description/).first().waitFor();
    await panel.getByLabel("Compare with").selectOption("none");
    await panel.getByText("Nothing to compare with").waitFor();
  });

  test("can be seen against a file from elsewhere", async () => {
    await open({ hash: "#example=nested" });
    await tab(/Changes/).click();
    const older = await readFile(join(ROOT, "examples/nested/contract.fluid.yaml"), "utf8");
    const panel = page.getByRole("tabpanel", { name: /Changes/ });
    await panel.locator("input[type=file]:not([webkitdirectory])").first().setInputFiles({
      name: "older.fluid.yaml",
      mimeType: "application/yaml",
      buffer: Buffer.from(older.replace("table: orders", "table: former_orders")),
    });
    await panel.getByRole("region", { name: "Breaking changes", exact: true }).getByText(/former_orders/).first().waitFor();
  });
});

describe("own texts", () => {
  test("can be pasted", async () => {
    await open();
    await page.getByRole("button", { name: "New" }).click();
    await verdict(/Not valid/);
    const text = await readFile(join(ROOT, "tests/corpus/contracts/flat-exploded.fluid.yaml"), "utf8");
    await replaceText(text);
    await verdict(/Valid/);
    assert.match(await copiedSql(), /UNNEST/);
  });

  test("can be dropped", async () => {
    await open();
    const text = await readFile(join(ROOT, "tests/corpus/contracts/by-name.fluid.yaml"), "utf8");
    const transfer = await page.evaluateHandle((value) => {
      const data = new DataTransfer();
      data.items.add(new File([value], "mine.fluid.yaml", { type: "application/yaml" }));
      return data;
    }, text);
    await contract().dispatchEvent("dragover", { dataTransfer: transfer });
    await page.getByText("Drop contracts with their fragments").waitFor();
    await contract().dispatchEvent("drop", { dataTransfer: transfer });
    await page.getByRole("heading", { name: "mine.fluid.yaml" }).waitFor();
    await verdict(/Valid/);
  });

  test("are asked for the fragments that they include", async () => {
    await open();
    const read = (name) => readFile(join(ROOT, "examples", name));
    const choose = async (name, buffer) =>
      page.locator("header input[type=file]:not([webkitdirectory])").setInputFiles({ name, mimeType: "application/yaml", buffer });
    await choose("contract.fluid.yaml", Buffer.from((await read("nested/contract.fluid.yaml")).toString().replace("../", "")));
    await page.getByText("fragments/streams/orders.yaml").first().waitFor();
    await verdict(/Not valid/);
    await choose("orders.yaml", await read("fragments/streams/orders.yaml"));
    await page.getByText("fragments/streams/orders.value.yaml").first().waitFor();
    await choose("orders.value.yaml", await read("fragments/streams/orders.value.yaml"));
    await verdict(/Valid/);
  });

  test("that are hostile neither run nor hang", async () => {
    await open();
    const aliases = `a: &a [x, x, x, x, x, x, x, x, x]\n${"bcdefgh"
      .split("")
      .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`).join(", ")}]`)
      .join("\n")}\n`;
    for (const text of [
      'id: "<img src=x onerror=globalThis.hit=1>"\n"<script>globalThis.hit=1</script>": 1\n',
      `${"[".repeat(600)}${"]".repeat(600)}`,
      aliases,
      "\u202e\u0000\u001b[31m",
    ]) {
      await replaceText(text);
      await verdict(/Not valid/);
    }
    assert.equal(await page.evaluate(() => globalThis.hit), undefined);
    await findings().getByRole("listitem").first().waitFor();
  });
});

test("a hostile contract of five megabytes or 128 levels leaves the page responsive and answers", async () => {
  await open();
  const drop = async (name, text) => {
    const transfer = await page.evaluateHandle(
      ([file, value]) => {
        const data = new DataTransfer();
        data.items.add(new File([value], file, { type: "application/yaml" }));
        return data;
      },
      [name, text],
    );
    await contract().dispatchEvent("drop", { dataTransfer: transfer });
    await page.locator("#panel-contract .pane-title").filter({ hasText: name }).waitFor();
    await settled();
    await page.locator(".verdict").filter({ hasText: /Not valid|No answer/ }).waitFor();
    // A page that hangs opens no dialog.
    await page.getByRole("button", { name: "New" }).focus();
  };
  const levels = `${Array.from({ length: 128 }, (_, at) => `${" ".repeat(at)}a:`).join("\n")} 1\n`;
  await drop("levels.fluid.yaml", levels);
  await drop("script.fluid.yaml", 'fluidVersion: "0.7.7"\n"<img src=x onerror=globalThis.hit=1>": "</script><script>globalThis.hit=1</script>"\n');
  const large = `fluidVersion: "0.7.7"\n${Array.from({ length: 180_000 }, (_, at) => `key${at}: {name: value}\n`).join("")}`;
  await drop("large.fluid.yaml", large.slice(0, 5 * 1024 * 1024 - 100));
  assert.equal(await page.evaluate(() => globalThis.hit), undefined);
  const transfer = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(["a".repeat(5 * 1024 * 1024 + 1)], "larger.yaml"));
    return data;
  });
  await contract().dispatchEvent("drop", { dataTransfer: transfer });
  await page.getByRole("alert").filter({ hasText: "larger.yaml is larger than 5 MiB" }).waitFor();
});

test("a check that takes too long is stopped and said so, and the next change is checked", async () => {
  await open();
  const [worker] = page.workers();
  // The worker is kept busy for longer than the console waits.
  void worker.evaluate(() => {
    const end = Date.now() + 60_000;
    while (Date.now() < end);
  }).catch(() => undefined);
  await replaceText(await readFile(join(ROOT, "tests/corpus/contracts/by-name.fluid.yaml"), "utf8"));
  await findings().getByText(/took longer than 5 seconds and was stopped/).waitFor();
  await retype("Nested commerce events", "Events");
  await verdict(/Valid/);
  await findings().getByText("No findings").waitFor();
});

describe("the page", () => {
  test("asks its own origin only, and keeps a strict policy", async () => {
    await open();
    await tab(/Changes/).click();
    assert.ok(requests.length > 3);
    for (const url of requests) {
      assert.ok(url.startsWith(`${origin}/`) || url.startsWith(`blob:${origin}/`), url);
    }
    const answer = await context.request.get(`${origin}/`);
    const meta = await page.locator("meta[http-equiv='Content-Security-Policy']").getAttribute("content");
    for (const policy of [meta, answer.headers()["content-security-policy"]]) {
      assert.match(policy ?? "", /default-src 'none'/);
      assert.match(policy, /script-src 'self' 'wasm-unsafe-eval'(;|$)/);
      assert.doesNotMatch(policy, /'unsafe-eval'|https?:|\*/);
    }
    // Both policies hold: what either forbids is forbidden.
    assert.doesNotMatch(meta, /'unsafe-inline'|data:/);
  });

  test("works in the dark, keeps the choice, and says what its button does", async () => {
    await open({ dark: true });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await ground();
    await page.getByRole("button", { name: "Switch to the light theme" }).click();
    const light = await ground();
    assert.notEqual(dark, light);
    await page.reload();
    await verdict(/Valid/);
    assert.equal(await ground(), light);
    await page.getByRole("button", { name: "Switch to the dark theme" }).click();
    assert.equal(await ground(), dark);
    await page.evaluate(() => localStorage.clear());
  });

  test("is reached with the keyboard alone", async () => {
    await open();
    await tab(/Flink SQL/).focus();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Lineage", selected: true }).waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: /Changes/, selected: true }).waitFor();
    const reached = new Set();
    await page.evaluate(() => document.activeElement.blur());
    for (let presses = 0; presses < 40; ++presses) {
      await page.keyboard.press("Tab");
      reached.add(
        await page.evaluate(() => {
          const focused = document.activeElement.shadowRoot?.activeElement ?? document.activeElement;
          return focused.getAttribute("aria-label") ?? focused.innerText.trim();
        }),
      );
    }
    for (const name of ["New", "Open…", "Folder…", "Share", "Contract text", "orders.yaml", "Width of the contract", "Older file…"]) {
      assert.ok(reached.has(name), `${name} is reached; reached were ${[...reached].join(", ")}`);
    }
  });

  test("fits a phone", async () => {
    await open({ width: 390, height: 844 });
    for (const name of [/Findings/, /SQL/, /Lineage/, /Changes/, /Contract/]) {
      await tab(name).click();
      await page.getByRole("tabpanel", { name }).waitFor();
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${name} is ${overflow} pixels too wide`);
    }
    await axe("phone");
  });

  for (const dark of [false, true]) {
    test(`has no serious accessibility finding, ${dark ? "dark" : "light"}`, async () => {
      await open({ dark });
      await axe("example");
      await tab(/Changes/).click();
      await axe("changes");
      await retype("customer.address.country", "customer.adress.country");
      await verdict(/Not valid/);
      await axe("an error");
      await tab(/Flink SQL/).click();
      await axe("older SQL");
      await findings().getByRole("button", { name: /^What .* means$/ }).first().click();
      await page.getByRole("dialog").waitFor();
      await axe("a code's meaning");
    });
  }
});
