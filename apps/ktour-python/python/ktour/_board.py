"""Boards: sets of squares."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path
from typing import Any, Union

import numpy as np
from numpy.typing import ArrayLike

from . import _engine
from ._square import Square, SquareLike


class Board:
    """The squares that exist: files times ranks, minus holes.

    >>> Board(8)
    Board(8, 8)
    >>> board = Board(5, 5, holes=["a1"])
    >>> board.square_count, "a1" in board, "e5" in board
    (24, False, True)
    >>> Board("31x29").files
    31
    """

    __slots__ = ("_handle",)

    _handle: _engine.Board

    def __init__(
        self, files: int | str, ranks: int | None = None, holes: Iterable[SquareLike] = ()
    ) -> None:
        if isinstance(files, str):
            size = files if ranks is None else f"{files}x{ranks}"
        else:
            files = operator.index(files)
            size = f"{files}x{files if ranks is None else operator.index(ranks)}"
        handle = _engine.Board(size)
        missing = [_place(handle, hole) for hole in holes]
        self._handle = handle.without(missing) if missing else handle

    @classmethod
    def _from_handle(cls, handle: _engine.Board) -> Board:
        board = cls.__new__(cls)
        board._handle = handle
        return board

    @classmethod
    def from_text(cls, text: str) -> Board:
        """Reads a board drawn with ``.`` for a square and ``#`` or a space for a hole, the top rank first.

        >>> Board.from_text('''
        ... ...
        ... .#.
        ... ...
        ... '''.strip())
        Board(3, 3, holes=['b2'])
        """
        return cls._from_handle(_engine.Board.drawn(text.encode()))

    @classmethod
    def from_file(cls, path: str | PathLike[str]) -> Board:
        """Reads a board drawn in a text file, or as a PNG whose dark pixels are holes."""
        return cls._from_handle(_engine.Board.drawn(Path(path).read_bytes()))

    @classmethod
    def from_image(cls, image: ArrayLike) -> Board:
        """Makes a board from pixels, the top row first: dark or transparent ones are holes.

        Takes what image libraries give: rows of grey values, of (grey, alpha), RGB or RGBA; bytes, or numbers
        from 0 to 1. An array of booleans is the set of existing squares.

        >>> Board.from_image([[255, 0], [255, 255]])
        Board(2, 2, holes=['b2'])
        """
        is_square = _square_mask(np.asarray(image))
        ranks, files = is_square.shape
        holes = [(int(file), int(rank)) for rank, file in np.argwhere(~is_square[::-1])]
        return cls(files, ranks, holes)

    @property
    def files(self) -> int:
        """The width."""
        return self._handle.files

    @property
    def ranks(self) -> int:
        """The height."""
        return self._handle.ranks

    @property
    def holes(self) -> tuple[Square, ...]:
        """The squares that the rectangle lacks, rank by rank."""
        return tuple(map(Square._make, self._handle.holes))

    @property
    def square_count(self) -> int:
        """Number of squares that exist."""
        return self._handle.square_count

    def squares(self) -> Iterator[Square]:
        """The squares that exist, rank by rank from a1.

        >>> " ".join(map(str, Board(3, 2, holes=["b1"]).squares()))
        'a1 c1 a2 b2 c2'
        """
        for rank in range(self.ranks):
            for file in range(self.files):
                if self._handle.contains(file, rank):
                    yield Square(file, rank)

    def square(self, square: SquareLike) -> Square:
        """A square by its name: ``c3``, or ``x,y`` as the printed grid is read, from its top left.

        >>> Board(8).square("0,0")
        Square('a8')
        """
        return Square._make(_place(self._handle, square))

    def __contains__(self, square: object) -> bool:
        if isinstance(square, str):
            try:
                square = self.square(square)
            except ValueError:
                return False
        return isinstance(square, tuple) and len(square) == 2 and self._handle.contains(*Square(*square))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Board) and self._handle == other._handle

    def __hash__(self) -> int:
        return hash(self._handle)

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (self.files, self.ranks, [tuple(hole) for hole in self.holes])

    def __str__(self) -> str:
        return f"{self.files}x{self.ranks}"

    def __repr__(self) -> str:
        holes = f", holes={[hole.name for hole in self.holes]}" if self.holes else ""
        return f"Board({self.files}, {self.ranks}{holes})"


#: A board, its side, its size as a text, or its files and ranks.
BoardLike = Union[Board, int, str, "tuple[int, int]"]


def engine_board(board: BoardLike) -> _engine.Board:
    """Returns the engine's handle on a board."""
    if isinstance(board, Board):
        return board._handle
    if isinstance(board, tuple):
        return Board(*board)._handle
    if isinstance(board, str) and any(character in board for character in ".#\n"):
        return _engine.Board.drawn(board.encode())
    return Board(board)._handle


def _place(board: _engine.Board, square: SquareLike) -> tuple[int, int]:
    return board.place(square) if isinstance(square, str) else Square(*square)


def _square_mask(pixels: np.ndarray[Any, np.dtype[Any]]) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Marks the pixels that are squares."""
    if pixels.ndim not in (2, 3) or pixels.size == 0 or (pixels.ndim == 3 and pixels.shape[2] > 4):
        raise ValueError(f"an array of shape {pixels.shape} is not an image: give rows of pixels")
    if pixels.dtype == np.bool_ and pixels.ndim == 2:
        return pixels
    threshold = 0.5 if pixels.dtype.kind == "f" and float(pixels.max()) <= 1 else 128
    values = pixels.astype(float)
    if values.ndim == 2:
        return np.asarray(values >= threshold)
    channels = values.shape[2]
    light = values[..., 0] if channels < 3 else values[..., :3] @ np.array([0.299, 0.587, 0.114])
    return np.asarray((light >= threshold) & ((values[..., -1] >= threshold) if channels in (2, 4) else True))
