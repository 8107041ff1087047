#!/usr/bin/env python3
"""What only a whole process shows: system calls, a terminal, signals, connections. usage: run.py WEIR [PART]"""
import os
import pathlib
import pty
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time

PATIENCE = 60
SLOW = "a:\n" + "- {b: [1, 2, 3], c: yes}\n" * 20000


def expect(holds, what):
    if not holds:
        raise AssertionError(what)


# ---- files: what is opened ----

def traced(weir, folder, *arguments):
    """Exit code, standard output, and every path that the process opened."""
    log = folder.parent / "trace"
    # LeakSanitizer cannot run under strace.
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    done = subprocess.run(["strace", "-f", "-qq", "-e", "trace=open,openat,openat2,creat,connect", "-o", str(log),
                           weir, *arguments], cwd=folder, capture_output=True, timeout=PATIENCE, check=False,
                          env=environment)
    return done.returncode, done.stdout.decode(), log.read_text()


def refused(weir, folder, ref, never):
    """The contract's $ref is refused, and nothing whose name holds one of `never` is opened."""
    (folder / "c.fluid.yaml").write_text(f"id: x\nname:\n  $ref: {ref}\n")
    code, out, opened = traced(weir, folder, "validate", "c.fluid.yaml", "--format", "json")
    expect(code == 1, f"{ref}: exit {code}")
    expect('"ref-' in out or '"yaml-' in out, f"{ref}: no finding of $ref in {out[:300]}")
    expect("c.fluid.yaml" in opened, f"{ref}: the trace misses the contract itself")
    for name in never:
        expect(name not in opened, f"{ref}: {name} was opened")
    expect("HUSH" not in out, f"{ref}: the outside text is in the output")


def files_outside_are_not_opened(weir, folder):
    inside = folder / "in"
    inside.mkdir()
    outside = ["secret.yaml", "pipe.yaml", "pipe.socket"]
    (folder / "secret.yaml").write_text("a: HUSH\n")
    (inside / "link.yaml").symlink_to("../secret.yaml")
    (inside / "up").symlink_to("..")
    (inside / "second.yaml").symlink_to("link.yaml")
    (inside / "loop.yaml").symlink_to("loop.yaml")
    (inside / "zero.yaml").symlink_to("/dev/zero")
    (inside / ".env.yaml").write_text("a: HUSH\n")
    (inside / "plain.yaml").symlink_to(".env.yaml")
    (inside / "folder.yaml").mkdir()
    os.mkfifo(inside / "pipe.yaml")  # nobody writes to it: opening it for reading would wait for ever
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(str(inside / "socket.yaml"))
    outside += ["/dev/zero", ".env.yaml", "socket.yaml", "folder.yaml"]
    for ref in ("link.yaml", "second.yaml", "up/secret.yaml", "../secret.yaml", "./../secret.yaml", "up/gone.yaml",
                "loop.yaml", "zero.yaml", "plain.yaml", ".env.yaml", "folder.yaml", "pipe.yaml", "socket.yaml",
                "/dev/zero", "/dev/stdin", "/proc/self/environ", "file:secret.yaml", "http://127.0.0.1:9/a.yaml",
                str(folder / "secret.yaml"), "\"link.yaml#/a\"", "'..\\secret.yaml'", "link.yaml/../../secret.yaml",
                "\"..%2fsecret.yaml\""):
        refused(weir, inside, ref, outside + ["connect("])


def a_contract_that_is_a_pipe_does_not_block(weir, folder):
    os.mkfifo(folder / "c.fluid.yaml")
    code, _, opened = traced(weir, folder, "validate", "c.fluid.yaml", "--format", "json")
    expect(code == 2, f"exit {code}")
    expect("c.fluid.yaml" not in opened, "the pipe was opened")


def a_file_that_grows_is_read_to_the_limit(weir, folder):
    """A writer appends as fast as it can: the reading ends all the same."""
    path = folder / "c.fluid.yaml"
    path.write_text("id: x\n")
    writer = subprocess.Popen([sys.executable, "-c", "import sys\nf = open(sys.argv[1], 'a')\nfor i in range(200):\n"
                               "    f.write('# ' + 'x' * 100000 + chr(10)); f.flush()", str(path)])
    try:
        for _ in range(5):
            done = subprocess.run([weir, "validate", str(path), "--format", "json"], capture_output=True,
                                  timeout=PATIENCE, check=False)
            expect(done.returncode in (1, 2), f"exit {done.returncode}")
    finally:
        writer.wait()
    expect(b"yaml-too-large" in subprocess.run([weir, "validate", str(path), "--format", "json"], capture_output=True,
                                               check=False).stdout, "20 MB were read")


def a_file_that_is_swapped_for_a_link_is_not_followed(weir, folder):
    """While a fragment turns into a link and back, the text behind the link never comes through."""
    inside = folder / "in"
    inside.mkdir()
    (folder / "secret.yaml").write_text("a: [HUSH\n")
    (inside / "c.fluid.yaml").write_text("id: x\nlabels:\n  $ref: f.yaml\n")
    (inside / "f.yaml").write_text("a: b\n")
    swapper = subprocess.Popen([sys.executable, "-c", "import os, sys\nos.chdir(sys.argv[1])\nwhile True:\n"
                                "    open('n', 'w').write('a: b\\n'); os.rename('n', 'f.yaml')\n"
                                "    os.symlink('../secret.yaml', 'n'); os.rename('n', 'f.yaml')", str(inside)])
    try:
        for _ in range(60):
            done = subprocess.run([weir, "validate", "c.fluid.yaml", "--format", "json"], cwd=inside,
                                  capture_output=True, timeout=PATIENCE, check=False)
            expect(done.returncode == 1, f"exit {done.returncode}")
            expect(b"yaml-syntax" not in done.stdout and b"HUSH" not in done.stdout, "the link was followed")
    finally:
        swapper.kill()
        swapper.wait()


# ---- terminal: progress and signals ----

def many(folder, count=40):
    for i in range(count):
        (folder / f"c{i:03}.fluid.yaml").write_text(SLOW)


def on_terminal(weir, folder, *arguments, interrupt=None):
    """Exit code, what stands on standard output, and what the terminal on standard error got."""
    main, side = pty.openpty()
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([weir, *arguments], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=side)
        os.close(side)
        seen = b""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if not select.select([main], [], [], 1)[0]:
                continue
            try:
                piece = os.read(main, 4096)
            except OSError:
                break
            if not piece:
                break
            seen += piece
            if interrupt and b"weir: contract" in seen:
                process.send_signal(interrupt)
                interrupt = None
        code = process.wait(PATIENCE)
        os.close(main)
        out.seek(0)
        return code, out.read(), seen


def progress_is_shown_on_a_terminal_and_removed(weir, folder):
    many(folder)
    code, out, seen = on_terminal(weir, folder, "validate", ".", "--format", "json")
    expect(code == 1, f"exit {code}")
    expect(b"weir: contract" in seen and b" of 40" in seen, f"no progress: {seen[:200]}")
    expect(seen.endswith(b"\r\x1b[K"), f"the line stays: {seen[-80:]}")
    expect(b"\x1b" not in out and out.count(b"\n") == 1, "progress is in the result")


def progress_is_not_shown_elsewhere(weir, folder):
    many(folder)
    _, _, seen = on_terminal(weir, folder, "validate", ".", "--format", "json", "-q")
    expect(seen == b"", f"progress under -q: {seen[:100]}")
    done = subprocess.run([weir, "validate", ".", "--format", "json"], cwd=folder, capture_output=True,
                          timeout=PATIENCE, check=False)
    expect(done.stderr == b"", f"progress in a pipe: {done.stderr[:100]}")


def control_c_ends_cleanly(weir, folder):
    many(folder, 400)
    for sent, wanted in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
        code, out, seen = on_terminal(weir, folder, "validate", ".", "--format", "json", interrupt=sent)
        expect(code == wanted, f"exit {code}")
        expect(out == b"", "there is half a result")
        expect(b"\x1b[Kweir: interrupted" in seen, f"the line stays: {seen[-80:]}")


# ---- serve ----

class Served:
    """`weir serve` on a free port, with a console of one page."""

    def __init__(self, weir, folder):
        (folder / "index.html").write_text("<!doctype html><title>x</title>")
        self.process = subprocess.Popen([weir, "serve", "--port", "0", "--dir", str(folder)], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)
        self.port = int(self.process.stdout.readline().decode().strip().rstrip("/").rsplit(":", 1)[1])

    def get(self):
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(f"GET / HTTP/1.1\r\nHost: localhost:{self.port}\r\nConnection: close\r\n\r\n".encode())
            text = b""
            while piece := connection.recv(4096):
                text += piece
            return text

    def end(self, sent):
        start = time.monotonic()
        self.process.send_signal(sent)
        code = self.process.wait(PATIENCE)
        return code, time.monotonic() - start


def half_open_connections_do_not_block_it(weir, folder):
    served = Served(weir, folder)
    held = []
    try:
        for i in range(300):
            held.append(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE))
            if i % 2:
                held[-1].sendall(b"GET / HTTP/1.1\r\nHost: lo")
        answer = served.get()
        expect(answer.startswith(b"HTTP/1.1 200"), f"answer: {answer[:100]}")
        # Those that said nothing are let go, though they hold on.
        held[0].settimeout(PATIENCE)
        expect(held[0].recv(10) == b"", "a silent connection is kept")
        for _ in range(300):
            held.append(socket.create_connection(("127.0.0.1", served.port), timeout=PATIENCE))
        code, seconds = served.end(signal.SIGTERM)
        expect(code == 0, f"exit {code}")
        print(f"ended in {seconds:.2f} s with 300 connections open")
    finally:
        served.process.kill()
        for connection in held:
            connection.close()


def signals_end_it(weir, folder):
    for sent in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        served = Served(weir, folder)
        expect(b"<title>x" in served.get(), "no page")
        code, _ = served.end(sent)
        expect(code == 0, f"{sent}: exit {code}")


PARTS = {
    "files": [files_outside_are_not_opened, a_contract_that_is_a_pipe_does_not_block,
              a_file_that_grows_is_read_to_the_limit, a_file_that_is_swapped_for_a_link_is_not_followed],
    "terminal": [progress_is_shown_on_a_terminal_and_removed, progress_is_not_shown_elsewhere, control_c_ends_cleanly],
    "serve": [half_open_connections_do_not_block_it, signals_end_it],
}


def main():
    weir = os.path.abspath(sys.argv[1])
    passed = failed = 0
    for part in sys.argv[2:] or PARTS:
        for test in PARTS[part]:
            with tempfile.TemporaryDirectory() as name:
                folder = pathlib.Path(name).resolve() / "work"
                folder.mkdir()
                try:
                    test(weir, folder)
                    passed += 1
                except (AssertionError, subprocess.TimeoutExpired, OSError) as miss:
                    failed += 1
                    print(f"MISS {test.__name__}: {miss}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
