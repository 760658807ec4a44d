"""Number puzzles: made, solved, and explained."""

import datetime
import pickle
from pathlib import Path

import ktour
import numpy as np
import pytest
from ktour import Board, Impossible, Puzzle, Solution, Square, Unknown


def made(*args: object, **options: object) -> Puzzle:
    puzzle = ktour.puzzle(*args, **options)
    assert isinstance(puzzle, Puzzle)
    return puzzle


def solved(*args: object, **options: object) -> Solution:
    solution = ktour.solve_given(*args, **options)
    assert isinstance(solution, Solution)
    return solution


def test_a_puzzle_has_one_solution_and_its_seed_reproduces_it() -> None:
    puzzle = made(6, difficulty="easy", seed=3)
    assert puzzle == made(6, difficulty="easy", seed=3) != made(6, difficulty="easy", seed=4)
    assert puzzle.closed and puzzle.difficulty == "easy" and puzzle.solution.closed
    assert all(puzzle.solution.step_of(square) == step for square, step in puzzle.givens.items())
    grid = puzzle.to_numpy()
    assert np.count_nonzero(grid) == len(puzzle.givens) and set(grid[grid > 0]) == set(puzzle.givens.values())
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle and hash(puzzle) == hash(made(6, difficulty="easy", seed=3))
    assert puzzle._repr_html_().count("<td") == 36


def test_a_day_has_its_puzzle() -> None:
    day = datetime.date(2026, 11, 15)
    assert made(5, date=day) == made(5, date="2026-11-15") == made(5, seed=20261115)
    assert made(5, date="today").seed > 20260000
    assert made(5, date=datetime.datetime(2026, 11, 15, 8, 30)).seed == 20261115


def test_one_puzzle_is_solved_however_it_is_written(tmp_path: Path) -> None:
    puzzle = made(5, seed=1)
    (tmp_path / "puzzle.txt").write_text(str(puzzle))
    named = {square.name: step for square, step in puzzle.givens.items()}
    forms = [puzzle, puzzle.to_numpy(), puzzle.to_numpy().tolist(), str(puzzle), tmp_path / "puzzle.txt"]
    for solution in [*map(solved, forms), solved(puzzle.givens, 5), solved(named, puzzle.board)]:
        assert solution.unique and solution.tour == puzzle.solution and solution.another is None
    holed = made(Board(5, holes=["a1"]), seed=1)
    assert solved(holed).tour == holed.solution == solved(str(holed), closed=holed.closed).tour and "#" in str(holed)
    zebra = made(10, leaper="zebra", difficulty="easy", seed=1)
    assert zebra.leaper == (2, 3) and solved(zebra).tour == zebra.solution


def test_a_solution_is_explained_step_by_step() -> None:
    steps = solved(made(5, difficulty="easy", seed=1), steps=True).steps
    assert {step.rule for step in steps} <= {"forced", "counts"} and all(step.text == str(step) for step in steps)
    placed = next(step for step in steps if step.concludes == "step")
    assert placed.step and isinstance(placed.square, Square)


def test_two_solutions_no_solution_and_no_time_are_answers() -> None:
    two = solved({"a3": 1}, "4x3", count=True)
    assert two.unique is False and two.another and two.count == 2 and not two.at_least
    assert {square for square in two.tour if two.another.step_of(square) != two.tour.step_of(square)} == set(two.differ)
    none = ktour.solve_given({"a3": 1, "c3": 5}, "4x3")
    assert isinstance(none, Impossible) and none.reason.code == "no-square" and str(none.reason)
    assert isinstance(ktour.puzzle("4x4"), Impossible)
    assert isinstance(ktour.puzzle(20, difficulty="hard", max_time=0.001), Unknown)


def test_invalid_puzzles_are_errors_of_one_sentence() -> None:
    for claim, sentence in [
        (lambda: ktour.solve_given({}, 5), "no steps are given"),
        (lambda: ktour.solve_given({"a1": 1}), "board"),
        (lambda: ktour.solve_given({"a1": 1, "b1": 1}, 5), "1 is given twice"),
        (lambda: ktour.solve_given({"f9": 1}, 5), "f9 is off the 5x5 board"),
        (lambda: ktour.solve_given([[1, 0], [-2, 0]]), "`-2` in line 2 is not a step"),
        (lambda: ktour.puzzle(5, clues="few"), "clues"),
        (lambda: ktour.puzzle(5, date="2026-02-30"), "a day such as"),
        (lambda: ktour.puzzle(5, difficulty="tough"), "tough"),
        (lambda: ktour.puzzle(50), "400"),
    ]:
        with pytest.raises(ValueError) as raised:
            claim()
        assert sentence in str(raised.value) and "\n" not in str(raised.value)
    with pytest.raises(TypeError, match="rows of whole numbers"):
        ktour.solve_given(np.zeros((3, 3)))
