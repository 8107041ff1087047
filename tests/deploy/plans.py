#!/usr/bin/env python3
"""Plans, as the command line makes them. usage: plans.py WEIR"""

import hashlib
import json
import os
import resource

import world
from world import FILE, expect, weir


def canonical(value):
    """RFC 8785 of what plans hold: no name beyond U+FFFF, no fraction that Python writes otherwise."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def same_bytes_everywhere(folder):
    first = world.examples(folder / "a")
    second = world.examples(folder / "deep" / "ünder" / "b c")
    environment = {"PATH": "/usr/bin:/bin", "TZ": "America/St_Johns", "LC_ALL": "de_DE.UTF-8", "HOME": "/nonexistent"}
    weir("plan", FILE, "--mode", "amend", "--out", folder / "1.json", cwd=first)
    for file in second.rglob("*.yaml"):
        os.utime(file, (1_000_000_000, 1_000_000_000))
    weir("plan", "contract.fluid.yaml", "--mode", "amend", "--out", folder / "2.json", cwd=second / "nested", environment=environment,
         preexec=lambda: os.umask(0o077))
    weir("plan", second / FILE, "--mode", "amend", "--out", folder / "3.json", cwd="/")
    plans = [(folder / f"{number}.json").read_bytes() for number in (1, 2, 3)]
    expect(plans[0] == plans[1] == plans[2], "the plans differ")
    expect(str(folder).encode() not in plans[0] and b"2026" not in plans[0], "a path or a time of this machine")


def the_digest_is_what_the_manual_says(folder):
    where = world.examples(folder / "a")
    weir("plan", FILE, "--mode", "create-only", "--out", folder / "p.json", cwd=where)
    text = (folder / "p.json").read_text()
    plan = json.loads(text)
    expect(text == canonical(plan) + "\n", "it is not canonical")
    digest = plan.pop("planDigest")
    expect(digest == "sha256:" + hashlib.sha256(canonical(plan).encode()).hexdigest(), digest)


def a_plan_of_a_bundle_is_bound_to_it(folder):
    where = world.examples(folder / "a")
    bundle = json.loads(weir("bundle", FILE, "--out", folder / "b.tgz", "--format", "json", cwd=where).out)
    weir("plan", FILE, "--mode", "amend", "--out", folder / "file.json", cwd=where)
    weir("plan", folder / "b.tgz", "--mode", "amend", "--out", folder / "bundle.json", cwd="/")
    of_file, of_bundle = (json.loads((folder / name).read_text()) for name in ("file.json", "bundle.json"))
    expect(of_bundle["bundleDigest"] == bundle["bundleDigest"] and of_file["bundleDigest"] is None, of_bundle["bundleDigest"])
    expect(of_file["planDigest"] != of_bundle["planDigest"], "the bundle is not in the digest")
    for plan in (of_file, of_bundle):
        del plan["bundleDigest"], plan["planDigest"]
    expect(of_file == of_bundle, "they differ in more than the bundle")


def modes(folder):
    where = world.examples(folder / "a")
    digests = set()
    for mode in ("dry-run", "create-only", "amend", "amend-and-build"):
        told = json.loads(weir("plan", FILE, "--mode", mode, "--out", folder / "p.json", "--format", "json", cwd=where).out)
        expect(told["mode"] == mode == json.loads((folder / "p.json").read_text())["mode"], told)
        digests.add(told["planDigest"])
    expect(len(digests) == 4, "the mode is not in the digest")
    os.remove(folder / "p.json")
    for mode in ("replace", "replace-and-build", "reset", "amend-with-reset"):
        run = weir("plan", FILE, "--mode", mode, "--out", folder / "p.json", "--format", "json", cwd=where, exit_code=1)
        expect("starts afresh" in run.err and json.loads(run.out)["error"]["code"] == "mode-refused", run.err)
    run = weir("plan", FILE, "--mode", "ammend", "--out", folder / "p.json", cwd=where, exit_code=2)
    expect("amend" in run.err, run.err)
    weir("plan", FILE, "--out", folder / "p.json", cwd=where, exit_code=2)
    expect(not (folder / "p.json").exists(), "a plan was written")


def what_it_tells(folder):
    where = world.examples(folder / "a")
    run = weir("plan", FILE, "--mode", "amend", cwd=where)
    plan = json.loads((where / "runtime/plan.json").read_text())
    name = plan["builds"][0]["configMap"]["metadata"]["name"]
    expect(run.out == f"runtime/plan.json: amend commerce.nested-events, planDigest {plan['planDigest']}\n"
                      f"  development, namespace data-products: ConfigMap {name}\n"
                      f"  development, namespace data-products: FlinkDeployment commerce-orders, running\n", run.out)
    told = json.loads(weir("plan", FILE, "--mode", "amend", "--format", "json", cwd=where).out)
    expect(told == {"schema": 1, "plan": "runtime/plan.json", "mode": "amend", "product": "commerce.nested-events",
                    "planDigest": plan["planDigest"], "bundleDigest": None, "sourcesDigest": plan["sourcesDigest"],
                    "builds": [{"build": "ingest-orders", "context": "development", "namespace": "data-products", "state": "running",
                                "placeholderImage": False, "jobDigest": plan["builds"][0]["jobDigest"],
                                "resources": [{"kind": "ConfigMap", "name": name},
                                              {"kind": "FlinkDeployment", "name": "commerce-orders"}]}]}, told)


def an_invalid_contract_has_no_plan(folder):
    where = world.examples(folder / "a")
    contract = where / FILE
    valid = contract.read_text()
    contract.write_text(valid.replace("serviceAccount: flink", "serviceAcount: flink"))
    run = weir("plan", FILE, "--mode", "amend", "--format", "json", cwd=where, exit_code=1)
    answer = json.loads(run.out)
    expect(answer["valid"] is False and answer["contracts"][0]["file"] == FILE, run.out)
    expect("serviceAcount" in run.err, run.err)
    contract.write_text(valid.replace("management: operator", "management: other"))
    weir("plan", FILE, "--mode", "amend", cwd=where, exit_code=1)
    contract.write_text(valid.replace("0.7.7", "0.7.6").replace("management: operator", "management: none"))
    weir("plan", FILE, "--mode", "amend", cwd=where, exit_code=1)
    run = weir("plan", "absent.fluid.yaml", "--mode", "amend", cwd=where, exit_code=2)
    expect(not (where / "runtime").exists(), "something was written")
    contract.write_text(valid)
    weir("plan", FILE, "--mode", "amend", "--out", FILE, cwd=where, exit_code=2)
    expect(contract.read_text() == valid, "the contract was overwritten")
    blocked = where / "blocked"
    blocked.mkdir()
    run = weir("plan", FILE, "--mode", "amend", "--out", blocked, cwd=where, exit_code=2)
    expect("is a folder" in run.err, run.err)


def what_may_be_a_secret_is_told_and_not_shown(folder):
    where = world.examples(folder / "a")
    contract = where / FILE
    secret = "AKIA" + "Q7RZ2M5X9K3LWP8T"
    contract.write_text(contract.read_text() + f"extensions:\n  note: {secret}\n")
    run = weir("plan", FILE, "--mode", "amend", cwd=where)
    expect(secret not in run.out + run.err, "it is shown")
    expect("reads like a secret" in run.err, run.err)


def what_would_take_much_memory_is_no_plan(folder):
    (folder / "bomb.json").write_text("[" + "1," * 3_000_000 + "1]")
    run = weir("apply", folder / "bomb.json", "--mode", "dry-run", "--format", "json", cwd=folder, exit_code=1)
    expect("plan-malformed" in run.out, run.out + run.err)
    largest = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss  # KiB; read as values it would be 700 MB
    expect(largest < 400_000, f"{largest} KiB")


def main():
    tally = world.Tally()
    tally.run([same_bytes_everywhere, the_digest_is_what_the_manual_says, a_plan_of_a_bundle_is_bound_to_it, modes, what_it_tells,
               an_invalid_contract_has_no_plan, what_may_be_a_secret_is_told_and_not_shown,
               what_would_take_much_memory_is_no_plan])
    tally.end()


if __name__ == "__main__":
    main()
