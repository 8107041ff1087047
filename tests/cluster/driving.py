"""The window of tests/desktop with an operator's environment, for cases against a cluster."""

import contextlib
import os
import pathlib
import sys
import types

from cluster import HERE

sys.path.insert(0, str(HERE.parent / "desktop"))
import xscreen  # noqa: E402  (needs the line above)
from window import Window  # noqa: E402


class Driver:
    """Starts the window; `variables` of the operator go on top of the desk's."""

    def __init__(self, desk, app, work):
        self.desk, self.app, self.work = desk, app, work
        self.sanitized = b"__asan_init" in app.read_bytes()

    @contextlib.contextmanager
    def window(self, *arguments, size=(1280, 800), settings=None, **variables):
        """A window on a display of its own. `settings`: text of its settings file."""
        with xscreen.Display(*size) as display:
            for name, value in {**self.desk.environment, **variables}.items():
                display.environment[name] = value
            if settings is not None:
                file = self.settings_file(display)
                file.parent.mkdir(parents=True)
                file.write_text(settings, encoding="utf-8")
            context = types.SimpleNamespace(app=self.app)
            with Window(context, display, "--size", f"{size[0]}x{size[1]}", *arguments) as window:
                yield window

    def settings_file(self, display):
        return pathlib.Path(display.environment["XDG_CONFIG_HOME"]) / "weir" / "desktop.json"

    def keep(self, window, name):
        """Keeps a picture of the window."""
        picture = window.picture()
        picture.write_png(self.work / f"{name}.png")
        return picture


def ticks(pid):
    """Seconds of a processor that a process has used."""
    fields = open(f"/proc/{pid}/stat", encoding="utf-8").read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid):
    """Resident megabytes."""
    status = open(f"/proc/{pid}/status", encoding="utf-8").read()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024
