"""Cases of the fleet page that need no cluster: a stand-in for kubectl has made-up deployments. tests/cluster has the real one."""
import contextlib
import json
import os
import pathlib
import subprocess
import tempfile

import made_up
import xscreen
from window import Window


@contextlib.contextmanager
def fleet(context, *arguments, count=60, interval=3600):
    """The window, on a display of its own, looking into the stand-in's `development`."""
    with xscreen.Display(1280, 800) as display:
        folder = pathlib.Path(display.folder.name)
        (folder / "contracts").mkdir()
        display.environment.update(made_up.StandIn(folder / "stand-in", count).environment)
        config = pathlib.Path(display.environment["XDG_CONFIG_HOME"]) / "weir"
        config.mkdir(parents=True)
        (config / "desktop.json").write_text(json.dumps({"schema": 1, "intervalSeconds": interval, "zoom": 1, "production": "*prod*"}))
        with Window(context, display, "--folder", folder / "contracts", *arguments) as window:
            yield window


def seen(window, condition=lambda f: True):
    return window.state("the fleet", lambda s: s.get("fleet", {}).get("total", 0) > 0 and s["fleet"]["settled"] and condition(s["fleet"]))["fleet"]


def copies_by_key(context):
    """a context that is not allowed is reached by keys, and so is the entry that would allow it"""
    with fleet(context, "--page", "fleet") as window:
        seen(window)
        window.key("alt+Down", "alt+Down")
        state = window.state("the reason", lambda s: "button.copy-entry" in s["regions"])
        assert state["buttons"]["copy-entry"] == "Ctrl+C", state["buttons"]
        window.picture().write_png(context.out / "fleet-refused.png")
        window.key("ctrl+c")
        window.state("copied", lambda s: s["notice"] == "Copied.")
        window.key("ctrl+r", "ctrl+w", "ctrl+w")
        state = window.state("keys were taken", lambda s: s["fleet"]["shown"] == s["fleet"]["total"])
        assert all(each["readOnly"] for each in state["fleet"]["contexts"]), "writes were allowed in a context that is out of sight"
        window.key("alt+Up")
        state = window.state("the one before", lambda s: "button.copy-entry" not in s["regions"])
        assert state["fleet"]["context"] == "stalled", state["fleet"]["context"]
        window.key("alt+Up")
        seen(window)
        window.key("ctrl+f", "ctrl+v")
        window.state("pasted", lambda s: s["fleet"]["filter"] == "other")


def sorts_by_key(context):
    """every column sorts by a key and by a command's name; once more turns the order round"""
    with fleet(context, "--page", "fleet") as window:
        seen(window, lambda f: f["sortedBy"] == "name" and not f["descending"])
        for digit, column in enumerate(("name", "state", "checkpoint", "runs", "contract", "product"), 1):
            window.key(f"alt+shift+{digit}")
            down = seen(window, lambda f, c=column, d=digit: f["sortedBy"] == c and f["descending"] == (d == 1))
        assert down["visible"][0]["product"] <= down["visible"][-1]["product"], down["visible"]
        window.key("alt+shift+6")
        up = seen(window, lambda f: f["descending"])
        assert up["visible"][0]["product"] >= up["visible"][-1]["product"] and up["visible"][0] != down["visible"][0]
        window.key("alt+shift+2")
        worst = seen(window, lambda f: f["sortedBy"] == "state")
        assert worst["visible"][0]["state"] == "failed", worst["visible"][0]
        window.key("alt+1", "ctrl+shift+p")
        window.type("sort by checkpoint")
        window.state("the command", lambda s: s["palette"]["offers"][:1] == ["Fleet: sort by checkpoint"])
        window.key("Return")
        oldest = seen(window, lambda f: f["sortedBy"] == "checkpoint")["visible"]
        ages = [each["checkpointAge"] for each in oldest]
        assert ages == sorted(ages, reverse=True) and len(ages) > 10, ages


def verbs_are_told(context):
    """what the page's keys do stands in the list of keys, and every one of them runs by its name from another page"""
    with fleet(context) as window:
        state = window.state("settled")
        told = {command["title"]: command for command in state["commands"] if command["title"].startswith("Fleet: ")}
        assert len(told) >= 12 and all(command["keys"] and command["runs"] for command in told.values()), told
        for typed, holds in (("fleetfilter", lambda s: s["page"] == "fleet"),
                             ("fleetread-only", lambda s: not s["fleet"]["contexts"][0]["readOnly"]),
                             ("fleetwarnings", lambda s: 0 < s["fleet"]["shown"] == s["fleet"]["warned"])):
            window.key("alt+1", "ctrl+shift+p")
            window.type(typed)
            window.state(typed, lambda s: s["palette"]["offers"][0].startswith("Fleet: "))
            window.key("Return")
            window.state(typed, lambda s, h=holds: s["page"] == "fleet" and s["fleet"]["contexts"] and h(s))


def looks_are_logged(context):
    """a look that was asked for is in the log of commands once, those that repeat it are not; weir fleet leaves the same"""
    with fleet(context, "--page", "fleet", interval=5) as window:
        log = pathlib.Path(window.display.environment["XDG_STATE_HOME"]) / "weir/audit.jsonl"
        read = lambda: [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
        first = seen(window)["lookedAt"]
        window.state("two more looks", lambda s: s["fleet"]["settled"] and s["fleet"]["lookedAt"] > first + 8000)
        (line,) = read()
        assert (line["program"], line["command"], line["contexts"], line["result"]) == ("weir-desktop", "fleet", ["development"], "seen"), line
        assert line["objects"] == ["data-products: 60 deployments"], line
        window.key("F5")
        xscreen.wait_for("the second line", lambda: len(read()) == 2)
        window.key("alt+Down")
        window.state("asking", lambda s: s["fleet"]["context"] == "stalled" and s["fleet"]["looking"])
        window.key("Escape")
        line = xscreen.wait_for("the third line", lambda: read()[2:])[0]
        assert (line["contexts"], line["result"], line["codes"]) == (["stalled"], "interrupted", ["cluster-stopped"]), line
        if not context.weir:
            return
        run = lambda *words: subprocess.run([context.weir, *words], env=window.display.environment, capture_output=True, text=True, timeout=60)
        assert run("fleet").returncode == 0 and len(read()) == 3, "reading the kubeconfig alone leaves a line"
        assert run("fleet", "--context", "development").returncode == 0
        assert run("fleet", "--context", "other").returncode == 1
        told = [(line["program"], line["command"], line["arguments"], line["result"], line["codes"]) for line in read()[3:]]
        assert told == [("weir", "fleet", ["--context", "development"], "seen", []),
                        ("weir", "fleet", ["--context", "other"], "refused", ["kube-context-unlisted"])], told


def doctor_is_logged(context):
    """weir doctor leaves a line too: of a contract that the allowlists do not admit, and of one that is none"""
    if not context.weir:
        raise context.skip("the command line was not given")
    with tempfile.TemporaryDirectory(prefix="weir-state-") as folder:
        environment = {name: value for name, value in os.environ.items() if not name.startswith("FLUID_")} | {"XDG_STATE_HOME": folder}
        broken = pathlib.Path(folder) / "broken.fluid.yaml"
        broken.write_text("kind: DataProduct\n")
        for file, code in ((context.source / "examples/flattened/contract.fluid.yaml", "policy"), (broken, "contract-invalid")):
            done = subprocess.run([context.weir, "doctor", file], env=environment, capture_output=True, text=True, timeout=60)
            line = json.loads((pathlib.Path(folder) / "weir/audit.jsonl").read_text().splitlines()[-1])
            assert (line["command"], line["arguments"], line["result"], line["codes"]) == ("doctor", [str(file)], "refused", [code]), (line, done)


SUITES = {"fleet": [looks_are_logged, doctor_is_logged, copies_by_key, sorts_by_key, verbs_are_told]}
