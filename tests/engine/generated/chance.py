"""Random choices that are the same on every machine for the same seed."""

import random


class Chance:
    """Only Random.random() is used: the other methods of Python's generator change between versions."""

    def __init__(self, seed):
        self._next = random.Random(seed).random

    def below(self, bound):
        return int(self._next() * bound)

    def between(self, low, high):
        return low + self.below(high - low + 1)

    def often(self, probability):
        return self._next() < probability

    def pick(self, items):
        return items[self.below(len(items))]

    def shuffled(self, items):
        items = list(items)
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def some(self, items):
        """One or more of the items, in their order."""
        kept = [item for item in items if self.often(0.5)]
        return kept or [self.pick(items)]
