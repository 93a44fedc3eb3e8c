from __future__ import annotations

import csv
import datetime as dt
import json
import sqlite3
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import pandas as pd
import pyogrio
import pytest
import rasterio
import shapely
from pyproj import Geod, Transformer
from rasterio.transform import Affine

from gis.errors import EditionMissing, ExportExists, ExportUnfit, OptionInvalid
from gis.layers.exports import files as export_files
from gis.layers.exports.exporting import Exported, ExportRequest, export_edition, restored_names
from gis.layers.exports.files import write_table
from gis.layers.exports.short_names import names_file, parse_names, short_names
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.rasters.importing import import_raster
from gis.layers.store import LayerStore
from gis.model.edition import Kind, Manifest
from tests.conftest import FieldCaseLoader
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

SUFFIXES = (".gpkg", ".geojson", ".shp", ".csv", ".fgb", ".parquet")
OWNER = "QUILLFEATHER, ANN"
DAY = dt.date(2026, 6, 15)
PARCELS = [
    parcel("002", lot(1), OWNERNME1=OWNER, PSTLADRESS="9 QUILLFEATHER LANE", SITEADRESS="1 ELM ST"),
    parcel("001", lot(0, width=160.25), CNTASSDVALUE="120000.5", AUXCLASS="X4,W5", PROPCLASS="1,5M", IMPVALUE=None),
    parcel("ROW", f"MULTIPOLYGON ({lot(3)[8:]}, {lot(5)[8:]})", PLACENAME=None),
]


@pytest.fixture(scope="module")
def on_file(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Manifest]:
    """Return a folder of layers and its one edition of parcels, which no test changes."""
    folder = tmp_path_factory.mktemp("on_file")
    rows = gpd.GeoDataFrame(PARCELS, geometry=shapely.from_wkt([row["wkt"] for row in PARCELS]), crs="EPSG:8112")
    rows.drop(columns="wkt").to_file(folder / "p.gpkg")
    return folder / "layers", bring(folder, "parcels", folder / "p.gpkg")


@pytest.fixture
def parcels(on_file: tuple[Path, Manifest], tmp_path: Path) -> Manifest:
    (tmp_path / "layers").symlink_to(on_file[0])
    return on_file[1]


def bring(tmp_path: Path, kind: Kind, file: Path, folder: str = "layers", **options: Any) -> Manifest:  # noqa: ANN401  values of any type
    options.setdefault("vintage", "2023")
    return import_layer(ImportRequest(kind, file, **options), tmp_path / folder).manifest


def export(tmp_path: Path, manifest: Manifest, name: str, **options: Any) -> Exported:  # noqa: ANN401  values of any type
    return export_edition(tmp_path / "layers", ExportRequest(manifest.edition, tmp_path / name, **options))


# --- what is written, and what is not ---------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_names_are_never_written_and_owner_keys_only_when_asked(tmp_path: Path, parcels: Manifest, suffix: str) -> None:
    for name, asked in (("plain", False), ("keyed", True)):
        done = export(tmp_path, parcels, f"{name}{suffix}", with_owner_keys=asked)
        assert (done.features, "owner_keys" in done.columns) == (3, asked)
        written = b"".join((tmp_path / file).read_bytes() for file in done.files)
        assert b"QUILLFEATHER" not in written
        # Parquet compresses no name of a column, and GeoPackage neither; a shapefile keeps it in its map of names.
        assert (b"owner_keys" in written) is asked
        assert b"parcel_id" in written


@pytest.mark.parametrize("suffix", [".gpkg", ".fgb", ".parquet"])
def test_every_column_comes_through_with_its_nulls(tmp_path: Path, parcels: Manifest, suffix: str) -> None:
    done = export(tmp_path, parcels, f"p{suffix}")
    path = tmp_path / f"p{suffix}"
    table = gpd.read_parquet(path) if suffix == ".parquet" else pyogrio.read_dataframe(path)
    assert table.crs.to_epsg() == 3071
    stored = LayerStore(tmp_path / "layers").load(parcels).table
    table = table.set_index("parcel_id").loc[stored["parcel_id"]].reset_index()
    assert set(table.columns) - {"bbox"} == {*done.columns, "geometry"}
    for name in done.columns:
        expected = [None if pd.isna(value) else value for value in stored[name].tolist()]
        assert [None if pd.isna(value) else value for value in table[name].tolist()] == expected
    assert shapely.equals(table.geometry.to_numpy(), stored.geometry.to_numpy()).all()


@pytest.mark.parametrize("suffix", [".gpkg", pytest.param(".parquet", marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["parcels", "sewers", "municipalities"])
def test_an_export_imported_again_is_the_same_edition(
    tmp_path: Path, geojson: GeoJsonWriter, suffix: str, kind: Kind
) -> None:
    rows: dict[str, list[dict[str, Any]]] = {
        # Without owners, because owner keys stand for names, which are not written.
        "parcels": [{**row, "OWNERNME1": None, "PSTLADRESS": None} for row in PARCELS],
        "municipalities": [
            {"MCD_NAME": "ALDER", "CTV": "T", "CNTY_NAME": "VERNON", "wkt": lot(0)},
            {"MCD_NAME": "BIRCH", "CTV": "V", "CNTY_NAME": "VERNON", "wkt": lot(2)},
        ],
        "sewers": [
            {"sewer_id": "1", "kind": "gravity_main", "diameter_in": 8.0, "installed": "1987-06-01", "wkt": line(0)},
            {"sewer_id": "2", "kind": "force_main", "diameter_in": None, "installed": None, "wkt": line(9)},
        ],
    }
    first = bring(tmp_path, kind, geojson("a.geojson", rows[kind]), accuracy_ft="2.5")
    export(tmp_path, first, f"out{suffix}")
    again = bring(tmp_path, kind, tmp_path / f"out{suffix}", "again", preset="generic", accuracy_ft="2.5")
    assert again.edition == first.edition
    assert again.counts.features == len(rows[kind])


def line(column: int) -> str:
    x = 700_000 + 200 * column
    return f"LINESTRING ({x} 150000, {x + 300} 150000.5, {x + 300} 150900)"


def test_a_table_is_written_without_shapes(tmp_path: Path) -> None:
    ratios = tmp_path / "r.csv"
    ratios.write_text("municipality,county,year,ratio\nTown of Alder,Vernon,2023,0.812345678\n")
    manifest = bring(tmp_path, "ratios", ratios)
    export(tmp_path, manifest, "out.csv")
    with (tmp_path / "out.csv").open(newline="") as file:
        assert list(csv.DictReader(file)) == [
            {
                "municipality": "Town of Alder",
                "municipality_kind": "town",
                "county": "Vernon",
                "year": "2023",
                "ratio": "0.812345678",
            }
        ]
    for name in ("out.gpkg", "out.parquet"):
        export(tmp_path, manifest, name)
        assert bring(tmp_path, "ratios", tmp_path / name, "again", preset="generic").edition == manifest.edition
    for name in ("out.geojson", "out.shp", "out.fgb"):
        with pytest.raises(ExportUnfit, match="have no shapes"):
            export(tmp_path, manifest, name)
        assert not (tmp_path / name).exists()


def test_a_csv_of_land_says_that_it_has_no_shapes(tmp_path: Path, parcels: Manifest) -> None:
    done = export(tmp_path, parcels, "p.csv")
    assert any("shapes are left out" in remark for remark in done.remarks)
    assert done.crs is None
    with (tmp_path / "p.csv").open(newline="") as file:
        rows = {row["parcel_id"]: row for row in csv.DictReader(file)}
    # Nulls are blank, cents whole: 120,000.50 dollars.
    assert (rows["001"]["improvement_value_cents"], rows["001"]["assessed_value_cents"]) == ("", "12000050")


@pytest.mark.parametrize(
    ("cell", "runs"),
    [
        ('=HYPERLINK("a","b")', True),
        ("@SUM(1)", True),
        ("+1", True),
        ("-1+2", True),
        (" \t=1", True),
        ("\x1b[31mX", True),
        ("12-3.1=4", False),
        ("two\nlines", False),
    ],
)
def test_a_csv_tells_of_cells_that_a_spreadsheet_may_run(tmp_path: Path, cell: str, runs: bool) -> None:
    table = pd.DataFrame({"parcel_id": ["1", cell, cell], "cents": [-1, 2, None]})
    _, remarks = write_table(table, tmp_path / "out.csv", "out", day=DAY)
    assert [remark.partition(" and are")[0] for remark in remarks] == (
        ["2 cells begin with = + - @ or hold control characters,"] if runs else []
    )
    with (tmp_path / "out.csv").open(newline="") as file:
        assert [row["parcel_id"] for row in csv.DictReader(file)] == ["1", cell, cell]
    assert write_table(table.drop(columns="cents"), tmp_path / "out.parquet", "out", day=DAY)[1] == ()


def test_another_system_is_written_when_it_is_asked_for(tmp_path: Path, parcels: Manifest) -> None:
    done = export(tmp_path, parcels, "p.gpkg", crs="EPSG:8112")
    assert done.crs == "EPSG:8112"
    table = pyogrio.read_dataframe(tmp_path / "p.gpkg").set_index("parcel_id")
    # As it was drawn, in Vernon County feet, to a step of the grid (0.0001 m, 0.0003 ft).
    drawn = shapely.from_wkt(PARCELS[0]["wkt"])
    assert shapely.hausdorff_distance(table.geometry["002"], drawn) < 0.001
    for name, crs in (("p.geojson", "EPSG:3071"), ("p.csv", "EPSG:3071")):
        with pytest.raises(OptionInvalid, match="--crs"):
            export(tmp_path, parcels, name, crs=crs)
    assert not list(tmp_path.glob("p.[!g]*"))
    assert export(tmp_path, parcels, "p.geojson", crs="4326").crs == "EPSG:4326"


@pytest.mark.parametrize(
    ("edition", "name", "error"),
    [
        ("0" * 16, "p.gpkg", EditionMissing),
        (None, "p.xlsx", OptionInvalid),
        (None, "p", OptionInvalid),
        (None, "p.tif", OptionInvalid),
    ],
)
def test_what_cannot_be_exported(
    tmp_path: Path, parcels: Manifest, edition: str | None, name: str, error: type[Exception]
) -> None:
    request = ExportRequest(edition or parcels.edition, tmp_path / name)
    with pytest.raises(error):
        export_edition(tmp_path / "layers", request)
    assert not (tmp_path / name).exists()


def test_a_raster_is_copied_as_it_is_stored(tmp_path: Path) -> None:
    cells = np.array([[21, 11]], dtype=np.uint8)
    profile: dict[str, Any] = {"driver": "GTiff", "width": 2, "height": 1, "count": 1, "dtype": "uint8"}
    place = {"crs": "EPSG:8112", "transform": Affine(10, 0, 700_000, 0, -10, 150_000)}
    with rasterio.open(tmp_path / "a.tif", "w", **profile, **place) as target:
        target.write(cells, 1)
    request = ImportRequest("impervious_raster", tmp_path / "a.tif", vintage="2023", constants={"classes": "21"})
    manifest = import_raster(request, tmp_path / "layers").manifest
    done = export(tmp_path, manifest, "out.tif")
    assert (done.files, done.features, done.crs) == (("out.tif",), 2, "EPSG:8112")
    with rasterio.open(tmp_path / "out.tif") as copy:
        assert copy.read(1).tolist() == [[21, 11]]
    with pytest.raises(OptionInvalid, match="its own coordinate system"):
        export(tmp_path, manifest, "other.tif", crs="EPSG:3071")
    with pytest.raises(OptionInvalid, match=r"\.tif"):
        export(tmp_path, manifest, "out.gpkg")


# --- files: whole or not at all ---------------------------------------------------------------


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_file_that_is_there_is_kept_unless_overwrite_is_given(tmp_path: Path, parcels: Manifest, suffix: str) -> None:
    path = tmp_path / f"p{suffix}"
    path.write_bytes(b"someone's only copy")
    with pytest.raises(ExportExists, match="--overwrite"):
        export(tmp_path, parcels, path.name)
    assert path.read_bytes() == b"someone's only copy"
    done = export(tmp_path, parcels, path.name, overwrite=True)
    assert path.read_bytes() != b"someone's only copy"
    assert path.name in done.files
    assert not list(tmp_path.glob(".partial-*"))


def test_a_shapefile_that_is_replaced_leaves_no_part_of_the_old_one(tmp_path: Path, parcels: Manifest) -> None:
    for suffix in (".cpg", ".qix", ".sbn"):
        (tmp_path / f"p{suffix}").write_bytes(b"old")
    with pytest.raises(ExportExists, match=r"p\.cpg"):
        export(tmp_path, parcels, "p.shp")
    done = export(tmp_path, parcels, "p.shp", overwrite=True)
    assert set(done.files) == {"p.shp", "p.shx", "p.dbf", "p.prj", "p.cpg", "p.names.csv"}
    assert not (tmp_path / "p.qix").exists()
    assert not (tmp_path / "p.sbn").exists()
    assert (tmp_path / "p.cpg").read_bytes() == b"UTF-8"


def test_a_crash_leaves_what_was_there(tmp_path: Path, parcels: Manifest, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "p.csv"
    path.write_bytes(b"old")

    def fails(_table: pd.DataFrame, target: Path, _layer: str) -> None:
        target.write_bytes(b"half")
        raise OSError(28, "No space left on device")

    monkeypatch.setitem(export_files.FORMATS, ".csv", export_files.Format("CSV", fails, holds_shapes=False))
    with pytest.raises(OSError, match="No space"):
        export(tmp_path, parcels, "p.csv", overwrite=True)
    assert path.read_bytes() == b"old"
    assert not list(tmp_path.glob(".partial-*"))


# --- export-02: GeoJSON runs as RFC 7946 says -------------------------------------------------


def signed_area_m2(ring: list[list[float]]) -> float:
    """Return the area inside a ring on GRS 80, positive where it runs counter-clockwise."""
    return float(Geod(ellps="GRS80").polygon_area_perimeter(*np.array(ring).T)[0])


CLOCKWISE = [[-89.4, 43.07], [-89.4, 43.08], [-89.39, 43.08], [-89.39, 43.07], [-89.4, 43.07]]
HOLE = [[-89.397, 43.073], [-89.393, 43.073], [-89.393, 43.077], [-89.397, 43.077], [-89.397, 43.073]]
ELSEWHERE = [[x - 0.02, y] for x, y in CLOCKWISE]


@pytest.mark.parametrize(
    "geometry",
    [
        None,  # the case itself
        {"type": "Polygon", "coordinates": [CLOCKWISE[::-1]]},
        {"type": "Polygon", "coordinates": [CLOCKWISE, HOLE[::-1]]},
        {"type": "Polygon", "coordinates": [CLOCKWISE[::-1], HOLE]},
        {"type": "MultiPolygon", "coordinates": [[CLOCKWISE, HOLE], [ELSEWHERE[::-1]]]},
    ],
)
def test_export_02_rings_run_as_rfc_7946_says(
    tmp_path: Path, field_case: FieldCaseLoader, geometry: dict[str, Any] | None
) -> None:
    case = field_case("export-02")
    drawn = geometry or case["input"]["geojson"]
    feature = {"type": "Feature", "properties": {"name": "Dane"}, "geometry": drawn}
    (tmp_path / "in.geojson").write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    manifest = bring(tmp_path, "counties", tmp_path / "in.geojson")
    done = export(tmp_path, manifest, "out.geojson")
    data = json.loads((tmp_path / "out.geojson").read_text())
    assert data["type"] == "FeatureCollection"
    assert "crs" not in data
    assert done.crs == "EPSG:4326"
    written = data["features"][0]["geometry"]
    polygons = [written["coordinates"]] if written["type"] == "Polygon" else written["coordinates"]
    shells = [signed_area_m2(polygon[0]) for polygon in polygons]
    holes = [signed_area_m2(ring) for polygon in polygons for ring in polygon[1:]]
    assert all(area > 0 for area in shells) is case["expected"]["out_exterior_ccw"]
    assert all(area < 0 for area in holes) is case["expected"]["out_holes_cw"]
    rings = drawn["coordinates"] if drawn["type"] == "Polygon" else [r for part in drawn["coordinates"] for r in part]
    assert len(shells) + len(holes) == len(rings)
    by_hand_m2 = sum(abs(signed_area_m2(r)) * (-1 if r in (HOLE, HOLE[::-1]) else 1) for r in rings)
    expected = case["expected"]["geodesic_area_m2"] if geometry is None else by_hand_m2
    assert sum(shells) + sum(holes) == pytest.approx(expected, rel=case["tolerance"]["rel"])


def test_geojson_keeps_a_tenth_of_a_millimetre_and_nulls(tmp_path: Path, parcels: Manifest) -> None:
    export(tmp_path, parcels, "p.geojson")
    features = json.loads((tmp_path / "p.geojson").read_text())["features"]
    by_id = {each["properties"]["parcel_id"]: each for each in features}
    assert by_id["001"]["properties"]["improvement_value_cents"] is None
    assert by_id["ROW"]["properties"]["municipality"] is None
    assert by_id["001"]["properties"]["assessed_value_cents"] == 12_000_050
    stored = LayerStore(tmp_path / "layers").load(parcels).table.set_index("parcel_id")
    # HARN and WGS 84 are a metre apart by the operation used, the same each way.
    back = Transformer.from_crs("EPSG:4326", "EPSG:3071", always_xy=True)
    for name, feature in by_id.items():
        shape = shapely.geometry.shape(feature["geometry"])
        moved = shapely.transform(shape, lambda at: np.column_stack(back.transform(*at.T)))
        assert shapely.hausdorff_distance(moved, stored.geometry[name]) < 0.0002


# --- export-03: names of ten letters ----------------------------------------------------------


@pytest.mark.parametrize(
    "columns",
    [
        None,  # the case itself
        ["EQUALIZED_", "EQUALIZED_LAND", "EQUALIZE_1"],
        ["equalized_land", "EQUALIZED_LAND_B", "Equalized_Land_C"],  # a DBF does not tell case apart
        [f"assessed_value_{number}" for number in range(120)],
        ["PIN", "a"],
    ],
)
def test_export_03_names_are_short_unique_and_restored(
    tmp_path: Path, field_case: FieldCaseLoader, columns: list[str] | None
) -> None:
    case = field_case("export-03")
    names = columns or case["input"]["columns"]
    table = gpd.GeoDataFrame(
        {name: [number] for number, name in enumerate(names)}, geometry=[shapely.Point(0, 0)], crs="EPSG:3071"
    )
    path = tmp_path / "out.shp"
    files, remarks = write_table(table, path, "out", day=DAY)
    assert "out.names.csv" in files
    assert not remarks
    fields = [str(field) for field in pyogrio.read_info(path)["fields"]]
    assert len(fields) == len({field.lower() for field in fields}) == len(names)
    assert max(map(len, fields)) <= case["expected"]["max_len"]
    restored = restored_names(path)
    assert restored is not None
    back = pyogrio.read_dataframe(path).rename(columns=dict(restored))
    assert [back[name].item() for name in names] == list(range(len(names)))


def test_names_that_fit_are_kept() -> None:
    assert short_names(["PIN", "ten_lettrs", "eleven_letr"]) == {
        "PIN": "PIN",
        "ten_lettrs": "ten_lettrs",
        "eleven_letr": "eleven_let",
    }


@pytest.mark.parametrize(
    "text",
    ["", "long,short\na,b\n", "short,long\na\n", "short,long\na,b\na,c\n", "short,long\na,b\nc,b\n", '"'],
)
def test_a_map_of_another_make_restores_nothing(tmp_path: Path, text: str) -> None:
    shp = tmp_path / "x.shp"
    names_file(shp).write_text(text)
    assert restored_names(shp) is None
    assert restored_names(tmp_path / "none.shp") is None
    assert restored_names(tmp_path / "x.gpkg") is None
    assert parse_names("short,long\nÖ,x\n".encode("latin-1")) is None


def test_export_03_import_of_our_own_shapefile_restores_the_long_names(tmp_path: Path, parcels: Manifest) -> None:
    export(tmp_path, parcels, "p.shp")
    again = bring(tmp_path, "parcels", tmp_path / "p.shp", "again")
    assert again.preset == "generic-parcels"
    assert again.columns["assessed_value_cents"] == "assessed_value_cents"
    assert again.sums == parcels.sums
    assert again.counts.features == parcels.counts.features


@pytest.mark.parametrize(
    ("text", "fits"), [("x" * 254, True), ("x" * 255, False), ("é" * 127, True), ("é" * 128, False)]
)
def test_text_that_a_shapefile_would_cut_is_refused(tmp_path: Path, text: str, fits: bool) -> None:
    table = gpd.GeoDataFrame({"note": [text]}, geometry=[shapely.Point(0, 0)], crs="EPSG:3071")
    path = tmp_path / "out.shp"
    if fits:
        write_table(table, path, "out", day=DAY)
        assert pyogrio.read_dataframe(path)["note"].item() == text
        return
    with pytest.raises(ExportUnfit, match="GeoPackage") as caught:
        write_table(table, path, "out", day=DAY)
    assert text not in str(caught.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("shapes", "fits"),
    [
        ([shapely.Point(0, 0), shapely.box(0, 0, 1, 1)], False),
        ([shapely.LineString([(0, 0), (1, 1)]), shapely.box(0, 0, 1, 1)], False),
        ([shapely.MultiPolygon([shapely.box(0, 0, 1, 1)]), shapely.box(0, 0, 1, 1)], True),
        ([None, shapely.box(0, 0, 1, 1)], True),
    ],
)
def test_a_shapefile_holds_shapes_of_one_sort(tmp_path: Path, shapes: list[Any], fits: bool) -> None:
    table = gpd.GeoDataFrame({"a": ["1", "2"]}, geometry=shapes, crs="EPSG:3071")
    if not fits:
        with pytest.raises(ExportUnfit, match="one sort"):
            write_table(table, tmp_path / "out.shp", "out", day=DAY)
    for suffix in (".gpkg", ".fgb", ".parquet", *([".shp"] if fits else [])):
        write_table(table, tmp_path / f"out{suffix}", "out", day=DAY)
        path = tmp_path / f"out{suffix}"
        back = gpd.read_parquet(path) if suffix == ".parquet" else pyogrio.read_dataframe(path)
        assert len(back) == 2
        assert int(back.geometry.isna().sum()) == int(any(shape is None for shape in shapes))


# --- export-04: dates -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "dates",
    [
        None,  # the case itself
        [None, None, None],
        ["1899-12-30", "0001-01-01", None],
        ["2026-03-08T02:30:00-06:00", "2026-11-01T01:30:00-05:00", "2024-02-29"],
    ],
)
@pytest.mark.parametrize("suffix", [".geojson", ".shp", ".gpkg", ".fgb", ".csv", ".parquet"])
def test_export_04_dates_stay_as_they_are_and_nulls_null(
    tmp_path: Path, field_case: FieldCaseLoader, dates: list[str | None] | None, suffix: str
) -> None:
    case = field_case("export-04")
    rows = case["input"]["rows"]
    signed = dates or [row["signed_at"] for row in rows]
    expected = dates or case["expected"]["geojson"]
    table = gpd.GeoDataFrame(
        {"pin": [row["pin"] for row in rows], "signed_at": pd.Series(signed, dtype=object)},
        geometry=[shapely.Point(0, 0)] * len(rows),
        crs="EPSG:4326",
    )
    path = tmp_path / f"out{suffix}"
    write_table(pd.DataFrame(table).drop(columns="geometry") if suffix == ".csv" else table, path, "out", day=DAY)
    if suffix == ".geojson":
        back = pd.DataFrame([feature["properties"] for feature in json.loads(path.read_text())["features"]])
    elif suffix == ".csv":
        back = pd.read_csv(path, dtype=str)
    elif suffix == ".parquet":
        back = pd.read_parquet(path)
    else:
        back = pyogrio.read_dataframe(path, datetime_as_string=True)
    found = {str(pin): value for pin, value in zip(back["pin"], back["signed_at"], strict=True)}
    for row, wanted in zip(rows, expected, strict=True):
        assert (None if pd.isna(found[row["pin"]]) else found[row["pin"]]) == wanted
    written = path.read_bytes() + b"".join(file.read_bytes() for file in tmp_path.glob("out.dbf"))
    for never in case["expected"]["never"]:
        assert never in signed or never.encode() not in written


def test_export_04_a_shapefile_says_that_its_dates_are_text(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    row = {"MCD_NAME": "ALDER", "CTV": "T", "CNTY_NAME": "VERNON", "wkt": lot(0)}
    manifest = bring(tmp_path, "municipalities", geojson("m.geojson", [row]))
    done = export(tmp_path, manifest, "m.shp")
    assert any("valid_from" in remark and "text" in remark for remark in done.remarks)
    assert not any("text" in remark for remark in export(tmp_path, manifest, "m.gpkg").remarks)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_same_edition_is_written_as_the_same_bytes(
    on_file: tuple[Path, Manifest], tmp_path: Path, suffix: str
) -> None:
    folder, manifest = on_file
    for name in ("first", "second"):
        (tmp_path / name).mkdir()
        export_edition(folder, ExportRequest(manifest.edition, tmp_path / name / f"parcels{suffix}"))
    first, second = (sorted((tmp_path / name).iterdir()) for name in ("first", "second"))
    assert [file.name for file in first] == [file.name for file in second]
    assert [file.read_bytes() for file in first] == [file.read_bytes() for file in second]


def test_a_file_notes_the_day_of_the_edition_and_no_clock(on_file: tuple[Path, Manifest], tmp_path: Path) -> None:
    folder, manifest = on_file
    file = tmp_path / "parcels.gpkg"
    export_edition(folder, ExportRequest(manifest.edition, file))
    with sqlite3.connect(file) as opened:
        noted = [day for (day,) in opened.execute("SELECT last_change FROM gpkg_contents")]
    assert noted == [f"{manifest.vintage.isoformat()}T00:00:00.000Z"]
    # The table of a shapefile notes year since 1900, month and day behind its first byte.
    export_edition(folder, ExportRequest(manifest.edition, file.with_suffix(".shp")))
    day = manifest.vintage
    assert [*file.with_suffix(".dbf").read_bytes()[1:4]] == [day.year - 1900, day.month, day.day]
    # What another writer of the process notes is its own affair again.
    assert pyogrio.get_gdal_config_option("OGR_CURRENT_DATE") is None
