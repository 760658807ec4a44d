#!/usr/bin/env python3
"""Counts the layers of a count again, in the plainest way.

    ktour count 6 --closed --layers layers.json
    python3 recount.py layers.json        every layer, each from the one before
    python3 recount.py layers.json 12     the first twelve

Squares are decided one after another, in the order of the file: a square takes as many leaps to later squares as it lacks,
so that it has two. A *state* is what the choices so far leave to the later squares. For each of them it says

    itself      no chosen leap touches it,
    another     it is one end of a path of chosen leaps, and this is the other end,
    DONE        two chosen leaps touch it.

Choices that leave the same state have the same completions, so a layer is a table of states with the number of ways to
each. A path must not close to a cycle while any square still lacks a leap. States whose squares can never all have two leaps are left out:
that much is decided by looking at the numbers of leaps alone.

An open tour is a closed one through one more vertex, beyond the board, which is a leap away from every square where the tour may
end. It comes last and is never decided.

The program knows nothing of how ktour counts: no packing, no mirror images, no halves, one thread. Boards up to 6x8 take minutes.
"""
import json
import sys
from functools import lru_cache
from itertools import combinations

DONE = -1


class Board:
    """The squares in the order in which they are decided, and the leaps from each to later vertices."""

    def __init__(self, asked):
        self.squares = [layer["square"] for layer in asked["layers"]]
        self.is_open = asked["kind"] == "open"
        self.count = len(self.squares)
        self.beyond = self.count
        self.given = [self.squares.index(end) for end in (asked["start"], asked["end"]) if end and self.is_open]
        r, s = asked["leaper"]
        places = [place(square) for square in self.squares]
        self.later = []
        for at, (file, rank) in enumerate(places):
            def is_leap(to):
                return {abs(places[to][0] - file), abs(places[to][1] - rank)} == {r, s}
            later = [to for to in range(at + 1, self.count) if is_leap(to)]
            may_end = at in self.given or len(self.given) < 2
            self.later.append(later + ([self.beyond] if self.is_open and may_end else []))
        self.vertices = self.count + self.is_open

    def choices(self, at, lacks, is_full):
        """All ways to give a square the leaps it lacks, to later vertices that lack one themselves."""
        free = [to for to in self.later[at] if not is_full(to)]
        for chosen in combinations(free, lacks):
            if at not in self.given or self.beyond in chosen:
                yield chosen


def place(square):
    """The file and the rank of a square, as numbers."""
    letters = square.rstrip("0123456789")
    file = 0
    for letter in letters:
        file = 26 * file + ord(letter) - ord("a") + 1
    return file, int(square[len(letters):])


def leaps_at(state, vertex, first):
    """How many chosen leaps touch a vertex."""
    mate = state[vertex - first]
    return 2 if mate == DONE else 0 if mate == vertex else 1


def take(mates, a, b):
    """Takes a leap between two vertices; says whether it may be taken."""
    end, other = mates[a], mates[b]
    if end == b:  # the two ends of one path: a cycle, and nothing may be left outside
        if any(mate != DONE for vertex, mate in mates.items() if vertex not in (a, b)):
            return False
        mates[a] = mates[b] = DONE
        return True
    if end != a:
        mates[a] = DONE
    if other != b:
        mates[b] = DONE
    mates[end], mates[other] = other, end
    return True


def next_layer(board, layer, at, can_finish):
    """The layer after one more square."""
    after = {}
    for state, ways in layer.items():
        lacks = 2 - leaps_at(state, at, at)
        for chosen in board.choices(at, lacks, lambda to: state[to - at] == DONE):
            mates = dict(enumerate(state, at))
            if not all(take(mates, at, to) for to in chosen):
                continue
            left = tuple(mates[vertex] for vertex in range(at + 1, board.vertices))
            degrees = tuple(leaps_at(left, vertex, at + 1) for vertex in range(at + 1, board.vertices))
            if can_finish(at + 1, degrees):
                after[left] = after.get(left, 0) + ways
    return after


def finisher(board):
    """Whether vertices that have so many leaps can all come to two, whatever paths that makes."""

    @lru_cache(maxsize=None)
    def can_finish(at, degrees):
        if at == board.count:
            return all(degree == 2 for degree in degrees)
        for chosen in board.choices(at, 2 - degrees[0], lambda to: degrees[to - at] == 2):
            more = list(degrees)
            for to in chosen:
                more[to - at] += 1
            if can_finish(at + 1, tuple(more[1:])):
                return True
        return False

    return can_finish


def main():
    with open(sys.argv[1]) as file:
        asked = json.load(file)
    board = Board(asked)
    last = int(sys.argv[2]) if len(sys.argv) > 2 else board.count
    can_finish = finisher(board)
    layer = {tuple(range(board.vertices)): 1}
    for at, told in enumerate(asked["layers"][:last]):
        layer = next_layer(board, layer, at, can_finish)
        states, ways = len(layer), sum(layer.values())
        if (states, ways) != (told["states"], int(told["ways"])):
            sys.exit(f"layer {at + 1}, {told['square']}: {states} states and {ways} ways, but the file has "
                     f"{told['states']} and {told['ways']}")
    print(f"{min(last, board.count)} layers counted again, the last with {states} states and {ways} ways")


if __name__ == "__main__":
    main()
