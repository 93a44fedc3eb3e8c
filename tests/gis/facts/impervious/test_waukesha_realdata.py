"""Developed land of Waukesha County in 2003 and 2023 by reporting unit, beside a plain count of cells."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pytest
import rasterio
import rasterio.features
import shapely
from exactextract import exact_extract

from gis.facts.impervious.areas import raster_on_file
from gis.facts.impervious.rasters import RasterAreas, raster_areas
from gis.geometry.frame import Frame, working_frame
from gis.geometry.measure import areas_sqft, lengths_ft
from gis.geometry.operations import crs_name, parse_crs, route
from gis.geometry.overlay import union
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.units import SQFT_PER_SQM

pytestmark = [pytest.mark.realdata, pytest.mark.slow]

COVER = "wi-waukesha-landcover-nlcd"
UNITS = "wi-wards-with-votes/waukesha_county_reporting_units_votes_2012_2022.geojson"
YEARS = (2003, 2023)
DEVELOPED = (21, 22, 23, 24)
CELL_M = 30.0
GROUND = 2e-4
"""A cell of the national grid is measured on its ellipsoid, land in the county's zone: DESIGN.md 3."""


@dataclass(frozen=True, slots=True)
class County:
    """The units, and what was measured on them and on all of them as one."""

    frame: Frame
    units: npt.NDArray[np.object_]
    land: npt.NDArray[np.object_]
    by_year: Mapping[int, RasterAreas]
    as_one: Mapping[int, RasterAreas]


@pytest.fixture(scope="module")
def county(realdata: Path, tmp_path_factory: pytest.TempPathFactory) -> County:
    """Return the county measured in both years."""
    layers, frame = tmp_path_factory.mktemp("waukesha"), working_frame("EPSG:8102")
    done = import_layer(ImportRequest("reporting_units", realdata / UNITS, vintage="2022"), layers)
    units = LayerStore(layers).load(done.manifest).geometries
    land = np.array([union(units, frame)], dtype=object)
    by_year, as_one = {}, {}
    for year in YEARS:
        file = realdata / COVER / f"waukesha_land_cover_{year}.tif"
        classes = {"classes": ",".join(map(str, DEVELOPED))}
        cover = import_layer(ImportRequest("impervious_raster", file, constants=classes, vintage=str(year)), layers)
        raster = raster_on_file(layers, cover.manifest)
        by_year[year] = raster_areas(units, raster.cells, frame)
        as_one[year] = raster_areas(land, raster.cells, frame)
    return County(frame, units, land, by_year, as_one)


def counted(realdata: Path, year: int) -> npt.NDArray[np.float64]:
    """Return the developed cells and the unknown cells whose centres lie in each unit, in square feet."""
    with rasterio.open(realdata / COVER / f"waukesha_land_cover_{year}.tif") as source:
        cells, nodata = source.read(1), source.nodata
        units = gpd.read_file(realdata / UNITS).to_crs(source.crs)
        shapes = [(shape, row + 1) for row, shape in enumerate(units.geometry)]
        owner = rasterio.features.rasterize(shapes, cells.shape, transform=source.transform, dtype="int32")
    sums = [
        np.bincount(owner[chosen], minlength=len(units) + 1)[1:]
        for chosen in (np.isin(cells, DEVELOPED), cells == nodata)
    ]
    return np.array(sums, dtype=np.float64) * (CELL_M**2 * float(SQFT_PER_SQM))


def in_file_order(realdata: Path, county: County) -> npt.NDArray[np.intp]:
    """Return for each row of the file the position of its unit among those imported, by the place of its land."""
    file = gpd.read_file(realdata / UNITS).to_crs(county.frame.crs).representative_point()
    places = gpd.GeoSeries(county.units, crs=county.frame.crs).sindex.query(file, predicate="intersects")
    assert places[0].tolist() == list(range(len(file)))
    return np.asarray(places[1], dtype=np.intp)


@pytest.mark.parametrize("year", YEARS)
def test_all_183_units_and_their_union(county: County, year: int) -> None:
    found, whole = county.by_year[year], county.as_one[year]
    assert len(found.area) == 183
    for name in ("area", "impervious", "unknown"):
        assert getattr(found, name).sum() == pytest.approx(getattr(whole, name)[0], rel=1e-4), name
    for each in DEVELOPED:
        assert found.by_class[each].sum() == pytest.approx(whole.by_class[each][0], rel=1e-4)
    assert (np.abs(sum(found.by_class.values()) - found.impervious) <= len(DEVELOPED)).all()  # roundings to 0.01 sq ft
    np.testing.assert_allclose(found.area / 100, areas_sqft(county.units, county.frame), atol=0.006)
    assert (found.impervious > 0).all()


@pytest.mark.parametrize("year", YEARS)
def test_each_unit_against_a_count_of_cells_by_their_centres(realdata: Path, county: County, year: int) -> None:
    order = in_file_order(realdata, county)
    developed, unknown = counted(realdata, year)
    found = county.by_year[year]
    # A cell counts or not by its centre, so a line through cells may be off by half a cell along its length.
    half_cell_ft = CELL_M / 2 * 3937 / 1200
    bound = lengths_ft(county.units, county.frame)[order] * half_cell_ft
    off = np.abs(found.impervious[order] / 100 - developed)
    assert (off <= bound).all()
    # Cells on the line fall to one side as often as to the other: in fact it is a small part of that.
    assert np.median(off / bound) < 0.02
    # The raster is cut along the county by the centres of its cells: what is unknown of cells within is counted there.
    low, high = (bound.sum() / 100 for bound in found.bounds)
    assert low * (1 - GROUND) <= developed.sum() <= high * (1 + GROUND)
    assert developed.sum() == pytest.approx(low, rel=1e-3)
    assert (np.abs(found.unknown[order] / 100 - unknown) <= bound).all()


@pytest.mark.parametrize("year", YEARS)
def test_each_unit_against_exactextract(realdata: Path, county: County, year: int) -> None:
    found, file = county.by_year[year], realdata / COVER / f"waukesha_land_cover_{year}.tif"
    with rasterio.open(file) as source:
        way = route(county.frame.crs, crs_name(parse_crs(source.crs.to_wkt())))
        shapes = shapely.transform(shapely.segmentize(county.units, 100), way)
        told = exact_extract(
            source, gpd.GeoDataFrame(geometry=shapes, crs=source.crs), ["unique", "frac", "count"], output="pandas"
        )
    shares = [
        sum(share for each, share in zip(values, parts, strict=True) if each in DEVELOPED)
        for values, parts in zip(told["unique"], told["frac"], strict=True)
    ]
    developed = np.array(shares) * told["count"].to_numpy() * CELL_M**2 * float(SQFT_PER_SQM)
    np.testing.assert_allclose(found.impervious / 100, developed, rtol=GROUND)


@pytest.mark.parametrize("year", YEARS)
def test_the_whole_county_against_its_published_table(realdata: Path, county: County, year: int) -> None:
    cells, found = published(realdata, year), county.as_one[year]
    for each in DEVELOPED:
        land = cells[each] * CELL_M**2 * float(SQFT_PER_SQM)
        # The table counts whole cells of the county's clip, also where the units end within one.
        low, high = found.by_class[each][0] / 100, (found.by_class[each][0] + found.unknown[0]) / 100
        assert low * (1 - GROUND) <= land <= high * (1 + GROUND), each
        assert land == pytest.approx(low, rel=5e-3), each


def published(realdata: Path, year: int) -> dict[int, int]:
    """Return the cells of each class in the county as its publisher counted them."""
    text = (realdata / COVER / f"waukesha_summary_table_{year}.csv").read_text("utf-8")
    return {int(row["Code"]): int(row["Pixels"]) for row in csv.DictReader(text.splitlines())}


def test_land_was_developed_in_twenty_years_and_the_unknown_stands_at_the_edge(realdata: Path, county: County) -> None:
    before, after = county.by_year[2003], county.by_year[2023]
    cells = [sum(published(realdata, year)[each] for each in DEVELOPED) for year in YEARS]
    change = after.impervious - before.impervious
    assert 1 + change.sum() / before.impervious.sum() == pytest.approx(cells[1] / cells[0], rel=5e-4)
    # Two units lost some of their developed land; elsewhere no more than a hundredth of a square foot, by rounding.
    assert (change < -1).sum() == 2
    assert (change > 1).sum() > 120
    assert (before.unknown == after.unknown).all()
    share = after.unknown_share
    assert (share == 0).sum() > 100  # units away from the county's edge
    assert share.max() < 0.05
    assert not after.needs_review(Fraction(5, 100)).any()
