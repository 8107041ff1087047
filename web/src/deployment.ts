// What it takes to deploy the contract: asked of the core while somebody looks at it.
import { computed, effect, signal } from "@preact/signals";
import type { DeploymentCost, PolicyCommand } from "weir-core";
import type { DeployAnswer } from "./check/protocol";
import { answer, checker, sideView, view, workspace } from "./state";
import { narrow } from "./ui/media";
import { refRootOf } from "./workspace";

/** For which command the operator's lists are. */
export const listsFor = signal<PolicyCommand>("apply");
/** What was last told of a text without errors; of the opened contract only. */
export const deployment = signal<DeployAnswer | null>(null);
export const deploymentIsCurrent = computed(() => answer.value?.compile.valid !== false);
export const deployShown = computed(() => (narrow.value ? view.value : sideView.value) === "deploy");

let opened = "";
let asked = 0;
effect(() => {
  const { contract, generation } = workspace.value;
  const checked = answer.value;
  if (opened !== `${generation} ${contract}`) {
    opened = `${generation} ${contract}`;
    deployment.value = null;
  }
  if (!deployShown.value || checked === null || !checked.compile.valid) return;
  const refRoot = refRootOf(workspace.peek().files, contract);
  const mine = ++asked;
  void checker
    .ask({ kind: "deploy", file: contract, refRoot })
    .catch(() => null)
    .then((told) => {
      // A text that has changed since, or an error in it, brings an answer of its own.
      if (mine === asked && told?.policies.apply.contracts === undefined) deployment.value = told ?? deployment.value;
    });
});

/** A word of a POSIX shell. */
function shellWord(text: string): string {
  return /^[\w\-./:@,]*$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** Lines that allow what the contract needs, for a shell or a CI variable. */
export function exportsOf(needs: readonly { variable: string; entries: readonly string[] }[]): string {
  return needs.map(({ variable, entries }) => `export ${variable}=${shellWord(entries.join(","))}\n`).join("");
}

function entriesFor(told: DeployAnswer, variable: string): string[] {
  return told.policies.apply.needs.find((need) => need.variable === variable)?.entries ?? [];
}

/** Secrets that must exist, as namespace and name. */
export const secretsOf = (told: DeployAnswer): { namespace: string; name: string }[] =>
  entriesFor(told, "FLUID_FLINK_SECRET_ALLOWLIST").map((entry) => {
    const [namespace = "", name = ""] = entry.split("/");
    return { namespace, name };
  });

/** Variables whose values are credentials, and the hosts that each is sent to. */
export function credentialsOf(told: DeployAnswer): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const entry of entriesFor(told, "FLUID_ACQUISITION_SECRET_REF_ALLOWLIST")) {
    const at = entry.indexOf("@");
    const name = entry.slice(0, at);
    found.set(name, [...(found.get(name) ?? []), entry.slice(at + 1)]);
  }
  return found;
}

const SECONDS_PER_DAY = 86_400;

export interface Daily {
  commits: number;
  files: number;
}

/** What a job adds to its table on a day, as `core/cost` counts it: a commit for each checkpoint, and in each a file for
 *  every writer and every value of the partition columns. */
export function dailyOf({ parallelism }: DeploymentCost, seconds: number, partitionValues: number): Daily {
  const commits = Math.max(Math.floor(SECONDS_PER_DAY / seconds), 1);
  return { commits, files: commits * parallelism * partitionValues };
}

/** Intervals that the slider has, the contract's own among them. */
export function intervalsWith(own: number): number[] {
  const usual = [1, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600];
  return [...new Set([...usual, own])].sort((a, b) => a - b);
}
