"""Clusters that do not do as asked, and runs of `weir apply` that are cut anywhere."""

import json
import signal
import subprocess
import threading
import time

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
