"""The fleet page: contexts, 500 made-up deployments in the real API server, drift, checkpoints, servers that die or hang."""

import concurrent.futures
import json
import pathlib
import socket
import ssl
import time
import urllib.request

from cluster import API_PORT, BACK_END, NAMESPACE
from deploying import expect
from driving import Driver, memory, ticks
from made_up import COUNT, name_of, product_of, status
from stand_ins import Server

STALLED_PORT, CATALOG_PORT = 7444, 7446
FAST = json.dumps({"schema": 1, "intervalSeconds": 5, "zoom": 1, "production": "*prod* dev*"})
SLOW = json.dumps({"schema": 1, "intervalSeconds": 3600, "zoom": 1, "production": "*prod*"})


class Api:
    """The API server's own language, for hundreds of objects at once."""

    def __init__(self, cluster):
        context = ssl.create_default_context(cafile=str(cluster.folder / "ca.crt"))
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPSHandler(context=context))

    def send(self, method, path, body=None):
        request = urllib.request.Request(f"https://127.0.0.1:{API_PORT}{path}", method=method, data=None if body is None else json.dumps(body).encode(),
                                         headers={"Authorization": "Bearer token-of-admin", "Content-Type": "application/json"})
        return json.loads(self.opener.open(request, timeout=60).read())


class FleetCases:
    def __init__(self, desk, cluster, app, work):
        self.desk, self.cluster, self.work = desk, cluster, work
        self.driver = Driver(desk, app, work)
        self.folder = desk.folder / "fleet"
        self.folder.mkdir()
        self.stalled = socket.create_server(("127.0.0.1", STALLED_PORT))
        desk.point("stalled", f"https://127.0.0.1:{STALLED_PORT}")
        desk.point("eu-prod", "https://prod.example.com:6443")
        self.made = False

    # ---- what the cases share ----

    def contract(self, name, *changes):
        """A contract in the folder that the window opens."""
        file = self.desk.contract(name, *changes)
        return file.rename(self.folder / file.name)

    def make_fleet(self):
        """Deployments as Weir applies them, by the API server's own door."""
        if self.made:
            return
        self.made = True
        plan = self.desk.plan(self.desk.contract("template"))
        resources = json.loads(self.desk.run("apply", plan, "--mode", "dry-run", "--format", "json").out)["deployments"][0]["resources"]
        template = next(resource for resource in resources if resource["kind"] == "FlinkDeployment")
        api, now = Api(self.cluster), int(time.time() * 1000)
        path = f"/apis/flink.apache.org/v1beta1/namespaces/{NAMESPACE}/flinkdeployments"

        def make(number):
            whole = json.loads(json.dumps(template))
            name = name_of(number)
            whole["metadata"]["name"] = whole["metadata"]["labels"]["app.kubernetes.io/name"] = name
            whole["metadata"]["annotations"]["weir/product"] = product_of(number)
            made = api.send("POST", path, whole)
            made["status"] = status(number, now)
            api.send("PUT", f"{path}/{name}/status", made)

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(make, range(1, COUNT + 1)))

    def fleet(self, *arguments, **more):
        more.setdefault("settings", SLOW)
        return self.driver.window("--folder", self.folder, "--page", "fleet", *arguments, **more)

    @staticmethod
    def settled(window, condition=lambda fleet: True, seconds=60, what="the fleet"):
        return window.state(what, lambda s: "fleet" in s and s["fleet"]["settled"] and condition(s["fleet"]), seconds)["fleet"]

    # ---- cases ----

    def test_contexts_that_are_not_allowed_say_which_entry_would_allow_them(self):
        mark = self.cluster.mark()
        with self.fleet(FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="viewer,second") as window:
            state = window.state("contexts", lambda s: s["fleet"]["contexts"])
            contexts = {each["name"]: each for each in state["fleet"]["contexts"]}
            expect(contexts["second"]["usable"] and not contexts["development"]["usable"], contexts)
            expect(contexts["development"]["entry"] == "development", contexts["development"])
            expect("FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST" in contexts["development"]["refusal"], contexts["development"])
            window.click(state["regions"]["context.development"])
            refused = window.state("the reason", lambda s: "button.copy-entry" in s["regions"])
            self.driver.keep(window, "fleet-refused")
            window.click(refused["regions"]["button.copy-entry"])
            window.state("copied", lambda s: s["notice"] == "Copied.")
        asked = {event["user"].get("username") for event in self.cluster.requests(mark)}
        expect("development" not in asked, asked)
        command = self.desk.run("fleet", "--format", "json", FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="viewer,second")
        told = {each["name"]: (each["usable"], each["entry"]) for each in command.json["contexts"]}
        expect(told == {name: (each["usable"], each["entry"] or None) for name, each in contexts.items()}, told)
        refused = self.desk.run("fleet", "--context", "development", FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="second")
        expect(refused.code == 1 and "add development" in refused.err, refused)

    def test_five_hundred_deployments_scroll_sort_and_filter(self):
        self.make_fleet()
        with self.fleet() as window:
            begin = time.monotonic()
            window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
            window.click(window.read()["regions"]["context.development"])
            fleet = self.settled(window, lambda f: f["context"] == "development" and f["total"] >= COUNT)
            seen = time.monotonic() - begin
            expect(fleet["shown"] == fleet["total"] and fleet["warned"] >= COUNT // 41 + COUNT // 29 - 1, fleet["warned"])
            self.driver.keep(window, "fleet-500")
            first = window.read()
            for _ in range(40):
                window.key("Page_Down", "Page_Down", "Page_Up")
            window.key("End")
            state = window.state("the end", lambda s: all(each and each["name"].startswith("visits")
                                                          for each in (s["fleet"]["selected"], *s["fleet"]["visible"][-1:])))
            frames, took = state["frames"] - first["frames"], state["frameMs"]
            window.key("ctrl+w")
            self.settled(window, lambda f: f["shown"] == f["warned"])
            window.key("ctrl+w")
            window.key("ctrl+f")
            window.type("failed")
            failed = self.settled(window, lambda f: f["filter"] == "failed" and f["shown"] == COUNT // 41)
            expect(all(each["state"] == "failed" for each in failed["visible"]), failed["visible"])
            self.driver.keep(window, "fleet-failed")
            window.key("ctrl+a", "BackSpace")
            self.settled(window, lambda f: f["shown"] == f["total"])
            window.click(window.read()["regions"]["column.State"])
            window.key("Home")
            self.settled(window, lambda f: f["visible"] and f["visible"][0]["state"] != "running")
            time.sleep(2)
            used, pid = ticks(window.process.pid), window.process.pid
            time.sleep(10)
            idle, resident = (ticks(pid) - used) / 10, memory(pid)
            start = window.read()["firstFrameMs"]
        print(f"      first frame {start:.0f} ms; 500 seen after {seen:.1f} s; {frames} frames, half under {took['median']:.1f} ms, 99 of 100 under {took['slowest']:.1f} ms, "
              f"of that the program's own {took['build']['median']:.2f} and {took['build']['slowest']:.1f} ms; idle {100 * idle:.2f} %; "
              f"memory {resident:.0f} MB")
        if not self.driver.sanitized:
            expect(idle < 0.03 and resident < 200, (idle, resident))

    def test_drift_is_told_as_the_command_line_tells_it(self):
        file = self.contract("drifting")
        expect(self.desk.apply(self.desk.plan(file)).code == 0, "not applied")
        with self.fleet(settings=FAST) as window:
            window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
            window.click(window.read()["regions"]["context.development"])
            self.settled(window, lambda f: f["context"] == "development" and f["total"] > 0)
            window.key("ctrl+f")
            window.type("drifting")
            self.settled(window, lambda f: f["shown"] == 1 and f["visible"] and f["visible"][0]["diff"] == "match")
            self.cluster.patch("flinkdeployment", "drifting", {"spec": {"job": {"parallelism": 9}}}, "--field-manager=somebody")
            drifted = self.settled(window, lambda f: f["visible"] and f["visible"][0]["diff"] == "drift")["visible"][0]
            expect(drifted["contract"] == str(file) and any("drifted" in warning for warning in drifted["warnings"]), drifted)
            window.key("Down")
            self.settled(window, lambda f: f["selected"] is not None)
            self.driver.keep(window, "fleet-drift")
        command = self.desk.run("fleet", self.folder, "--context", "development", "--format", "json")
        told = next(each for each in command.json["deployments"] if each["name"] == "drifting")
        expect(command.code == 0 and told["diff"]["state"] == "drift" and told["contract"] == str(file), told)
        expect(self.desk.run("fleet", file, "--context", "development", "--exit-on-drift").code == 1, "no exit code")

    def test_checkpoints_come_with_their_ages(self):
        file = self.contract("checkpointed")
        expect(self.desk.apply(self.desk.plan(file)).code == 0, "not applied")
        now, job = int(time.time() * 1000), "c" * 32
        done = [{"id": i, "status": "COMPLETED", "latest_ack_timestamp": now - 60_000 * (10 - i), "end_to_end_duration": 400 + 90 * i, "state_size": 1}
                for i in range(1, 11)]
        answer = json.dumps({"counts": {"completed": 10, "failed": 1}, "latest": {"completed": done[-1]}, "history": done[::-1]}).encode()
        server = Server(lambda handler: handler.reply(200 if handler.path.startswith(f"/jobs/{job}/") else 404, answer), BACK_END, 8081)
        self.cluster.service("checkpointed-rest", 8081)
        live = self.desk.live("checkpointed")
        change = status(1, now)
        change["jobStatus"]["jobId"] = job
        change["observedGeneration"] = live["metadata"]["generation"]
        self.cluster.patch("flinkdeployment", "checkpointed", {"status": change}, "--subresource=status")
        try:
            with self.fleet() as window:
                window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
                window.click(window.read()["regions"]["context.development"])
                self.settled(window, lambda f: f["context"] == "development" and f["total"] > 0)
                window.key("ctrl+f")
                window.type("checkpointed")
                self.settled(window, lambda f: f["shown"] == 1)
                window.key("Down")
                chosen = self.settled(window, lambda f: f["selected"] and f["selected"]["checkpoints"] == 10)["selected"]
                expect(0 <= chosen["checkpointAge"] < 120, chosen)
                kinds = {piece["kind"]: piece["ok"] for piece in chosen["evidence"]}
                expect(kinds["checkpoint"] is True and kinds["snapshot"] is None, kinds)
                self.driver.keep(window, "fleet-checkpoints")
        finally:
            server.server.shutdown()
            server.server.server_close()
        expect(any(path.startswith(f"/jobs/{job}/checkpoints") for _, path, _, _ in server.requests), server.requests)

    def test_a_context_is_read_only_until_switched_and_production_is_coloured(self):
        with self.fleet(settings=FAST) as window:
            window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
            window.click(window.read()["regions"]["context.development"])
            fleet = self.settled(window, lambda f: f["context"] == "development")
            mine = next(each for each in fleet["contexts"] if each["name"] == "development")
            expect(mine["production"] and mine["readOnly"], mine)
            expect(not any(each["production"] for each in fleet["contexts"] if each["name"] in ("second", "viewer")), fleet["contexts"])
            picture = self.driver.keep(window, "fleet-production")
            expect(picture.near((0xFF, 0x7B, 0x72)) > 800, "no production colour")
            window.key("ctrl+r")
            switched = window.state("writing", lambda s: not next(c for c in s["fleet"]["contexts"] if c["name"] == "development")["readOnly"])
            expect(all(c["readOnly"] for c in switched["fleet"]["contexts"] if c["name"] != "development"), switched["fleet"]["contexts"])

    def test_a_server_that_dies_is_told_and_what_was_seen_stays(self):
        self.make_fleet()
        with self.fleet(settings=FAST) as window:
            window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
            window.click(window.read()["regions"]["context.development"])
            self.settled(window, lambda f: f["context"] == "development" and f["total"] >= COUNT)
            self.cluster.kill_server()
            try:
                told = self.settled(window, lambda f: f["problems"])
                expect(told["problems"][0]["code"] == "cluster-unreachable" and told["total"] >= COUNT, told["problems"])
                self.driver.keep(window, "fleet-dead-server")
                window.key("Down")
                window.state("alive", lambda s: s["fleet"]["selected"])
            finally:
                self.cluster.start_server()
            self.settled(window, lambda f: not f["problems"] and f["total"] >= COUNT, 90)

    def test_a_server_that_says_nothing_is_given_up_at_once(self):
        with self.fleet(FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="stalled") as window:
            window.state("looking", lambda s: s.get("fleet", {}).get("looking"))
            time.sleep(1)
            begin = time.monotonic()
            window.key("Escape")
            window.state("stopped", lambda s: s["fleet"]["stopped"] and not s["fleet"]["looking"])
            said = time.monotonic() - begin
            self.gone(window.process.pid)
            gone = time.monotonic() - begin
            self.driver.keep(window, "fleet-stalled")
        print(f"      cancelled: told after {1000 * said:.0f} ms, kubectl gone after {1000 * gone:.0f} ms (with the key's own way there)")

    @staticmethod
    def gone(parent, seconds=5):
        """Waits until a process has no child."""

        end = time.monotonic() + seconds
        while True:
            children = "".join(task.joinpath("children").read_text() for task in pathlib.Path(f"/proc/{parent}/task").iterdir())
            if not children.strip():
                return
            expect(time.monotonic() < end, f"children are left: {children}")
            time.sleep(0.01)

    def test_a_catalog_that_hangs_does_not_stop_the_window(self):
        hanging = socket.create_server(("127.0.0.1", CATALOG_PORT))
        self.desk.deploy("hanging")
        self.contract("hanging", ("https://catalog.example.com/iceberg", f"https://127.0.0.1:{CATALOG_PORT}/iceberg"))
        allowed = {"FLUID_ACQUISITION_SECRET_REF_ALLOWLIST": "ICEBERG_TOKEN@127.0.0.1",
                   "FLUID_ACQUISITION_DEPLOYMENT_HOST_ALLOWLIST": "example.com,127.0.0.1"}
        with self.fleet(**allowed) as window:
            window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
            window.click(window.read()["regions"]["context.development"])
            self.settled(window, lambda f: f["context"] == "development" and f["total"] > 0)
            window.key("ctrl+f")
            window.type("hanging")
            self.settled(window, lambda f: f["shown"] == 1)
            window.key("Down")
            window.state("waiting", lambda s: s["fleet"]["selected"] and not s["fleet"]["settled"])
            hanging.settimeout(20)
            asked, _ = hanging.accept()  # and never answers
            window.key("ctrl+t")
            window.state("alive", lambda s: s["theme"] == "light", 3)
            window.key("Escape")
            window.state("stopped", lambda s: s["fleet"]["stopped"] and s["fleet"]["settled"], 3)
        asked.close()
        hanging.close()

    def test_a_broken_settings_file_is_kept_beside(self):
        with self.fleet(settings='{"schema": 1, "zoom": "large"') as window:
            state = window.state("the notice", lambda s: "could not be used" in s["notice"])
            expect(".broken" in state["notice"] and "defaults" in state["notice"], state["notice"])
            file = self.driver.settings_file(window.display)
            expect(file.with_name("desktop.json.broken").read_text() == '{"schema": 1, "zoom": "large"', "not kept")
            window.key("ctrl+t")
            window.state("light", lambda s: s["theme"] == "light")
            for _ in range(40):
                if file.exists():
                    break
                time.sleep(0.05)
            expect(json.loads(file.read_text())["theme"] == "light", "not saved")

    def test_a_folder_that_is_deleted_is_told(self):
        gone = self.desk.folder / "gone"
        gone.mkdir()
        with self.driver.window("--folder", gone, "--page", "fleet", settings=FAST) as window:
            window.state("contexts", lambda s: s.get("fleet", {}).get("contexts"))
            gone.rmdir()
            window.state("the folder's error", lambda s: s["folder"]["error"], 30)
            window.key("alt+1")
            window.state("contracts", lambda s: s["page"] == "contracts")
            window.key("alt+2")
            window.state("fleet", lambda s: s["page"] == "fleet")
