"""Tours of boards of any size, which are not stored."""

from __future__ import annotations

import operator
from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _engine
from ._board import Board, BoardLike, engine_board
from ._documents import Method
from ._square import Square, SquareLike
from ._parameters import to_parameters


class LazyTour:
    """A tour of a board too large to store: any step and any square by arithmetic.

    ``method`` is ``divide`` (blocks in rows, for every rectangle that has a tour and more) or ``parberry``
    (quadrants in quadrants).

    >>> tour = LazyTour(10**9, 10**9)
    >>> tour.closed, tour.square_count
    (True, 1000000000000000000)
    >>> tour.step_of(tour.square_at(10**15))
    1000000000000000
    >>> squares = tour.square_at([1, 2, 3])
    >>> tour.step_of(squares)
    array([1, 2, 3])
    """

    __slots__ = ("_handle", "_parameters", "board")

    def __init__(
        self,
        board: BoardLike,
        ranks: int | None = None,
        *,
        closed: bool | None = None,
        start: SquareLike | None = None,
        end: SquareLike | None = None,
        method: Method | None = None,
    ) -> None:
        if ranks is not None:
            board = Board(operator.index(board), ranks)  # type: ignore[arg-type]
        self.board = Board._from_handle(engine_board(board))
        self._parameters = to_parameters(closed=closed, start=start, end=end, method=method)
        self._handle = _engine.LazyTour(self.board._handle, self._parameters)

    @property
    def closed(self) -> bool:
        """Whether the last square is a leap from the first."""
        return self._handle.is_closed

    @property
    def square_count(self) -> int:
        """Number of squares of the tour."""
        return self._handle.square_count

    @overload
    def square_at(self, step: int) -> Square: ...
    @overload
    def square_at(self, step: NDArray[Any] | list[Any]) -> NDArray[np.int64]: ...
    def square_at(self, step: int | NDArray[Any] | list[Any]) -> Square | NDArray[np.int64]:
        """The square at a step, counted from 1; for an array of steps, an array with files and ranks beside them."""
        if isinstance(step, int):
            place = self._handle.square_at(step) if step > 0 else None
            if place is None:
                raise IndexError(f"there is no step {step}: steps are counted from 1 to {self.square_count}")
            return Square._make(place)
        steps = _int64_array(step)
        found = np.frombuffer(self._handle.squares_at(steps.tobytes()), np.int64)
        return found.reshape(*steps.shape, 2)

    @overload
    def step_of(self, square: SquareLike) -> int: ...
    @overload
    def step_of(self, square: NDArray[Any] | list[Any]) -> NDArray[np.int64]: ...
    def step_of(self, square: SquareLike | NDArray[Any] | list[Any]) -> int | NDArray[np.int64]:
        """The step on a square, counted from 1; for an array of files and ranks, an array of steps."""
        if isinstance(square, (str, tuple)):
            place = self.board.square(square)
            step = self._handle.step_of(*place)
            if step is None:
                raise ValueError(f"{place} is not on the tour")
            return step
        squares = _int64_array(square)
        if squares.ndim == 0 or squares.shape[-1] != 2:
            raise ValueError(f"an array of shape {squares.shape} has no squares: its last side is file and rank")
        if self.square_count >= 2**63:
            raise ValueError(f"steps on {self.board} do not fit an array of 64 bits: ask for one at a time")
        found = np.frombuffer(self._handle.steps_of(squares.tobytes()), np.int64)
        return found.reshape(squares.shape[:-1])

    def __reduce__(self) -> tuple[Any, ...]:
        return _unpickled, (self.board, self._parameters)

    def __repr__(self) -> str:
        return f"<{'closed' if self.closed else 'open'} tour of {self.board}, not stored>"


def _unpickled(board: Board, parameters: dict[str, Any]) -> LazyTour:
    kind = parameters.get("kind")
    closed = None if kind is None else kind == "closed"
    return LazyTour(board, closed=closed, **{name: parameters[name] for name in parameters if name != "kind"})


def _int64_array(numbers: ArrayLike) -> NDArray[np.int64]:
    """Converts an array of whole numbers."""
    array = np.asarray(numbers)
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"steps and squares are whole numbers, not {array.dtype}")
    if array.dtype.kind == "u" and array.size and int(array.max()) >= 2**63:
        raise ValueError("a number beyond 2**63 does not fit: ask for one at a time")
    return np.ascontiguousarray(array, np.int64)
