#!/usr/bin/env python3
"""Draws the plots of BENCHMARKS.md from the points in docs/bench: seconds against squares, both logarithmic.

`cargo xtask bench --write` measures ours and the peers that take turns with it (`points.csv`: plot, program, squares,
seconds); `tools/bench/peers/anyboard.py` measures the others (`*.csv`: board, squares, program, outcome, seconds).
"""

import csv
from collections import defaultdict
from html import escape
from math import ceil, floor, log10
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "bench"
TITLES = {
    "warnsdorff": "a walk by Warnsdorff's rule",
    "backtracking": "backtracking from a corner to its first tour",
    "counting": "counting all tours",
    "any-board": "deciding any board, by a tour or a proof",
    "hard": "deciding our thirty slowest hard boards",
    "large-boards": "a closed tour of a large board",
}
COLOURS = [("#0067a5", "#5cb4ee"), ("#c8500a", "#ff9155"), ("#00815c", "#3fcf9f"), ("#a8437f", "#ef93c8"),
           ("#8a6d00", "#e6c34a"), ("#5b5fc7", "#a9adff"), ("#5a6470", "#aab4c0"), ("#b3261e", "#ff8a80")]  # fmt: skip
LEFT, TOP, RIGHT, BOTTOM, WIDTH, HEIGHT = 74, 34, 560, 344, 760, 400
UNITS = {-6: "1 µs", -5: "10 µs", -4: "100 µs", -3: "1 ms", -2: "10 ms", -1: "100 ms", 0: "1 s", 1: "10 s", 2: "100 s"}


def points():
    """Returns the points of each series of each plot."""
    plots = defaultdict(lambda: defaultdict(list))
    for row in csv.DictReader((FOLDER / "points.csv").open()):
        plots[row["plot"]][row["program"]].append((float(row["squares"]), float(row["seconds"])))
    for name in TITLES:
        file = FOLDER / f"{name}.csv"
        for row in csv.DictReader(file.open()) if file.exists() else []:
            program, is_decided = row["program"], row["outcome"] != "unknown"
            # Ours is measured with the other points where it is there.
            if not (program == "ours" and name == "large-boards") and (is_decided or name == "hard"):
                series = program if is_decided else f"{program}, out of time"
                plots[name][series].append((float(row["squares"]), float(row["seconds"])))
    return plots


def mark(kind, x, y):
    shapes = [
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2"/>',
        f'<rect x="{x - 3.8:.1f}" y="{y - 3.8:.1f}" width="7.6" height="7.6"/>',
        f'<path d="M{x:.1f} {y - 5:.1f}l5 9.1h-10.1z"/>',
        f'<path d="M{x:.1f} {y - 5.2:.1f}l5.2 5.2l-5.2 5.2l-5.2 -5.2z"/>',
    ]
    return shapes[kind % len(shapes)]


def drawn(title, all_series):
    """Returns a plot as SVG."""
    values = [list(axis) for axis in zip(*(point for series in all_series.values() for point in series))]
    ends = [(log10(min(axis)) - 0.1, log10(max(axis)) + 0.1) for axis in values]
    at = lambda value, axis, low, high: low + (log10(value) - ends[axis][0]) / (ends[axis][1] - ends[axis][0]) * (high - low)
    x, y = (lambda value: at(value, 0, LEFT, RIGHT)), (lambda value: at(value, 1, BOTTOM, TOP))
    style = "text{font:13px system-ui,sans-serif;fill:#1c2024}.back{fill:#fff}.grid{stroke:#dfe1e5;fill:none}"
    dark = "text{fill:#e6e8ea}.back{fill:#16191d}.grid{stroke:#3a3f46}"
    for hue, (light, night) in enumerate(COLOURS):
        style += f".h{hue}{{fill:{light};stroke:#fff;stroke-width:.8}}"
        dark += f".h{hue}{{fill:{night};stroke:#16191d}}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Time of {escape(title)}">',
        f"<style>{style}@media screen and (prefers-color-scheme:dark){{{dark}}}</style>",
        f'<rect class="back" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text x="{LEFT}" y="20" font-weight="600">Time of {escape(title)} against the number of squares</text>',
    ]
    powers = range(floor(ends[0][0]), ceil(ends[0][1]) + 1)
    steps = (1,) if ends[0][1] - ends[0][0] > 2 else (1, 2, 3, 5)
    for value in (step * 10**power for power in powers for step in steps):
        if ends[0][0] <= log10(value) <= ends[0][1]:
            power = "".join("⁰¹²³⁴⁵⁶⁷⁸⁹"[int(digit)] for digit in str(round(log10(value))))
            label = f"{value:,}".replace(",", " ") if value < 10**5 else f"10{power}"
            lines.append(f'<path class="grid" d="M{x(value):.1f} {TOP}V{BOTTOM}"/>')
            lines.append(f'<text x="{x(value):.1f}" y="{BOTTOM + 18}" text-anchor="middle">{label}</text>')
    for power in range(ceil(ends[1][0]), floor(ends[1][1]) + 1):
        lines.append(f'<path class="grid" d="M{LEFT} {y(10**power):.1f}H{RIGHT}"/>')
        lines.append(f'<text x="{LEFT - 8}" y="{y(10**power) + 4.5:.1f}" text-anchor="end">{UNITS[power]}</text>')
    lines.append(f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 14}" text-anchor="middle">squares of the board</text>')
    for hue, (name, series) in enumerate(all_series.items()):
        marks = [mark(hue, x(squares), y(seconds)) for squares, seconds in series] + [mark(hue, RIGHT + 29, TOP + 10 + 21 * hue)]
        lines.append(f'<g class="h{hue % len(COLOURS)}">' + "\n".join(marks) + "</g>")
        lines.append(f'<text x="{RIGHT + 49}" y="{TOP + 14.5 + 21 * hue}">{escape(name)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


for plot, all_series in points().items():
    (FOLDER / f"{plot}.svg").write_text(drawn(TITLES[plot], all_series))
    print(f"docs/bench/{plot}.svg: {', '.join(f'{len(series)} {name}' for name, series in all_series.items())}")
