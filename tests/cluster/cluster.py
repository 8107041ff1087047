"""A real Kubernetes API server for tests: etcd, kube-apiserver and, where wanted, the controller manager, as plain
processes of this machine. Its audit log is the witness of what a program sent.

A suite begins with `enter(...)`, which runs it again in a network of its own: ports are free, the address BACK_END
belongs to nobody else, and every process ends with the suite. Then `with Cluster(...) as cluster`.
"""

import base64
import json
import os
import pathlib
import shutil
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request

HERE = pathlib.Path(__file__).resolve().parent
BACK_END = "10.254.254.1"  # the service proxy follows no loopback address
NAMESPACE = "data-products"
API_PORT, ETCD_PORT, PEER_PORT, CONTROLLER_PORT = 6443, 2379, 2380, 10257
PATIENCE = 120  # seconds for a server to be ready

# Each is a context of the kubeconfig and a user of the same name, with this group.
USERS = {"admin": "system:masters", "development": "appliers", "other": "nobody", "operator": "operators", "viewer": "viewers",
         "second": "appliers", "granted": "weir-appliers",
         "watching": "weir-watchers"}

AUDIT_POLICY = {
    "apiVersion": "audit.k8s.io/v1", "kind": "Policy", "omitStages": ["RequestReceived"],
    "rules": [
        {"level": "None", "users": ["system:apiserver", "system:kube-controller-manager"]},
        {"level": "Request", "resources": [{"group": "", "resources": ["configmaps", "services/proxy"]}, {"group": "flink.apache.org"}]},
        {"level": "Metadata"},
    ],
}


def enter(prepare=None):
    """Runs this program again in network and process namespaces of its own, after `prepare()` has fetched what
    needs the network outside. Returns in the second run only."""
    if os.environ.get("WEIR_CLUSTER_INSIDE"):
        run("ip", "link", "set", "lo", "up")
        run("ip", "addr", "add", f"{BACK_END}/32", "dev", "lo")
        return
    if prepare is not None:
        prepare()
    as_root = [] if os.geteuid() == 0 else ["--user", "--map-root-user"]
    os.environ["WEIR_CLUSTER_INSIDE"] = "1"
    sys.stdout.flush()
    os.execvp("unshare", ["unshare", *as_root, "--net", "--pid", "--mount-proc", "--fork", "--kill-child", "--",
                          sys.executable, *sys.argv])


def definitions(folder):
    """The files of the operator's custom resource definitions, fetched by name once."""
    found = folder / "META-INF" / "fabric8"
    if not any(found.glob("flinkdeployments*.yml")):
        folder.mkdir(parents=True, exist_ok=True)
        run(HERE.parent / "maven", "-f", HERE / "pom.xml", f"-Dcluster.build={folder}", "package")
    return sorted(found.glob("*-v1.yml"))


def run(*command, **more):
    return subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True, timeout=600, **more)


def wait_for(what, condition, seconds=PATIENCE, every=0.05):
    """Polls until `condition()` is true; returns what it gave."""
    end = time.monotonic() + seconds
    while True:
        found = condition()
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(f"{what}: not within {seconds} s")
        time.sleep(every)


class Cluster:
    """etcd and kube-apiserver, with the custom resource definitions, NAMESPACE and the rights of docs/deploy-live.md.

    binaries: the folder that build_servers filled; folder: for its state, made anew; controllers: run
    kube-controller-manager too (garbage collection, endpoints of services).
    """

    def __init__(self, binaries, folder, crds, controllers=False):
        self.binaries, self.folder, self.controllers, self.crds = pathlib.Path(binaries), pathlib.Path(folder), controllers, crds
        self.kubeconfig = self.folder / "kubeconfig"
        self.audit_log = self.folder / "audit.log"
        self.processes = {}
        self.fences = 0

    def __enter__(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self._certificates()
        self._files()
        self._start("etcd", "--name=tests", f"--data-dir={self.folder}/etcd",
                    f"--listen-client-urls=http://127.0.0.1:{ETCD_PORT}", f"--advertise-client-urls=http://127.0.0.1:{ETCD_PORT}",
                    f"--listen-peer-urls=http://127.0.0.1:{PEER_PORT}", f"--initial-advertise-peer-urls=http://127.0.0.1:{PEER_PORT}",
                    f"--initial-cluster=tests=http://127.0.0.1:{PEER_PORT}", "--unsafe-no-fsync", "--log-level=warn")
        self.start_server()
        if self.controllers:
            self._start_controllers()
        self._resources()
        return self

    def __exit__(self, *_):
        # The state is thrown away: nothing has to end gracefully.
        for process in reversed(self.processes.values()):
            process.kill()
            process.wait()

    # ---- the server ----

    def start_server(self):
        self._start("kube-apiserver", f"--etcd-servers=http://127.0.0.1:{ETCD_PORT}",
                    "--bind-address=127.0.0.1", "--advertise-address=127.0.0.1", f"--secure-port={API_PORT}", "--endpoint-reconciler-type=none",
                    f"--tls-cert-file={self.folder}/api.crt", f"--tls-private-key-file={self.folder}/api.key", f"--cert-dir={self.folder}",
                    f"--token-auth-file={self.folder}/tokens.csv", "--authorization-mode=RBAC", "--anonymous-auth=false",
                    "--service-account-issuer=https://kubernetes.default.svc", f"--service-account-signing-key-file={self.folder}/sa.key",
                    f"--service-account-key-file={self.folder}/sa.key", "--service-cluster-ip-range=10.0.0.0/24", "--profiling=false",
                    f"--audit-policy-file={self.folder}/audit.yaml", f"--audit-log-path={self.audit_log}")
        wait_for("kube-apiserver answers", lambda: self._alive("kube-apiserver") and self.get("/readyz") == b"ok")

    def kill_server(self):
        process = self.processes.pop("kube-apiserver")
        process.kill()
        process.wait()

    def get(self, path):
        """The body of a request as admin, None when there is none."""
        context = ssl.create_default_context(cafile=str(self.folder / "ca.crt"))
        request = urllib.request.Request(f"https://127.0.0.1:{API_PORT}{path}", headers={"Authorization": "Bearer token-of-admin"})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))
        try:
            return opener.open(request, timeout=10).read()
        except (OSError, urllib.error.HTTPError):
            return None

    def kubectl(self, *arguments, context="admin", check=True, text=None):
        """Runs kubectl for the test itself. JSON given as `text` goes to its standard input."""
        command = [self.binaries / "kubectl", f"--kubeconfig={self.kubeconfig}", f"--context={context}", "--request-timeout=30s", *arguments]
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=120, input=text,
                              env={"PATH": os.environ["PATH"], "HOME": str(self.folder)})
        if check and done.returncode != 0:
            raise AssertionError(f"kubectl {' '.join(map(str, arguments))}: {done.stderr.strip()}")
        return done

    def read(self, kind, name, namespace=NAMESPACE):
        """The object, None when there is none."""
        done = self.kubectl("-n", namespace, "get", kind, name, "-o", "json", "--show-managed-fields", "--ignore-not-found")
        return json.loads(done.stdout) if done.stdout.strip() else None

    def apply(self, resource, manager="setup", context="admin"):
        self.kubectl("apply", "--server-side", f"--field-manager={manager}", "-f", "-", context=context, text=json.dumps(resource))

    def patch(self, kind, name, change, *more, context="admin", namespace=NAMESPACE):
        self.kubectl("-n", namespace, "patch", kind, name, "--type=merge", f"-p={json.dumps(change)}", *more, context=context)

    # ---- the witness ----

    def mark(self):
        """A place in the audit log, for requests()."""
        self._fence()
        return self.audit_log.stat().st_size

    def requests(self, mark, users=None):
        """The audit events since `mark` of everyone but admin, or of `users`."""
        self._fence()
        with open(self.audit_log, "rb") as log:
            log.seek(mark)
            events = [json.loads(line) for line in log]
        return [event for event in events
                if (event["user"].get("username") in users if users else event["user"].get("username") != "admin")]

    def _fence(self):
        self.fences += 1
        word = f"fence={self.fences}".encode()
        self.get(f"/version?fence={self.fences}")
        wait_for("the audit log is written", lambda: word + b'"' in self.audit_log.read_bytes()[-20000:])

    # ---- a pod's program behind the service proxy ----

    def service(self, name, port, namespace=NAMESPACE, address=BACK_END):
        """Makes a service whose only pod is whatever listens at `address`."""
        pod = f"{name}-0"
        self.apply({"apiVersion": "v1", "kind": "Service", "metadata": {"name": name, "namespace": namespace},
                    "spec": {"ports": [{"name": "rest", "port": port, "targetPort": port}]}})
        self.apply({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": pod, "namespace": namespace},
                    "spec": {"containers": [{"name": "main", "image": "none"}]}})
        self.patch("pod", pod, {"status": {"phase": "Running", "podIP": address, "podIPs": [{"ip": address}]}}, "--subresource=status",
                   namespace=namespace)
        self.apply({"apiVersion": "v1", "kind": "Endpoints", "metadata": {"name": name, "namespace": namespace},
                    "subsets": [{"addresses": [{"ip": address, "targetRef": {"kind": "Pod", "name": pod, "namespace": namespace}}],
                                 "ports": [{"name": "rest", "port": port}]}]})

    # ---- the parts of a start ----

    def _start(self, name, *arguments):
        with open(self.folder / f"{name}.log", "ab") as log:
            self.processes[name] = subprocess.Popen([str(self.binaries / name), *arguments], stdin=subprocess.DEVNULL, stdout=log, stderr=log)

    def _alive(self, name):
        if self.processes[name].poll() is not None:
            tail = (self.folder / f"{name}.log").read_text(errors="replace").splitlines()[-5:]
            raise AssertionError(f"{name} ended: " + "\n".join(tail))
        return True

    def _start_controllers(self):
        config = json.loads(self.kubeconfig.read_text())
        config["current-context"] = "admin"
        own = self.folder / "controllers.kubeconfig"
        own.write_text(json.dumps(config))
        self._start("kube-controller-manager", *(f"--{option}={own}" for option in ("kubeconfig", "authentication-kubeconfig", "authorization-kubeconfig")),
                    "--leader-elect=false", "--bind-address=127.0.0.1", f"--secure-port={CONTROLLER_PORT}", f"--cert-dir={self.folder}",
                    f"--service-account-private-key-file={self.folder}/sa.key", f"--root-ca-file={self.folder}/ca.crt",
                    "--controllers=namespace-controller,garbage-collector-controller,serviceaccount-controller,"
                    "root-ca-certificate-publisher-controller,endpoints-controller,endpointslice-controller,"
                    "deployment-controller,replicaset-controller")

    def _certificates(self):
        at = lambda name: self.folder / name
        for key in ("ca.key", "api.key", "sa.key"):
            run("openssl", "ecparam", "-name", "prime256v1", "-genkey", "-noout", "-out", at(key))
        run("openssl", "req", "-x509", "-new", "-key", at("ca.key"), "-subj", "/CN=tests", "-days", "2", "-out", at("ca.crt"))
        run("openssl", "req", "-new", "-key", at("api.key"), "-subj", "/CN=kube-apiserver", "-out", at("api.csr"))
        at("names").write_text("subjectAltName=IP:127.0.0.1,IP:10.0.0.1,DNS:localhost,DNS:kubernetes.default.svc\nextendedKeyUsage=serverAuth\n")
        run("openssl", "x509", "-req", "-in", at("api.csr"), "-CA", at("ca.crt"), "-CAkey", at("ca.key"), "-CAcreateserial", "-days", "2",
            "-extfile", at("names"), "-out", at("api.crt"))

    def _files(self):
        (self.folder / "tokens.csv").write_text("".join(f'token-of-{user},{user},{number},"{group}"\n'
                                                        for number, (user, group) in enumerate(USERS.items())))
        (self.folder / "audit.yaml").write_text(json.dumps(AUDIT_POLICY))
        self.kubeconfig.write_text(json.dumps(self.config(f"https://127.0.0.1:{API_PORT}")))

    def config(self, server):
        """A kubeconfig for this server behind that address. It has no current context: who forgets --context fails."""
        authority = base64.b64encode((self.folder / "ca.crt").read_bytes()).decode()
        return {"apiVersion": "v1", "kind": "Config", "current-context": "",
                "clusters": [{"name": "tests", "cluster": {"server": server, "certificate-authority-data": authority}}],
                "users": [{"name": user, "user": {"token": f"token-of-{user}"}} for user in USERS],
                "contexts": [{"name": user, "context": {"cluster": "tests", "user": user}} for user in USERS]}

    def _resources(self):
        for file in self.crds:
            self.kubectl("apply", "--server-side", "--field-manager=setup", "-f", file)
        for resource in json.loads((HERE / "rights.json").read_text()):
            self.apply(resource)
        if not self.controllers:
            self.kubectl("-n", NAMESPACE, "create", "serviceaccount", "default")
        wait_for("the custom resource is served",
                 lambda: self.get(f"/apis/flink.apache.org/v1beta1/namespaces/{NAMESPACE}/flinkdeployments") is not None)


class Tally:
    """Runs the tests of a suite by name; its last line is counted by tests/tally.py."""

    def __init__(self, wanted=()):
        self.wanted, self.passed, self.failed = wanted, 0, 0

    def test(self, name, body):
        if self.wanted and not any(word in name for word in self.wanted):
            return
        begin = time.monotonic()
        try:
            body()
        except Exception as failure:  # pylint: disable=broad-except
            self.failed += 1
            print(f"FAILED {name}: {type(failure).__name__}: {failure}", flush=True)
        else:
            self.passed += 1
            print(f"ok {name} ({time.monotonic() - begin:.1f} s)", flush=True)

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or not self.passed else 0
