"""The parameters of a question, as the engine reads them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Union

from ._square import SquareLike, square_name

#: The leaper: a name such as ``"camel"``, or two numbers.
LeaperLike = Union[str, "tuple[int, int]"]
#: Seconds, or a text such as ``"500ms"``.
Time = Union[float, str]
#: Parameters of a question by name.
Parameters = dict[str, object]


def to_parameters(
    *,
    closed: bool | None = None,
    start: SquareLike | None = None,
    end: SquareLike | None = None,
    after: Iterable[SquareLike] | None = None,
    leaper: LeaperLike | None = None,
    max_time: Time | None = None,
    **parameters: object,
) -> Parameters:
    """Collects the parameters that are not ``None``."""
    if closed is not None:
        parameters["kind"] = "closed" if closed else "open"
    if start is not None:
        parameters["start"] = square_name(start)
    if end is not None:
        parameters["end"] = square_name(end)
    if after is not None:
        parameters["after"] = [square_name(square) for square in after]
    if leaper is not None:
        parameters["leaper"] = leaper
    if max_time is not None:
        parameters["max_time"] = time_text(max_time)
    return parameters


def time_text(time: Time) -> str:
    """Returns a time as the engine reads it."""
    return time if isinstance(time, str) else f"{time:.9f}s"


def leaper_text(leaper: LeaperLike | None) -> str | None:
    """Returns a leaper as the engine reads it."""
    return leaper if leaper is None or isinstance(leaper, str) else ",".join(map(str, leaper))
