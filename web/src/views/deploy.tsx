import { useSignal } from "@preact/signals";
import type { Deployment, PolicyCommand, Refusal } from "weir-core";
import type { DeployAnswer } from "../check/protocol";
import {
  credentialsOf,
  dailyOf,
  deployment,
  deploymentIsCurrent,
  exportsOf,
  intervalsWith,
  listsFor,
  secretsOf,
} from "../deployment";
import { answer, goTo } from "../state";
import { CopyButton } from "../ui/copy-button";
import { SeverityIcon } from "../ui/icons";

/** Text to be copied as it is. */
function Block({ title, text, what }: { title: string; text: string; what: string }) {
  return (
    <div class="statements">
      <div class="statements-head">
        <h4>{title}</h4>
        <CopyButton text={text} what={what} />
      </div>
      <pre tabIndex={0} role="region" aria-label={title}>
        <code>{text}</code>
      </pre>
    </div>
  );
}

const COMMANDS: readonly { id: PolicyCommand; label: string }[] = [
  { id: "apply", label: "apply" },
  { id: "verify", label: "verify" },
  { id: "diff", label: "diff" },
];

function Never({ refusals }: { refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <ul class="deploy-never" aria-label="What no entry can allow">
      {refusals.map(({ code, path, message, file, range }) => (
        <li key={`${code} ${path} ${message}`} class="change breaking">
          <button type="button" class="finding-go" onClick={() => goTo(file, range)}>
            <SeverityIcon severity="error" />
            <span class="finding-message">{message}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Lists({ told }: { told: DeployAnswer }) {
  const { needs, refusals } = told.policies[listsFor.value];
  const lines = exportsOf(needs);
  return (
    <section class="deploy-part" aria-label="Allowlists">
      <h3>Allowlists</h3>
      <p>
        The operator allows what this contract names, in environment variables. These are the entries it needs, nothing more. Read
        them before you add them to what the variables hold already.
      </p>
      <div class="deploy-for" role="radiogroup" aria-label="For the command">
        {COMMANDS.map(({ id, label }) => (
          <label key={id}>
            <input type="radio" name="lists-for" checked={listsFor.value === id} onChange={() => (listsFor.value = id)} />
            <code>weir {label}</code>
          </label>
        ))}
      </div>
      <Never refusals={refusals.filter(({ entry }) => entry === null)} />
      {lines === "" ? <p>No entries are needed.</p> : <Block title="Entries" text={lines} what="entries" />}
    </section>
  );
}

function Secrets({ told }: { told: DeployAnswer }) {
  const secrets = secretsOf(told);
  const credentials = [...credentialsOf(told)];
  return (
    <section class="deploy-part" aria-label="Secrets and variables">
      <h3>Secrets and variables</h3>
      {secrets.length === 0 && credentials.length === 0 && <p>The job gets no Secret, and no credential is sent.</p>}
      <dl class="consequences">
        {secrets.length > 0 && (
          <>
            <dt>Secrets</dt>
            <dd>
              <ul>
                {secrets.map(({ namespace, name }) => (
                  <li key={`${namespace}/${name}`}>
                    <code>{name}</code> in namespace <code>{namespace}</code>, whose keys become the pods’ variables
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
        {credentials.length > 0 && (
          <>
            <dt>Variables</dt>
            <dd>
              <ul>
                {credentials.map(([name, hosts]) => (
                  <li key={name}>
                    <code>{name}</code>, a key of one of the Secrets, is sent to {hosts.join(" and ")}; <code>weir verify</code> reads
                    it from your environment
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}

function Rights({ told }: { told: DeployAnswer }) {
  const existing = useSignal(false);
  return (
    <section class="deploy-part" aria-label="Rights in the catalog">
      <h3>Rights in the catalog</h3>
      <p>The least that each job needs, for somebody who may grant it to read and run. Nothing is run here.</p>
      <p>
        <label>
          <input type="checkbox" checked={existing.value} onChange={() => (existing.value = !existing.value)} /> The table is there
          already: the job gets no right to make one
        </label>
      </p>
      {told.grants.map(({ build, script, existingTableScript }) => (
        <Block key={build} title={`Rights of ${build}`} text={existing.value ? existingTableScript : script} what="rights" />
      ))}
    </section>
  );
}

const grouped = (number: number) => number.toLocaleString("en");

function duration(seconds: number): string {
  const whole = (count: number, unit: string) => `${count} ${unit}${count === 1 ? "" : "s"}`;
  if (seconds % 3600 === 0) return whole(seconds / 3600, "hour");
  return seconds % 60 === 0 ? whole(seconds / 60, "minute") : whole(seconds, "second");
}

function Cost({ build }: { build: Deployment }) {
  const { cost } = build;
  const own = cost.checkpointSeconds;
  const steps = intervalsWith(own);
  const chosen = useSignal<number | null>(null);
  const values = useSignal(1);
  const seconds = chosen.value ?? own;
  const { commits, files } = dailyOf(cost, seconds, values.value);
  const slider = `interval-${build.id}`;
  const counter = `values-${build.id}`;
  return (
    <div class="deploy-cost">
      <h4>{build.id}</h4>
      {cost.suspended && <p>The job is suspended and writes nothing. These are its figures once it runs.</p>}
      <div class="deploy-knobs">
        <label for={slider}>A checkpoint every</label>
        <input
          id={slider}
          type="range"
          min={0}
          max={steps.length - 1}
          step={1}
          value={steps.indexOf(seconds)}
          aria-valuetext={duration(seconds)}
          onInput={({ currentTarget }) => (chosen.value = steps[currentTarget.valueAsNumber] ?? own)}
        />
        <output for={slider}>{duration(seconds)}</output>
        {cost.partitions.length > 0 && (
          <>
            <label for={counter}>
              Values of {cost.partitions.join(", ")} between two checkpoints
            </label>
            <input
              id={counter}
              type="number"
              min={1}
              max={1_000_000}
              value={values.value}
              onInput={({ currentTarget }) => {
                const count = currentTarget.valueAsNumber;
                if (count >= 1 && count <= 1_000_000) values.value = Math.floor(count);
              }}
            />
          </>
        )}
      </div>
      <dl class="deploy-figures" aria-live="polite">
        <div>
          <dt>Commits a day</dt>
          <dd>{grouped(commits)}</dd>
        </div>
        <div>
          <dt>Snapshots a day</dt>
          <dd>{grouped(commits)}</dd>
        </div>
        <div>
          <dt>Data files a day</dt>
          <dd>{grouped(files)}</dd>
        </div>
      </dl>
      <p class="deploy-note">
        At most: a checkpoint without records commits nothing.{" "}
        {cost.parallelism === 1 ? "One writer adds one file" : `Each of the ${grouped(cost.parallelism)} writers adds a file`} to a
        commit{cost.partitions.length > 0 && ", for every value of the partition columns"}.
        {seconds !== own && ` The contract says ${duration(own)}.`}
      </p>
    </div>
  );
}

function Resources({ build }: { build: Deployment }) {
  return (
    <>
      <p>
        Build <strong>{build.id}</strong> lands as <code>{build.name}</code> in namespace <code>{build.namespace}</code> of context{" "}
        <code>{build.context}</code>.
      </p>
      {build.resources.map(({ kind, name, yaml }) => (
        <Block key={`${kind} ${name}`} title={`${kind} ${name}`} text={yaml} what={kind} />
      ))}
    </>
  );
}

function Nothing() {
  const found = answer.value;
  const wrong = found?.compile.findings.some(({ severity }) => severity === "error") ?? false;
  return (
    <div class="empty">
      <p class="empty-title">Nothing to deploy yet</p>
      <p>{wrong ? "Weir says what it takes once the contract has no errors." : "One moment…"}</p>
    </div>
  );
}

export function DeployView() {
  const told = deployment.value;
  if (told === null) return <Nothing />;
  const { builds, problems } = told.deploy;
  if (builds.length === 0 && problems.length === 0) {
    return (
      <div class="empty">
        <p class="empty-title">Nothing to deploy</p>
        <p>This contract has no managed Flink build.</p>
      </div>
    );
  }
  return (
    <>
      {!deploymentIsCurrent.value && (
        <p class="banner" role="status">
          <SeverityIcon severity="warning" />
          The contract has errors: this is of the last text without them.
        </p>
      )}
      {problems.map(({ code, path, message, help }) => (
        <p key={`${code} ${path}`} class="banner" role="status">
          <SeverityIcon severity="error" />
          {message} {help}
        </p>
      ))}
      <div class="deploy">
        <Lists told={told} />
        <Secrets told={told} />
        <Rights told={told} />
        <section class="deploy-part" aria-label="Cost">
          <h3>Cost</h3>
          {builds.map((build) => (
            <Cost key={build.id} build={build} />
          ))}
        </section>
        <section class="deploy-part" aria-label="Kubernetes resources">
          <h3>Kubernetes resources</h3>
          {builds.map((build) => (
            <Resources key={build.id} build={build} />
          ))}
        </section>
      </div>
    </>
  );
}
