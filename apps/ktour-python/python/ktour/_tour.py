"""Verified tours."""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, overload

import numpy as np
from numpy.typing import NDArray

from . import _engine
from ._board import Board, BoardLike, engine_board
from ._square import Square, SquareLike
from ._parameters import LeaperLike, Time, leaper_text, time_text

if TYPE_CHECKING:
    from typing_extensions import Unpack


class Look(TypedDict, total=False):
    """Options of a picture of a tour."""

    theme: str
    path: str
    colour: str
    #: Whether steps are numbered; by default they are on small boards.
    numbers: bool
    coordinates: bool
    #: Width in pixels.
    width: int
    #: pdf: whether it begins with an empty board.
    worksheet: bool
    #: svg: width in millimetres of a drawing that is a single line.
    millimetres: int
    #: gif: the time of a step, of the last picture, of all together.
    delay: Time
    hold: Time
    length: Time
    #: gif: whether it ends after one round.
    once: bool


@dataclass(frozen=True)
class Stats:
    """Counters of a search."""

    #: The method that found the answer.
    method: str
    #: Leaps tested.
    trials: int
    #: Squares entered after the start.
    moves: int
    #: Squares taken back.
    backtracks: int
    seconds: float


@dataclass(frozen=True)
class Measures:
    """Measures of a tour."""

    leaps: int
    #: Squares at which the direction changes, and at which it does not.
    turns: int
    straight: int
    #: Largest number of consecutive leaps in one direction.
    longest_run: int
    #: Number of squares for each angle between two leaps, in degrees; 180 is straight on.
    angles: dict[float, int]
    #: Number of leaps for each direction, as files and ranks.
    slopes: dict[tuple[int, int], int]
    #: Numbers of pairs of leaps that cross, and of leaps that no other crosses.
    crossings: int
    uncrossed: int
    #: Numbers of leaps crossed by no other, by one, by two, and so on.
    leaps_crossed: list[int]
    #: Area that a closed tour encloses, and area weighted by how often the tour goes round each point.
    area: float | None
    swept: float | None
    #: Name of the tour's symmetry.
    symmetry: str
    #: Whether the numbers are ``no``, ``semi`` or ``magic``.
    magic: str
    rank_sums: list[int]
    file_sums: list[int]
    diagonal_sums: tuple[int, int] | None


class Tour(Sequence[Square]):
    """A tour: every square of a board once, each a leap from the one before.

    Every tour is verified. Tours come from :func:`ktour.solve`, :func:`ktour.tours`,
    :func:`ktour.sample`, :meth:`Tour.verify` and :meth:`Tour.read`. In a notebook a tour draws itself.

    >>> import ktour
    >>> tour = ktour.solve(6, closed=True, start="a1")
    >>> tour
    <closed tour of 6x6 from a1>
    >>> len(tour), tour[0], tour.closed
    (36, Square('a1'), True)
    >>> tour.step_of(tour[35])
    36
    """

    __slots__ = ("_handle",)

    _handle: _engine.Tour

    def __init__(self, handle: _engine.Tour) -> None:
        self._handle = handle

    @classmethod
    def verify(
        cls,
        squares: Iterable[SquareLike],
        board: BoardLike | None = None,
        leaper: LeaperLike | None = None,
    ) -> Tour:
        """Verifies that the squares are a tour; a :class:`ValueError` names the first error.

        Without a board, it is the smallest rectangle around the squares.

        >>> Tour.verify("a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2".split())
        <open tour of 4x3 from a3>
        >>> Tour.verify(["a1", "a2"], "8x8")
        Traceback (most recent call last):
        ValueError: not a tour: step 2: a1 to a2 is not a knight's leap
        """
        if board is None:
            named = [Square(square) if isinstance(square, str) else Square(*square) for square in squares]
            if not named:
                raise ValueError("no squares are no tour: give at least one")
            places: list[tuple[int, int]] = [*named]
            handle = Board(max(file for file, _ in named) + 1, max(rank for _, rank in named) + 1)._handle
        else:
            handle = engine_board(board)
            places = [
                handle.place(square) if isinstance(square, str) else Square(*square) for square in squares
            ]
        return cls(_engine.Tour.verify(handle, places, leaper_text(leaper)))

    @classmethod
    def read(
        cls,
        source: str | bytes | PathLike[str],
        board: BoardLike | None = None,
        leaper: LeaperLike | None = None,
    ) -> Tour:
        """Reads a tour in any format that :meth:`save` writes as text: a file (as a ``Path``), or its contents.

        >>> Tour.read("1 4 7 10\\n12 9 2 5\\n3 6 11 8")
        <open tour of 4x3 from a3>
        """
        text = source if isinstance(source, (str, bytes)) else Path(source).read_bytes()
        contents = text.encode() if isinstance(text, str) else text
        handle = None if board is None else engine_board(board)
        return cls(_engine.Tour.read(contents, handle, leaper_text(leaper)))

    @property
    def board(self) -> Board:
        """The board."""
        return Board._from_handle(self._handle.board)

    @property
    def leaper(self) -> tuple[int, int]:
        """The two numbers of the leaper; the knight is (1, 2)."""
        return self._handle.leaper

    @property
    def closed(self) -> bool:
        """Whether the last square is a leap from the first."""
        return self._handle.is_closed

    @property
    def stats(self) -> Stats | None:
        """Counters of the search, if the tour was searched for."""
        text = self._handle.stats
        if text is None:
            return None
        counters = json.loads(text)
        return Stats(**{name: counters[name] for name in Stats.__dataclass_fields__})

    def __len__(self) -> int:
        return len(self._handle)

    @overload
    def __getitem__(self, at: int) -> Square: ...
    @overload
    def __getitem__(self, at: slice) -> list[Square]: ...
    def __getitem__(self, at: int | slice) -> Square | list[Square]:
        if isinstance(at, slice):
            begin, end, step = at.indices(len(self))
            if step == 1:
                return list(map(Square._make, self._handle.squares(begin, end)))
            return self.squares()[at]
        place = self._handle.square_at((at if at >= 0 else len(self) + at) + 1) if at >= -len(self) else None
        if place is None:
            raise IndexError(f"a tour of {len(self)} squares has no number {at}")
        return Square._make(place)

    def __iter__(self) -> Iterator[Square]:
        return iter(self.squares())

    def __contains__(self, square: object) -> bool:
        return square in self.board

    def squares(self) -> list[Square]:
        """The squares in order."""
        return list(map(Square._make, self._handle.squares(0, len(self))))

    def square_at(self, step: int) -> Square:
        """The square at a step; steps are counted from 1, as in the printed grid."""
        if step < 1:
            raise IndexError(f"there is no step {step}: steps are counted from 1 to {len(self)}")
        return self[step - 1]

    def step_of(self, square: SquareLike) -> int:
        """The step on a square, counted from 1."""
        place = self.board.square(square)
        step = self._handle.step_of(*place)
        if step is None:
            raise ValueError(f"{place} is not a square of the {self.board} board")
        return step

    def to_numpy(self) -> NDArray[np.uint32]:
        """The number of every square as a grid, the top rank first; 0 in holes.

        >>> Tour.verify("a3 c2 a1 b3 d2 b1 c3 d1 b2 d3 c1 a2".split()).to_numpy()
        array([[ 1,  4,  7, 10],
               [12,  9,  2,  5],
               [ 3,  6, 11,  8]], dtype=uint32)
        """
        board = self._handle.board
        grid = np.empty((board.ranks, board.files), np.uint32)
        self._handle.write_steps(grid)
        return grid[::-1]

    def coordinates(self) -> NDArray[np.int64]:
        """A row for every step: its file and its rank, counted from zero at a1."""
        order = np.frombuffer(self._handle.order(), "<u4").astype(np.int64)
        ranks, files = np.divmod(order, self._handle.board.files)
        return np.stack([files, ranks], axis=1)

    def measure(self) -> Measures:
        """Measures of the tour.

        >>> import ktour
        >>> ktour.solve(6, closed=True).measure().leaps
        36
        """
        document = json.loads(self._handle.measure())
        area, sums, crossings = document.get("area") or {}, document["sums"], document["crossings"]
        diagonals = sums.get("diagonals")
        return Measures(
            leaps=document["leaps"],
            turns=document["turns"],
            straight=document["straight"],
            longest_run=document["longest_run"],
            angles={angle["degrees"]: angle["count"] for angle in document["angles"]},
            slopes={(slope["file"], slope["rank"]): slope["count"] for slope in document["slopes"]},
            crossings=crossings["total"],
            uncrossed=crossings["uncrossed"],
            leaps_crossed=crossings["by_leap"],
            area=area.get("inside"),
            swept=area.get("swept"),
            symmetry=document["symmetry"]["name"],
            magic=sums["magic"],
            rank_sums=sums["ranks"],
            file_sums=sums["files"],
            diagonal_sums=(diagonals[0], diagonals[1]) if diagonals else None,
        )

    def reversed(self) -> Tour:
        """The same tour in the other direction."""
        return Tour(self._handle.reversed())

    def started_at(self, square: SquareLike) -> Tour:
        """The same closed tour from another start."""
        start = self.board.square(square)
        restarted = self._handle.started_at(*start)
        if restarted is None:
            what = "an open tour begins where it begins" if start in self.board else f"{start} is a hole"
            raise ValueError(f"the tour cannot start at {start}: {what}")
        return Tour(restarted)

    def render(self, format: str, **look: Unpack[Look]) -> bytes:
        """Writes the tour in a format: grid, squares, json, csv, svg, png, pdf, gif or npy."""
        options: dict[str, object] = dict(look)
        for name in ("numbers", "coordinates"):
            if isinstance(options.get(name), bool):
                options[name] = "always" if options[name] else "never"
        for time in ("delay", "hold", "length"):
            given = options.get(time)
            if isinstance(given, (int, float)):
                options[time] = time_text(given)
        unknown = options.keys() - Look.__annotations__.keys()
        if unknown:
            known = ", ".join(Look.__annotations__)
            raise TypeError(f"`{min(unknown)}` is not an option of a picture: choose one of {known}")
        return self._handle.render(format, options)

    def svg(self, **look: Unpack[Look]) -> str:
        """Draws the tour as SVG.

        >>> import ktour
        >>> ktour.solve(5).svg(theme="blueprint")[:4]
        '<svg'
        """
        return self.render("svg", **look).decode()

    def save(self, to: str | PathLike[str], /, **look: Unpack[Look]) -> None:
        """Writes the tour in the format of the file name; the file appears when it is complete."""
        path = Path(to)
        format = {"": "", ".txt": "grid"}.get(path.suffix.lower(), path.suffix.lower()[1:])
        if not format:
            raise ValueError(f"the name `{path.name}` has no ending that says a format: end it with .svg, say")
        contents = self.render(format, **look)
        draft = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
        try:
            draft.write_bytes(contents)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)

    def _repr_svg_(self) -> str | None:
        """The drawing that a notebook shows, if the tour is not too large to look at."""
        if len(self) > 10_000:
            return None
        # A notebook has many drawings on one page, so each has names of its own.
        prefix = f"t{hash(self) & 0xFFFFFFFF:x}-"
        return re.sub(r'(id="|href="#|url\(#)', lambda name: name[0] + prefix, self.svg(width=480))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tour) and self._handle == other._handle

    def __hash__(self) -> int:
        return hash(self._handle)

    def __reduce__(self) -> tuple[Any, ...]:
        leaper = ",".join(map(str, self.leaper))
        return _unpickled, (self.board, leaper, self.closed, bytes(self._handle.order()))

    def __str__(self) -> str:
        return self.render("grid").decode()

    def __repr__(self) -> str:
        return f"<{'closed' if self.closed else 'open'} tour of {self.board} from {self[0]}>"


def _unpickled(board: Board, leaper: str, is_closed: bool, order: bytes) -> Tour:
    """Verifies a pickled tour again."""
    return Tour(_engine.Tour.from_order(board._handle, leaper, is_closed, order))
