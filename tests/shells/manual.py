#!/usr/bin/env python3
"""The manual pages: one for each command, without a complaint of groff, saying what `--help` says.
usage: manual.py WEIR_MANUAL WEIR. Ends with `N passed, N failed`.
"""
import pathlib
import re
import subprocess
import sys
import tempfile


def text_of(page):
    result = subprocess.run(["groff", "-man", "-ww", "-Tutf8", "-P-cbou", str(page)], capture_output=True, text=True, check=True)
    if result.stderr:
        raise RuntimeError(f"{page.name}: {result.stderr[:300]}")
    # groff hyphenates at the ends of lines and sets its own hyphens.
    return re.sub(r"\s+", "", result.stdout.replace("\u2010\n", "").replace("\u2212", "-").replace("\u2010", "-"))


def main():
    passed = failed = 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.argv[1], folder], check=True)
        pages = {page.name: text_of(page) for page in pathlib.Path(folder).iterdir()}
        script = subprocess.run([sys.argv[2], "completion", "fish"], capture_output=True, text=True, check=True).stdout
        commands = sorted(set(re.findall(r"-n '__fish_use_subcommand' -a (\S+)", script)))
        for command in commands:
            text = pages.get(f"weir-{command}.1", "")
            help_text = subprocess.run([sys.argv[2], command, "--help"], capture_output=True, text=True, check=True).stdout
            wanted = re.findall(r"(?<!\S)--[a-z-]+", help_text) + [command]
            missing = [word for word in wanted if word.replace(" ", "") not in text]
            if missing:
                print(f"FAIL weir-{command}.1: does not say {missing}")
            failed += bool(missing)
            passed += not missing
        for page in ("weir.1", "weir-desktop.1"):
            good = "--version" in pages.get(page, "")
            passed, failed = passed + good, failed + (not good)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or passed < 8 else 0


if __name__ == "__main__":
    sys.exit(main())
