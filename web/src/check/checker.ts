// Asks the worker about the newest texts only, and stops it when it takes too long.
import type { CodeInfo } from "weir-core";
import type { CheckRequest } from "../workspace";
import type { CheckAnswer, FromWorker, ToWorker } from "./protocol";
import workerUrl from "./worker?worker&url";

/** After so long a check is given up. A contract of thousands of columns takes a small part of it. */
export const CHECK_LIMIT_MS = 5_000;

export interface CheckerEvents {
  checked(answer: CheckAnswer, request: CheckRequest): void;
  /** The core could not answer, or was stopped; `request` is what it was asked. */
  failed(message: string, request: CheckRequest): void;
  /** The core cannot run here at all. */
  broken(message: string): void;
  busy(busy: boolean): void;
}

interface TrustedPolicy {
  createScriptURL(url: string): string;
}
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): TrustedPolicy;
}

/** The one address that a page under Trusted Types may start as a script. */
const trusted = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy("weir", {
  createScriptURL: (url) => {
    if (url !== workerUrl) throw new TypeError("not a script of Weir");
    return url;
  },
});

export class Checker {
  readonly #events: CheckerEvents;
  readonly #explaining = new Map<number, (info: CodeInfo | null) => void>();
  #worker: Worker;
  #ready = false;
  #lastId = 0;
  #running: { id: number; request: CheckRequest; timer: ReturnType<typeof setTimeout> | null } | null = null;
  #waiting: CheckRequest | null = null;

  constructor(events: CheckerEvents) {
    this.#events = events;
    this.#worker = this.#start();
  }

  /** Checks these texts as soon as the running check is done; of several waiting, only the last. */
  check(request: CheckRequest): void {
    if (this.#running === null) this.#send(request);
    else this.#waiting = request;
  }

  /** What a code means, or null when the core does not know it. */
  explain(code: string): Promise<CodeInfo | null> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#explaining.set(id, resolve);
      this.#post({ kind: "explain", id, code });
    });
  }

  #start(): Worker {
    this.#ready = false;
    const worker = new Worker(trusted?.createScriptURL(workerUrl) ?? workerUrl, { type: "module", name: "weir-core" });
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#events.broken(event.message || "the worker could not be started");
    });
    return worker;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  #send(request: CheckRequest): void {
    const id = ++this.#lastId;
    this.#running = { id, request, timer: null };
    if (this.#ready) this.#startTimer();
    this.#events.busy(true);
    this.#post({ kind: "check", id, request });
  }

  /** Loading the core is not counted: on a slow line it takes as long as it takes. */
  #startTimer(): void {
    if (this.#running !== null && this.#running.timer === null) {
      this.#running.timer = setTimeout(() => this.#stop(), CHECK_LIMIT_MS);
    }
  }

  #hear(message: FromWorker): void {
    switch (message.kind) {
      case "ready":
        this.#ready = true;
        this.#startTimer();
        return;
      case "broken":
        this.#events.broken(message.message);
        return;
      case "explained":
        this.#explaining.get(message.id)?.(message.info);
        this.#explaining.delete(message.id);
        return;
      case "checked":
      case "failed": {
        const running = this.#running;
        if (running === null || running.id !== message.id) return;
        if (running.timer !== null) clearTimeout(running.timer);
        // An answer about texts that have changed since is stale: the next one is on its way.
        const stale = this.#waiting !== null;
        this.#next();
        if (stale) return;
        if (message.kind === "checked") this.#events.checked(message.answer, running.request);
        else this.#events.failed(message.message, running.request);
      }
    }
  }

  #next(): void {
    this.#running = null;
    const waiting = this.#waiting;
    this.#waiting = null;
    if (waiting !== null) this.#send(waiting);
    else this.#events.busy(false);
  }

  #stop(): void {
    const running = this.#running;
    if (running === null) return;
    this.#worker.terminate();
    for (const resolve of this.#explaining.values()) resolve(null);
    this.#explaining.clear();
    this.#worker = this.#start();
    const seconds = CHECK_LIMIT_MS / 1000;
    const stale = this.#waiting !== null;
    this.#next();
    if (!stale) {
      this.#events.failed(
        `Checking took longer than ${seconds} seconds and was stopped. Weir starts afresh with your next change.`,
        running.request,
      );
    }
  }
}
