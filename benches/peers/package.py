#!/usr/bin/env python3
"""The Python package beside plain Python and networkx, in one run, and its own speeds.

    pip install . networkx
    python3 benches/peers/package.py

Seconds are of processor time, the best of a few rounds, since machines are shared. Peers walk by Warnsdorff's rule from a1, the one over
lists, the other over a graph of networkx; a walk that gets stuck is begun anew with its ties in another order.
"""

import random
import time

import ktour
import networkx
import numpy

LEAPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def best(work, rounds=3, clock=time.process_time):
    """The processor time of the fastest round, and its answer."""
    times = []
    for _ in range(rounds):
        began = clock()
        answer = work()
        times.append(clock() - began)
    return min(times), answer


def neighbours(side):
    squares = [(x, y) for x in range(side) for y in range(side)]
    return {(x, y): [(x + dx, y + dy) for dx, dy in LEAPS if 0 <= x + dx < side and 0 <= y + dy < side] for x, y in squares}


def warnsdorff(around, many):
    """The path of the first walk that visits everything."""
    chance = random.Random(1)
    while True:
        at, path, left = (0, 0), [(0, 0)], {square: len(near) for square, near in around.items()}
        visited = {at}
        while True:
            for near in around[at]:
                left[near] -= 1
            onward = [near for near in around[at] if near not in visited]
            if not onward:
                break
            chance.shuffle(onward)
            at = min(onward, key=left.__getitem__)
            visited.add(at)
            path.append(at)
        if len(path) == many:
            return path


def plain(side):
    return warnsdorff(neighbours(side), side * side)


def by_networkx(side):
    graph = networkx.Graph()
    graph.add_edges_from((square, near) for square, all_near in neighbours(side).items() for near in all_near)
    return warnsdorff(graph.adj, side * side)


def count_plainly(side):
    """All open tours, in both directions, by walking every one."""
    around = neighbours(side)

    def walks(at, visited):
        if len(visited) == side * side:
            return 1
        return sum(walks(near, visited | {near}) for near in around[at] if near not in visited)

    return sum(walks(square, frozenset([square])) for square in around)


def main():
    print("| what | ktour | plain Python | networkx |\n| --- | --- | --- | --- |")
    for side in [8, 30, 100]:
        ours, tour = best(lambda: ktour.solve(side, start="a1"), 20)
        theirs, path = best(lambda: plain(side))
        graph, other = best(lambda: by_networkx(side))
        assert len(tour) == len(path) == len(other) == side * side
        for squares in [path, other]:
            ktour.Tour.verify(squares, side)
        print(f"| a tour of {side}×{side} | {ours * 1e3:.3f} ms | {theirs * 1e3:.1f} ms | {graph * 1e3:.1f} ms |")
    ours, number = best(lambda: ktour.count(5, closed=False).directed)
    theirs, walked = best(lambda: count_plainly(5), 1)
    assert number == walked == 1728
    print(f"| all {number} open tours of 5×5, counted | {ours * 1e3:.1f} ms | {theirs * 1e3:.0f} ms | |")
    print()
    took, _ = best(lambda: [ktour.solve(8) for _ in range(2000)])
    print(f"solve(8): {2000 / took:,.0f} a second")
    large = ktour.solve(4000)
    took, grid = best(large.to_numpy)
    assert grid.max() == 4000 * 4000
    print(f"to_numpy of 4000×4000: {took * 1e3:.1f} ms")
    lazy = ktour.LazyTour(10**9, 10**9)
    steps = numpy.random.default_rng(1).integers(1, 10**18, 2_000_000)
    took, squares = best(lambda: lazy.square_at(steps))
    print(f"LazyTour.square_at: {len(steps) / took / 1e6:.1f} million a second of one processor")
    took, again = best(lambda: lazy.step_of(squares))
    assert (again == steps).all()
    print(f"LazyTour.step_of: {len(steps) / took / 1e6:.1f} million a second of one processor")


if __name__ == "__main__":
    main()
