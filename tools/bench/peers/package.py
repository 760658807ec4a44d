#!/usr/bin/env python3
"""The Python package beside its peers from the Python registry, in one run, and its own speeds.

    pip install . networkx ortools graphillion
    python3 tools/bench/peers/package.py

Seconds are of processor time, the best of a few rounds, since machines are shared; what is not installed is left out.
Plain Python and networkx walk by Warnsdorff's rule from a1, the one over lists, the other over a graph (networkx has no search for
Hamiltonian paths of its own but in tournaments); a walk that gets stuck is begun anew with its ties in another order. OR-tools is CP-SAT with one worker and
a circuit of leaps, its model built before the clock starts. Graphillion builds a diagram of all Hamiltonian cycles and counts its paths.
"""

import random
import time

import ktour
import networkx
import numpy

try:
    from ortools.sat.python import cp_model
except ImportError:
    cp_model = None
try:
    import graphillion
except ImportError:
    graphillion = None

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


def leaps_of(board):
    """Every leap of a board once, as pairs of numbers."""
    number = {tuple(square): at for at, square in enumerate(board.squares())}
    pairs = (((x, y), (x + dx, y + dy)) for x, y in number for dx, dy in LEAPS)
    return [(number[a], number[b]) for a, b in pairs if b in number]


def closed_by_circuit(board):
    """What CP-SAT says of closed tours, and how long it took."""
    model = cp_model.CpModel()
    model.add_circuit([(a, b, model.new_bool_var("")) for a, b in leaps_of(board)])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = 60
    took, status = best(lambda: solver.solve(model), 1)
    return took, {cp_model.OPTIMAL: "a tour", cp_model.FEASIBLE: "a tour", cp_model.INFEASIBLE: "none"}.get(status, "unknown")


def count_by_diagram(board):
    leaps = [(a + 1, b + 1) for a, b in leaps_of(board) if a < b]
    graphillion.GraphSet.set_universe(leaps, traversal="bfs")
    return len(graphillion.GraphSet.cycles(is_hamilton=True))


def beside_ortools():
    corners = ktour.Board(9, holes=["a1", "i1", "a9"])
    lame = ktour.Board(8, holes=["d4", "e4"])
    print("\n| a closed tour | answer | ktour | OR-tools |\n| --- | --- | --- | --- |")
    for name, board in [("6×6", ktour.Board(6)), ("8×8", ktour.Board(8)), ("20×20", ktour.Board(20)),
                        ("8×8 without d4, e4", lame), ("9×9 without three corners", corners)]:  # fmt: skip
        ours, answer = best(lambda: ktour.solve(board, closed=True), 5)
        theirs, said = closed_by_circuit(board)
        own = "a tour" if isinstance(answer, ktour.Tour) else "none"
        assert said in (own, "unknown"), (name, own, said)
        print(f"| {name} | {own} | {ours * 1e3:.2f} ms | {'not within a minute' if said == 'unknown' else f'{theirs * 1e3:.0f} ms'} |", flush=True)


def beside_graphillion():
    print("\n| closed tours, counted | number | ktour | Graphillion |\n| --- | --- | --- | --- |")
    for size in ["5x6", "5x8", "6x6"]:
        ours, number = best(lambda: ktour.count(size, closed=True), 3)
        theirs, counted = best(lambda: count_by_diagram(ktour.Board(size)), 1)
        assert number == counted, (size, number, counted)
        print(f"| {size.replace('x', '×')} | {number} | {ours * 1e3:.1f} ms | {theirs * 1e3:,.0f} ms |", flush=True)


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
    if cp_model:
        beside_ortools()
    if graphillion:
        beside_graphillion()
    print()
    took, _ = best(lambda: [ktour.solve(8) for _ in range(2000)])
    print(f"solve(8): {2000 / took:,.0f} a second")
    large = ktour.solve(4000)
    full, _ = best(lambda: numpy.full((4000, 4000), 7, numpy.uint32), 9)
    took, grid = best(large.to_numpy, 9)
    assert grid.max() == 4000 * 4000
    print(f"to_numpy of 4000×4000: {took * 1e3:.1f} ms; numpy.full of that size {full * 1e3:.1f} ms, {took / full:.2f} times")
    lazy = ktour.LazyTour(10**9, 10**9)
    steps = numpy.random.default_rng(1).integers(1, 10**18, 2_000_000)
    took, squares = best(lambda: lazy.square_at(steps))
    print(f"LazyTour.square_at: {len(steps) / took / 1e6:.1f} million a second of one processor")
    took, again = best(lambda: lazy.step_of(squares))
    assert (again == steps).all()
    print(f"LazyTour.step_of: {len(steps) / took / 1e6:.1f} million a second of one processor")


if __name__ == "__main__":
    main()
