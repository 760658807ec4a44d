"""Number puzzles: some steps of a tour are given, the rest is to be found."""

from __future__ import annotations

import datetime
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path
from typing import Any, Literal, Union

import numpy as np
from numpy.typing import NDArray

from . import _documents as documents, _engine
from ._board import Board, BoardLike, engine_board
from ._outcome import Impossible, Unknown, named_square, to_impossible_or_unknown
from ._documents import Difficulty
from ._square import Square, square_name
from ._tour import Tour
from ._parameters import LeaperLike, Time, leaper_text, to_parameters



@dataclass(frozen=True)
class Puzzle:
    """A number puzzle with exactly one solution.

    >>> made = puzzle("4x3", seed=1)
    >>> sorted(made.givens.values()) == sorted(set(made.to_numpy().ravel()) - {0})
    True
    >>> solve_given(made).tour == made.solution
    True
    """

    board: Board
    #: The steps that are given, by their squares, in the order of the steps.
    givens: dict[Square, int] = field(hash=False)
    #: Whether the last step is a leap from the first.
    closed: bool
    leaper: tuple[int, int]
    difficulty: Difficulty
    #: The seed that makes the same puzzle again.
    seed: int
    solution: Tour = field(repr=False)

    def to_numpy(self) -> NDArray[np.uint32]:
        """The given steps as a grid, the top rank first; 0 in holes and on empty squares."""
        grid = np.zeros((self.board.ranks, self.board.files), np.uint32)
        by_rank = grid[::-1]
        for (file, rank), step in self.givens.items():
            by_rank[rank, file] = step
        return grid

    def _cell(self, square: Square) -> str:
        return str(self.givens.get(square, "." if square in self.board else "#"))

    def _rows(self) -> list[list[str]]:
        ranks = reversed(range(self.board.ranks))
        return [[self._cell(Square(file, rank)) for file in range(self.board.files)] for rank in ranks]

    def __str__(self) -> str:
        width = len(str(self.board.square_count))
        return "\n".join(" ".join(cell.rjust(width) for cell in row) for row in self._rows())

    def _repr_html_(self) -> str:
        style = "width:2em;height:2em;border:1px solid #999;text-align:center"

        def cell(text: str) -> str:
            fill = ";background:#999" if text == "#" else ""
            return f"<td style='{style}{fill}'>{text if text not in '.#' else ''}</td>"

        return "<table>" + "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in self._rows()) + "</table>"


@dataclass(frozen=True)
class Deduction:
    """One conclusion of a person on the way to a solution."""

    #: The hardest deduction it needs: ``forced``, ``counts``, ``parity``, ``cuts``, ``cases`` or ``nested``.
    rule: str
    #: ``leaps`` (the tour has them), ``step`` (it is on the square) or ``not`` (it is not).
    concludes: Literal["leaps", "step", "not"]
    square: Square
    #: The step on that square, or not on it.
    step: int | None
    #: The squares that the leaps lead to, or the known ones from which it follows.
    squares: tuple[Square, ...]
    #: One sentence.
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Solution:
    """The solution of a puzzle, and what is known about it."""

    tour: Tour
    #: Whether it is the only one; ``None`` if the time ran out before that was known.
    unique: bool | None
    #: Another solution, if there is one, and the squares on which the two have different steps.
    another: Tour | None = None
    differ: tuple[Square, ...] = ()
    #: Number of solutions, if requested.
    count: int | None = None
    #: Whether there may be more than ``count``, because the time ran out.
    at_least: bool = False
    #: A person's way to the solution, if requested.
    steps: tuple[Deduction, ...] = field(default=(), repr=False)
    #: Whether a second solver, which shares no deduction with the first, confirms that it is the only one.
    checked: bool = False


#: Given steps: a puzzle; steps by their squares; a grid with 0 for steps to be found; a text or a file in any format.
GivensLike = Union[
    Puzzle,
    Mapping[Square, int],
    Mapping[str, int],
    Mapping["tuple[int, int]", int],
    "NDArray[Any]",
    "list[list[int]]",
    str,
    "PathLike[str]",
]


def puzzle(
    board: BoardLike,
    *,
    closed: bool | None = None,
    leaper: LeaperLike | None = None,
    difficulty: Difficulty | None = None,
    clues: int | Literal["fewest"] | None = None,
    symmetric: bool = False,
    seed: int | None = None,
    date: datetime.date | str | None = None,
    max_time: Time | None = None,
) -> Puzzle | Impossible | Unknown:
    """Makes a number puzzle with exactly one solution, on a board of up to 400 squares.

    It is ``medium`` if neither ``difficulty`` nor ``clues`` is given; with ``clues="fewest"`` every clue is needed.
    ``symmetric`` gives squares in pairs that a half turn exchanges. The same ``seed`` makes the same puzzle
    on every machine, and so does a ``date``, such as ``"2026-11-15"`` or ``"today"``.

    >>> made = puzzle(5, difficulty="easy", seed=1)
    >>> print(made)
    23  .  .  .  .
     .  .  .  .  .
     .  .  .  .  5
     .  1  .  .  .
     .  .  .  4  .
    >>> made.difficulty, made.closed, made.solution[0]
    ('easy', False, Square('b2'))
    >>> puzzle("4x4").reason.code
    'cut'
    """
    handle = engine_board(board)
    if date == "today":
        date = datetime.datetime.now(datetime.timezone.utc)
    if isinstance(date, datetime.date):
        date = date.strftime("%Y-%m-%d")
    parameters = to_parameters(
        closed=closed,
        leaper=leaper,
        max_time=max_time,
        difficulty=difficulty,
        clues=clues,
        symmetric=symmetric,
        seed=seed,
        date=date,
    )
    document: documents.Puzzle = json.loads(_engine.ask("puzzle", handle, parameters))
    if document["outcome"] != "found":
        return to_impossible_or_unknown(handle, document)
    return Puzzle(
        board=Board._from_handle(handle),
        givens={named_square(handle, name): step for name, step in document["givens"].items()},
        closed=document["kind"] == "closed",
        leaper=(document["leaper"][0], document["leaper"][1]),
        difficulty=document["difficulty"],
        seed=int(document["seed"]),
        solution=_tour(handle, document["leaper"], document["solution"]),
    )


def solve_given(
    givens: GivensLike,
    board: BoardLike | None = None,
    *,
    closed: bool | None = None,
    leaper: LeaperLike | None = None,
    steps: bool = False,
    count: bool = False,
    max_time: Time | None = None,
) -> Solution | Impossible | Unknown:
    """Solves a given puzzle: its solution, whether it is the only one, or why there is none.

    A puzzle or a grid has its board; steps by their squares need ``board``. The tour may be open unless ``closed``.
    ``steps`` adds a person's way to the solution, ``count`` the number of solutions.

    >>> solved = solve_given("1 . . .\\n12 . . .\\n. . . .", steps=True)
    >>> solved.unique, solved.tour
    (True, <open tour of 4x3 from a3>)
    >>> print(solved.steps[0])
    only two leaps are left at a1: to c2 and b3
    >>> both = solve_given({"a3": 1}, "4x3", count=True)
    >>> both.unique, both.count, " ".join(map(str, both.differ))
    (False, 2, 'c1 d1 a2 b2')
    >>> solve_given({"a3": 1, "c3": 2}, "4x3")
    Traceback (most recent call last):
    ValueError: from 1 on a3 to 2 on c3 there is 1 leap, but every path between these squares has an even number
    """
    if isinstance(givens, Puzzle):
        board = givens.board if board is None else board
        closed = givens.closed if closed is None else closed
        leaper = givens.leaper if leaper is None else leaper
    parameters = to_parameters(
        closed=closed, leaper=leaper, max_time=max_time, givens=_givens_text(givens), steps=steps, solutions=count
    )
    document: documents.Given = json.loads(_engine.ask("given", None if board is None else engine_board(board), parameters))
    place = document["board"]
    handle = Board(int(place["files"]), int(place["ranks"]), place["holes"])._handle
    if document["outcome"] != "found":
        return to_impossible_or_unknown(handle, document)
    counted = document.get("solutions")
    return Solution(
        tour=_tour(handle, document["leaper"], document["squares"]),
        unique=document.get("unique"),
        another=_tour(handle, document["leaper"], document["another"]) if "another" in document else None,
        differ=_squares(handle, document.get("differ", [])),
        count=None if counted is None else int(counted),
        at_least=document.get("at_least", False),
        steps=tuple(_deduction(handle, step) for step in document.get("steps", [])),
        checked=document.get("checked", False),
    )


def _givens_text(givens: GivensLike) -> str:
    """Returns given steps as the engine reads them."""
    if isinstance(givens, Puzzle):
        givens = givens.givens
    if isinstance(givens, str):
        return givens
    if isinstance(givens, PathLike):
        return Path(givens).read_text()
    if isinstance(givens, Mapping):
        return ",".join(f"{square_name(square)}:{step}" for square, step in givens.items())
    grid = np.asarray(givens)
    if grid.ndim != 2 or grid.dtype.kind not in "iu":
        raise TypeError(f"an array of {grid.dtype} with shape {grid.shape} is not a grid: give rows of whole numbers")
    return "\n".join(" ".join(map(str, row)) for row in grid.tolist())


def _tour(board: _engine.Board, leaper: documents.Leaper, names: list[str]) -> Tour:
    return Tour(_engine.Tour.verify(board, [board.place(name) for name in names], leaper_text((leaper[0], leaper[1]))))


def _squares(board: _engine.Board, names: list[str]) -> tuple[Square, ...]:
    return tuple(named_square(board, name) for name in names)


def _deduction(board: _engine.Board, document: documents.Deduction) -> Deduction:
    square, squares = named_square(board, document["square"]), _squares(board, document.get("squares", []))
    return Deduction(document["rule"], document["concludes"], square, document.get("step"), squares, document["text"])
