"""Child processes of the end-to-end test: started on free ports of the loopback, their output kept, all ended with it."""

import os
import pathlib
import socket
import subprocess
import time

JAVA = ["java", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]


def wait_until(what, holds, seconds=180, pause=0.2):
    """The first true answer of `holds`; AssertionError when there is none in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        answer = holds()
        if answer:
            return answer
        time.sleep(pause)
    raise AssertionError(f"not within {seconds} s: {what}")


class Processes:
    """A context: whatever was started in it is gone after it."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.running = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.running):
            if process.poll() is None:
                process.terminate()
        for process in self.running:
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()

    def start(self, name, command, environment=None):
        log = open(self.folder / f"{name}.log", "ab")
        process = subprocess.Popen(
            [str(part) for part in command], stdout=log, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})}, cwd=self.folder,
        )
        log.close()
        process.name = name
        self.running.append(process)
        return process

    def tail(self, process):
        return (self.folder / f"{process.name}.log").read_text(errors="replace")[-3000:]

    def listening(self, process, port, seconds=180):
        def answers():
            if process.poll() is not None:
                raise AssertionError(f"{process.name} ended with {process.returncode}: {self.tail(process)}")
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return True
            except OSError:
                return False

        wait_until(f"{process.name} listens", answers, seconds)
