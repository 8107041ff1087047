"""A Flink cluster of two processes, and its command line: jobs are submitted, stopped and restored as an operator of a
standalone cluster does it, the runner's jar loaded as a user's jar."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import time
import urllib.error
import urllib.request

from processes import JAVA, wait_until
from programs import free_port
from services import STORAGE_ENVIRONMENT

OPENED = ["java.lang", "java.util", "java.nio", "java.time", "java.net"]


class Flink:
    def __init__(self, processes, class_path):
        self.processes = processes
        self.class_path = class_path
        self.rest, self.rpc = free_port(), free_port()
        self.checkpoints = processes.folder / "checkpoints"
        self.savepoints = processes.folder / "savepoints"
        self.settings = processes.folder / "flink-conf"
        self.settings.mkdir()
        (self.settings / "config.yaml").write_text(
            f"""jobmanager.rpc.address: 127.0.0.1
jobmanager.rpc.port: {self.rpc}
jobmanager.bind-host: 127.0.0.1
rest.address: 127.0.0.1
rest.bind-address: 127.0.0.1
rest.port: {self.rest}
rest.bind-port: {self.rest}
taskmanager.host: 127.0.0.1
taskmanager.bind-host: 127.0.0.1
taskmanager.numberOfTaskSlots: 12
taskmanager.cpu.cores: 2.0
taskmanager.memory.framework.heap.size: 128m
taskmanager.memory.framework.off-heap.size: 128m
taskmanager.memory.jvm-metaspace.size: 256m
taskmanager.memory.jvm-overhead.min: 128m
taskmanager.memory.jvm-overhead.max: 128m
taskmanager.memory.task.heap.size: 600m
taskmanager.memory.task.off-heap.size: 64m
taskmanager.memory.network.min: 96m
taskmanager.memory.network.max: 96m
taskmanager.memory.managed.size: 64m
io.tmp.dirs: {processes.folder}
heartbeat.interval: 1000
heartbeat.timeout: 15000
classloader.check-leaked-classloader: false
execution.checkpointing.dir: file://{self.checkpoints}
execution.checkpointing.savepoint-dir: file://{self.savepoints}
execution.checkpointing.externalized-checkpoint-retention: RETAIN_ON_CANCELLATION
execution.checkpointing.interval: 1000
restart-strategy.type: fixed-delay
restart-strategy.fixed-delay.attempts: 120
restart-strategy.fixed-delay.delay: 1000
"""
        )
        self.environment = {**STORAGE_ENVIRONMENT, "FLINK_CONF_DIR": str(self.settings)}
        self.master = self.worker = None
        self.start_master()
        self.start_worker()

    def java(self, *arguments):
        opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in OPENED]
        return [*JAVA, *opened, "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn", "-cp", self.class_path, *arguments]

    def start_master(self):
        entry = "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint"
        self.master = self.processes.start("jobmanager", self.java("-Xmx700m", entry, "--configDir", self.settings), self.environment)
        self.processes.listening(self.master, self.rest)

    def start_worker(self):
        entry = "org.apache.flink.runtime.taskexecutor.TaskManagerRunner"
        self.worker = self.processes.start("taskmanager", self.java("-Xmx900m", entry, "--configDir", self.settings), self.environment)

        def registered():
            assert self.worker.poll() is None, f"the task manager ended: {self.processes.tail(self.worker)}"
            return self.ask("overview").get("slots-total", 0) > 0

        wait_until("the task manager has registered", registered)

    def ask(self, path):
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.rest}/{path}", timeout=10) as answer:
                return json.load(answer)
        except (urllib.error.URLError, OSError, json.JSONDecodeError):
            return {}

    def command(self, *arguments):
        """Flink's command line. Returns its exit code and what it printed."""
        done = subprocess.run(
            [str(part) for part in self.java("-Xmx600m", "org.apache.flink.client.cli.CliFrontend", *arguments)],
            env={**os.environ, **self.environment}, capture_output=True, text=True, timeout=300, cwd=self.processes.folder,
        )
        return done.returncode, done.stdout + done.stderr

    def submit(self, program, savepoint=None, settings=()):
        """Submits a job by a program (its jar and arguments). Returns the job's id."""
        restored = ["-s", savepoint] if savepoint else []
        extra = [part for setting in settings for part in ("-D", setting)]
        code, said = self.command("run", "-d", "-t", "remote", *extra, *restored, *program)
        found = re.search(r"JobID ([0-9a-f]{32})", said)
        assert code == 0 and found, f"flink run exits {code}: {said[-3000:]}"
        return found.group(1)

    def state(self, job):
        return self.ask(f"jobs/{job}").get("state")

    def alive(self, job):
        """Its state; AssertionError, with Flink's reason, when the job has ended."""
        return self.reached(job, None)

    def reached(self, job, wanted):
        """Its state when it is the one that is wanted, or one that may still become it."""
        now = self.state(job)
        ended = now in ("FAILED", "FINISHED", "CANCELED") and now != wanted
        assert not ended, f"the job is {now}: {self.failure(job)[:3000]}"
        return now

    def wait_state(self, job, state, seconds=180):
        wait_until(f"the job is {state}", lambda: self.reached(job, state) == state, seconds)

    def failure(self, job):
        entries = self.ask(f"jobs/{job}/exceptions").get("exceptionHistory", {}).get("entries", [])
        return "\n".join(entry.get("stacktrace", "") for entry in entries)

    def stop(self, job):
        """Stops with a savepoint; returns its path."""
        code, said = self.command("stop", "-t", "remote", "--savepointPath", f"file://{self.savepoints}", job)
        found = re.search(r"Savepoint completed. Path: (\S+)", said)
        assert code == 0 and found, f"flink stop exits {code}: {said[-3000:]}"
        return found.group(1)

    def cancel(self, job):
        request = urllib.request.Request(f"http://127.0.0.1:{self.rest}/jobs/{job}?mode=cancel", method="PATCH")
        urllib.request.urlopen(request, timeout=30).close()
        wait_until("the job is cancelled", lambda: self.state(job) in ("CANCELED", None))

    def completed_checkpoints(self, job):
        return self.ask(f"jobs/{job}/checkpoints").get("counts", {}).get("completed", 0)

    def latest_checkpoint(self, job):
        """The newest retained checkpoint of a job, from its folder."""
        found = [path for path in (self.checkpoints / job).glob("chk-*") if (path / "_metadata").exists()]
        assert found, f"the job {job} left no checkpoint"
        return f"file://{max(found, key=lambda path: int(path.name[4:]))}"

    def kill_worker(self):
        self.worker.kill()
        self.worker.wait()

    def kill_all(self):
        self.kill_worker()
        self.master.kill()
        self.master.wait()
