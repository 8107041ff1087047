// Native and WebAssembly answers are equal, byte for byte, for every example and every contract of the corpus.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { loadWeir, loadWeirFull } from "weir-core";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const BIN = process.env.WEIR ? dirname(process.env.WEIR) : join(ROOT, "build/release/bin");
const NATIVE = process.env.WEIR_CALL ?? join(BIN, "weir_call_stdin");

/** The native core behind a line-by-line pipe. */
class Native {
  #process;
  #chunks = [];
  #settle = null;

  constructor(...what) {
    this.#process = spawn(NATIVE, what, { stdio: ["pipe", "pipe", "inherit"] });
    // Lines end at LF alone: an answer may hold other line separators as they are.
    this.#process.stdout.on("data", (chunk) => {
      this.#chunks.push(chunk);
      if (chunk.at(-1) !== 0x0a) return;
      const answer = Buffer.concat(this.#chunks).toString().slice(0, -1);
      this.#chunks = [];
      this.#settle?.resolve(answer);
    });
    this.#process.on("exit", () => this.#settle?.reject(new Error("the native core ended")));
  }

  call(request) {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#process.stdin.write(`${request}\n`);
    });
  }
  end() {
    this.#process.stdin.end();
  }
}

function contractsBelow(folder) {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => posix.join(folder, name))
    .filter((name) => /\.(ya?ml|json)$/.test(name) && statSync(join(ROOT, name)).isFile())
    .sort();
}

const read = (name) => {
  const path = join(ROOT, name);
  const outside = relative(ROOT, path).startsWith("..");
  return !outside && existsSync(path) ? readFileSync(path, "utf8") : { refusal: "no such file" };
};

const EXAMPLES = contractsBelow("examples");
const CORPUS = contractsBelow("tests/corpus/contracts");
/** Pairs of a baseline and a head: each folder of the diff corpus, and neighbours in the others. */
function pairs() {
  const found = [];
  const folders = new Map();
  for (const name of contractsBelow("tests/corpus/diffs")) {
    folders.set(dirname(name), [...(folders.get(dirname(name)) ?? []), name]);
  }
  for (const names of folders.values()) for (let at = 1; at < names.length; ++at) found.push([names[at - 1], names[at]]);
  for (const names of [EXAMPLES, CORPUS]) {
    for (let at = 1; at < names.length; ++at) found.push([names[at - 1], names[at]]);
  }
  return found;
}

/** Sets what the steps lead to; what is missing on the way is made. */
function put(contract, steps, value) {
  let at = contract;
  for (const step of steps.slice(0, -1)) at = at[step] ??= {};
  at[steps.at(-1)] = value;
}

let weir;
let full;
let native;
before(async () => {
  assert.ok(existsSync(NATIVE), `${NATIVE} is missing: build it with ./dev build release`);
  weir = await loadWeir();
  full = await loadWeirFull();
  native = new Native();
});
after(() => native?.end());

/** Fails with the surroundings of the first difference: answers are long. */
function assertEqual(ours, theirs, title) {
  if (ours === theirs) return;
  let at = 0;
  while (ours[at] === theirs[at]) ++at;
  const around = (text) => text.slice(Math.max(0, at - 80), at + 80);
  assert.fail(`${title}, character ${at}\n  wasm:   …${around(ours)}…\n  native: …${around(theirs)}…`);
}

/** What the small module answers; the full one answers all. */
const CORE = new Set(["validate", "compile", "diff", "explain", "complete", "hover", "definition"]);

/** Both cores' answer to a request; missing files are supplied to both alike. */
async function both(request, [wasm, other] = [CORE.has(request.op) ? weir : full, native]) {
  for (let round = 0; round < 30; ++round) {
    const json = JSON.stringify(request);
    const [ours, theirs] = [wasm.call(json), await other.call(json)];
    assertEqual(ours, theirs, `${request.op} ${request.file}`);
    const answer = JSON.parse(ours);
    if (answer.need === undefined) return answer;
    for (const name of answer.need) request.files[name] = read(name);
  }
  assert.fail(`${request.op} ${request.file} asks for files without end`);
}

describe("native and WebAssembly answers are byte-equal", () => {
  for (const [title, names] of [
    ["examples", EXAMPLES],
    ["corpus", CORPUS],
  ]) {
    for (const op of ["validate", "compile", "deploy", "bundle", "grants"]) {
      test(`${op}, ${title}`, async (t) => {
        assert.ok(names.length > 0, `no contract in ${title}`);
        let results = 0;
        for (const file of names) {
          const refRoot = file.startsWith("examples/") ? "examples" : "";
          const { ok } = await both({ op, file, files: { [file]: read(file) }, options: { refRoot } });
          if (ok) ++results;
        }
        t.diagnostic(`${names.length} contracts, ${results} with a result`);
        assert.ok(results > names.length / 2, "most requests have a result");
      });
    }
  }

  test("policy, examples and corpus and the table of lists", async (t) => {
    const table = JSON.parse(read("tests/policy/cases.json"));
    const base = JSON.parse(read("tests/policy/base.fluid.json"));
    let results = 0;
    for (const file of [...EXAMPLES, ...CORPUS]) {
      const refRoot = file.startsWith("examples/") ? "examples" : "";
      const { ok } = await both({ op: "policy", file, files: { [file]: read(file) }, env: {}, options: { refRoot } });
      if (ok) ++results;
    }
    for (const { set = {}, lists = {}, for: command = "apply", refuses } of table.cases) {
      const contract = structuredClone(base);
      for (const [place, value] of Object.entries(set)) put(contract, table.places[place].slice(1).split("/"), value);
      const held = Object.entries({ ...table.allowed, ...lists }).filter(([, value]) => value !== null);
      const env = Object.fromEntries(held.map(([name, value]) => [table.lists[name], value]));
      const files = { "c.fluid.json": JSON.stringify(contract) };
      const { result } = await both({ op: "policy", file: "c.fluid.json", files, env, options: { for: command } });
      assert.deepEqual(result.refusals.map(({ code, entry }) => [code, entry]), refuses);
      ++results;
    }
    t.diagnostic(`${table.cases.length} cases, ${results} results`);
    assert.ok(results > table.cases.length + CORPUS.length / 2, "most requests have a result");
  });

  test("diff, all pairs", async (t) => {
    let results = 0;
    const all = pairs();
    for (const [baseline, file] of all) {
      const refRoot = file.startsWith("examples/") ? "examples" : "";
      const files = { [file]: read(file), [baseline]: read(baseline) };
      const options = { refRoot, baselineRefRoot: refRoot };
      const { ok } = await both({ op: "diff", file, baseline, files, options });
      if (ok) ++results;
    }
    t.diagnostic(`${all.length} pairs, ${results} with a result`);
    assert.ok(results > all.length / 2, "most pairs have a result");
  });

  test("reports, all pairs of the diff corpus", async (t) => {
    const reporter = new Native("full");
    let results = 0;
    try {
      for (const [baseline, file] of pairs().filter(([name]) => name.startsWith("tests/corpus/diffs/") || name.startsWith("examples/"))) {
        const refRoot = file.startsWith("examples/") ? "examples" : "";
        for (const format of ["markdown", "html", "pdf"]) {
          const files = { [file]: read(file), [baseline]: read(baseline) };
          const options = { refRoot, baselineRefRoot: refRoot, format };
          const { ok } = await both({ op: "report", file, baseline, files, options }, [full, reporter]);
          if (ok) ++results;
        }
      }
    } finally {
      reporter.end();
    }
    t.diagnostic(`${results} reports`);
    assert.ok(results > 20, `${results} reports`);
  });

  test("rename at every name and format, of every contract and fragment", async (t) => {
    let renamed = 0;
    let laidOut = 0;
    for (const file of [...EXAMPLES, ...CORPUS]) {
      const text = read(file);
      const refRoot = file.startsWith("examples/") ? "examples" : "";
      for (const given of [text, text.replaceAll("\n  ", "\n    "), text.replaceAll("\n", " \r\n")]) {
        const { result } = await both({ op: "format", file, files: { [file]: given } });
        if (result.changed) ++laidOut;
      }
      const lines = text.split("\n");
      for (const [at, line] of lines.entries()) {
        const name = line.indexOf("name: ");
        if (name < 0 || at % 3 !== 0) continue;
        const options = { refRoot, line: at + 1, column: name + 7, newName: "renamed" };
        const { result } = await both({ op: "rename", file, files: { [file]: text }, options });
        if (result?.rename?.places.length > 0) ++renamed;
      }
    }
    t.diagnostic(`${renamed} renamed, ${laidOut} laid out`);
    assert.ok(renamed > 30 && laidOut > 30, `${renamed} renamed, ${laidOut} laid out`);
  });

  // The module has streams of its own (wasm/streams): all that yaml-cpp does with one is in these texts.
  test("directives, escapes and the first bytes of a text", async () => {
    const versions = [
      ..."1.2 1.1 1 1. .1 1.2.3 2.0 +1.2 -1.2 1.-2 1.+2 0x1.2 a.b 1:2 1..2 001.002 1.2#".split(" "),
      ..."2147483647.1 2147483648.1 -2147483649.1 1.99999999999999999999".split(" "),
      ...["", "1.2 1.2", "\u{a0}1.2", "1 .2", "1.\t2", "1\v2", "1.2 # note", `${"0".repeat(60)}1.2`],
    ];
    const texts = versions.flatMap((version) => [`%YAML ${version}\n---\na: 1\n`, `%YAML ${version}\na: 1\n`]);
    texts.push("%YAML 1.2\n%YAML 1.2\n---\na: 1\n", "%TAG ! tag:a,2000:\n---\na: !b 1\n", "%TAG !\n---\na: 1\n");
    const escapes = ["ud800", "udfff", "U00110000", "U0010ffff", "Uffffffff", "x41", "xg1", "q", "N\\_\\L\\P\\0"];
    texts.push(...escapes.map((escape) => `a: "\\${escape}"\n`));
    const starts = ["", "\0", "\0\0", "\0\0\0a", "\0a", "a\0", "a\0\0\0", "#", "-", "\r"];
    starts.push("\ufeff", "\ufeff\ufeff", "\u00ef", "\u00fe\u00ff", "\ufffe");
    texts.push(...starts, ...starts.map((start) => `${start}a: 1\n`));
    for (const size of [2046, 2047, 2048, 2049, 4096]) {
      texts.push(`a: "${"x".repeat(size - 5)}`, `a: "${"x".repeat(size - 6)}"\n`);
    }
    let refused = 0;
    for (const text of texts) {
      const { result } = await both({ op: "validate", file: "a.yaml", files: { "a.yaml": text }, options: {} });
      if (result.contracts[0].findings.some(({ code }) => code === "yaml-syntax")) ++refused;
    }
    assert.ok(refused > 20 && refused < texts.length - 10, `${refused} of ${texts.length} refused`);
  });

  test("complete, hover and definition, at places of every example, whole and broken", async (t) => {
    let places = 0;
    let answers = 0;
    for (const file of EXAMPLES) {
      const whole = read(file);
      const lines = whole.split("\n");
      for (let line = 1; line <= lines.length; line += 2) {
        const width = [...lines[line - 1]].length;
        const column = 1 + ((line * 7) % (width + 1));
        const broken = lines.with(line - 1, [...lines[line - 1]].slice(0, column - 1).join("")).join("\n");
        const questions = [
          ["complete", whole],
          ["complete", broken],
          ["hover", whole],
          ["definition", whole],
        ];
        for (const [op, text] of questions) {
          const files = { [file]: text };
          const { result } = await both({ op, file, files, options: { refRoot: "examples", line, column } });
          ++places;
          if (result && (result.items?.length || result.hover || result.definition)) ++answers;
        }
      }
    }
    t.diagnostic(`${places} questions, ${answers} with an answer`);
    assert.ok(answers > places / 4, `${answers} of ${places}`);
  });

  test("the schemas", async () => {
    for (const fragment of ["", "streamSource", "schema", "recordMapping", "none"]) {
      await both({ op: "schema", options: { fragment } });
    }
  });

  test("explain, and broken requests", async () => {
    const { result } = await both({ op: "explain", options: { code: "" } });
    for (const { code } of result) await both({ op: "explain", options: { code } });
    await both({ op: "explain", options: { code: "no-such-code" } });
    await both({ op: "fly" });
    await both({ op: "validate", file: "a.yaml", files: { "a.yaml": "a: [1, 2\nb: \u{1f30a}" }, options: {} });
    await both({ op: "validate", file: "a.yaml", files: { "a.yaml": 7 }, options: {} });
  });
});
