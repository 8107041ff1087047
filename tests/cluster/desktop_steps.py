"""The window's way of a contract into the cluster: by injected keys, asserted on its state, on the cluster, and on what the API server saw."""

import contextlib
import json
import os
import time

from cluster import NAMESPACE
from deploying import PARALLEL, expect, writes
from driving import Driver
from xscreen import wait_for

STEPS = ("validate", "plan", "allowlists", "rehearse", "confirm", "apply", "evidence")


def states(state):
    return [state["deploy"]["steps"][step]["state"] for step in STEPS]


def at(step, word):
    """A condition on the state: the step is there, and nothing is running."""
    return lambda s: s["page"] == "deploy" and s["deploy"]["steps"][step]["state"] == word and not s["deploy"]["running"]


class StepCases:
    def __init__(self, desk, cluster, app, work):
        self.desk, self.cluster, self.work = desk, cluster, work
        self.driver = Driver(desk, app, work)
        desk.point("production-eu", json.loads(desk.kubeconfig.read_text())["clusters"][0]["cluster"]["server"])

    # ---- what the cases share ----

    @contextlib.contextmanager
    def window(self, name, *changes, **variables):
        """A window with a contract of that name open in a folder of its own, and a log of its own."""
        folder = self.desk.folder / "steps" / name
        (folder / "contracts").mkdir(parents=True)
        file = self.desk.contract(name, *changes)
        file = file.rename(folder / "contracts" / file.name)
        own = {"XDG_STATE_HOME": str(folder / "state"), **variables}
        with self.driver.window("--folder", file.parent, "--open", file, **own) as window:
            window.file, window.log = file, folder / "state/weir/audit.jsonl"
            window.state("settled")
            yield window

    def allow_writes(self, window, context="development"):
        """Takes the read-only switch of the context off, as an operator does."""
        window.key("alt+2")
        state = window.state("the fleet", lambda s: s["page"] == "fleet" and s["fleet"]["contexts"] and s["fleet"]["context"])
        for key in ["alt+Up"] * 12 + ["alt+Down"] * 12:
            if state["fleet"]["context"] == context:
                break
            window.key(key)
            time.sleep(0.2)
            state = window.state("another context", lambda s: True)
        expect(state["fleet"]["context"] == context, state["fleet"]["context"])
        window.key("ctrl+r")
        window.state("writing", lambda s: not next(c for c in s["fleet"]["contexts"] if c["name"] == context)["readOnly"])

    def logged(self, window):
        return [(line["command"], line["result"], line["codes"]) for line in map(json.loads, window.log.read_text().splitlines())]

    def check(self, window, key="ctrl+d"):
        window.key(key)
        return window.state("the question", lambda s: at("confirm", "asking")(s) and "field.typed" in s["regions"], 60)

    def send(self, window):
        window.key("ctrl+Return")
        window.state("sent", lambda s: s["deploy"]["steps"]["apply"]["headline"].startswith("Waiting for the operator"), 30)

    def nothing_was_written(self, mark):
        events = [(kind, name) for kind, name, rehearsed in writes(self.cluster.requests(mark)) if not rehearsed]
        expect(events == [], f"written: {events}")

    # ---- the whole way ----

    def test_a_contract_goes_the_whole_way_step_by_step(self):
        with self.window("stepwise") as window:
            self.allow_writes(window)
            mark = self.cluster.mark()
            state = self.check(window)
            expect(states(state) == ["done"] * 4 + ["asking", "waiting", "waiting"], states(state))
            steps = state["deploy"]["steps"]
            expect(any(line.startswith("plan sha256:") for line in steps["plan"]["lines"]), steps["plan"])
            expect(any(field["path"] == "spec.job.parallelism" for field in steps["rehearse"]["fields"]), steps["rehearse"])
            expect([rehearsed for _, _, rehearsed in writes(self.cluster.requests(mark))] == [True, True], "not rehearsed only")
            self.driver.keep(window, "deploy-question")
            window.key("ctrl+Return")
            time.sleep(0.5)
            window.state("the cursor is back", lambda s: "field.typed" in s["regions"])
            window.type("stepwis")
            window.state("half a name", lambda s: s["deploy"]["typed"] == "stepwis")
            window.key("ctrl+Return")
            time.sleep(0.5)
            self.nothing_was_written(mark)
            window.state("the cursor is back", lambda s: "field.typed" in s["regions"])
            window.type("e")
            window.state("the name", lambda s: s["deploy"]["obstacle"] == "")
            self.send(window)
            self.desk_status("stepwise", {"lifecycleState": "STABLE", "jobStatus": {"state": "RUNNING"}})
            state = window.state("applied", lambda s: s["deploy"]["steps"]["apply"]["state"] == "done", 30)
            expect("applied: FlinkDeployment stepwise" in state["deploy"]["steps"]["apply"]["lines"], state["deploy"]["steps"]["apply"])
            expect(self.desk.live("stepwise")["metadata"]["managedFields"][0]["manager"] == "weir", "by another manager")
            window.state("evidence", lambda s: s["deploy"]["steps"]["evidence"]["headline"].startswith("Waiting for fresh evidence"), 60)
            self.driver.keep(window, "deploy-evidence")
            window.key("Escape")
            state = window.state("stopped", at("evidence", "unknown"), 5)
            expect("Stopped" in state["deploy"]["steps"]["evidence"]["headline"], state["deploy"]["steps"]["evidence"])
            # Where writes were allowed the fleet was looked at, which is in the log too.
            results = [(command, result) for command, result, _ in self.logged(window) if command != "fleet"]
            expect(results == [("rehearse", "rehearsed"), ("apply", "begun"), ("apply", "applied"), ("verify", "interrupted")], results)
            self.switch_states(window)
            whole = window.log.read_text()
            for secret in ("the-token-itself", "token-of-"):
                expect(secret not in whole and secret not in window.state_file.read_text(), f"{secret} is told")

    def switch_states(self, window):
        """Suspend and resume, and the fields with their owner."""
        before = window.file.read_bytes()
        for key, word in (("ctrl+shift+s", "suspended"), ("ctrl+shift+r", "running")):
            state = self.check(window, key)
            fields = state["deploy"]["steps"]["rehearse"]["fields"]
            expect([(f["path"], f["after"], f["owner"]) for f in fields] == [("spec.job.state", f'"{word}"', "weir")], fields)
            self.driver.keep(window, f"deploy-to-{word}")
            window.type("stepwise")
            window.state("the name", lambda s: s["deploy"]["obstacle"] == "")
            self.send(window)
            expect(self.desk.live("stepwise")["spec"]["job"]["state"] == word, f"not {word}")
            window.key("Escape")
            window.state("stopped", lambda s: not s["deploy"]["running"], 10)
        expect(window.file.read_bytes() == before, "the file was changed")

    def desk_status(self, name, status):
        generation = self.desk.live(name)["metadata"]["generation"]
        spec = json.dumps({"resource_metadata": {"metadata": {"generation": generation}}})
        whole = {"jobManagerDeploymentStatus": "READY", "error": None, **status,
                 "reconciliationStatus": {"state": "DEPLOYED", "lastReconciledSpec": spec}}
        self.cluster.patch("flinkdeployment", name, {"status": whole}, "--subresource=status", context="operator")

    # ---- what cannot be applied ----

    def test_nothing_is_asked_without_the_allowlists(self):
        with self.window("unlisted", FLUID_FLINK_NAMESPACE_ALLOWLIST="others") as window:
            self.allow_writes(window)
            mark = self.cluster.mark()
            window.key("ctrl+d")
            state = window.state("refused", at("allowlists", "refused"), 30)
            lines = state["deploy"]["steps"]["allowlists"]["lines"]
            expect(any("FLUID_FLINK_NAMESPACE_ALLOWLIST" in line and NAMESPACE in line for line in lines), lines)
            window.type("unlisted")
            window.key("ctrl+Return")
            time.sleep(0.5)
            # The fleet page lists what is there; of this deployment nothing is asked.
            names = [event.get("objectRef", {}).get("name", "") for event in self.cluster.requests(mark)]
            expect(not any(name.startswith("unlisted") for name in names), names)
            expect(writes(self.cluster.requests(mark)) == [] and self.desk.live("unlisted") is None, "it is there")

    def test_nothing_is_written_in_a_read_only_context(self):
        with self.window("looked-at") as window:
            mark = self.cluster.mark()
            state = self.check(window)
            expect(state["deploy"]["readOnly"] is True, "not read-only at the start")
            self.driver.keep(window, "deploy-read-only")
            window.type("looked-at")
            window.state("the name", lambda s: s["deploy"]["typed"] == "looked-at")
            window.key("ctrl+Return")
            window.state("told", lambda s: "read-only" in s["deploy"]["obstacle"])
            wait_for("the refusal in the log", lambda: ("apply", "refused", ["context-read-only"]) in self.logged(window))
            self.nothing_was_written(mark)

    def test_a_stale_plan_is_not_applied(self):
        with self.window("stale") as window:
            self.allow_writes(window)
            mark = self.cluster.mark()
            self.check(window)
            window.type("stale")
            window.state("the name", lambda s: s["deploy"]["obstacle"] == "")
            # At the same moment: the window has not seen the change, and looks itself before it sends.
            window.file.write_text(window.file.read_text().replace(*PARALLEL))
            window.key("ctrl+Return")
            state = window.state("stale", lambda s: s["deploy"]["stale"] or s["deploy"]["steps"]["apply"]["state"] == "refused", 20)
            self.check(window)
            window.file.write_text(window.file.read_text() + "# more\n")
            state = window.state("stale", lambda s: s["deploy"]["stale"], 20)
            expect(state["deploy"]["steps"]["confirm"]["state"] == "refused" and "Stale" in state["deploy"]["steps"]["confirm"]["headline"], state["deploy"])
            window.type("stale")
            window.key("ctrl+Return")
            wait_for("the refusal in the log", lambda: ("apply", "refused", ["plan-stale"]) in self.logged(window))
            self.nothing_was_written(mark)

    def test_without_a_log_nothing_is_sent(self):
        with self.window("unlogged-here", XDG_STATE_HOME=str(self.desk.kubeconfig)) as window:
            self.allow_writes(window)
            mark = self.cluster.mark()
            self.check(window)
            window.type("unlogged-here")
            window.state("the name", lambda s: s["deploy"]["obstacle"] == "")
            window.key("ctrl+Return")
            window.state("refused", at("apply", "refused"), 20)
            self.nothing_was_written(mark)

    def test_production_is_asked_twice(self):
        lists = self.desk.environment["FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST"] + ",production-eu"
        with self.window("twice-asked", ("context: development", "context: production-eu"), FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST=lists) as window:
            self.allow_writes(window, "production-eu")
            mark = self.cluster.mark()
            state = self.check(window)
            expect(state["deploy"]["production"] is True, state["deploy"])
            self.driver.keep(window, "deploy-production")
            window.type("twice-asked")
            window.state("the name", lambda s: s["deploy"]["obstacle"] == "")
            window.key("ctrl+Return")
            window.state("asked again", lambda s: s["deploy"]["expected"] == "production-eu" and s["deploy"]["typed"] == "" and "field.typed" in s["regions"])
            window.key("ctrl+Return")
            time.sleep(0.5)
            self.nothing_was_written(mark)
            window.state("the cursor is back", lambda s: "field.typed" in s["regions"])
            window.type("production-eu")
            window.state("the context", lambda s: s["deploy"]["obstacle"] == "")
            self.send(window)
            expect(self.desk.live("twice-asked") is not None, "it is not there")
            window.key("Escape")
            window.state("stopped", lambda s: not s["deploy"]["running"], 10)

    # ---- cancelling ----

    def test_a_server_that_stalls_is_left_at_once(self):
        with self.window("stalling", ("context: development", "context: stalled")) as window:
            window.key("ctrl+d")
            window.state("asking", lambda s: s["page"] == "deploy" and s["deploy"]["steps"]["rehearse"]["state"] == "running")
            wait_for("kubectl", lambda: self.children(window))
            begin = time.monotonic()
            window.key("Escape")
            wait_for("kubectl is gone", lambda: not self.children(window), 10)
            print(f"      cancelled after {1000 * (time.monotonic() - begin):.0f} ms", flush=True)
            expect(time.monotonic() - begin < 5, "it took too long")
            state = window.state("left", at("rehearse", "unknown"), 10)
            expect(any("cluster-stopped" in line for line in state["deploy"]["steps"]["rehearse"]["lines"]), state["deploy"]["steps"]["rehearse"])

    @staticmethod
    def children(window):
        found = []
        for entry in os.listdir("/proc"):
            try:
                if entry.isdigit() and f"\nPPid:\t{window.process.pid}\n" in open(f"/proc/{entry}/status", encoding="utf-8").read():
                    found.append(int(entry))
            except OSError:
                pass
        return found
