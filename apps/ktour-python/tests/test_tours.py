"""Boards, squares, tours and the search for them."""

import pickle
import re
import threading
from pathlib import Path

import ktour
import numpy as np
import pytest
from ktour import Board, Impossible, Square, Tour, Unknown


def found(*args: object, **options: object) -> Tour:
    tour = ktour.solve(*args, **options)
    assert isinstance(tour, Tour)
    return tour


def test_a_square_has_a_name_and_is_a_pair() -> None:
    assert Square("c3") == Square(2, 2) == (2, 2)
    assert (Square("c3").name, str(Square(26, 9)), repr(Square(0, 0))) == ("c3", "aa10", "Square('a1')")
    assert pickle.loads(pickle.dumps(Square("h8"))) == Square("h8")
    for wrong in ["", "3c", "a0", "a-1", "é1", "c" * 50 + "1"]:
        with pytest.raises(ValueError, match="is not a square: write letters and a number"):
            Square(wrong)
    with pytest.raises(ValueError, match="both are counted from 0"):
        Square(-1, 0)


def test_a_board_is_read_in_many_ways() -> None:
    holed = Board(5, 5, holes=["a1", (2, 2)])
    assert holed == Board.from_text(".....\n.....\n..#..\n.....\n#....")
    pixels = np.full((5, 5), 255, np.uint8)
    pixels[4, 0] = pixels[2, 2] = 0
    assert Board.from_image(pixels) == Board.from_image(pixels > 0) == Board.from_image(pixels / 255) == holed
    rgba = np.stack([np.full_like(pixels, 255)] * 3 + [pixels], axis=2)
    assert Board.from_image(rgba) == holed
    assert holed.holes == (Square("a1"), Square("c3")) and holed.square_count == 23
    assert eval(repr(holed)) == pickle.loads(pickle.dumps(holed)) == holed and hash(holed) == hash(eval(repr(holed)))
    assert "a1" not in holed and "b1" in holed and (4, 4) in holed and "z9" not in holed and 7 not in holed


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        ((0,), "a board of 0x0 has no squares: both sides must be at least 1"),
        ((-3, 4), "a side of -3 is negative: sides are counted from 1"),
        (("8y8",), "`8y8` is not a board: write 8 for 8x8, or 31x29 for 31 files by 29 ranks"),
        ((2**70,), f"a side of {2**70} is too long: the longest is {2**63 - 1}"),
        ((3, 3, ["d4"]), "d4 is off the 3x3 board"),
    ],
)
def test_an_invalid_board_is_a_value_error_with_the_sentence(args: tuple, sentence: str) -> None:
    with pytest.raises(ValueError) as raised:
        Board(*args)
    assert str(raised.value).startswith(sentence)


def test_a_tour_is_a_sequence_of_squares() -> None:
    tour = found(8, closed=True, start="a1")
    assert (len(tour), tour.closed, tour[0], tour.leaper, tour.board) == (64, True, (0, 0), (1, 2), Board(8))
    squares = tour.squares()
    assert tour[-1] == squares[63] and tour[5:9] == squares[5:9] and tour[::-1] == squares[::-1]
    assert list(tour) == squares and list(reversed(tour)) == squares[::-1] and tour.index(squares[7]) == 7
    assert "h8" in tour and "i9" not in tour
    with pytest.raises(IndexError):
        tour[64]
    with pytest.raises(IndexError):
        tour[-65]
    assert tour.stats is not None and tour.stats.moves == 64


def test_numbers_and_squares_agree() -> None:
    tour = found(Board(6, 5, holes=["a1", "b1"]))
    grid = tour.to_numpy()
    assert grid.shape == (5, 6) and grid.dtype == np.uint32 and grid[4, 0] == grid[4, 1] == 0
    for step, square in enumerate(tour, 1):
        assert grid[4 - square.rank, square.file] == step == tour.step_of(square)
        assert tour.square_at(step) == square
    assert [tuple(row) for row in tour.coordinates()] == list(tour)
    with pytest.raises(ValueError, match="not a square of"):
        tour.step_of("a1")


def test_a_large_grid_has_every_number_in_its_place() -> None:
    tour = found((300, 200))
    grid = tour.to_numpy()
    files, ranks = tour.coordinates().T
    assert grid.shape == (200, 300) and np.array_equal(grid[199 - ranks, files], np.arange(1, 60_001))
    assert grid.flags.writeable and tour.to_numpy() is not grid


def test_equal_tours_are_equal_and_pickle() -> None:
    tour, other = found(8, start="a1"), found(8, start="a1", closed=False, method="warnsdorff")
    again = pickle.loads(pickle.dumps(tour))
    assert again == tour and hash(again) == hash(tour) and tour != other and len({tour, again, other}) == 2
    zebra = found(10, leaper="zebra")
    assert pickle.loads(pickle.dumps(zebra)) == zebra and zebra.leaper == (2, 3)
    assert pickle.loads(pickle.dumps(other)).closed == other.closed
    assert tour.reversed().reversed() == tour and tour.started_at("c3")[0] == Square("c3")


def test_only_tours_are_verified() -> None:
    tour = found(5, start="a1")
    assert Tour.verify(list(tour)) == Tour.verify(map(str, tour), 5) == tour
    swapped = [*tour[:3], tour[4], tour[3], *tour[5:]]
    with pytest.raises(ValueError, match="not a tour: step 4: .* is not a knight's leap"):
        Tour.verify(swapped, 5)
    with pytest.raises(ValueError, match="is visited again, it was step 1 already"):
        Tour.verify(["a1", "b3", "a1"], 5)
    with pytest.raises(ValueError, match="at least one"):
        Tour.verify([])


def test_a_tour_is_read_on_the_given_board(tmp_path: Path) -> None:
    ring = Board(3, 3, holes=["b2"])
    tour = found(ring)
    for ending in ["txt", "squares", "json", "csv", "npy"]:
        path = tmp_path / f"tour.{ending}"
        tour.save(path)
        assert Tour.read(path, board=ring) == tour
        for board, sentence in [
            (Board(3), "not a tour: step 9: b2 is never visited"),
            (Board(3, 3, holes=["b2", "c3"]), "c3 is not a square of the 3x3 board"),
            (Board(4), "not a tour: "),
            (Board(2), "not a tour: "),
        ]:
            with pytest.raises(ValueError, match=sentence):
                Tour.read(path, board=board)
        if ending in ("squares", "csv"):
            with pytest.raises(ValueError, match="b2 is never visited"):
                Tour.read(path)
    line = " ".join(str(square) for square in tour)
    assert Tour.read("\ufeff" + line, board=ring) == tour
    with pytest.raises(ValueError, match="line 2 begins another tour"):
        Tour.read(f"{line}\n{line}", board=ring)


def test_a_tour_is_written_and_read_in_every_text_format(tmp_path: Path) -> None:
    tour = found(6, start="c2")
    for ending in ["txt", "squares", "json", "csv", "npy"]:
        tour.save(tmp_path / f"tour.{ending}")
        assert Tour.read(tmp_path / f"tour.{ending}") == tour
    assert np.array_equal(np.load(tmp_path / "tour.npy"), tour.to_numpy())
    begins = {"svg": b"<svg", "png": b"\x89PNG", "gif": b"GIF89a", "pdf": b"%PDF"}
    for ending, first in begins.items():
        tour.save(str(tmp_path / f"tour.{ending}"), width=200)
        assert (tmp_path / f"tour.{ending}").read_bytes().startswith(first)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
    assert Tour.read(str(tour)) == tour and tour._repr_svg_().startswith("<svg")
    names = [set(re.findall(r'id="([^"]*)"', drawn._repr_svg_())) for drawn in (tour, tour.reversed())]
    assert names[0] and not names[0] & names[1], "two drawings on one page have different names"
    assert tour.svg(numbers=False) != tour.svg(numbers=True)
    with pytest.raises(ValueError, match="has no ending that says a format"):
        tour.save(tmp_path / "tour")
    with pytest.raises(ValueError, match="`doc` is not a format"):
        tour.save(tmp_path / "tour.doc")
    with pytest.raises(ValueError, match="theme"):
        tour.svg(theme="pink")
    with pytest.raises(TypeError, match="is not an option of a picture"):
        tour.svg(size=3)


def test_a_tour_is_measured() -> None:
    measures = found(6, closed=True).measure()
    assert measures.leaps == 36 == measures.turns + measures.straight
    assert sum(measures.slopes.values()) == 36 == sum(measures.angles.values())
    assert 2 * measures.crossings == sum(crossings * count for crossings, count in enumerate(measures.leaps_crossed)) and measures.area is not None


def test_the_same_parameters_give_the_same_tour() -> None:
    first = found("6x6", start="c4", method="backtrack", order="d0")
    assert first == found("6x6", start="2,2", method="backtrack", order="d0")
    assert found(8, method="warnsdorff", tie="random", seed=7, tries=50) == found(
        8, method="warnsdorff", tie="random", seed=7, tries=50
    )


def test_impossible_and_unknown_are_answers() -> None:
    answer = ktour.solve("4x4")
    assert isinstance(answer, Impossible) and not answer and answer.reason.code == "cut"
    assert set(answer.reason.squares) >= {Square("b2"), Square("c3")} and "4" in str(answer.reason)
    unknown = ktour.solve(8, method="backtrack", start="h1", max_time=0.02)
    assert isinstance(unknown, Unknown) and unknown.trials and unknown.seconds
    with pytest.raises(TypeError, match="neither true nor false"):
        bool(unknown)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"start": "i9"}, "i9 is off the 8x8 board"),
        ({"method": "magic"}, "`magic` is not a method"),
        ({"closed": True, "end": "a2"}, "a closed tour has no end"),
        ({"max_time": "soon"}, "write a time such as 500ms"),
        ({"max_time": -1}, "write a time such as 500ms"),
        ({"max_time": float("nan")}, "write a time such as 500ms"),
        ({"tries": 0}, "0 tries"),
        ({"leaper": "bishop"}, "bishop"),
        ({"after": ["a1", "a2"]}, "a1 to a2 is not a knight's leap"),
        ({"seed": -1}, "whole number"),
    ],
)
def test_bad_parameters_are_value_errors_with_the_sentence(options: dict, sentence: str) -> None:
    with pytest.raises(ValueError) as raised:
        ktour.solve(8, **options)
    assert sentence in str(raised.value)


def test_many_threads_search_at_once() -> None:
    tours: list[Tour] = []
    threads = [
        threading.Thread(target=lambda seed=seed: tours.append(found(8, start="a1", seed=seed))) for seed in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(tours) == 8
