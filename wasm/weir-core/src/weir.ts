import { CoreInstance } from "./module.js";
import type {
  BundleResult,
  CodeInfo,
  CompileResult,
  DeployResult,
  Completion,
  ContractRequest,
  CursorRequest,
  Definition,
  DiffRequest,
  DiffResult,
  FacadeAnswer,
  FacadeRequest,
  FileAnswer,
  FileSet,
  FormatResult,
  FragmentKind,
  FragmentRequest,
  GrantsResult,
  Hover,
  Json,
  PolicyRequest,
  PolicyResult,
  RenameRequest,
  Renaming,
  ReportFormat,
  ValidateResult,
} from "./types.js";

/** The request could not be answered: it is broken, or a file could not be read at all. */
export class WeirError extends Error {
  override readonly name = "WeirError";
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The contract includes fragments that the request's `files` lack. */
export class MissingFilesError extends Error {
  override readonly name = "MissingFilesError";
  /** Names as they are to stand in `files`. */
  readonly need: readonly string[];

  constructor(need: readonly string[]) {
    super(`more files are needed: ${need.join(", ")}`);
    this.need = need;
  }
}

/** The longest chain of fragments that a contract may include; more rounds than that make no progress. */
const MAX_ROUNDS = 64;

/** A module of the core behind its one door. Every call is synchronous and keeps no state. */
class Core {
  readonly #module: WebAssembly.Module;
  #instance: CoreInstance;

  constructor(module: WebAssembly.Module) {
    this.#module = module;
    this.#instance = new CoreInstance(module);
  }

  /** One JSON request to one JSON answer, byte for byte what the native core answers. */
  call(request: string): string {
    try {
      return this.#instance.call(request);
    } catch (error) {
      // A trap leaves an instance in an unknown state; the next call gets a new one.
      this.#instance = new CoreInstance(this.#module);
      throw error;
    }
  }

  /** One raw request. Throws only when the core itself breaks down. */
  answer(request: FacadeRequest): FacadeAnswer {
    return JSON.parse(this.call(JSON.stringify(request))) as FacadeAnswer;
  }

  protected result(request: FacadeRequest): unknown {
    const answer = this.answer(request);
    if (answer.ok) return answer.result;
    if ("need" in answer) throw new MissingFilesError(answer.need);
    throw new WeirError(answer.error.code, answer.error.message);
  }
}

/** The core, ready to answer. */
export class Weir extends Core {
  /** All findings of a contract, or of a fragment on its own. */
  validate(request: ContractRequest | FragmentRequest): ValidateResult {
    return this.result(contractRequest("validate", request)) as ValidateResult;
  }

  /** All findings of a contract and the Flink SQL of its builds. */
  compile(request: ContractRequest): CompileResult {
    return this.result(contractRequest("compile", request)) as CompileResult;
  }

  /** What changes for readers and operators from the baseline to the contract. */
  diff(request: DiffRequest): DiffResult {
    return this.result(diffRequest(request)) as DiffResult;
  }

  /** What a code of findings or a rule of diff means; without one, all codes, then all rules. */
  explain(): CodeInfo[];
  explain(code: string): CodeInfo;
  explain(code?: string): CodeInfo | CodeInfo[] {
    return this.result({ op: "explain", options: { code: code ?? "" } }) as CodeInfo | CodeInfo[];
  }

  /** What may stand at the cursor, the likeliest first. */
  complete(request: CursorRequest): Completion[] {
    return (this.result(cursorRequest("complete", request)) as { items: Completion[] }).items;
  }

  /** What the word under the cursor means; null when it means nothing. */
  hover(request: CursorRequest): Hover | null {
    return (this.result(cursorRequest("hover", request)) as { hover: Hover | null }).hover;
  }

  /** Where the word under the cursor is declared; null when nowhere. */
  definition(request: CursorRequest): Definition | null {
    return (this.result(cursorRequest("definition", request)) as { definition: Definition | null }).definition;
  }

  /**
   * Fetches the fragments that a contract includes, round by round, and returns `files` with them. The
   * loader says `{refusal: "no such file"}` for what it cannot supply, which becomes a finding.
   */
  async gather(
    request: (ContractRequest | FragmentRequest) & Partial<DiffRequest>,
    load: (name: string) => FileAnswer | Promise<FileAnswer>,
  ): Promise<FileSet> {
    const files = { ...request.files };
    for (let round = 0; round < MAX_ROUNDS; ++round) {
      const now = { ...request, files };
      const raw = isDiff(now) ? diffRequest(now) : contractRequest("validate", now);
      const answer = this.answer(raw);
      if (answer.ok || !("need" in answer)) return files;
      const missing = answer.need.filter((name) => !Object.hasOwn(files, name));
      if (missing.length === 0) return files;
      const texts = await Promise.all(missing.map((name) => load(name)));
      missing.forEach((name, index) => (files[name] = texts[index] as FileAnswer));
    }
    return files;
  }
}

/** The core with all that it can do: a larger module, for those who want more than the answers at a key stroke. */
export class WeirFull extends Weir {
  /** What the operator's allowlists refuse of a contract, and the entries that it needs. */
  policy(request: PolicyRequest): PolicyResult {
    const raw = contractRequest("policy", request);
    raw.env = request.env ?? {};
    raw.options = { ...raw.options, for: request.for ?? "apply" };
    return this.result(raw) as PolicyResult;
  }

  /** The Kubernetes resources of a contract's builds. */
  deploy(request: ContractRequest): DeployResult {
    return this.result(contractRequest("deploy", request)) as DeployResult;
  }

  /** The least rights that each build's job needs of its catalog. */
  grants(request: ContractRequest): GrantsResult {
    return this.result(contractRequest("grants", request)) as GrantsResult;
  }

  /** What a bundle of the contract holds, with the digests that plans are bound to. */
  bundle(request: ContractRequest): BundleResult {
    return this.result(contractRequest("bundle", request)) as BundleResult;
  }

  /** Renames the column at a place; null when no column is named there, or the text cannot be read. */
  rename(request: RenameRequest): Renaming | null {
    const raw = cursorRequest("rename", request);
    raw.options = { ...raw.options, newName: request.newName ?? "" };
    return (this.result(raw) as { rename: Renaming | null }).rename;
  }

  /** A contract or a fragment in its canonical layout: blanks alone change. The name tells YAML from JSON. */
  format(file: string, text: string): FormatResult {
    return this.result({ op: "format", file, files: { [file]: text } }) as FormatResult;
  }

  /** The JSON Schema (draft 2020-12) of contracts, or of a kind of fragment. */
  schema(fragment?: FragmentKind): { [key: string]: Json } {
    return this.result({ op: "schema", options: { fragment: fragment ?? "" } }) as { [key: string]: Json };
  }

  /** The changes as `weir diff --format markdown` or `html` prints them. The request's `files` are all there: see `gather`. */
  report(request: DiffRequest, format: ReportFormat): string {
    const raw = diffRequest(request);
    raw.op = "report";
    raw.options = { ...raw.options, format };
    return (this.result(raw) as { text: string }).text;
  }
}

function contractRequest(op: FacadeRequest["op"], request: ContractRequest | FragmentRequest): FacadeRequest {
  const options: NonNullable<FacadeRequest["options"]> = {};
  if (request.strict !== undefined) options.strict = request.strict;
  if (request.refRoot !== undefined) options.refRoot = request.refRoot;
  if ("fragment" in request) {
    options.fragment = request.fragment;
    options.schemaVersion = request.schemaVersion;
  }
  return { op, file: request.file, files: request.files, options };
}

const isDiff = (request: ContractRequest & Partial<DiffRequest>): request is DiffRequest => request.baseline !== undefined;

function diffRequest(request: DiffRequest): FacadeRequest {
  const raw = contractRequest("diff", request);
  raw.baseline = request.baseline;
  if (request.today !== undefined) raw.today = request.today;
  const { baselineRefRoot, waivers } = request;
  if (baselineRefRoot !== undefined) raw.options = { ...raw.options, baselineRefRoot };
  if (waivers !== undefined) raw.options = { ...raw.options, waivers };
  return raw;
}

function cursorRequest(op: FacadeRequest["op"], request: CursorRequest): FacadeRequest {
  const raw = contractRequest(op, request);
  raw.options = { ...raw.options, in: request.in ?? "", line: request.line, column: request.column };
  return raw;
}
