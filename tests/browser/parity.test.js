// What the console's own worker answers, with the fragments that it gathers, is what the native core answers: for every
// contract of the examples and the corpus.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { dropPaths, open, page, ROOT, useConsole, WEIR } from "./console.js";

useConsole();

/** Answers of the native core to some requests, in their order. */
function native(requests) {
  const child = spawn(join(dirname(WEIR), "weir_call_stdin"), { stdio: ["pipe", "pipe", "inherit"] });
  const chunks = [];
  child.stdout.on("data", (chunk) => chunks.push(chunk));
  child.stdin.end(requests.map((request) => `${JSON.stringify(request)}\n`).join(""));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve(Buffer.concat(chunks).toString().trimEnd().split("\n")));
  });
}

/** Keeps what the page and its worker say to each other. */
const listen = (opened) =>
  opened.addInitScript(() => {
    globalThis.said = { asked: new Map(), answers: [] };
    const Real = globalThis.Worker;
    globalThis.Worker = class extends Real {
      constructor(...of) {
        super(...of);
        this.addEventListener("message", ({ data }) => {
          const task = globalThis.said.asked.get(data.id);
          if (data.kind === "part" && task?.kind === "check") globalThis.said.answers.push({ file: task.file, value: data.value });
        });
      }
      postMessage(message, ...rest) {
        if (message.kind === "task") globalThis.said.asked.set(message.id, message.task);
        super.postMessage(message, ...rest);
      }
    };
  });

// The folder that no fragment may leave: that of examples/fluid.workspace.yaml, and each contract's own.
for (const [folder, rootOf] of [
  ["examples", () => "examples"],
  ["tests/corpus/contracts", dirname],
]) {
  test(`the console answers as the native core does: ${folder}`, async (t) => {
    await open({ prepare: listen });
    await dropPaths([join(ROOT, folder)]);
    const entries = page.getByRole("navigation", { name: "Open files" }).getByRole("region", { name: "Contracts" }).locator(".file-entry");
    await entries.nth(2).waitFor();
    const names = await entries.evaluateAll((all) => all.map((entry) => entry.title));
    // All answers, each asked for anew by a change of what is compared.
    const heard = new Map();
    for (const name of names) {
      await page.evaluate((title) => {
        globalThis.said.answers = [];
        for (const entry of document.querySelectorAll(".file-entry")) if (entry.title === title) entry.click();
        const select = document.querySelector("#panel-changes select");
        select.value = select.value === "none" ? "opened" : "none";
        select.dispatchEvent(new Event("change", { bubbles: true }));
      }, name);
      await page.waitForFunction((title) => globalThis.said.answers.at(-1)?.file === title, name);
      // As the page puts the two together, in the order that the core gives.
      const whole = () => {
        const { compile, details } = globalThis.said.answers.at(-1).value;
        return JSON.stringify({ ...compile, builds: compile.builds.map((build, at) => ({ ...build, ...JSON.parse(new TextDecoder().decode(details[at])) })) });
      };
      heard.set(name, await page.evaluate(whole));
    }
    const read = (name) => {
      const path = join(ROOT, dirname(folder), name);
      return existsSync(path) ? readFileSync(path, "utf8") : { refusal: "it is not open here" };
    };
    let requests = names.map((file) => ({ op: "compile", file, files: { [file]: read(file) }, options: { refRoot: rootOf(file) } }));
    let answers = await native(requests);
    for (let round = 0; round < 20 && answers.some((answer) => answer.startsWith('{"ok":false,"need"')); ++round) {
      requests = requests.map((request, at) => {
        const { need = [] } = JSON.parse(answers[at]);
        return { ...request, files: { ...request.files, ...Object.fromEntries(need.map((name) => [name, read(name)])) } };
      });
      answers = await native(requests);
    }
    let valid = 0;
    for (const [at, name] of names.entries()) {
      const { ok, result } = JSON.parse(answers[at]);
      assert.equal(ok, true, name);
      assert.equal(heard.get(name), JSON.stringify(result), name);
      if (result.valid) ++valid;
    }
    t.diagnostic(`${names.length} contracts, ${valid} of them valid`);
    assert.ok(names.length >= 3 && valid > 0, `${names.length} contracts, ${valid} valid`);
  });
}
