"""Does the country around the sample's core hold what it says, and does it tile?

Read with plain geopandas in the plane of EPSG:8189 (US survey feet), as in test_sample.py.
"""

from __future__ import annotations

import csv
import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "boundaries"
ORIGIN_FT = (846_000, 600_000)
MILE = 5280
ACRE_SQFT = 43_560
ROUNDING_FT = 0.001
"""Two ends of a distance, each on the grid of 0.0001 m in both directions, rounded up."""
CORNER_FT = 0.05
"""Corners around the core stand on twentieths of a foot: a straight line bends by so much where one lies on it."""
SURVEY_FT = 18
"""Two corners, each up to 9 ft out of place."""
Row = dict[str, str]

with (SAMPLE / "situations.csv").open(encoding="utf-8", newline="") as _handle:
    SITUATIONS = {row["key"]: row for row in csv.DictReader(_handle) if row["key"].startswith("ground.")}


@cache
def layer(name: str) -> gpd.GeoDataFrame:
    table = gpd.read_file(SAMPLE / name).to_crs("EPSG:8189")
    return table.set_geometry(table.translate(-ORIGIN_FT[0], -ORIGIN_FT[1]))


@cache
def towns() -> dict[str, shapely.Geometry]:
    classes = {"T": "Town", "V": "Village", "C": "City"}
    return {f"{classes[row.CTV]} of {row.MCD_NAME}": row.geometry for row in layer("municipalities.gpkg").itertuples()}


def county(name: str) -> shapely.Geometry:
    table = layer("counties.gpkg")
    return table.geometry[table["NAME"] == name].iloc[0]


def parcel(parcel_id: str) -> shapely.Geometry:
    table = layer("parcels.gpkg")
    (ground,) = table.geometry[table["PARCELID"] == parcel_id]
    return ground


def section(code: str) -> shapely.Geometry:
    table = layer("sections.gpkg")
    (ground,) = table.geometry[table["DTRS"] == f"4{code[:2]}{code[3:5]}{code[-2:]}"]
    return ground


def near(expected: str, measured: float, within: float) -> None:
    assert float(expected) == pytest.approx(measured, abs=within, rel=0)


def frontage_ft(parcel_id: str) -> dict[str, float]:
    """Feet that a parcel has in common with each street's right-of-way."""
    ways = layer("rights_of_way.gpkg")
    ways = ways[ways["STREET"].notna()]
    ground = parcel(parcel_id)
    found: dict[str, float] = {}
    for way in ways[ways.intersects(ground.buffer(CORNER_FT))].itertuples():
        common = ground.boundary.intersection(way.geometry.buffer(2 * CORNER_FT)).length
        if common > 1:
            found[way.STREET] = found.get(way.STREET, 0.0) + common
    return found


def easements_on(parcel_id: str) -> set[str]:
    ways = layer("rights_of_way.gpkg")
    easements = ways[ways["DEDICATION"].str.contains("EASEMENT")]
    return set(easements["ROW_ID"][easements.distance(parcel(parcel_id)) < CORNER_FT])


def check_north_line(row: Row) -> None:
    _, south, _, north = section(row["feature_id"]).bounds
    near(row["answer"], MILE - (north - south), within=SURVEY_FT)


def check_west_sections(row: Row) -> None:
    ground = section(row["feature_id"])
    south = shapely.box(*ground.bounds[:3], ground.bounds[1] + 100).intersection(ground)
    near(row["answer"], south.bounds[2] - south.bounds[0] - MILE, within=SURVEY_FT + 1)


def check_sections(row: Row) -> None:
    table = layer("sections.gpkg")
    assert len(table) == int(row["answer"]) == table["DTRS"].nunique()
    assert table.groupby(["TWP", "RNG"]).size().to_dict() == {
        (twp, rng): 36 if rng == 14 else 18 for twp in (8, 9) for rng in (13, 14, 15)
    }
    # Section 6 is at the northwest of its township and section 36 at the southeast.
    spots = table.set_index(["TWP", "RNG", "SEC"]).geometry.centroid
    for twp in (8, 9):
        assert spots[twp, 14, 6].x < spots[twp, 14, 1].x
        assert spots[twp, 14, 6].y > spots[twp, 14, 31].y
        assert spots[twp, 14, 36].x > spots[twp, 14, 31].x
        assert spots[twp, 14, 7].y < spots[twp, 14, 6].y


def check_towns(row: Row) -> None:
    # Town lines: x = 3 miles; the county line: y = 4 miles; the correction line's jog moves them by 66 ft.
    whole = shapely.union_all(list(towns().values()))
    for x, y in ((-3, -2), (3, -2), (-3, 4), (3, 4)):
        quarter = shapely.box(
            x * MILE - 500 * (x < 0), y * MILE - 500 * (y < 0), (x + 6) * MILE + 500 * (x > 0), (y + 6) * MILE
        )
        near(row["answer"], whole.intersection(quarter).area / MILE**2, within=0.5)
    assert set(row["feature_id"].split("; ")) == {name for name in towns() if name.startswith("Town")}


def check_county_line(row: Row) -> None:
    for name in row["feature_id"].split("; "):
        outside = towns()[name].difference(county(row["answer"]))
        assert outside.area < 2.1 * MILE  # ground.sliver.county-east
    table = layer("municipalities.gpkg")
    assert set(table["MCD_NAME"][table["CNTY_NAME"] == row["answer"]]) == {"Cedar", "Hazel"}


def width_along(line: shapely.Geometry, *lands: shapely.Geometry) -> float:
    for land in lands:
        line = line.intersection(land)
    return float(line.length)


def check_addition_sliver(row: Row) -> None:
    table = layer("parcels.gpkg")
    alder = table[(table["PLACENAME"] == "TOWN OF ALDER") & table.intersects(shapely.box(13_150, -2_500, 13_260, -100))]
    for y in (-400.0, -1_300.0, -2_300.0):
        line = shapely.LineString([(13_100, y), (13_300, y)])
        taken = width_along(line, towns()["Village of Elm"], shapely.union_all(alder.geometry.to_numpy()))
        near(row["answer"], taken, within=2 * CORNER_FT)


def check_county_sliver(row: Row) -> None:
    taker, town = row["feature_id"].split("; ")
    x = 8.6 * MILE if town == "Town of Hazel" else -2.4 * MILE
    line = shapely.LineString([(x, 4 * MILE - 60), (x, 4 * MILE + 60)])
    near(row["answer"], width_along(line, county(taker), towns()[town]), within=0.01)


def check_finger(row: Row) -> None:
    # The road through section 20 and 21, x = 2 miles; the road between sections 13 and 24, y = 1 mile.
    line = {
        "Village of Elm": shapely.LineString([(10_400, 2_640), (10_720, 2_640)]),
        "City of Fir": shapely.LineString([(30_400, 5_120), (30_400, 5_440)]),
    }[row["feature_id"]]
    near(row["answer"], width_along(line, towns()[row["feature_id"]]), within=0.1)


def check_straddle(row: Row) -> None:
    ground = parcel(row["feature_id"])
    inside = {name: land.intersection(ground).area for name, land in towns().items()}
    assert "; ".join(sorted(name for name, area in inside.items() if area > 1_000)) == row["answer"]
    table = layer("parcels.gpkg")
    (place,) = table["PLACENAME"][table["PARCELID"] == row["feature_id"]]
    assert place.title().replace("Of", "of") in row["answer"]


def check_corner(row: Row) -> None:
    near(row["answer"], parcel(row["feature_id"]).intersection(towns()["Village of Elm"]).area, within=1.0)


def check_streets_of_lot(row: Row) -> None:
    assert set(frontage_ft(row["feature_id"])) == set(row["answer"].split("; "))


def check_pole(row: Row) -> None:
    (street,) = frontage_ft(row["feature_id"]).values()
    # The buffer reaches around both ends of the pole.
    near(row["answer"], street, within=0.5)


def check_reached(row: Row) -> None:
    assert frontage_ft(row["feature_id"]) == {}
    assert easements_on(row["feature_id"]) == set(row["answer"].split("; ")) - {""}


def check_spite_strip(row: Row) -> None:
    ground = parcel(row["feature_id"])
    _, south, _, north = ground.bounds
    near(row["answer"], ground.area / (north - south), within=0.1)
    assert "GLOVER RD" in frontage_ft(row["feature_id"])
    assert ground.distance(parcel("004-0815-3222-111")) < ROUNDING_FT


def check_behind_strip(row: Row) -> None:
    assert sum(frontage_ft(row["feature_id"]).values()) == float(row["answer"])


def check_lake_lots(row: Row) -> None:
    table = layer("parcels.gpkg")
    lake = shapely.union_all(table.geometry[table["PARCELID"] == row["feature_id"]].to_numpy())
    lots = table[
        table["STREETNAME"].isin(["SHORE", "PIER"]) & (table.distance(lake) < CORNER_FT) & table["UNITID"].isna()
    ]
    assert len(lots) >= int(row["answer"])
    fronts = lots.geometry.boundary.intersection(lake.buffer(2 * CORNER_FT)).length
    assert fronts.median() == pytest.approx(80, abs=12)
    assert ((lots.area / fronts) > 2 * fronts).mean() > 0.9


def check_lake_size(row: Row) -> None:
    table = layer("water.gpkg")
    (lake,) = table.geometry[table["WATERBODY_NAME"] == row["feature_id"]]
    near(row["answer"], lake.area / ACRE_SQFT, within=30)


def check_river(row: Row) -> None:
    table = layer("water.gpkg")
    river = shapely.union_all(table.geometry[table["WATERBODY_NAME"] == row["feature_id"]].to_numpy())
    for name in row["answer"].split("; "):
        assert river.intersection(county(name)).area > 20 * ACRE_SQFT
    table = layer("parcels.gpkg")
    assert table["PLACENAME"][table["PARCELID"] == row["feature_id"]].isna().all()


def check_railroad(row: Row) -> None:
    table = layer("railroads.gpkg")
    line = shapely.union_all(table.geometry[table["FRAARCID"] == row["feature_id"]].to_numpy())
    crossed = sorted(name for name, land in towns().items() if line.intersection(land).length > MILE / 2)
    assert row["answer"] == "; ".join(name for name in crossed if not name.startswith("Town"))


def check_stack(row: Row) -> None:
    table = layer("parcels.gpkg")
    units = table[table["PARCELID"].str.startswith(f"{row['feature_id']}-")]
    assert len(units) == units["PARCELID"].nunique() == int(row["answer"])
    assert len(set(units.geometry.to_wkb())) == 1


def check_alleys(row: Row) -> None:
    table = layer("streets.gpkg")
    alleys = table[table["ROAD_TYPE"] == row["feature_id"]]
    assert alleys["STREET"].nunique() == int(row["answer"])
    assert set(alleys["ROW_Width"]) == {20.0}


CHECKS: dict[str, Callable[[Row], None]] = {
    "ground.survey.north": check_north_line,
    "ground.survey.west": check_west_sections,
    "ground.survey.count": check_sections,
    "ground.towns": check_towns,
    "ground.county-line": check_county_line,
    "ground.sliver.addition": check_addition_sliver,
    "ground.sliver.county-east": check_county_sliver,
    "ground.sliver.county-west": check_county_sliver,
    "ground.addition.elm": check_finger,
    "ground.addition.fir": check_finger,
    "ground.straddle.village": check_straddle,
    "ground.straddle.town": check_straddle,
    "ground.straddle.county": check_straddle,
    "ground.straddle.corner": check_corner,
    "ground.lot.corner": check_streets_of_lot,
    "ground.lot.double-frontage": check_streets_of_lot,
    "ground.lot.flag": check_pole,
    "ground.lot.second-tier": check_reached,
    "ground.lot.landlocked.easement": check_reached,
    "ground.lot.landlocked": check_reached,
    "ground.lot.spite-strip": check_spite_strip,
    "ground.lot.behind-strip": check_behind_strip,
    "ground.lot.lake": check_lake_lots,
    "ground.lake.size": check_lake_size,
    "ground.river": check_river,
    "ground.railroad": check_railroad,
    "ground.condominium.lake": check_stack,
    "ground.condominium.village": check_stack,
    "ground.alleys": check_alleys,
}


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == list(CHECKS)


@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    CHECKS[key](row)


def test_every_shape_of_every_layer_is_valid() -> None:
    listed = tomllib.loads((SAMPLE / "layers.toml").read_text("utf-8"))["import"]
    for entry in listed:
        if "layer" in entry:
            assert layer(entry["file"]).geometry.is_valid.all(), entry["file"]


def test_parcels_and_ways_and_water_tile_all_land() -> None:
    ground = layer("parcels.gpkg").drop_duplicates("geometry").geometry
    whole = shapely.union_all(ground.to_numpy())
    # Nothing twice: the areas add up to that of the union, but for rounding along the outlines.
    assert ground.area.sum() == pytest.approx(whole.area, abs=ground.length.sum() * ROUNDING_FT)
    # Nothing left out: the holes are the streets of the core's plats whose streets are no record, and no others.
    land, *blocks = sorted(shapely.get_parts(whole), key=shapely.area, reverse=True)
    holes = [shapely.Polygon(ring) for ring in land.interiors]
    assert len(holes) == 11  # record.row-as-gap
    for hole in holes:
        west, south, east, north = hole.bounds
        assert 0 < west < east < 6 * MILE
        assert 0 < south < north < 4 * MILE
    assert all(any(hole.contains(block) for hole in holes) for block in blocks)  # blocks with streets all around


def test_municipalities_and_counties_cover_all_land_once() -> None:
    parts = list(towns().values())
    whole = shapely.union_all(parts)
    sections = shapely.union_all(layer("sections.gpkg").geometry.to_numpy())
    # layers.claimed-by-none is 900 square feet; layers.claimed-twice 2,000.
    assert sections.area - whole.area == pytest.approx(900, abs=48 * MILE * 0.01)
    assert sum(part.area for part in parts) - whole.area == pytest.approx(2000, abs=48 * MILE * 0.01)


def test_records_without_a_digit_are_ways_and_water() -> None:
    table = layer("parcels.gpkg")
    bare = table[~table["PARCELID"].str.contains(r"\d", regex=True)]
    names = set(layer("water.gpkg")["WATERBODY_NAME"].dropna())
    assert set(bare["PARCELID"]) - {"ROW", "GAP", "HYDRO"} <= names
    assert bare[["PLACENAME", "CNTASSDVALUE", "OWNERNME1"]].isna().all(axis=None)


def test_rights_of_way_are_the_records_of_roads() -> None:
    table = layer("parcels.gpkg")
    records = {shapely.normalize(ground).wkb for ground in table.geometry[table["PARCELID"] == "ROW"]}
    ways = layer("rights_of_way.gpkg")
    dedicated = ways[ways["STREET"].notna()]
    assert {shapely.normalize(ground).wkb for ground in dedicated.geometry} == records


def test_every_address_is_on_a_street_of_the_street_layer() -> None:
    table = layer("parcels.gpkg")
    around = table[table["SITEADRESS"].notna() & table["SCHOOLDIST"].isna()]
    streets = {name.rsplit(" ", 1)[0] for name in layer("streets.gpkg")["STREET"]}
    assert set(around["STREETNAME"]) - streets == {"LINE"}  # the homes that a line cuts have a made-up address


def test_number_of_records_is_about_that_of_a_small_county() -> None:
    parcels = layer("parcels.gpkg")
    assert 11_500 < len(parcels) < 13_500
    assert {"JEFFERSON", "DODGE"} == set(parcels["CONAME"])
