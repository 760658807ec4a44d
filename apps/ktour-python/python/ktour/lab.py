"""Experiments: columns that ``pandas.DataFrame`` and ``polars.DataFrame`` accept as they are, and findings."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from . import _engine
from ._board import BoardLike, engine_board
from ._parameters import Parameters, Time, time_text

__all__ = ["Experiment", "Finding", "backtracking", "growth", "race", "warnsdorff"]


@dataclass(frozen=True)
class Finding:
    """A table of findings, such as the laws that were fitted."""

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
    """Measures trials, moves and time of plain backtracking, and how much Warnsdorff's rule saves."""
    return _run("backtracking", None, {"boards": _comma_list(boards), "max_time": _time_text(max_time)})


def warnsdorff(
    sizes: Iterable[int] | str | None = None,
    *,
    tries: int | None = None,
    ties: Iterable[str] | None = None,
    starts: str | None = None,
    seed: int | None = None,
) -> Experiment:
    """Measures success rates of greedy walks by size and tie rule, with 95 % intervals."""
    parameters: Parameters = {
        "sizes": _comma_list(sizes),
        "tries": tries,
        "ties": _comma_list(ties),
        "starts": starts,
        "seed": seed,
    }
    return _run("warnsdorff", None, parameters)


def growth(
    method: str | None = None,
    sizes: Iterable[int] | str | None = None,
    *,
    repeats: int | None = None,
    seed: int | None = None,
    max_time: Time | None = None,
) -> Experiment:
    """Measures how the time of a method grows with the board, and fits laws to it."""
    parameters: Parameters = {
        "method": method,
        "sizes": _comma_list(sizes),
        "repeats": repeats,
        "seed": seed,
        "max_time": _time_text(max_time),
    }
    return _run("growth", None, parameters)


def race(
    board: BoardLike | None = None,
    methods: Iterable[str] | None = None,
    *,
    seed: int | None = None,
    max_time: Time | None = None,
) -> Experiment:
    """Compares methods over all starts of a board."""
    parameters: Parameters = {"methods": _comma_list(methods), "seed": seed, "max_time": _time_text(max_time)}
    return _run("race", None if board is None else engine_board(board), parameters)


def _run(name: str, board: _engine.Board | None, parameters: Parameters) -> Experiment:
    rows: list[dict[str, Any]] = []
    for event, data in _engine.stream(f"lab/{name}", board, parameters, None, None):
        if event == "row":
            rows.append(json.loads(data)["row"])
        elif event == "end":
            return Experiment(rows, json.loads(data))
    raise RuntimeError("the experiment ended without its findings")


def _comma_list(values: Iterable[object] | None) -> str | None:
    """Returns several values as the engine reads them."""
    return values if values is None or isinstance(values, str) else ",".join(map(str, values))


def _time_text(time: Time | None) -> str | None:
    return None if time is None else time_text(time)
