"""A search as it happens."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from . import _engine
from ._board import BoardLike, board_of
from ._outcome import Impossible, Unknown, answered
from ._square import Square, SquareLike
from ._tour import Tour
from ._words import LeaperLike, words


class Event(NamedTuple):
    """A square that the knight enters, or leaves because nothing is left to try from it."""

    kind: Literal["enter", "leave"]
    square: Square


class Trace(Iterator[Event]):
    """A search, event by event. What it has counted can be asked at any time."""

    def __init__(self, board: _engine.Board, asked: dict[str, object]) -> None:
        self._board = board
        self._handle = _engine.Trace(board, asked)

    def __next__(self) -> Event:
        for is_entered, place in self._handle.visits(1):
            return Event("enter" if is_entered else "leave", Square._make(place))
        raise StopIteration

    @property
    def trials(self) -> int:
        """Leaps tested so far."""
        return self._handle.counters[0]

    @property
    def moves(self) -> int:
        """Squares entered so far."""
        return self._handle.counters[1]

    @property
    def backtracks(self) -> int:
        """Squares left so far."""
        return self._handle.counters[2]

    @property
    def answer(self) -> Tour | Impossible | Unknown:
        """What the search has found, by now."""
        return answered(self._board, self._handle.answer())


def trace(
    board: BoardLike,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    after: Iterable[SquareLike] | None = None,
    leaper: LeaperLike | None = None,
    method: str | None = None,
    tie: str | None = None,
    order: str | None = None,
    seed: int | None = None,
) -> Trace:
    """A search that is watched: ``backtrack`` where nothing else is said, ``warnsdorff`` or ``warnsdorff-backtrack``.

    >>> search = trace(5, start="a1")
    >>> next(search)
    Event(kind='enter', square=Square('b3'))
    >>> left = sum(event.kind == "leave" for event in search)
    >>> left == search.backtracks, search.answer
    (True, <open tour of 5x5 from a1>)
    """
    asked = words(
        closed=closed,
        start=start,
        end=end,
        after=after,
        leaper=leaper,
        method=method,
        tie=tie,
        order=order,
        seed=seed,
    )
    return Trace(board_of(board), asked)
