"""Whole processes, timed from outside by the operating system's own accounting."""
import os
import statistics
import sys
import time


def once(command):
    """Wall and processor milliseconds and the most memory (MiB) of one run. A run that fails ends the bench."""
    quiet = os.open(os.devnull, os.O_RDWR)
    start = time.perf_counter()
    pid = os.posix_spawnp(command[0], command, os.environ, file_actions=[
        (os.POSIX_SPAWN_DUP2, quiet, 0), (os.POSIX_SPAWN_DUP2, quiet, 1), (os.POSIX_SPAWN_DUP2, quiet, 2)])
    _, status, usage = os.wait4(pid, 0)
    wall = (time.perf_counter() - start) * 1000
    os.close(quiet)
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"bench: {' '.join(command)}: exit {os.waitstatus_to_exitcode(status)}")
    return {"wall": wall, "cpu": (usage.ru_utime + usage.ru_stime) * 1000, "memory": usage.ru_maxrss / 1024}


def summary(runs):
    return {key: {"median": statistics.median(run[key] for run in runs), "least": min(run[key] for run in runs),
                  "most": max(run[key] for run in runs)}
            for key in ("wall", "cpu")}


def in_turn(commands, rounds):
    """Runs the commands one after the other, `rounds` times over, so that a machine that slows down slows all of them.
    One warm-up each. → the summary of each, and the median of the ratios of each round to the first command's."""
    for command in commands:
        once(command)
    runs = [[] for _ in commands]
    for _ in range(rounds):
        for command, times in zip(commands, runs):
            times.append(once(command))
    ratios = [{key: statistics.median(run[key] / max(first[key], 0.001) for run, first in zip(times, runs[0]))
               for key in ("wall", "cpu")} for times in runs]
    return [summary(times) for times in runs], ratios
