"""Weir as an operator runs it against the cluster of a suite: its environment, contracts, plans, a proxy that cuts."""

import hashlib
import http.client
import http.server
import json
import os
import pathlib
import ssl
import subprocess
import threading

from cluster import API_PORT, HERE, NAMESPACE

CONTRACT = (HERE / "landed.fluid.yaml").read_text(encoding="utf-8")
SECONDS = 120
PARALLEL = ("parallelism: 1", "parallelism: 4")  # a change of the contract
STRANGE = "a b;$(touch x) ?[a]"  # the name of a context
ALLOWED = {
    "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST": f"development,viewer,other,second,granted,watching,nowhere,cut,stalled,{STRANGE}",
    "FLUID_FLINK_NAMESPACE_ALLOWLIST": NAMESPACE,
    "FLUID_FLINK_IMAGE_ALLOWLIST": "registry.example.com/weir-flink",
    "FLUID_FLINK_SERVICE_ACCOUNT_ALLOWLIST": f"{NAMESPACE}/flink",
    "FLUID_FLINK_SECRET_ALLOWLIST": f"{NAMESPACE}/flink-storage",
    "FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST": "example.com",
    "FLUID_ACQUISITION_SECRET_REF_ALLOWLIST": "ICEBERG_TOKEN@catalog.example.com",
}
# Stands in PATH before kubectl, and keeps what it is called with.
RECORDER = """#!/usr/bin/env python3
import json, os, sys
with open({log!r}, "a") as log:
    log.write(json.dumps(dict(arguments=sys.argv[1:], environment=sorted(os.environ))) + "\\n")
os.execv({kubectl!r}, [{kubectl!r}, *sys.argv[1:]])
"""


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


class Done:
    """A run of weir."""

    def __init__(self, run):
        self.code, self.out, self.err = run.returncode, run.stdout, run.stderr

    def __str__(self):
        return f"exit {self.code}\n{self.out[-1500:]}\n{self.err[-1500:]}"

    @property
    def json(self):
        return json.loads(self.out)


class Desk:
    """A folder with contracts, and an operator's environment."""

    def __init__(self, weir, cluster, folder):
        self.weir, self.cluster, self.folder = pathlib.Path(weir).resolve(), cluster, folder
        self.calls_log = folder / "calls"
        for part in ("home", "bin", "empty"):
            (folder / part).mkdir(parents=True)
        recorder = folder / "bin" / "kubectl"
        recorder.write_text(RECORDER.format(log=str(self.calls_log), kubectl=str(cluster.binaries.resolve() / "kubectl")))
        recorder.chmod(0o755)
        self.kubeconfig = folder / "kubeconfig"
        self.kubeconfig.write_text(cluster.kubeconfig.read_text())
        self.environment = {"PATH": f"{folder}/bin:{os.environ['PATH']}", "HOME": str(folder / "home"),
                            "KUBECONFIG": str(self.kubeconfig), "ICEBERG_TOKEN": "the-token-itself", **ALLOWED}

    def run(self, *words, **variables):
        environment = {**self.environment, **variables}
        return Done(subprocess.run([str(self.weir), *map(str, words)], cwd=self.folder, capture_output=True, text=True,
                                   timeout=SECONDS, stdin=subprocess.DEVNULL,
                                   env={name: value for name, value in environment.items() if value is not None}))

    def contract(self, name, *changes):
        """Writes the contract with a deployment of that name and `(old, new)` replaced; returns its file."""
        text = CONTRACT.replace("            name: orders\n", f"            name: {name}\n").replace("s3://state/orders/", f"s3://state/{name}/")
        for old, new in changes:
            expect(old in text, f"the contract has no {old}")
            text = text.replace(old, new)
        file = self.folder / f"{name}.fluid.yaml"
        file.write_text(text, encoding="utf-8")
        return file

    def plan(self, file, mode="amend"):
        out = self.folder / f"{file.name.partition('.')[0]}.plan.json"
        done = self.run("plan", file, "--mode", mode, "--out", out)
        expect(done.code == 0, done)
        return out

    def apply(self, plan, mode="amend", *more, **variables):
        return self.run("apply", plan, "--mode", mode, "--yes", "--wait", "0", "--format", "json", *more, **variables)

    def deploy(self, name, *changes, mode="amend"):
        """Plans and applies; what it takes for granted is expected."""
        done = self.apply(self.plan(self.contract(name, *changes), mode), mode)
        expect(done.code == 0, done)
        return done

    def live(self, name):
        return self.cluster.read("flinkdeployment", name)

    def diff(self, file, *more, **variables):
        return self.run("diff", file, "--format", "json", *more, **variables)

    def calls(self):
        return [json.loads(line) for line in self.calls_log.read_text().splitlines()] if self.calls_log.exists() else []

    def point(self, context, server, user=None):
        """Adds a context to the kubeconfig that reaches `server` (a URL) as development."""
        config = json.loads(self.kubeconfig.read_text())
        cluster = json.loads(json.dumps(config["clusters"][0]))
        cluster["name"], cluster["cluster"]["server"] = context, server
        config["clusters"].append(cluster)
        config["contexts"].append({"name": context, "context": {"cluster": context, "user": user or "development"}})
        self.kubeconfig.write_text(json.dumps(config))


def writes(events):
    """(resource, name, rehearsed) of every write among audit events, in order."""
    found = []
    for event in events:
        if event["verb"] in ("patch", "create", "update", "delete"):
            reference = event["objectRef"]
            found.append((reference["resource"], reference["name"], "dryRun=All" in event["requestURI"]))
    return found


class CuttingProxy:
    """TLS in front of the API server; `at` decides what happens to a write.

    at(kind, number) is called for each write that is no rehearsal, numbered from 1: "pass", "refuse" (cut before it arrives), "swallow"
    (it arrives, the answer does not), "last" (it passes, and whatever comes after is cut), or a function that is called before the
    request is cut, or passes when that returns "pass".
    """

    def __init__(self, cluster, port):
        proxy = self
        self.at = lambda kind, number: "pass"
        self.count = 0
        self.deaf = False
        # Whoever has this certificate is the server: it is the server's own.
        upstream = ssl.create_default_context(cafile=str(cluster.folder / "ca.crt"))

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def answer(self):
                body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                verdict = "refuse" if proxy.deaf else "pass"
                if self.command in ("PATCH", "POST", "PUT") and "dryRun" not in self.path and f"/namespaces/{NAMESPACE}/" in self.path and not proxy.deaf:
                    proxy.count += 1
                    verdict = proxy.at("configmap" if "/configmaps" in self.path else "flinkdeployment", proxy.count)
                if callable(verdict):
                    verdict = verdict()
                proxy.deaf = proxy.deaf or verdict == "last"
                if verdict not in ("pass", "swallow", "last"):
                    self.cut()
                    return
                connection = http.client.HTTPSConnection("127.0.0.1", API_PORT, context=upstream, timeout=60)
                connection.request(self.command, self.path, body, {name: value for name, value in self.headers.items() if name != "Host"})
                answer = connection.getresponse()
                text = answer.read()
                if verdict == "swallow":
                    self.cut()
                    return
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("transfer-encoding", "content-length", "connection"):
                        self.send_header(name, value)
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            do_GET = do_PATCH = do_POST = do_PUT = answer

            def cut(self):
                self.close_connection = True
                self.connection.close()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)
        own = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        own.load_cert_chain(cluster.folder / "api.crt", cluster.folder / "api.key")
        self.server.socket = own.wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://127.0.0.1:{port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def digest_again(plan, change):
    """Changes a plan with `change(object)`, and makes its digest fit as anyone can."""
    value = json.loads(plan.read_text())
    change(value)
    value.pop("planDigest")
    canonical = lambda thing: json.dumps(thing, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    value["planDigest"] = "sha256:" + hashlib.sha256(canonical(value).encode()).hexdigest()
    plan.write_text(canonical(value) + "\n")
