"""Counts what holds and says what does not."""


class Checks:
    def __init__(self):
        self.passed = 0
        self.failed = 0

    def that(self, what, holds, why):
        """Counts one check; prints it when it does not hold."""
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED: {what}\n{why}\n")

    def done(self):
        """The closing line, and the exit code."""
        print(f"{self.passed} passed, {self.failed} failed")
        return 1 if self.failed or not self.passed else 0
