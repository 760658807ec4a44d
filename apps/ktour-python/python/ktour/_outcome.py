"""The three honest answers, which are made from the engine's documents."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, NoReturn, Union

from . import _documents as documents, _engine
from ._square import Square
from ._tour import Tour


@dataclass(frozen=True)
class Reason:
    """Why there is no tour: a theorem, or an exhaustive search."""

    #: A short name that never changes.
    code: str
    #: One sentence that a person can check.
    text: str
    #: The squares it is about, the most important first.
    squares: tuple[Square, ...]
    #: The data by which it can be checked again.
    certificate: Any = field(repr=False, compare=False)

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Yes:
    """There is a tour; true as a condition."""

    #: The basis of the answer: a construction, a theorem or a search.
    because: str
    #: Whether the tour is closed.
    closed: bool

    def __bool__(self) -> bool:
        return True


@dataclass(frozen=True)
class No:
    """There is no tour; false as a condition."""

    reason: Reason

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Impossible:
    """The answer of :func:`solve` if there is no tour; it is not an error, and false as a condition."""

    reason: Reason

    def __bool__(self) -> bool:
        return False


@dataclass(frozen=True)
class Unknown:
    """The answer is not known: the time ran out, or the method may miss tours. It is neither true nor false."""

    #: Counters of the unfinished search, if any.
    seconds: float | None = None
    trials: int | None = None

    def __bool__(self) -> NoReturn:
        raise TypeError("unknown is neither true nor false: ask with isinstance(answer, ktour.Unknown)")


#: An answer to the question whether there is a tour.
Answer = Union[Yes, No, Unknown]


def to_answer(board: _engine.Board, answer: _engine.Tour | str) -> Tour | Impossible | Unknown:
    """Converts the engine's answer: a tour, or a document that says why there is none."""
    return to_impossible_or_unknown(board, json.loads(answer)) if isinstance(answer, str) else Tour(answer)


def to_impossible_or_unknown(
    board: _engine.Board, document: documents.Outcome | documents.Puzzle | documents.Given
) -> Impossible | Unknown:
    """Converts a document that has no tour."""
    if document["outcome"] == "impossible":
        return Impossible(to_reason(board, document["reason"]))
    return to_unknown(document["spent"])


def named_square(board: _engine.Board, name: str) -> Square:
    """Converts the engine's name of a square."""
    return Square._make(board.place(name))


def to_reason(board: _engine.Board, document: documents.Reason) -> Reason:
    """Converts a reason."""
    squares = tuple(named_square(board, name) for name in document["squares"])
    return Reason(document["code"], document["text"], squares, document["certificate"])


def to_unknown(spent: documents.Spent) -> Unknown:
    """Converts the time and trials of a search that ended without an answer."""
    return Unknown(spent["seconds"], int(spent["trials"]))
