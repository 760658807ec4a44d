"""The three honest answers, and how they are read from the engine's documents."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NoReturn, Union

from . import _engine
from ._square import Square
from ._tour import Tour


@dataclass(frozen=True)
class Reason:
    """Why there is no tour: a theorem, or a search that left nothing out."""

    #: A short name that never changes.
    code: str
    #: One sentence that a person can check.
    text: str
    #: The squares it is about, those that tell the most first.
    squares: tuple[Square, ...]
    #: The data by which it can be checked again.
    certificate: Any = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Yes:
    """There is one. Counts as true."""

    #: On what the answer rests: a construction, a theorem, a search.
    because: str
    #: Whether a closed one is meant.
    closed: bool

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class No:
    """There is none, and why. Counts as false."""

    reason: Reason

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Impossible:
    """The answer of :func:`solve` if there is no tour: not an error, and false."""

    reason: Reason

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Unknown:
    """Nothing is claimed: the time was over, or the method may miss tours. Neither true nor false."""

    #: Counters of the unfinished search, if any.
    seconds: float | None = None
    trials: int | None = None

    def __bool__(self) -> NoReturn:
        raise TypeError("unknown is neither true nor false: ask with isinstance(answer, ktour.Unknown)")


#: Whether there is one.
Answer = Union[Yes, No, Unknown]


def answered(board: _engine.Board, answer: _engine.Tour | str) -> Tour | Impossible | Unknown:
    """A tour, or why there is none here."""
    return none_found(board, json.loads(answer)) if isinstance(answer, str) else Tour(answer)


def none_found(board: _engine.Board, document: dict[str, Any]) -> Impossible | Unknown:
    """Why nothing was found."""
    if document["outcome"] == "impossible":
        return Impossible(reason_of(board, document["reason"]))
    return unknown_after(document["spent"])


def square_of(board: _engine.Board, name: str) -> Square:
    """A square by the name that the engine gives it."""
    return Square._make(board.place(name))


def reason_of(board: _engine.Board, document: dict[str, Any]) -> Reason:
    """Why not."""
    squares = tuple(square_of(board, name) for name in document["squares"])
    return Reason(document["code"], document["text"], squares, document["certificate"])


def unknown_after(spent: dict[str, Any]) -> Unknown:
    """Nothing is known after all this."""
    return Unknown(spent["seconds"], int(spent["trials"]))
