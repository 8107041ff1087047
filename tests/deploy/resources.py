#!/usr/bin/env python3
"""resources.yaml: its bytes, the operator's own schema, and what the operator's validator refuses.

usage: resources.py WEIR WORK [--update]     --update writes golden/ anew, to be read before it is committed
"""

import copy
import hashlib
import json
import pathlib
import re
import sys

import jsonschema
import yaml

import world
from world import expect, weir

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(world.TOP / "tests/cluster"))
CONTRACTS = {"nested": world.EXAMPLES / "nested/contract.fluid.yaml", "flattened": world.EXAMPLES / "flattened/contract.fluid.yaml",
             "rebuilt": world.EXAMPLES / "rebuilt/contract.fluid.yaml", "full": HERE / "contracts/full.fluid.yaml",
             "hostile": HERE / "contracts/hostile.fluid.yaml"}


def strict(schema):
    """The CRD's schema as the API server applies it to server-side apply: a field that it does not declare is an error."""
    if isinstance(schema, dict):
        schema = {key: strict(value) for key, value in schema.items()}
        if "properties" in schema and "additionalProperties" not in schema:
            schema["additionalProperties"] = False
    return [strict(item) for item in schema] if isinstance(schema, list) else schema


def resources(folder, contract):
    """[(objects, text)] of every build."""
    out = folder / "out"
    weir("generate", "flink", contract, "--out", out, "-q", cwd=folder)
    return [(list(yaml.safe_load_all(file.read_text())), file.read_text()) for file in sorted(out.glob("*/resources.yaml"))]


def memory(text):
    return int(text[:-1]) * {"m": 1 << 20, "g": 1 << 30}[text[-1]]


def validator_refuses(deployment):
    """org.apache.flink.kubernetes.operator.validation.DefaultValidator, rule by rule; the first refusal, or None."""
    spec, name = deployment["spec"], deployment["metadata"]["name"]
    settings, job = spec["flinkConfiguration"], spec["job"]
    if not re.fullmatch(r"[a-z]([-a-z\d]{0,43}[a-z\d])?", name):
        return "the name"
    if spec.get("flinkVersion") != "v1_20":
        return "flinkVersion"
    if set(settings) & {"kubernetes.namespace", "kubernetes.cluster-id"}:
        return "a forbidden setting"
    if settings.get("kubernetes.operator.deployment.rollback.enabled") == "true" and "high-availability.type" not in settings:
        return "rollback without high availability"
    if settings.get("high-availability.type") not in (None, "kubernetes") or "high-availability.storageDir" not in settings:
        return "high availability"
    if job["parallelism"] <= 0:
        return "parallelism"
    if job["upgradeMode"] in ("savepoint", "last-state") and not settings.get("state.checkpoints.dir"):
        return "no folder of checkpoints"
    if job["upgradeMode"] == "savepoint" and not settings.get("state.savepoints.dir"):
        return "no folder of savepoints"
    if "kubernetes.operator.periodic.savepoint.interval" in settings and not settings.get("state.savepoints.dir"):
        return "periodic savepoints without a folder"
    if spec["jobManager"].get("replicas", 1) < 1 or spec["taskManager"].get("replicas", 1) < 1:
        return "replicas"
    if spec["jobManager"].get("replicas", 1) > 1 and "high-availability.type" not in settings:
        return "several JobManagers without high availability"
    for part in ("jobManager", "taskManager"):
        resource = spec[part]["resource"]
        if memory(resource["memory"]) <= 0 or resource["cpu"] <= 0:
            return f"memory or CPU of {part}"
    if not spec.get("serviceAccount"):
        return "no service account"
    if "job" not in spec or spec.get("mode") not in ("native", "standalone"):
        return "a session, or an unknown mode"
    return None


def main():
    work, update = pathlib.Path(sys.argv[2]), "--update" in sys.argv
    from cluster import definitions
    crd = yaml.safe_load(next(file for file in definitions(work / "definitions") if "flinkdeployments" in file.name).read_text())
    version = next(version for version in crd["spec"]["versions"] if version["name"] == "v1beta1")
    schema = strict(version["schema"]["openAPIV3Schema"])
    schema["properties"].update({"apiVersion": {"const": "flink.apache.org/v1beta1"}, "kind": {"const": "FlinkDeployment"}, "metadata": {}})
    accepts = jsonschema.Draft202012Validator(schema)

    def golden(folder):
        for name, contract in CONTRACTS.items():
            (folder / name).mkdir()
            [(_, text)] = resources(folder / name, contract)
            file = HERE / "golden" / f"{name}.yaml"
            if update:
                file.write_text(text)
            expect(file.read_text() == text, f"{name}: differs from {file.relative_to(world.TOP)} (--update writes it)")

    def the_operators_schema_takes_them(folder):
        for name, contract in CONTRACTS.items():
            (folder / name).mkdir()
            for (config_map, deployment), _ in resources(folder / name, contract):
                error = jsonschema.exceptions.best_match(accepts.iter_errors(deployment))
                expect(error is None, f"{name}: {error and error.json_path + ' ' + error.message[:300]}")
                expect(config_map["apiVersion"] == "v1" and config_map["immutable"] is True, config_map)

    def the_operators_schema_would_notice(folder):
        (deployment,) = [objects[1] for objects, _ in resources(folder, CONTRACTS["full"])]
        for path, value in ((("spec", "job", "paralelism"), 1), (("spec", "job", "parallelism"), "1"),
                            (("spec", "flinkConfiguration", "x"), 1), (("spec", "podTemplate", "spec", "hostNetwok"), True),
                            (("spec", "job", "state"), "stopped"), (("spec", "jobManager", "resource", "cpu"), "1")):
            changed = copy.deepcopy(deployment)
            at = changed
            for step in path[:-1]:
                at = at[step]
            at[path[-1]] = value
            expect(list(accepts.iter_errors(changed)), f"{path} = {value!r} is taken")

    def the_operators_validator_takes_them(folder):
        for name, contract in CONTRACTS.items():
            (folder / name).mkdir()
            for (_, deployment), _ in resources(folder / name, contract):
                expect(validator_refuses(deployment) is None, f"{name}: {validator_refuses(deployment)}")

    def yaml_and_plan_say_the_same(folder):
        for name, contract in CONTRACTS.items():
            (folder / name).mkdir()
            [(objects, _)] = resources(folder / name, contract)
            weir("plan", contract, "--mode", "amend", "--out", folder / f"{name}.json", "-q", cwd=folder)
            [build] = json.loads((folder / f"{name}.json").read_text())["builds"]
            expect(objects == [build["configMap"], build["flinkDeployment"]], f"{name}: YAML and plan differ")

    def the_config_map_holds_the_job_that_generate_writes(folder):
        for name, contract in CONTRACTS.items():
            (folder / name).mkdir()
            [((config_map, deployment), _)] = resources(folder / name, contract)
            [file] = (folder / name / "out").glob("*/job.json")
            expect(config_map["data"] == {"job.json": file.read_text()}, f"{name}: another job.json")
            digest = hashlib.sha256(file.read_bytes()).hexdigest()
            expect(config_map["metadata"]["name"] == f"{deployment['metadata']['name']}-sql-{digest[:12]}", config_map["metadata"])

    def the_runner_is_started_as_its_manual_says(folder):
        manual = (world.TOP / "docs/runner.md").read_text()
        [((_, deployment), _)] = resources(folder, CONTRACTS["nested"])
        job, [container] = deployment["spec"]["job"], deployment["spec"]["podTemplate"]["spec"]["containers"]
        expect(f"`{job['jarURI']}`" in manual, job)
        [mount] = container["volumeMounts"]
        expect(job["args"] == [mount["mountPath"] + "/job.json"] and mount["readOnly"], job)
        expect(not mount["mountPath"].startswith(("/opt/flink/weir/", "/opt/flink/lib", "/opt/flink/usrlib")) and
               mount["mountPath"] != "/opt/flink/weir", "the mount hides a part of the image")
        expect(container["envFrom"] == [{"secretRef": {"name": "flink-storage"}}], container)

    def nothing_hostile_gets_out_of_its_text(folder):
        [(objects, text)] = resources(folder, CONTRACTS["hostile"])
        expect(len(objects) == 2 and [one["kind"] for one in objects] == ["ConfigMap", "FlinkDeployment"], text[:500])
        expect(not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\ufeff]", text), "a character that steers a terminal")

    tally = world.Tally()
    tally.run([golden, the_operators_schema_takes_them, the_operators_schema_would_notice, the_operators_validator_takes_them,
               yaml_and_plan_say_the_same, the_config_map_holds_the_job_that_generate_writes, the_runner_is_started_as_its_manual_says,
               nothing_hostile_gets_out_of_its_text])
    tally.end()


if __name__ == "__main__":
    main()
