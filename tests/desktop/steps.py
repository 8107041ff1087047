"""Cases of the command palette, the keyboard, the log of commands, and crashes; steps of a deployment that no cluster is needed for."""
import json
import pathlib
import shutil
import signal
import tempfile
import time

import xscreen
from window import Files, Window

KEYS = {"Plus": "plus", "Minus": "minus", "Enter": "Return", "Esc": "Escape", "Backspace": "BackSpace"}


def keysym(words):
    """`Ctrl+Shift+P` as xdotool says it; of several, the first."""
    parts = words.split(",")[0].strip().split("+")
    return "+".join([p.lower() for p in parts[:-1]] + [KEYS.get(parts[-1], parts[-1].lower() if len(parts[-1]) == 1 else parts[-1])])


class State:
    """An XDG state place of its own."""

    def __init__(self, display):
        self.base = tempfile.TemporaryDirectory(prefix="weir-state-")
        self.folder = pathlib.Path(self.base.name) / "weir"
        self.log = self.folder / "audit.jsonl"
        display.environment["XDG_STATE_HOME"] = self.base.name
        display.environment["XDG_CONFIG_HOME"] = self.base.name + "/config"
        for name in [n for n in display.environment if n.startswith("FLUID_")]:
            display.environment.pop(name)

    def lines(self):
        return [json.loads(line) for line in self.log.read_text().splitlines()] if self.log.exists() else []


def palette(context):
    """Ctrl+Shift+P finds every command by letters of its name and runs it"""
    with Files(context.source) as files, xscreen.Display(1280, 800) as display:
        State(display)
        with Window(context, display, "--folder", files.folder, "--open", files.contract) as window:
            plain = window.state("settled")
            titles = [command["title"] for command in plain["commands"]]
            window.key("ctrl+shift+p")
            state = window.state("the palette", lambda s: s["dialog"] == "Commands")
            assert state["palette"]["offers"] == [c["title"] for c in plain["commands"] if c["runs"]], state["palette"]
            assert len(state["palette"]["offers"]) > 20
            window.picture().write_png(context.out / "palette.png")
            for typed, title in (("dark", "Change between light and dark"), ("showsql", "Show the SQL"), ("filter", "Filter the contracts")):
                assert title in titles, titles
                window.type(typed)
                window.state(title, lambda s, t=title: s["palette"]["offers"][:1] == [t])
                window.key("ctrl+a", "BackSpace")
                window.state("everything", lambda s: len(s["palette"]["offers"]) == len(state["palette"]["offers"]))
            window.type("light")
            window.state("light first", lambda s: "light" in s["palette"]["offers"][0])
            window.key("Return")
            window.state("light", lambda s: s["theme"] == "light" and s["dialog"] == "")
            window.key("ctrl+shift+p", "Down", "Return")
            window.state("the second command", lambda s: s["dialog"] == "" and s["view"] == "sql")
            window.key("ctrl+shift+p", "Escape")
            window.state("closed", lambda s: s["dialog"] == "")


def every_button(context):
    """every button of every page and dialog shows a key, and that key does what the button does"""
    with Files(context.source) as files, xscreen.Display(1280, 800) as display:
        State(display)
        display.environment["KUBECONFIG"] = "/nowhere"  # nothing outside is asked
        with Window(context, display, "--folder", files.folder, "--open", files.contract) as window:
            start = window.state("settled")
            seen = {}
            places = [("page", page) for page in start["pages"]] + [("dialog", "ctrl+o"), ("dialog", "ctrl+b"), ("view", "ctrl+3")]
            for kind, what in places:
                if kind == "page":
                    window.key(f"alt+{start['pages'].index(what) + 1}")
                    state = window.state(what, lambda s, w=what: s["page"] == w and s["settled"])
                else:
                    window.key("alt+1", what)
                    state = window.state(what, lambda s, k=kind: (s["dialog"] != "" if k == "dialog" else s["view"] == "diff") and s["settled"])
                seen.update({name: (what, keys) for name, keys in state["buttons"].items()})
                if kind == "dialog":
                    window.key("Escape")
                    window.state("closed", lambda s: s["dialog"] == "")
            silent = [name for name, (_, keys) in seen.items() if not keys]
            by_name = " ".join(command["title"].lower() for command in start["commands"] if command["runs"])
            unreached = [name for name in silent if name.replace("_", " ").lower() not in by_name]
            assert not unreached, f"no key and no command for {unreached}"
            assert {"check", "suspend", "resume", "verify", "export", "theme", "help", "open", "reread"} <= set(seen), sorted(seen)
            for name, holds in (("theme", lambda s: s["theme"] == "light"), ("help", lambda s: s["dialog"] == "Keys")):
                window.key(keysym(seen[name][1]))
                window.state(name, holds)
            window.key("Escape")
            for name, purpose in (("check", "apply"), ("suspend", "suspend"), ("resume", "resume"), ("verify", "verify")):
                window.key("alt+1")
                window.key(keysym(seen[name][1]))
                window.state(name, lambda s, p=purpose: s["page"] == "deploy" and s["deploy"]["purpose"] == p and not s["deploy"]["running"])


def steps_without_a_cluster(context):
    """an invalid contract ends at its step with what to do; lists that admit nothing end there with every entry to add"""
    with Files(context.source) as files, xscreen.Display(1280, 800) as display:
        home = State(display)
        with Window(context, display, "--folder", files.folder, "--open", files.contract) as window:
            window.state("settled")
            window.key("ctrl+d")
            state = window.state("refused", lambda s: s["page"] == "deploy" and s["deploy"]["steps"]["allowlists"]["state"] == "refused" and not s["deploy"]["running"])
            lists = state["deploy"]["steps"]["allowlists"]
            for variable in ("FLUID_FLINK_KUBE_CONTEXT_ALLOWLIST", "FLUID_FLINK_NAMESPACE_ALLOWLIST", "FLUID_FLINK_IMAGE_ALLOWLIST"):
                assert any(line.startswith(variable) for line in lists["lines"]), lists
            assert state["deploy"]["steps"]["rehearse"]["state"] == "waiting"
            window.picture().write_png(context.out / "deploy-refused.png")
            window.key("ctrl+Return")
            files.break_contract()
            window.state("two errors", lambda s: any(c["errors"] == 2 for c in s["contracts"]))
            window.key("ctrl+d")
            state = window.state("invalid", lambda s: s["deploy"]["steps"]["validate"]["state"] == "refused" and not s["deploy"]["running"])
            assert any("has no field adress" in line for line in state["deploy"]["steps"]["validate"]["lines"])
            assert state["deploy"]["steps"]["plan"]["state"] == "waiting"
            logged = [(line["command"], line["result"]) for line in home.lines()]
            assert logged == [("rehearse", "refused")] * 2, logged


def log_page(context):
    """the log is searched, walked and exported; a log that cannot be read is told"""
    with Files(context.source) as files, xscreen.Display(1280, 800) as display:
        home = State(display)
        home.folder.mkdir(parents=True)
        with home.log.open("w") as log:
            for number in range(2000):
                log.write(json.dumps({"schema": 1, "time": f"2026-11-30T12:00:{number % 60:02}.000Z", "run": f"{number}", "program": "weir",
                                      "version": "1", "command": "apply" if number % 2 else "verify", "arguments": [f"orders-{number}.plan.json"],
                                      "contexts": ["development"], "result": "applied" if number % 2 else "verified", "codes": [],
                                      "objects": [f"data/orders-{number}: running"], "planDigest": ""}) + "\n")
        with Window(context, display, "--folder", files.folder) as window:
            window.state("settled")
            window.key(f"alt+{window.read()['pages'].index('log') + 1}")
            state = window.state("the log", lambda s: s["page"] == "log" and s["log"]["total"] == 2000)
            assert state["log"]["shown"][0]["arguments"] == ["orders-1999.plan.json"] and state["log"]["shown"][0]["selected"]
            window.picture().write_png(context.out / "log.png")
            window.key("Down")
            window.state("the second", lambda s: s["log"]["shown"][1]["selected"])
            window.key("ctrl+f")
            window.type("APPLY orders-177")
            state = window.state("found", lambda s: s["log"]["shown"] and all("orders-177" in e["arguments"][0] and e["command"] == "apply" for e in s["log"]["shown"]))
            count = len(state["log"]["shown"])
            assert count == 6, state["log"]["shown"]
            window.key("ctrl+e")
            window.state("exported", lambda s: s["log"]["exported"].startswith(f"{count} entries written"))
            assert len((home.folder / "audit-export.jsonl").read_text().splitlines()) == count
            assert len((home.folder / "audit-export.csv").read_text().splitlines()) == count + 1
            home.log.unlink()
            home.log.mkdir()
            window.key("Escape", "F5")
            window.state("told", lambda s: s["log"]["problem"])


# ---- crashes ----


def crash(context):
    """a signal leaves a report without contents, which the next start tells of once"""
    for number, word in ((signal.SIGSEGV, "SIGSEGV"), (signal.SIGABRT, "SIGABRT")):
        with Files(context.source) as files, xscreen.Display(1280, 800) as display:
            home = State(display)
            files.replace(files.contract, "          client.region: eu-central-1", "          client.region: swordfish-and-more")
            window = Window(context, display, "--folder", files.folder, "--open", files.contract)
            window.state("settled")
            window.process.send_signal(number)
            code = window.process.wait(60)
            assert code in (-number, 1), code  # a sanitizer ends a program in its own way
            reports = list(home.folder.glob("crash-new-*.txt"))
            assert len(reports) == 1, list(home.folder.glob("*"))
            text = reports[0].read_text()
            assert oct(reports[0].stat().st_mode & 0o777) == "0o600"
            assert word in text and text.startswith("weir-desktop ") and str(files.contract) in text and "swordfish" not in text, text
            places = [line for line in text.splitlines() if "[0x" in line]
            assert len(places) >= 3 and any("weir-desktop" in line for line in places), text
            if context.sanitized or not shutil.which("addr2line"):
                continue
            with Window(context, display, "--folder", files.folder) as again:
                again.state("told", lambda s: "crash-" in s["notice"] and "ended" in s["notice"])
            assert not list(home.folder.glob("crash-new-*")) and len(list(home.folder.glob("crash-*.txt"))) == 1
            with Window(context, display, "--folder", files.folder) as third:
                third.state("settled")
                time.sleep(0.5)
                assert "crash-" not in third.state("settled")["notice"]


SUITES = {
    "palette": [palette, every_button],
    "steps": [steps_without_a_cluster, log_page],
    "crash": [crash],
}
