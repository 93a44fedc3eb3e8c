"""A lot of 40,000 sq ft with a roof of 4,900 of 2003, of which an appeal of 2024 found 2,900: what of it later?

By area 2,900 is 1 unit and 4,900 is 1.75; another roof of 18,000 sq ft was built in 2025.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.runoff import ParcelUnits
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.comparing import roll_changes
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.proposals.runoff.roll import eru_roll
from gis.register.entries import Entry, Register
from tests.gis.proposals.connections.village import NORTH, SOUTH, WEST, box
from tests.gis.proposals.runoff.runoff_village import PLACE, write

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

FOUND_ON, BEFORE, NOW = dt.date(2024, 6, 3), dt.date(2024, 9, 1), dt.date(2026, 6, 15)
DECIDED, FOUND = "runoff_appeal_decided", "runoff_area_found_sqft"
Told = tuple[str, str, str, dt.date]
# Bounds from the lot's corner, day of building and day on which it was seen, of the edition of 2026.
Roof = tuple[tuple[float, float, float, float], str | None, str]
OLD_ROOF = (10, 10, 80, 80)
SAME: Roof = (OLD_ROOF, None, "2003-05-01")
SEEN_ANEW: Roof = (OLD_ROOF, None, "2025-04-01")
NEW_DATED: Roof = ((90, 10, 190, 190), "2025-03-01", "2025-04-01")
NEW_UNDATED: Roof = ((90, 10, 190, 190), None, "2025-04-01")
SMALLER: Roof = ((10, 10, 80, 40), None, "2025-04-01")
LATER_ROOFS: Sequence[tuple[str, Sequence[Roof], str | dict[str, str]]] = (
    # Nothing was built since: 2,900 is 1.
    ("A", (SAME,), "1"),
    ("B", (SEEN_ANEW,), "1"),
    # 2,900 found and 18,000 built since, 20,900: 27.9 times 750, so 28 quarters.
    ("C", (SAME, NEW_DATED), "7"),
    ("D", (SEEN_ANEW, NEW_DATED), "7"),
    # No date tells that the 18,000 are new, and yet the edition of 2003 does not show them: 22,900 is 7.63 units.
    ("E", (SEEN_ANEW, NEW_UNDATED), {"area_found": "1", "area_measured": "7.75"}),
    # A roof of 2,100 is left of it, 0.7.
    ("F", (SMALLER,), {"area_found": "1", "area_measured": "0.75"}),
)
ALONE: Sequence[tuple[str, Sequence[Roof], str | dict[str, str]]] = (
    # Without an edition of that day nobody can tell whether a roof that was seen in 2025 was there.
    ("A", (SEEN_ANEW,), {"area_found": "1", "area_measured": "1.75"}),
    ("B", (SAME, NEW_DATED), "7"),
)


def granted(lot: str) -> tuple[Told, ...]:
    return (f"7-{lot}", DECIDED, "granted", FOUND_ON), (f"7-{lot}", FOUND, "2900", FOUND_ON)


def village(folder: Path, lots: Sequence[tuple[str, float, Sequence[Roof]]], *, first: bool = True) -> Path:
    """Import lots that begin at an x, with the old roof as of 2003 where that is asked, and others as of 2026."""
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, 2_400, NORTH))}
    write(folder, "municipalities", [place], "2003")
    rows = [
        {
            "parcel_id": f"7-{name}",
            "municipality": PLACE,
            "county": "Waukesha",
            "property_classes": "2",
            "improvement_value": 90_000,
            "geometry": box((x, 0, x + 200, 200)),
        }
        for name, x, _ in lots
    ]
    write(folder, "parcels", rows, "2003")
    if first:
        write(folder, "impervious", outlines((x, SAME) for _, x, roofs in lots if roofs), "2003")
    write(folder, "impervious", outlines((x, roof) for _, x, roofs in lots for roof in roofs), "2026")
    return folder / "layers"


def outlines(roofs: Iterable[tuple[float, Roof]]) -> list[dict[str, Any]]:
    return [
        {
            "surface_id": f"r{i}",
            "surface": "roof",
            "built": built,
            "captured": seen,
            "geometry": box((x + west, south, x + east, north)),
        }
        for i, (x, ((west, south, east, north), built, seen)) in enumerate(roofs)
    ]


@pytest.fixture(scope="module")
def layers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lots = [(name, i * 220.0, roofs) for i, (name, roofs, _) in enumerate(LATER_ROOFS)]
    # G and H are two records of one ground, whose roof is G's.
    return village(tmp_path_factory.mktemp("appealed"), [*lots, ("G", 1_400.0, (SAME,)), ("H", 1_400.0, ())])


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    lots = [(name, i * 220.0, roofs) for i, (name, roofs, _) in enumerate(ALONE)]
    return village(tmp_path_factory.mktemp("alone"), lots, first=False)


def asked(layers: Path, told: Sequence[Told], date: dt.date = NOW) -> RunoffAsked:
    entries = [
        Entry("parcel", who, kind, what, day, "", "", line=line) for line, (who, kind, what, day) in enumerate(told, 2)
    ]
    named = Asked(date, load_ordinances([]), "mukwonago", Register(tuple(entries)))
    return RunoffAsked(named, layers, Fraction(1))


def on_roll(layers: Path, told: Sequence[Told], date: dt.date = NOW) -> dict[str, ParcelUnits]:
    roll = eru_roll(LayersOnFile(layers), asked(layers, told, date)).roll
    return {each.parcel_id.removeprefix("7-"): each for each in roll.parcels}


def all_granted(lots: Sequence[tuple[str, Sequence[Roof], object]]) -> list[Told]:
    return [entry for name, *_ in lots for entry in granted(name)]


def holds(found: ParcelUnits, units: str | dict[str, str]) -> None:
    if isinstance(units, str):
        assert (found.standing, found.units, found.measured.basis) == ("assigned", Fraction(units), "register")
        # A decision was not seen from the air.
        assert (found.measured.captured_first, found.measured.captured_last) == (None, None)
    else:
        assert (found.standing, found.units, found.bill) == ("open", None, None)
        readings = {each.name: each.units for each in found.readings}
        assert readings == {name: Fraction(it) for name, it in units.items()}
        assert any("for a person to say" in note for note in found.notes)


def test_an_area_found_holds_for_what_its_decision_knew(layers: Path) -> None:
    told = all_granted(LATER_ROOFS)
    # While the edition of 2026 is not in force, it settles every lot.
    before, found = on_roll(layers, told, BEFORE), on_roll(layers, told)
    for name, _, units in LATER_ROOFS:
        assert before[name].units == 1
        holds(found[name], units)


def test_without_layers_of_that_day_the_dates_alone_tell(alone: Path) -> None:
    found = on_roll(alone, all_granted(ALONE))
    for name, _, units in ALONE:
        holds(found[name], units)


@pytest.mark.parametrize("lot", ["D", "E"])
def test_one_lot_is_told_as_the_roll_has_it(layers: Path, lot: str) -> None:
    one = parcel_runoff(LayersOnFile(layers), asked(layers, granted(lot)), f"7-{lot}").parcel
    found = on_roll(layers, granted(lot))[lot]
    assert (one.units, one.measured, one.readings) == (found.units, found.measured, found.readings)


def test_construction_after_the_decision_is_told_as_a_change(layers: Path) -> None:
    told = granted("D")
    changes = roll_changes(LayersOnFile(layers), asked(layers, told, BEFORE), asked(layers, told)).changes
    (change,) = [each for each in changes if each.parcel_id == "7-D"]
    assert [change.units_before, change.units_after] == [1, 7]
    assert any(reason.startswith("The impervious surface grew from 2,900 sq ft to 20,") for reason in change.reasons)


LATER = dt.date(2025, 2, 3)


@pytest.mark.parametrize(
    ("told", "units"),
    [
        # The measured 4,900 are 1.63.
        ((("7-A", DECIDED, "denied", FOUND_ON), ("7-A", FOUND, "100", FOUND_ON)), "1.75"),
        ((("7-A", DECIDED, "denied", LATER), ("7-A", FOUND, "100", FOUND_ON)), "1.75"),
        ((("7-A", DECIDED, "granted_in_part", LATER), ("7-A", FOUND, "2900", FOUND_ON)), "1"),
        # A later appeal that is denied leaves what an earlier one found.
        ((*granted("A"), ("7-A", DECIDED, "denied", LATER)), "1"),
        # Two decisions of one day settle nothing.
        ((*granted("A"), ("7-A", DECIDED, "denied", FOUND_ON)), "1.75"),
        ((("7-A", FOUND, "2900", FOUND_ON),), "1"),
    ],
)
def test_an_area_of_an_appeal_that_was_denied_is_not_used(layers: Path, told: tuple[Told, ...], units: str) -> None:
    found = on_roll(layers, told)["A"]
    assert found.units == Fraction(units)
    assert (found.measured.basis == "register") == (units == "1")


def test_an_area_found_is_that_of_the_ground_of_several_records(layers: Path) -> None:
    half = [(f"7-{name}", "runoff_ground_portion", "0.5", FOUND_ON) for name in ("G", "H")]
    # Found for the second record: 1 unit for the ground, half of it for each.
    found = on_roll(layers, [*granted("H"), *half])
    assert [found[name].units for name in ("G", "H")] == [Fraction(1, 2)] * 2
    assert [found[name].measured.impervious_sqft.value for name in ("G", "H")] == [2_900, 2_900]
    # Another area for the first, of the same day: the measured 4,900 are 1.75.
    found = on_roll(layers, [*granted("H"), *half, ("7-G", FOUND, "2000", FOUND_ON)])
    assert [found[name].units for name in ("G", "H")] == [Fraction(7, 8)] * 2
    assert all(any("none of them is used" in note for note in found[name].notes) for name in ("G", "H"))
