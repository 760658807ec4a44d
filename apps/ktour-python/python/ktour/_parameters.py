"""The parameters of a question, as the engine reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from ._square import SquareLike, name_of

#: The leaper: a name such as ``"camel"``, or two numbers.
LeaperLike = Union[str, "tuple[int, int]"]
#: Seconds, or a text such as ``"500ms"``.
Time = Union[float, str]
#: Parameters of a question by name.
Parameters = dict[str, object]


def parameters_of(
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    after: Iterable[SquareLike] | None = None,
    leaper: LeaperLike | None = None,
    max_time: Time | None = None,
    **others: object,
) -> Parameters:
    """Collects the parameters that are not ``None``."""
    if closed is not None:
        others["kind"] = "closed" if closed else "open"
    if start is not None:
        others["start"] = name_of(start)
    if end is not None:
        others["end"] = name_of(end)
    if after is not None:
        others["after"] = [name_of(square) for square in after]
    if leaper is not None:
        others["leaper"] = leaper
    if max_time is not None:
        others["max_time"] = time_of(max_time)
    return others


def time_of(time: Time) -> str:
    """A time as the engine reads it."""
    return time if isinstance(time, str) else f"{time:.9f}s"


def leaper_of(leaper: LeaperLike | None) -> str | None:
    """A leaper as the engine reads it."""
    return leaper if leaper is None or isinstance(leaper, str) else ",".join(map(str, leaper))
