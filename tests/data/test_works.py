"""Do the sample's sewers, buildings, private systems, surfaces, zones and heights hold what is said of them?

Read with plain geopandas and rasterio in the plane of EPSG:8189 (US survey feet), as in test_sample.py.
"""

from __future__ import annotations

import csv
from collections.abc import Callable
from functools import cache
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pytest
import rasterio
import shapely
from pyproj import Transformer
from rasterio.features import rasterize

SAMPLE = Path(__file__).resolve().parents[2] / "data" / "boundaries"
ORIGIN_FT = (846_000, 600_000)
SQFT_PER_SQM = (3937 / 1200) ** 2
STEP_FT = 0.08
"""Both ends on the grid of 1/64 m: half a step in each direction, 0.036 ft an end."""
CENT_FT = 0.01
BY_GRAVITY = ("Gravity Main", "Interceptor")
Row = dict[str, str]

with (SAMPLE / "situations.csv").open(encoding="utf-8", newline="") as _handle:
    SITUATIONS = {row["key"]: row for row in csv.DictReader(_handle) if row["key"].startswith("works.")}


@cache
def layer(name: str) -> gpd.GeoDataFrame:
    table = gpd.read_file(SAMPLE / name).to_crs("EPSG:8189")
    table = table.set_geometry(table.translate(-ORIGIN_FT[0], -ORIGIN_FT[1]))
    # Each shape of these layers has one part, whatever the layer calls it.
    single = table.geometry.apply(lambda shape: shape.geoms[0] if len(shape.geoms) == 1 else shape)
    return table.set_geometry(single)


@cache
def sewers() -> gpd.GeoDataFrame:
    return layer("sewers.gpkg.zip").set_index("FACILITYID")


@cache
def nodes() -> gpd.GeoDataFrame:
    return layer("sewer_nodes.gpkg.zip").set_index("FACILITYID")


@cache
def surfaces() -> gpd.GeoDataFrame:
    """Return the surfaces of the city's square mile; those of the village are those of test_runoff.py."""
    table = layer("impervious.gpkg.zip").set_index("IMPERV_ID")
    table = table[table.index.str.startswith("S")]
    return table.assign(PHOTO_DATE=table["PHOTO_DATE"].astype(str).str[:10])


@cache
def systems() -> gpd.GeoDataFrame:
    return gpd.GeoDataFrame(pd.read_csv(SAMPLE / "private_systems.csv", dtype=str))


@cache
def parcels() -> gpd.GeoSeries:
    table = layer("parcels.gpkg")
    return table.drop_duplicates("PARCELID").set_index("PARCELID").geometry


def by_gravity() -> gpd.GeoDataFrame:
    table = sewers()
    return table[table["ASSETGROUP"].isin(BY_GRAVITY) & (table["LIFECYCLESTATUS"] != "Abandoned")]


def check_falls(row: Row) -> None:
    table = by_gravity()
    assert set(table["ASSETGROUP"]) == set(row["feature_id"].split("; "))
    falls = table["UPELEV"] - table["DOWNELEV"]
    # Plan lengths differ from those on the grid by a step, 0.4 percent of which is nothing.
    assert (falls >= float(row["answer"]) / 100 * (table.length - STEP_FT)).all()
    # No pipe comes in below the one that goes out: each node's outgoing pipe starts at its lowest invert.
    out = table.set_index("FROMMH")["UPELEV"]
    into = table[table["TOMH"].isin(out.index)]
    assert (into["DOWNELEV"].to_numpy() > out[into["TOMH"]].to_numpy()).all()


def check_to_the_plant(row: Row) -> None:
    table = sewers()
    table = table[(table["LIFECYCLESTATUS"] == "In Service") & table["FROMMH"].notna()]
    following = dict(zip(table["FROMMH"], table["TOMH"], strict=True))
    assert len(following) == len(table)  # each node has one way out
    for start in nodes().index[nodes()["LIFECYCLESTATUS"] == "In Service"]:
        at, seen = start, 0
        while at != row["answer"]:
            at, seen = following[at], seen + 1
            assert seen <= len(following), start


def check_force_main(row: Row) -> None:
    pipe = sewers().loc[row["feature_id"]]
    assert [pipe["FROMMH"], pipe["TOMH"]] == row["answer"].split("; ")
    assert pipe["ASSETGROUP"] == "Force Main"
    assert pd.isna(pipe["UPELEV"])
    assert pd.isna(pipe["DOWNELEV"])
    # Base Road is y = 0, give or take 9 ft of the survey and 20 ft to the side of its middle; the lift station is
    # 60 ft from the street's corner.
    _, south, _, north = pipe.geometry.bounds
    assert -70 < south < north < 30


def check_lift_station(row: Row) -> None:
    station = nodes().loc[row["feature_id"]]
    assert station["MHTYPE"] == "Lift Station"
    assert station["CAPACITYGPM"] == float(row["answer"])
    stations = nodes()["MHTYPE"] == "Lift Station"
    assert (nodes()["CAPACITYGPM"].notna() == stations).all()


def check_no_invert(row: Row) -> None:
    in_service = nodes()[nodes()["LIFECYCLESTATUS"] == "In Service"]
    unknown = in_service[in_service["INVERTELEV"].isna()]
    assert [*unknown.index] == [row["feature_id"]]
    assert len(unknown) == int(row["answer"])
    assert unknown["RIMELEV"].notna().all()


def check_against_flow(row: Row) -> None:
    table = sewers()
    table = table[table["FROMMH"].notna()]
    starts = shapely.get_point(table.geometry.to_numpy(), 0)
    upper = nodes().geometry[table["FROMMH"]].to_numpy()
    turned = table.index[shapely.distance(starts, upper) > STEP_FT]
    assert [*turned] == [row["feature_id"]]
    assert len(turned) == int(row["answer"])
    assert table.loc[row["feature_id"], "UPELEV"] > table.loc[row["feature_id"], "DOWNELEV"]


def check_status(row: Row) -> None:
    table = sewers()
    found = table[table["LIFECYCLESTATUS"] == row["feature_id"]]
    assert len(found) == int(row["answer"])
    assert found["TOMH"].isin(nodes().index).all()
    if row["feature_id"] == "Abandoned":
        assert found.length.to_numpy() == pytest.approx(352, abs=STEP_FT)
        assert set(table["LIFECYCLESTATUS"][table["TOMH"].isin(found["FROMMH"])]) == {"Abandoned"}
    else:
        assert found["INSTALLDATE"].isna().all()
        # The last in each of two roads goes into a manhole or a lift station that is there.
        assert (nodes()["LIFECYCLESTATUS"][found["TOMH"]] == "In Service").sum() == 2


def check_laterals(row: Row) -> None:
    table = sewers()
    laterals = table[table["ASSETGROUP"] == row["feature_id"]]
    assert set(laterals["OWNEDBY"]) == {row["answer"]}
    mains = shapely.union_all(table.geometry[table["ASSETGROUP"] == "Gravity Main"].to_numpy())
    starts, ends = (shapely.get_point(laterals.geometry.to_numpy(), at) for at in (0, -1))
    # Both ends stand on tenths of a foot before they are brought onto the grid.
    assert (shapely.distance(ends, mains) < STEP_FT + 0.1).all()
    lots = parcels()[parcels().index.str.contains(r"\d", regex=True)]
    reached, lot = shapely.STRtree(starts).query(lots.to_numpy(), predicate="contains")[::-1]
    assert sorted(reached) == [*range(len(laterals))]  # each begins in one lot
    assert len(set(lot)) == len(laterals)  # and no two in the same


def check_over_line(row: Row) -> None:
    buildings = layer("buildings.gpkg.zip").set_index("BLDG_ID").geometry
    garage, lot = buildings[row["feature_id"]], parcels()[row["feature_id"].split("/")[0]]
    beyond = shapely.get_coordinates(garage.difference(lot))
    assert max(lot.distance(shapely.Point(xy)) for xy in beyond) == pytest.approx(float(row["answer"]), abs=0.2)
    others = parcels()[parcels().intersects(garage)]
    assert len(others) == 2


def check_blank(row: Row) -> None:
    blank = systems().isna().any()
    assert row["answer"] == "; ".join(sorted(blank.index[blank]))
    # Where the cost is known, so are the grants, most often none.
    assert (systems()["COST"].isna() == systems()["WI_FUND_GRANT"].isna()).all()


def check_replaced(row: Row) -> None:
    table = systems()
    replaced = table["PARCELID"][table["POWTS_STATUS"] == row["feature_id"]]
    assert len(replaced) > 0
    twice = table[table["PARCELID"].isin(replaced)].groupby("PARCELID")["POWTS_STATUS"]
    assert set(twice.size()) == {int(row["answer"])}
    assert set(twice.nunique()) == {2}
    assert not table["PARCELID"][~table["PARCELID"].isin(replaced)].duplicated().any()


def check_sewered(row: Row) -> None:
    # The first three digits of a parcel's number are its municipality's: 141 Elm, 241 Fir.
    code = systems()["PARCELID"].str[:3]
    assert int(code.isin(["141", "241"]).sum()) == int(row["answer"])
    assert set(code) == {"002", "004", "006", "008"}
    assert systems()["PARCELID"].isin(parcels().index).all()


def check_captures(row: Row) -> None:
    table = surfaces()
    assert "; ".join(sorted(set(table["PHOTO_DATE"]))) == row["answer"]
    buildings = layer("buildings.gpkg.zip")
    built = zip(buildings.geometry, buildings["YR_BUILT"], strict=True)
    outlines = {shapely.normalize(shape).wkb: year for shape, year in built}
    for date, year in (("2004-04-22", 2004), ("2025-04-09", 2025)):
        roofs = table.geometry[(table["PHOTO_DATE"] == date) & (table["IMP_TYPE"] == "BUILDING")]
        found = [outlines[shapely.normalize(shape).wkb] for shape in roofs]
        # What stands in 2004 is nothing newer; in 2025 it is the newest, of the year before the flight.
        assert max(found) == year if year == 2004 else max(found) == 2024


def check_shared_drive(row: Row) -> None:
    drive = surfaces().geometry[row["feature_id"]]
    for lot in row["answer"].split("; "):
        # 60 ft of 14 ft, half of it on each lot, give or take where the lot's line bends from the drive's middle.
        assert parcels()[lot].intersection(drive).area == pytest.approx(60 * 7, abs=6)


def check_overlap(row: Row) -> None:
    table = surfaces()
    drive = table.loc[row["feature_id"]]
    roofs = table[(table["PHOTO_DATE"] == drive["PHOTO_DATE"]) & (table["IMP_TYPE"] == "BUILDING")]
    common = roofs.intersection(drive.geometry).area.sum()
    # Corners of house and drive stand on tenths of a foot: up to 0.05 ft on each side of 10 by 12 ft.
    assert common == pytest.approx(float(row["answer"]), abs=0.1 * 12 + 0.1 * 10)


@cache
def raster() -> tuple[np.ndarray, rasterio.Affine]:
    with rasterio.open(SAMPLE / "impervious_1m.tif") as file:
        assert file.nodata == 255
        assert file.crs.to_epsg() == 3071
        return file.read(1), file.transform


def cells_in(shapes: list[shapely.Geometry]) -> np.ndarray:
    cells, transform = raster()
    inside = rasterize(shapes, cells.shape, transform=transform, dtype="uint8") == 1
    return np.asarray(cells[inside])


def on_the_frame(shapes: gpd.GeoSeries) -> list[shapely.Geometry]:
    return list(shapes.translate(*ORIGIN_FT).set_crs("EPSG:8189", allow_override=True).to_crs("EPSG:3071"))


def check_gravel(row: Row) -> None:
    table = surfaces()[surfaces()["PHOTO_DATE"] == "2025-04-09"]
    hard = table[table["IMP_TYPE"] != row["feature_id"]]
    yards = table.geometry[table["IMP_TYPE"] == row["feature_id"]]
    bare = yards[~yards.buffer(5).intersects(shapely.union_all(hard.geometry.to_numpy()))]
    assert len(bare) > 0
    assert set(cells_in(on_the_frame(bare))) == {int(row["answer"])}


def check_hidden(row: Row) -> None:
    cells, _ = raster()
    section = layer("sections.gpkg")
    (mile,) = section.geometry[section["DTRS"] == "4081518"]
    inner = cells_in(on_the_frame(gpd.GeoSeries([mile.buffer(-10)])))
    # A square metre along each of its sides of 45.72 m may fall to either side.
    unknown_sqft = float((inner == 255).sum()) * SQFT_PER_SQM
    assert unknown_sqft == pytest.approx(float(row["answer"]), abs=4 * 150 * 3.28)
    assert set(np.unique(cells)) == {0, 1, 255}


def check_corridor(row: Row) -> None:
    areas = layer("service_areas.gpkg.zip").set_index("SSA_TYPE").geometry
    common = areas["Planned Sewer Service Area"].intersection(areas[row["feature_id"]])
    assert common.area == pytest.approx(float(row["answer"]), abs=1)
    assert areas["Planned Sewer Service Area"].distance(areas[row["feature_id"]]) < STEP_FT


CHECKS: dict[str, Callable[[Row], None]] = {
    "works.sewer.falls": check_falls,
    "works.sewer.to-the-plant": check_to_the_plant,
    "works.sewer.force-main": check_force_main,
    "works.sewer.lift-station": check_lift_station,
    "works.sewer.no-invert": check_no_invert,
    "works.sewer.against-flow": check_against_flow,
    "works.sewer.proposed": check_status,
    "works.sewer.abandoned": check_status,
    "works.sewer.laterals": check_laterals,
    "works.building.over-line": check_over_line,
    "works.private.blank": check_blank,
    "works.private.replaced": check_replaced,
    "works.private.sewered": check_sewered,
    "works.impervious.captures": check_captures,
    "works.impervious.shared-drive": check_shared_drive,
    "works.impervious.overlap": check_overlap,
    "works.impervious.gravel": check_gravel,
    "works.impervious.hidden": check_hidden,
    "works.service-area.corridor": check_corridor,
}


def test_each_situation_has_a_check_and_each_check_a_situation() -> None:
    assert list(SITUATIONS) == list(CHECKS)


@pytest.mark.parametrize("key", SITUATIONS)
def test_situation(key: str) -> None:
    row = SITUATIONS[key]
    assert (SAMPLE / row["file"]).is_file()
    assert row["why"]
    CHECKS[key](row)


def test_manholes_stand_at_most_400_ft_apart() -> None:
    assert by_gravity().length.max() <= 400 + STEP_FT


def test_rims_stand_on_the_ground_of_the_elevation_raster() -> None:
    with rasterio.open(SAMPLE / "elevations_3m.tif") as file:
        heights, transform = file.read(1), file.transform
        assert "NAVD88 height (ftUS)" in file.crs.to_wkt()
    to_frame = Transformer.from_crs("EPSG:8189", "EPSG:3071", always_xy=True)
    spots = shapely.get_coordinates(nodes().geometry.to_numpy()) + ORIGIN_FT
    x, y = to_frame.transform(spots[:, 0], spots[:, 1])
    columns, rows = (x - transform.c) / transform.a, (y - transform.f) / transform.e
    inside = (columns > 0) & (rows > 0) & (columns < heights.shape[1]) & (rows < heights.shape[0])
    assert inside.sum() > 300
    ground = heights[rows[inside].astype(int), columns[inside].astype(int)]
    # A slope of one in a hundred over half a cell's diagonal, 7 ft, and a step of 0.05 ft.
    assert nodes()["RIMELEV"].to_numpy()[inside] == pytest.approx(ground, abs=0.1)


def test_buildings_stand_within_their_lots_but_one() -> None:
    buildings = layer("buildings.gpkg.zip")
    stems = buildings["BLDG_ID"].str.split("/").str[0]
    lots = parcels()[stems].to_numpy()
    beyond = ~shapely.covers(lots, buildings.geometry.to_numpy())
    assert [*buildings["BLDG_ID"][beyond]] == [SITUATIONS["works.building.over-line"]["feature_id"]]


def test_buildings_of_a_lot_do_not_stand_in_one_another() -> None:
    shapes = layer("buildings.gpkg.zip").geometry.to_numpy()
    one, other = shapely.STRtree(shapes).query(shapes, predicate="overlaps")
    assert [*zip(one, other, strict=True)] == []


def test_raster_and_outlines_measure_the_same_hard_ground() -> None:
    table = surfaces()
    hard = table[(table["PHOTO_DATE"] == "2025-04-09") & (table["IMP_TYPE"] != "GRAVEL")]
    outlined = shapely.union_all(hard.geometry.to_numpy()).area
    cells, _ = raster()
    # 22,500 square feet are hidden; the rest is the chance of some 100 miles of edges.
    assert (cells == 1).sum() * SQFT_PER_SQM == pytest.approx(outlined, abs=22_500 + outlined / 1000)


def test_zones_cover_each_municipality_once() -> None:
    table, towns = layer("zoning.gpkg.zip"), layer("municipalities.gpkg")
    classes = {"T": "Town", "V": "Village", "C": "City"}
    for one in towns.itertuples():
        zones = table[table["JURISDICTION"] == f"{classes[one.CTV]} of {one.MCD_NAME}"].geometry
        # Lines drawn at different times bend apart by 0.001 ft along some thousand feet.
        assert zones.area.sum() == pytest.approx(one.geometry.area, abs=20)
        assert one.geometry.difference(shapely.union_all(zones.to_numpy())).area < 20


def test_the_works_take_little_room() -> None:
    names = (
        "sewers.gpkg.zip",
        "sewer_nodes.gpkg.zip",
        "buildings.gpkg.zip",
        "private_systems.csv",
        "impervious.gpkg.zip",
        "impervious_1m.tif",
        "elevations_3m.tif",
        "zoning.gpkg.zip",
        "service_areas.gpkg.zip",
    )
    assert sum((SAMPLE / name).stat().st_size for name in names) < 2_000_000
