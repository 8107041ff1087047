"""Figures of the desktop window under Xvfb: starts, scrolling 500 made-up deployments, what keeps its thread, cancelling, idling.

A stand-in for kubectl lists the deployments, so no API server's and no kubectl's own time is in these figures; cluster.desktop
(tests/cluster) prints some of them with the real ones. OpenGL is Mesa's software rasteriser, on the same processors.
"""
import json
import os
import pathlib
import statistics
import sys
import time
import types

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "desktop"))
import contracts  # noqa: E402  (needs the line above)
import made_up  # noqa: E402
import xscreen  # noqa: E402
from window import Window  # noqa: E402

PARTS = {"build": "the program's own", "submit": "calls of OpenGL", "paint": "rasterising", "show": "showing"}
IDLE_SECONDS = 10


def ticks(pid):
    """Seconds of a processor that a process has used."""
    fields = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """Resident megabytes."""
    return int(pathlib.Path(f"/proc/{pid}/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


class Bench:
    def __init__(self, app, folder, size=(1280, 800)):
        self.context = types.SimpleNamespace(app=app)
        self.size = size
        self.contracts = folder / "contracts"
        self.contracts.mkdir(parents=True)
        self.kubectl = made_up.StandIn(folder / "kubectl")

    def window(self, display, *arguments):
        display.environment.update(self.kubectl.environment)
        config = pathlib.Path(display.environment["XDG_CONFIG_HOME"]) / "weir"
        config.mkdir(parents=True, exist_ok=True)
        (config / "desktop.json").write_text('{"schema": 1, "intervalSeconds": 3600, "zoom": 1, "production": "*prod*"}')
        if "--folder" not in arguments:
            arguments = ("--folder", self.contracts, *arguments)
        return Window(self.context, display, "--size", f"{self.size[0]}x{self.size[1]}", *arguments)

    @staticmethod
    def seen(window):
        return window.state("the fleet", lambda s: s.get("fleet", {}).get("total") == made_up.COUNT and s["fleet"]["settled"])

    @staticmethod
    def rest(window):
        """Waits until what was put in has been drawn."""
        last = -1
        while (now := window.read()["frames"]) != last:
            last = now
            time.sleep(1)

    def starts(self, rounds):
        first, whole, processor = [], [], []
        with xscreen.Display(*self.size) as display:
            for _ in range(rounds):
                begin = time.monotonic()
                with self.window(display, "--page", "fleet") as window:
                    state = self.seen(window)
                    whole.append(1000 * (time.monotonic() - begin))
                    first.append(state["firstFrameMs"])
                    processor.append(1000 * ticks(window.process.pid))
        return {"first_frame_ms": statistics.median(first), "all_seen_ms": statistics.median(whole), "cpu_ms": statistics.median(processor)}

    def scrolling(self, rounds):
        """By the wheel: nothing is chosen, and no kubectl runs beside it."""
        with xscreen.Display(*self.size) as display, self.window(display, "--page", "fleet") as window:
            state = self.seen(window)
            x, y, w, h = state["regions"]["fleet.table"]
            display.xdotool("mousemove", int(x + w / 2), int(y + h / 2))
            for _ in range(rounds):
                for button in (5, 4):
                    display.xdotool("click", "--repeat", 100, "--delay", 20, button)
            self.rest(window)
            wheel = window.read()["frameMs"]
            for _ in range(rounds):
                display.xdotool("key", "--repeat", 60, "--delay", 30, "Next")
                display.xdotool("key", "--repeat", 60, "--delay", 30, "Prior")
            self.rest(window)
            keys = window.read()["frameMs"]
            used = ticks(window.process.pid)
            time.sleep(IDLE_SECONDS)
            idle = (ticks(window.process.pid) - used) / IDLE_SECONDS
            return {"wheel": wheel, "keys": keys, "idle": idle, "memory": memory(window.process.pid), "work": window.read()["threadWork"]}

    def crowded(self, folder):
        """What keeps the window's thread where there is much of everything: 2,000 contracts, one of 20,000 columns, one with 10,000
        findings and as many changes, 500 deployments and a log of 8 MiB. Every page is shown, searched, zoomed and left."""
        contracts.write_folder(folder, 2_000)
        wide, broken = folder / "wide.fluid.yaml", folder / "broken.fluid.yaml"
        wide.write_text(contracts.managed(20_000))
        head, tail = contracts.managed(20_000).split("exposes:\n")
        broken.write_text(head + "exposes:\n" + tail.replace('type: "long"', 'type: "string"').replace('type: "string"', 'type: "long"', 9_000))
        with xscreen.Display(*self.size) as display:
            self.fill_log(pathlib.Path(display.environment["XDG_STATE_HOME"]) / "weir")
            with self.window(display, "--folder", folder, "--open", broken, "--baseline", wide, "--view", "findings") as window:
                window.state("all checked", lambda s: s["settled"] and s["selected"] == broken.name and "not checked" not in s["status"], 300)
                for keys in (("ctrl+1", "Tab", "End", "Home"), ("ctrl+2", "End", "Home"), ("ctrl+3", "End", "Home"), ("ctrl+t",), ("ctrl+plus",), ("ctrl+0",)):
                    window.key(*keys)
                    self.rest(window)
                window.key("ctrl+f")
                window.type("product-017")
                self.rest(window)
                window.key("ctrl+a", "BackSpace", "Escape", "alt+Down")
                window.state("another", lambda s: s["settled"] and s["selected"] != broken.name)
                window.key("alt+4")
                window.state("the log", lambda s: s["page"] == "log" and s["log"]["total"] > 1000)
                window.key("ctrl+f")
                window.type("APPLY orders-177")
                self.rest(window)
                window.key("alt+2")
                self.seen(window)
                window.key("ctrl+f")
                window.type("visits")
                self.rest(window)
                window.key("ctrl+shift+p")
                window.type("fleet")
                self.rest(window)
                window.key("Escape")
                return window.read()["threadWork"]

    @staticmethod
    def fill_log(folder):
        folder.mkdir(parents=True)
        line = {"schema": 1, "run": "0", "program": "weir", "version": "1", "contexts": ["development"], "codes": [], "planDigest": "sha256:" + 64 * "0"}
        for name in ("audit.1.jsonl", "audit.jsonl"):
            with (folder / name).open("w") as log:
                number = 0
                while log.tell() < 4_190_000:
                    number += 1
                    log.write(json.dumps({**line, "time": f"2026-11-30T12:00:{number % 60:02}.000Z", "command": "apply" if number % 2 else "verify",
                                          "arguments": [f"orders-{number}.plan.json"], "result": "applied" if number % 2 else "verified",
                                          "objects": [f"data/orders-{number}: running"]}) + "\n")

    def cancelling(self, rounds):
        """From Esc to the state file that says so, while a kubectl answers nothing."""
        took = []
        with xscreen.Display(*self.size) as display, self.window(display, "--page", "fleet") as window:
            self.seen(window)
            window.key("alt+Down")
            for _ in range(rounds):
                window.state("looking", lambda s: s["fleet"]["context"] == "stalled" and s["fleet"]["looking"])
                time.sleep(0.3)
                begin = time.monotonic()
                window.key("Escape")
                window.state("stopped", lambda s: s["fleet"]["stopped"])
                took.append(1000 * (time.monotonic() - begin))
                window.key("F5")
            window.key("Escape")
        return {"median_ms": statistics.median(took), "most_ms": max(took)}


def figures(app, folder, rounds):
    bench = Bench(app, folder)
    return {"start": bench.starts(max(rounds // 3, 3)), "scroll": bench.scrolling(max(rounds // 5, 2)), "cancel": bench.cancelling(max(rounds // 3, 3)),
            "crowded": bench.crowded(folder / "many")}
