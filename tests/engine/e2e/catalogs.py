"""Every kind of catalog at once: the contracts of catalogs/ through weir and the runner, in one JVM, against the front of
kinds.py. Their jobs land rows before and after their tokens expire."""

import json
import os
import pathlib
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "grants"))

import kinds  # noqa: E402
import privileges  # noqa: E402  (tests/grants)
from kinds import EXCHANGE, LIFETIME  # noqa: E402
from processes import JAVA, wait_until  # noqa: E402

CANARIES = ("canary", "word")
# Checkpoints, and so commits, each second; one slot is enough.
SETTINGS = {"execution.checkpointing.interval": "1s", "table.exec.resource.default-parallelism": "1"}
SOURCE = """CREATE TEMPORARY TABLE `{name}` (`id` BIGINT, `what` STRING) WITH ('connector' = 'filesystem', 'path' = '{path}',
'source.monitor-interval' = '300ms', 'format' = 'json')"""


class Job:
    """The job of one kind: what weir writes of its contract, with this machine's addresses and a folder as its topic."""

    def __init__(self, stage, folder, front, storage, kind):
        self.kind, self.stage = kind, stage
        self.records = folder / f"records-{kind.name}"
        self.records.mkdir()
        file = HERE / "catalogs" / f"{kind.name}.fluid.yaml"
        out = folder / f"job-{kind.name}"
        made = subprocess.run([stage.weir, "generate", "flink", file, "--out", out], capture_output=True, text=True)
        assert made.returncode == 0, f"{kind.name}: weir generate exits {made.returncode}: {made.stdout}{made.stderr}"
        (self.file,) = out.glob("*/job.json")
        text = self.file.read_text()
        here = f"{front}/{kind.name}"
        for there in ("https://catalog.example.com", "https://identity.example.com"):
            text = text.replace(there, here)
        job = json.loads(text.replace("https://storage.example.com", storage))
        self.table = f"{'.'.join(job['namespace'])}.{job['table']['name']}"
        (source,) = (one for one in job["statements"] if one["text"].startswith("CREATE TEMPORARY TABLE"))
        name = source["text"].split("`")[1]
        source["text"] = SOURCE.format(name=name, path=self.records.as_uri())
        settings = [{"kind": "set", "text": f"SET '{key}' = '{value}'"} for key, value in SETTINGS.items()]
        job["statements"] = settings + job["statements"]
        self.file.write_text(json.dumps(job))
        self.sent = 0

    def send(self, rows):
        hidden = self.records / f".{self.sent}"
        hidden.write_text("".join(json.dumps({"id": self.sent + i, "what": self.kind.name}) + "\n" for i in range(rows)))
        self.sent += rows
        hidden.rename(self.records / f"{self.sent}.json")

    def total(self):
        return self.stage.catalog.total(self.table)


def landed(stage, process, jobs):
    """Waits until every row sent is in its table, and no more."""

    def there():
        assert process.poll() is None, f"the jobs ended with {process.returncode}: {stage.processes.tail(process)}"
        return all(job.total() == job.sent for job in jobs)

    try:
        wait_until("all rows", there, 120)
    except AssertionError as late:
        open_ones = {job.kind.name: (job.total(), job.sent, job.kind.refusals[-3:]) for job in jobs if job.total() != job.sent}
        raise AssertionError(f"{late}: {open_ones}; {stage.processes.tail(process)}") from None


def asked(url, form=None, **headers):
    """The status of one request, past the jobs."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data=form, headers=headers), timeout=30) as answer:
            return answer.status
    except urllib.error.HTTPError as refused:
        return refused.code


def front_demands(front, kind):
    """The front is no open door: what follows would prove nothing otherwise."""
    base = f"{front}/{kind.name}{kind.base}"
    assert asked(f"{base}/v1/config?warehouse={kind.warehouse}") == 401
    assert asked(f"{base}/v1/config?warehouse={kind.warehouse}", Authorization="Bearer nobody") == 401
    assert asked(f"{front}/{kind.name}/api/management/v1/config") == 404
    if kind.tokens:
        client, secret = kind.client
        right = f"grant_type=client_credentials&client_id={client}&client_secret={secret.replace('+', '%2B')}"
        assert asked(f"{front}/{kind.name}{kind.tokens}", f"{right}&scope=other".encode()) == 400
        assert asked(f"{front}/{kind.name}{kind.tokens}", f"{right}x&scope={kind.scope}".encode()) == 401
    kind.refusals.clear()
    kind.grants.clear()


def signed_in_as_told(kind, expired):
    renewals = [grant for grant in kind.grants if grant == EXCHANGE]
    if kind.tokens:
        assert len(kind.minted) > 2, f"{kind.name}: {len(kind.minted)} tokens"
        assert bool(renewals) == kind.exchanges, f"{kind.name}: renewed by {kind.grants}"
    assert not kind.refusals, f"{kind.name}: {kind.refusals}"
    assert [at for at in kind.commits if at > expired], f"{kind.name}: no commit after its first token expired"
    wanted = "vended-credentials" if kind.vends else None
    # The rights that weir grants prints allow these and no more, by Polaris's own authorizer; a namespace that is missing they do not make.
    beyond = kind.operations - privileges.NEEDED[False] - {"CREATE_NAMESPACE@catalog"}
    assert not beyond, f"{kind.name}: asked for {beyond}"
    asked = {"UPDATE_TABLE@table", f"CREATE_TABLE_DIRECT{'_WITH_WRITE_DELEGATION' if kind.vends else ''}@namespace"}
    assert asked <= kind.operations, f"{kind.name}: {kind.operations}"
    assert kind.delegated and set(kind.delegated) == {wanted}, f"{kind.name}: {kind.delegated}"


def every_kind_of_catalog(stage):
    """Each kind of catalog: signed in as it wants, rows landed with the keys it vends, before and after a token expires"""
    begin = time.monotonic()
    folder = stage.folder / "catalogs"
    folder.mkdir()
    every = kinds.kinds()
    witness = kinds.Witness(stage.storage.endpoint)
    front = kinds.Front(every, stage.catalog.uri, witness.url)
    for kind in every:
        front_demands(front.url, kind)
    jobs = [Job(stage, folder, front.url, witness.url, kind) for kind in every]
    for job in jobs:
        job.send(3)
    programs = stage.programs
    environment = {name: value for kind in every for name, value in kind.variables.items()}
    # The keys that a Secret holds, of the one kind that vends none.
    environment |= {"AWS_ACCESS_KEY_ID": "static-key", "AWS_SECRET_ACCESS_KEY": "canary-static", "AWS_EC2_METADATA_DISABLED": "true"}
    opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in ("java.lang", "java.util", "java.nio")]
    class_path = os.pathsep.join([str(programs.runner[0]), programs.flink])
    process = stage.processes.start(
        "catalogs", [*JAVA, "-Xmx1500m", *opened, "-cp", class_path, HERE / "Together.java", HERE.parents[2] / "runner/image/manifest.json", folder, *(job.file for job in jobs)], environment)
    landed(stage, process, jobs)
    print(f"      first rows of all kinds after {time.monotonic() - begin:.1f} s", flush=True)
    expired = time.monotonic() + LIFETIME  # of every token that those rows were committed with
    time.sleep(LIFETIME * 1.5)
    for job in jobs:
        job.send(2)
    landed(stage, process, jobs)
    log = (stage.folder / "catalogs.log").read_text()
    process.terminate()
    process.wait(60)
    for kind in every:
        signed_in_as_told(kind, expired)
        table = f"/events_{kind.name.replace('-', '_')}/"
        keys = {key for key, path in witness.puts if table in path and "/data/" in path}
        assert keys == {kind.key}, f"{kind.name}: files were put with {keys}"
    assert not any(word in log for word in CANARIES), "a credential was logged"
