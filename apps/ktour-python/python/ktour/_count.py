"""How many tours, all of them, some of them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from . import _engine
from ._board import BoardLike, board_of
from ._square import SquareLike
from ._tour import Tour
from ._parameters import LeaperLike, Time, parameters_of


@dataclass(frozen=True)
class Classes:
    """Undirected tours up to the symmetries of the board."""

    all: int
    #: Whose tours a quarter turn keeps.
    quaternary: int
    #: Whose tours another symmetry keeps.
    binary: int
    #: Whose tours none does.
    asymmetric: int


class TourCount(int):
    """An exact number of tours: a tour and its reverse are one, unless given ends fix its direction.

    >>> number = count("6x6", closed=True, symmetry=True)
    >>> number
    9862
    >>> number.directed, number.undirected, number.classes.all
    (19724, 9862, 1245)
    """

    #: Open or closed tours were counted.
    closed: bool
    #: A tour and its reverse are two.
    directed: int
    #: Up to the symmetries of the board, if requested.
    classes: Classes | None

    def __new__(
        cls, undirected: int, *, directed: int, closed: bool, classes: Classes | None = None
    ) -> TourCount:
        number = super().__new__(cls, undirected)
        number.closed, number.directed, number.classes = closed, directed, classes
        return number

    @property
    def undirected(self) -> int:
        """A tour and its reverse are one."""
        return int(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _counted, (int(self), self.directed, self.closed, self.classes)


def _counted(undirected: int, directed: int, closed: bool, classes: Classes | None) -> TourCount:
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

    ``symmetry`` counts classes as well. What needs more than ``memory`` bytes (by default all free memory)
    is refused before it begins, with a :class:`MemoryError`.

    >>> count("5x5", closed=False).directed
    1728
    >>> count(4, closed=True)
    0
    """
    parameters = parameters_of(closed=closed, start=start, end=end, leaper=leaper, max_time=max_time, symmetry=symmetry)
    stream = _engine.stream("count", board_of(board), parameters, threads, memory)
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
    """All tours, one after the other, in an order that never changes; never are more than a few hundred held.

    Closed tours come once each, open ones in both directions unless an end is given. ``unique`` gives one of each
    symmetry class, ``shard`` one of several disjoint parts that are together complete (see :func:`shards`).

    >>> sum(1 for _ in tours("3x4", closed=False))
    16
    >>> next(tours("5x6"))
    <closed tour of 5x6 from a1>
    """
    part = shard if shard is None or isinstance(shard, str) else "/".join(map(str, shard))
    parameters = parameters_of(closed=closed, start=start, end=end, leaper=leaper)
    return map(Tour, _engine.tours(board_of(board), parameters, unique, part))


def shards(parts: int) -> list[str]:
    """The parts of a list of tours, for several processes.

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
    """So many tours, each drawn exactly uniformly among all; an empty list where there are none.

    >>> len(sample("6x6", 3, seed=7))
    3
    >>> sample("6x6", seed=1) == sample("6x6", seed=1)
    True
    """
    parameters = parameters_of(closed=closed, start=start, end=end, leaper=leaper, max_time=max_time, seed=seed)
    return list(map(Tour, _engine.sample(board_of(board), parameters, n)))


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
    """The tour with a number, counted from 1 among all undirected tours in an order that never changes.

    >>> tour = unrank("6x6", 4711, closed=True)
    >>> rank(tour)
    4711
    """
    parameters = parameters_of(closed=closed, start=start, end=end, leaper=leaper, max_time=max_time)
    return Tour(_engine.unrank(board_of(board), parameters, number))


def rank(
    tour: Tour,
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    max_time: Time | None = None,
) -> int:
    """The number of a tour among all undirected tours of its board: closed ones if it is closed, unless `closed` says."""
    closed = tour.closed if closed is None else closed
    parameters = parameters_of(closed=closed, start=start, end=end, leaper=tour.leaper, max_time=max_time)
    return _engine.rank(tour._handle, parameters)
