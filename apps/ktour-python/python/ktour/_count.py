"""Counts tours, lists them, draws them at random, and numbers them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import _engine
from ._board import BoardLike, engine_board
from ._square import SquareLike
from ._tour import Tour
from ._parameters import LeaperLike, Time, to_parameters


@dataclass(frozen=True)
class Classes:
    """Numbers of undirected tours up to the symmetries of the board."""

    all: int
    #: Classes of tours that a quarter turn leaves unchanged.
    quaternary: int
    #: Classes of tours that another symmetry leaves unchanged.
    binary: int
    #: Classes of tours without a symmetry.
    asymmetric: int


class TourCount(int):
    """An exact number of tours: a tour and its reverse are one, unless given ends fix its direction.

    >>> number = count("6x6", closed=True, symmetry=True)
    >>> number
    9862
    >>> number.directed, number.undirected, number.classes.all
    (19724, 9862, 1245)
    """

    #: Whether closed tours were counted.
    closed: bool
    #: The number in which a tour and its reverse are two.
    directed: int
    #: The number up to the symmetries of the board, if requested.
    classes: Classes | None

    def __new__(
        cls, undirected: int, *, directed: int, closed: bool, classes: Classes | None = None
    ) -> TourCount:
        number = super().__new__(cls, undirected)
        number.closed, number.directed, number.classes = closed, directed, classes
        return number

    @property
    def undirected(self) -> int:
        """The number in which a tour and its reverse are one."""
        return int(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (int(self), self.directed, self.closed, self.classes)


def _unpickled(undirected: int, directed: int, closed: bool, classes: Classes | None) -> TourCount:
    return TourCount(undirected, directed=directed, closed=closed, classes=classes)


def count(
    board: BoardLike,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    leaper: LeaperLike | None = None,
    symmetry: bool = False,
    threads: int | None = None,
    memory: int | None = None,
    max_time: Time | None = None,
) -> TourCount:
    """Counts tours exactly; by default closed ones, if some exist.

    ``symmetry`` counts classes as well. A count that needs more than ``memory`` bytes (by default all free memory)
    raises a :class:`MemoryError` before it begins.

    >>> count("5x5", closed=False).directed
    1728
    >>> count(4, closed=True)
    0
    """
    parameters = to_parameters(closed=closed, start=start, end=end, leaper=leaper, max_time=max_time, symmetry=symmetry)
    stream = _engine.stream("count", engine_board(board), parameters, threads, memory)
    document = next(json.loads(data) for name, data in stream if name == "end")
    classes = document.get("classes")
    return TourCount(
        int(document["undirected"]),
        directed=int(document["directed"]),
        closed=document["kind"] == "closed",
        classes=classes and Classes(**{name: int(number) for name, number in classes.items()}),
    )


def tours(
    board: BoardLike,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    leaper: LeaperLike | None = None,
    unique: bool = False,
    shard: str | tuple[int, int] | None = None,
) -> Iterator[Tour]:
    """Lists all tours one by one, in an order that never changes; at most a few hundred are in memory.

    Closed tours come once each, open ones in both directions unless an end is given. ``unique`` gives one of each
    symmetry class, ``shard`` one of several disjoint parts that are together complete (see :func:`shards`).

    >>> sum(1 for _ in tours("3x4", closed=False))
    16
    >>> next(tours("5x6"))
    <closed tour of 5x6 from a1>
    """
    shard_text = shard if shard is None or isinstance(shard, str) else "/".join(map(str, shard))
    parameters = to_parameters(closed=closed, start=start, end=end, leaper=leaper)
    return map(Tour, _engine.tours(engine_board(board), parameters, unique, shard_text))


def shards(parts: int) -> list[str]:
    """Names the parts of a list of tours, for several processes.

    >>> shards(3)
    ['1/3', '2/3', '3/3']
    >>> sum(1 for shard in shards(3) for tour in tours("5x6", shard=shard))
    8
    """
    return [f"{part}/{parts}" for part in range(1, parts + 1)]


def sample(
    board: BoardLike,
    n: int = 1,
    *,
    seed: int = 0,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    leaper: LeaperLike | None = None,
    max_time: Time | None = None,
) -> list[Tour]:
    """Draws ``n`` tours, each exactly uniformly among all; the list is empty if there are none.

    >>> len(sample("6x6", 3, seed=7))
    3
    >>> sample("6x6", seed=1) == sample("6x6", seed=1)
    True
    """
    parameters = to_parameters(closed=closed, start=start, end=end, leaper=leaper, max_time=max_time, seed=seed)
    return list(map(Tour, _engine.sample(engine_board(board), parameters, n)))


def unrank(
    board: BoardLike,
    number: int,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    leaper: LeaperLike | None = None,
    max_time: Time | None = None,
) -> Tour:
    """Finds the tour with a number, counted from 1 among all undirected tours in an order that never changes.

    >>> tour = unrank("6x6", 4711, closed=True)
    >>> rank(tour)
    4711
    """
    parameters = to_parameters(closed=closed, start=start, end=end, leaper=leaper, max_time=max_time)
    return Tour(_engine.unrank(engine_board(board), parameters, number))


def rank(
    tour: Tour,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    max_time: Time | None = None,
) -> int:
    """Returns the number of a tour among all undirected tours of its board.

    A closed tour is numbered among the closed ones, unless ``closed`` is given.
    """
    closed = tour.closed if closed is None else closed
    parameters = to_parameters(closed=closed, start=start, end=end, leaper=tour.leaper, max_time=max_time)
    return _engine.rank(tour._handle, parameters)
