// The console in a real Chromium, served by `weir serve`, for the tests of what a person sees and can do there.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, afterEach, before } from "node:test";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));
export const WEIR = process.env.WEIR ?? join(ROOT, "build/release/bin/weir");
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const SHOTS = process.env.WEIR_SHOTS;
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

let server;
let profile;
export let context;
export let origin;
/** The page that the running test has opened. */
export let page;
/** What went wrong on the page, whatever the test was about. */
export const complaints = [];
export const requests = [];

/** Starts `weir serve` on a free port and waits for the address that it prints. */
export function serve() {
  assert.ok(existsSync(WEIR), `${WEIR} is missing: build it with ./dev build release`);
  const child = spawn(WEIR, ["serve", "--port", "0"], { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  return new Promise((resolve, reject) => {
    let said = "";
    const hear = (chunk) => {
      said += chunk;
      const address = /http:\/\/(?:127\.0\.0\.1|localhost|\[::1\]):\d+/.exec(said)?.[0];
      if (address) resolve({ child, address });
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.on("error", reject);
    child.on("exit", (status) => reject(new Error(`weir serve ended with status ${status}: ${said}`)));
  });
}

/** Starts Chromium and the server for the tests of a file. */
export function useConsole() {
  before(async () => {
    const served = await serve();
    server = served.child;
    origin = served.address;
    profile = await mkdtemp(join(tmpdir(), "weir-chromium-"));
    context = await chromium.launchPersistentContext(profile, {
      executablePath: CHROMIUM,
      args: FLAGS,
      viewport: { width: 1440, height: 900 },
      permissions: ["clipboard-read", "clipboard-write"],
    });
    context.on("request", (request) => requests.push(request.url()));
  });
  after(async () => {
    await context?.close();
    server?.removeAllListeners("exit");
    server?.kill();
    if (profile) await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  });
  afterEach(async (t) => {
    if (page && SHOTS) await page.screenshot({ path: join(SHOTS, `${t.name.replace(/\W+/g, "-")}.png`) });
    await page?.close();
    page = undefined;
    assert.deepEqual(complaints, [], "nothing is complained about in the browser's console");
  });
}

/** Opens the console and waits until the core has answered. */
export async function open({ width = 1440, height = 900, dark = false, hash = "", prepare = async () => undefined } = {}) {
  complaints.length = 0;
  requests.length = 0;
  page = await context.newPage();
  page.setDefaultTimeout(30_000);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  page.on("dialog", (dialog) => void dialog.accept());
  page.on("pageerror", (error) => complaints.push(String(error)));
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: dark ? "dark" : "light" });
  await prepare(page);
  await page.goto(`${origin}/${hash}`);
  await verdict(/Valid/);
}

export const verdict = (text) => page.getByRole("status").filter({ hasText: text }).first().waitFor();
/** The answer shown is about the present text. */
export const settled = () => page.locator("[role=status][aria-busy=false]").waitFor();
export const findings = () => page.getByRole("region", { name: "Findings" });
export const sql = () => page.getByRole("tabpanel", { name: "Flink SQL" });
export const contract = () => page.getByLabel("Contract text");
export const tab = (name) => page.getByRole("tab", { name });

/** Replaces the first `from` of the open text, by typing as a person would. */
export async function retype(from, to) {
  await contract().click();
  await page.keyboard.press("Control+f");
  await page.keyboard.type(from);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.type(to);
}

/** Puts a whole text into the editor. */
export async function replaceText(text) {
  await page.evaluate((value) => navigator.clipboard.writeText(value), text);
  await contract().click();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+v");
}

/** The whole SQL, as the copy button gives it. */
export async function copiedSql() {
  await page.getByRole("button", { name: "Copy", exact: true }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return page.evaluate(() => navigator.clipboard.readText());
}

/** Drops real files and folders of this machine at the middle of the page. */
export async function dropPaths(paths) {
  const session = await context.newCDPSession(page);
  const data = { items: [], files: paths, dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: 400, y: 300, data });
  }
}

export async function axe(where) {
  await page.evaluate(await readFile(AXE, "utf8"));
  const { violations } = await page.evaluate(() =>
    globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }),
  );
  const serious = violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => {
      const shown = nodes.slice(0, 3).map(({ target, failureSummary }) => `${target} ${failureSummary}`);
      return `${id}, ${nodes.length} times: ${shown.join("; ")}`;
    });
  assert.deepEqual(serious, [], where);
}
