"""Live `weir diff`: match, pending, drift with its owner, and never "could not look" as clean."""

from cluster import NAMESPACE
from deploying import PARALLEL, expect, writes


class Drifts:
    def field(self, done, path):
        return next((field for field in done.json["fields"] if field["path"] == path), None)

    def test_diff_of_what_is_not_there_is_pending(self):
        done = self.desk.diff(self.desk.contract("fresh"), "--exit-on-drift")
        expect(done.code == 0 and done.json["state"] == "pending", done)

    def test_diff_of_what_was_applied_is_a_match(self):
        self.desk.deploy("same")
        mark = self.cluster.mark()
        done = self.desk.diff(self.desk.contract("same"), "--exit-on-drift")
        expect(done.code == 0 and done.json == {**done.json, "state": "match", "fields": []}, done)
        expect(writes(self.cluster.requests(mark)) == [], "diff wrote")

    def test_diff_of_a_changed_contract_is_pending_not_drift(self):
        self.desk.deploy("wanted")
        done = self.desk.diff(self.desk.contract("wanted", PARALLEL), "--exit-on-drift")
        expect(done.code == 0 and done.json["state"] == "pending", done)
        expect(self.field(done, "spec.job.parallelism") == {"path": "spec.job.parallelism", "desired": 4, "live": 1, "manager": "weir",
                                                            "state": "pending", "deployment": "wanted"}, done)

    def test_diff_finds_drift_by_hand_with_its_owner(self):
        self.desk.deploy("drifted")
        self.cluster.patch("flinkdeployment", "drifted", {"spec": {"job": {"parallelism": 9}, "flinkConfiguration": {"x.y": "z"}}},
                           "--field-manager=by-hand", context="second")
        file = self.desk.contract("drifted")
        done = self.desk.diff(file)
        expect(done.code == 0 and done.json["state"] == "drift", done)
        for path, desired, live in (("spec.job.parallelism", 1, 9), ("spec.flinkConfiguration['x.y']", None, "z")):
            expect(self.field(done, path) == {"path": path, "desired": desired, "live": live, "manager": "by-hand", "state": "drift",
                                              "deployment": "drifted"}, done)
        expect(self.desk.diff(file, "--exit-on-drift").code == 1, "drift is no no")
        text = self.desk.run("diff", file)
        expect("spec.job.parallelism: 9 → 1 (live value set by by-hand)" in text.out, text)
        both = self.desk.diff(self.desk.contract("drifted", ("topic: orders", "topic: orders-2")))
        expect({field["state"] for field in both.json["fields"]} == {"drift", "pending"} and both.json["state"] == "drift", both)

    def test_diff_finds_drift_that_nobody_owns(self):
        self.desk.deploy("injected")
        live = self.desk.live("injected")["spec"]["podTemplate"]["spec"]
        added = {"name": "helper", "image": "registry.example.com/else", "env": [{"name": "MODE", "value": "hunter2"}]}
        self.cluster.patch("flinkdeployment", "injected", {"spec": {"podTemplate": {"spec": {
            "containers": [*live["containers"], added], "initContainers": [added]}}}}, context="second")
        self.cluster.patch("flinkdeployment", "injected", {"metadata": {"managedFields": [{}]}}, context="second")
        expect(not self.desk.live("injected")["metadata"].get("managedFields"), "the managed fields are still there")
        done = self.desk.diff(self.desk.contract("injected"), "--exit-on-drift")
        expect(done.code == 1 and done.json["state"] == "drift" and "hunter2" not in done.out + done.err, done)
        for path in ("containers[helper].image", "initContainers[helper].image"):
            field = self.field(done, f"spec.podTemplate.spec.{path}")
            expect(field and field["live"] == added["image"] and field["manager"] is None, done)

    def test_diff_notices_an_altered_and_a_removed_config_map(self):
        self.desk.deploy("swapped")
        file, map_ = self.desk.contract("swapped"), self.cluster.read("configmap", self.mounted("swapped"))
        self.cluster.kubectl("-n", NAMESPACE, "delete", "configmap", map_["metadata"]["name"])
        expect(self.desk.diff(file).json["state"] == "drift", "a missing ConfigMap is no drift")
        map_["data"]["job.json"] = "{}"
        map_["metadata"] = {key: map_["metadata"][key] for key in ("name", "namespace", "labels", "annotations")}
        self.cluster.apply(map_, manager="somebody")
        done = self.desk.diff(file, "--exit-on-drift")
        expect(done.code == 1 and done.json["fields"][0]["manager"] == "somebody", done)

    def test_diff_that_cannot_look_is_an_error_never_clean(self):
        for context, code in (("other", "cluster-forbidden"), ("nowhere", "cluster-unreachable"), ("stalled", "cluster-timeout")):
            done = self.desk.diff(self.desk.contract(f"look-{context}", ("context: development", f"context: {context}")))
            expect(done.code == 2 and done.json["state"] == "error" and done.json["error"]["code"] == code, done)
        done = self.desk.diff(self.desk.contract("look-bare"), PATH=str(self.desk.folder / "empty"))
        expect(done.code == 2 and done.json["error"]["code"] == "kubectl-missing", done)

    def test_diff_without_a_baseline_or_of_others_is_an_error(self):
        self.desk.deploy("unbased")
        self.cluster.patch("flinkdeployment", "unbased", {"metadata": {"annotations": {"weir/applied-spec": None}}})
        done = self.desk.diff(self.desk.contract("unbased"))
        expect(done.code == 2 and done.json["error"]["code"] == "baseline-missing", done)
        self.cluster.patch("flinkdeployment", "unbased", {"metadata": {"labels": {"app.kubernetes.io/managed-by": "Helm"}}})
        expect(self.desk.diff(self.desk.contract("unbased")).json["error"]["code"] == "object-not-ours", "ours")

    def test_diff_asks_nothing_that_the_allowlists_refuse(self):
        mark, calls = self.cluster.mark(), len(self.desk.calls())
        done = self.desk.diff(self.desk.contract("unlisted"), FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST="")
        expect(done.code == 1 and done.json["error"]["code"] == "policy-refused", done)
        expect(done.json["policy"]["refusals"][0]["variable"] == "FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST", done)
        expect(self.cluster.requests(mark) == [] and len(self.desk.calls()) == calls, "something was asked")
