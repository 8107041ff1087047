"""`weir suspend`, `weir resume` and `weir log`, and what stays in the log of commands."""

import json
import stat

from deploying import PARALLEL, expect, writes


class Switches:
    def log_file(self):
        return self.desk.folder / "home/.local/state/weir/audit.jsonl"

    def logged(self):
        file = self.log_file()
        return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []

    def switch(self, word, file, *more, **variables):
        return self.desk.run(word, file, "--yes", "--wait", "0", "--format", "json", *more, **variables)

    def test_a_job_is_suspended_and_resumed_and_the_file_stays_as_it_is(self):
        self.desk.deploy("switched")
        file = self.desk.folder / "switched.fluid.yaml"
        before = file.read_bytes()
        done = self.switch("suspend", file)
        expect(done.code == 0 and done.json["mode"] == "suspend" and done.json["applied"] is True, done)
        expect([field["path"] for field in done.json["deployments"][0]["changes"]] == ["spec.job.state"], done)
        expect(self.desk.live("switched")["spec"]["job"]["state"] == "suspended", "not suspended")
        told = self.desk.diff(file)
        expect(told.code == 0 and told.json["state"] == "pending", told)
        expect([field["path"] for field in told.json["fields"]] == ["spec.job.state"], told)
        expect(self.switch("suspend", file).json["deployments"][0]["action"] == "none", "suspended twice")
        done = self.switch("resume", file)
        expect(done.code == 0 and self.desk.live("switched")["spec"]["job"]["state"] == "running", done)
        expect(self.desk.diff(file).json["state"] == "match" and file.read_bytes() == before, "not as before")

    def test_suspending_changes_nothing_else(self):
        self.desk.deploy("edited")
        file = self.desk.contract("edited", PARALLEL)
        mark = self.cluster.mark()
        done = self.switch("suspend", file)
        problem = done.json["deployments"][0]["problems"][0]
        expect(done.code == 1 and problem["code"] == "switch-other-changes", done)
        expect([field["path"] for field in problem["fields"]] == ["spec.job.parallelism"], problem)
        done = self.switch("suspend", self.desk.contract("not-there"))
        expect(done.code == 1 and done.json["deployments"][0]["problems"][0]["code"] == "switch-nothing-there", done)
        expect(all(rehearsed for _, _, rehearsed in writes(self.cluster.requests(mark))), "something was written")
        asked = self.desk.run("suspend", file)
        expect(asked.code == 2 and "--yes" in asked.err, asked)

    def test_suspending_needs_the_allowlists(self):
        self.desk.deploy("listed")
        mark = self.cluster.mark()
        done = self.switch("suspend", self.desk.folder / "listed.fluid.yaml", FLUID_FLINK_NAMESPACE_ALLOWLIST="others")
        expect(done.code == 1 and done.json["policy"]["refusals"], done)
        expect(self.cluster.requests(mark) == [], "something was asked")

    def test_the_log_tells_every_command_and_no_secret(self):
        self.desk.deploy("logged")
        plan = self.desk.plan(self.desk.contract("logged"))
        self.desk.apply(plan, "amend", "--bundle", "https://me:hunter2@host/AKIAIOSFODNN7EXAMPLE")
        self.desk.diff(self.desk.folder / "logged.fluid.yaml")
        self.desk.run("verify", self.desk.folder / "logged.fluid.yaml", "--streaming-timeout", "0")
        mine = [line for line in self.logged() if any("logged" in word for word in line["arguments"])]
        expect([(line["command"], line["result"]) for line in mine]
               == [("apply", "begun"), ("apply", "applied"), ("apply", "refused"), ("diff", "match"), ("verify", "not-verified")], mine)
        expect(mine[0]["run"] == mine[1]["run"] != mine[2]["run"] and mine[0]["planDigest"].startswith("sha256:"), mine)
        expect("data-products/logged: sent FlinkDeployment logged" in mine[1]["objects"] and mine[1]["contexts"] == ["development"], mine[1])
        whole = self.log_file().read_text()
        for secret in ("the-token-itself", "token-of-", "hunter2", "AKIAIOSFODNN7EXAMPLE", "certificate-authority"):
            expect(secret not in whole, f"the log tells {secret}")
        expect(stat.S_IMODE(self.log_file().stat().st_mode) == 0o600, "others may read the log")
        found = self.desk.run("log", "--search", "LOGGED verify", "--format", "json").json["entries"]
        expect([entry["command"] for entry in found] == ["verify"], found)
        lines = self.desk.run("log", "--format", "jsonl").out.splitlines()
        expect([json.loads(line) for line in lines] == self.logged(), "other lines")
        table = self.desk.run("log", "--format", "csv", "--search", "logged").out
        expect(table.count("\n") == 6 and table.startswith("time,run,program"), table)
        text = self.desk.run("log", "--search", "logged").out
        expect("apply" in text and "development" in text and "applied" in text, text)

    def test_without_a_log_nothing_is_sent_and_everything_can_be_looked_at(self):
        self.desk.deploy("unlogged")
        plan = self.desk.plan(self.desk.contract("unlogged", PARALLEL))
        mark = self.cluster.mark()
        nowhere = {"XDG_STATE_HOME": str(self.desk.kubeconfig)}
        done = self.desk.apply(plan, "amend", **nowhere)
        expect(done.code == 2 and done.json["error"]["code"] == "audit-unwritable" and "XDG_STATE_HOME" in done.err, done)
        expect(all(rehearsed for _, _, rehearsed in writes(self.cluster.requests(mark))), "something was written")
        told = self.desk.diff(self.desk.folder / "unlogged.fluid.yaml", **nowhere)
        expect(told.code == 0 and told.json["state"] == "pending" and "not in the log" in told.err, told)
        expect(self.desk.apply(plan, "amend").code == 0, "refused although there is a log")
