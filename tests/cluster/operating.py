"""The real Flink Kubernetes operator as a plain JVM, and what stands around it where no pod ever runs: a kubelet, a
Flink REST API."""

import http.server
import json
import os
import pathlib
import re
import subprocess
import threading
import time

from cluster import BACK_END, HERE, NAMESPACE, run

SOURCES = HERE / "operator"
NODE = "tests"
REST_PORT = 8081
FAILURE = "Checkpoint declined: the state cannot be written"


def prepare(folder):
    """Fetches the operator's libraries, compiles what stands in for its missing parts."""
    stamp = folder / "built"
    newest = max(file.stat().st_mtime for file in SOURCES.rglob("*") if file.is_file())
    if stamp.exists() and stamp.stat().st_mtime >= newest:
        return
    folder.mkdir(parents=True, exist_ok=True)
    run(SOURCES.parents[1] / "maven", "-f", SOURCES / "pom.xml", f"-Doperator.build={folder}", "package")
    for part in ("shim", "tools"):
        run("javac", "-cp", f"{folder}/lib/*", "-d", folder / part, *(SOURCES / "src" / part).rglob("*.java"))
    cause = run("java", "-cp", f"{folder}/tools:{folder}/lib/*", "FailedSavepoint", FAILURE).stdout
    (folder / "cause").write_text(cause)
    (folder / "plugins").mkdir(exist_ok=True)
    stamp.touch()


class Operator:
    """Runs until the suite's processes end."""

    def __init__(self, folder, cluster):
        config = json.loads(cluster.kubeconfig.read_text())
        config["current-context"] = "admin"
        own = cluster.folder / "operator.kubeconfig"
        own.write_text(json.dumps(config))
        self.log = cluster.folder / "operator.log"
        environment = {"PATH": os.environ["PATH"], "HOME": str(cluster.folder), "KUBECONFIG": str(own), "HOSTNAME": "operator",
                       "FLINK_CONF_DIR": str(SOURCES / "conf"), "FLINK_PLUGINS_DIR": str(folder / "plugins"),
                       "OPERATOR_NAMESPACE": "default", "OPERATOR_NAME": "operator"}
        if "JAVA_HOME" in os.environ:
            environment["JAVA_HOME"] = os.environ["JAVA_HOME"]
        with open(self.log, "wb") as log:
            cluster.processes["operator"] = subprocess.Popen(
                ["java", "-Xmx400m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", f"-Dlog4j.configurationFile=file:{SOURCES}/conf/log4j2.properties",
                 "-cp", f"{folder}/shim:{folder}/lib/*", "org.apache.flink.kubernetes.operator.FlinkOperator"],
                env=environment, stdin=subprocess.DEVNULL, stdout=log, stderr=log)


class Kubelet(threading.Thread):
    """Says of every pod that it runs and is ready, and lets go of those that are deleted."""

    def __init__(self, cluster):
        super().__init__(daemon=True)
        self.cluster = cluster
        cluster.apply({"apiVersion": "v1", "kind": "Node", "metadata": {"name": NODE}})

    def run(self):
        while True:
            try:
                self.look()
            except (AssertionError, ValueError, KeyError, subprocess.SubprocessError):
                pass  # a pod that is gone meanwhile, a server that is just ending: the next look sees
            time.sleep(0.5)

    def look(self):
        pods = json.loads(self.cluster.kubectl("-n", NAMESPACE, "get", "pods", "-o", "json").stdout)["items"]
        for pod in pods:
            name = pod["metadata"]["name"]
            if pod["metadata"].get("deletionTimestamp"):
                self.cluster.kubectl("-n", NAMESPACE, "delete", "pod", name, "--force", "--grace-period=0", check=False)
            elif pod["status"].get("phase") == "Pending":
                self.begin(name)

    def begin(self, name):
        binding = {"apiVersion": "v1", "kind": "Binding", "metadata": {"name": name}, "target": {"kind": "Node", "name": NODE}}
        self.cluster.kubectl("create", "--raw", f"/api/v1/namespaces/{NAMESPACE}/pods/{name}/binding", "-f", "-", text=json.dumps(binding))
        now = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
        ready = [{"type": kind, "status": "True", "lastTransitionTime": now} for kind in ("Ready", "ContainersReady")]
        self.cluster.patch("pod", name, {"status": {"phase": "Running", "podIP": BACK_END, "podIPs": [{"ip": BACK_END}], "startTime": now,
                                                    "conditions": ready}}, "--subresource=status")


class FlinkRest:
    """The end points of a JobManager that the operator reads, with savepoints that can fail.

    Runs one job, whose id the operator has given out; `savepoint` is where its state went when it was stopped.
    """

    def __init__(self, folder, job_id):
        self.job_id, self.begin = job_id, int(time.time() * 1000)
        self.state, self.savepoint, self.fails = "RUNNING", None, False
        self.cause = (folder / "cause").read_text()
        self.asked = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = re.sub(r"^/v1(?=/)", "", self.path.partition("?")[0])
                outer.asked.append((self.command, path, body.decode()))
                code, value = outer.reply(self.command, path, body)
                text = json.dumps(value).encode()
                self.send_response(code)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_POST = do_PATCH = do_DELETE = answer

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("0.0.0.0", REST_PORT), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        """The JobManager goes away with its job."""
        self.server.shutdown()
        self.server.server_close()

    def reply(self, command, path, body):
        job, now, runs = f"/jobs/{self.job_id}", int(time.time() * 1000), self.state == "RUNNING"
        if command == "POST" and path in (f"{job}/stop", f"{job}/savepoints"):
            self.target = json.loads(body).get("targetDirectory")
            return 202, {"request-id": "b" * 32}
        if path == "/jobs/overview":
            tasks = dict.fromkeys("created scheduled deploying finished canceling canceled failed reconciling initializing".split(), 0)
            return 200, {"jobs": [{"jid": self.job_id, "name": "job", "state": self.state, "start-time": self.begin,
                                   "end-time": -1 if runs else now, "duration": now - self.begin, "last-modification": self.begin,
                                   "tasks": {**tasks, "total": 1, "running": int(runs), "finished": int(not runs)}}]}
        if path == "/config":
            return 200, {"refresh-interval": 3000, "timezone-name": "UTC", "timezone-offset": 0, "flink-version": "1.20.1", "flink-revision": "x",
                         "features": {"web-submit": True, "web-cancel": False, "web-history": False}}
        if path == "/taskmanagers":
            return 200, {"taskmanagers": []}
        if path == f"{job}/checkpoints":
            return 200, {"counts": {"restored": 0, "total": 3, "in_progress": 0, "completed": 3, "failed": 0},
                         "latest": {"completed": {"id": 3, "status": "COMPLETED", "latest_ack_timestamp": now}}}
        if path.startswith(f"{job}/savepoints/"):
            return 200, {"status": {"id": "COMPLETED"}, "operation": self.saved()}
        return 404, {"errors": [f"not found: {path}"]}

    def saved(self):
        if self.fails:
            return {"failure-cause": {"class": "java.lang.RuntimeException", "stack-trace": FAILURE, "serialized-throwable": self.cause}}
        self.state, self.savepoint = "FINISHED", f"{self.target}/savepoint-{self.begin}"
        return {"location": self.savepoint}
