// The deploy view in a real Chromium: what a contract needs before it can run, and what it costs.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, test } from "node:test";
import { axe, findings, open, page, retype, ROOT, tab, useConsole, verdict, WEIR } from "./console.js";

useConsole();

const EXAMPLE = join(ROOT, "examples/flattened/contract.fluid.yaml");
const view = () => page.getByRole("tabpanel", { name: "Deploy" });
const part = (name) => view().getByRole("region", { name, exact: true });

async function openView(options) {
  await open(options);
  await tab("Deploy").click();
  await part("Allowlists").waitFor();
}

async function copied(button) {
  await button.click();
  await page.getByRole("button", { name: "Copied" }).first().waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** A command's exit status and what it printed. */
function run(program, args, env) {
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("FLUID_")));
  return new Promise((resolve) => {
    execFile(program, args, { env: { ...clean, ...env }, maxBuffer: 1 << 24 }, (error, stdout) => {
      resolve({ status: error ? error.code : 0, text: stdout });
    });
  });
}

const figure = (name) => part("Cost").locator(".deploy-figures div").filter({ hasText: name }).locator("dd").innerText();

describe("the allowlists", () => {
  test("are the lines that make the command line allow the contract", async () => {
    await openView();
    const lines = await copied(part("Allowlists").getByRole("button", { name: "Copy entries" }));
    assert.match(lines, /^export FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST=/m);
    const refused = await run(WEIR, ["policy", EXAMPLE, "--format", "json"]);
    assert.equal(refused.status, 1);
    const script = `${lines}exec "$0" policy "$1" --format json`;
    const allowed = await run("sh", ["-c", script, WEIR, EXAMPLE]);
    assert.equal(allowed.status, 0, allowed.text);
    assert.equal(JSON.parse(allowed.text).allowed, true);
  });

  test("are fewer for diff, which looks at the targets alone", async () => {
    await openView();
    const entries = part("Allowlists").getByRole("region", { name: "Entries" });
    assert.match(await entries.innerText(), /DEPLOYMENT_HOST_ALLOWLIST/);
    await part("Allowlists").getByRole("radio", { name: "weir diff" }).check();
    assert.doesNotMatch(await entries.innerText(), /DEPLOYMENT_HOST_ALLOWLIST/);
    assert.match(await entries.innerText(), /FLUID_FLINK_NAMESPACE_ALLOWLIST/);
  });

  test("name what no entry can allow, and lead to it", async () => {
    await openView();
    await retype("kafka:9092", "169.254.169.254:9092");
    await verdict(/Valid/);
    const never = part("Allowlists").getByRole("list", { name: "What no entry can allow" });
    await never.getByText("is link-local").waitFor();
    await never.getByRole("button").click();
    await page.keyboard.type("10.0.0.1:9092");
    await never.waitFor({ state: "detached" });
  });
});

test("rights in the catalog are those that the command line prints", async () => {
  await openView();
  const rights = part("Rights in the catalog");
  for (const options of [[], ["--existing-table"]]) {
    const printed = await run(WEIR, ["grants", EXAMPLE, ...options]);
    assert.equal(printed.status, 0);
    const text = await copied(rights.getByRole("button", { name: "Copy rights" }));
    assert.ok(text.length > 100 && printed.text.includes(text.trim()), text);
    await rights.getByRole("checkbox").check();
  }
});

test("Secrets and variables are those of the contract", async () => {
  await openView();
  const contract = await readFile(EXAMPLE, "utf8");
  const secret = /secretRefs: \[([\w-]+)/.exec(contract)?.[1];
  assert.ok(secret, "the example has a Secret");
  await part("Secrets and variables").getByText(secret, { exact: true }).waitFor();
});

test("resources are those that the command line writes", async () => {
  await openView();
  const folder = await mkdtemp(join(tmpdir(), "weir-deploy-"));
  try {
    assert.equal((await run(WEIR, ["generate", "flink", EXAMPLE, "--out", folder])).status, 0);
    const written = await readFile(join(folder, "flatten-orders", "resources.yaml"), "utf8");
    for (const kind of ["ConfigMap", "FlinkDeployment"]) {
      const text = await copied(part("Kubernetes resources").getByRole("button", { name: `Copy ${kind}` }));
      assert.ok(text.includes(`kind: ${kind}`), text.slice(0, 200));
      assert.ok(written.includes(text.trim()), `${kind} is in resources.yaml as it is shown`);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("the cost follows the interval, with the keyboard too", async () => {
  await openView();
  const slider = part("Cost").getByRole("slider", { name: "A checkpoint every" });
  const before = await slider.getAttribute("aria-valuetext");
  const number = async (name) => Number((await figure(name)).replaceAll(",", ""));
  const commits = await number("Commits");
  assert.equal(await number("Snapshots"), commits);
  assert.ok((await number("Data files")) >= commits);
  await slider.press("End");
  assert.equal(await slider.getAttribute("aria-valuetext"), "1 hour");
  assert.equal(await number("Commits"), 24);
  await slider.press("Home");
  assert.equal(await number("Commits"), 86_400);
  await part("Cost").getByText(`The contract says ${before}`).waitFor();
});

test("the cost counts the values of partition columns", async () => {
  await openView();
  await retype("writeVersion: 2", "partitionSpec: [{sourceColumn: country, transform: identity}]");
  const values = part("Cost").getByRole("spinbutton", { name: "Values of country between two checkpoints" });
  await values.fill("50");
  await part("Cost").getByText("for every value of the partition columns").waitFor();
  assert.equal(await figure("Commits"), "1,440");
  assert.equal(await figure("Data files"), "144,000");
});

test("what is shown stays while the text has errors, and says so", async () => {
  await openView();
  await retype("customer.address.country", "customer.adress.country");
  await verdict(/Not valid/);
  await view().getByText("this is of the last text without them").waitFor();
  await part("Kubernetes resources").waitFor();
  await findings().getByText("customer has no field adress", { exact: false }).first().waitFor();
});

test("the view can be used by everyone: light, dark, a phone, the keyboard alone", async () => {
  for (const dark of [false, true]) {
    await openView({ dark });
    await axe("the deploy view");
    await page.close();
  }
  await open({ width: 390, height: 844 });
  await tab("Deploy").click();
  await part("Kubernetes resources").waitFor();
  await axe("the deploy view");
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 390, `${wide} pixels wide`);
  await tab("Deploy").focus();
  await page.keyboard.press("Tab");
  const reached = new Set();
  for (let i = 0; i < 30; ++i) {
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.innerText ?? ""));
    await page.keyboard.press("Tab");
  }
  for (const wanted of ["Copy entries", "Entries"]) assert.ok(reached.has(wanted), [...reached].join(" | "));
});
