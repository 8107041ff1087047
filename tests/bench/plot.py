#!/usr/bin/env python3
"""The figures of the bench as curves: time by stage and memory against a contract's width, both axes by powers of ten.
usage: plot.py FIGURES.json OUT.svg"""
import json
import math
import pathlib
import sys

WIDTH, HEIGHT, LEFT, TOP, BOTTOM = 420, 300, 60, 40, 50
COLOURS = ["#0b6e99", "#b3541e", "#3d7a3d", "#8a3d8a", "#777777"]
STYLE = "text{font:12px sans-serif;fill:#333}.grid{stroke:#ddd}.name{font-weight:bold}@media(prefers-color-scheme:dark){text{fill:#ccc}.grid{stroke:#444}}"


def decades(values):
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


def number(power):
    return f"{10 ** power:,.0f}" if power >= 0 else f"{10 ** power:.{-power}f}"


def chart(title, unit, curves, offset):
    """One chart: {name: [(x, y)]}, both axes by powers of ten."""
    points = [point for curve in curves.values() for point in curve if point[1] > 0]
    (x0, x1), (y0, y1) = decades([x for x, _ in points]), decades([y for _, y in points])
    right, bottom = WIDTH - 40, HEIGHT - BOTTOM

    def place(x, y):
        return (LEFT + (math.log10(x) - x0) / (x1 - x0) * (right - LEFT), bottom - (math.log10(y) - y0) / (y1 - y0) * (bottom - TOP))

    out = [f'<g transform="translate({offset},0)">', f'<text class="name" x="{LEFT}" y="20">{title}</text>']
    for power in range(x0, x1 + 1):
        x, _ = place(10 ** power, 10 ** y0)
        out.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/><text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{number(power)}</text>')
    for power in range(y0, y1 + 1):
        _, y = place(10 ** x0, 10 ** power)
        out.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/><text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{number(power)}</text>')
    out.append(f'<text x="{(LEFT + right) / 2:.0f}" y="{bottom + 34}" text-anchor="middle">columns</text><text x="{LEFT}" y="{TOP - 6}">{unit}</text>')
    for index, (name, curve) in enumerate(curves.items()):
        places = [place(x, y) for x, y in curve if y > 0]
        colour = COLOURS[index % len(COLOURS)]
        out.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>')
        out.append(f'<text x="{LEFT + 8}" y="{TOP + 14 + 15 * index}" style="fill:{colour}">{name}</text>')
    return "\n".join([*out, "</g>"])


def svg(figures):
    rows = figures["stages"]["rows"]
    steps = {"all": "total", "reading": "reading", "contract": "contract", "SQL": "sql", "binding": "binding"}
    times = {name: [(row["columns"], row[key]) for row in rows] for name, key in steps.items()}
    memory = {"weir": [(row["columns"], row["weir"]) for row in figures["memory"]]}
    peer = [(row["columns"], row["peer_plain"]) for row in figures["memory"] if "peer_plain" in row]
    if peer:
        memory["data-product-forge"] = peer
    charts = [chart("Validate and compile, in process", "ms of processor time", times, 0), chart("The most memory of validate", "MiB", memory, WIDTH)]
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" role="img" aria-label="Time and memory against a contract\'s width">\n'
            f"<style>{STYLE}</style>\n" + "\n".join(charts) + "\n</svg>\n")


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(svg(json.loads(pathlib.Path(sys.argv[1]).read_text())))
