from __future__ import annotations

import datetime as dt
from fractions import Fraction
from math import ceil
from pathlib import Path

import numpy as np
import pytest
import shapely
from rasterio.transform import Affine

from gis.errors import EditionMissing
from gis.facts.impervious.accuracy import accuracy_of, units_within
from gis.facts.impervious.areas import ImperviousAreas, RasterOnFile
from gis.facts.impervious.history import LotThen, carried
from gis.facts.impervious.measuring import impervious_of
from gis.facts.impervious.policy import ImperviousPolicy
from gis.layers.lineage.lineage import Descent, Lineage
from gis.model.edition import Kind
from gis.model.interval import Interval
from tests.gis.facts.consistency_scene import Row, layer_set
from tests.gis.facts.impervious.rasters_at_hand import ONE, cells_of, written

DAY = dt.date(2026, 6, 15)
POLICY = ImperviousPolicy(Fraction(1, 20), Fraction(500))


def lot(name: str, *box: float, kind: str = "parcel") -> Row:
    return {"parcel_id": name, "record_kind": kind, "shape": shapely.box(*box)}


def surface(kind: str, *box: float, captured: str | None = "2024-04-01") -> Row:
    return {"surface_id": kind, "surface": kind, "captured": captured, "shape": shapely.box(*box)}


def measured(
    parcels: list[Row],
    surfaces: list[Row] | None = None,
    raster: RasterOnFile | None = None,
    date: dt.date = DAY,
    vintage: dt.date | None = None,
) -> ImperviousAreas:
    rows: dict[Kind, list[Row]] = {"parcels": parcels}
    if surfaces is not None:
        rows["impervious"] = surfaces
    return impervious_of(layer_set(rows), date, POLICY, raster, vintage)


@pytest.fixture
def raster(tmp_path: Path) -> RasterOnFile:
    """Return cells of 10 ft over 0 to 2,000 ft: impervious where x is less than 1,000, unknown from 1,900 on."""
    cells = np.zeros((200, 200), dtype=np.uint8)
    cells[:, :100] = 1
    cells[:, 190:] = 255
    file = written(tmp_path / "a.tif", cells, Affine(10, 0, 0, 0, -10, 2000), nodata=255)
    return RasterOnFile(cells_of(file, ONE, crs="local"), "raster-edition", dt.date(2021, 5, 1), 10.0)


def test_outlines_go_first_and_the_raster_decides_elsewhere(raster: RasterOnFile) -> None:
    parcels = [
        lot("built", 0, 0, 100, 100),
        lot("bare beside it", 100, 0, 200, 100),
        lot("far", 950, 950, 1050, 1050),
        lot("half known", 1850, 0, 1950, 100),
        lot("beyond", 3000, 0, 3100, 100),
    ]
    found = measured(parcels, [surface("roof", 10, 10, 40, 40)], raster)
    assert found.basis.tolist() == ["polygons", "polygons", "raster", "raster", "unknown"]
    # The raster calls the first two wholly impervious; what was captured goes before it.
    assert found.value.tolist() == [90_000, 0, 500_000, 0, 0]
    assert found.unknown.tolist() == [0, 0, 0, 500_000, 1_000_000]
    assert found.needs_review.tolist() == [False, False, False, True, True]
    assert found.high.tolist() == [91_200, 0, 550_000, 500_000, 1_000_000]
    # A side of 100 ft along which the cells change may lie 5 ft off.
    assert found.low.tolist() == [88_800, 0, 450_000, 0, 0]
    assert found.captured_first.tolist() == [dt.date(2024, 4, 1), None, dt.date(2021, 5, 1), dt.date(2021, 5, 1), None]
    assert {kind: land.tolist() for kind, land in found.by_class.items()} == {
        "roof": [90_000, 0, 0, 0, 0],
        "cells of class 1": [0, 0, 500_000, 0, 0],
    }
    assert dict(found.editions) == {"impervious": "edition-of-impervious", "impervious_raster": "raster-edition"}
    assert found.classes_sqft(0) == {"roof": Fraction(900)}
    assert found.interval_sqft(2) == Interval(Fraction(4500), Fraction(5000), Fraction(5500))


def test_without_a_reach_only_parcels_with_a_surface_were_captured() -> None:
    rows: dict[Kind, list[Row]] = {
        "parcels": [lot("a", 0, 0, 100, 100), lot("b", 100, 0, 200, 100)],
        "impervious": [surface("roof", 0, 0, 10, 10)],
    }
    found = impervious_of(layer_set(rows), DAY, ImperviousPolicy(Fraction(1, 20), Fraction(0)))
    assert found.basis.tolist() == ["polygons", "unknown"]


def test_nothing_on_file_is_unknown_and_never_bare() -> None:
    found = measured([lot("a", 0, 0, 100, 100)])
    assert (found.value.tolist(), found.unknown.tolist(), found.high.tolist()) == ([0], [1_000_000], [1_000_000])
    assert found.needs_review.tolist() == [True]
    with pytest.raises(EditionMissing):
        impervious_of(layer_set({}), DAY, POLICY)


def test_an_empty_layer_of_surfaces_captured_nothing() -> None:
    found = measured([lot("a", 0, 0, 100, 100)], [surface("roof", 5000, 0, 5010, 10)])
    assert (found.basis.tolist(), found.unknown.tolist()) == (["unknown"], [1_000_000])


def test_ground_counts_once_and_records_that_are_no_parcels_have_none() -> None:
    parcels = [
        lot("unit 1", 0, 0, 100, 100),
        lot("ROW", 100, 0, 160, 100, kind="row"),
        lot("unit 2", 0, 0, 100, 100),
        lot("HYDRO", 160, 0, 260, 100, kind="water"),
        lot("next", 160, 0, 260, 100),
    ]
    found = measured(parcels, [surface("roof", 50, 50, 180, 60)])
    assert found.basis.tolist() == ["polygons", "no_parcel", "same_ground", "no_parcel", "polygons"]
    assert found.ground_of.tolist() == [0, 1, 0, 3, 4]
    assert found.value.tolist() == [50_000, 0, 0, 0, 20_000]
    assert found.area.tolist() == [1_000_000, 0, 0, 0, 1_000_000]
    assert found.off_parcels == 60_000
    assert any("600 sq ft of surfaces lie on no parcel" in note for note in found.notes)


def test_a_right_of_way_takes_its_surfaces() -> None:
    rows: dict[Kind, list[Row]] = {
        "parcels": [lot("a", 0, 0, 100, 100)],
        "impervious": [surface("drive", 0, 0, 10, 100)],
        "rights_of_way": [{"right_of_way_id": "1", "shape": shapely.box(0, 0, 100, 30)}],
    }
    found = impervious_of(layer_set(rows), DAY, POLICY)
    assert found.value.tolist() == [70_000]
    assert "rights_of_way" in found.editions


BASELINE = dt.date(2004, 1, 1)


# A drive of 10 by 100 ft, 30 ft of it on a right-of-way: 700 sq ft, or all 1,000 where that does not hold.
@pytest.mark.parametrize(
    ("valid_from", "valid_to", "value"),
    [
        (None, None, 70_000),
        ("1990-01-01", None, 70_000),
        (None, "2010-01-01", 100_000),
        ("2030-01-01", None, 100_000),
        # The first and the last day are days on which it holds; of a year alone, all of it.
        ("2026-06-15", "2026-06-15", 70_000),
        ("2026-06-16", None, 100_000),
        (None, "2026-06-14", 100_000),
        ("2026", "2026", 70_000),
    ],
)
def test_a_right_of_way_takes_surfaces_only_while_it_holds(
    raster: RasterOnFile, valid_from: str | None, valid_to: str | None, value: int
) -> None:
    strip = {"right_of_way_id": "1", "valid_from": valid_from, "valid_to": valid_to}
    rows: dict[Kind, list[Row]] = {
        "parcels": [lot("a", 0, 0, 100, 100), lot("b", 900, 900, 910, 1000)],
        "impervious": [surface("drive", 0, 0, 10, 100)],
        "rights_of_way": [
            {**strip, "shape": shapely.box(0, 0, 100, 30)},
            {**strip, "right_of_way_id": "2", "shape": shapely.box(900, 900, 910, 930)},
        ],
    }
    # The second lot is another of 10 by 100 ft, wholly impervious by the raster.
    found = impervious_of(layer_set(rows), DAY, POLICY, raster)
    assert found.basis.tolist() == ["polygons", "raster"]
    assert found.value.tolist() == [value, value]


def test_of_a_lot_that_only_a_raster_shows_street_land_is_nobodys(raster: RasterOnFile) -> None:
    parcels = [
        lot("a third in the street", 0, 0, 100, 100),
        lot("in the street", 200, 0, 300, 30),
        lot("at its line", 400, 30, 500, 130),
        lot("half known", 1850, 0, 1950, 100),
    ]
    street: list[Row] = [{"right_of_way_id": "1", "shape": shapely.box(0, 0, 2000, 33)}]
    rows: dict[Kind, list[Row]] = {"parcels": parcels, "rights_of_way": street}
    found = impervious_of(layer_set(rows), DAY, POLICY, raster)
    assert found.basis.tolist() == ["raster"] * 4
    # 10,000 less 3,300; nothing; 10,000 less 300; of the last half the land of 100 by 67 ft is not known.
    assert found.value.tolist() == [670_000, 0, 970_000, 0]
    assert found.unknown.tolist() == [0, 0, 0, 335_000]
    assert found.editions["rights_of_way"] == "edition-of-rights_of_way"


def test_a_share_given_to_one_of_several_records_on_a_ground_counts_with_the_ground() -> None:
    # A drive of 2,000 sq ft on its own lot, half of it stated to be of the second of two records on another ground.
    rows: dict[Kind, list[Row]] = {
        "parcels": [lot("1", 0, 0, 100, 100), lot("2", 0, 0, 100, 100), lot("d", 100, 0, 120, 100)],
        "impervious": [surface("roof", 10, 10, 40, 40), surface("drive", 100, 0, 120, 100)],
    }
    half = Fraction(1, 2)
    for one in ("1", "2"):
        shared = ImperviousPolicy(Fraction(1, 20), Fraction(500), allocations={"drive": {one: half, "d": half}})
        found = impervious_of(layer_set(rows), DAY, shared)
        assert found.ground_of.tolist() == [0, 0, 2]
        assert found.value.tolist() == [190_000, 0, 100_000]


@pytest.mark.parametrize(
    ("captured", "vintage", "value", "unknown"),
    [
        ("2003-05-01", None, 10_000, 0),  # seen before: was there
        ("2010-05-01", None, 0, 10_000),  # seen later: nobody can tell
        (None, None, 10_000, 0),
        (None, dt.date(2024, 1, 1), 0, 10_000),  # seen by the day of the edition
        (None, dt.date(2003, 1, 1), 10_000, 0),
    ],
)
def test_the_baseline_of_2004(captured: str | None, vintage: dt.date | None, value: int, unknown: int) -> None:
    parcels, surfaces = [lot("a", 0, 0, 100, 100)], [surface("roof", 0, 0, 10, 10, captured=captured)]
    found = measured(parcels, surfaces, date=BASELINE, vintage=vintage)
    assert (found.value.tolist(), found.unknown.tolist()) == ([value], [unknown])
    assert any("nobody says when they were built" in note for note in found.notes) == bool(unknown)


def test_slivers_are_listed() -> None:
    parcels = [lot("a", 0, 0, 100, 100), lot("b", 100, 0, 200, 100)]
    found = measured(parcels, [surface("garage", 80, 0, 100.1, 10)])
    assert found.value.tolist() == [20_100, 0]
    assert [(each.from_parcel, each.to_parcel) for each in found.moved] == [(1, 0)]
    assert "Slivers over a lot line, within the accuracy, that count with the rest of their surface: 1." in found.notes


# --- how surely ---------------------------------------------------------------------------------


def test_what_one_parcel_rests_on(raster: RasterOnFile) -> None:
    found = measured([lot("a", 1880, 0, 1905, 100)], raster=raster)
    told = accuracy_of(found, 0)
    assert (told.basis, told.cell_ft, told.captured_last) == ("raster", 10, dt.date(2021, 5, 1))
    assert (told.unknown_sqft, told.unknown_share, told.needs_review) == (Fraction(500), Fraction(1, 5), True)
    assert told.impervious_sqft == Interval(Fraction(0), Fraction(0), Fraction(500))
    nothing = accuracy_of(measured([lot("a", 0, 0, 10, 10, kind="water")]), 0)
    assert (nothing.basis, nothing.unknown_share) == ("no_parcel", Fraction(0))


def quarters(sqft: Fraction) -> Fraction:
    """Return the units of MUK-11: area over 750 sq ft rounded up, by a quarter each."""
    return Fraction(ceil(sqft / 750), 4)


@pytest.mark.parametrize(
    ("low", "value", "high", "expected"),
    [
        (2990, 3000, 3000, (1, 1, 1)),  # 3,000 is still one
        (2990, 3000, 3001, (1, 1, Fraction(5, 4))),
        (2250, 2251, 3000, (Fraction(3, 4), 1, 1)),
        (0, 0, 0, (0, 0, 0)),
    ],
)
def test_units_over_the_interval(low: int, value: int, high: int, expected: tuple[Fraction, ...]) -> None:
    found = units_within(Interval(Fraction(low), Fraction(value), Fraction(high)), quarters)
    assert (found.fewest, found.units, found.most) == expected
    assert found.could_differ == (expected[0] != expected[2])


def test_more_surface_may_lower_the_units_where_another_formula_begins() -> None:
    # A lot of 10,000 sq ft keeps one unit up to and with a tenth of it; above, 1,000 sq ft are two quarters.
    tenth = Fraction(1000)

    def units(sqft: Fraction) -> Fraction:
        return Fraction(1) if sqft <= tenth else quarters(sqft)

    area = Interval(Fraction(900), Fraction(950), Fraction(2800))
    assert not units_within(area, units).could_differ  # one at 900 and 950; four quarters at 2,800
    found = units_within(area, units, [tenth])
    assert (found.fewest, found.units, found.most) == (Fraction(1, 2), Fraction(1), Fraction(1))


# --- earlier days -------------------------------------------------------------------------------


def descended(*descents: tuple[str, str, Fraction, Fraction]) -> Lineage:
    found = [Descent(old, new, of_old, of_new, "certain") for old, new, of_old, of_new in descents]
    return Lineage(
        "then",
        "now",
        {each.old_id: tuple(other for other in found if other.old_id == each.old_id) for each in found},
        {each.new_id: tuple(other for other in found if other.new_id == each.new_id) for each in found},
        frozenset(),
        frozenset(),
    )


def then(lot_sqft: int, impervious_sqft: int) -> LotThen:
    return LotThen(Fraction(lot_sqft), Interval(*[Fraction(impervious_sqft)] * 3))


ALL, HALF = Fraction(1), Fraction(1, 2)


def test_a_parcel_that_stayed_or_was_merged_brings_what_was_on_it() -> None:
    merged = descended(("1", "12", ALL, HALF), ("2", "12", ALL, HALF))
    found = carried("12", {"1": then(10_000, 900), "2": then(10_000, 300)}, merged)
    assert found.impervious_sqft == Interval(Fraction(1200), Fraction(1200), Fraction(1200))
    assert [(part.parcel_id, part.lot_sqft) for part in found.parts] == [
        ("1", Fraction(10_000)),
        ("2", Fraction(10_000)),
    ]
    assert found.confidence == "certain"


def test_of_a_parcel_that_was_split_the_sum_tells_only_bounds() -> None:
    split = descended(("1", "1a", Fraction(1, 4), ALL), ("1", "1b", Fraction(3, 4), ALL))
    # 9,000 of 20,000 sq ft: 5,000 find room on the first quarter, 15,000 on the rest; all may lie on the rest.
    lots = {"1": then(20_000, 9_000)}
    first, rest = (carried(name, lots, split).impervious_sqft for name in ("1a", "1b"))
    assert first == Interval(Fraction(0), Fraction(2250), Fraction(5000))
    assert rest == Interval(Fraction(4000), Fraction(6750), Fraction(9000))


def test_land_that_was_no_parcel_or_of_which_nothing_is_known() -> None:
    partly = descended(("1", "1", ALL, HALF))
    assert carried("1", {"1": then(100, 10)}, partly).impervious_sqft is None
    whole = descended(("1", "1", ALL, ALL))
    found = carried("1", {}, whole)
    assert (found.impervious_sqft, found.missing) == (None, ("1",))
    assert carried("9", {}, whole).confidence is None
