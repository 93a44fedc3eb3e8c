"""Does the sample hold what data/boundaries/situations.csv says, read with plain geopandas and arithmetic?

Nothing of Townline is used here: the layers are measured in the plane of EPSG:8189 (US survey feet), in
which they were drawn. Coordinates stand on a grid of 0.0001 m, a third of a thousandth of a foot.
"""

from __future__ import annotations

import csv
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from functools import cache
from pathlib import Path

import geopandas as gpd
import pandas as pd
import pyogrio
import pytest
import shapely

REPOSITORY = Path(__file__).resolve().parents[2]
SAMPLE = REPOSITORY / "data" / "boundaries"
ORIGIN_FT = (846_000, 600_000)
MILE = 5280
ROUNDING_FT = 0.001
"""Two ends of a distance, each on the grid of 0.0001 m in both directions, rounded up."""
Row = dict[str, str]
ELSEWHERE = ("ground.", "works.", "rolls.", "votes.", "proceedings.", "districts.", "sewers.", "runoff.")
"""Keys that begin so are checked in the test of that name: test_ground.py, test_works.py and so on."""

with (SAMPLE / "situations.csv").open(encoding="utf-8", newline="") as _handle:
    SITUATIONS = {row["key"]: row for row in csv.DictReader(_handle) if not row["key"].startswith(ELSEWHERE)}


def _in_feet(name: str) -> gpd.GeoDataFrame:
    table = gpd.read_file(SAMPLE / name).to_crs("EPSG:8189")
    return table.set_geometry(table.translate(-ORIGIN_FT[0], -ORIGIN_FT[1]))


@cache
def parcels() -> gpd.GeoDataFrame:
    return _in_feet("parcels.gpkg")


@cache
def municipalities() -> dict[str, shapely.Geometry]:
    classes = {"T": "Town", "V": "Village", "C": "City"}
    table = _in_feet("municipalities.gpkg")
    return {f"{classes[row.CTV]} of {row.MCD_NAME}": row.geometry for row in table.itertuples()}


@cache
def proposal(name: str) -> shapely.Geometry:
    return _in_feet(f"proposal-{name}.geojson").geometry[0]


@cache
def counties() -> dict[str, shapely.Geometry]:
    table = _in_feet("counties.gpkg")
    return dict(zip(table["NAME"], table.geometry, strict=True))


def rows_of(parcel_id: str) -> gpd.GeoDataFrame:
    table = parcels()
    return table[table["PARCELID"] == parcel_id]


def rows_with_stem(stem: str) -> gpd.GeoDataFrame:
    table = parcels()
    return table[table["PARCELID"].str.startswith(stem)]


def share_inside(ground: shapely.Geometry, name: str) -> float:
    return ground.intersection(proposal(name)).area / ground.area


def overlaps(name: str) -> dict[str, float]:
    """Area that each village and city has in common with a proposal, where there is any."""
    areas = {who: ground.intersection(proposal(name)).area for who, ground in municipalities().items()}
    return {who: area for who, area in areas.items() if area > 0 and not who.startswith("Town")}


@cache
def assessed_inside(name: str) -> dict[str, float]:
    """Assessed value inside a proposal by town of the roll, by area of the cut parcels.

    Exempt and forest-law parcels without an assessed value have none; a parcel number counts once.
    """
    table = parcels()
    near = table[table.intersects(proposal(name)) & table["PARCELID"].str.contains(r"\d", regex=True)]
    totals: dict[str, float] = {}
    for _, rows in near.groupby("PARCELID"):
        share = share_inside(shapely.union_all(rows.geometry.to_numpy()), name)
        town = rows["PLACENAME"].iloc[0].title().replace("Of", "of")
        value = rows["CNTASSDVALUE"].iloc[0]
        if share > 1e-6 and pd.notna(value):
            totals[town] = totals.get(town, 0.0) + float(value) * share
    return totals


def ratio(town: str, year: int) -> Fraction:
    with (SAMPLE / "ratios.csv").open(encoding="utf-8", newline="") as handle:
        rows = list(csv.DictReader(handle))
    (found,) = [row["ratio"] for row in rows if (row["municipality"], row["year"]) == (town, str(year))]
    return Fraction(found)


def leading_town(year: int) -> str:
    full = {town: Fraction(value) / ratio(town, year) for town, value in assessed_inside("lawful").items()}
    return max(full, key=lambda town: full[town])


def strip_width_ft(stem: str, taker: str, axis: int) -> float:
    """Width of what a municipality's polygon takes of parcels that the roll has elsewhere.

    The strip runs along the parcels' whole side, so its width is its area over their extent.
    """
    ground = shapely.union_all(rows_with_stem(stem).geometry.to_numpy())
    west, south, east, north = ground.bounds
    return ground.intersection(municipalities()[taker]).area / (east - west, north - south)[axis]


def close(expected: str, measured: float, *, within: float) -> None:
    assert float(expected) == pytest.approx(measured, abs=within, rel=0)


def check_jurisdiction(row: Row) -> None:
    year = 2024 if row["key"].endswith("2024") else 2025
    assert row["state"] == "pass"
    assert leading_town(year) == row["answer"]


def check_overlap_list(row: Row) -> None:
    name = row["key"].split(".")[0]
    real = [who for who, area in sorted(overlaps(name).items()) if area > MILE * 0.1]
    assert "; ".join(real) == row["answer"]
    state = "fail" if real else "within_tolerance" if overlaps(name) else "pass"
    assert row["state"] == state


def check_assessed(row: Row) -> None:
    # Half a dollar in sixteen million: a part in thirty million of each cut parcel's area.
    close(row["answer"], assessed_inside("lawful")[row["feature_id"]], within=0.5)


def check_area(row: Row) -> None:
    # Four miles of boundary, each point within a thousandth of a foot.
    close(row["answer"], proposal("lawful").area, within=4 * MILE * ROUNDING_FT)


def check_clearance(row: Row) -> None:
    close(row["answer"], proposal("lawful").distance(municipalities()[row["feature_id"]]), within=ROUNDING_FT)


def check_cut(row: Row) -> None:
    (ground,) = rows_of(row["feature_id"]).geometry
    assert share_inside(ground, "lawful") == pytest.approx(float(Fraction(row["answer"])), abs=1e-6)


def check_common_area(row: Row) -> None:
    # A sliver of a mile is off by half the rounding along its length, on average far less.
    name = row["key"].split(".")[0]
    close(row["answer"], overlaps(name)[row["feature_id"]], within=MILE * ROUNDING_FT / 10)


def check_whole_lot(row: Row) -> None:
    (ground,) = rows_of(row["feature_id"]).geometry
    assert proposal("unlawful").contains_properly(ground)
    assert municipalities()["Village of Elm"].covers(ground.buffer(-ROUNDING_FT))


def check_sliver_town(row: Row) -> None:
    inside = [who for who, ground in municipalities().items() if ground.intersection(proposal("sliver")).area > 0]
    assert [who for who in inside if who.startswith("Town")] == [row["answer"]]


def check_sliver_width(row: Row) -> None:
    strip = municipalities()["Village of Elm"].intersection(proposal("sliver"))
    west, south, east, north = strip.bounds
    close(row["answer"], east - west, within=ROUNDING_FT)
    assert north - south == pytest.approx(MILE, abs=ROUNDING_FT)


def check_strip(row: Row) -> None:
    taker, axis = {
        "layers.sliver.elm-west": ("Village of Elm", 1),
        "layers.sliver.island-north": ("City of Fir", 0),
        "layers.sliver.fir-east": ("City of Fir", 1),
    }[row["key"]]
    close(row["answer"], strip_width_ft(row["feature_id"], taker, axis), within=ROUNDING_FT)


def check_claimed_twice(row: Row) -> None:
    one, other = (municipalities()[name] for name in row["feature_id"].split("; "))
    # Lines shared by both are left out; in floats a common edge may overlap by nothing that matters.
    both = max(shapely.get_parts(one.intersection(other)), key=shapely.area)
    # The west line of the village is not quite straight north: it stands 9 ft askew in a mile at most,
    # less than a tenth of a foot in 50.
    close(row["answer"], both.area, within=50 * 0.1)
    assert all(both.distance(proposal(name)) > MILE / 2 for name in ("lawful", "unlawful", "sliver"))


def check_claimed_by_none(row: Row) -> None:
    ground = shapely.union_all(list(municipalities().values()))
    (hole,) = [shapely.Polygon(ring) for ring in ground.interiors]
    close(row["answer"], hole.area, within=30 * 0.1)
    assert all(hole.distance(proposal(name)) > MILE / 2 for name in ("lawful", "unlawful", "sliver"))


def check_island(row: Row) -> None:
    rings = [ring for part in municipalities()[row["feature_id"]].geoms for ring in part.interiors]
    (island,) = [shapely.Polygon(ring) for ring in rings]
    assert municipalities()[row["answer"]].buffer(ROUNDING_FT).contains(island)
    held = rows_with_stem("004-0814-1413-")
    assert set(held["PLACENAME"]) == {row["answer"].upper()}
    assert island.contains(held.geometry.iloc[0].representative_point())


def check_finger(row: Row) -> None:
    # x from 16,500 to 21,120 and y from 7,887 to 7,953 in the plan; town land on both sides.
    city = municipalities()[row["feature_id"]]
    column = city.intersection(shapely.box(18_000, 6_900, 18_001, 9_000))
    close(row["answer"], column.area, within=ROUNDING_FT)
    reach = city.intersection(shapely.box(15_840, 7_900, 21_120, 7_901))
    assert reach.area == pytest.approx(4_620, abs=2 * ROUNDING_FT)


def check_detached(row: Row) -> None:
    parts = sorted(shapely.get_parts(municipalities()[row["feature_id"]]), key=shapely.area)
    assert len(parts) == 2
    close(row["answer"], parts[0].area, within=4 * 330 * ROUNDING_FT)


def check_jog(row: Row) -> None:
    one, other = (municipalities()[name] for name in row["feature_id"].split("; "))
    line = one.intersection(other.buffer(ROUNDING_FT)).intersection(shapely.box(15_700, 10_559.9, 16_000, 10_560.1))
    west, _, east, _ = line.bounds
    # The corner north of the line is set by the same survey, up to 9 ft out of place.
    close(row["answer"], east - west, within=9 + ROUNDING_FT)


def check_county_line(row: Row) -> None:
    home = counties()[row["answer"]]
    core = shapely.box(0, -100, 6 * MILE, 5 * MILE)  # elsewhere the line has the slivers of test_ground.py
    of_county = [ground for name, ground in municipalities().items() if name not in {"Town of Cedar", "Town of Hazel"}]
    towns = shapely.union_all(of_county).intersection(core)
    assert towns.difference(home.buffer(0.001)).is_empty
    assert counties()["Dodge"].intersection(home).area < 80_000 * 0.001
    assert towns.distance(counties()["Dodge"]) <= 0.001


def check_annexed(row: Row) -> None:
    (found,) = rows_of(row["feature_id"]).itertuples()
    where = max(municipalities(), key=lambda who: municipalities()[who].intersection(found.geometry).area)
    assert row["answer"] == f"roll {found.PLACENAME}; polygon {where}"
    assert municipalities()[where].buffer(ROUNDING_FT).contains(found.geometry)


def check_straddle(row: Row) -> None:
    (ground,) = rows_of(row["feature_id"]).geometry
    in_each = {who: land.intersection(ground).area for who, land in municipalities().items()}
    assert "; ".join(sorted(who for who, area in in_each.items() if area > 1000)) == row["answer"]


def _cell(row: Row, column: str) -> str | None:
    found = rows_of(row["feature_id"])[column].iloc[0]
    return None if pd.isna(found) else str(found)


def check_place_without_class(row: Row) -> None:
    assert _cell(row, "PLACENAME") == row["answer"]
    assert parcels()["PLACENAME"].eq(row["answer"]).sum() == 1


def check_unknown_value(row: Row) -> None:
    assert row["answer"] == ""
    blank = ["CNTASSDVALUE", "LNDVALUE", "IMPVALUE", "MFLVALUE", "PROPCLASS", "AUXCLASS"]
    assert rows_of(row["feature_id"])[blank].isna().all(axis=None)
    table = parcels()
    land = table["PLACENAME"].notna()
    assert (land & table["CNTASSDVALUE"].isna() & table["AUXCLASS"].isna()).sum() == 1


def check_unknown_code(row: Row) -> None:
    assert _cell(row, "AUXCLASS") == row["answer"]
    assert _cell(row, "CNTASSDVALUE") == "150000"


def check_exempt(row: Row) -> None:
    assert (_cell(row, "AUXCLASS"), row["answer"]) == ("X4", "0")
    assert _cell(row, "CNTASSDVALUE") is None


def check_partly_exempt(row: Row) -> None:
    assert _cell(row, "AUXCLASS") == "X4"
    assert _cell(row, "CNTASSDVALUE") == f"{row['answer']}.0"  # class 2 is written with a point


def check_forest_law(row: Row) -> None:
    assert (_cell(row, "AUXCLASS"), _cell(row, "MFLVALUE")) == ("W5", "96000")
    assert _cell(row, "CNTASSDVALUE") == row["answer"]


def check_farmland(row: Row) -> None:
    assert (_cell(row, "PROPCLASS"), _cell(row, "CNTASSDVALUE")) == ("4,5M", row["answer"])
    assert _cell(row, "ESTFMKVALUE") is None


def check_class_with_blank(row: Row) -> None:
    assert _cell(row, "PROPCLASS") == row["answer"].replace(";", ",")


def check_number_with_point(row: Row) -> None:
    assert _cell(row, "CNTASSDVALUE") == f"{row['answer']}.0"


def check_condominium(row: Row) -> None:
    units = rows_with_stem(f"{row['feature_id']}-")
    assert units["PARCELID"].nunique() == len(units) == int(row["answer"])
    assert len(set(units.geometry.to_wkb())) == 1


def check_exploded(row: Row) -> None:
    rows = rows_of(row["feature_id"])
    assert rows["CNTASSDVALUE"].tolist() == [row["answer"]] * 2
    assert rows.geometry.iloc[0].distance(rows.geometry.iloc[1]) > 400


def check_repeated_row(row: Row) -> None:
    rows = rows_of(row["feature_id"])
    assert rows["CNTASSDVALUE"].tolist() == [row["answer"]] * 2
    whole = parcels().assign(shape=parcels().geometry.to_wkb()).drop(columns="geometry")
    assert whole[whole.duplicated()]["PARCELID"].tolist() == [row["feature_id"]]


def check_rows_of_road(row: Row) -> None:
    rows = rows_of(row["feature_id"])
    rows = rows[rows["LONGITUDE"].notna()]  # those of the core; around it the county leaves the field blank
    assert len(rows) == int(row["answer"])
    assert rows[["PLACENAME", "CNTASSDVALUE", "OWNERNME1"]].isna().all(axis=None)
    assert rows["STATEID"].unique().tolist() == ["055ROW"]


def check_street_as_gap(row: Row) -> None:
    # The middle of the plat's first street: 14,520 to 15,807 east, and 181.5 + 33 ft north of 6,600.
    middle = shapely.Point(14_700, 6_600 + (1_320 / 3 - 66) / 2 + 33)
    assert parcels().intersects(middle).sum() == int(row["answer"])
    assert rows_with_stem(row["feature_id"]).union_all().convex_hull.contains(middle)


def check_water(row: Row) -> None:
    rows = rows_of(row["feature_id"])
    assert len(rows) == int(row["answer"])
    assert rows["PLACENAME"].isna().all()
    assert rows.geometry.iloc[0].area > 43_560


def check_gap(row: Row) -> None:
    (ground,) = rows_of(row["feature_id"]).geometry
    _, south, _, north = ground.bounds
    # The farms' quarter line is askew by 9 ft in a mile at most: the strip's ends rise by 0.01 ft across it,
    # and its width changes from end to end with the section's, by 9 ft in 5,280: 0.005 ft in 3.
    close(row["answer"], ground.area / (north - south), within=0.01)


def check_joint_owners(row: Row) -> None:
    assert parcels()[row["answer"]].notna().sum() > 100


def check_repeated_owners(row: Row) -> None:
    held = parcels().drop_duplicates("PARCELID")[row["answer"]].value_counts()
    assert (held > 2).sum() > 20


def check_invented_owners(row: Row) -> None:
    names = pd.concat([parcels()["OWNERNME1"], parcels()["OWNERNME2"]]).dropna()
    assert names.str.split().str[0].unique().tolist() == row["answer"].split("; ")
    assert set(parcels()["PSTLADRESS"].dropna()) == {"PO BOX 0 NOWHERE WI 00000"}


def check_two_years(row: Row) -> None:
    rows = pd.read_csv(SAMPLE / "ratios.csv", dtype=str)
    assert sorted(rows["year"].unique()) == row["answer"].split("; ")
    assert rows.groupby("municipality")["year"].nunique().to_dict() == dict.fromkeys(municipalities(), 2)
    assert rows["ratio"].str.fullmatch(r"0\.\d{9}").all()


CHECKS: dict[str, Callable[[Row], None]] = {
    "lawful.TSD-01": check_jurisdiction,
    "lawful.TSD-01.2024": check_jurisdiction,
    "lawful.TSD-09": check_overlap_list,
    "lawful.value.alder": check_assessed,
    "lawful.value.birch": check_assessed,
    "lawful.area": check_area,
    "lawful.clearance.elm": check_clearance,
    "lawful.clearance.well": check_clearance,
    **{f"lawful.cut.{code}": check_cut for code in (1612, 1611, 1534, 1543, 1532, 1531, 1542)},
    "unlawful.TSD-09": check_overlap_list,
    "unlawful.overlap.fir": check_common_area,
    "unlawful.overlap.elm": check_common_area,
    "unlawful.lot": check_whole_lot,
    "sliver.TSD-01": check_sliver_town,
    "sliver.TSD-09": check_overlap_list,
    "sliver.area": check_common_area,
    "sliver.width": check_sliver_width,
    "layers.sliver.elm-west": check_strip,
    "layers.sliver.island-north": check_strip,
    "layers.sliver.fir-east": check_strip,
    "layers.claimed-twice": check_claimed_twice,
    "layers.claimed-by-none": check_claimed_by_none,
    "municipality.island": check_island,
    "municipality.finger": check_finger,
    "municipality.detached": check_detached,
    "survey.jog": check_jog,
    "county.line": check_county_line,
    "parcel.annexed.101": check_annexed,
    "parcel.annexed.102": check_annexed,
    "parcel.straddle.1724": check_straddle,
    "parcel.straddle.1712": check_straddle,
    "parcel.straddle.1331": check_straddle,
    "parcel.place-without-class": check_place_without_class,
    "parcel.unknown-value": check_unknown_value,
    "parcel.unknown-code": check_unknown_code,
    "parcel.exempt": check_exempt,
    "parcel.partly-exempt": check_partly_exempt,
    "parcel.forest-law": check_forest_law,
    "parcel.farmland": check_farmland,
    "parcel.class-with-blank": check_class_with_blank,
    "parcel.number-with-point": check_number_with_point,
    "parcel.condominium.1641": check_condominium,
    "parcel.condominium.1632": check_condominium,
    "parcel.condominium.1433": check_condominium,
    "parcel.exploded": check_exploded,
    "parcel.repeated-row": check_repeated_row,
    "record.row": check_rows_of_road,
    "record.row-as-gap": check_street_as_gap,
    "record.lake": check_water,
    "record.hydro": check_water,
    "record.gap": check_gap,
    "owner.joint": check_joint_owners,
    "owner.repeated": check_repeated_owners,
    "owner.invented": check_invented_owners,
    "ratios.two-years": check_two_years,
}


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == list(CHECKS)


@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    CHECKS[key](row)


def test_expected_values_are_those_of_the_table() -> None:
    expected = json.loads((SAMPLE / "expected.json").read_text("utf-8"))
    towns = expected["lawful"]["towns"]
    assert {town: facts["assessed_value"] for town, facts in towns.items()} == {
        "Town of Alder": SITUATIONS["lawful.value.alder"]["answer"],
        "Town of Birch": SITUATIONS["lawful.value.birch"]["answer"],
    }
    # Worked in the table's reasons: value over ratio, to the cent.
    assert towns["Town of Alder"]["equalized_value"] == {"2024": "16356324.38", "2025": "19070937.79"}
    assert towns["Town of Birch"]["equalized_value"] == {"2024": "18029647.52", "2025": "16229774.89"}
    assert expected["lawful"]["area_sqft"] == SITUATIONS["lawful.area"]["answer"]
    assert expected["unlawful"]["overlaps_sqft"] == {
        "City of Fir": SITUATIONS["unlawful.overlap.fir"]["answer"],
        "Village of Elm": SITUATIONS["unlawful.overlap.elm"]["answer"],
    }
    assert expected["sliver"]["overlaps_sqft"] == {"Village of Elm": SITUATIONS["sliver.area"]["answer"]}
    cut = {parcel: share for facts in towns.values() for parcel, share in facts["cut_parcels"].items()}
    assert cut == {row["feature_id"]: row["answer"] for key, row in SITUATIONS.items() if key.startswith("lawful.cut")}
    assert (towns["Town of Alder"]["whole_parcels"], towns["Town of Birch"]["whole_parcels"]) == (92, 42)


def test_whole_and_cut_parcels_of_the_lawful_proposal() -> None:
    table = parcels()
    line = proposal("lawful")
    near = table[table["PARCELID"].str.contains(r"\d", regex=True) & table.intersects(line)]
    shares = near.intersection(line).area / near.area
    inside = set(near["PARCELID"][shares > 1 - 1e-9])
    cut = set(near["PARCELID"][(shares > 1e-9) & (shares <= 1 - 1e-9)])
    # Alder: MEADOW 42, CHAPEL 42 - 1 + 4 units, the farm in two rows, its neighbour, two farms, the wood.
    assert sum(parcel.startswith("002") for parcel in inside) == 42 + 45 + 1 + 1 + 2 + 1
    assert sum(parcel.startswith("004") for parcel in inside) == 42
    assert cut == {row["feature_id"] for key, row in SITUATIONS.items() if key.startswith("lawful.cut")}


def test_parcel_layer_follows_the_schema_and_is_text() -> None:
    info = pyogrio.read_info(SAMPLE / "parcels.gpkg", layer="parcels")
    assert info["crs"] == "EPSG:3071"
    assert list(info["fields"])[:5] == ["STATEID", "PARCELID", "TAXPARCELID", "PARCELDATE", "TAXROLLYEAR"]
    assert len(info["fields"]) == 43
    assert set(info["dtypes"]) == {"object"}
    table = parcels()
    assert table.geometry.is_valid.all()
    land = table[table["CNTASSDVALUE"].notna()]
    amounts = land[["CNTASSDVALUE", "LNDVALUE", "IMPVALUE"]].astype(float)
    assert (amounts["CNTASSDVALUE"] == amounts["LNDVALUE"] + amounts["IMPVALUE"]).all()
    farm = land["PROPCLASS"].fillna("").str.contains(r"\b(?:4|5|5M)\b", regex=True)
    assert land.loc[farm, "ESTFMKVALUE"].isna().all()
    assert (table["STATEID"] == table["PARCELFIPS"] + table["PARCELID"]).all()
    assert table.groupby("CONAME")["PARCELFIPS"].unique().explode().to_dict() == {"DODGE": "027", "JEFFERSON": "055"}


def test_parcels_do_not_overlap_but_for_stacks_and_the_repeat() -> None:
    table = parcels().drop_duplicates("geometry").reset_index(drop=True)
    one, other = table.sindex.query(table.geometry, predicate="intersects")
    pairs = one < other
    left, right = table.geometry.iloc[one[pairs]], table.geometry.iloc[other[pairs]]
    common = left.intersection(right, align=False)
    # Points stand on the grid, so that a neighbour's corner may lie off an edge by its rounding.
    assert (common.area < common.length * ROUNDING_FT + 1e-6).all()


def test_municipal_layer_is_valid_and_sorted() -> None:
    assert list(municipalities()) == [
        "City of Fir",
        "Town of Alder",
        "Town of Birch",
        "Town of Cedar",
        "Town of Hazel",
        "Village of Elm",
    ]
    assert all(ground.is_valid for ground in municipalities().values())


@pytest.mark.parametrize("name", ["lawful", "unlawful", "sliver"])
def test_proposal_is_a_valid_polygon_as_rfc_7946_has_it(name: str) -> None:
    content = json.loads((SAMPLE / f"proposal-{name}.geojson").read_text("utf-8"))
    assert set(content) == {"type", "features"}  # no crs member: longitude and latitude
    ground = shapely.geometry.shape(content["features"][0]["geometry"])
    assert ground.is_valid
    assert ground.exterior.is_ccw
    assert not any(ring.is_ccw for ring in ground.interiors)
    west, south, east, north = ground.bounds
    assert -89.02 < west < east < -88.40  # the zone's area of use
    assert 42.84 < south < north < 43.64


def test_import_list_names_files_that_are_there() -> None:
    listed = tomllib.loads((SAMPLE / "layers.toml").read_text("utf-8"))
    kinds = [entry["kind"] for entry in listed["import"]]
    # What says where a place lies comes first: later layers are held against it.
    assert kinds[:3] == ["counties", "municipalities", "parcels"]
    assert {"ratios", "sections", "rights_of_way", "streets", "railroads", "water", "reporting_units", "votes"} <= {
        *kinds
    }
    for entry in listed["import"]:
        if "layer" in entry:
            assert pyogrio.list_layers(SAMPLE / entry["file"])[:, 0].tolist() == [entry["layer"]]
            assert Decimal(entry["accuracy_ft"]) > 0
    files = {entry["file"] for group in listed.values() for entry in group}
    assert all((SAMPLE / name).is_file() for name in files)


def test_sample_is_small() -> None:
    assert sum(file.stat().st_size for file in SAMPLE.iterdir()) < 12_000_000


def test_every_drawn_layer_has_a_style_for_qgis() -> None:
    # Years of a layer share one; what is drawn by hand is styled by the first word of its name.
    drawn_as = {"annexation": "proposal", "excluded": "proposal"}
    shapes = {"Polygon": "polygon", "MultiPolygon": "polygon", "LineString": "line", "MultiLineString": "line"}
    wanted = set()
    for file in SAMPLE.iterdir():
        if file.suffix not in {".gpkg", ".geojson", ".zip"}:
            continue
        name = re.split(r"_\d{4}|[.-]", file.name)[0]
        for kind in gpd.read_file(file).geom_type.unique():
            wanted.add(f"{drawn_as.get(name, name)}.{shapes.get(kind, 'point')}.qml")
    assert wanted
    assert wanted <= {file.name for file in (SAMPLE / "styles").iterdir()}


@pytest.mark.slow
def test_script_makes_the_committed_files_again(tmp_path: Path) -> None:
    script = REPOSITORY / "scripts" / "make_sample.py"
    subprocess.run([sys.executable, script, "--out", tmp_path], check=True, capture_output=True)
    made = sorted(file.name for file in tmp_path.iterdir())
    by_hand = {"README.md", "layers.toml", "situations.csv", "styles"}
    by_hand |= {"private-systems-map.toml", "sewer-nodes-map.toml", "sewers-map.toml", "decision-flips.yaml"}
    by_hand |= {f"register-{name}.csv" for name in ("lawful", "unlawful", "spindle", "lake", "sewers", "runoff")}
    by_hand |= {f"ordinance-{name}.yaml" for name in ("elm", "fir", "tanner")}
    by_hand |= {"proposal-lawful.yaml", "proposal-unlawful.yaml", "arrears.csv"}
    by_hand |= {"project-tanner.yaml", "project-hazel.yaml"}
    assert made == sorted({file.name for file in SAMPLE.iterdir()} - by_hand)
    for name in made:
        if name.endswith(".gpkg"):
            # The file's own bytes also carry the version of SQLite; what counts is what it says.
            ours, theirs = gpd.read_file(tmp_path / name), gpd.read_file(SAMPLE / name)
            assert ours.crs == theirs.crs
            assert ours.geometry.to_wkb().tolist() == theirs.geometry.to_wkb().tolist()
            assert ours.drop(columns="geometry").equals(theirs.drop(columns="geometry"))
        else:
            assert (tmp_path / name).read_bytes() == (SAMPLE / name).read_bytes()
