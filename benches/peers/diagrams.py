#!/usr/bin/env python3
"""Counts closed knight's tours with Graphillion and with ktour, in turns, and compares.

    python3 -m pip install graphillion
    python3 benches/peers/diagrams.py target/release/ktour [6x6 ...]

Graphillion (PyPI, MIT) builds a zero-suppressed diagram of all Hamiltonian cycles and counts its
paths. Both answers must agree; the ratio is of processor time, since machines are shared.
"""

import json
import os
import resource
import subprocess
import sys

GRAPHILLION = """
import sys
from graphillion import GraphSet
files, ranks = map(int, sys.argv[1].split("x"))
squares = [(x, y) for x in range(files) for y in range(ranks)]
leaps = [((x, y), (x + dx, y + dy)) for x, y in squares for dx, dy in ((1, 2), (2, 1), (1, -2), (2, -1))
         if 0 <= x + dx < files and 0 <= y + dy < ranks]
number = {square: at + 1 for at, square in enumerate(squares)}
GraphSet.set_universe([(number[a], number[b]) for a, b in leaps], traversal="bfs")
print(len(GraphSet.cycles(is_hamilton=True)))
"""


def timed(command):
    """The output of a command and the processor time it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return out, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    ktour = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else "target/release/ktour")
    for board in sys.argv[2:] or ["5x6", "5x8", "6x6"]:
        ours, theirs = [], []
        for _ in range(3):
            out, seconds = timed([ktour, "count", board, "--closed", "--json"])
            ours.append(seconds)
            count = json.loads(out)["undirected"]
            out, seconds = timed([sys.executable, "-c", GRAPHILLION, board])
            theirs.append(seconds)
            assert out.strip() == count, f"{board}: ktour says {count}, Graphillion {out.strip()}"
        ratio = min(theirs) / max(min(ours), 0.001)
        print(f"{board} closed: {count} tours, ktour {min(ours):.3f} s, Graphillion {min(theirs):.3f} s: {ratio:.0f} times")


if __name__ == "__main__":
    main()
