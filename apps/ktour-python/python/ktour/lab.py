"""Experiments: columns that ``pandas.DataFrame`` and ``polars.DataFrame`` take as they are, with what they show."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from . import _engine
from ._board import BoardLike, board_of
from ._parameters import Parameters, Time, time_of

__all__ = ["Experiment", "Finding", "backtracking", "growth", "race", "warnsdorff"]


@dataclass(frozen=True)
class Finding:
    """A table of what was found, such as the laws that were fitted."""

    caption: str
    columns: dict[str, list[str]]


class Experiment(dict[str, list[Any]]):
    """A column for each measured quantity, and the findings.

    >>> measured = race("5x5", methods=["warnsdorff", "divide"])
    >>> sorted(set(measured["method"]))
    ['divide', 'warnsdorff']
    >>> measured.complete
    True
    """

    #: The experiment and its parameters in one line.
    command: str
    #: Whether every cell of the plan was measured.
    complete: bool
    #: Findings, as sentences.
    sentences: list[str]
    #: Findings, as numbers: laws and their fits, medians, intervals.
    tables: list[Finding]
    #: Drawings by name, as SVG.
    plots: dict[str, str]

    def __init__(self, rows: list[dict[str, Any]], end: dict[str, Any]) -> None:
        names = list(dict.fromkeys(name for row in rows for name in row))
        super().__init__({name: [row.get(name) for row in rows] for name in names})
        self.command, self.complete = end["command"], end["complete"]
        self.sentences = end["sentences"]
        self.tables = [
            Finding(
                table["caption"],
                {name: [row[at] for row in table["rows"]] for at, name in enumerate(table["columns"])},
            )
            for table in end["tables"]
        ]
        self.plots = {plot["name"]: plot["svg"] for plot in end["plots"]}

    def __repr__(self) -> str:
        rows = len(next(iter(self.values()), []))
        return f"<{self.command}: {rows} rows of {', '.join(self)}>"

    def _repr_html_(self) -> str:
        return "".join(f"<p>{escape(sentence)}</p>" for sentence in self.sentences) + "".join(self.plots.values())


def backtracking(boards: Iterable[str] | None = None, *, max_time: Time | None = None) -> Experiment:
    """Trials, moves and time of plain backtracking, and of what Warnsdorff's rule saves."""
    return _measured("backtracking", None, {"boards": _listed(boards), "max_time": _time(max_time)})


def warnsdorff(
    sizes: Iterable[int] | str | None = None,
    *,
    tries: int | None = None,
    ties: Iterable[str] | None = None,
    starts: str | None = None,
    seed: int | None = None,
) -> Experiment:
    """Success rates of greedy walks by size and tie rule, with 95 % intervals."""
    parameters: Parameters = {
        "sizes": _listed(sizes),
        "tries": tries,
        "ties": _listed(ties),
        "starts": starts,
        "seed": seed,
    }
    return _measured("warnsdorff", None, parameters)


def growth(
    method: str | None = None,
    sizes: Iterable[int] | str | None = None,
    *,
    repeats: int | None = None,
    seed: int | None = None,
    max_time: Time | None = None,
) -> Experiment:
    """How the time of a method grows with the board, and which law it follows."""
    parameters: Parameters = {
        "method": method,
        "sizes": _listed(sizes),
        "repeats": repeats,
        "seed": seed,
        "max_time": _time(max_time),
    }
    return _measured("growth", None, parameters)


def race(
    board: BoardLike | None = None,
    methods: Iterable[str] | None = None,
    *,
    seed: int | None = None,
    max_time: Time | None = None,
) -> Experiment:
    """Methods side by side over all starts of a board."""
    parameters: Parameters = {"methods": _listed(methods), "seed": seed, "max_time": _time(max_time)}
    return _measured("race", None if board is None else board_of(board), parameters)


def _measured(name: str, board: _engine.Board | None, parameters: Parameters) -> Experiment:
    rows: list[dict[str, Any]] = []
    for event, data in _engine.stream(f"lab/{name}", board, parameters, None, None):
        if event == "row":
            rows.append(json.loads(data)["row"])
        elif event == "end":
            return Experiment(rows, json.loads(data))
    raise RuntimeError("the experiment ended without its findings")


def _listed(things: Iterable[object] | None) -> str | None:
    """Several things as the engine reads them."""
    return things if things is None or isinstance(things, str) else ",".join(map(str, things))


def _time(time: Time | None) -> str | None:
    return None if time is None else time_of(time)
