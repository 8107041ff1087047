#!/usr/bin/env python3
"""alerts.yaml as Prometheus reads it: every example's rules are accepted by promtool, and made to fire, and not to, by series
as Flink's reporter writes them.

usage: run.py WEIR

Prints each miss, then `N passed, N failed`. promtool is looked for on the PATH, then in build/tools/prometheus.
"""

import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROMTOOL = shutil.which("promtool") or str(ROOT / "build/tools/prometheus/usr/bin/promtool")
COMMIT = "flink_taskmanager_job_task_operator_IcebergFilesCommitter_table_elapsedSecondsSinceLastSuccessfulCommit"
FAILED, RESTARTS = "flink_jobmanager_job_numberOfFailedCheckpoints", "flink_jobmanager_job_numRestarts"
# (what, series, values a minute, the alert that must fire at 20 minutes, or None)
CASES = [
    ("commits that come", COMMIT, "0 60 0 60x20", None),
    ("no commit for 12 checkpoints of 60 s", COMMIT, "0+60x20", "WeirTableNotCommitted"),
    ("the metric without its group's name", COMMIT.replace("IcebergFilesCommitter_table_", ""), "0+60x20", "WeirTableNotCommitted"),
    ("no commit of another job", COMMIT, "0+60x20", None),
    ("checkpoints that fail", FAILED, "0x14 0+1x8", "WeirCheckpointsFail"),
    ("one that failed", FAILED, "0x14 1x8", None),
    ("a job that restarts", RESTARTS, "0x14 0+1x8", "WeirJobRestarts"),
    ("one that restarted", RESTARTS, "0x14 1x8", None),
]


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


def job_label(rules):
    """`job_name` as the rules spell it."""
    return rules.split('job_name="', 1)[1].split('"', 1)[0]


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    weir, passed, failed = str(pathlib.Path(sys.argv[1]).resolve()), 0, 0

    def check(name, good, told):
        nonlocal passed, failed
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(f"MISS {name}", told[:2000], sep="\n")

    if not pathlib.Path(PROMTOOL).exists():
        sys.exit(f"promtool is missing: {PROMTOOL}; ./dev test fetches it")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for contract in sorted(ROOT.glob("examples/*/contract.fluid.yaml")):
            made = run(weir, "generate", "flink", str(contract), "--out", str(folder / contract.parent.name))
            check(f"{contract.parent.name}: generated", made.returncode == 0, made.stderr)
            (rules,) = (folder / contract.parent.name).glob("*/alerts.yaml")
            done = run(PROMTOOL, "check", "rules", str(rules))
            check(f"{contract.parent.name}: accepted", done.returncode == 0 and "3 rules found" in done.stdout, done.stdout + done.stderr)
        text = rules.read_text(encoding="utf-8")
        label = job_label(text)
        check("the label holds what the reporter keeps", all(c.isalnum() or c in ":_" for c in label), label)
        for what, series, values, alert in CASES:
            job = "another" if "another job" in what else label
            labels = {"job_name": job} if alert == "WeirTableNotCommitted" else {"job_name": job, "instance": "a"}
            tests = [{
                "interval": "1m",
                "input_series": [{"series": f'{series}{{job_name="{job}",instance="a"}}', "values": values}],
                "alert_rule_test": [
                    {"eval_time": "20m", "alertname": name,
                     "exp_alerts": [] if name != alert else [{"exp_labels": labels_of(text, name, labels),
                                                              "exp_annotations": annotations_of(text, name)}]}
                    for name in ("WeirTableNotCommitted", "WeirCheckpointsFail", "WeirJobRestarts")
                ],
            }]  # fmt: skip
            file = folder / "test.yaml"
            file.write_text(json.dumps({"rule_files": [str(rules)], "evaluation_interval": "1m", "tests": tests}))
            done = run(PROMTOOL, "test", "rules", str(file))
            check(what, done.returncode == 0, done.stdout + done.stderr)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


def rule_of(text, name):
    return next(rule for rule in yaml.safe_load(text)["groups"][0]["rules"] if rule["alert"] == name)


def labels_of(text, name, more):
    return {**rule_of(text, name)["labels"], **more}


def annotations_of(text, name):
    return rule_of(text, name)["annotations"]


if __name__ == "__main__":
    sys.exit(main())
