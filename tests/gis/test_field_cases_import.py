"""Do the handed field cases of import hold through the product's own doors, and their neighbours too?

What each case asks of one function stands beside that function's tests; here whole files go in.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import pyogrio
import pytest
import shapely
from pyproj import CRS, Geod

from gis.errors import CrsMissing
from gis.geometry.frame import working_frame
from gis.geometry.measure import areas_sqft, lengths_ft
from gis.geometry.wiscrs import zone_for_county
from gis.layers.checking import check_file
from gis.layers.exports.exporting import ExportRequest, export_edition
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.layers.storing import owners_file
from gis.model.edition import ImportNote, Kind, Manifest
from gis.units import SQFT_PER_SQM
from tests.conftest import FieldCaseLoader

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""

CORNER = np.array([700_000.0, 150_000.0])
"""Where a plat in local feet is laid: Vernon County feet, EPSG:8112."""
VERNON = working_frame("EPSG:8112")
ON_GRID_SQFT = 0.2
"""Vertices are taken to 0.0001 m, which moves the area of these lots by a tenth of a square foot at most."""


def lots(count: int) -> list[shapely.Polygon]:
    """Return lots of 100 by 100 ft, 200 ft apart."""
    x, y = CORNER.tolist()
    return [shapely.box(x + 200 * each, y, x + 200 * each + 100, y + 100) for each in range(count)]


def bring(folder: Path, kind: Kind, file: Path, **options: Any) -> Manifest:  # noqa: ANN401  values of any type
    options.setdefault("vintage", "2023")
    return import_layer(ImportRequest(kind, file, **options), folder).manifest


def shapes_of(folder: Path, manifest: Manifest, column: str) -> dict[str, Any]:
    table = LayerStore(folder).load(manifest).table
    return dict(zip(table[column].tolist(), table.geometry, strict=True))


def write(path: Path, rows: Sequence[Mapping[str, Any]], shapes: Sequence[Any], crs: object) -> Path:
    """Write a layer as a publisher would, by GDAL; a shapefile without `crs` has no .prj."""
    table = gpd.GeoDataFrame(list(rows), geometry=list(shapes), crs=crs)
    if crs is None:
        with pytest.warns(UserWarning, match="crs"):
            pyogrio.write_dataframe(table, path)
    else:
        pyogrio.write_dataframe(table, path)
    return path


def collection(path: Path, features: Sequence[Mapping[str, Any]], crs: str | None = None) -> Path:
    data: dict[str, Any] = {"type": "FeatureCollection", "features": list(features)}
    if crs is not None:
        data["crs"] = {"type": "name", "properties": {"name": f"urn:ogc:def:crs:{crs.replace(':', '::')}"}}
    path.write_text(json.dumps(data))
    return path


def feature(geometry: Mapping[str, Any], **properties: object) -> dict[str, Any]:
    return {"type": "Feature", "properties": properties, "geometry": dict(geometry)}


def by_id(notes: Sequence[ImportNote]) -> dict[str | None, str]:
    return {note.feature_id: note.rule for note in notes}


# --- import-01: rings that run the wrong way --------------------------------------------------


def turn_rings(shp: Path, turned: Mapping[int, Sequence[int]]) -> None:
    """Reverse rings of records of a shapefile in place: the format stores points of 16 bytes, ring after ring."""
    data = bytearray(shp.read_bytes())
    at, record = 100, 0
    while at < len(data):
        length = 2 * struct.unpack_from(">i", data, at + 4)[0]
        body = at + 8
        if struct.unpack_from("<i", data, body)[0]:
            parts, points = struct.unpack_from("<2i", data, body + 36)
            starts = [*struct.unpack_from(f"<{parts}i", data, body + 44), points]
            first = body + 44 + 4 * parts
            for ring, (start, end) in enumerate(pairwise(starts)):
                if ring in turned.get(record, ()):
                    piece = slice(first + 16 * start, first + 16 * end)
                    vertices = [data[piece][each : each + 16] for each in range(0, 16 * (end - start), 16)]
                    data[piece] = b"".join(vertices[::-1])
        at, record = body + length, record + 1
    shp.write_bytes(bytes(data))


def test_import_01_ring_direction(tmp_path: Path, field_case: FieldCaseLoader) -> None:
    case = field_case("import-01")
    square, hole = shapely.box(0, 0, 100, 100), shapely.box(25, 25, 75, 75)
    elsewhere = shapely.box(200, 0, 300, 100)
    lot = square - hole
    shapes = [lot, lot, lot, None, shapely.MultiPolygon([lot, elsewhere]), lot]
    laid = [None if shape is None else shapely.transform(shape, lambda at: at + CORNER) for shape in shapes]
    rows = [{"PARCELID": f"00{number + 1}", "CONAME": "VERNON"} for number in range(len(shapes))]
    file = write(tmp_path / "p.shp", rows, laid, "EPSG:8112")
    # GDAL writes shells clockwise and holes the other way, as the format says; programs do not always.
    turn_rings(file, {0: [0], 1: [1], 4: [0, 1, 2], 5: [0, 1]})
    manifest = bring(tmp_path / "layers", "parcels", file)
    areas = {
        name: areas_sqft(np.array([shape], dtype=object), VERNON)[0]
        for name, shape in shapes_of(tmp_path / "layers", manifest, "parcel_id").items()
    }
    expected = {name: area for name, area in case["expected"]["area_sqft"].items() if area is not None}
    # 7,500 and a lot of 10,000 beside it; all three rings turned.
    assert areas == {
        name: pytest.approx(area, abs=ON_GRID_SQFT)
        for name, area in {**expected, "005": 17_500.0, "006": 7_500.0}.items()
    }
    assert by_id(manifest.refusals) == dict.fromkeys(case["expected"]["null_geometry"], "no_geometry")
    assert manifest.counts.rows_in == manifest.counts.rows_out + manifest.counts.refused == 6
    assert float(manifest.area_sqft_out or 0) == pytest.approx(4 * 7500 + 17_500, rel=2e-4)


# --- import-02: invalid polygons --------------------------------------------------------------


def test_import_02_what_has_two_readings_is_shown_and_not_picked(tmp_path: Path, field_case: FieldCaseLoader) -> None:
    case = field_case("import-02")
    features = []
    for item in case["input"]["items"]:
        geometry = item.get("geojson") or json.loads(shapely.to_geojson(shapely.from_wkt(item["wkt"])))
        text = json.dumps(geometry)
        moved = json.loads(text, object_hook=_laid)
        features.append(feature(moved, PARCELID=f"{item['id']} 1", CONAME="VERNON"))
    file = collection(tmp_path / "p.geojson", features, "EPSG:8112")
    manifest = bring(tmp_path / "layers", "parcels", file)
    areas = {
        name.removesuffix(" 1"): areas_sqft(np.array([shape], dtype=object), VERNON)[0]
        for name, shape in shapes_of(tmp_path / "layers", manifest, "parcel_id").items()
    }
    refused = {str(name).removesuffix(" 1") for name in by_id(manifest.refusals)}
    changed = {str(name).removesuffix(" 1") for name in by_id(manifest.repairs)}
    for name, wanted in case["expected"].items():
        if wanted.get("ask") or wanted.get("reject"):
            assert name in refused, name
            continue
        assert areas[name] == pytest.approx(wanted["area_after"], abs=ON_GRID_SQFT), name
        assert (name in changed) is (wanted.get("valid") is False or bool(wanted.get("warn"))) or name == (
            "repeated-vertex"
        )
    assert set(areas) | refused == set(case["expected"])
    # A check tells the same and writes nothing.
    trial = next(each for each in check_file(file).layers[0].trials if each.kind == "parcels")
    assert by_id(trial.refusals) == by_id(manifest.refusals)
    assert by_id(trial.repairs) == by_id(manifest.repairs)


def _laid(geometry: dict[str, Any]) -> dict[str, Any]:
    def move(at: Any) -> Any:  # noqa: ANN401  values of any type
        return [at[0] + CORNER[0], at[1] + CORNER[1]] if isinstance(at[0], int | float) else [move(each) for each in at]

    return {**geometry, "coordinates": move(geometry["coordinates"])}


# --- import-04: money as text -----------------------------------------------------------------


def test_import_04_money_text(tmp_path: Path, field_case: FieldCaseLoader) -> None:
    case = field_case("import-04")
    values = case["input"]["values"]
    rows = [{"PARCELID": f"{row}", "CONAME": "VERNON", "CNTASSDVALUE": text} for row, text in enumerate(values)]
    file = write(tmp_path / "p.gpkg", rows, lots(len(values)), "EPSG:8112")
    manifest = bring(tmp_path / "layers", "parcels", file)
    table = LayerStore(tmp_path / "layers").load(manifest).table.set_index("parcel_id")
    cents = [table.loc[str(row), "assessed_value_cents"] for row in range(len(values))]
    for found, wanted in zip(cents, case["expected"]["parsed"], strict=True):
        assert pd.isna(found) if wanted in {None, "error"} else found == wanted * 100
    assert float(manifest.sums["assessed_value"]) == case["expected"]["sum"]
    unread = [note for note in manifest.repairs if note.column == "CNTASSDVALUE" and note.rule != "value_negative"]
    assert len(unread) == case["expected"]["errors"]
    assert [note.row for note in unread] == [values.index("12.345.000")]
    assert manifest.counts.features == len(values)


# --- import-06: encodings ---------------------------------------------------------------------


@pytest.mark.parametrize("name", ["owners_cp1252_nocpg", "owners_utf8_lyingcpg"])
def test_import_06_names_are_kept_apart_as_they_are_spelt(
    tmp_path: Path, repository: Path, field_case: FieldCaseLoader, name: str
) -> None:
    case = field_case("import-06")
    source = repository / "tests/cases/field/files" / f"{name}.shp"
    names = pyogrio.read_info(source)["fields"].tolist()
    assert "OWNER" in names
    # The rows of the case lie in no land; its table is laid beside shapes that do.
    count = len(case["expected"]["OWNER"])
    write(tmp_path / "p.shp", [{"x": each} for each in range(count)], lots(count), "EPSG:8112")
    for suffix in (".dbf", ".cpg"):
        (tmp_path / f"p{suffix}").unlink(missing_ok=True)
        if source.with_suffix(suffix).exists():
            (tmp_path / f"p{suffix}").write_bytes(source.with_suffix(suffix).read_bytes())
    columns = tmp_path / "my.toml"
    key = next(each for each in names if each != "OWNER")
    columns.write_text(
        'title = "The case"\nkind = "parcels"\n'
        f'[[column]]\ncanonical = "parcel_id"\naliases = ["{key}"]\nread = "verbatim"\n'
        '[[column]]\ncanonical = "owner_name_1"\naliases = ["OWNER"]\nread = "private"\n'
    )
    manifest = bring(tmp_path / "layers", "parcels", tmp_path / "p.shp", map_file=columns)
    private = pd.read_parquet(owners_file(tmp_path / "layers", manifest.edition))
    # Owners of record are compared in capitals.
    assert sorted(private["name"]) == sorted(each.upper() for each in case["expected"]["OWNER"])
    stored = (tmp_path / "layers" / "parcels" / manifest.edition / "manifest.json").read_text("utf-8")
    assert not any(each in stored for each in case["expected"]["OWNER"])


# --- crs-01: areas ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "crs",
    [
        "EPSG:4326",
        "EPSG:3857",
        pytest.param("EPSG:3071", marks=pytest.mark.slow),
        pytest.param("EPSG:2288", marks=pytest.mark.slow),
        pytest.param("EPSG:26916", marks=pytest.mark.slow),
    ],
)
def test_crs_01_the_area_is_that_of_the_ground_whatever_the_file_is_in(
    tmp_path: Path, field_case: FieldCaseLoader, crs: str
) -> None:
    case = field_case("crs-01")
    drawn = gpd.GeoSeries([shapely.geometry.shape(case["input"]["polygon"])], crs=case["input"]["crs"])
    file = write(tmp_path / "c.gpkg", [{"name": "Portage"}], drawn.to_crs(crs), crs)
    manifest = bring(tmp_path / "layers", "counties", file)
    shape = shapes_of(tmp_path / "layers", manifest, "name")["Portage"]
    ground = areas_sqft(np.array([shape], dtype=object), working_frame(zone_for_county("Portage").harn_ftus))[0]
    # Ground, above the ellipsoid: within 2 parts in 10,000, where the web map would give 1.97 times as much.
    assert ground / SQFT_PER_SQM == pytest.approx(case["expected"]["geodesic_m2"], rel=2e-4)
    on_ellipsoid = float(manifest.area_sqft_out or 0)
    assert on_ellipsoid / SQFT_PER_SQM == pytest.approx(case["expected"]["geodesic_m2"], rel=case["tolerance"]["rel"])


# --- crs-02: two feet -------------------------------------------------------------------------

SOUTH_INTERNATIONAL_FEET = CRS(
    "+proj=lcc +lat_0=42 +lon_0=-90 +lat_1=44.0666666666667 +lat_2=42.7333333333333 "
    "+x_0=600000 +y_0=0 +datum=NAD83 +units=ft +no_defs"
)


@pytest.mark.parametrize(
    "corner_ft",
    [
        None,
        pytest.param((1_968_500.0, 300_000.0), marks=pytest.mark.slow),
        pytest.param((2_400_000.0, 760_000.0), marks=pytest.mark.slow),
    ],
)
def test_crs_02_the_foot_that_the_file_names_is_the_foot_that_counts(
    tmp_path: Path, field_case: FieldCaseLoader, corner_ft: tuple[float, float] | None
) -> None:
    case = field_case("crs-02")
    x, y = corner_ft or case["input"]["point_ft"]
    section = shapely.box(x, y, x + 5280, y + 5280)
    corners, acres = [], []
    for name, crs in (("survey", "EPSG:2289"), ("international", SOUTH_INTERNATIONAL_FEET)):
        file = write(tmp_path / f"{name}.gpkg", [{"name": "Vernon"}], [section], crs)
        manifest = bring(tmp_path / "layers", "counties", file, vintage="2020")
        table = LayerStore(tmp_path / "layers").load(manifest).table
        corners.append(table.geometry.iloc[0].bounds[:2])
        acres.append(float(manifest.area_sqft_out or 0) / 43_560)
    # 2 parts in a million of the coordinate; the state's frame is turned and scaled by less than 1 in 100 here.
    shift_ft = np.hypot(*(np.array(corners[0]) - corners[1])) * 3937 / 1200
    by_hand = float(np.hypot(x, y)) * (1 - 0.3048 * 3937 / 1200)
    assert shift_ft == pytest.approx(by_hand, rel=1e-2)
    if corner_ft is None:
        assert by_hand == pytest.approx(case["expected"]["offset_length_ft"], abs=case["tolerance"]["abs"])
        # The area hides it: 640 acres by 4 parts in a million.
        difference = case["expected"]["section_acres_difference"]
        assert acres[0] - acres[1] == pytest.approx(difference, abs=case["tolerance"]["abs"])


# --- crs-03: an old datum without grids -------------------------------------------------------


@pytest.mark.parametrize("crs", ["EPSG:4267", "EPSG:32054"])
def test_crs_03_an_old_datum_is_moved_coarsely_and_the_manifest_says_so(
    tmp_path: Path, field_case: FieldCaseLoader, crs: str
) -> None:
    case = field_case("crs-03")
    lon, lat = case["input"]["point"]
    drawn = gpd.GeoSeries([shapely.box(lon, lat, lon + 0.01, lat + 0.01)], crs="EPSG:4267").to_crs(crs)
    manifest = bring(
        tmp_path / "layers", "counties", write(tmp_path / "c.gpkg", [{"name": "Dane"}], drawn, crs), vintage="1970"
    )
    stated = [step.accuracy_m for step in manifest.operations]
    assert sum(each for each in stated if each is not None) >= case["expected"]["stated_accuracy_m_at_least"]
    assert any("warning" in note and "not final" in note for note in manifest.notes)
    shape = shapes_of(tmp_path / "layers", manifest, "name")["Dane"]
    now = gpd.GeoSeries([shape], crs="EPSG:3071").to_crs("EPSG:4152").iloc[0]  # HARN, unmoved
    corner = min(now.exterior.coords, key=lambda at: at[0] + at[1])
    moved_m = Geod(ellps="GRS80").inv(lon, lat, *corner[:2])[2]
    # The shift of the case, 6.35 m, and the metre by which HARN is then taken from WGS 84.
    assert moved_m == pytest.approx(case["expected"]["shift_m"], abs=1.2)
    assert moved_m > 1  # the ballpark operation would move nothing


# --- crs-06: old GeoJSON ----------------------------------------------------------------------


def test_crs_06_what_comes_in_metres_goes_out_as_longitude_and_latitude(
    tmp_path: Path, field_case: FieldCaseLoader
) -> None:
    case = field_case("crs-06")
    data = case["input"]["with_crs"]
    data["features"][0]["properties"] = {"name": "Dane"}
    (tmp_path / "in.geojson").write_text(json.dumps(data))
    manifest = bring(tmp_path / "layers", "counties", tmp_path / "in.geojson")
    export_edition(tmp_path / "layers", ExportRequest(manifest.edition, tmp_path / "out.geojson"))
    written = json.loads((tmp_path / "out.geojson").read_text())
    assert "crs" not in written
    ring = written["features"][0]["geometry"]["coordinates"][0]
    lon, lat = case["expected"]["with_crs_first_vertex_lonlat"]
    # The case takes HARN for WGS 84; the registry's operation between them moves by a metre, 0.00001 degrees.
    assert min(max(abs(x - lon), abs(y - lat)) for x, y in ring) < 2e-5
    again = bring(tmp_path / "again", "counties", tmp_path / "out.geojson", preset="generic")
    shapes = [
        shapes_of(folder, each, "name")["Dane"]
        for folder, each in ((tmp_path / "layers", manifest), (tmp_path / "again", again))
    ]
    assert shapely.hausdorff_distance(*shapes) < 0.0005


# --- crs-08: no .prj --------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(4))
def test_crs_08_a_missing_prj_is_asked_about_with_a_guess(
    tmp_path: Path, field_case: FieldCaseLoader, number: int
) -> None:
    case = field_case("crs-08")
    bounds, guess = case["input"]["bounds"][number], case["expected"]["guess"][number][0]
    file = write(tmp_path / "c.shp", [{"name": "Dane"}], [shapely.box(*bounds)], None)
    assert not file.with_suffix(".prj").exists()
    with pytest.raises(CrsMissing, match="--crs") as caught:
        bring(tmp_path / "layers", "counties", file)
    assert guess in caught.value.why
    assert not (tmp_path / "layers").exists()
    layer = check_file(file).layers[0]
    assert layer.crs is None
    assert layer.crs_guesses[0] == guess
    assert all(trial.counts is None and "CrsMissing" in str(trial.error) for trial in layer.trials)


# --- crs-09: distances ------------------------------------------------------------------------


@pytest.mark.parametrize(("east", "north"), [(None, None), (0.0, 0.0001), (0.0004, 0.0)])
def test_crs_09_a_distance_between_two_layers_is_in_feet_on_the_ground(
    tmp_path: Path, field_case: FieldCaseLoader, east: float | None, north: float | None
) -> None:
    case = field_case("crs-09")
    sewer = shapely.from_wkt(case["input"]["sewer_wkt"])
    end = shapely.Point(-89.399, 43.07)
    node = shapely.from_wkt(case["input"]["parcel_wkt"]) if east is None else shapely.Point(end.x + east, end.y + north)
    layers = tmp_path / "layers"
    main = bring(
        layers,
        "sewers",
        write(tmp_path / "s.gpkg", [{"sewer_id": "1"}], [sewer], case["input"]["crs"]),
        preset="generic",
    )
    hole = bring(
        layers,
        "sewer_nodes",
        write(tmp_path / "n.gpkg", [{"node_id": "1"}], [node], case["input"]["crs"]),
        preset="generic",
    )
    line, point = shapes_of(layers, main, "sewer_id")["1"], shapes_of(layers, hole, "node_id")["1"]
    frame = working_frame(zone_for_county("Dane").harn_ftus)
    distance_ft = lengths_ft(np.array([shapely.shortest_line(line, point)], dtype=object), frame)[0]
    if east is None:
        expected = case["expected"]["distance_ft"]
        assert bool(distance_ft <= case["input"]["limit_ft"]) is case["expected"]["within"]
    else:
        expected = Geod(ellps="GRS80").inv(end.x, end.y, node.x, node.y)[2] * 3937 / 1200
    assert distance_ft == pytest.approx(expected, abs=case["tolerance"]["abs"])
