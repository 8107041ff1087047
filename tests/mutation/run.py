#!/usr/bin/env python3
"""A sample of mutants of the rooms binding and types: small faults in the sources, each of which some test should see.
usage: run.py BUILD [--count N] [--seed N] [--out FILE]      (with a Python that has libclang from PyPI)

BUILD is build/release, with unit_types, unit_binding and whatever else of TESTS is to judge. Not part of ./dev test: minutes.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import shlex
import signal
import subprocess
import sys
import tempfile

import mutants

TOP = pathlib.Path(__file__).resolve().parents[2]
ROOMS = ["core/binding", "core/types"]
LIBRARIES = ["core/libweir_binding.a", "core/libweir_types.a"]
TESTS = ["unit_types", "unit_binding", "unit_sql", "code_pages", "unit_diff"]  # those that are built
SWITCH = '#include <cstdlib>\nextern const int weir_mutant;\nconst int weir_mutant = [] { const char* n = std::getenv("WEIR_MUTANT"); return n ? std::atoi(n) : 0; }();\n'


def commands(build):
    return {entry["file"]: shlex.split(entry["command"]) for entry in json.loads((build / "compile_commands.json").read_text())}


def include_paths():
    """Where the compiler itself looks: libclang brings no headers."""
    done = subprocess.run(["g++", "-E", "-x", "c++", "-", "-v"], input="", capture_output=True, text=True)
    lines = done.stderr.split("search starts here:\n", 2)[-1].split("End of search")[0].split()
    clang = sorted(pathlib.Path("/usr/lib/llvm-14/lib/clang").glob("*/include"))
    return [word for path in [*map(str, clang), *lines] for word in ("-isystem", path)]


def compile_one(words, source, target, build):
    words = words[next(i for i, word in enumerate(words) if word.endswith(("c++", "g++"))):]
    out = words.index("-o")
    words = [*words[:out], "-o", str(target), "-c", str(source), "-I", str(TOP / "core"), "-Wno-error", "-Werror=return-type", "-O1", *[word for word in words[1:out] if word.startswith(("-I", "-D", "-std"))]]
    words = [word for i, word in enumerate(words) if word not in ("-MD", "-Werror") and not (i and words[i - 1] in ("-MT", "-MF")) and word not in ("-MT", "-MF")]
    done = subprocess.run(words, cwd=build, capture_output=True, text=True)
    return done.stderr if done.returncode else ""


def link(build, test, out):
    """The test program with the libraries of the changed rooms in the place of their own."""
    line = subprocess.run(["ninja", "-C", build, "-t", "commands", f"bin/{test}"], capture_output=True, text=True, check=True).stdout.splitlines()
    step = next(part for text in reversed(line) for part in text.split(" && ") if f" -o bin/{test} " in part or f" -o bin/{test}" == part[-len(f" -o bin/{test}"):])
    words = shlex.split(step.replace(f" -o bin/{test}", f" -o {out / test} {out / 'switch.o'}"))
    words = [str(out / pathlib.Path(word).name) if word in LIBRARIES else word for word in words]
    subprocess.run(words, cwd=build, check=True)


def build_all(build, chosen, sources, out):
    """The test programs with all faults switched in. Faults that do not compile are dropped; returns those that did."""
    lines = commands(build)
    while True:
        wrong = set()
        jobs = {}
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for source in sources:
                faults = [(number, fault) for number, (file, fault) in chosen.items() if file == source]
                changed = out / (source.parent.name + "_" + source.name)
                mutants.write(changed, mutants.switched(mutants.read(source), faults))
                target = changed.with_suffix(".o")
                if not target.exists() or faults != build_all.done.get(source):
                    jobs[source] = (pool.submit(compile_one, lines[str(source)], changed, target, build), faults)
        for source, (job, faults) in jobs.items():
            if not job.result():
                build_all.done[source] = faults
                continue
            # Try them one by one: rare, and a file takes seconds.
            changed = out / "try.cpp"
            for number, fault in faults:
                mutants.write(changed, mutants.switched(mutants.read(source), [(number, fault)]))
                if compile_one([*lines[str(source)], "-fsyntax-only"], changed, out / "try.o", build):
                    wrong.add(number)
        if not wrong and all(not job.result() for job, _ in jobs.values()):
            break
        if not wrong:
            raise SystemExit("sources do not compile together")
        for number in wrong:
            del chosen[number]
    switch = out / "switch.cpp"
    switch.write_text(SWITCH)
    subprocess.run(["g++", "-c", switch, "-o", out / "switch.o"], check=True)
    for library in LIBRARIES:
        room = pathlib.Path(library).stem.removeprefix("libweir_")
        subprocess.run(["ar", "qcs", out / pathlib.Path(library).name, *sorted(out.glob(f"{room}_*.o"))], check=True)
    for test in TESTS:
        link(build, test, out)


build_all.done = {}


def bounded():
    """A fault may walk for ever, or fill the memory. Processor time: other work on the machine does not count."""
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, 4 << 30))


def killed_by(number, out):
    """The first test that sees the fault; None when none does."""
    for test in TESTS:
        done = subprocess.run([out / test, "--abort"], env={**os.environ, "WEIR_MUTANT": str(number)}, cwd=TOP, preexec_fn=bounded,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode:
            return test if done.returncode > 0 else f"{test} ({signal.Signals(-done.returncode).name})"
    return None


def row_of(file, text, fault, seen):
    begin, end, what, _ = fault
    shown = " ".join(text[begin:end].encode("latin-1").decode().split())[:100]
    return {"file": file.relative_to(TOP).as_posix(), "line": text.count("\n", 0, begin) + 1, "what": what, "text": shown, "seen": seen}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--count", type=int, default=220)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path)
    options = parser.parse_args()
    build = options.build.resolve()
    TESTS[:] = [test for test in TESTS if (build / "bin" / test).exists()]
    sources = sorted(file for room in ROOMS for file in (TOP / room).glob("*.cpp"))
    arguments = ["-std=c++20", "-x", "c++", f"-I{TOP}/core/include", f"-I{TOP}/core", "-DFMT_SHARED", *include_paths()]
    texts = {source: mutants.read(source) for source in sources}
    possible = [(source, fault) for source in sources for fault in mutants.candidates(source, texts[source], arguments)]
    chosen = dict(enumerate(mutants.choose(possible, options.count, options.seed), start=1))
    with tempfile.TemporaryDirectory(prefix="weir-mutation-") as folder:
        out = pathlib.Path(folder)
        build_all(build, chosen, sources, out)
        broken = killed_by(0, out)
        if broken:
            raise SystemExit(f"{broken} fails without a fault")
        rows = []
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            jobs = {number: pool.submit(killed_by, number, out) for number in sorted(chosen)}
            for number, job in jobs.items():
                file, fault = chosen[number]
                rows.append(row_of(file, texts[file], fault, job.result()))
                print(f"{number:4} {rows[-1]['seen'] or 'SURVIVES':14} {rows[-1]['file']}:{rows[-1]['line']}: {rows[-1]['what']}: {rows[-1]['text']}", flush=True)
    survivors = [row for row in rows if row["seen"] is None]
    print(f"{len(possible)} possible, {len(rows)} tried, {len(rows) - len(survivors)} seen, {len(survivors)} survive")
    if options.out:
        options.out.write_text(json.dumps({"possible": len(possible), "seed": options.seed, "mutants": rows}, indent=1) + "\n")


if __name__ == "__main__":
    sys.exit(main())
