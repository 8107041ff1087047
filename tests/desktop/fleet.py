"""Cases of the fleet page that need no cluster: a stand-in for kubectl has made-up deployments. tests/cluster has the real one."""
import contextlib
import pathlib

import made_up
import xscreen
from window import Window


@contextlib.contextmanager
def fleet(context, *arguments, count=60):
    """The window, on a display of its own, looking into the stand-in's `development`."""
    with xscreen.Display(1280, 800) as display:
        folder = pathlib.Path(display.folder.name)
        (folder / "contracts").mkdir()
        display.environment.update(made_up.StandIn(folder / "stand-in", count).environment)
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


SUITES = {"fleet": [copies_by_key, sorts_by_key, verbs_are_told]}
