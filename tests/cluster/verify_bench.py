"""What tests of `weir verify` share: the catalog behind its front, Flink behind the service proxy, the contract, and weir."""

import http.client
import json
import os
import pathlib
import shutil
import subprocess
import sys
import time

from cluster import BACK_END, NAMESPACE, wait_for
from stand_ins import Flink, Front, Server, answer_of

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "runner"))
import world  # noqa: E402

TOKEN = "canary-4f1d-token"
MINTED = "canary.minted-93ab"
CLIENT = ("canary-client", "canary-7ab2/secret+x")
JOB = "a" * 32
NAME = "lab-strict"
TABLES = "/v1/namespaces/lab%1Feurope%1Fnorth/tables"
KINDS = ["deployment-spec", "deployment-state", "checkpoint", "table-schema", "snapshot"]
ALLOWED = {
    "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST": "development,viewer,other", "FLUID_FLINK_NAMESPACE_ALLOWLIST": NAMESPACE,
    "FLUID_FLINK_IMAGE_ALLOWLIST": "registry.example.com/", "FLUID_FLINK_SERVICE_ACCOUNT_ALLOWLIST": "flink",
    "FLUID_FLINK_SECRET_ALLOWLIST": "catalog-token", "FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST": "localhost",
}
BEARER = "          type: bearer\n          tokenEnv: ICEBERG_TOKEN\n"


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


class Bench:
    def __init__(self, weir, binaries, work, cluster):
        self.weir, self.binaries, self.work, self.cluster = weir, binaries, work, cluster
        self.front = self.elsewhere = self.flink = None

    def start(self):
        folder = self.work / "catalog"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        command, environment, self.catalog_port = world.catalog_server(world.class_path(self.work.parent, "catalog"), folder, f"file://{folder}/warehouse")
        with open(self.work / "catalog.log", "ab") as log:
            subprocess.Popen(command, env={**os.environ, **environment}, stdout=log, stderr=log)
        certificate = (self.cluster.folder / "api.crt", self.cluster.folder / "api.key")
        self.front = Front(self.catalog_port, certificate, TOKEN, MINTED, CLIENT)
        self.elsewhere = Server(answer_of({"defaults": {}, "overrides": {}}), address="127.0.0.2", certificate=certificate)
        self.flink = Flink(BACK_END, JOB)
        self.cluster.service(f"{NAME}-rest", 8081)
        wait_for("the catalog answers", lambda: self.ask("GET", "/v1/config", patient=True))
        self.contract()
        self.deploy()
        self.make_table()

    def run(self, test):
        """Runs a test; one that fails leaves nothing behind for the next."""
        try:
            test(self)
        except Exception:
            self.front.mood, self.flink.age, self.flink.failed, self.flink.other = None, 0, 0, None
            self.contract()
            self.deploy()
            self.make_table()
            raise

    # ---- the contract and what it describes ----

    def contract(self, *changes):
        """The contract of tests/runner with local addresses, and (old, new) changes."""
        text = (world.HERE / "contracts" / "strict.fluid.yaml").read_text()
        local = [("https://catalog.example.com/iceberg", f"https://localhost:{self.front.port}")]
        for old, new in [*local, *changes]:
            expect(text.count(old) == 1, f"{old!r} stands there {text.count(old)} times")
            text = text.replace(old, new)
        file = self.work / "contract.fluid.yaml"
        file.write_text(text)
        return file

    def oauth(self):
        return (BEARER, "          type: oauth2\n          credentialEnv: ICEBERG_CREDENTIAL\n"
                f"          oauth2ServerUri: https://localhost:{self.front.port}/oauth/token\n          scope: catalog\n          audience: lab\n")

    def budgets(self, checkpoint, snapshot):
        return ("          deployment:\n", f"          verification: {{maxCheckpointAgeSeconds: {checkpoint}, maxSnapshotAgeSeconds: {snapshot}}}\n"
                "          deployment:\n")

    def deploy(self, file=None):
        """What apply sends of the contract, and what the operator would say of it."""
        plan = self.work / "plan.json"
        self.run_weir("plan", str(file or self.contract()), "--mode", "amend", "--out", str(plan))
        (deployment,) = json.loads(plan.read_text())["builds"]
        self.cluster.apply(deployment["flinkDeployment"], manager="weir")
        self.reconcile()

    def reconcile(self, **status):
        live = self.cluster.read("flinkdeployment", NAME)
        good = {"observedGeneration": live["metadata"]["generation"], "lifecycleState": "STABLE", "jobManagerDeploymentStatus": "READY",
                "jobStatus": {"state": "RUNNING", "jobId": JOB}, "reconciliationStatus": {"state": "DEPLOYED", "lastReconciledSpec": "{}"}}
        self.cluster.patch("flinkdeployment", NAME, {"status": {**good, **status}}, "--subresource=status", context="operator")

    def ask(self, method, path, body=None, patient=False):
        try:
            connection = http.client.HTTPConnection("127.0.0.1", self.catalog_port, timeout=30)
            connection.request(method, path, json.dumps(body) if body is not None else None, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
        except OSError:
            if patient:
                return None
            raise
        expect(answer.status < 300 or method == "DELETE", f"{method} {path}: {answer.status} {text[:300]}")
        return json.loads(text) if text else {}

    def make_table(self, change=None, snapshot=True):
        """The contract's table, or one that `change(fields)` makes of it, with one snapshot of now."""
        if not getattr(self, "table", None):
            out = self.work / "generated"
            self.run_weir("generate", "flink", str(self.contract()), "--out", str(out), "-q")
            (job,) = out.glob("*/job.json")
            self.table = json.loads(job.read_text())["table"]
            for depth in (1, 2, 3):
                self.ask("POST", "/v1/namespaces", {"namespace": ["lab", "europe", "north"][:depth]})
        self.ask("DELETE", f"{TABLES}/strict")
        schema = json.loads(json.dumps(self.table["schema"]))
        if change:
            change(schema["fields"])
        made = self.ask("POST", TABLES, {"name": "strict", "schema": schema})
        if snapshot:
            update = [{"action": "add-snapshot", "snapshot": {"snapshot-id": 7, "sequence-number": 1, "timestamp-ms": int(time.time() * 1000), "schema-id": 0,
                                                              "manifest-list": f"{made['metadata']['location']}/none.avro", "summary": {"operation": "append"}}},
                      {"action": "set-snapshot-ref", "ref-name": "main", "type": "branch", "snapshot-id": 7}]
            self.ask("POST", f"{TABLES}/strict", {"requirements": [], "updates": update})

    # ---- weir ----

    def environment(self, **more):
        given = {"PATH": f"{self.binaries}:{os.environ['PATH']}", "HOME": str(self.work), "KUBECONFIG": str(self.cluster.kubeconfig), **ALLOWED,
                 "WEIR_CA_FILE": str(self.cluster.folder / "ca.crt"), "ICEBERG_TOKEN": TOKEN, "ICEBERG_CREDENTIAL": ":".join(CLIENT),
                 # Nothing may be sent there.
                 "https_proxy": f"http://127.0.0.2:{self.elsewhere.port}", "HTTPS_PROXY": f"http://127.0.0.2:{self.elsewhere.port}", "NO_PROXY": "127.0.0.1", **more}
        return {name: value for name, value in given.items() if value is not None}

    def run_weir(self, *arguments, **environment):
        done = subprocess.run([self.weir, *arguments], capture_output=True, text=True, timeout=120, env=self.environment(**environment))
        expect(done.returncode == 0, f"weir {arguments[0]}: exit {done.returncode}: {done.stdout}{done.stderr}")
        return done

    def verify(self, *options, file=None, timeout=0, **environment):
        """(exit, answer, notes); holds that no secret is in either, and that nothing went elsewhere."""
        self.front.requests.clear()
        command = [self.weir, "verify", str(file or self.work / "contract.fluid.yaml"), "--streaming-timeout", str(timeout), "--format", "json", *options]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, env=self.environment(**environment))
        self.unspoken(done.stdout + done.stderr)
        expect(self.elsewhere.requests == [], f"sent elsewhere: {self.elsewhere.requests}")
        expect(done.stdout.count("\n") == 1, f"not one line: {done.stdout!r} {done.stderr!r}")
        return done.returncode, json.loads(done.stdout), done.stderr

    def doctor(self, *changes, options=(), **environment):
        """(exit, answer) of doctor for the contract with those changes; holds what verify() does, and that no cluster is asked."""
        self.front.requests.clear()
        file, mark = self.contract(*changes), self.cluster.mark()
        done = subprocess.run([self.weir, "doctor", str(file), "--format", "json", *options], capture_output=True, text=True, timeout=120,
                              env=self.environment(**environment))
        self.unspoken(done.stdout + done.stderr)
        expect(self.elsewhere.requests == [] and self.cluster.requests(mark) == [], f"asked elsewhere: {self.elsewhere.requests}")
        expect(done.stdout.count("\n") == 1, f"not one line: {done.stdout!r} {done.stderr!r}")
        return done.returncode, json.loads(done.stdout)

    def unspoken(self, text):
        for secret in (TOKEN, MINTED, CLIENT[1], "canary-7ab2"):
            expect(secret not in text, f"a secret was printed: {text}"[:2000])
        expect("\x1b[2J" not in text, "a server steers the terminal")
