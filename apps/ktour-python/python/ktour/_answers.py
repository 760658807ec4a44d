"""Finds a tour, and decides whether there is one: for a board, for every start, for every rectangle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _documents as documents, _engine
from ._board import Board, BoardLike, engine_board
from ._outcome import Answer, Impossible, No, Unknown, Yes, named_square, to_answer, to_reason, to_unknown
from ._documents import Method, Tie
from ._square import Square, SquareLike
from ._tour import Tour
from ._parameters import LeaperLike, Time, to_parameters


def solve(
    board: BoardLike,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    after: Iterable[SquareLike] | None = None,
    leaper: LeaperLike | None = None,
    method: Method | None = None,
    tie: Tie | None = None,
    order: str | None = None,
    tries: int | None = None,
    seed: int | None = None,
    max_time: Time | None = None,
) -> Tour | Impossible | Unknown:
    """Finds one verified tour, or why there is none; or the answer is unknown.

    Without ``closed`` it is a closed tour if one exists, otherwise an open one. ``after`` continues from squares
    already visited. The methods are those of the program ``ktour``: ``auto``, ``backtrack``,
    ``backtrack-iterative``, ``warnsdorff``, ``warnsdorff-backtrack``, ``repair``, ``divide``, ``parberry``,
    ``exact``. Ctrl-C stops a search at once.

    >>> print(solve(5, start="a1", seed=7)[0])
    a1
    >>> solve("4x4").reason.code
    'cut'
    >>> solve(8, start="i9")
    Traceback (most recent call last):
    ValueError: i9 is off the 8x8 board, whose squares run from a1 to h8
    """
    handle = engine_board(board)
    parameters = to_parameters(
        closed=closed,
        start=start,
        end=end,
        after=after,
        leaper=leaper,
        max_time=max_time,
        method=method,
        tie=tie,
        order=order,
        tries=tries,
        seed=seed,
    )
    return to_answer(handle, _engine.solve(handle, parameters))


def exists(
    board: BoardLike,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    after: Iterable[SquareLike] | None = None,
    leaper: LeaperLike | None = None,
    max_time: Time | None = None,
) -> Answer:
    """Decides whether there is a tour, on a board of any size, and if not, why.

    >>> bool(exists(10**9))
    True
    >>> print(exists("5x5", closed=True).reason.code)
    parity
    >>> exists("5x5", start="b1").reason.squares[0]
    Square('b1')
    """
    handle = engine_board(board)
    parameters = to_parameters(closed=closed, start=start, end=end, after=after, leaper=leaper, max_time=max_time)
    document: documents.Exists = json.loads(_engine.ask("exists", handle, parameters))
    # A closed tour is also an open one, so the answer is no only if there is no open tour.
    kinds = (("closed", document.get("closed")), ("open", document.get("open")))
    answers = [_answer(handle, found, kind == "closed") for kind, found in kinds if found is not None]
    for preferred in (Yes, Unknown):
        for answer in answers:
            if isinstance(answer, preferred):
                return answer
    return answers[-1]


class Starts(Mapping[Square, Answer]):
    """The answer for every starting square. As an array: 1 yes, 0 no, -1 a hole or not known.

    >>> answers = starts(5)
    >>> len(answers.yes), len(answers.no)
    (13, 12)
    >>> answers.to_numpy()
    array([[1, 0, 1, 0, 1],
           [0, 1, 0, 1, 0],
           [1, 0, 1, 0, 1],
           [0, 1, 0, 1, 0],
           [1, 0, 1, 0, 1]], dtype=int8)
    """

    def __init__(self, board: Board, answers: dict[Square, Answer]) -> None:
        self.board = board
        self._answers = answers

    def __getitem__(self, square: SquareLike) -> Answer:
        return self._answers[self.board.square(square)]

    def __iter__(self) -> Iterator[Square]:
        return iter(self._answers)

    def __len__(self) -> int:
        return len(self._answers)

    @property
    def yes(self) -> list[Square]:
        """The squares from which there is a tour."""
        return [square for square, answer in self._answers.items() if isinstance(answer, Yes)]

    @property
    def no(self) -> list[Square]:
        """The squares from which there is none."""
        return [square for square, answer in self._answers.items() if isinstance(answer, No)]

    def to_numpy(self) -> NDArray[np.int8]:
        """The answers as a grid, the top rank first."""
        grid = np.full((self.board.ranks, self.board.files), -1, np.int8)
        for square, answer in self._answers.items():
            if not isinstance(answer, Unknown):
                grid[square.rank, square.file] = isinstance(answer, Yes)
        return grid[::-1]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        grid = self.to_numpy()
        return grid if dtype is None else grid.astype(dtype)

    def __repr__(self) -> str:
        return f"<{len(self.yes)} of {len(self)} squares of {self.board} start a tour>"

    def _repr_html_(self) -> str:
        def cell(square: Square) -> str:
            answer = self._answers.get(square)
            if answer is None:
                return "<td></td>"
            if isinstance(answer, Unknown):
                return f"<td title='{square}: not known'>?</td>"
            why = answer.because if isinstance(answer, Yes) else answer.reason.text
            colour = "#cfe8cf" if isinstance(answer, Yes) else "#f2d0d0"
            mark = "✓" if isinstance(answer, Yes) else "✗"
            return f"<td style='background:{colour};color:#222' title='{escape(f'{square}: {why}', True)}'>{mark}</td>"

        ranks = reversed(range(self.board.ranks))
        rows = ("".join(cell(Square(file, rank)) for file in range(self.board.files)) for rank in ranks)
        return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


def starts(
    board: BoardLike,
    *,
    closed: bool | None = None,
    end: SquareLike | None = None,
    leaper: LeaperLike | None = None,
    max_time: Time | None = None,
) -> Starts:
    """Answers for every starting square whether a tour begins there; open tours unless ``closed``."""
    handle = engine_board(board)
    parameters = to_parameters(closed=closed, end=end, leaper=leaper, max_time=max_time)
    document: documents.Starts = json.loads(_engine.ask("starts", handle, parameters))
    answers: dict[Square, Answer] = {}
    for name in document["yes"]:
        answers[named_square(handle, name)] = Yes("search", closed=bool(closed))
    for entry in document["no"]:
        answers[named_square(handle, entry["square"])] = No(to_reason(handle, entry["reason"]))
    for unknown in document.get("unknown", []):
        answers[named_square(handle, unknown["square"])] = to_unknown(unknown["spent"])
    in_order = sorted(answers, key=lambda square: (square.rank, square.file))
    return Starts(Board._from_handle(handle), {square: answers[square] for square in in_order})


class Table(Mapping["tuple[int, int]", str]):
    """The class of every rectangle: c closed, else e closed with one square missing, else o open, else x none.

    >>> classes = table(8)
    >>> classes[3, 4], classes[8, 8], classes[4, 4]
    ('o', 'c', 'x')
    """

    def __init__(self, rows: list[list[str]]) -> None:
        self._rows = rows

    def __getitem__(self, size: tuple[int, int]) -> str:
        ranks, files = size
        if ranks < 1 or files < 1:
            raise KeyError(size)
        try:
            return self._rows[ranks - 1][files - 1]
        except IndexError:
            raise KeyError(size) from None

    def __iter__(self) -> Iterator[tuple[int, int]]:
        return ((m, n) for m, row in enumerate(self._rows, 1) for n in range(1, len(row) + 1))

    def __len__(self) -> int:
        return sum(map(len, self._rows))

    def to_numpy(self) -> NDArray[np.str_]:
        """The classes as a grid: sides m and n are in row m - 1 and column n - 1."""
        return np.array(self._rows)

    def __str__(self) -> str:
        return "\n".join(map(" ".join, self._rows))

    def __repr__(self) -> str:
        return f"<classes of {len(self)} rectangles>"

    def _repr_html_(self) -> str:
        colours = {"c": "#cfe8cf", "e": "#d8e4f2", "o": "#f5ebc8", "x": "#eee"}

        def cell(name: str) -> str:
            return f"<td style='background:{colours[name]};color:#222'>{name}</td>"

        head = "".join(f"<th>{n}</th>" for n in range(1, len(self._rows[0]) + 1))
        rows = (f"<tr><th>{m}</th>{''.join(map(cell, row))}</tr>" for m, row in enumerate(self._rows, 1))
        return f"<table><tr><th></th>{head}</tr>{''.join(rows)}</table>"


def table(size: int | str | tuple[int, int] = 20) -> Table:
    """Classifies every rectangle up to a size."""
    board = Board._from_handle(engine_board(size))
    document: documents.Table = json.loads(_engine.ask("table", None, {"size": str(board)}))
    return Table([row.split() for row in document["rows"]])


def _answer(board: _engine.Board, document: documents.Answer, is_closed: bool) -> Answer:
    if document["answer"] == "yes":
        return Yes(document["because"], is_closed)
    if document["answer"] == "no":
        return No(to_reason(board, document["reason"]))
    return Unknown()
