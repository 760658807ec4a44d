"""Knight's tours: find one, prove that none exists, count, draw and measure them.

>>> import ktour
>>> tour = ktour.solve(8, closed=True, start="a1")
>>> tour.to_numpy().shape
(8, 8)
>>> ktour.exists("4x4").reason.code
'cut'
>>> ktour.count("6x6", closed=True)
9862
"""

from . import lab
from ._answers import Starts, Table, exists, solve, starts, table
from ._board import Board, BoardLike
from ._count import Classes, TourCount, count, rank, sample, shards, tours, unrank
from ._lazy import LazyTour
from ._outcome import Answer, Impossible, No, Reason, Unknown, Yes
from ._documents import Difficulty
from ._puzzle import Deduction, GivensLike, Puzzle, Solution, puzzle, solve_given
from ._square import Square, SquareLike
from ._tour import Look, Measures, Stats, Tour
from ._trace import Event, Trace, trace

__all__ = [
    "Answer",
    "Board",
    "BoardLike",
    "Classes",
    "Deduction",
    "Difficulty",
    "Event",
    "GivensLike",
    "Impossible",
    "LazyTour",
    "Look",
    "Measures",
    "No",
    "Puzzle",
    "Reason",
    "Solution",
    "Square",
    "SquareLike",
    "Starts",
    "Stats",
    "Table",
    "Tour",
    "TourCount",
    "Trace",
    "Unknown",
    "Yes",
    "count",
    "exists",
    "lab",
    "puzzle",
    "rank",
    "sample",
    "shards",
    "solve",
    "solve_given",
    "starts",
    "table",
    "tours",
    "trace",
    "unrank",
]
