"""Five hundred made-up deployments, and a stand-in for kubectl that lists them where no API server is."""
import json
import os
import shlex
import time

COUNT = 500
NAMESPACE = "data-products"
DOMAINS = ("commerce", "logistics", "billing", "support", "sensors")
FLOWS = ("orders", "payments", "shipments", "returns", "tickets", "readings", "invoices", "stock", "clicks", "visits")
PAGE = 250  # what Weir asks for in one request


def name_of(number):
    return f"{FLOWS[number % len(FLOWS)]}-{DOMAINS[number // 7 % len(DOMAINS)]}-{number:03}"


def product_of(number):
    return f"{DOMAINS[number // 7 % len(DOMAINS)]}.{FLOWS[number % len(FLOWS)]}"


def status(number, now):
    """What an operator would say of the made-up deployment."""
    job = {"jobId": f"{number:032x}", "state": "RUNNING", "startTime": str(now - 60_000 * (number * 37 % 9000 + 5)),
           "savepointInfo": {"lastPeriodicSavepointTimestamp": 0, "savepointHistory": [],
                             "lastSavepoint": {"timeStamp": now - 1000 * (number * 7919 % 50_000 + 30), "location": "s3://state/s"}}}
    whole = {"lifecycleState": "STABLE", "jobManagerDeploymentStatus": "READY", "observedGeneration": 1, "jobStatus": job,
             "reconciliationStatus": {"reconciliationTimestamp": now, "state": "DEPLOYED",
                                      "lastReconciledSpec": json.dumps({"resource_metadata": {"metadata": {"generation": 1}}})}}
    if number % 41 == 0:
        job["state"] = "FAILED"
        whole.update(lifecycleState="FAILED", error=json.dumps({"type": "ReconciliationException", "message": "The job's image cannot be pulled"}))
    elif number % 29 == 0:
        job["state"] = "RESTARTING"
        whole["lifecycleState"] = "DEPLOYED"
    return whole


def deployment(number, now):
    return {"apiVersion": "flink.apache.org/v1beta1", "kind": "FlinkDeployment",
            "metadata": {"name": name_of(number), "namespace": NAMESPACE, "generation": 1, "labels": {"app.kubernetes.io/managed-by": "weir"},
                         "annotations": {"weir/product": product_of(number), "weir/build": "flatten-orders"}},
            "spec": {"flinkVersion": "v1_20", "job": {"parallelism": 2, "state": "running"}}, "status": status(number, now)}


def checkpoints(now):
    """Flink's answer about the checkpoints of a job."""
    done = [{"id": i, "status": "COMPLETED", "latest_ack_timestamp": now - 60_000 * (10 - i), "end_to_end_duration": 400 + 90 * (i * i % 7), "state_size": 1}
            for i in range(1, 11)]
    return {"counts": {"completed": 10, "failed": 1}, "latest": {"completed": done[-1]}, "history": done[::-1]}


class StandIn:
    """A folder with a `kubectl` in it that answers the window's reads from files. Its contexts: `development`, which has the
    deployments, `stalled`, which never answers, and `other`, which no allowlist holds."""

    def __init__(self, folder, count=COUNT):
        self.folder = folder
        folder.mkdir(parents=True)
        now = int(time.time() * 1000)
        items = [deployment(number, now) for number in range(1, count + 1)]
        pages = [items[at:at + PAGE] for at in range(0, count, PAGE)] or [[]]
        for number, page in enumerate(pages):
            more = {"continue": f"page-{number + 1}"} if number + 1 < len(pages) else {}
            self._write(f"page-{number}", {"kind": "List", "metadata": more, "items": page})
        self._write("checkpoints", checkpoints(now))
        contexts = ("development", "stalled", "other")
        self._write("config", {"current-context": "development",
                               "clusters": [{"name": each, "cluster": {"server": f"https://{each}.example.com:6443"}} for each in contexts],
                               "contexts": [{"name": each, "context": {"cluster": each, "user": "me"}} for each in contexts]})
        home = shlex.quote(str(folder))
        kubectl = folder / "kubectl"
        kubectl.write_text("#!/bin/sh\n"
                           f"cd {home} || exit 1\n"
                           'case "$*" in\n'
                           '  "config view"*) exec cat config ;;\n'
                           "  --context=stalled*) exec sleep 3600 ;;\n"
                           "  *checkpoints) exec cat checkpoints ;;\n"
                           '  *continue=*) exec cat "${*##*continue=}" ;;\n'
                           "  *flinkdeployments[?]*) exec cat page-0 ;;\n"
                           "esac\n"
                           'echo "Error from server (NotFound): not found" >&2\nexit 1\n')
        kubectl.chmod(0o755)

    def _write(self, name, value):
        (self.folder / name).write_text(json.dumps(value))

    @property
    def environment(self):
        """What the window is started with, on top of its own."""
        return {"PATH": f"{self.folder}:{os.environ['PATH']}", "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST": "development,stalled",
                "FLUID_FLINK_NAMESPACE_ALLOWLIST": NAMESPACE}
