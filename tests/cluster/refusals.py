"""What `weir apply` refuses before it asks a cluster anything."""

import json

from deploying import PARALLEL, digest_again, expect


class Refusals:
    def refused(self, code, plan, mode, *more, exit=1, **variables):
        mark, calls = self.cluster.mark(), len(self.desk.calls())
        done = self.desk.apply(plan, mode, *more, **variables)
        expect(done.code == exit, done)
        codes = [problem["code"] for problem in done.json.get("problems", [])] + [done.json.get("error", {}).get("code")]
        expect(code in codes, f"{code} is not among {codes}")
        expect(self.cluster.requests(mark) == [] and len(self.desk.calls()) == calls, "something was asked")
        return done

    def test_a_tampered_plan_is_refused(self):
        plan = self.desk.plan(self.desk.contract("tampered"))
        plan.write_text(plan.read_text().replace('"parallelism":1', '"parallelism":2'))
        self.refused("plan-digest", plan, "amend")

    def test_a_plan_tampered_with_its_digest_made_again_is_refused(self):
        def to_resources(value):
            value["builds"][0]["flinkDeployment"]["spec"]["serviceAccount"] = "cluster-admin"

        def to_the_job(value):
            value["builds"][0]["configMap"]["data"]["job.json"] = "{}"

        def to_an_annotation(value):
            value["builds"][0]["flinkDeployment"]["metadata"]["annotations"]["weir/applied-spec"] = "{}"

        def to_the_context(value):
            value["builds"][0]["context"] = "admin"

        for change in (to_resources, to_the_job, to_an_annotation, to_the_context):
            plan = self.desk.plan(self.desk.contract("redigested"))
            digest_again(plan, change)
            self.refused("resources-differ", plan, "amend")
        digest_again(plan := self.desk.plan(self.desk.contract("redigested")), lambda value: None)
        expect(self.desk.run("apply", plan, "--mode", "dry-run").code == 0, "an unchanged plan is refused")

    def test_what_is_no_plan_is_refused(self):
        plan = self.desk.folder / "none.plan.json"
        for text, code in (("", "malformed"), ("{}", "version"), ("[1]", "malformed"), ('{"schema":2}', "version"), ("\x00", "malformed")):
            plan.write_text(text)
            self.refused(f"plan-{code}", plan, "amend")
        done = self.desk.apply(self.desk.folder / "absent.json", "amend")
        expect(done.code == 2 and done.json["error"]["code"] == "plan-unreadable", done)

    def test_another_mode_than_the_plans_is_refused(self):
        plan = self.desk.plan(self.desk.contract("modes"), "create-only")
        self.refused("apply-mode", plan, "amend")
        self.refused("apply-mode", self.desk.plan(self.desk.contract("modes"), "dry-run"), "amend")
        for mode in ("replace", "replace-and-build", "reset"):
            self.refused("mode-refused", plan, mode)
        self.refused("mode-unknown", plan, "sideways", exit=2)

    def test_another_bundle_than_the_plans_is_refused(self):
        bundle, out = self.desk.folder / "b.tgz", self.desk.folder / "of-the-bundle.plan.json"

        def pack(*changes):
            done = self.desk.run("bundle", self.desk.contract("bundled", *changes), "--out", bundle)
            expect(done.code == 0, done)

        pack()
        expect(self.desk.run("plan", bundle, "--mode", "amend", "--out", out).code == 0, "no plan of a bundle")
        self.refused("apply-bundle-missing", out, "amend")
        whole = bundle.read_bytes()
        bundle.write_bytes(whole[:-40])
        self.refused("bundle-archive", out, "amend", "--bundle", bundle)
        pack(PARALLEL)
        self.refused("apply-bundle-differs", out, "amend", "--bundle", bundle)
        bundle.write_bytes(whole)
        # Anyone can write the bundle's digest into a plan of something else, and make the plan's own digest fit.
        forged = self.desk.plan(self.desk.contract("bundled", PARALLEL))
        bound = json.loads(out.read_text())
        digest_again(forged, lambda plan: plan.update(bundleDigest=bound["bundleDigest"], sourcesDigest=bound["sourcesDigest"]))
        self.refused("apply-bundle-differs", forged, "amend", "--bundle", bundle)
        self.refused("bundle-unreadable", out, "amend", "--bundle", bundle.with_name("none.tgz"), exit=2)
        self.refused("apply-bundle-unbound", self.desk.plan(self.desk.contract("unbundled")), "amend", "--bundle", bundle)
        bundle.write_bytes(whole)
        done = self.desk.apply(out, "amend", "--bundle", bundle)
        expect(done.code == 0, done)
        expect("weir/bundle-digest" in self.desk.live("bundled")["metadata"]["annotations"], "not bound")

    def test_a_placeholder_for_an_image_is_refused(self):
        digest = "6b4f5e26abd757c270a13f10ec27b779f3ba2b81e5e2239856e0facc4cad11c9"
        self.refused("apply-image-placeholder", self.desk.plan(self.desk.contract("zeros", (digest, "0" * 64))), "amend")
        done = self.desk.run("apply", self.desk.folder / "zeros.plan.json", "--mode", "dry-run")
        expect(done.code == 1, done)

    def test_the_allowlists_refuse_all_at_once_a_dry_run_too(self):
        plan = self.desk.plan(self.desk.contract("lists"))
        unset = dict.fromkeys((name for name in self.desk.environment if name.startswith("FLUID_")), None)
        mark, calls = self.cluster.mark(), len(self.desk.calls())
        for mode in ("amend", "dry-run"):
            done = self.desk.apply(plan, mode, **unset)
            variables = {refusal["variable"] for refusal in done.json["policy"]["refusals"]}
            expect(done.code == 1 and len(variables) >= 7, variables)
            (self.desk.folder / ".env").write_text("".join(f"{name}={value}\n" for name, value in self.desk.environment.items()))
        text = self.desk.run("apply", plan, "--mode", "amend", "--yes", **unset)
        expect(text.code == 1 and "FLUID_FLINK_NAMESPACE_ALLOWLIST" in text.err, text)
        expect(self.cluster.requests(mark) == [] and len(self.desk.calls()) == calls, "something was asked")
