#!/usr/bin/env python3
"""What holds for the changes of every contract, over contracts made at random (tests/engine/generated).

usage: run_properties.py WEIR_REQUESTS [--only NUMBER] [--seed SEED]

Of each contract, and of pairs of them in one file:
  itself     has no change to itself, nor to itself in other words: keys and builds in another order, another style of YAML,
             parts in fragments
  one node   changed in a known way is told by exactly the changes, with the severities, that the table of rules asks for,
             and each stands at the node, inside it, or at what holds it; `derived` says what may follow from one
  a scalar   changed at random is told, at the scalar or at what holds it
  several    nodes changed in parts that do not concern each other are told by the changes of each
  words      do not matter: a changed contract in other words has the same changes, fingerprints included
  a finger-  print is made of rule, path and values: it can be computed from them, whatever the message says
The same on every machine. The last line says `N passed, N failed`.
"""

import argparse
import collections
import hashlib
import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "engine"))

import mutations  # noqa: E402
import spellings  # noqa: E402
from generated import contracts  # noqa: E402
from generated.answers import Weir  # noqa: E402
from generated.chance import Chance  # noqa: E402

CONTRACTS = 120
RULES = 65  # of those that the mutations can bring about
PARTS = [["topic", "field add_column", "field change_type", "metadata_comes"], ["column flip_required", "column add_column", "location"],
         ["deployment", "source", "budgets"], ["product_text", "owner", "product_id"]]  # fmt: skip
HIDDEN = ("(not shown)", "********")


def enriched(contract, chance, table="orders"):
    """With keys that the generator of SQL has no use for."""
    contract["tags"] = ["orders", "events"]
    contract["builds"][0]["description"] = "Reads the orders"
    expose = contract["exposes"][0]
    expose["title"] = "Orders"
    expose["binding"]["location"].update({"namespace": "commerce", "table": table})
    if chance.often(0.5):
        contract["builds"][0]["properties"]["parameters"]["flink"]["deployment"].update({"secretRefs": ["one", "two"], "parallelism": 3})
    return contract


def made(number, chance):
    """A contract; every third one has two builds."""
    contract = enriched(contracts.make("changes", number), chance)
    if number % 3 == 0:
        other = json.loads(json.dumps(enriched(contracts.make("changes", number + 100_000), chance, "second")))
        build, expose = other["builds"][0], other["exposes"][0]
        build.update({"id": "second", "outputs": ["second"]})
        build["properties"]["parameters"]["flink"]["deployment"]["name"] = "second"
        expose["exposeId"] = "second"
        contract["builds"].append(build)
        contract["exposes"].append(expose)
    return contract


def told(changes):
    return collections.Counter((change["severity"], change["rule"], change["path"]) for change in changes)


def essence(changes):
    """What does not depend on how the contract is written down. What may be a secret hides the rest of its line, so that values
    and messages do where a contract holds one."""
    return [(change["severity"], change["rule"], change["path"], change["fingerprint"]) for change in changes]


def derived(base, told, expected):
    """Changes that follow from a mutation: a struct output that lost a field is read in another way when a mapping made that
    field. Nothing else follows from anything."""
    gone = [path.split(".contract.schema.")[1] for _, rule, path in expected if rule == "column-removed"]
    entries = [entry["name"] for build in base["builds"] for entry in build["properties"].get("mapping", {}).get("columns", [])]
    made = [path for path in gone if any(name == path or name.startswith(f"{path}.") for name in entries)]
    outer = {".".join(path.split(".")[:depth]) for path in made for depth in range(1, path.count(".") + 1)}
    return collections.Counter(
        change for change in told if change[1] == "output-path-changed" and any(change[2].endswith(f".mapping.columns[{path}]") for path in outer)
    )


def strays(changes, around, base_lines, head_lines):
    """Changes that stand elsewhere than within `around`."""
    out = []
    for change in changes:
        for side, lines in (("base", base_lines), ("head", head_lines)):
            if change[side] is None:
                continue
            # A node that only the other side has stands in what is left of its holder.
            pointer = around
            while pointer not in lines:
                pointer = pointer[:-1]
            first, last = lines[pointer]
            start, end = change[side]["range"]["start"]["line"], change[side]["range"]["end"]["line"]
            if start < first or end > last:
                out.append(f"{change['rule']} {change['path']} stands in lines {start} to {end} of the {side}, not in {first} to {last}")
    return out


def part(text):
    return f"{len(text.encode())}:{text};"


def fingerprint(change):
    """As the rule says, of values that are shown in full; None of others."""
    values = ["" if change[side] is None else json.dumps(change[side], ensure_ascii=False, separators=(",", ":"))
              for side in ("before", "after")]  # fmt: skip
    told_otherwise = ("too long to show", "…", "\\", *HIDDEN)
    if any(part in value for value in values for part in told_otherwise):
        return None
    return hashlib.sha256("".join(map(part, [change["rule"], change["path"], *values])).encode()).hexdigest()[:16]


class Suite:
    def __init__(self, weir):
        self.weir = weir
        self.passed, self.failed = 0, 0
        self.seen, self.recomputed = collections.Counter(), 0

    def check(self, name, good, wrong):
        self.passed += bool(good)
        self.failed += not good
        if not good and self.failed <= 20:
            print(f"MISS {name}: {wrong()}", flush=True)

    def diff(self, base, head):
        changes = self.weir.changes(base, head)
        for change in changes:
            again = fingerprint(change)
            if again is not None:
                self.recomputed += 1
                self.check(f"fingerprint of {change['rule']} {change['path']}", again == change["fingerprint"], lambda: f"{change}")
        return changes

    def contract(self, number, seed):
        chance = Chance(f"{seed}/{number}")
        base = made(number, chance)
        text, lines = spellings.lined(base)
        plain = {"contract.fluid.json": text}
        self.check(f"{number} itself", not self.diff(plain, plain), lambda: "it differs from itself")
        other = spellings.respelled(chance, base)
        for names, pair in (("there", (plain, other)), ("back", (other, plain))):
            changes = self.diff(*pair)
            self.check(f"{number} in other words, {names}", not changes, lambda: f"{essence(changes)[:2]}\n{json.dumps(other)}")
        for name in mutations.MUTATIONS:
            self.one_node(f"{number} {name}", base, plain, lines, name, chance)
        self.scalars(number, base, plain, lines, chance)
        self.several(number, base, plain, other, chance)

    def one_node(self, what, base, plain, lines, name, chance):
        found = mutations.mutated(base, chance.below(len(base["builds"])), name, chance)
        if found is None:
            return
        head, around, expected = found
        head_text, head_lines = spellings.lined(head)
        changes = self.diff(plain, {"contract.fluid.json": head_text})
        got = told(changes)
        self.seen.update(change["rule"] for change in changes)
        follow = derived(base, got, expected)
        self.check(what, got == collections.Counter(expected) + follow, lambda: f"told {sorted(got)}, expected {sorted(expected)}")
        wrong = strays([change for change in changes if (change["severity"], change["rule"], change["path"]) not in follow],
                       around, lines, head_lines)  # fmt: skip
        self.check(f"{what}, places", not wrong, lambda: f"{wrong}")

    def scalars(self, number, base, plain, lines, chance):
        pointers = list(mutations.scalars(base))
        for _ in range(12):
            pointer = chance.pick(pointers)
            if pointer == ("fluidVersion",):
                continue
            head_text, head_lines = spellings.lined(mutations.other_scalar(base, pointer))
            changes = self.diff(plain, {"contract.fluid.json": head_text})
            what = f"{number} {pointer}"
            self.check(what, changes, lambda: "no change is told")
            # A list of partitions is one value, told at its first item.
            around = pointer[: pointer.index("partitionSpec") + 1] if "partitionSpec" in pointer else pointer[:-1]
            wrong = strays(changes, around, lines, head_lines)
            self.check(f"{what}, places", not wrong, lambda: f"{wrong}")

    def several(self, number, base, plain, other, chance):
        """A node of each part at once; then both sides in other words, and the words of the base the other way round."""
        head, expected = base, collections.Counter()
        for names in PARTS:
            found = mutations.mutated(head, 0, chance.pick(names), chance)
            head = found[0]
            expected.update(found[2])
        text, _ = spellings.lined(head)
        changes = self.diff(plain, {"contract.fluid.json": text})
        got = told(changes)
        self.check(f"{number} several", got == expected, lambda: f"told {sorted(got)}, expected {sorted(expected)}")
        again = self.diff(other, spellings.respelled(chance, head))
        self.check(f"{number} several in other words", essence(again) == essence(changes), lambda: f"{essence(again)}\n{essence(changes)}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("requests")
    parser.add_argument("--only", type=int)
    parser.add_argument("--seed", default="changes")
    options = parser.parse_args()
    suite = Suite(Weir(options.requests))
    for number in range(CONTRACTS) if options.only is None else [options.only]:
        suite.contract(number, options.seed)
    suite.weir.close()
    if options.only is None:
        suite.check("rules enough were met", len(suite.seen) >= RULES, lambda: f"only {sorted(suite.seen)}")
    print(f"{sum(suite.seen.values())} changes of {len(suite.seen)} rules by one node each; {suite.recomputed} fingerprints computed again")
    print(f"{suite.passed} passed, {suite.failed} failed")
    return 1 if suite.failed or suite.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
