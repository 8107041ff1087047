#!/usr/bin/env python3
"""Makes, for each rule of diff, the smallest pair of contracts that it judges, and compares both ways between them with
the rule's page in docs/rules.

usage: run.py WEIR [--update] [RULE...]

A page ends with what stands below MARK; `--update` writes that part, and the head of a page that is new. Every rule that
`weir rules` lists has a pair, and its page; no page is left over. The last line says `N passed, N failed`.
"""

import difflib
import json
import pathlib
import subprocess
import sys
import tempfile

import pairs

HERE = pathlib.Path(__file__).resolve().parent
PAGES = HERE.parent.parent / "docs/rules"
MARK = "## Example\n"
SECONDS = 20


def edited(text, edits):
    for before, after in edits:
        if before == "@end":
            text += after
            continue
        last = before.startswith("@last")
        before = before[5:] if last else before
        at = text.rindex(before) if last else text.index(before)
        assert last or text.count(before) == 1, f"not one place: {before!r}"
        text = text[:at] + after + text[at + len(before):]
    return text


def diff(weir, folder, new, old, *more):
    run = subprocess.run([weir, "diff", new, "--baseline", old, "--fail-on", "none", *more], capture_output=True, text=True,
                         timeout=SECONDS, cwd=folder)
    assert run.returncode in (0, 1), run.stdout + run.stderr
    return run.stdout


def lines(changes):
    return [f"{change['severity']} {change['rule']} {change['path']}" for change in changes]


def example(weir, rule):
    """The generated part of the page."""
    before, edits, back = pairs.PAIRS[rule]
    old = edited(pairs.BASE, before)
    new = edited(old, edits)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "old.fluid.yaml").write_text(old, encoding="utf-8")
        (folder / "new.fluid.yaml").write_text(new, encoding="utf-8")
        there = json.loads(diff(weir, folder, "new.fluid.yaml", "old.fluid.yaml", "--format", "json"))["changes"]
        backwards = json.loads(diff(weir, folder, "old.fluid.yaml", "new.fluid.yaml", "--format", "json"))["changes"]
        text = diff(weir, folder, "new.fluid.yaml", "old.fluid.yaml", "-q")
    assert rule in [change["rule"] for change in there], f"{rule} is not among {lines(there)}"
    assert back in [change["rule"] for change in backwards], f"{back} is not among {lines(backwards)}"
    block = next(block for block in ("\n" + text).split("\n\n") if f"[{rule}]: " in block).strip("\n")
    changed = [line for line in difflib.unified_diff(old.splitlines(), new.splitlines(), n=1, lineterm="")][2:]
    changed = ["…" if line.startswith("@@") else line for line in changed]
    shown = changed if len(changed) <= 24 else changed[:20] + ["…"]
    others = [line for change, line in zip(there, lines(there)) if change["rule"] != rule]
    out = f"{MARK}\n```diff\n" + "\n".join(shown).strip() + f"\n```\n\n```text\n{block}\n```\n"
    if others:
        out += "\nWith it come:\n\n" + "".join(f"- `{line}`\n" for line in sorted(set(others))[:8])
    return out + "\nThe other way round:\n\n" + "".join(f"- `{line}`\n" for line in lines(backwards)[:8])


def check_widened(weir, form):
    """Each step by which a type widens, at any depth, is non-breaking one way and breaking the other."""
    new, old = f"widened-new-{form}.fluid.yaml", f"widened-old-{form}.fluid.yaml"
    there = json.loads(diff(weir, HERE, new, old, "--format", "json"))["changes"]
    back = json.loads(diff(weir, HERE, old, new, "--format", "json"))["changes"]
    fields = {change["path"] for change in there if ".stream." in change["path"]}
    assert len(fields) == (10 if form == "json" else 8), fields
    assert {change["rule"] for change in there} <= {"field-type-widened", "column-type-widened", "column-precision-changed"}
    assert not [change for change in there if change["severity"] == "breaking"], lines(there)
    narrowed = {change["path"] for change in back if change["rule"] == "field-type-changed"}
    assert narrowed == fields, fields ^ narrowed


def head(info):
    return f"# {info['rule']}\n\n*{info['severity']}*: {info['meaning']}.\n\n"


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--update"]
    weir, wanted = str(pathlib.Path(arguments[0]).resolve()), arguments[1:]
    update = "--update" in sys.argv[1:]
    listed = json.loads(subprocess.run([weir, "rules", "--format", "json"], capture_output=True, text=True, check=True,
                                       timeout=SECONDS).stdout)["rules"]
    passed = failed = 0
    for info in listed:
        rule = info["rule"]
        if wanted and rule not in wanted:
            continue
        page = PAGES / f"{rule}.md"
        try:
            now = example(weir, rule)
            if update:
                start = page.read_text(encoding="utf-8").split(MARK)[0] if page.exists() else head(info)
                page.write_text(start + now, encoding="utf-8")
            text = page.read_text(encoding="utf-8")
            assert text.startswith(head(info)), "the head of the page is not the rule's"
            got = text[text.index(MARK):]
            assert got == now, "".join(difflib.unified_diff(got.splitlines(True), now.splitlines(True), "page", "now"))
            passed += 1
        except (AssertionError, KeyError, ValueError, OSError) as problem:
            failed += 1
            print(f"MISS {rule}: {problem}")
    for form in ("json", "avro"):
        try:
            check_widened(weir, form)
            passed += 1
        except AssertionError as problem:
            failed += 1
            print(f"MISS widened {form}: {problem}")
    left_over = {page.stem for page in PAGES.glob("*.md")} - {info["rule"] for info in listed}
    if left_over:
        failed += 1
        print(f"MISS pages without a rule: {sorted(left_over)}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
