"""What `weir verify` reads of the real Flink and the real table. Only Kubernetes is played: a program named kubectl gives
out the FlinkDeployment as weir plans it, and passes on what Flink's REST API answers."""

import json
import os
import subprocess
import time

from processes import wait_until
from stage import HERE, Stage

ROWS = 20
PIECES = ["deployment-spec", "deployment-state", "checkpoint", "table-schema", "snapshot"]
KUBECTL = """#!/usr/bin/env python3
import json, sys, urllib.error, urllib.request
with open({objects!r}) as file:
    objects = json.load(file)
path = next((word.removeprefix("--raw=") for word in sys.argv if word.startswith("--raw=")), None)
proxy = "/services/http:{name}-rest:8081/proxy/"
if path is None:
    print(json.dumps(dict(contexts=[dict(name="development", context=dict(cluster="c", user="u"))])))
elif proxy in path:
    try:
        print(urllib.request.urlopen({flink!r} + path.partition(proxy)[2], timeout=10).read().decode())
    except urllib.error.HTTPError as refused:
        sys.exit("Error from server: " + refused.read().decode())
elif path.partition("?")[0] in objects:
    print(json.dumps(objects[path.partition("?")[0]]))
else:
    sys.exit("Error from server (NotFound): nothing at " + path)
"""
ALLOWED = {
    "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST": "development", "FLUID_FLINK_NAMESPACE_ALLOWLIST": "data-products",
    "FLUID_FLINK_IMAGE_ALLOWLIST": "registry.example.com/", "FLUID_FLINK_SERVICE_ACCOUNT_ALLOWLIST": "flink",
    "FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST": "127.0.0.1",
}


class Operator:
    """One contract, deployed as the operator would say it is, and `weir verify` of it."""

    def __init__(self, stage, job_file):
        self.stage, self.folder = stage, job_file.parents[2]
        self.contract = self.folder / "contract.fluid.yaml"
        plan = self.folder / "plan.json"
        done = self.weir("plan", self.contract, "--mode", "amend", "--out", plan)
        assert done.returncode == 0, done.stdout + done.stderr
        (build,) = json.loads(plan.read_text())["builds"]
        self.deployment = build["flinkDeployment"]
        self.name = self.deployment["metadata"]["name"]
        self.objects = self.folder / "objects.json"
        kubectl = self.folder / "kubectl"
        kubectl.write_text(KUBECTL.format(objects=str(self.objects), flink=f"http://127.0.0.1:{stage.flink.rest}/", name=self.name))
        kubectl.chmod(0o755)

    def weir(self, *words):
        environment = {**os.environ, **ALLOWED, "PATH": f"{self.folder}:{os.environ['PATH']}"}
        return subprocess.run([str(word) for word in (self.stage.weir, *words)], capture_output=True, text=True, timeout=120, env=environment)

    def runs(self, job):
        """Kubernetes says that this job of Flink's is the deployment's."""
        status = {"observedGeneration": 1, "lifecycleState": "STABLE", "jobManagerDeploymentStatus": "READY",
                  "jobStatus": {"state": "RUNNING", "jobId": job}, "reconciliationStatus": {"state": "DEPLOYED", "lastReconciledSpec": "{}"}}
        metadata = {**self.deployment["metadata"], "generation": 1, "uid": "u", "resourceVersion": "1"}
        path = f"/apis/flink.apache.org/v1beta1/namespaces/{metadata['namespace']}/flinkdeployments/{self.name}"
        self.objects.write_text(json.dumps({path: {**self.deployment, "metadata": metadata, "status": status}}))

    def verify(self):
        done = self.weir("verify", self.contract, "--streaming-timeout", "0", "--format", "json")
        answer = json.loads(done.stdout)
        return done.returncode, {piece["kind"]: piece for piece in answer["evidence"]}, answer


def what_verify_sees(stage: Stage):
    """weir verify reads Flink's own answers about checkpoints and Iceberg's about the table"""
    rename = lambda text: text.replace("topic: strict", "topic: verified").replace("e2e-strict", "e2e-verified").replace("table: strict", "table: verified")
    _, job_file = stage.contract(HERE / "contracts" / "strict.fluid.yaml", rename)
    stage.kafka.create("verified", partitions=1)
    operator = Operator(stage, job_file)
    job = stage.submit(job_file)
    stage.kafka.produce("verified", [{"value": b'{"id": %d, "name": "n"}' % number} for number in range(ROWS)])
    stage.landed(job, "e2e.verified", ROWS)
    operator.runs(job)
    code, found, answer = operator.verify()
    assert code == 0 and answer["verified"] and list(found) == PIECES, answer
    newest = stage.flink.ask(f"jobs/{job}/checkpoints")["latest"]["completed"]["latest_ack_timestamp"] / 1000
    told = time.time() - found["checkpoint"]["ageSeconds"]
    assert abs(told - newest) < 5, f"a checkpoint of {newest} is told as of {told}: {found['checkpoint']}"

    # A job that Flink does not know, and one that never made a checkpoint.
    operator.runs("0" * 32)
    code, found, answer = operator.verify()
    assert code != 0 and not found["checkpoint"]["ok"] and found["snapshot"]["ok"], answer
    point = stage.flink.stop(job)
    late = stage.submit(job_file, point, settings=["execution.checkpointing.interval=3600000"])
    stage.flink.wait_state(late, "RUNNING")
    operator.runs(late)
    code, found, answer = operator.verify()
    assert code != 0 and not found["checkpoint"]["ok"], answer
    stage.flink.cancel(late)
