#!/usr/bin/env python3
"""Drives the real weir-desktop window under Xvfb. usage: run.py --app FILE --source DIR --out DIR --suite NAME [--weir FILE]

Every case looks at two things: the window's own state (--state-out) and the pixels that are on the screen.
Screenshots stay in OUT. Ends with `N passed, N failed` or, without tesseract or the command line, `N passed, N failed, N skipped`.
"""
import argparse
import os
import pathlib
import sys
import time
import traceback

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import fleet  # noqa: E402  (needs the line above)
import steps  # noqa: E402
import suites  # noqa: E402

SUITES = {**suites.SUITES, **steps.SUITES, **fleet.SUITES}


class Skip(Exception):
    """A case that cannot run here, with its reason."""


def main():
    parser = argparse.ArgumentParser()
    for name in ("app", "source", "out"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    parser.add_argument("--weir", type=pathlib.Path, help="the command line, to compare answers with")
    parser.add_argument("--suite", required=True, choices=sorted(SUITES))
    context = parser.parse_args()
    context.source = context.source.resolve()
    context.out.mkdir(parents=True, exist_ok=True)
    context.sanitized = b"__asan_init" in context.app.read_bytes()
    context.skip = Skip
    os.environ.pop("WAYLAND_DISPLAY", None)
    passed = failed = skipped = 0
    for case in SUITES[context.suite]:
        name = case.__doc__.strip().split("\n")[0]
        begin = time.monotonic()
        try:
            case(context)
            passed += 1
            print(f"ok    {name} ({time.monotonic() - begin:.1f} s)", flush=True)
        except Skip as reason:
            skipped += 1
            print(f"skip  {name}: {reason}", flush=True)
        except Exception:  # noqa: BLE001  (a case that breaks must not hide the others)
            failed += 1
            print(f"FAIL  {name}\n{traceback.format_exc()}", flush=True)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    return 1 if failed or not passed + skipped else 0


if __name__ == "__main__":
    sys.exit(main())
