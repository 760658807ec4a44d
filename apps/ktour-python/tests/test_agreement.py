"""The package and the program give the same answers."""

import json
import os
import subprocess

import ktour
import pytest

PROGRAM = os.environ.get("KTOUR", "")
pytestmark = pytest.mark.skipif(not os.path.exists(PROGRAM), reason="KTOUR does not name the program")


def program(*arguments: str) -> str:
    return subprocess.run([PROGRAM, *arguments, "--quiet"], capture_output=True, text=True).stdout


def test_tours_are_the_same() -> None:
    for board, options in [
        ("8", {}),
        ("6", {"start": "c4", "method": "backtrack", "order": "d0"}),
        ("8", {"method": "warnsdorff", "tie": "random", "seed": 3, "tries": 9}),
        ("31x29", {"method": "divide"}),
        ("10", {"leaper": "zebra"}),
    ]:
        flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        assert program("solve", board, *flags) == str(ktour.solve(board, **options)), (board, options)


def test_answers_and_numbers_are_the_same() -> None:
    for board in ["3x4", "4x4", "5x5", "3x10", "6x6"]:
        document = json.loads(program("exists", board, "--json"))
        for kind in ["closed", "open"]:
            answer = ktour.exists(board, closed=kind == "closed")
            assert document[kind]["answer"] == ("yes" if answer else "no")
            if isinstance(answer, ktour.No):
                assert document[kind]["reason"]["text"] == answer.reason.text
        counted = json.loads(program("count", board, "--closed", "--symmetry", "--json"))
        number = ktour.count(board, closed=True, symmetry=True)
        assert [counted["directed"], counted["undirected"]] == [str(number.directed), str(number)]
        assert number.classes is not None and counted["classes"]["all"] == str(number.classes.all)
    drawn = program("sample", "6", "--closed", "-n", "3", "--seed", "5", "--format", "squares").split()
    assert drawn == [str(square) for tour in ktour.sample(6, 3, seed=5, closed=True) for square in tour]
    listed = program("enumerate", "5x6", "--closed", "--format", "squares").split()
    assert listed == [str(square) for tour in ktour.tours("5x6", closed=True) for square in tour]


def test_puzzles_are_the_same() -> None:
    for board, options in [("6", {"seed": 1}), ("5", {"clues": "fewest", "seed": 2}), ("8", {"date": "2026-11-15"})]:
        flags = [part for name, value in options.items() for part in (f"--{name}", str(value))]
        puzzle = ktour.puzzle(board, **options)
        assert program("puzzle", board, *flags) == f"{puzzle}\n", (board, options)
