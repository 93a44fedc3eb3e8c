"""What became of a parcel over one step and over two; feet, boxes as west, south, east, north."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from gis.layers.lineage.difference import difference
from gis.layers.lineage.lineage import Descent, Lineage, compose, lineage
from tests.gis.layers.editions_drawn import TENTH_FT, Lot, edition

A, WEST, EAST = (0, 0, 200, 100), (0, 0, 100, 100), (100, 0, 200, 100)
B = (200, 0, 300, 100)
ROW = {"record_kind": "row"}
HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def step(old: Sequence[Lot], new: Sequence[Lot], names: tuple[str, str] = ("first", "second")) -> Lineage:
    return lineage(difference(edition(old, names[0]), edition(new, names[1]), TENTH_FT))


def test_children_and_parents_of_a_split() -> None:
    line = step([Lot("A", A), Lot("B", B)], [Lot("A1", (0, 0, 150, 100)), Lot("A2", (150, 0, 200, 100)), Lot("B", B)])
    most, least = (
        Descent("A", "A1", Fraction(3, 4), Fraction(1), "certain"),
        Descent("A", "A2", Fraction(1, 4), Fraction(1), "certain"),
    )
    assert line.children("A") == (most, least)
    assert line.parents("A2") == (least,)
    assert line.children("B") == (Descent("B", "B", Fraction(1), Fraction(1), "certain"),)
    assert line.children("nobody") == line.parents("nobody") == ()


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        pytest.param([Lot("A", A)], [Lot("X", A)], [("X", 1, 1, "certain")], id="renumbered"),
        pytest.param(
            [Lot("A", A)], [Lot("A", A, {"assessed_value_cents": 1})], [("A", 1, 1, "certain")], id="value changed"
        ),
        pytest.param([Lot("A", A)], [Lot("A", (1000, 0, 1100, 100))], [("A", 0, 0, "asked")], id="same id elsewhere"),
        pytest.param([Lot("A", A), Lot("B", B)], [Lot("B", B)], [], id="gone"),
        pytest.param(
            [Lot("A", A)], [Lot("U1", A), Lot("U2", A)], [("U1", 1, 1, "likely"), ("U2", 1, 1, "likely")], id="stacked"
        ),
        pytest.param([Lot("A", WEST), Lot("B", EAST)], [Lot("C", A)], [("C", 1, HALF, "certain")], id="merged"),
    ],
)
def test_children_of_a(old: list[Lot], new: list[Lot], expected: list[tuple[str, Fraction, Fraction, str]]) -> None:
    found = step(old, new).children("A")
    assert [(each.new_id, each.share_of_old, each.share_of_new, each.confidence) for each in found] == expected


def test_ids_that_tell_nothing_apart_are_known() -> None:
    line = step([Lot("A", A), Lot("ROW", B, ROW)], [Lot("A1", WEST), Lot("ROW", EAST, ROW), Lot("ROW", B, ROW)])
    assert [each.new_id for each in line.children("A")] == ["A1", "ROW"]
    assert line.shared_old == line.shared_new == {"ROW"}


def test_a_split_followed_by_a_merge() -> None:
    #   A 200 ft | B 100 ft   ->   A1 100 | A2 100 | B 100   ->   A1 100 | C 200
    first = step([Lot("A", A), Lot("B", B)], [Lot("A1", WEST), Lot("A2", EAST), Lot("B", B)])
    second = step(
        [Lot("A1", WEST), Lot("A2", EAST), Lot("B", B)],
        [Lot("A1", WEST), Lot("C", (100, 0, 300, 100))],
        ("second", "third"),
    )
    line = compose(first, second)
    assert (line.old, line.new) == ("first", "third")
    assert line.children("A") == (
        Descent("A", "A1", HALF, Fraction(1), "certain"),
        Descent("A", "C", HALF, HALF, "certain"),
    )
    assert {each.old_id for each in line.parents("C")} == {"A", "B"}
    assert line.children("A2") == ()
    assert set(line.by_old) == {"A", "B"}
    assert set(line.by_new) == {"A1", "C"}


def test_a_merge_followed_by_a_split_along_another_line_is_asked() -> None:
    #   A 100 | B 100   ->   M 200   ->   X 150 | Y 50: shares do not say that no land of A is in Y.
    first = step([Lot("A", WEST), Lot("B", EAST)], [Lot("M", A)])
    second = step([Lot("M", A)], [Lot("X", (0, 0, 150, 100)), Lot("Y", (150, 0, 200, 100))], ("second", "third"))
    found = {each.new_id: each for each in compose(first, second).children("A")}
    assert {name: each.confidence for name, each in found.items()} == {"X": "asked", "Y": "asked"}
    direct = step([Lot("A", WEST), Lot("B", EAST)], [Lot("X", (0, 0, 150, 100)), Lot("Y", (150, 0, 200, 100))])
    assert [(each.new_id, each.share_of_old) for each in direct.children("A")] == [("X", 1)]


def test_a_split_and_a_merge_back_are_the_same_land() -> None:
    first = step([Lot("A", A)], [Lot("A1", WEST), Lot("A2", EAST)])
    second = step([Lot("A1", WEST), Lot("A2", EAST)], [Lot("Z", A)], ("second", "third"))
    assert compose(first, second).children("A") == (Descent("A", "Z", Fraction(1), Fraction(1), "certain"),)


def test_a_chain_is_as_sure_as_its_least_sure_step() -> None:
    first = step([Lot("A", A)], [Lot("X", A)])
    second = step([Lot("X", A)], [Lot("U1", A), Lot("U2", A)], ("second", "third"))
    assert {each.confidence for each in compose(first, second).children("A")} == {"likely"}


def test_steps_that_do_not_meet_are_refused() -> None:
    first = step([Lot("A", A)], [Lot("X", A)])
    with pytest.raises(ValueError, match="ends with edition second, the second begins with elsewhere"):
        compose(first, replace(first, old="elsewhere"))
