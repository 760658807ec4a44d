#!/usr/bin/env python3
"""Counts closed knight's tours with Graphillion and with ktour, in turns, and compares.

    python3 -m venv target/peers/venv
    target/peers/venv/bin/python -m pip install graphillion
    target/peers/venv/bin/python tools/bench/peers/diagrams.py target/release/ktour [6x6 ...]

Graphillion (PyPI, MIT) builds a zero-suppressed diagram of all Hamiltonian cycles and counts its
paths. Both answers must agree; the ratio is of processor time, since machines are shared.
"""

import json
import os
import resource
import subprocess
import sys

GRAPHILLION = os.path.join(os.path.dirname(os.path.abspath(__file__)), "graphillion_count.py")


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
            out, seconds = timed([sys.executable, GRAPHILLION, *board.split("x")])
            theirs.append(seconds)
            told = out.split()[1]
            assert told == count, f"{board}: ktour says {count}, Graphillion {told}"
        ratio = min(theirs) / max(min(ours), 0.001)
        print(f"{board} closed: {count} tours, ktour {min(ours):.3f} s, Graphillion {min(theirs):.3f} s: {ratio:.0f} times")


if __name__ == "__main__":
    main()
