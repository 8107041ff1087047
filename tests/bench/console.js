// Figures of the console in Debian's Chromium, as JSON: the first load over a throttled line, and what a key stroke costs.
//
// usage: node console.js ROUNDS CONTRACT   (a contract of many columns, which is opened beside the example)
//
// The built console is served compressed, as static hosts serve it, to a browser that has nothing cached. The server paces
// what it sends: Chromium's own throttling leaves out what workers fetch, the core among it. A key stroke is timed in the page, from its event to the status line that tells of it; what keeps the main thread is read from
// Chromium's trace.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { chromium } from "playwright-core";

const [rounds, wide] = [Number(process.argv[2]), process.argv[3]];
const DIST = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--no-first-run"];
/** The line while `paced` is set: all answers share it. */
const LINE = { latency: 20, bytesPerMs: 10e6 / 8 / 1000 };
const CHUNK = 8192;
const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".webmanifest": "application/manifest+json",
};

const packed = new Map();
function fileOf(path) {
  if (packed.has(path)) return packed.get(path);
  const body = readFileSync(join(DIST, path));
  const kept = /\.(woff2|png)$/.test(path);
  packed.set(path, { body: kept ? body : brotliCompressSync(body), encoding: kept ? undefined : "br" });
  return packed.get(path);
}

let paced = false;
let sent = 0;
let free = 0; // when the line has sent what waits
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Sends at the line's pace, and counts. */
async function send(response, body) {
  if (paced) await pause(LINE.latency);
  for (let at = 0; at < body.length; at += CHUNK) {
    const piece = body.subarray(at, at + CHUNK);
    sent += piece.length;
    if (paced) {
      free = Math.max(free, performance.now()) + piece.length / LINE.bytesPerMs;
      await pause(free - performance.now());
    }
    response.write(piece);
  }
  response.end();
}

const server = createServer((request, response) => {
  const path = new URL(request.url, "http://host").pathname.replace(/^\/$/, "/index.html");
  try {
    const { body, encoding } = fileOf(path);
    // A file that the browser has is not sent again, as static hosts do it.
    const etag = `"${body.length}"`;
    if (request.headers["if-none-match"] === etag) {
      response.writeHead(304, { etag });
      response.end();
      return;
    }
    const headers = { etag, "content-type": TYPES[extname(path)] ?? "text/plain", "cache-control": "max-age=3600" };
    if (encoding) headers["content-encoding"] = encoding;
    response.writeHead(200, headers);
    void send(response, body);
  } catch {
    response.writeHead(404);
    response.end();
  }
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const origin = `http://127.0.0.1:${server.address().port}`;


const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const usable = (page) => page.locator(".verdict.good, .verdict.bad").first().waitFor({ timeout: 60_000 });

async function browser(use) {
  const profile = mkdtempSync(join(tmpdir(), "weir-bench-chromium-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM,
    args: FLAGS,
    viewport: { width: 1440, height: 900 },
  });
  try {
    return await use(context);
  } finally {
    await context.close();
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** One first visit, and a second one without a network. */
async function visit() {
  return browser(async (context) => {
    const page = await context.newPage();
    paced = true;
    sent = 0;
    // In the page, since a question from outside would wait for its turn.
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (globalThis.usableAt === undefined && document.querySelector(".verdict.good")) globalThis.usableAt = performance.now();
      }).observe(document, { childList: true, subtree: true, attributes: true, characterData: true });
    });
    await page.goto(origin);
    await usable(page);
    const ms = await page.evaluate(() => globalThis.usableAt);
    const until = sent;
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, undefined, { timeout: 60_000 });
    const bytes = sent;
    paced = false;
    await context.setOffline(true);
    const again = performance.now();
    await page.reload();
    await usable(page);
    return { ms, until, bytes, offline: performance.now() - again };
  });
}

/** The bytes of all files of the console, compressed, and of the core alone. */
async function sizes() {
  const { readdirSync } = await import("node:fs");
  let all = 0;
  let core = 0;
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === "licenses.txt" || /^weir-full.*\.wasm$/.test(entry.name)) continue;
    const { body } = fileOf(`/${join(entry.parentPath, entry.name).slice(DIST.length)}`);
    all += body.length;
    if (/^weir-core.*\.wasm$/.test(entry.name)) core += body.length;
  }
  return { all, core };
}

/** Tasks of the page's main thread, in milliseconds, longest first. */
function tasksOf(events) {
  const names = events.filter(({ name }) => name === "thread_name");
  const main = names.filter(({ args }) => args.name === "CrRendererMain").map(({ pid, tid }) => `${pid}:${tid}`);
  const on = (event) => main.includes(`${event.pid}:${event.tid}`);
  const times = (wanted) => events.filter((event) => on(event) && wanted(event.name) && event.dur !== undefined).map(({ dur }) => dur / 1000);
  return {
    tasks: times((name) => name.endsWith("RunTask")).sort((a, b) => b - a),
    scripts: times((name) => name === "FunctionCall").sort((a, b) => b - a),
  };
}

async function traced(context, page, act) {
  const session = await context.newCDPSession(page);
  const events = [];
  session.on("Tracing.dataCollected", ({ value }) => events.push(...value));
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline"] },
  });
  const result = await act();
  const done = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
  await session.send("Tracing.end");
  await done;
  return { result, ...tasksOf(events) };
}

/** Types and takes back one letter in a path, again and again. */
async function typing(text, path) {
  return browser(async (context) => {
    const page = await context.newPage();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.goto(origin);
    await usable(page);
    if (text !== null) {
      await page.evaluate((value) => navigator.clipboard.writeText(value), text);
      await page.getByRole("button", { name: "New" }).click();
      await page.getByLabel("Contract text").click();
      await page.keyboard.press("Control+v");
      await page.locator(".verdict.good").waitFor({ timeout: 60_000 });
    }
    await page.getByLabel("Contract text").click();
    await page.keyboard.press("Control+f");
    await page.keyboard.type(path);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await page.waitForTimeout(500);
    await page.evaluate(() => {
      globalThis.times = [];
      let pressed = 0;
      addEventListener("keydown", () => (pressed = performance.now()), { capture: true });
      let last = document.querySelector(".verdict").className;
      new MutationObserver(() => {
        const now = document.querySelector(".verdict")?.className;
        if (now === last || now === undefined) return;
        last = now;
        globalThis.times.push(performance.now() - pressed);
      }).observe(document.querySelector(".status"), { childList: true, subtree: true, attributes: true });
    });
    const stroke = async (key, wanted) => {
      await page.keyboard.press(key);
      await page.locator(wanted).waitFor();
      await page.waitForTimeout(150);
    };
    const type = async (count) => {
      for (let at = 0; at < count; ++at) {
        await stroke("x", ".verdict.bad");
        await stroke("Backspace", ".verdict.good");
      }
      return page.evaluate(() => globalThis.times.splice(0));
    };
    await type(5); // the engine compiles what runs often
    const { result: times, tasks, scripts } = await traced(context, page, () => type(rounds));
    return {
      median: median(times),
      most: Math.max(...times),
      strokes: times.length,
      longest_task: tasks[0] ?? 0,
      longest_script: scripts[0] ?? 0,
      over_16: tasks.filter((ms) => ms > 16).length,
    };
  });
}

const packedSizes = await sizes(); // every file is compressed before the first visit
const visits = [];
for (let at = 0; at < Math.max(3, Math.ceil(rounds / 4)); ++at) visits.push(await visit());
const figures = {
  load: { ms: median(visits.map(({ ms }) => ms)), until: median(visits.map(({ until }) => until)), bytes: median(visits.map(({ bytes }) => bytes)), offline: median(visits.map(({ offline }) => offline)), visits: visits.length },
  sizes: packedSizes,
  typing: {
    example: await typing(null, "customer.address.country"),
    wide: await typing(readFileSync(wide, "utf8"), "column_1000"),
  },
};
console.log(JSON.stringify(figures));
server.close();
