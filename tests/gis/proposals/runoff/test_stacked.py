"""Three parcels of a condominium on one ground of 10,000 sq ft with a roof of 4,500: 1.5 units, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.runoff import Roll
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.one_parcel import Disputed, parcel_runoff
from gis.proposals.runoff.roll import eru_roll
from tests.gis.proposals.connections.village import EAST, NORTH, SOUTH, WEST, box
from tests.gis.proposals.runoff.conftest import Run, Told
from tests.gis.proposals.runoff.runoff_village import DATE, PLACE, write
from tests.gis.proposals.runoff.test_comparing import ORDINANCE

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

UNITS = ("1", "2", "3")
EQUAL_PARTS = ORDINANCE.replace("  rate: null\n", "  rate: 10\n  shared_ground: equal_parts\n").split("parameters:")[0]


@pytest.fixture(scope="module")
def condominium(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("condominium")
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))}
    write(folder, "municipalities", [place])
    lots = [*((name, (0, 0, 100, 100)) for name in UNITS), ("4", (100, 0, 200, 100))]
    rows = [
        {
            "parcel_id": f"7-{name}",
            "municipality": PLACE,
            "county": "Waukesha",
            "property_classes": "2",
            "improvement_value": 90_000,
            "geometry": box(bounds),
        }
        for name, bounds in lots
    ]
    write(folder, "parcels", rows)
    roof = {"surface_id": "r", "surface": "roof", "captured": "2023-04-01", "geometry": box((10, 10, 85, 70))}
    write(folder, "impervious", [roof])
    building = {"building_id": "b", "use": "commercial", "dwelling_units": 0, "geometry": box((10, 10, 85, 70))}
    write(folder, "buildings", [building])
    return folder / "layers"


@pytest.fixture(scope="module")
def by_equal_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("ordinance") / "other.yaml"
    file.write_text(EQUAL_PARTS, "utf-8")
    return file


def asked(layers: Path, run: Run, told: Sequence[Told] = (), ordinance: Path | None = None) -> RunoffAsked:
    register = run(*told).asked.register
    if ordinance is None:
        return RunoffAsked(Asked(DATE, run().asked.ordinances, "mukwonago", register), layers)
    return RunoffAsked(Asked(DATE, load_ordinances([ordinance]), "other", register), layers)


def units(roll: Roll) -> list[Fraction | None]:
    return [each.units for each in roll.parcels if each.parcel_id != "7-4"]


def test_where_nobody_says_who_bears_them_each_is_open_and_the_ground_counts_once(condominium: Path, run: Run) -> None:
    roll = eru_roll(LayersOnFile(condominium), asked(condominium, run)).roll
    assert units(roll) == [None, None, None]
    assert (roll.sums.open, roll.sums.same_ground) == (3, 3)
    assert (roll.sums.open_fewest, roll.sums.open_most) == (Fraction(3, 2), Fraction(3, 2))
    first = roll.parcels[0]
    assert {each.name: each.units for each in first.readings} == {"equal_parts": Fraction(1, 2)}
    assert "nobody says which part of its units each of them bears" in first.why
    # Each is told the same kind of development: the building stands on the ground of all.
    assert {each.development for each in roll.parcels if each.parcel_id != "7-4"} == {"nonresidential"}


def test_the_ordinance_may_share_them_by_equal_parts(condominium: Path, by_equal_parts: Path, run: Run) -> None:
    roll = eru_roll(LayersOnFile(condominium), asked(condominium, run, (), by_equal_parts)).roll
    assert units(roll) == [Fraction(1, 2)] * 3
    assert roll.sums.total_units == Fraction(3, 2)
    # Half a unit at $10.
    assert [each.bill.due for each in roll.parcels[:3] if each.bill is not None] == [5, 5, 5]


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        (("0.5", "0.3", "0.2"), ["0.75", "0.45", "0.3"]),
        # Thirds cannot be written whole in decimals.
        (("0.333333", "0.333333", "0.333334"), ["0.4999995", "0.4999995", "0.500001"]),
        (("0.5", "0.3", "0.3"), [None, None, None]),
        (("0.5", "0.5"), [None, None, None]),
    ],
)
def test_people_state_the_parts_and_go_before_the_ordinance(
    condominium: Path, by_equal_parts: Path, run: Run, told: tuple[str, ...], expected: list[str | None]
) -> None:
    entries = [(f"7-{name}", "runoff_ground_portion", part) for name, part in zip(UNITS, told, strict=False)]
    roll = eru_roll(LayersOnFile(condominium), asked(condominium, run, entries, by_equal_parts)).roll
    assert units(roll) == [None if each is None else Fraction(each) for each in expected]


@pytest.mark.parametrize("name", UNITS)
def test_one_of_them_is_told_as_on_the_roll(condominium: Path, by_equal_parts: Path, run: Run, name: str) -> None:
    on_file = LayersOnFile(condominium)
    question = asked(condominium, run, (), by_equal_parts)
    answer = parcel_runoff(on_file, question, f"7-{name}", disputed=Disputed(Fraction(5_900)))
    on_roll = next(each for each in eru_roll(on_file, question).roll.parcels if each.parcel_id == f"7-{name}")
    assert (answer.parcel.units, answer.parcel.why) == (on_roll.units, on_roll.why)
    # 5,900 over 3,000 is 1.97, rounded up to 2, of which a third is two thirds of a unit.
    assert answer.appeal is not None
    assert (answer.appeal.units_measured, answer.appeal.units_by_owner) == (Fraction(1, 2), Fraction(2, 3))


@pytest.mark.parametrize(
    ("rate", "told", "dues"),
    [
        # 1.5 units at $0.67 are $1.005, half up $1.01: 33.67 cents each, the missing two to the earlier of equal ones.
        ("0.67", (), ("0.34", "0.34", "0.33")),
        # $0.015, half up $0.02.
        ("0.01", (), ("0.01", "0.01", "0")),
        # $0.06: 2.4, 2.4 and 1.2 cents, and the missing cent to the earlier of the largest fractions.
        ("0.04", ("0.4", "0.4", "0.2"), ("0.03", "0.02", "0.01")),
        ("0.04", ("1", "0", "0"), ("0.06", "0", "0")),
    ],
)
def test_the_bills_of_a_ground_sum_to_its_charge(  # noqa: PLR0913 - one parameter a column
    condominium: Path, by_equal_parts: Path, run: Run, rate: str, told: tuple[str, ...], dues: tuple[str, ...]
) -> None:
    entries = [(f"7-{name}", "runoff_ground_portion", part) for name, part in zip(UNITS, told, strict=False)]
    question = replace(asked(condominium, run, entries, by_equal_parts), rate=Fraction(rate))
    on_file = LayersOnFile(condominium)
    bills = [each.bill for each in eru_roll(on_file, question).roll.parcels[:3]]
    assert [each.due for each in bills if each is not None] == [Fraction(each) for each in dues]
    # One of them alone has the bill that it has on the roll.
    assert parcel_runoff(on_file, question, "7-2").parcel.bill == bills[1]
