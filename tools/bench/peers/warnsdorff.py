"""Warnsdorff's rule, ties to the square farthest from the centre, in plain Python.

Usage: warnsdorff.py SIDE; start at the top left, the report's move order.
Prints the seconds, the squares visited, and a checksum of the path.
"""

import sys
import time

LEAPS = [(1, -2), (2, -1), (2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2)]


def walk(side):
    free = [[True] * side for _ in range(side)]
    onward = [
        [sum(0 <= x + dx < side and 0 <= y + dy < side for dx, dy in LEAPS) for x in range(side)]
        for y in range(side)
    ]
    x = y = checksum = 0
    step = 1
    while True:
        free[y][x] = False
        checksum = (checksum * 31 + y * side + x) % 2**64
        best = None
        for dx, dy in LEAPS:
            u, v = x + dx, y + dy
            if 0 <= u < side and 0 <= v < side and free[v][u]:
                onward[v][u] -= 1
                key = (onward[v][u], -((2 * u - side + 1) ** 2 + (2 * v - side + 1) ** 2))
                if best is None or key < best[0]:
                    best = key, u, v
        if best is None:
            return step, checksum
        _, x, y = best
        step += 1


began = time.process_time()
visited, total = walk(int(sys.argv[1]))
print(time.process_time() - began, visited, total)
