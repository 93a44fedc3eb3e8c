"""Do the published files come in whole: figures of the data folder's README and SOURCE files."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import numpy as np
import pytest
import shapely

from gis.errors import CrsMissing, LayerUnreadable, TownlineError
from gis.geometry.repair import POLYGONAL, shapes_from_wkb
from gis.layers.checking import check_file
from gis.layers.derived import DerivationRequest, municipalities_from_parcels
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.journal import Journal
from gis.layers.readers import open_file, read_rows
from gis.layers.shapes import place_shapes
from gis.layers.store import LayerStore
from gis.model.edition import CrsRecord, Kind

pytestmark = pytest.mark.realdata

VERNON = "wi-parcels-vernon-westby/vernon_2023.gdb"
FINAL = "PARCELS_TEST_FINAL_DATASET_2023"
ACRES_SQFT = 43_560


def test_vernon_final_2023(realdata: Path, tmp_path: Path) -> None:
    done = import_layer(ImportRequest("parcels", realdata / VERNON, layer=FINAL), tmp_path)
    counts = done.manifest.counts
    assert (counts.rows_in, counts.rows_out, counts.refused, counts.features) == (153, 153, 0, 153)
    table = LayerStore(tmp_path).load(done.manifest).table
    values = table.groupby("municipality")["est_fair_market_value_cents"].agg(["size", "sum"])
    # 14,550,100 + 214,400 and 1,299,900 + 77,000, the second terms under names without a class
    assert values.loc["City of Westby"].tolist() == [125, 1_476_450_000]
    assert values.loc["Town of Christiana"].tolist() == [22, 137_690_000]
    assert len(values) == 2
    folded = {note.feature_id for note in done.manifest.repairs if note.rule == "placename_class"}
    assert folded == {"291006250001", "004007470001"}
    rows = table[table["record_kind"] == "row"]
    assert rows["parcel_id"].tolist() == ["ROW"] * 6
    assert rows["municipality"].isna().all()
    assert any("291003010000.1, 291003010000.2, 291003010000.3" in note for note in done.manifest.notes)
    # X4,S1 and W10: what the state does not publish is unknown
    assert set(table["unknown_codes"]) == {"", "S1", "W10"}
    assert (table["exempt_codes"] == "X4").sum() == 9


@pytest.mark.parametrize("year", range(2017, 2024))
def test_vernon_of_every_year_has_the_same_parcels(realdata: Path, tmp_path: Path, year: int) -> None:
    file = realdata / "wi-parcels-vernon-westby" / "vernon_parcels_all_years.gpkg"
    done = import_layer(ImportRequest("parcels", file, layer=f"parcels_{year}"), tmp_path)
    assert done.manifest.columns["mfl_value_cents"] == ("FORESTVALUE" if year < 2020 else "MFLVALUE")
    table = LayerStore(tmp_path).load(done.manifest).table
    assert Counter(table["municipality"].fillna("")) == {"City of Westby": 125, "Town of Christiana": 22, "": 6}


def test_geodatabase_and_geopackage_of_one_year_are_one_edition(realdata: Path, tmp_path: Path) -> None:
    file = realdata / "wi-parcels-vernon-westby" / "vernon_parcels_all_years.gpkg"
    first = import_layer(ImportRequest("parcels", realdata / VERNON, layer=FINAL), tmp_path)
    second = import_layer(ImportRequest("parcels", file, layer="parcels_2023"), tmp_path)
    assert second.manifest.edition == first.manifest.edition
    assert not second.is_new


def test_municipalities_from_the_vernon_parcels(realdata: Path, tmp_path: Path) -> None:
    import_layer(ImportRequest("parcels", realdata / VERNON, layer=FINAL), tmp_path)
    done = municipalities_from_parcels(DerivationRequest(), tmp_path)
    assert done.manifest.counts.refused == 6
    store = LayerStore(tmp_path)
    city, town = store.load(done.manifest).geometries
    parcels = store.load(next(each for each in store.manifests() if each.kind == "parcels")).table
    for name, land in (("City of Westby", city), ("Town of Christiana", town)):
        mine = parcels[parcels["municipality"] == name]
        assert all(land.buffer(0.001).covers(shape) for shape in mine.geometry)
    assert city.intersection(town).area < 0.1


def test_dane_municipalities(realdata: Path, tmp_path: Path) -> None:
    file = realdata / "wi-dane-municipalities" / "dane_county_munis.geojson"
    done = import_layer(ImportRequest("municipalities", file, vintage="2025"), tmp_path)
    assert done.manifest.counts.rows_in == done.manifest.counts.features == 60
    rules = Counter(note.rule for note in done.manifest.repairs)
    # 2 invalid features; 53 have a vertex twice, as 6 decimals made of two neighbours, the invalid ones too
    assert rules == {"self_touching_ring": 2, "repeated_vertex": 51}
    # 3,204.0 km2 in EPSG:3071, which is 0.07 percent small there
    assert float(done.manifest.area_sqft_out or 0) * (1200 / 3937) ** 2 / 1e6 == pytest.approx(3204.0, rel=1e-3)
    table = LayerStore(tmp_path).load(done.manifest).table
    # counted in the file's column CTV
    assert Counter(table["kind"]) == {"town": 32, "village": 20, "city": 8}
    assert set(table["county"]) == {"Dane"}


def test_counties(realdata: Path, tmp_path: Path) -> None:
    file = realdata / "wi-state-and-counties" / "wi_counties_2010.geojson"
    done = import_layer(ImportRequest("counties", file, vintage="2010"), tmp_path)
    names = LayerStore(tmp_path).load(done.manifest).table["name"].tolist()
    assert len(set(names)) == 72
    assert {"Fond du Lac", "St. Croix", "La Crosse"}.issubset(names)


def test_driftless_towns(realdata: Path, tmp_path: Path) -> None:
    file = realdata / "wi-driftless-towns" / "towns.geojson"
    request = ImportRequest("municipalities", file, vintage="2020", constants={"kind": "town"})
    done = import_layer(request, tmp_path)
    assert done.manifest.counts.features == 113
    assert len(check_file(file).layers[0].invalid) == 2
    mended = [note for note in done.manifest.repairs if note.rule != "repeated_vertex"]
    assert {note.row for note in mended} == {6, 112}
    assert Counter(LayerStore(tmp_path).load(done.manifest).table["county"])["Vernon"] == 21


def test_a_total_that_madison_leaves_out(realdata: Path, tmp_path: Path) -> None:
    file = realdata / "wi-parcels-dane-and-others" / "samples.gpkg"
    done = import_layer(ImportRequest("parcels", file, layer="madison_425", vintage="2015"), tmp_path)
    rules = Counter(note.rule for note in done.manifest.repairs)
    assert rules == {"total_from_parts": 425}
    sums = {name: float(text) for name, text in done.manifest.sums.items()}
    assert sums["assessed_value"] == sums["land_value"] + sums["improvement_value"] > 0


@pytest.mark.parametrize(
    ("kind", "file", "error", "reason"),
    [
        ("municipalities", "wi-wards-with-votes/dane_missing_shp/WardBoundaries.shp", LayerUnreadable, ".shp file"),
        ("municipalities", "wi-wards-with-votes/dane_missing_shp", LayerUnreadable, ".shp file"),
        ("counties", "broken-shapefile-gpkg/shapefile_js/noshp.zip", LayerUnreadable, ".shp file"),
        ("counties", "broken-shapefile-gpkg/shapefile_js/badzip.zip", LayerUnreadable, "no zip file"),
        ("counties", "broken-shapefile-gpkg/shapefile_js/htmlprj.shp", LayerUnreadable, ".shx file"),
        ("counties", "broken-shapefile-gpkg/shapefile_js/bad.shp", LayerUnreadable, ".shx file"),
        ("counties", "broken-shapefile-gpkg/mapshaper_gpkg/null_crs_gdal.gpkg", CrsMissing, "EPSG:4326/4269 degrees"),
    ],
)
def test_broken_files_are_refused_with_their_reason(  # noqa: PLR0913  two fixtures and a case of four
    realdata: Path, tmp_path: Path, kind: Kind, file: str, error: type[TownlineError], reason: str
) -> None:
    with pytest.raises(error) as caught:
        import_layer(ImportRequest(kind, realdata / file, vintage="2023"), tmp_path / "layers")
    assert reason in str(caught.value)
    assert not (tmp_path / "layers").exists()


def _awkward(realdata: Path) -> list[Path]:
    folders = ("broken-geojson", "broken-shapefile-gpkg")
    return sorted(file for folder in folders for file in (realdata / folder).rglob("*") if file.is_file())


@pytest.mark.parametrize(
    ("kind", "constants", "crs"),
    [("counties", {"name": "Vernon"}, "EPSG:4326"), ("parcels", {"parcel_id": "1", "municipality": "Town of X"}, None)],
)
def test_every_awkward_file_is_refused_for_a_stated_reason(
    realdata: Path, tmp_path: Path, kind: Kind, constants: dict[str, str], crs: str | None
) -> None:
    refused: list[TownlineError] = []
    files = _awkward(realdata)
    for file in files:
        request = ImportRequest(kind, file, preset="generic", crs=crs, vintage="2020", constants=constants)
        # None of them lies in Wisconsin: what lies elsewhere, holds no polygons or cannot be read is refused.
        with pytest.raises(TownlineError) as caught:
            import_layer(request, tmp_path / "layers")
        refused.append(caught.value)
    assert len(files) > 100
    assert all(error.what and error.where and error.why and error.next for error in refused)
    codes = Counter(error.code for error in refused)
    expected = {"LayerUnreadable", "CrsImplausible", "GeometryTypeWrong", "LayerChoiceNeeded", "LayerEmpty"}
    # One parcel id for all rows is refused where there are several.
    assert set(codes) - {"CrsMissing", "OptionInvalid"} == expected
    assert not (tmp_path / "layers").exists()


def test_every_awkward_shape_brought_to_wisconsin_is_sound_or_listed(realdata: Path) -> None:
    seen: Counter[str] = Counter()
    for file in _awkward(realdata):
        try:
            opened = open_file(file)
            layers = [layer for layer in opened.layers if "Polygon" in (layer.geometry_type or "")]
            raw = [read_rows(opened, layer, []).shapes for layer in layers]
        except LayerUnreadable:
            continue
        for shapes in raw:
            assert shapes is not None
            found = shapes_from_wkb(shapes).geometries
            assert np.isin(shapely.get_type_id(found), POLYGONAL).any() or shapely.is_missing(found).all()
            west, south, east, north = shapely.total_bounds(found)
            low, size = np.array([west, south]), max(east - west, north - south)

            def into_vernon(xy: np.ndarray, low: np.ndarray = low, size: float = size) -> np.ndarray:
                return np.array([700_000, 150_000]) + (xy - low) / size * 50_000

            journal = Journal()
            there = shapely.to_wkb(shapely.transform(shapely.force_2d(found), into_vernon))
            crs = CrsRecord(found=None, given="EPSG:8112", used="EPSG:8112")
            placed = place_shapes(opened, there, crs, [None] * len(there), journal)
            sound = np.array([shape is not None and shape.is_valid and shape.area > 0 for shape in placed.geometries])
            assert (~sound).nonzero()[0].tolist() == sorted(journal.refused_rows), file
            seen.update(rows=len(sound), sound=int(sound.sum()), files=1)
            seen.update(note.rule for note in (*journal.repairs, *journal.refusals))
    assert seen["files"] > 30
    assert 500 < seen["sound"] < seen["rows"], seen
    assert seen["self_crossing"] > 1, seen


def test_a_shapefile_of_which_nothing_can_be_read(realdata: Path, tmp_path: Path) -> None:
    file = realdata / "broken-shapefile-gpkg/shapefile_js/no-dbf.zip"
    with pytest.raises(LayerUnreadable, match="no layer in this file"):
        import_layer(ImportRequest("counties", file, vintage="2020"), tmp_path / "layers")
    with pytest.raises(LayerUnreadable, match="no layer in this file"):
        check_file(file)


def test_every_awkward_file_gives_a_report_or_a_reason(realdata: Path) -> None:
    suffixes = {".geojson", ".shp", ".gpkg", ".zip"}
    folders = ("broken-geojson", "broken-shapefile-gpkg")
    files = sorted(file for folder in folders for file in (realdata / folder).rglob("*") if file.suffix in suffixes)
    refused: list[TownlineError] = []
    for file in files:
        try:
            report = check_file(file)
        except TownlineError as error:
            refused.append(error)
            continue
        for layer in report.layers:
            assert layer.rows >= len(layer.invalid)
            for trial in layer.trials:
                assert (trial.counts is None) != (trial.error is None)
    assert len(files) > 40
    assert {type(error) for error in refused} == {LayerUnreadable}
    assert all(error.where and error.why and error.next for error in refused)
