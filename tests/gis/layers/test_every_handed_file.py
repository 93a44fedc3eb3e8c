"""Does every handed file of real data import whole, or is it refused for its stated reason?

Files that are wrong on purpose are in test_broken_files.py, small rasters in test_rasters.py.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gis.errors import TownlineError
from gis.layers.importing import ImportRequest, import_layer
from gis.model.edition import Kind

pytestmark = [pytest.mark.realdata, pytest.mark.slow]

ELSEWHERE = ("broken-geojson", "broken-shapefile-gpkg", "rasters-small")
ALL_YEARS = "wi-parcels-vernon-westby/vernon_parcels_all_years.gpkg"
VERNON = "wi-parcels-vernon-westby/vernon_2023.gdb"
SAMPLES = "wi-parcels-dane-and-others/samples.gpkg"
VERMONT = "sewer-vermont-towns"
TOWNS = ("Barre", "Benson", "Middlebury", "RutlandCity", "RutlandTown")


@dataclass(frozen=True, slots=True)
class Handed:
    """One import of a handed file and what must come of it: rows and features, or the name of an error."""

    kind: Kind
    file: str
    rows: int = 0
    features: int | None = None
    """None where there are as many as rows."""
    error: str | None = None
    layer: str | None = None
    preset: str | None = None
    crs: str | None = None
    constants: dict[str, str] = field(default_factory=dict)


TABLE = (
    Handed("counties", "wi-dane-municipalities/dane_county.geojson", 1),
    # Assembly districts are no layer that Townline knows; as bare outlines they come in by a name given by hand.
    Handed("districts", "wi-dane-municipalities/dane_county_assembly_dists.geojson", error="PresetUndecided"),
    Handed("municipalities", "wi-dane-municipalities/dane_county_munis.geojson", 60),
    Handed("populations", "wi-doa-municipal-population-2023/muni_2023.csv", 1850),
    # The workbook's last row is the state's total, which names no municipality and is refused.
    Handed("populations", "wi-doa-municipal-population-2023/Final_Ests_Muni_2023.xlsx", 1851, 1850),
    Handed("municipalities", "wi-driftless-towns/towns.geojson", 113, constants={"kind": "town"}),
    # Points without a number, a place or a class: values, but of no parcel.
    Handed("parcels", "wi-madison-assessed-points/madison_assessed_2023.fgb", error="PresetUndecided"),
    Handed("parcels", SAMPLES, error="LayerChoiceNeeded"),
    Handed("parcels", SAMPLES, 425, layer="madison_425"),
    Handed("parcels", SAMPLES, 35, layer="condo_parcels_35"),
    Handed("parcels", SAMPLES, 25, layer="null_fields_25"),
    Handed("parcels", SAMPLES, 50, layer="eau_claire_50"),
    Handed("parcels", SAMPLES, error="LayerUnreadable", layer="condo_table_43", preset="generic"),
    Handed("parcels", VERNON, error="LayerChoiceNeeded"),
    Handed("parcels", VERNON, 153, layer="PARCELS_TEST_DATASET_2023"),
    Handed("parcels", VERNON, 153, layer="PARCELS_TEST_FINAL_DATASET_2023"),
    Handed("streets", VERNON, 4791, layer="ROADS_2023"),
    # 15,731 addresses: taken as points of buildings only where one says so. Two have no place, and six repeat the
    # address and the point of another.
    Handed("buildings", VERNON, error="PresetUndecided", layer="ADDRESSES_2023"),
    Handed("buildings", VERNON, 15_731, 15_723, layer="ADDRESSES_2023", preset="generic"),
    *(Handed("parcels", ALL_YEARS, 153, layer=f"parcels_{year}") for year in range(2017, 2024)),
    # The .dbf is missing, so the corners have no columns; they are points besides.
    Handed("sections", "wi-parcels-vernon-westby/VERNON_PLSS_2023_Revised.shp", error="PresetUndecided"),
    Handed("sections", "wi-parcels-vernon-westby/Vernon_PLSS_sample.csv", error="LayerUnreadable"),
    Handed("sections", "wi-plss-sections/crawford.geojson", 637),
    Handed("sections", "wi-plss-sections/jefferson.geojson", 572),
    Handed("sections", "wi-plss-sections/vernon.geojson", 841),
    Handed("counties", "wi-state-and-counties/wi_counties_2010.geojson", 72),
    # TopoJSON has no word for a coordinate system.
    Handed("counties", "wi-state-and-counties/gz_2010_wi_counties.topojson", error="CrsMissing"),
    Handed("counties", "wi-state-and-counties/gz_2010_wi_counties.topojson", 72, crs="EPSG:4326"),
    Handed("reporting_units", "wi-wards-with-votes/dane_missing_shp/WardBoundaries.shp", error="LayerUnreadable"),
    # 266 outlines of 185 wards: parts of one ward are one unit.
    Handed("reporting_units", "wi-wards-with-votes/kenosha/KenoshaVoteWards.shp", 266, 185),
    # 183 units and 3,607 units, with the votes of each in several columns.
    Handed("reporting_units", "wi-wards-with-votes/waukesha_county_reporting_units_votes_2012_2022.geojson", 183),
    Handed("votes", "wi-wards-with-votes/statewide_rep_units_votes_2012_2022.csv", 3607, 3607 * 11),
    *(
        Handed("impervious_raster", f"wi-waukesha-landcover-nlcd/waukesha_land_cover_{year}.tif", 1_908_162)
        for year in (2003, 2023)
    ),
    # Tables of acres by class: no layer of any kind.
    *(
        Handed("populations", f"wi-waukesha-landcover-nlcd/{name}.csv", error="PresetUndecided")
        for name in (
            "waukesha_landcover_change_2003_2023",
            "waukesha_summary_table_2003",
            "waukesha_summary_table_2023",
        )
    ),
    # Vermont is not Wisconsin, and no plane of ours is true there.
    *(Handed("sewers", f"{VERMONT}/{town}/{town}LinearFeatures.geojson", error="CrsImplausible") for town in TOWNS),
    *(Handed("sewer_nodes", f"{VERMONT}/{town}/{town}PointFeatures.geojson", error="CrsImplausible") for town in TOWNS),
    *(
        Handed("municipalities", f"{VERMONT}/{town}/{town}Border.geojson", error="CrsImplausible", preset="generic")
        for town in TOWNS
    ),
    *(Handed("service_areas", f"{VERMONT}/{town}/{town}ServiceArea.geojson", error="CrsImplausible") for town in TOWNS),
    *(
        Handed("sewer_nodes", f"{VERMONT}/{town}/{town}WWTF.geojson", error="CrsImplausible", preset="generic")
        for town in TOWNS[:3]
    ),
)
CLASSES = {"classes": "21,22,23,24"}
"""Developed land, by the legend of the national land cover."""


def _title(handed: Handed) -> str:
    return "-".join(part for part in (handed.kind, Path(handed.file).name, handed.layer, handed.error) if part)


@pytest.mark.parametrize("handed", TABLE, ids=_title)
def test_a_handed_file(realdata: Path, tmp_path: Path, handed: Handed) -> None:
    request = ImportRequest(
        handed.kind,
        realdata / handed.file,
        layer=handed.layer,
        preset=handed.preset,
        crs=handed.crs,
        vintage="2023",
        constants=CLASSES if handed.kind == "impervious_raster" else handed.constants,
    )
    if handed.error is not None:
        with pytest.raises(TownlineError) as refused:
            import_layer(request, tmp_path)
        assert refused.value.code == handed.error
        assert all((refused.value.what, refused.value.where, refused.value.why, refused.value.next))
        assert not list(tmp_path.rglob("manifest.json"))
        return
    counts = import_layer(request, tmp_path).manifest.counts
    assert counts.rows_in == handed.rows
    assert counts.rows_in == counts.rows_out + counts.refused
    assert counts.features == counts.rows_out - counts.merged + counts.expanded
    assert counts.features == (handed.rows if handed.features is None else handed.features)


def test_no_handed_file_is_left_out(realdata: Path) -> None:
    named = {handed.file for handed in TABLE}
    shapefiles = {file.removesuffix(".shp") for file in named if file.endswith(".shp")}
    left = []
    for path in sorted(realdata.rglob("*")):
        name = path.relative_to(realdata).as_posix()
        is_ours = name in named or VERNON in name or name.rpartition(".")[0] in shapefiles
        is_text = path.name in {"SOURCE.txt", "README.txt", "README.md"}
        # A shapefile without its .shp is named by the .shp that it lacks.
        if path.is_file() and not (is_ours or is_text or name.startswith(ELSEWHERE)):
            left.append(name)
    assert left == []
