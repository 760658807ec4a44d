"""Counting, listing and sampling, and whether there is a tour."""

import itertools
import pickle
from multiprocessing import get_context

import ktour
import numpy as np
import pytest
from ktour import No, Square, Unknown, Yes


def test_existence_is_yes_no_or_unknown() -> None:
    assert isinstance(ktour.exists(8), Yes) and ktour.exists(8) and ktour.exists(8).closed
    open_only = ktour.exists("5x5")
    assert isinstance(open_only, Yes) and not open_only.closed and open_only.because
    no = ktour.exists("5x5", closed=True)
    assert isinstance(no, No) and not no and no.reason.code == "parity" and no.reason.certificate["a1_colour"] == 13
    assert ktour.exists("5x5", start="a1", end="e5") and not ktour.exists("5x5", start="a1", end="b1")
    assert not ktour.exists((4, 10**18), closed=True)
    dark = ktour.exists(30, leaper=(1, 3), closed=True)
    assert isinstance(dark, No)
    assert isinstance(ktour.exists(9, leaper=(2, 7), max_time=0.0), (Unknown, No))


def test_every_start_has_an_answer() -> None:
    starts = ktour.starts(5)
    assert len(starts) == 25 and starts["a1"] and not starts["b1"] and starts[Square("b1")].reason.code == "parity"
    assert np.asarray(starts).sum() == 13 and (np.asarray(starts)[::2, ::2] == 1).all()
    html = starts._repr_html_()
    assert html.count("✓") == 13 and html.count("✗") == 12
    holed = ktour.starts(ktour.Board(3, 4, holes=["a1"]))
    assert holed.to_numpy()[3, 0] == -1 and len(holed) == 11
    assert set(dict(ktour.starts(6, closed=True)).values()) == {Yes("search", True)}


def test_the_table_has_the_classes_of_the_report() -> None:
    table = ktour.table(8)
    assert (table[3, 4], table[5, 5], table[6, 6], table[4, 4]) == ("o", "e", "c", "x") and len(table) == 64
    assert table.to_numpy().shape == (8, 8) and str(table).splitlines()[7].split()[7] == "c"
    assert ktour.table((3, 2)).to_numpy().shape == (2, 3) and "<table>" in table._repr_html_()
    with pytest.raises(KeyError):
        table[0, 9]


def test_a_count_is_an_exact_int_with_its_conventions() -> None:
    closed = ktour.count("6x6", closed=True, symmetry=True)
    assert closed == 9862 and closed.directed == 19724 and closed.classes and closed.classes.all == 1245
    opened = ktour.count(5, closed=False)
    assert opened + 1 == 865 and opened.directed == 1728 and opened.classes is None and not opened.closed
    again = pickle.loads(pickle.dumps(closed))
    assert again == closed and again.directed == closed.directed and again.classes == closed.classes
    one_way = ktour.count("3x4", closed=False, start="a1")
    assert one_way == one_way.directed
    assert ktour.count("4x4") == 0
    assert ktour.count("3x10", closed=True) == 16
    assert ktour.count(6, closed=True, threads=2) == 9862
    with pytest.raises(MemoryError, match=r"needs about .* TiB and \d+ days"):
        ktour.count(12, closed=True)
    with pytest.raises(TimeoutError):
        ktour.count(8, closed=True, max_time=0.01)


def test_all_tours_are_listed_one_by_one() -> None:
    closed = list(ktour.tours("5x6"))
    assert len(closed) == 8 == len(set(closed)) == ktour.count("5x6", closed=True)
    assert all(ktour.Tour.verify(tour, "5x6") == tour for tour in closed)
    assert len(list(ktour.tours("5x6", unique=True))) == ktour.count("5x6", symmetry=True).classes.all
    assert sum(1 for _ in ktour.tours(5, closed=False)) == 1728
    first = list(itertools.islice(ktour.tours(6, closed=True), 300))
    assert len(set(first)) == 300
    with pytest.raises(ValueError, match="write a shard such as 1/4"):
        ktour.tours("5x6", shard=(5, 4))


def tours_of_shard(shard: str) -> list[ktour.Tour]:
    return list(ktour.tours(5, closed=False, start="a1", shard=shard))


def test_shards_are_disjoint_and_complete_in_other_processes() -> None:
    with get_context("spawn").Pool(2) as pool:
        parts = pool.map(tours_of_shard, ktour.shards(3))
    together = [tour for part in parts for tour in part]
    assert len(together) == len(set(together)) == ktour.count(5, closed=False, start="a1") == 304


def test_samples_are_tours_and_a_seed_reproduces_them() -> None:
    drawn = ktour.sample("6x6", 20, seed=3)
    assert len(drawn) == 20 and all(tour.closed for tour in drawn) and len(set(drawn)) > 15
    assert ktour.sample("6x6", 20, seed=3) == drawn != ktour.sample("6x6", 20, seed=4)
    assert ktour.sample("4x4") == []
