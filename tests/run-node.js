// Runs Node's test runner over the JavaScript suites; with WEIR_RESULTS set, writes JUnit there as well.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../", import.meta.url));
const suites = ["wasm/weir-core/test/weir-core.test.js", "wasm/weir-core/test/native.test.js"];
for (const suite of ["console", "workspace", "offline", "preview"]) suites.push(`tests/browser/${suite}.test.js`);
const reporters = ["--test-reporter=spec", "--test-reporter-destination=stdout"];
if (process.env.WEIR_RESULTS) {
  const file = join(process.env.WEIR_RESULTS, "javascript.xml");
  reporters.push("--test-reporter=junit", `--test-reporter-destination=${file}`);
}
const { status } = spawnSync(process.execPath, ["--test", "--test-concurrency=1", ...reporters, ...suites], {
  cwd: root,
  stdio: "inherit",
});
process.exit(status ?? 1);
