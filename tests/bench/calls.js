// How long weir_call takes in WebAssembly for the requests that bench_calls measures natively, and how long the module
// takes to start. usage: node calls.js ROUNDS FILE...   prints one JSON object
import { readFile } from "node:fs/promises";

import { loadWeir } from "weir-core";

/** Processor milliseconds of this process, so that a loaded machine does not count. */
function now() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const EARLY_CALLS = 12;
const WARM_UP_MS = 1500;

function median(times) {
  return times.sort((a, b) => a - b)[times.length >> 1];
}

function time(request, file) {
  const start = now();
  const answer = weir.call(request);
  const took = now() - start;
  if (!answer.startsWith('{"ok":true')) throw new Error(`${file}: ${answer.slice(0, 300)}`);
  return took;
}

const [rounds, ...files] = process.argv.slice(2);
const starting = now();
const weir = await loadWeir();
const result = { start: { least: now() - starting } };
for (const file of files) {
  const request = await readFile(file, "utf8");
  // The engine compiles the module twice: quickly at the first call of each function, well once it has seen it run. The
  // first calls are what a person waits for who opens the console, the steady ones what one waits for who types.
  const early = [];
  const begin = now();
  while (early.length < EARLY_CALLS || now() - begin < WARM_UP_MS) early.push(time(request, file));
  const steady = [];
  while (steady.length < Number(rounds)) steady.push(time(request, file));
  result[file] = { first: early[0], early: median(early.slice(1, EARLY_CALLS)), median: median(steady) };
}
console.log(JSON.stringify(result));
