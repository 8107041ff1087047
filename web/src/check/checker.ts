// Asks the worker about the newest texts only, one thing at a time, and stops it when it takes too long.
import { startWorker } from "../trusted";
import { core } from "./core";
import type { CheckRequest } from "../workspace";
import type { Answers, CheckPart, CheckRest, FromWorker, Question, Task, ToWorker } from "./protocol";

/** After so long a check is given up. A contract of thousands of columns takes a small part of it. */
export const CHECK_LIMIT_MS = 5_000;

export interface CheckerEvents {
  /** The first part of an answer is there. */
  found(part: CheckPart): void;
  /** And the rest. */
  checked(rest: CheckRest): void;
  /** The core could not answer, or was stopped; `request` is what it was asked. */
  failed(message: string, request: CheckRequest): void;
  /** The core cannot run here at all. */
  broken(message: string): void;
  busy(busy: boolean): void;
}

/** Why a question has no answer. */
export type Refusal = "stopped" | "failed";

interface Job {
  task: Task;
  /** The check's request; null for a question. */
  request: CheckRequest | null;
  answered(value: Answers[keyof Answers]): void;
  refused(why: Refusal, message: string): void;
}

export class Checker {
  readonly #events: CheckerEvents;
  #worker: Worker;
  #ready = false;
  #lastId = 0;
  #running: { id: number; job: Job; timer: ReturnType<typeof setTimeout> | null } | null = null;
  #waiting: Job | null = null;
  /** Somebody waits for these; for those, nobody. */
  #questions: Job[] = [];
  #surveys: Job[] = [];
  /** Texts of the last check, and those that the worker has. */
  #texts: Readonly<Record<string, string>> = {};
  #sent = new Map<string, string>();

  constructor(events: CheckerEvents) {
    this.#events = events;
    this.#worker = this.#start();
  }

  /** Checks these texts as soon as what runs is done; of several waiting, only the last. */
  check(request: CheckRequest): void {
    const { texts, ...rest } = request;
    this.#texts = texts;
    this.#waiting = {
      task: { kind: "check", ...rest },
      request,
      answered: (value) => this.#events.checked(value as CheckRest),
      refused: (_why, message) => this.#events.failed(message, request),
    };
    this.#events.busy(true);
    this.#next();
  }

  /** Asks about the texts that check() was last given. Rejects with a Refusal when there is no answer. */
  ask<K extends Question["kind"]>(question: Extract<Question, { kind: K }>): Promise<Answers[K]> {
    return new Promise((resolve, reject: (why: Refusal) => void) => {
      const job: Job = { task: question, request: null, answered: (value) => resolve(value as Answers[K]), refused: reject };
      (question.kind === "validate" ? this.#surveys : this.#questions).push(job);
      this.#next();
    });
  }

  #start(): Worker {
    this.#ready = false;
    this.#sent.clear();
    const worker = startWorker();
    worker.addEventListener("message", ({ data }: MessageEvent<FromWorker>) => this.#hear(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#events.broken(event.message || "the worker could not be started");
    });
    core.then(
      (module) => worker.postMessage({ kind: "core", module } satisfies ToWorker),
      (error: unknown) => this.#events.broken(error instanceof Error ? error.message : String(error)),
    );
    return worker;
  }

  #post(message: ToWorker): void {
    this.#worker.postMessage(message);
  }

  /** Starts what is to be done next, if nothing runs. */
  #next(): void {
    if (this.#running !== null) return;
    const job = this.#questions.shift() ?? this.#waiting ?? this.#surveys.shift();
    if (job === undefined) return;
    if (job === this.#waiting) this.#waiting = null;
    const id = ++this.#lastId;
    this.#running = { id, job, timer: null };
    if (this.#ready) this.#startTimer();
    this.#sync();
    this.#post({ kind: "task", id, task: job.task });
  }

  /** Gives the worker what has changed in the texts since it was last asked. */
  #sync(): void {
    const set: [string, string][] = [];
    for (const [name, text] of Object.entries(this.#texts)) if (this.#sent.get(name) !== text) set.push([name, text]);
    const drop = [...this.#sent.keys()].filter((name) => !Object.hasOwn(this.#texts, name));
    if (set.length === 0 && drop.length === 0) return;
    for (const [name, text] of set) this.#sent.set(name, text);
    for (const name of drop) this.#sent.delete(name);
    this.#post({ kind: "texts", set, drop });
  }

  /** Loading the core is not counted: on a slow line it takes as long as it takes. */
  #startTimer(): void {
    if (this.#running !== null && this.#running.timer === null) {
      this.#running.timer = setTimeout(() => this.#stop(), CHECK_LIMIT_MS);
    }
  }

  #hear(message: FromWorker): void {
    if (message.kind === "ready") {
      this.#ready = true;
      this.#startTimer();
    } else if (message.kind === "broken") {
      this.#events.broken(message.message);
    } else if (message.kind === "part") {
      // One about texts that have changed since is stale.
      if (this.#running?.id === message.id && this.#waiting === null) this.#events.found(message.value);
    } else if (this.#running?.id === message.id) {
      const { job } = this.#running;
      if (message.kind === "answer") this.#done(() => job.answered(message.value));
      else this.#done(() => job.refused("failed", message.message));
    }
  }

  /** What ran is done; `tell` says so to whom it concerns. */
  #done(tell: () => void): void {
    const running = this.#running;
    if (running === null) return;
    if (running.timer !== null) clearTimeout(running.timer);
    this.#running = null;
    // An answer about texts that have changed since is stale: the next one is on its way.
    const stale = running.job.request !== null && this.#waiting !== null;
    this.#next();
    if (running.job.request !== null && this.#waiting === null && this.#checking() === false) this.#events.busy(false);
    if (!stale) tell();
  }

  #checking(): boolean {
    return this.#running !== null && this.#running.job.request !== null;
  }

  #stop(): void {
    const job = this.#running?.job;
    if (job === undefined) return;
    this.#worker.terminate();
    this.#worker = this.#start();
    const seconds = CHECK_LIMIT_MS / 1000;
    const message = `Checking took longer than ${seconds} seconds and was stopped. Weir starts afresh with your next change.`;
    this.#done(() => job.refused("stopped", message));
  }
}
