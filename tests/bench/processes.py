#!/usr/bin/env python3
"""Times weir as a whole process, from start to exit. usage: processes.py WEIR"""
import statistics
import subprocess
import sys
import time

COMMANDS = [
    ("validate the example", ["validate", "examples/flattened/contract.fluid.yaml"]),
    ("print its SQL", ["generate", "flink", "examples/flattened/contract.fluid.yaml", "--print", "sql"]),
    ("diff with its baseline", ["diff", "examples/flattened/contract.fluid.yaml", "--baseline",
                                "examples/flattened/baseline.fluid.yaml", "--fail-on", "none"]),
    ("--version", ["--version"]),
]


def main():
    weir = sys.argv[1]
    print(f"{'command':<24} {'median ms':>10} {'least ms':>10} {'most ms':>10}")
    for name, arguments in COMMANDS:
        times = []
        for _ in range(21):
            start = time.perf_counter()
            done = subprocess.run([weir, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
            times.append((time.perf_counter() - start) * 1000)
            if done.returncode != 0:
                sys.exit(f"{name}: exit {done.returncode}: {done.stderr.decode()[:300]}")
        print(f"{name:<24} {statistics.median(times):>10.2f} {min(times):>10.2f} {max(times):>10.2f}")


if __name__ == "__main__":
    main()
