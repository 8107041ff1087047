"""Clusters that do not do as asked, and runs of `weir apply` that are cut anywhere."""

import json
import signal
import subprocess
import threading
import time

from cluster import NAMESPACE
from deploying import STRANGE, expect


class Troubles:
    # ---- clusters that do not do as asked ----

    def problem(self, context, exit, code, **variables):
        name = f"at-{context}"
        plan = self.desk.plan(self.desk.contract(name, ("context: development", f"context: {context}")))
        begin = time.monotonic()
        done = self.desk.apply(plan, **variables)
        problem = done.json["deployments"][0]["problems"][0]
        expect(done.code == exit and problem["code"] == code, done)
        expect(time.monotonic() - begin < 70, "it took too long")
        return problem["message"]

    def test_a_missing_right_is_told_with_verb_and_resource(self):
        message = self.problem("other", 2, "cluster-forbidden")
        expect("403" in message and "get" in message and "flinkdeployments" in message, message)
        message = self.problem("viewer", 1, "cluster-forbidden")
        expect("403" in message and "patch" in message and "configmaps" in message, message)

    def test_a_refused_credential_is_told(self):
        config = json.loads(self.desk.kubeconfig.read_text())
        next(user for user in config["users"] if user["name"] == "second")["user"]["token"] = "expired"
        self.desk.kubeconfig.write_text(json.dumps(config))
        expect("401" in self.problem("second", 2, "cluster-unauthorized"), "no 401")

    def test_a_server_that_is_not_there_is_told(self):
        expect("nowhere" in self.problem("nowhere", 2, "cluster-unreachable"), "no context")

    def test_a_server_that_stalls_is_told_in_bounded_time(self):
        self.problem("stalled", 2, "cluster-timeout")

    def test_a_context_that_the_kubeconfig_lacks_is_told(self):
        unknown = ("context: development", f"context: '{STRANGE}'")
        done = self.desk.apply(self.desk.plan(self.desk.contract("unknown", unknown)))
        expect(done.code == 2 and done.json["deployments"][0]["problems"][0]["code"] == "cluster-context-unknown", done)

    def test_kubectl_that_is_not_there_is_told(self):
        done = self.desk.apply(self.desk.plan(self.desk.contract("bare")), PATH=str(self.desk.folder / "empty"))
        expect(done.code == 2 and done.json["deployments"][0]["problems"][0]["code"] == "kubectl-missing", done)

    def test_a_404_of_something_else_is_no_absence(self):
        for path in ("/apis/nothing.example.com/v1/namespaces/data-products/things/x", "/nowhere/api/v1/namespaces/data-products/configmaps/x"):
            said = self.cluster.kubectl("get", f"--raw={path}", check=False).stderr
            expect("Error from server (NotFound): the server could not find the requested resource" in said, said)
        self.desk.point("elsewhere", "https://127.0.0.1:6443/nowhere", "admin")
        message = self.problem("elsewhere", 2, "cluster-not-found", FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="elsewhere")
        expect("could not find the requested resource" in message, message)
        done = self.desk.diff(self.desk.contract("at-elsewhere", ("context: development", "context: elsewhere")),
                              FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="elsewhere")
        expect(done.code == 2 and done.json["error"]["code"] == "cluster-not-found", done)

    def test_a_namespace_that_is_not_there_is_refused(self):
        self.desk.point("everywhere", "https://127.0.0.1:6443", "admin")
        plan = self.desk.plan(self.desk.contract("homeless", ("context: development", "context: everywhere"),
                                                 (f"namespace: {NAMESPACE}", "namespace: empty-lot")))
        done = self.desk.apply(plan, FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="everywhere", FLUID_FLINK_NAMESPACE_ALLOWLIST="empty-lot",
                               FLUID_FLINK_SERVICE_ACCOUNT_ALLOWLIST="empty-lot/flink", FLUID_FLINK_SECRET_ALLOWLIST="empty-lot/flink-storage")
        problem = done.json["deployments"][0]["problems"][0]
        expect(done.code == 1 and problem["code"] == "cluster-not-found" and 'namespaces "empty-lot" not found' in problem["message"], done)

    def test_words_of_a_credential_plugin_are_not_the_servers(self):
        plugin = self.desk.folder / "bin" / "plugin"
        plugin.write_text("#!/bin/sh\n"
                          "echo \"ERROR: (NotFound) The key vault 'team' was not found. token ghp_0123456789abcdefABCDEF\" >&2\n"
                          "echo 'Error from server (NotFound): flinkdeployments.flink.apache.org \"at-plugin\" not found' >&2\nexit 3\n")
        plugin.chmod(0o755)
        self.desk.point("plugin", "https://127.0.0.1:6443", "plugin")
        config = json.loads(self.desk.kubeconfig.read_text())
        config["users"].append({"name": "plugin", "user": {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": str(plugin),
                                                                    "interactiveMode": "Never"}}})
        self.desk.kubeconfig.write_text(json.dumps(config))
        message = self.problem("plugin", 2, "cluster-unauthorized", FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="plugin")
        expect("getting credentials" in message and "ghp_" not in message, message)

    # ---- changed between the rehearsal and the write ----

    def test_an_object_that_was_replaced_is_not_written_to(self):
        for name, again in (("replaced", True), ("removed", False)):
            changes = (("context: development", "context: cut"), ("topic: orders", "topic: orders-2"))
            self.desk.deploy(name, changes[0])
            plan, live = self.desk.plan(self.desk.contract(name, *changes)), self.desk.live(name)

            def replace():
                self.cluster.kubectl("-n", NAMESPACE, "delete", "flinkdeployment", name)
                kept = {key: live["metadata"][key] for key in ("name", "namespace", "labels", "annotations")}
                if again:
                    self.cluster.apply({**{key: live[key] for key in ("apiVersion", "kind", "spec")}, "metadata": kept}, manager="weir")
                return "pass"

            self.proxy.at = lambda kind, _: replace if kind == "configmap" else "pass"
            done = self.desk.apply(plan)
            self.proxy.at = lambda kind, number: "pass"
            step, now = done.json["deployments"][0], self.desk.live(name)
            expect(done.code == 1 and [problem["code"] for problem in step["problems"]] == ["apply-changed-meanwhile"], done)
            expect(now["spec"] == live["spec"] and now["metadata"]["generation"] == 1 if again else now is None, "it was written to")
            expect(self.desk.apply(plan).code == 0, "a second run does not finish")

    def test_a_state_that_cannot_be_looked_at_is_unknown(self):
        plan = self.desk.plan(self.desk.contract("unseen", ("context: development", "context: cut")))
        self.proxy.at = lambda kind, _: "last" if kind == "flinkdeployment" else "pass"
        done = self.desk.apply(plan)
        self.proxy.at, self.proxy.deaf = (lambda kind, number: "pass"), False
        step = done.json["deployments"][0]
        expect(done.code == 2 and done.json["applied"] is True and step["state"] is None, done)
        expect("its state is not known" in step["message"] and len(step["sent"]) == 2, step)
        done = self.desk.apply(plan)
        expect(done.code == 0 and done.json["deployments"][0]["state"] == "accepted", done)

    # ---- interrupted ----

    def interrupted(self, name, at):
        """Applies through the proxy, which does as `at` says, then again undisturbed; the second run finishes."""
        plan = self.desk.plan(self.desk.contract(name, ("context: development", "context: cut")))
        self.proxy.count, self.proxy.at = 0, at
        first = self.desk.apply(plan)
        expect(first.code == 2 and first.json["applied"] is None, first)
        self.proxy.at = lambda kind, number: "pass"
        second = self.desk.apply(plan)
        expect(second.code == 0 and second.json["applied"] is True, second)
        live = self.desk.live(name)
        expect(live["metadata"]["generation"] == 1 and self.cluster.read("configmap", self.mounted(name)) is not None, live)

    def test_a_second_run_finishes_what_a_cut_connection_left(self):
        for kind in ("configmap", "flinkdeployment"):
            for what in ("refuse", "swallow"):
                self.interrupted(f"{what}-{kind}", lambda at, _: what if at == kind else "pass")

    def test_a_second_run_finishes_what_a_killed_server_left(self):
        def kill(kind, _):
            return self.cluster.kill_server if kind == "flinkdeployment" else "pass"

        plan = self.desk.plan(self.desk.contract("killed", ("context: development", "context: cut")))
        self.proxy.at = kill
        first = self.desk.apply(plan)
        self.proxy.at = lambda kind, number: "pass"
        self.cluster.start_server()
        expect(first.code == 2 and first.json["applied"] is None, first)
        expect(self.desk.live("killed") is None, "it arrived")
        expect(self.desk.apply(plan).code == 0 and self.desk.live("killed") is not None, "not finished")

    def test_a_second_run_finishes_what_a_killed_weir_left(self):
        plan = self.desk.plan(self.desk.contract("axed", ("context: development", "context: cut")))
        reached, free = threading.Event(), threading.Event()

        def hold():
            reached.set()
            free.wait(60)

        self.proxy.at = lambda kind, _: hold if kind == "flinkdeployment" else "pass"
        process = subprocess.Popen([str(self.desk.weir), "apply", str(plan), "--mode", "amend", "--yes"], env=self.desk.environment,
                                   cwd=self.desk.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        expect(reached.wait(60), "it never wrote")
        process.send_signal(signal.SIGKILL)
        process.wait()
        free.set()
        self.proxy.at = lambda kind, number: "pass"
        done = self.desk.apply(plan)
        expect(done.code == 0 and self.desk.live("axed") is not None, done)
