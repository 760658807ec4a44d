"""Searches, event by event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from . import _engine
from ._board import BoardLike, engine_board
from ._outcome import Impossible, Unknown, to_answer
from ._documents import Method, Tie
from ._square import Square, SquareLike
from ._tour import Tour
from ._parameters import LeaperLike, to_parameters


class Event(NamedTuple):
    """A square that the knight enters, or leaves because nothing is left to try from it."""

    kind: Literal["enter", "leave"]
    square: Square


class Trace(Iterator[Event]):
    """A search, event by event. Its counters can be read at any time."""

    def __init__(self, board: _engine.Board, parameters: dict[str, object]) -> None:
        self._board = board
        self._handle = _engine.Trace(board, parameters)

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
        """Squares given up so far."""
        return self._handle.counters[2]

    @property
    def answer(self) -> Tour | Impossible | Unknown:
        """The result of the search so far."""
        return to_answer(self._board, self._handle.answer())


def trace(
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
    seed: int | None = None,
) -> Trace:
    """Watches a search: ``backtrack`` by default, ``warnsdorff`` or ``warnsdorff-backtrack``.

    >>> search = trace(5, start="a1")
    >>> next(search)
    Event(kind='enter', square=Square('b3'))
    >>> given_up = sum(event.kind == "leave" for event in search)
    >>> given_up == search.backtracks, search.answer
    (True, <open tour of 5x5 from a1>)
    """
    parameters = to_parameters(
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
    return Trace(engine_board(board), parameters)
