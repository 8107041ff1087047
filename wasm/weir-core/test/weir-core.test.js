// weir-core as its users see it: the typed calls, their errors, and the snippets of the README.
import assert from "node:assert/strict";
import { cp, mkdtemp, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { execFile } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync, constants } from "node:zlib";
import { loadWeir, loadWeirFull, MissingFilesError, WeirError } from "weir-core";

const PACKAGE = fileURLToPath(new URL("../", import.meta.url));
const EXAMPLES = fileURLToPath(new URL("../../../examples/", import.meta.url));
const CORPUS = fileURLToPath(new URL("../../../tests/corpus/diffs/", import.meta.url));
const MAX_BROTLI_BYTES = 300_000;
const WEIR = process.env.WEIR ?? fileURLToPath(new URL("../../../build/release/bin/weir", import.meta.url));

const text = (name) => readFile(join(EXAMPLES, name), "utf8");
const load = (name) => text(name).catch(() => ({ refusal: "no such file" }));
const FLATTENED = { file: "flattened/contract.fluid.yaml", files: {}, refRoot: "." };

let weir;
let full;
before(async () => {
  weir = await loadWeir();
  full = await loadWeirFull();
});

test("the module is under 300 KB with brotli", async (t) => {
  const wasm = await readFile(join(PACKAGE, "dist/weir-core.wasm"));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: wasm.length };
  const { length } = brotliCompressSync(wasm, { params });
  t.diagnostic(`weir-core.wasm: ${wasm.length} bytes, ${length} with brotli -q 11 (at most ${MAX_BROTLI_BYTES})`);
  assert.ok(length < MAX_BROTLI_BYTES, `${length} bytes`);
});

test("the module asks its host for four functions at most, none of them a file, a clock or chance", async () => {
  for (const file of ["weir-core.wasm", "weir-full.wasm"]) {
    const module = await WebAssembly.compile(await readFile(join(PACKAGE, "dist", file)));
    // The C library looks for environment variables once; the loader has none for it.
    const known = ["emscripten_notify_memory_growth", "environ_get", "environ_sizes_get", "proc_exit"];
    for (const { module: from, name, kind } of WebAssembly.Module.imports(module)) {
      assert.equal(kind, "function", `${from}.${name}`);
      assert.ok(known.includes(name), `${from}.${name}`);
    }
    const names = WebAssembly.Module.exports(module).map(({ name }) => name);
    for (const name of ["memory", "weir_alloc", "weir_call", "weir_free"]) assert.ok(names.includes(name), name);
  }
});

test("gather fetches the fragments of a contract", async () => {
  const files = await weir.gather(FLATTENED, load);
  assert.deepEqual(Object.keys(files).sort(), [
    "flattened/contract.fluid.yaml",
    "fragments/streams/orders.value.yaml",
    "fragments/streams/orders.yaml",
  ]);
  assert.equal(weir.validate({ ...FLATTENED, files }).valid, true);
});

test("a missing fragment is asked for by name", async () => {
  const files = { [FLATTENED.file]: await text(FLATTENED.file) };
  assert.throws(
    () => weir.validate({ ...FLATTENED, files }),
    (error) => error instanceof MissingFilesError && error.need.includes("fragments/streams/orders.yaml"),
  );
});

test("a refused fragment is a finding", async () => {
  const files = {
    [FLATTENED.file]: await text(FLATTENED.file),
    "fragments/streams/orders.yaml": { refusal: "no such file" },
  };
  const { valid, contracts } = weir.validate({ ...FLATTENED, files });
  assert.equal(valid, false);
  assert.ok(contracts[0].findings.some(({ message }) => message.includes("no such file")));
});

test("deploy and bundle give what is applied and packed", async () => {
  const files = await weir.gather(FLATTENED, load);
  const { builds, problems } = full.deploy({ ...FLATTENED, files });
  assert.deepEqual(problems, []);
  assert.deepEqual(
    builds[0].resources.map(({ kind }) => kind),
    ["ConfigMap", "FlinkDeployment"],
  );
  assert.match(builds[0].resources[1].yaml, /^apiVersion: flink\.apache\.org\/v1beta1\nkind: FlinkDeployment\n/);
  assert.deepEqual(builds[0].cost, { checkpointSeconds: 60, parallelism: 2, suspended: false, commits: 1440, files: 2880, partitions: [] });
  const bundle = full.bundle({ ...FLATTENED, files });
  assert.match(bundle.bundleDigest, /^sha256:[0-9a-f]{64}$/);
  assert.ok(bundle.files.some(({ path }) => path === "contract.resolved.json"));
});

test("policy gives what the operator's lists refuse, and the entries that they need", async () => {
  const files = await weir.gather(FLATTENED, load);
  const bare = full.policy({ ...FLATTENED, files });
  assert.equal(bare.allowed, false);
  assert.ok(bare.refusals.some(({ variable, entry }) => variable === "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST" && entry !== null));
  const env = Object.fromEntries(bare.needs.map(({ variable, entries }) => [variable, entries.join(",")]));
  assert.equal(full.policy({ ...FLATTENED, files, env }).allowed, true);
  assert.ok(full.policy({ ...FLATTENED, files, for: "diff" }).needs.length < bare.needs.length);
  assert.throws(() => full.policy({ ...FLATTENED, files: {} }), MissingFilesError);
});

test("grants gives what each job needs of its catalog, with and without the right to make the table", async () => {
  const files = await weir.gather(FLATTENED, load);
  const { valid, grants } = full.grants({ ...FLATTENED, files });
  assert.equal(valid, true);
  assert.deepEqual(
    grants.map(({ build, catalog, runs }) => [build, catalog, runs]),
    [["flatten-orders", "rest", false]],
  );
  assert.match(grants[0].script, /to make the table/);
  assert.doesNotMatch(grants[0].existingTableScript, /to make the table/);
});

test("compile gives the SQL with links into the contract", async () => {
  const files = await weir.gather(FLATTENED, load);
  const result = weir.compile({ ...FLATTENED, files });
  assert.equal(result.valid, true);
  const [build] = result.builds;
  assert.equal(build.id, "flatten-orders");
  assert.match(build.sql, /CROSS JOIN UNNEST/);
  assert.equal(build.statements.at(-1).kind, "insert");
  assert.ok(build.sources.length > 0);
  const country = build.sources.find(({ path }) => path === "builds[0].properties.mapping.columns[1]");
  const { start, end } = country.sql;
  assert.equal(start.line, end.line);
  const piece = build.sql.split("\n")[start.line - 1].slice(start.column - 1, end.column - 1);
  assert.match(piece, /^`e`\.`customer`\.`address`\.`country`/);
  assert.equal(country.file, FLATTENED.file);
  assert.match(files[country.file].split("\n")[country.range.start.line - 1], /from: customer\.address\.country/);
});

test("diff gives the changes in order of severity", async () => {
  const request = { ...FLATTENED, baseline: "flattened/baseline.fluid.yaml", baselineRefRoot: "." };
  const files = await weir.gather(request, load);
  const { changes, summary, head } = weir.diff({ ...request, files });
  assert.equal(head.valid, true);
  for (const count of [summary.breaking, summary.nonBreaking, summary.info]) assert.ok(count > 0);
  const rank = { breaking: 0, "non-breaking": 1, info: 2 };
  const ranks = changes.map(({ severity }) => rank[severity]);
  assert.deepEqual(ranks, [...ranks].sort());
});

test("explain knows one code and all", () => {
  const all = weir.explain();
  assert.ok(all.length > 10);
  assert.deepEqual(weir.explain(all[0].code), all[0]);
  assert.throws(
    () => weir.explain("no-such-code"),
    (error) => error instanceof WeirError && error.code !== "",
  );
});

test("complete, hover and definition answer about a place", async () => {
  const files = await weir.gather(FLATTENED, load);
  const lines = files[FLATTENED.file].split("\n");
  const line = lines.findIndex((text) => text.includes("from: customer.address.country")) + 1;
  const column = lines[line - 1].indexOf("address") + 1;
  const at = { ...FLATTENED, files, line, column };
  const hover = weir.hover(at);
  assert.equal(hover.title, "customer.address: struct<country: string>");
  assert.equal(hover.range.start.line, line);
  const found = weir.definition(at);
  assert.equal(found.file, "fragments/streams/orders.value.yaml");
  assert.match(files[found.file].split("\n")[found.range.start.line - 1], /address/);
  assert.equal(found.origin.start.line, line);
  assert.equal(weir.hover({ ...at, line: 1, column: 1 }), null);
  assert.equal(weir.definition({ ...at, line: 1, column: 1 }), null);
  // As it is while one types: the line ends behind the dot.
  const typed = lines.with(line - 1, lines[line - 1].slice(0, column - 1)).join("\n");
  const items = weir.complete({ ...at, files: { ...files, [FLATTENED.file]: typed } });
  const address = items.find(({ label }) => label === "customer.address");
  assert.equal(address.kind, "column");
  assert.deepEqual(address.range.end, { line, column });
  const inside = weir.hover({ ...at, in: "fragments/streams/orders.yaml", line: 4, column: 9 });
  assert.equal(inside.title, "format: a text");
  assert.throws(() => weir.hover({ ...at, line: 0 }), WeirError);
  assert.throws(() => weir.hover({ ...at, files: { [FLATTENED.file]: typed } }), MissingFilesError);
});

test("rename changes a name in every text, and says why it does not", async () => {
  const files = await weir.gather(FLATTENED, load);
  const lines = files[FLATTENED.file].split("\n");
  const line = lines.findIndex((text) => text.includes("from: customer.address.country")) + 1;
  const at = { ...FLATTENED, files, line, column: lines[line - 1].indexOf("address") + 1 };
  const found = full.rename({ ...at, newName: "place" });
  assert.equal(found.name, "address");
  assert.equal(found.obstacle, "");
  assert.deepEqual(
    found.places.map(({ file, what, text }) => [file, what, text]),
    [
      [FLATTENED.file, "path", "customer.place.country"],
      ["fragments/streams/orders.value.yaml", "stream column", "place"],
    ],
  );
  assert.match(full.rename({ ...at, newName: "Id" }).obstacle, /id/);
  assert.deepEqual(full.rename({ ...at, newName: "id" }).places, []);
  assert.equal(full.rename({ ...at, line: 1, column: 1 }), null);
  assert.equal(full.rename(at).name, "address");
});

test("format changes blanks alone, or says why not", async () => {
  const { changed, text: laidOut, refusal } = full.format("a.yaml", "a:\n- b:   1   # c\n");
  assert.deepEqual([changed, laidOut, refusal], [true, "a:\n  - b:   1   # c\n", ""]);
  assert.equal(full.format("a.yaml", laidOut).changed, false);
  assert.notEqual(full.format("a.yaml", "a: [").refusal, "");
});

test("waivers are looked at on the day that is given", async () => {
  const request = { ...FLATTENED, baseline: "flattened/baseline.fluid.yaml", baselineRefRoot: "." };
  const files = await weir.gather(request, load);
  const [{ fingerprint }] = weir.diff({ ...request, files }).changes;
  const waiver = { fingerprint, reason: "agreed", owner: "data-platform", expires: "2026-12-31" };
  const pair = { ...request, files: { ...files, "waivers.json": JSON.stringify([waiver]) }, waivers: "waivers.json" };
  const { changes, summary } = weir.diff({ ...pair, today: "2026-11-30" });
  assert.deepEqual(changes.find((change) => change.fingerprint === fingerprint).waived, {
    reason: "agreed",
    owner: "data-platform",
    expires: "2026-12-31",
  });
  assert.equal(summary.waived, 1);
  const late = weir.diff({ ...pair, today: "2027-01-01" });
  assert.deepEqual(late.warnings.map(({ code }) => code), ["waiver-expired"]);
  assert.throws(
    () => weir.diff({ ...pair, files: { ...files, "waivers.json": "{}" }, today: "2026-11-30" }),
    ({ code }) => code === "waivers-invalid",
  );
});

test("a report has the bytes that the command line prints", async () => {
  const request = { file: "new.fluid.yaml", baseline: "old.fluid.yaml", files: {} };
  const folder = join(CORPUS, "column-removed");
  for (const name of [request.file, request.baseline]) request.files[name] = await readFile(join(folder, name), "utf8");
  for (const format of ["markdown", "html"]) {
    const { stdout } = await promisify(execFile)(WEIR, ["diff", "new.fluid.yaml", "--baseline", "old.fluid.yaml", "--fail-on", "none", "--format", format], { cwd: folder });
    assert.equal(full.report(request, format), stdout, format);
  }
  assert.throws(() => full.report(request, "pdf"), WeirError);
});

test("what the small module leaves out is in the full one, and told", async () => {
  const files = await weir.gather(FLATTENED, load);
  const request = { ...FLATTENED, files };
  assert.deepEqual(full.compile(request), weir.compile(request));
  for (const op of ["rename", "format", "schema", "deploy", "bundle", "grants", "policy", "report"]) {
    const answer = weir.answer({ op, file: FLATTENED.file, files, options: { refRoot: "." } });
    assert.equal(answer.error?.code, "op-unknown", op);
  }
});

test("schema gives the JSON Schema of contracts and of fragments", () => {
  assert.match(full.schema().$schema, /2020-12/);
  assert.notDeepEqual(full.schema("streamSource"), full.schema());
  assert.throws(() => full.schema("none"), WeirError);
});

test("a broken request is an answer, and the core goes on", async () => {
  for (const request of ["", "{", "[]", "null", '{"op": "fly"}', '{"op": "validate", "files": 1}', '"\ud800"']) {
    const answer = JSON.parse(weir.call(request));
    assert.equal(answer.ok, false, request);
    assert.ok(answer.error?.code && answer.error.message, request);
  }
  const files = await weir.gather(FLATTENED, load);
  assert.equal(weir.validate({ ...FLATTENED, files }).valid, true);
});

test("a text of the largest size is answered, with the memory grown for it", () => {
  const file = "contract.fluid.yaml";
  const big = `description: "${"x".repeat(5 * 1024 * 1024 - 32)}"\n`;
  const { valid } = weir.validate({ file, files: { [file]: big } });
  assert.equal(valid, false);
  const { contracts } = weir.validate({ file, files: { [file]: `${big}${" ".repeat(64)}` } });
  assert.ok(contracts[0].findings.some(({ message }) => /5 MiB|larger|too (big|large|long)|at most/.test(message)));
});

describe("the README's snippets run", async () => {
  const readme = await readFile(join(PACKAGE, "README.md"), "utf8");
  const snippets = [...readme.matchAll(/^## (.+?)$(?:(?!^## )[\s\S])*?```js\n([\s\S]*?)```/gm)];
  let folder;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "weir-readme-"));
    await mkdir(join(folder, "node_modules"));
    await symlink(PACKAGE, join(folder, "node_modules/weir-core"), "dir");
    await writeFile(join(folder, "package.json"), '{"type": "module"}');
    // Two versions of a contract without fragments, and one with fragments in a folder of its own.
    await cp(join(CORPUS, "column-removed/new.fluid.yaml"), join(folder, "contract.fluid.yaml"));
    await cp(join(CORPUS, "column-removed/old.fluid.yaml"), join(folder, "baseline.fluid.yaml"));
    await cp(join(EXAMPLES, "nested"), join(folder, "shop"), { recursive: true });
    await cp(join(EXAMPLES, "fragments"), join(folder, "fragments"), { recursive: true });
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const EXPECTED = {
    Validate: /^valid$/m,
    "Contracts with fragments": /orders\.yaml.*\ntrue/,
    "Flink SQL": /\d+ statements, \d+ links to the contract\ntrue/,
    "What deploying takes": /^export FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST=.+\n[\s\S]*^\S+: ConfigMap, FlinkDeployment; 1440 commits a day$/m,
    "Compare two versions": /^breaking\nbreaking exposes\[\S+ .+/m,
    "In an editor": /^key fluidVersion: Version .+[\s\S]*^fluidVersion: a text$/m,
    "Everything else": /^ConfigMap \S+\nFlinkDeployment \S+\nsha256:\w{64}\n\S*2020-12\S*$/m,
    "Rename and format": /^\d+ places of \w+\ntrue$/m,
    "Write changes as a document": /^#.*\ntrue$/m,
    "Explain a code": /^error: .+\ntrue$/m,
  };
  assert.deepEqual(snippets.map(([, title]) => title), Object.keys(EXPECTED));
  for (const [index, [, title, code]] of snippets.entries()) {
    test(title, async () => {
      const script = join(folder, `snippet-${index}.js`);
      await writeFile(script, code);
      const { stdout } = await promisify(execFile)(process.execPath, [script], { cwd: folder });
      assert.match(stdout, EXPECTED[title]);
    });
  }
});
