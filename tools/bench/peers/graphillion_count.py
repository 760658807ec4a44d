"""Counts the closed tours of a board with Graphillion: the peer of `cargo xtask bench count-growth` and of diagrams.py.

Usage: graphillion_count.py FILES RANKS. Prints the processor's seconds, the tours, and the squares. A zero-suppressed
diagram of all Hamiltonian cycles is built, and its paths are counted.
"""

import sys
import time

from graphillion import GraphSet

files, ranks = map(int, sys.argv[1:])
began = time.process_time()
squares = [(x, y) for x in range(files) for y in range(ranks)]
leaps = [((x, y), (x + dx, y + dy)) for x, y in squares for dx, dy in ((1, 2), (2, 1), (1, -2), (2, -1))
         if 0 <= x + dx < files and 0 <= y + dy < ranks]
number = {square: at + 1 for at, square in enumerate(squares)}
GraphSet.set_universe([(number[a], number[b]) for a, b in leaps], traversal="bfs")
tours = len(GraphSet.cycles(is_hamilton=True))
print(time.process_time() - began, tours, files * ranks)
