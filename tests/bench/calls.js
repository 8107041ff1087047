// How long weir_call takes in WebAssembly for the requests that bench_calls measures natively, and how long the module
// takes to start. usage: node calls.js ROUNDS FILE...   prints one JSON object
import { readFile } from "node:fs/promises";

import { loadWeir } from "weir-core";

/** Processor milliseconds of this process, so that a loaded machine does not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const [rounds, ...files] = process.argv.slice(2);
const starting = now();
const weir = await loadWeir();
const result = { start: { least: now() - starting } };
for (const file of files) {
  const request = await readFile(file, "utf8");
  const times = [];
  const begin = now();
  // The first calls run in the engine's quick compiler; people wait for these too, but they are not the steady state.
  for (let round = 0; round < Number(rounds) + 2 && (round < 4 || now() - begin < 2000); ++round) {
    const start = now();
    const answer = weir.call(request);
    times.push(now() - start);
    if (!answer.startsWith('{"ok":true')) throw new Error(`${file}: ${answer.slice(0, 300)}`);
  }
  const steady = times.slice(2).sort((a, b) => a - b);
  result[file] = { first: times[0], least: steady[0], median: steady[steady.length >> 1] };
}
console.log(JSON.stringify(result));
