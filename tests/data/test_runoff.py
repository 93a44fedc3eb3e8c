"""Has each lot of the village's stormwater utility the units that were worked by hand beside it, before running?

Rows of data/boundaries/situations.csv whose keys begin with `runoff.`: the second word of the key is whose numbers
are used. `elm` is the village's own ordinance; `mukwonago` is Mukwonago's text over the same land. The last words say
what the row states; without any, rule, state and units. Surfaces are outlined by scripts/sample/mill.py.

The city's square mile shows sums over a roll of a thousand parcels, and outlines beside the raster of the same land.
"""

from __future__ import annotations

import datetime as dt
import importlib
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
import shapely

from gis.facts.impervious.areas import raster_on_file
from gis.facts.impervious.measuring import impervious_of
from gis.facts.impervious.policy import ImperviousPolicy
from gis.facts.layerset import LayerSet
from gis.law.ordinance_checking import checked_ordinance
from gis.law.ordinance_files import load_ordinances
from gis.model.exact import money, number
from gis.model.runoff import ParcelRunoff, ParcelUnits, RollChanges
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.comparing import roll_changes
from gis.proposals.runoff.one_parcel import parcel_runoff
from gis.proposals.runoff.roll import RollFound, eru_roll
from gis.register.reading import read_register
from tests.data.plain_county import NEW, SAMPLE, Row, layer, situations

DATE, EARLIER = dt.date(2026, 6, 15), dt.date(2025, 3, 1)
BEFORE = {"unknown-before": EARLIER}
"""Day that the third word of a key asks about, where it is another."""
MUKWONAGO_RATE = Fraction("18.75")
"""Mukwonago's board adopts the rate; the sample's rows use this one."""
MUKWONAGO_OVER = """\
id: mukwonago-over-{place}
title: Mukwonago's text over {name}
citation: Village of Mukwonago Code ch. 86
applies_in: {{kind: {kind}, name: {name}, county: Jefferson}}
in_force: {{from: 2011-07-01}}
connection: {{rule: MUK-01}}
stormwater:
  district: {district}
  rate: null
"""
UTILITY = "Elm Stormwater Utility (invented)"
OVER = {
    "mukwonago": {"place": "elm", "kind": "village", "name": "Village of Elm", "district": UTILITY},
    "city": {"place": "fir", "kind": "city", "name": "City of Fir", "district": "Fir Stormwater Utility"},
}
"""Over which land the text is laid; the city's district is not on file, so that its limits stand in its place."""
SITUATIONS = situations("runoff.")


def _plan() -> Sequence[Any]:
    """Return the outlines as the maker drew them; its modules stand beside the tests and are no package of ours."""
    with pytest.MonkeyPatch.context() as patched:
        patched.syspath_prepend(SAMPLE.parents[1] / "scripts")
        drawn: Sequence[Any] = importlib.import_module("sample.mill").OUTLINES
        return drawn


PLAN = _plan()
LOTS = "141-0814-1634-"
CORNER_FT = 0.04
"""Corners of outlines stand on a grid of 1/64 m: half its diagonal."""
CELL_SQFT = 10.7639
"""A square metre; what is smaller than a cell the raster does not tell."""
DEEPER_FT = 2.5
"""Stated accuracy of lot lines and outlines together is 3 ft; no surface of the sample ends between the two."""


@cache
def asked(layers: Path, whose: str, date: dt.date) -> RunoffAsked:
    register = SAMPLE / "register-runoff.csv"
    if whose == "elm":
        file, rate = SAMPLE / "ordinance-elm.yaml", None
    else:
        file, rate = layers.parent / f"mukwonago-over-{OVER[whose]['place']}.yaml", MUKWONAGO_RATE
        file.write_text(MUKWONAGO_OVER.format_map(OVER[whose]), "utf-8")
    name = "elm" if whose == "elm" else file.stem
    told = read_register(register.read_bytes(), register.name, date)
    return RunoffAsked(Asked(date, load_ordinances([file]), name, told), layers, rate)


@cache
def roll(layers: Path, whose: str, date: dt.date = DATE) -> RollFound:
    return eru_roll(LayersOnFile(layers), asked(layers, whose, date))


@cache
def changes(layers: Path, whose: str) -> RollChanges:
    return roll_changes(LayersOnFile(layers), asked(layers, whose, EARLIER), asked(layers, whose, DATE))


def parcel_of(layers: Path, row: Row) -> ParcelUnits:
    _, whose, what, *_ = row["key"].split(".")
    found = roll(layers, whose, BEFORE.get(what, DATE)).found
    return found[row["feature_id"], "Jefferson"].parcel


def said(value: Fraction | None) -> str:
    return "" if value is None else str(number(value))


def check_units(layers: Path, row: Row) -> None:
    parcel = parcel_of(layers, row)
    assert parcel.finding is not None
    assert (parcel.finding.rule, parcel.finding.state) == (row["rule"], row["state"]), parcel.finding.because
    assert said(parcel.units) == row["answer"], parcel.finding.because
    assert parcel.standing == ("assigned" if row["answer"] else "open")


def check_reading(layers: Path, row: Row) -> None:
    parcel = parcel_of(layers, row)
    finding = parcel.membership if row["rule"] == "MUK-15" else parcel.finding
    assert finding is not None
    assert (finding.rule, finding.state) == (row["rule"], row["state"])
    (reading,) = [each for each in parcel.readings if each.name == row["key"].rsplit(".", 1)[1]]
    assert said(reading.units) == row["answer"]


def check_outside(layers: Path, row: Row) -> None:
    _, whose, _ = row["key"].split(".")
    answer = parcel_runoff(LayersOnFile(layers), asked(layers, whose, DATE), row["feature_id"])
    assert (answer.parcel.standing, answer.parcel.units, answer.parcel.bill) == (row["state"], None, None)
    assert (row["feature_id"], "Jefferson") not in roll(layers, whose).found


def check_bearing(layers: Path, row: Row) -> None:
    assert said(parcel_of(layers, row).units_bearing) == row["answer"]


def check_due(layers: Path, row: Row) -> None:
    bill = parcel_of(layers, row).bill
    assert bill is not None
    assert money(bill.due) == row["answer"]
    assert bill.due + sum(each.taken_off for each in bill.credits) == bill.charge


def check_changed(layers: Path, row: Row) -> None:
    told = changes(layers, row["key"].split(".")[1]).changes
    (change,) = [each for each in told if each.parcel_id == row["feature_id"]]
    assert f"{said(change.units_before)}; {said(change.units_after)}" == row["answer"]
    assert change.reasons


def check_sum(layers: Path, row: Row) -> None:
    _, whose, _, what = row["key"].split(".")
    sums = roll(layers, whose).roll.sums
    assert sums.billed is not None
    stated = {
        "parcels": f"{sums.parcels}; {sums.assigned}; {sums.open}",
        "units": said(sums.total_units),
        "billed": money(sums.billed),
    }
    assert stated[what] == row["answer"]


def check_district(_: Path, row: Row) -> None:
    name, day = row["feature_id"].split("; ")
    table = layer("districts.gpkg").set_index("DISTRICT").loc[name]
    assert (table["DISTRICT_TYPE"], str(table["ESTABLISHED"])[:10]) == ("UTILITY DISTRICT", day)
    assert table.geometry.area == pytest.approx(float(row["answer"]), abs=5)
    assert table.geometry.within(layer("municipalities.gpkg").set_index("MCD_NAME").geometry["Elm"])


def check_outlines(_: Path, row: Row) -> None:
    drawn = PLAN
    table = layer("impervious.gpkg.zip")
    own = table[table["IMPERV_ID"].str.startswith(row["feature_id"])]
    assert len(own) == len(drawn) == int(row["answer"])
    lots = layer(NEW).set_index("PARCELID").geometry
    for outline, found in zip(drawn, own.itertuples(), strict=True):
        x, y, _, _ = lots[f"{LOTS}{outline.lot:03d}"].bounds
        ground = shapely.box(x + outline.west, y + outline.south, x + outline.east, y + outline.north)
        assert shapely.hausdorff_distance(ground.exterior, found.geometry.geoms[0].exterior) < CORNER_FT
        seen = (found.IMP_TYPE, found.PHOTO_DATE, found.BUILT_DATE if pd.notna(found.BUILT_DATE) else None)
        assert seen == (outline.sort, "2025-04-09", outline.built)


ENDINGS: dict[str, Callable[[Path, Row], None]] = {
    "district": check_district,
    "outlines": check_outlines,
    "outside": check_outside,
    "bearing": check_bearing,
    "due": check_due,
    "changed": check_changed,
}


def check_of(key: str) -> Callable[[Path, Row], None]:
    words = key.split(".")
    if "reading" in words:
        return check_reading
    if "sum" in words:
        return check_sum
    return ENDINGS.get(words[-1], check_units)


def test_no_two_rows_have_one_key_and_each_check_has_a_row() -> None:
    with (SAMPLE / "situations.csv").open(encoding="utf-8") as handle:
        keys = [line.split(",")[0] for line in handle if line.startswith("runoff.")]
    assert len(keys) == len(set(keys)) == len(SITUATIONS)
    assert {check_of(key) for key in SITUATIONS} == {*ENDINGS.values(), check_reading, check_sum, check_units}


# Each number of the file beside that of Mukwonago's text, ch. 86, stormwater definitions (5) and charges (2): the text
# has a quarter up, whole square feet, no least and no most, a tenth since January 1, 2004, four bills a year.
UNLIKE = {
    "eru_single_family_units": ("0.9", "1"),
    "eru_sqft": ("2750", "3000"),
    "eru_rounding": ("nearest_step", "up_to_step"),
    "eru_step": ("0.1", "0.25"),
    "eru_area_rounding": ("unrounded_area", "whole_square_feet"),
    "eru_minimum": ("0.5", "0"),
    "eru_cap": ("120", "0"),
    "eru_low_density_portion": ("0.08", "0.1"),
    "eru_low_density_units": ("0.7", "1"),
    "eru_low_density_date": ("2010-03-01", "2004-01-01"),
    "eru_bills_a_year": ("12", "4"),
}


def test_the_villages_utility_is_unlike_mukwonagos_in_every_number() -> None:
    checked = checked_ordinance(SAMPLE / "ordinance-elm.yaml")
    assert (checked.usable, checked.faults) == (True, ())
    assert checked.says is not None
    beside = {each.name: each for each in checked.says.numbers if each.name.startswith("eru_")}
    assert {name: (str(each.own[-1].value), str(each.law)) for name, each in beside.items()} == UNLIKE
    assert all(each.differs for each in beside.values())
    assert all(own != law for own, law in UNLIKE.values())


def test_the_villages_utility_states_what_mukwonagos_text_does_not() -> None:
    known = load_ordinances([SAMPLE / "ordinance-elm.yaml"])
    elm, mukwonago = (known.get(name, DATE) for name in ("elm", "mukwonago"))
    assert (elm.utility_district, str(elm.stormwater_rate)) == (UTILITY, "32/5")
    assert elm.utility_district != mukwonago.utility_district
    assert mukwonago.stormwater_rate is None
    own, text = elm.stormwater, mukwonago.stormwater
    assert own is not None
    assert text is not None
    assert [(each.surface, each.weight) for each in own.weights] == [("gravel", Fraction(3, 5))]
    portions = [(each.name, each.portion_off) for each in own.credits]
    assert portions == [("detention pond", Fraction(3, 10)), ("downspouts", Fraction(1, 10))]
    names = ("weights", "credits", "duplex_units_per_dwelling", "multifamily_units_per_dwelling")
    choices = ("credits_on", "credit_order", "credits_at_most_portion")
    assert all(getattr(own, name) != getattr(text, name) for name in (*names, *choices))


@pytest.mark.slow
@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str, sample_layers: Path) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    check_of(key)(sample_layers, row)


@cache
def explained(layers: Path, whose: str, lot: str) -> ParcelRunoff:
    return parcel_runoff(LayersOnFile(layers), asked(layers, whose, DATE), f"{LOTS}{lot}")


def sentences(answer: ParcelRunoff, heading: str) -> str:
    return " ".join(sentence for part in answer.said if part.heading == heading for sentence in part.sentences)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("whose", "lot", "heading", "said"),
    [
        # 3,200 / 3,000 is 1.07; outlines stand on a grid of 0.05 ft, so that further digits are no hand's.
        ("mukwonago", "031", "Runoff units", "divided by 3,000 sq ft is 1.06"),
        # 8 hundredths of a lot of 13,362.9375.
        ("elm", "043", "What would change it", "With more than 1,069.0"),
        (
            "mukwonago",
            "044",
            "What would change it",
            "fewer than now, for the formula and not the flat unit then holds",
        ),
        ("elm", "068", "Impervious surface", "of gravel, counted at 0.6 of it"),
        ("mukwonago", "068", "Impervious surface", "of gravel, of which the ordinance does not say whether it counts"),
        (
            "elm",
            "032",
            "Charge",
            "The credit detention pond (Code of the Village of Elm 9-24 (a) (invented)) takes off",
        ),
        ("elm", "032", "Charge", "Due are $4.99."),
        ("elm", "031", "Charge", "The credit downspouts would take off 10.0% if it were shown"),
        ("mukwonago", "035", "Other readings", "Only the part inside is charged. Then 0.75 runoff unit"),
        ("mukwonago", "050", "What stands on it", "2 dwellings"),
        ("mukwonago", "033", "Impervious surface", "The decision on an appeal shows 2,900 sq ft in all"),
    ],
)
def test_a_parcel_is_explained(sample_layers: Path, whose: str, lot: str, heading: str, said: str) -> None:
    assert said in sentences(explained(sample_layers, whose, lot), heading)


@pytest.mark.slow
def test_the_reader_is_told_why_more_surface_has_fewer_units(sample_layers: Path) -> None:
    (change,) = [each for each in changes(sample_layers, "mukwonago").changes if each.parcel_id == f"{LOTS}045"]
    assert change.units_before is not None
    assert change.units_after is not None
    assert change.units_after < change.units_before
    told = " ".join(change.reasons)
    assert "The impervious surface grew from" in told
    assert "and yet the parcel went from 1 runoff unit to 0.75" in told
    # Under the village's numbers it was never low-density: more surface has more units, and nothing needs a reason.
    (other,) = [each for each in changes(sample_layers, "elm").changes if each.parcel_id == f"{LOTS}045"]
    assert "and yet" not in " ".join(other.reasons)


@pytest.mark.slow
def test_nothing_else_changed_between_the_two_days(sample_layers: Path) -> None:
    # Of all outlines only two lots had one built or first seen between March 1, 2025 and June 15, 2026 that is not
    # older: the yard of 045, and the lot of 080 of which nobody knows since when.
    for whose in ("mukwonago", "elm"):
        assert [each.parcel_id[-3:] for each in changes(sample_layers, whose).changes] == ["045", "080"]
        assert changes(sample_layers, whose).unchanged == 75


@pytest.mark.slow
@pytest.mark.parametrize("whose", ["mukwonago", "elm", "city"])
def test_parts_of_a_roll_sum_to_the_whole(sample_layers: Path, whose: str) -> None:
    found = roll(sample_layers, whose)
    parcels, sums = found.roll.parcels, found.roll.sums
    assert sums.parcels == len(parcels) == len(found.shapes) == len(found.found)
    assert sums.assigned + sums.open + sums.outside == sums.parcels
    bills = [each.bill for each in parcels if each.bill is not None]
    assert sums.assigned == len(bills) > 0
    assert sums.total_units == sum(each.units_bearing for each in parcels if each.units_bearing is not None)
    assert sums.rate is not None
    assert sums.billed == sum(each.due for each in bills)
    assert all(each.due == each.charge - sum(line.taken_off for line in each.credits) for each in bills)
    # Each bill is rounded to the cent, so that all together lie within half a cent a bill of rate times units.
    assert abs(sums.billed - sums.rate * sums.total_units) <= Fraction(1, 200) * len(bills)


@pytest.mark.slow
@pytest.mark.parametrize("whose", ["mukwonago", "elm", "city"])
def test_units_lie_within_their_own_bounds(sample_layers: Path, whose: str) -> None:
    for each in roll(sample_layers, whose).roll.parcels:
        if each.units is not None:
            assert each.units_fewest is not None
            assert each.units_most is not None
            assert each.units_fewest <= each.units <= each.units_most, each.parcel_id


@pytest.mark.slow
def test_homes_of_the_city_are_those_of_roll_and_buildings(sample_layers: Path) -> None:
    # Independent: a building's id begins with its parcel's number; one dwelling on land of class 1 or 7 only.
    homes = {each.parcel_id for each in roll(sample_layers, "city").roll.parcels if each.development == "single_family"}
    parcels, buildings = layer(NEW), layer("buildings.gpkg.zip")
    dwellings = buildings["NUM_UNITS"].astype(int).groupby(buildings["BLDG_ID"].str.split("/").str[0]).sum()
    table = parcels[parcels["PARCELID"].str.startswith("241-")].set_index("PARCELID")
    classes, exempt = table["PROPCLASS"].fillna("").str.split(","), table["AUXCLASS"].fillna("").str.startswith("X")
    is_home = classes.map(lambda codes: not {"2", "3"} & {*codes} and {*codes} != {""}) & ~exempt
    expected = {each for each in table.index[is_home] if dwellings.get(each) == 1}
    assert len(expected) > 500
    assert {each for each in homes if each.startswith("241-")} == expected


@pytest.mark.slow
def test_what_stood_in_2004_is_told_by_the_day_of_building(sample_layers: Path) -> None:
    """Without that day all would be unknown: the first flight was on April 22, 2004, the qualifying date in January."""
    surfaces = layer("impervious.gpkg.zip")
    mile = shapely.box(*surfaces[surfaces["IMPERV_ID"].str.startswith("S25")].total_bounds).buffer(-1)
    buildings = layer("buildings.gpkg.zip")
    inside = buildings[buildings.within(mile)]
    oldest = inside["YR_BUILT"].astype(int).groupby(inside["BLDG_ID"].str.split("/").str[0]).min()
    found = {each.parcel_id: each.measured.baseline_sqft for each in roll(sample_layers, "city").roll.parcels}
    known = {name: found[name] for name in oldest.index if found.get(name) is not None}
    assert len(known) > 1_000
    # Surfaces stand from March 15 of their building's year, so that those of 2004 do not count yet.
    assert {name for name, area in known.items() if area} == {name for name in known if oldest[name] <= 2003}
    # Open are the lots that have, deeper than the accuracy of a lot line, a surface without a day of building, or
    # gravel of before 2004, which the text leaves open. Pavement of a street that only touches a lot leaves none open.
    sort, built = surfaces["IMP_TYPE"], surfaces["BUILT_DATE"]
    doubtful = surfaces[built.isna() | ((sort == "GRAVEL") & (built.astype(str) < "2004"))].union_all()
    lots = layer(NEW).set_index("PARCELID").geometry.loc[oldest.index].buffer(-DEEPER_FT)
    assert {*oldest.index} - {*known} == {*lots.index[lots.intersects(doubtful)]} != set()


@pytest.mark.slow
def test_outlines_and_raster_agree_within_the_rasters_accuracy(sample_layers: Path) -> None:
    """Half a cell along each line between cells that count and cells that do not, and one cell; parcel by parcel."""
    on_file = LayersOnFile(sample_layers)
    held = {kind: on_file.layer(kind, DATE) for kind in ("parcels", "rights_of_way", "impervious")}
    surfaces = held["impervious"]
    of_city = ~np.array([str(each).startswith("E25") for each in surfaces.column("surface_id")])
    near = np.sort(held["parcels"].tree.query(shapely.box(*shapely.total_bounds(surfaces.geometries[of_city]))))
    held["parcels"] = replace(held["parcels"], table=held["parcels"].table.iloc[near].reset_index(drop=True))
    without = {kind: each for kind, each in held.items() if kind != "impervious"}
    # The raster's maker took gravel for open ground.
    policy = ImperviousPolicy(Fraction(1, 20), Fraction(500), {"gravel": Fraction(0)})
    (manifest,) = on_file.editions("impervious_raster")
    frame, least = held["parcels"].frame, Fraction(1, 10)
    by_raster = impervious_of(LayerSet(frame, without, least), DATE, policy, raster_on_file(sample_layers, manifest))
    by_outline = impervious_of(LayerSet(frame, held, least), DATE, policy)
    both = (by_raster.basis == "raster") & (by_outline.basis == "polygons")
    assert both.sum() > 1_400
    outline, cells, unknown, margin = (
        each[both] / 100 for each in (by_outline.value, by_raster.value, by_raster.unknown, by_raster.margin)
    )
    assert (outline >= cells - margin - CELL_SQFT).all()
    assert (outline <= cells + unknown + margin + CELL_SQFT).all()
    # The bound is no loose one: it is a fraction of the surface, and over all parcels errors cancel.
    assert np.median(margin) < 0.2 * np.median(outline[outline > 0])
    known = unknown == 0
    assert outline[known].sum() == pytest.approx(cells[known].sum(), rel=1e-3)
    assert 0 < (~known).sum() < 20
