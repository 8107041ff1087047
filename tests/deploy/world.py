"""What the suites of this folder share: the program, copies of the examples, a tally."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

TOP = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = TOP / "examples"
FILE = "nested/contract.fluid.yaml"


class Tally:
    """Runs tests, prints what fails, ends with `N passed, N failed`."""

    def __init__(self):
        self.passed = self.failed = 0

    def run(self, tests):
        for test in tests:
            with tempfile.TemporaryDirectory(prefix="weir-deploy-") as folder:
                try:
                    test(pathlib.Path(folder))
                    self.passed += 1
                except Exception as problem:  # a test that cannot be run has failed
                    self.failed += 1
                    print(f"FAILED {test.__name__}: {problem}")

    def end(self):
        print(f"{self.passed} passed, {self.failed} failed")
        sys.exit(1 if self.failed or not self.passed else 0)


def expect(holds, what):
    if not holds:
        raise AssertionError(str(what)[:2000])


def weir(*words, cwd, exit_code=0, environment=None, preexec=None):
    """Runs the program, which must end with this exit code."""
    run = subprocess.run([str(pathlib.Path(sys.argv[1]).resolve()), *map(str, words)], cwd=cwd, capture_output=True, timeout=120,
                         env=environment or {"PATH": "/usr/bin:/bin"}, preexec_fn=preexec)
    run.out, run.err = run.stdout.decode(errors="replace"), run.stderr.decode(errors="replace")
    expect(run.returncode == exit_code, f"{words} exits {run.returncode}, not {exit_code}: {run.out}{run.err}")
    return run


def examples(folder):
    """A copy of the examples, with a contract that can be changed."""
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    return folder
