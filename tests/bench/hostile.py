#!/usr/bin/env python3
"""What hostile contracts cost: processor time and peak memory of weir at a quarter of the size limit and at the whole.

usage: hostile.py WEIR [--size BYTES] [--format FORMAT] [--only TEXT]

A linear case has a ratio of about 4. Cases over a second, over 500 MB or over a ratio of 6 are marked.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

from hostile_inputs import CASES

LIMIT = 5 * 1024 * 1024
SLOW_SECONDS = 1.0
LARGE_MB = 500
STEEP = 6.0
PATIENCE = 120


def write(files, folder):
    for name, text in files.items():
        (folder / name).write_bytes(text if isinstance(text, bytes) else text.encode())


def arguments(files, form):
    name = next(iter(files))
    if "old.fluid.yaml" in files:
        return ["diff", name, "--baseline", "old.fluid.yaml", "--format", form if form in ("text", "json") else "json"]
    return ["validate", name, "--format", form]


def run(weir, command, folder):
    """Seconds of processor time, peak MB, bytes of output and exit code of one run."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen(["timeout", str(PATIENCE), weir, *command], cwd=folder, stdout=out,
                                   stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, out.seek(0, os.SEEK_END), process.returncode


def measure(weir, make, size, form):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        files = make(size)
        write(files, folder)
        return run(weir, arguments(files, form), folder)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("weir")
    parser.add_argument("--size", type=int, default=LIMIT)
    parser.add_argument("--format", default="json")
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    weir = os.path.abspath(options.weir)
    # A little below the limit: what stands around the hostile part counts too.
    size = options.size - 3000
    print(f"{'case':<34} {'quarter s':>9} {'whole s':>8} {'ratio':>6} {'MB':>6} {'out MB':>7} {'exit':>4}")
    for name, make in CASES.items():
        if options.only not in name:
            continue
        quarter = measure(weir, make, size // 4, options.format)
        whole = measure(weir, make, size, options.format)
        seconds, memory, output, code = whole
        ratio = seconds / max(quarter[0], 0.001)
        marks = [word for word, holds in (("SLOW", seconds > SLOW_SECONDS), ("LARGE", memory > LARGE_MB),
                                          ("STEEP", ratio > STEEP and seconds > 0.1),
                                          ("EXIT", code not in (0, 1, 2))) if holds]
        print(f"{name:<34} {quarter[0]:>9.3f} {seconds:>8.3f} {ratio:>6.1f} {memory:>6.0f} {output / 1e6:>7.1f} "
              f"{code:>4} {' '.join(marks)}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
