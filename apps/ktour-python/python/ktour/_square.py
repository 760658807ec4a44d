"""Squares, and their names."""

from __future__ import annotations

import re
from typing import NamedTuple, Union, overload

_NAME = re.compile(r"([A-Za-z]+)([0-9]+)")
#: Longest side that a board can have.
_MAX_SIDE = 2**63 - 1


class _FileAndRank(NamedTuple):
    file: int
    rank: int


class Square(_FileAndRank):
    """A place on a board: a file and a rank, counted from zero at a1, the lower left.

    >>> Square("c3")
    Square('c3')
    >>> Square(2, 2) == Square("c3") == (2, 2)
    True
    >>> file, rank = Square("aa10")
    >>> file, rank
    (26, 9)
    """

    __slots__ = ()

    @overload
    def __new__(cls, file: int, rank: int) -> Square: ...
    @overload
    def __new__(cls, file: str) -> Square: ...
    def __new__(cls, file: int | str, rank: int | None = None) -> Square:
        if isinstance(file, str):
            return cls._named(file)
        if rank is None:
            raise TypeError("a square has a name, or a file and a rank")
        if not (0 <= file < _MAX_SIDE and 0 <= rank < _MAX_SIDE):
            raise ValueError(f"there is no square on file {file} and rank {rank}: both are counted from 0")
        return super().__new__(cls, int(file), int(rank))

    @classmethod
    def _named(cls, text: str) -> Square:
        match = _NAME.fullmatch(text)
        if match is None or len(text) > 40 or int(match[2]) == 0:
            raise ValueError(f"`{text[:40]}` is not a square: write letters and a number, such as c3")
        file = 0
        for letter in match[1].lower():
            file = 26 * file + ord(letter) - ord("a") + 1
        return cls(file - 1, int(match[2]) - 1)

    @property
    def name(self) -> str:
        """Letters and a number: after z comes aa.

        >>> Square(26, 9).name
        'aa10'
        """
        rest, letters = self.file + 1, ""
        while rest > 0:
            rest, letter = divmod(rest - 1, 26)
            letters = chr(ord("a") + letter) + letters
        return f"{letters}{self.rank + 1}"

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return f"Square({self.name!r})"


#: A square, its name, or its file and its rank.
SquareLike = Union[Square, str, "tuple[int, int]"]


def square_name(square: SquareLike) -> str:
    """Returns the engine's name of a square; a text is passed on unchanged."""
    return square if isinstance(square, str) else Square(*square).name
