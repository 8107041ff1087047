"""The real window in a test: started on a display of its own, driven by injected input, asked by its state file."""
import json
import pathlib
import re
import shutil
import subprocess
import tempfile
import time

import xscreen

ERROR_INK = {"dark": (0xFF, 0x7B, 0x72), "light": (0xB8, 0x26, 0x1F)}
OK_INK = {"dark": (0x6F, 0xCE, 0x8F), "light": (0x1A, 0x6B, 0x3C)}


class Files:
    """A copy of the examples that a test may change."""

    def __init__(self, source):
        self.base = tempfile.TemporaryDirectory(prefix="weir-desktop-")
        self.folder = pathlib.Path(self.base.name) / "contracts"
        shutil.copytree(source / "examples", self.folder)
        self.contract = self.folder / "flattened/contract.fluid.yaml"
        self.baseline = self.folder / "flattened/baseline.fluid.yaml"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.base.cleanup()

    def replace(self, file, old, new):
        text = file.read_text(encoding="utf-8")
        assert text.count(old) >= 1, f"{file} has no {old}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def break_contract(self):
        """A mapping reads a field that is not there, and another is taken away. Returns the place of the first
        wrong token, as (line, column, end column)."""
        self.replace(self.contract, "from: customer.id}", "from: customer.adress}")
        self.replace(self.contract, """          - {name: channel, from: "attributes['channel']"}""", "          #")
        for number, line in enumerate(self.contract.read_text(encoding="utf-8").split("\n"), 1):
            if "customer.adress" in line:
                column = line.index("customer.adress") + 1
                return number, column, column + len("customer.adress")
        raise AssertionError("nothing was broken")


class Window:
    """weir-desktop running on `display`."""

    def __init__(self, context, display, *arguments):
        self.display = display
        self.state_file = pathlib.Path(display.folder.name) / "state.json"
        self.state_file.unlink(missing_ok=True)
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen(
            [context.app, "--state-out", self.state_file, *map(str, arguments)], env=display.environment, stderr=self.errors
        )
        self.state("the first frame", lambda s: True, 60)
        number = xscreen.wait_for("a window", self.number)
        display.xdotool("windowfocus", number)
        time.sleep(0.1)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.process.poll() is None:
            self.process.terminate() if kind else self.key("ctrl+q")
        code = self.process.wait(60)
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "replace")
        if kind is None:
            assert code == 0, f"exit code {code}: {said}"
            assert "Sanitizer" not in said and "runtime error" not in said, said
        elif said:
            print(said)

    def number(self):
        try:
            return self.display.xdotool("search", "--class", "weir-desktop").split()[-1]
        except (subprocess.CalledProcessError, IndexError):
            return None

    def read(self):
        try:
            return json.loads(self.state_file.read_text(encoding="utf-8"))
        except (FileNotFoundError, json.JSONDecodeError):
            return None

    def state(self, what, condition=lambda s: s["settled"], seconds=30):
        """The state once `condition` holds for it."""
        last = None

        def holds():
            nonlocal last
            assert self.process.poll() is None, f"the window ended with {self.process.returncode}"
            last = self.read()
            return last if last and condition(last) else None

        try:
            return xscreen.wait_for(what, holds, seconds)
        except AssertionError as miss:
            brief = {k: v for k, v in (last or {}).items() if k not in ("regions", "source", "contracts", "commands", "buttons")}
            raise AssertionError(f"{miss}; the last state: {json.dumps(brief)[:1500]}") from None

    def key(self, *keys):
        self.display.xdotool("key", "--delay", "20", *keys)

    def type(self, text):
        self.display.xdotool("type", "--delay", "20", text)

    def click(self, region, button=1):
        x, y, w, h = region
        self.display.xdotool("mousemove", int(x + w / 2), int(y + h / 2))
        time.sleep(0.15)
        self.display.xdotool("click", button)

    def picture(self, state=None):
        """The screen, once two looks at it are the same."""
        last = self.display.picture()
        for _ in range(50):
            time.sleep(0.12)
            now = self.display.picture()
            if now.rows == last.rows:
                return now
            last = now
        raise AssertionError("the picture does not come to rest")


def shoot(context, display, name, *arguments, code=0):
    """Runs the window for a screenshot. Returns its picture and its state."""
    picture = context.out / f"{name}.png"
    state = context.out / f"{name}.json"
    for file in (picture, state):
        file.unlink(missing_ok=True)
    run = subprocess.run(
        [context.app, "--screenshot", picture, "--state-out", state, *map(str, arguments)],
        env=display.environment, capture_output=True, text=True, timeout=180,
    )
    assert run.returncode == code, f"exit code {run.returncode} for {code}: {run.stderr}"
    assert "Sanitizer" not in run.stderr and "runtime error" not in run.stderr, run.stderr
    return xscreen.read_png(picture), json.loads(state.read_text(encoding="utf-8")), run.stderr


def reads(picture, *words):
    """Which of `words` an OCR reader does not see; None when there is no reader. Blanks and case do not count."""
    text = picture.text()
    if text is None:
        return None
    flat = re.sub(r"[^a-z0-9]", "", text.lower())
    return [word for word in words if re.sub(r"[^a-z0-9]", "", word.lower()) not in flat]
