"""Lots that were divided, joined or redrawn since the qualifying date of low density; worked by hand.

2003   K | L M | N1 N2        now   K1 K2 | L M | N
       O1 O2                        P1 O P2
"""

from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.model.finding import State
from gis.model.runoff import ParcelUnits, RollChanges
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.comparing import roll_changes
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.proposals.runoff.roll import eru_roll
from tests.gis.proposals.connections.village import EAST, NORTH, SOUTH, WEST, box
from tests.gis.proposals.runoff.conftest import Run, Told
from tests.gis.proposals.runoff.runoff_village import PLACE, SEEN, outlines, write, write_village

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

DATE = dt.date(2026, 6, 15)
THEN = {
    "K": (0, 0, 200, 200),
    "L": (300, 0, 500, 100),
    "M": (500, 0, 550, 100),
    "N1": (600, 0, 700, 100),
    "N2": (700, 0, 800, 100),
    "O1": (0, 300, 100, 400),
    "O2": (100, 300, 200, 400),
    "R": (850, 0, 950, 100),
}
NOW = {
    "K1": (0, 0, 100, 200),
    "K2": (100, 0, 200, 200),
    "L": (300, 0, 450, 100),
    "M": (450, 0, 550, 100),
    "N": (600, 0, 800, 100),
    "P1": (0, 300, 50, 400),
    "O": (50, 300, 150, 400),
    "P2": (150, 300, 200, 400),
    "R": (850, 0, 950, 100),
}
OLD = "1998-05-01"
SURFACES = (
    (OLD, (10, 10, 70, 70)),  # 3,600 on K, 9 percent of it, and on K1, 18 percent
    ("2015-05-01", (120, 10, 170, 60)),  # 2,500 on K2
    (OLD, (310, 10, 348, 60)),  # 1,900 on L, 9.5 percent then and 12.7 percent now
    (OLD, (510, 10, 530, 30)),  # 400 on M, 8 percent then and 4 percent now
    (OLD, (610, 10, 635, 30)),  # 500 on N1, and 2.5 percent of N
    (OLD, (90, 310, 110, 330)),  # 400 over the line of O1 and O2, and on O
    ("2010-05-01", (860, 10, 920, 60)),  # 3,000 on R
    ("2025-10-01", (860, 70, 910, 90)),  # 1,000 more
)


def _lot(name: str, bounds: tuple[float, float, float, float]) -> dict[str, Any]:
    return {
        "parcel_id": f"7-{name}",
        "municipality": PLACE,
        "county": "Waukesha",
        "property_classes": "2",
        "improvement_value": 90_000,
        "geometry": box(bounds),
    }


@pytest.fixture(scope="module")
def redrawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("redrawn")
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))}
    write(folder, "municipalities", [place], "2003")
    for vintage, lots in (("2003", THEN), ("2024", NOW)):
        write(folder, "parcels", [_lot(name, bounds) for name, bounds in lots.items()], vintage)
    surfaces = [
        {"surface_id": f"s{i}", "surface": "asphalt", "captured": "2025-11-01", "built": built, "geometry": box(bounds)}
        for i, (built, bounds) in enumerate(SURFACES)
    ]
    write(folder, "impervious", surfaces, "2024")
    return folder / "layers"


def asked(layers: Path, run: Run, *told: Told, date: dt.date = DATE) -> RunoffAsked:
    known = run(*told).asked
    return RunoffAsked(Asked(date, known.ordinances, "mukwonago", known.register), layers)


@pytest.fixture(scope="module")
def lots(redrawn: Path, run: Run) -> dict[str, ParcelUnits]:
    roll = eru_roll(LayersOnFile(redrawn), asked(redrawn, run)).roll
    return {each.parcel_id.removeprefix("7-"): each for each in roll.parcels}


@pytest.mark.parametrize(
    ("lot", "lot_then", "then", "units"),
    [
        # 18 percent now, of 9 percent then, and nothing was added: the text is silent on a lot made smaller.
        ("K1", 40_000, 3_600, {"keeps_one": "1", "recomputed": "1.25"}),
        # K qualified with 9 percent; 12.5 percent now after 2,500 were added: 2,500 over 3,000 is 0.83.
        ("K2", 40_000, 3_600, "1"),
        ("L", 20_000, 1_900, {"keeps_one": "1", "recomputed": "0.75"}),
        ("M", 5_000, 400, "1"),
        # N1 and N2 lie wholly in N, so that its own land is what it was.
        ("N", None, 500, "1"),
        # O is made of parts of two lots, neither of which it was.
        ("O", None, None, {"low_density": "1", "formula_units_low": "0.25", "formula_units_high": "0.25"}),
        # What is left of O1 was O1, with half of the 400, 2 percent; its own land had none then, and has none now.
        ("P1", 10_000, 200, {"lot_of_then": "1", "land_of_now": "0"}),
    ],
)
def test_the_lot_of_then_decides_whether_it_qualified(
    lots: dict[str, ParcelUnits], lot: str, lot_then: int | None, then: int | None, units: str | dict[str, str]
) -> None:
    found = lots[lot]
    measured = found.measured
    for area, expected in ((measured.baseline_lot_sqft, lot_then), (measured.baseline_sqft, then)):
        # The county's zone is a part in 20,000 off the ground.
        assert area is None if expected is None else float(area or 0) == pytest.approx(expected, rel=1e-4)
    if isinstance(units, str):
        assert found.units == Fraction(units)
    else:
        assert (found.standing, found.units) == ("open", None)
        assert {each.name: each.units for each in found.readings} == {name: Fraction(it) for name, it in units.items()}


def test_what_became_of_a_lot_is_told(lots: dict[str, ParcelUnits]) -> None:
    assert "Since the qualifying date it was cut from 7-K; low density looks to the lot of then." in lots["K1"].notes
    assert any(note.startswith("It is made of parts of 7-O1 and 7-O2") for note in lots["O"].notes)
    # A lot that did not change has nothing to tell.
    assert lots["R"].notes == ()


def test_people_go_before_the_lineage(redrawn: Path, run: Run) -> None:
    told = ("7-O", "impervious_baseline_sqft", "400"), ("7-O", "lot_baseline_sqft", "10000")
    found = parcel_runoff(LayersOnFile(redrawn), asked(redrawn, run, *told), "7-O").parcel
    assert (found.units, found.finding and found.finding.rule) == (Fraction(1), "MUK-12")


def test_what_people_stated_of_a_lot_of_then_follows_its_land(redrawn: Path, run: Run) -> None:
    # With 5,000 of 40,000 K had 12.5 percent, and K1 never qualified: 3,600 over 3,000 is 1.2.
    found = parcel_runoff(
        LayersOnFile(redrawn), asked(redrawn, run, ("7-K", "impervious_baseline_sqft", "5000")), "7-K1"
    ).parcel
    assert (found.measured.baseline_sqft, found.units) == (Fraction(5_000), Fraction(5, 4))


@pytest.mark.parametrize("lot", ["K1", "K2", "L", "M", "N", "O", "P1"])
def test_one_parcel_is_told_as_the_roll_has_it(lots: dict[str, ParcelUnits], redrawn: Path, run: Run, lot: str) -> None:
    found = parcel_runoff(LayersOnFile(redrawn), asked(redrawn, run), f"7-{lot}").parcel
    assert (found.units, found.measured, found.readings) == (lots[lot].units, lots[lot].measured, lots[lot].readings)


@pytest.fixture(scope="module")
def changes(redrawn: Path, run: Run) -> RollChanges:
    return roll_changes(
        LayersOnFile(redrawn), asked(redrawn, run, date=dt.date(2025, 6, 15)), asked(redrawn, run, date=DATE)
    )


def test_new_construction_is_told_by_its_rule(changes: RollChanges) -> None:
    (change,) = changes.changes
    assert (change.parcel_id, change.units_before, change.units_after) == ("7-R", Fraction(1), Fraction(3, 2))
    found = change.construction
    assert found is not None
    # 3,000 over 3,000 is 1; 4,000 is 1.33.
    assert (found.rule, found.state, found.answer) == ("MUK-13", State.PASS, 1.5)
    assert (found.measures["units_before"], found.measures["changed"]) == (1, True)
    assert any(each.startswith("MUK-13 (") for each in change.reasons)
    areas = change.impervious_before_sqft, change.impervious_after_sqft
    assert [float(each or 0) for each in areas] == pytest.approx([3_000, 4_000], rel=1e-4)


def test_without_parcels_of_that_day_it_is_said(runoff_village: Path, run: Run) -> None:
    notes = eru_roll(LayersOnFile(runoff_village), run()).roll.notes
    said = "No parcels of January 1, 2004 are on file: each lot is taken to have been then what it is now."
    assert said in notes


# Lot, old surface and surface of which nobody knows since when: sizes of both, with the share of low density beside it.
DOUBTFUL = [
    # 1,000 of 20,000 for certain, 1,500 at most, and 2,000 is the share: it qualified either way, and has 1,500 now.
    ("E", ((20, 50), (25, 20)), "MUK-12", "1", True),
    # Between nothing, which would not have qualified, and 1,000 of 15,000, which would.
    ("H", (None, (20, 50)), "MUK-12", None, False),
    # 1,300 to 1,480 of 15,000, below 1,500 either way.
    ("I", ((26, 50), (18, 10)), "MUK-12", "1", True),
    # 400 to 600 of 5,000: on both sides of the share of 500 then, and beyond it now, so by area in any case.
    ("G", ((20, 20), (10, 20)), "MUK-11", "0.25", False),
]


@pytest.fixture(scope="module")
def doubtful(tmp_path_factory: pytest.TempPathFactory, run: Run) -> dict[str, ParcelUnits]:
    folder = tmp_path_factory.mktemp("doubtful")
    layers = write_village(folder)
    surfaces = [
        (lot, "roof", day, x, 20.0, *size)
        for lot, sizes, *_ in DOUBTFUL
        for day, x, size in zip((OLD, SEEN), (10.0, 37.0), sizes, strict=True)
        if size is not None
    ]
    write(folder, "impervious", outlines(surfaces), "2026-02-01")
    roll = eru_roll(LayersOnFile(layers), asked(layers, run)).roll
    return {each.parcel_id.removeprefix("7-"): each for each in roll.parcels}


@pytest.mark.parametrize(("lot", "sizes", "rule", "units", "is_told"), DOUBTFUL)
def test_surface_of_unknown_date_leaves_open_only_what_it_could_change(  # noqa: PLR0913 - one parameter a column
    doubtful: dict[str, ParcelUnits],
    lot: str,
    sizes: tuple[tuple[float, float] | None, tuple[float, float]],
    rule: str,
    units: str | None,
    is_told: bool,
) -> None:
    parcel = doubtful[lot]
    assert parcel.finding is not None
    assert (parcel.finding.rule, parcel.units) == (rule, None if units is None else Fraction(units))
    # What it was then stays unknown, and the reader is told that this changes nothing, and of how much land it is.
    assert parcel.measured.baseline_sqft is None
    width, height = sizes[1]
    said = [each for each in parcel.notes if "they change nothing" in each]
    assert bool(said) == is_told
    assert all(
        float(each.removeprefix("Of ").split(" sq ft")[0]) == pytest.approx(width * height, rel=1e-3) for each in said
    )


# Lots of 20,000 sq ft cut off one of 40,000 with 3,600, 9 percent: sizes of the surface that lay on their own land by
# 2004, and of what was built there since.
CUT_OFF = [
    # The lot of then keeps its unit; the land had no surface, so that no existing surface could qualify it.
    ("A", None, None, {"lot_of_then": "1", "land_of_now": "0"}),
    # 1,800 new, 9 percent: the lot of then keeps its unit; by area 1,800 over 3,000 is 0.6.
    ("B", None, (30, 60), {"lot_of_then": "1", "land_of_now": "0.75"}),
    # 3,000 new, 15 percent, is more than a tenth, and one unit by area, either way.
    ("C", None, (50, 60), "1"),
    # 900 then, 4.5 percent, and as much now: its own land qualifies as the lot of then does.
    ("D", (30, 30), None, "1"),
]


@pytest.fixture(scope="module")
def cut_off(tmp_path_factory: pytest.TempPathFactory, run: Run) -> dict[str, ParcelUnits]:
    folder = tmp_path_factory.mktemp("cut-off")
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))}
    write(folder, "municipalities", [place], "2003")
    whole, halves, surfaces = [], [], []
    for i, (name, old, new, _) in enumerate(CUT_OFF):
        x = i * 220
        whole.append(_lot(name, (x, 0, x + 200, 200)))
        halves += [_lot(f"{name}1", (x, 0, x + 100, 200)), _lot(f"{name}2", (x + 100, 0, x + 200, 200))]
        # With what lies on its other half the lot of then has 3,600 in all.
        west = 3_600 - (old[0] * old[1] if old else 0)
        surfaces.append((OLD, (x + 10, 10, x + 10 + west / 60, 70)))
        for built, size in ((OLD, old), ("2015-05-01", new)):
            if size is not None:
                surfaces.append((built, (x + 110, 10, x + 110 + size[0], 10 + size[1])))
    write(folder, "parcels", whole, "2003")
    write(folder, "parcels", halves, "2024")
    rows = [
        {"surface_id": f"s{i}", "surface": "asphalt", "captured": "2025-11-01", "built": built, "geometry": box(bounds)}
        for i, (built, bounds) in enumerate(surfaces)
    ]
    write(folder, "impervious", rows, "2024")
    layers = folder / "layers"
    return {each.parcel_id: each for each in eru_roll(LayersOnFile(layers), asked(layers, run)).roll.parcels}


@pytest.mark.parametrize(("lot", "units"), [(lot, units) for lot, _, _, units in CUT_OFF])
def test_a_lot_cut_off_that_had_no_surface_is_not_given_that_of_the_rest(
    cut_off: dict[str, ParcelUnits], lot: str, units: str | dict[str, str]
) -> None:
    found = cut_off[f"7-{lot}2"]
    if isinstance(units, str):
        assert (found.standing, found.units) == ("assigned", Fraction(units))
    else:
        assert (found.standing, found.units, found.bill) == ("open", None, None)
        assert {each.name: each.units for each in found.readings} == {name: Fraction(it) for name, it in units.items()}
        assert "the text does not say whether the lot of then or the land that it is now decides" in found.why


# Lots of 100,000 sq ft with one roof since before 2004, known to 0.1 ft on an outline of 400 ft: within 40 sq ft.
NEAR_A_TENTH = [
    # 10,020 at most a tenth only within the accuracy; by area 3.34, so 3.5. At 9,980 it had its unit and keeps it.
    ("U", 100.2, ("3.5", "1", "3.5")),
    # The same of 10,010, 3.34.
    ("V", 100.1, ("3.5", "1", "3.5")),
    # 9,980 qualified; 10,020 would not have.
    ("W", 99.8, ("1", "1", "3.5")),
    # 10,100 and 9,900 are a tenth nowhere within it; both are 13.2 to 13.5 times 750.
    ("X", 101.0, ("3.5", "3.5", "3.5")),
    # Of a roof of 10,020 seen only in 2023 nobody can tell how much of it was there: with less it had its unit.
    ("Z", 100.2, ("3.5", "1", "3.5")),
    ("Y", 99.0, ("1", "1", "1")),
]


@pytest.fixture(scope="module")
def near_a_tenth(tmp_path_factory: pytest.TempPathFactory, run: Run) -> dict[str, ParcelUnits]:
    folder = tmp_path_factory.mktemp("near-a-tenth")
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, 2_900, NORTH))}
    write(folder, "municipalities", [place], "2003")
    lots, roofs = [], []
    for i, (name, height, _) in enumerate(NEAR_A_TENTH):
        x = i * 450
        lots.append(_lot(name, (x, 0, x + 400, 250)))
        roof = box((x + 50, 50, x + 150, 50 + height))
        seen = SEEN if name == "Z" else OLD
        roofs.append({"surface_id": name, "surface": "roof", "captured": seen, "geometry": roof})
    write(folder, "parcels", lots, "2003")
    write(folder, "impervious", roofs, "2003")
    layers = folder / "layers"
    return {each.parcel_id: each for each in eru_roll(LayersOnFile(layers), asked(layers, run)).roll.parcels}


@pytest.mark.parametrize(("lot", "units"), [(lot, units) for lot, _, units in NEAR_A_TENTH])
def test_the_accuracy_of_the_qualifying_date_bears_on_the_units(
    near_a_tenth: dict[str, ParcelUnits], lot: str, units: tuple[str, str, str]
) -> None:
    found = near_a_tenth[f"7-{lot}"]
    assert (found.units, found.units_fewest, found.units_most) == tuple(Fraction(each) for each in units)


def test_what_lay_in_a_street_on_the_qualifying_date_is_told_by_the_streets_of_that_day(
    tmp_path: Path, run: Run
) -> None:
    # 3,000 of 20,000 sq ft, half of them in a street that was given up since: 1,500 then, 7.5 percent, and 3,000 now.
    place = {"name": PLACE, "kind": "village", "county": "Waukesha", "geometry": box((WEST, SOUTH, EAST, NORTH))}
    write(tmp_path, "municipalities", [place], "2003")
    write(tmp_path, "parcels", [_lot("A", (0, 0, 200, 100))], "2003")
    paved = {"surface_id": "a", "surface": "asphalt", "captured": OLD, "geometry": box((0, 0, 60, 50))}
    write(tmp_path, "impervious", [paved], "2003")
    for vintage, street in (("2003", (0, 0, 200, 25)), ("2024", (0, 500, 200, 525))):
        write(tmp_path, "rights_of_way", [{"right_of_way_id": "1", "geometry": box(street)}], vintage)
    layers = tmp_path / "layers"
    found = eru_roll(LayersOnFile(layers), asked(layers, run)).roll.parcels[0]
    assert float(found.measured.baseline_sqft or 0) == pytest.approx(1_500, rel=1e-3)
    assert float(found.measured.impervious_sqft.value) == pytest.approx(3_000, rel=1e-3)
    assert found.finding is not None
    assert (found.finding.rule, found.units) == ("MUK-11", Fraction(1))
