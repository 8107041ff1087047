// The addresses that a page under Trusted Types may start as scripts: its worker and its service worker.
import workerUrl from "./check/worker?worker&url";

interface TrustedPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedPolicy;
}

const SERVICE_WORKER = "./sw.js";
const KNOWN: readonly string[] = [workerUrl, SERVICE_WORKER];

const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("weir", {
  createScriptURL: (url) => {
    if (!KNOWN.includes(url)) throw new TypeError("not a script of Weir");
    return url;
  },
});
const trusted = (url: string): string => policy?.createScriptURL(url) ?? url;

export const startWorker = () => new Worker(trusted(workerUrl), { type: "module", name: "weir-core" });

/** Keeps the page for visits without a network. Where that is refused, the page works as it did. */
export async function keepOffline(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register(trusted(SERVICE_WORKER)).catch(() => undefined);
}
