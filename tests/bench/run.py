#!/usr/bin/env python3
"""Every figure of the bench, as tables and on request as JSON. Run through ./dev bench, which builds first.

usage: run.py [--json FILE] [--svg FILE] [--peer COMMAND] [--quick]

--peer names the program of data-product-forge (`fluid`) to measure beside weir; --quick measures fewer rounds. Figures
that need something that is not built (WebAssembly, the peer) are left out, and the output says so. Nothing here judges:
a bound stands beside a figure for the reader.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import subprocess
import sys
import tempfile

import contracts
import desktop
import measure
import plot

ROOT = pathlib.Path(__file__).resolve().parents[2]
BIN = ROOT / "build/release/bin"
WIDTHS = [100, 2_000, 20_000]


def output(command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, cwd=ROOT, check=False)
    if done.returncode != 0:
        sys.exit(f"bench: {' '.join(map(str, command))}: exit {done.returncode}: {done.stderr[:500]}")
    return done.stdout


def lines(command):
    return [json.loads(line) for line in output(command).splitlines()]


def title(text):
    print(f"\n{text}\n" + "-" * min(len(text), 100), flush=True)


def table(head, rows, widths=None):
    """Prints a table: the first column to the left, figures to the right."""
    texts = [head] + [[cell if isinstance(cell, str) else f"{cell:,.2f}" for cell in row] for row in rows]
    widths = widths or [max(len(row[i]) for row in texts) for i in range(len(head))]
    for row in texts:
        print(" ".join(cell.ljust(width) if i == 0 else cell.rjust(width + 1)
                       for i, (cell, width) in enumerate(zip(row, widths))).rstrip())
    sys.stdout.flush()


def stages():
    rows = lines([BIN / "bench_stages"])
    steps = ["reading", "contract", "binding", "sql", "report"]
    for row in rows:
        row["total"] = sum(row[step] for step in steps)
        row["after_reading"] = row["total"] - row["reading"]
        row["us_a_column"] = row["total"] * 1000 / row["columns"]
    title("Where the time goes, in milliseconds of processor time (medians, in process)")
    table(["columns", "KiB", *steps, "all", "after reading", "µs a column"],
          [[f"{row['columns']:,}", row["bytes"] / 1024, *(row[step] for step in steps), row["total"],
            row["after_reading"], row["us_a_column"]] for row in rows])
    by_width = {row["columns"]: row for row in rows}
    growth = by_width[50_000]["us_a_column"] / by_width[1_000]["us_a_column"]
    print(f"a column of 50,000 costs {growth:.2f} times one of 1,000 (bound 1.5); "
          f"2,000 columns after reading: {by_width[2_000]['after_reading']:.2f} ms (bound 8)")
    title("Comparing two contracts once both are read, in milliseconds of processor time (medians, in process)")
    table(["columns", "the same", "every fourth another type", "changes"],
          [[f"{row['columns']:,}", row["diff_same"], row["diff_other"], f"{row['changes']:,}"] for row in rows])
    print("bound at 2,000 columns: 5 ms; at most 10,000 changes are kept")
    return {"rows": rows, "growth": growth}


def reading():
    rows = lines([BIN / "bench_document"])
    title("Reading beside yaml-cpp's bare event parse of the same text, in milliseconds of processor time (least of 15)")
    table(["text", "KiB", "event parse", "reading", "ratio"],
          [[row["text"], row["bytes"] / 1024, row["events"], row["reading"], row["reading"] / row["events"]]
           for row in rows])
    print("bound at 2,000 columns: 1.4 times")
    return rows


def processes(rounds):
    weir = str(BIN / "weir")
    example = "examples/flattened/contract.fluid.yaml"
    commands = {
        "weir --version": ["--version"],
        "validate the example": ["validate", example],
        "print its SQL": ["generate", "flink", example, "--print", "sql"],
        "diff with its baseline": ["diff", example, "--baseline", "examples/flattened/baseline.fluid.yaml",
                                   "--fail-on", "none"],
    }
    summaries, _ = measure.in_turn([[weir, *arguments] for arguments in commands.values()], rounds)
    title("Whole processes, in milliseconds")
    table(["command", "wall median", "least", "cpu median", "least"],
          [[name, row["wall"]["median"], row["wall"]["least"], row["cpu"]["median"], row["cpu"]["least"]]
           for name, row in zip(commands, summaries)])
    return dict(zip(commands, summaries))


def peer(command, rounds, folder):
    rows = {}
    for name, columns, bound in (("small contract", 8, 100), ("2,000 columns", 2_000, 30)):
        file = folder / f"plain-{columns}.fluid.yaml"
        file.write_text(contracts.plain(columns))
        (weir, other), ratios = measure.in_turn(
            [[str(BIN / "weir"), "validate", str(file)], [command, "validate", str(file), "--offline"]], rounds)
        rows[name] = {"weir": weir, "peer": other, "ratio": ratios[1], "bound": bound}
    title(f"Beside {peer_version(command)}: validate, whole processes in turn, in milliseconds")
    table(["contract", "weir wall", "least", "cpu", "peer wall", "least", "cpu", "wall ×", "cpu ×", "bound"],
          [[name, row["weir"]["wall"]["median"], row["weir"]["wall"]["least"], row["weir"]["cpu"]["median"],
            row["peer"]["wall"]["median"], row["peer"]["wall"]["least"], row["peer"]["cpu"]["median"],
            row["ratio"]["wall"], row["ratio"]["cpu"], f"{row['bound']}"] for name, row in rows.items()])
    return rows


def peer_diff(command, rounds, folder):
    """`diff --baseline` of the same pair by both: one column of 2,000 has another type, which only one of them sees."""
    head, base = folder / "diff-head.fluid.yaml", folder / "diff-base.fluid.yaml"
    text = contracts.plain(2_000)
    base.write_text(text)
    head.write_text(text.replace("name: column_7\n          type: long", "name: column_7\n          type: string"))
    (weir, other), ratios = measure.in_turn(
        [[str(BIN / "weir"), "diff", str(head), "--baseline", str(base), "--fail-on", "none"],
         [command, "diff", str(head), "--baseline", str(base), "--out", str(folder / "diff.json")]], rounds)
    title(f"Beside {peer_version(command)}: diff of 2,000 columns, whole processes in turn, in milliseconds")
    table(["", "weir wall", "least", "cpu", "peer wall", "least", "cpu", "wall ×", "cpu ×"],
          [["one column of another type", weir["wall"]["median"], weir["wall"]["least"], weir["cpu"]["median"],
            other["wall"]["median"], other["wall"]["least"], other["cpu"]["median"], ratios[1]["wall"], ratios[1]["cpu"]]])
    return {"weir": weir, "peer": other, "ratio": ratios[1]}


def memory(command, folder):
    """The most memory of whole processes, by the contract's width."""
    rows = []
    for columns in [100, 2_000, 20_000, 50_000]:
        file, plain = folder / f"memory-{columns}.fluid.yaml", folder / f"memory-plain-{columns}.fluid.yaml"
        file.write_text(contracts.managed(columns))
        row = {"columns": columns, "kib": file.stat().st_size / 1024, "weir": measure.once([str(BIN / "weir"), "validate", "-q", str(file)])["memory"]}
        if columns <= 20_000:  # the text of more is larger than a contract may be
            plain.write_text(contracts.plain(columns))
            row["weir_plain"] = measure.once([str(BIN / "weir"), "validate", "-q", str(plain)])["memory"]
        if command and columns <= 2_000:
            row["peer_plain"] = measure.once([command, "validate", str(plain), "--offline"])["memory"]
        rows.append(row)
    title("The most memory of validate, whole processes, in MiB")
    table(["columns", "KiB of text", "managed", "fluidVersion 0.7.6", "the peer, the same"],
          [[f"{row['columns']:,}", row["kib"], row["weir"], row.get("weir_plain", ""), row.get("peer_plain", "")] for row in rows])
    return rows


def overview(result):
    """One table over all of it."""
    rows = [[f"validate, {name}", f"{row['weir']['cpu']['median']:.1f} ms", f"{row['peer']['cpu']['median']:,.0f} ms", f"{row['ratio']['cpu']:.0f}", f"{row['bound']}"]
            for name, row in result.get("peer", {}).items()]
    if "peer_diff" in result:
        row = result["peer_diff"]
        rows.append(["diff, 2,000 columns", f"{row['weir']['cpu']['median']:.1f} ms", f"{row['peer']['cpu']['median']:,.0f} ms", f"{row['ratio']['cpu']:.0f}", ""])
    for row in result["memory"]:
        if "peer_plain" in row:
            rows.append([f"memory, {row['columns']:,} columns", f"{row['weir_plain']:.1f} MiB", f"{row['peer_plain']:.0f} MiB", f"{row['peer_plain'] / row['weir_plain']:.0f}", ""])
    for row in result.get("wasm", {}).get("rows", []):
        rows.append([f"{row['request']}: native, WebAssembly", f"{row['native']:.2f} ms", f"{row['wasm']:.2f} ms", f"{row['ratio']:.2f}", "2.5 at most"])
    rows.append(["a column of 50,000 beside one of 1,000", "", "", f"{result['stages']['growth']:.2f}", "1.5 at most"])
    title("All of it in one table: processor time and memory of weir, of the other, how many times that is, what was wanted")
    table(["", "weir", "the other", "times", "wanted"], rows)


def peer_version(command):
    python = pathlib.Path(command).parent / "python"
    done = subprocess.run([python, "-c", "import importlib.metadata as m; print(m.version('data-product-forge'))"],
                          capture_output=True, text=True, check=False)
    return f"data-product-forge {done.stdout.strip() or '(version unknown)'}"


def many(count, folder):
    contracts.write_folder(folder, count)
    run = measure.once([str(BIN / "weir"), "validate", "-q", str(folder)])
    title(f"A folder of {count:,} contracts of the example's size, each with its fragments")
    print(f"{run['wall'] / 1000:.2f} s of wall time, {run['cpu'] / 1000:.2f} s of processor time on {os.cpu_count()} "
          f"processors (bound for 10,000: 10 s)")
    return {"contracts": count, **run}


def previews(folder):
    """A pull request that changes one in four contracts, and hostile pairs whose pages have to stay small."""
    base, head, out = folder / "base", folder / "head", folder / "site"
    contracts.write_folder(base, 200)
    contracts.write_folder(head, 200)
    for number, file in enumerate(sorted(head.rglob("*.fluid.yaml"))):
        if number % 4 == 0:
            text = file.read_text().replace("parallelism: 2", "parallelism: 4").replace("['channel']", "['source']")
            file.write_text(text)
    command = [str(BIN / "weir"), "preview", "-q", "--fail-on", "none", "--format", "json", "--out"]
    run = measure.once([*command, str(out), "--base", str(base), "--head", str(head)])
    pages = list((out / "contracts").iterdir())
    wide = {"base": contracts.managed(20_000), "head": contracts.managed(20_000).replace("type: \"long\"", "type: \"string\"")}
    for side, text in wide.items():
        (folder / "wide" / side).mkdir(parents=True)
        (folder / "wide" / side / "c.fluid.yaml").write_text(text)
    hostile = measure.once([*command, str(folder / "wide" / "site"), "--base", str(folder / "wide" / "base"), "--head",
                            str(folder / "wide" / "head")])
    page = next((folder / "wide" / "site" / "contracts").iterdir()).stat().st_size
    title("The preview of a pull request")
    print(f"200 contracts, {len(pages)} of them changed: {run['wall'] / 1000:.2f} s of wall time, {run['cpu'] / 1000:.2f} s of "
          f"processor time (bound 5 s)")
    print(f"one contract of 20,000 columns, 5,000 of them changed: {hostile['wall'] / 1000:.2f} s, a page of {page:,} bytes")
    return {"pages": len(pages), **run, "wide": {**hostile, "page_bytes": page}}


def requests(folder):
    """The same requests for the native core and for WebAssembly: file of the request → what it is."""
    names = {}

    def add(name, request):
        file = folder / f"request-{len(names)}.json"
        file.write_text(json.dumps(request))
        names[str(file)] = name

    example = "examples/flattened/contract.fluid.yaml"
    options = {"refRoot": "examples"}
    for op in ("validate", "compile"):
        add(f"{op} the example", {"op": op, "file": example, "files": contracts.example_files(), "options": options})
    for columns in WIDTHS:
        add(f"validate {columns:,} columns",
            {"op": "validate", "file": "c.yaml", "files": {"c.yaml": contracts.managed(columns)}, "options": {}})
    return names


def wasm(folder, rounds):
    names = requests(folder)
    native, module, starts = {}, {}, []
    for _ in range(3):
        for kind, command in ((native, [BIN / "bench_calls"]), (module, ["node", ROOT / "tests/bench/calls.js"])):
            result = json.loads(output([*command, rounds, *names]))
            starts += [result.pop("start")["least"]] if "start" in result else []
            for file, row in result.items():
                best = kind.setdefault(file, row)
                best.update({key: min(best[key], row[key]) for key in row})
    rows = [{"request": name, "native": native[file]["median"], "wasm": module[file]["median"],
             "ratio": module[file]["median"] / native[file]["median"], "first": module[file]["first"],
             "early": module[file]["early"]} for file, name in names.items()]
    title("WebAssembly in Node beside native, the same requests, in milliseconds of processor time (least of 3 medians)")
    table(["request", "native", "wasm", "ratio", "first call", "2nd to 12th"],
          [[row["request"], row["native"], row["wasm"], row["ratio"], row["first"], row["early"]] for row in rows])
    print(f"the module starts in {min(starts):.1f} ms; bound of the ratio: 2.5, once the engine has compiled what runs "
          "often; the first calls' processor time holds that of its compilers")
    return {"rows": rows, "start_ms": min(starts)}


def console(folder, rounds):
    wide = folder / "wide.fluid.yaml"
    wide.write_text(contracts.managed(2_000))
    figures = json.loads(output(["node", ROOT / "tests/bench/console.js", rounds, wide]))
    load, sizes = figures["load"], figures["sizes"]
    title("The console in Chromium: a first visit over a line of 10 Mbit/s and 20 ms, nothing cached")
    print(f"usable after {load['ms'] / 1000:.2f} s (bound 1.5), {load['until']:,} bytes until then, {load['bytes']:,} with what is kept "
          f"for later; a visit without a network {load['offline'] / 1000:.2f} s ({load['visits']} visits)")
    print(f"all files {sizes['all']:,} bytes compressed (bound 900,000), weir-core.wasm {sizes['core']:,} (bound 300,000)")
    title("A key stroke in the console, from its event to the verdict, and what keeps the page's main thread (Chromium's trace)")
    bounds = {"example": ("the example", 30), "wide": ("2,000 columns", 150)}
    table(["contract", "median ms", "most", "bound", "longest task", "tasks over 16 ms", "longest script"],
          [[bounds[name][0], row["median"], row["most"], f"{bounds[name][1]}", row["longest_task"], f"{row['over_16']}",
            row["longest_script"]] for name, row in figures["typing"].items()])
    return figures


def window(folder, rounds):
    """The desktop window on a display of its own."""
    result = desktop.figures(BIN / "weir-desktop", folder, rounds)
    start, scroll, cancel = result["start"], result["scroll"], result["cancel"]
    title("The desktop window under Xvfb, software OpenGL, 1280 by 800, 500 deployments from a stand-in for kubectl: milliseconds of wall time")
    table(["a frame of scrolling", *desktop.PARTS.values(), "whole", "99 of 100 whole", "wanted"],
          [[name, *(scroll[how][part]["median"] for part in desktop.PARTS), scroll[how]["median"], scroll[how]["slowest"], "16.7 at most"]
           for name, how in (("by the wheel, half of the frames", "wheel"), ("by keys, choosing each, half of the frames", "keys"))])
    print(f"first frame after {start['first_frame_ms']:.0f} ms, all deployments seen after {start['all_seen_ms']:.0f} ms, {start['cpu_ms']:.0f} ms of "
          f"processor time until then; a look is stopped {cancel['median_ms']:.0f} ms after Esc, {cancel['most_ms']:.0f} ms at most; idle "
          f"{100 * scroll['idle']:.2f} % of a processor; {scroll['memory']:.0f} MiB")
    title("What keeps the window's thread where there is much of everything, in milliseconds (wanted: 16 at most)")
    longest = sorted(result["crowded"].items(), key=lambda item: -item[1]["busiestMs"])
    table(["", "processor time, most", "wall time, most", "times", "over 16 ms"],
          [[name, row["busiestMs"], row["longestMs"], f"{row['times']:,}", f"{row['longOnes']}"] for name, row in longest[:12]])
    return result


def size():
    module = ROOT / "build/wasm/bin/weir-core.wasm"
    brotli = subprocess.run(["brotli", "-q", "11", "-c", module], capture_output=True, check=True).stdout
    title("Size of the core as WebAssembly")
    print(f"{module.stat().st_size:,} bytes, {len(brotli):,} after brotli (bound 300,000)")
    return {"raw": module.stat().st_size, "brotli": len(brotli)}


def mutants():
    row = json.loads(output([BIN / "mutants", "--json"]))
    title("Mutation test: time of one check() of a contract with a mistake")
    print(f"{row['mutants']:,} mutants: {row['mean_ms']:.2f} ms of processor time on average, at most "
          f"{row['most_ms']:.2f} ms (bound 50)")
    return row


def machine():
    model = next((line.split(":", 1)[1].strip() for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
                  if line.startswith("model name")), platform.machine())
    return {"date": datetime.date.today().isoformat(), "processors": os.cpu_count(), "model": model,
            "load": round(os.getloadavg()[0], 1), "system": platform.system()}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", type=pathlib.Path, help="also write all figures to this file")
    parser.add_argument("--svg", type=pathlib.Path, help="also draw the curves into this file")
    parser.add_argument("--peer", help="the fluid command of data-product-forge")
    parser.add_argument("--quick", action="store_true", help="fewer rounds")
    options = parser.parse_args()
    rounds = 5 if options.quick else 21
    os.chdir(ROOT)
    result = {"machine": machine(), "rounds": rounds, "quick": options.quick}
    print("{date}, {processors} processors ({model}), load {load}".format(**result["machine"]))
    with tempfile.TemporaryDirectory(prefix="weir-bench-") as folder:
        folder = pathlib.Path(folder)
        result["stages"] = stages()
        result["reading"] = reading()
        result["processes"] = processes(rounds)
        if options.peer:
            result["peer"] = peer(options.peer, max(rounds // 3, 3), folder)
            result["peer_diff"] = peer_diff(options.peer, max(rounds // 3, 3), folder)
        else:
            print("\nWithout --peer nothing is measured beside data-product-forge.")
        result["memory"] = memory(options.peer, folder)
        result["folder"] = many(1_000 if options.quick else 10_000, folder / "many")
        result["preview"] = previews(folder / "preview")
        if (ROOT / "build/wasm/bin/weir-core.wasm").exists() and (ROOT / "wasm/weir-core/dist/node.js").exists():
            result["wasm"] = wasm(folder, 11)
            result["wasm"]["size"] = size()
        else:
            print("\nWithout build/wasm and weir-core's dist nothing is measured of WebAssembly.")
        if (ROOT / "web/dist/index.html").exists():
            result["console"] = console(folder, rounds)
        else:
            print("\nWithout web/dist nothing is measured of the console.")
        if (BIN / "weir-desktop").exists():
            result["window"] = window(folder / "window", rounds)
        else:
            print("\nWithout weir-desktop nothing is measured of the window.")
        result["mutants"] = mutants()
    overview(result)
    if options.svg:
        options.svg.write_text(plot.svg(result))
    if options.json:
        options.json.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
