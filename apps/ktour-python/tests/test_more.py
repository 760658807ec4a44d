"""Tours that are not stored, traced searches, experiments, and strange input."""

import pickle

import ktour
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ktour import LazyTour, Square, Tour


def test_a_lazy_tour_takes_single_numbers_and_arrays() -> None:
    tour = LazyTour(10**9, 10**9)
    assert tour.closed and tour.square_count == 10**18 and tour.square_at(1) == Square("a1")
    steps = np.random.default_rng(1).integers(1, 10**18, (3, 5000))
    squares = tour.square_at(steps)
    assert squares.shape == (3, 5000, 2) and np.array_equal(tour.step_of(squares), steps)
    assert tuple(squares[1, 7]) == tour.square_at(int(steps[1, 7])) and tour.step_of(Square(*squares[1, 7])) == steps[1, 7]
    path = tour.square_at(np.arange(1, 10_000))
    assert set(map(tuple, np.abs(np.diff(path, axis=0)))) == {(1, 2), (2, 1)}
    assert np.array_equal(pickle.loads(pickle.dumps(tour)).square_at([5]), tour.square_at([5]))
    huge = LazyTour(2**40, 2**40)
    assert huge.step_of(huge.square_at(2**70)) == 2**70


def test_a_lazy_tour_is_a_tour() -> None:
    lazy = LazyTour(8, 8, start="c3")
    stored = Tour.verify([lazy.square_at(step) for step in range(1, 65)], 8)
    assert stored[0] == Square("c3") and np.array_equal(lazy.square_at(np.arange(1, 65)), stored.coordinates())
    assert LazyTour("40x40", method="parberry", closed=True).closed
    assert not LazyTour(5).closed and pickle.loads(pickle.dumps(LazyTour(8, closed=False))).closed is False


def test_steps_and_squares_that_a_lazy_tour_lacks_are_errors() -> None:
    tour = LazyTour(10, 10)
    for step in [0, 101, -5]:
        with pytest.raises(IndexError, match="steps are counted from 1 to 100"):
            tour.square_at(step)
    with pytest.raises(ValueError, match="there is no step 101"):
        tour.square_at(np.array([1, 101]))
    with pytest.raises(ValueError, match="file 10, rank 0 is not on the tour"):
        tour.step_of(np.array([[10, 0]]))
    with pytest.raises(ValueError, match="its last side is file and rank"):
        tour.step_of(np.array([1, 2, 3]))
    with pytest.raises(TypeError, match="whole numbers"):
        tour.square_at(np.array([1.5]))
    with pytest.raises(ValueError, match="a tour of 4x4 can only be searched for"):
        LazyTour(4)


def test_a_trace_has_every_event_of_a_search() -> None:
    search = ktour.trace("5x5", start="a1")
    path = [Square("a1")]
    for event in search:
        path.append(event.square) if event.kind == "enter" else path.pop()
    answer = search.answer
    assert isinstance(answer, Tour) and answer.squares() == path == ktour.solve(5, start="a1", method="backtrack").squares()
    assert search.moves == 24 + search.backtracks and answer.stats.trials == search.trials
    unfinished = ktour.trace(5, start="a1", method="warnsdorff-backtrack")
    next(unfinished)
    assert unfinished.moves == 1 and isinstance(unfinished.answer, ktour.Unknown)


def test_experiments_are_columns_with_findings() -> None:
    race = ktour.lab.race("5x5", methods=["warnsdorff", "divide"])
    assert race.complete and len({len(column) for column in race.values()}) == 1 and race.sentences
    assert race.tables and race.tables[0].columns and all(svg.startswith("<svg") for svg in race.plots.values())
    assert isinstance(race, dict) and "method" in race and "5x5" in race.command
    walks = ktour.lab.warnsdorff([5, 6], tries=5, ties=["first", "random"], seed=1)
    assert walks["size"] == [5, 5, 6, 6] and walks["tie"] == ["first", "random"] * 2
    growth = ktour.lab.growth("divide", [6, 8, 10, 12, 14, 16, 18], repeats=1)
    assert growth.complete and any("law" in table.columns for table in growth.tables)
    with pytest.raises(ValueError, match="measure nothing"):
        ktour.lab.growth(repeats=0)


@pytest.mark.parametrize("library", ["pandas", "polars"])
def test_data_frames_accept_experiments_as_they_are(library: str) -> None:
    frames = pytest.importorskip(library, reason=f"{library} is not installed")
    for experiment in [
        ktour.lab.warnsdorff([5, 6], tries=5, seed=1),
        ktour.lab.race("5x5", methods=["warnsdorff", "divide"]),
        ktour.lab.growth("divide", [6, 8, 10, 12, 14, 16, 18], repeats=1),
        ktour.lab.backtracking(["5x5"]),
    ]:
        frame = frames.DataFrame(experiment)
        assert list(frame.columns) == list(experiment) and len(frame) == len(next(iter(experiment.values())))
        for table in experiment.tables:
            assert len(frames.DataFrame(table.columns)) == len(next(iter(table.columns.values())))


anything = st.one_of(
    st.text(max_size=12), st.integers(-5, 12), st.integers(), st.floats(), st.none(), st.booleans(),
    st.tuples(st.integers(-2, 9), st.integers(-2, 9)),
)  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(board=anything, start=anything, end=anything, method=st.sampled_from(["warnsdorff", "auto", "x"]), seed=anything)
def test_strange_input_is_a_value_or_a_type_error(
    board: object, start: object, end: object, method: str, seed: object
) -> None:
    try:
        answer = ktour.solve(board, start=start, end=end, method=method, seed=seed, max_time=0.02)
    except (ValueError, TypeError, MemoryError) as error:
        assert str(error) and "\n" not in str(error)
    else:
        assert isinstance(answer, (Tour, ktour.Impossible, ktour.Unknown))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=30), st.binary(max_size=60))
def test_squares_that_are_no_tour_are_errors(squares: list, contents: bytes) -> None:
    for claim in (lambda: Tour.verify(squares, 5), lambda: Tour.read(contents)):
        try:
            claim()
        except Exception as error:
            assert not isinstance(error, (SystemError, RuntimeError)), error
