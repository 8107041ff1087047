#!/usr/bin/env python3
"""The figures of the bench as curves: time by stage and memory against a contract's width, both axes by powers of ten. It is read on a
light page and on a dark one. usage: plot.py FIGURES.json OUT.svg"""
import html
import json
import math
import pathlib
import sys

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 480, 330, 58, 128, 58, 62
LEAST = 15  # between two names at the ends of curves
LIGHT = ["#0969da", "#bc4c00", "#1a7f37", "#8250df", "#6e7781"]
DARK = ["#58a6ff", "#f0883e", "#3fb950", "#bc8cff", "#8b949e"]


def style():
    """Colours by class: a picture knows whether its reader likes it dark, and takes no colour from the page."""
    def rules(text, quiet, grid, colours):
        curves = "".join(f".c{i}{{stroke:{colour}}}.n{i}{{fill:{colour}}}" for i, colour in enumerate(colours))
        return f"text{{fill:{text}}}.quiet{{fill:{quiet}}}.grid{{stroke:{grid}}}{curves}"

    shapes = "text{font:12px system-ui,sans-serif}.title{font-weight:600;font-size:14px}.grid{stroke-width:1}.curve{fill:none;stroke-width:2.25;stroke-linejoin:round;stroke-linecap:round}"
    return f"{shapes}{rules('#1f2328', '#59636e', '#d8dee4', LIGHT)}@media(prefers-color-scheme:dark){{{rules('#e6edf3', '#9198a1', '#30363d', DARK)}}}"


def decades(values):
    low, high = math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))
    return low, max(high, low + 1)


def number(power):
    return f"{10 ** power:,.0f}" if power >= 0 else f"{10 ** power:.{-power}f}"


def apart(heights):
    """The heights of names, moved as little as keeps them readable: each at least LEAST below the one above."""
    order = sorted(range(len(heights)), key=heights.__getitem__)
    placed = list(heights)
    for above, below in zip(order, order[1:]):
        placed[below] = max(placed[below], placed[above] + LEAST)
    excess = (sum(placed) - sum(heights)) / max(len(heights), 1)
    return [height - excess for height in placed]


def chart(title, unit, curves, offset):
    """One chart: {name: [(x, y)]}, both axes by powers of ten, each curve named where it ends."""
    curves = {name: [point for point in curve if point[1] > 0] for name, curve in curves.items()}
    points = [point for curve in curves.values() for point in curve]
    (y0, y1), (x0, x1) = decades([y for _, y in points]), (math.log10(pick(x for x, _ in points)) for pick in (min, max))
    right, bottom = WIDTH - RIGHT, HEIGHT - BOTTOM

    def place(x, y):
        return (LEFT + (math.log10(x) - x0) / (x1 - x0) * (right - LEFT), bottom - (math.log10(y) - y0) / (y1 - y0) * (bottom - TOP))

    out = [f'<g transform="translate({offset},0)">', f'<text class="title" x="{LEFT}" y="22">{html.escape(title)}</text>', f'<text class="quiet" x="{LEFT}" y="42">{html.escape(unit)}</text>']
    for power in range(math.ceil(x0), math.floor(x1) + 1):
        x, _ = place(10 ** power, 10 ** y0)
        out.append(f'<line class="grid" x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{bottom}"/><text class="quiet" x="{x:.1f}" y="{bottom + 18}" text-anchor="middle">{number(power)}</text>')
    for power in range(y0, y1 + 1):
        _, y = place(points[0][0], 10 ** power)
        out.append(f'<line class="grid" x1="{LEFT}" y1="{y:.1f}" x2="{right}" y2="{y:.1f}"/><text class="quiet" x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{number(power)}</text>')
    out.append(f'<text class="quiet" x="{(LEFT + right) / 2:.0f}" y="{bottom + 36}" text-anchor="middle">columns</text>')
    ends = [name for name, curve in curves.items() if curve[-1][0] == max(x for x, _ in points)]
    heights = dict(zip(ends, apart([place(*curves[name][-1])[1] for name in ends])))
    for index, (name, curve) in enumerate(curves.items()):
        places = [place(x, y) for x, y in curve]
        out.append(f'<polyline class="curve c{index}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>')
        out += [f'<circle class="n{index}" cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places]
        x, y = places[-1]
        out.append(f'<text class="n{index}" x="{x + 9:.1f}" y="{heights.get(name, y) + 4:.1f}">{html.escape(name)}</text>')
    return "\n".join([*out, "</g>"])


def svg(figures):
    rows = figures["stages"]["rows"]
    steps = {"all of it": "total", "reading": "reading", "contract": "contract", "SQL": "sql", "binding": "binding"}
    times = {name: [(row["columns"], row[key]) for row in rows] for name, key in steps.items()}
    memory = {"weir, managed": [(row["columns"], row["weir"]) for row in figures["memory"]]}
    for name, key in (("data-product-forge", "peer_plain"), ("weir, plain", "weir_plain")):
        points = [(row["columns"], row[key]) for row in figures["memory"] if key in row]
        if points:
            memory[name] = points
    charts = [chart("Validate and compile a contract", "milliseconds of processor time, in process", times, 0), chart("Memory of weir validate", "MiB at most, the whole process", memory, WIDTH)]
    said = "{date}, {processors} processors ({model}), load {load} before it".format(**figures["machine"]) + ("; fewer rounds (--quick)" if figures.get("quick") else "")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * WIDTH} {HEIGHT}" role="img" aria-label="Time and memory against a contract\'s width">\n'
            f"<style>{style()}</style>\n" + "\n".join(charts) + f'\n<text class="quiet" x="{LEFT}" y="{HEIGHT - 8}">{html.escape(said)}</text>\n</svg>\n')


if __name__ == "__main__":
    pathlib.Path(sys.argv[2]).write_text(svg(json.loads(pathlib.Path(sys.argv[1]).read_text())))
