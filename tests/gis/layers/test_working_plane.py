"""Is land outside Wisconsin imported in a plane of its own, apart from the state's layers?"""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Callable
from pathlib import Path

import geopandas as gpd
import numpy as np
import pandas as pd
import pyproj
import pytest
import shapely

from gis.errors import CrsImplausible, CrsUnknown, EditionElsewhere, EditionOutdated, TownlineError
from gis.geometry.frame import WORKING_CRS, planar_frame, working_frame
from gis.layers.derived import DerivationRequest, municipalities_from_parcels
from gis.layers.editions import hash_rows, verify
from gis.layers.exports.exporting import ExportRequest, export_edition
from gis.layers.finishing import Imported
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.proposals.consistency import consistency_on_file
from gis.proposals.on_file import LayersOnFile
from gis.units import M_PER_FTUS
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

VERMONT = "EPSG:32145"
DAY = dt.date(2024, 1, 1)
# Half a mile by two thirds, in Middlebury, Vermont.
TOWN = shapely.box(-73.17, 44.01, -73.16, 44.02)
ROWS = [{"name": "Middlebury", "kind": "town", "county": "Washington", "wkt": TOWN.wkt}]


def run(file: Path, layers: Path, working_crs: str | None = VERMONT) -> Imported:
    request = ImportRequest("municipalities", file, preset="generic", vintage="2020", working_crs=working_crs)
    return import_layer(request, layers)


@pytest.fixture
def town(geojson: GeoJsonWriter) -> Path:
    return geojson("town.geojson", ROWS, "EPSG:4269")


def test_shapes_are_stored_and_read_back_in_the_plane_named(town: Path, tmp_path: Path) -> None:
    # Washington County is one of Wisconsin's names too; here it is no reason to refuse.
    done = run(town, tmp_path / "layers")
    assert done.manifest.working_crs == VERMONT
    layer = LayerStore(tmp_path / "layers").load(done.manifest)
    assert layer.frame == planar_frame(VERMONT)
    x, y = pyproj.Transformer.from_crs("EPSG:4269", VERMONT, always_xy=True).transform(-73.17, 44.01)
    nearest = np.abs(shapely.get_coordinates(layer.geometries) - (x, y)).max(axis=1).min()
    assert nearest < 0.0001  # the grid, metres
    stored = gpd.read_parquet(done.folder / "rows.parquet")
    assert stored.crs == pyproj.CRS(VERMONT)
    # Ground on the ellipsoid, of an outline whose edges are straight on the map.
    square_m, _ = pyproj.Geod(ellps="GRS80").geometry_area_perimeter(shapely.segmentize(TOWN, 0.0001))
    assert done.manifest.area_sqft_out is not None
    assert float(done.manifest.area_sqft_out) == pytest.approx(square_m / float(M_PER_FTUS) ** 2, rel=1e-6)
    verify(tmp_path / "layers", done.manifest)


def test_without_a_plane_the_states_is_taken(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    file = geojson("p.geojson", [parcel("1", lot(0))])
    plain = import_layer(ImportRequest("parcels", file), tmp_path / "plain")
    named = import_layer(ImportRequest("parcels", file, working_crs="3071"), tmp_path / "named")
    assert plain.manifest == named.manifest
    assert plain.manifest.working_crs == WORKING_CRS
    assert LayerStore(tmp_path / "plain").load(plain.manifest).frame == working_frame(WORKING_CRS)


def test_the_plane_is_part_of_what_an_edition_is() -> None:
    rows = [hashlib.sha256(b"a row").digest()]
    state = hash_rows("municipalities", pd.DataFrame(), DAY, None, rows)
    assert state == hash_rows("municipalities", pd.DataFrame(), DAY, None, rows, WORKING_CRS)
    assert state != hash_rows("municipalities", pd.DataFrame(), DAY, None, rows, VERMONT)


def test_land_must_lie_where_the_plane_is_used(town: Path, tmp_path: Path, geojson: GeoJsonWriter) -> None:
    with pytest.raises(CrsImplausible, match="does not lie in Wisconsin"):
        run(town, tmp_path / "layers", None)
    alder = [{"name": "Alder", "kind": "town", "county": "Vernon", "wkt": lot(0)}]
    with pytest.raises(CrsImplausible, match="does not lie where NAD83 / Vermont is used"):
        run(geojson("alder.geojson", alder), tmp_path / "layers")
    assert not (tmp_path / "layers").exists()


@pytest.mark.parametrize(
    ("text", "says"), [("EPSG:4269", "not a plane"), ("EPSG:1", "EPSG:1"), ("Vermont", "Vermont"), ("local", "local")]
)
def test_a_plane_is_a_projected_system(town: Path, tmp_path: Path, text: str, says: str) -> None:
    with pytest.raises(CrsUnknown, match=says):
        run(town, tmp_path / "layers", text)
    assert not (tmp_path / "layers").exists()


def test_a_folder_holds_layers_of_one_plane(town: Path, tmp_path: Path, geojson: GeoJsonWriter) -> None:
    state, vermont = tmp_path / "state", tmp_path / "vermont"
    ratios = tmp_path / "ratios.csv"
    ratios.write_text("municipality,county,year,ratio\nTown of Alder,Vernon,2023,0.9\n")
    parcels = ImportRequest("parcels", geojson("p.geojson", [parcel("1", lot(0))]))
    import_layer(parcels, state)
    run(town, vermont)
    attempts: tuple[Callable[[], Imported], ...] = (
        lambda: run(town, state),
        lambda: import_layer(parcels, vermont),
        lambda: import_layer(ImportRequest("ratios", ratios, vintage="2023"), vermont),
        lambda: municipalities_from_parcels(DerivationRequest(), vermont),
    )
    for mixed in attempts:
        with pytest.raises(EditionElsewhere) as refused:
            mixed()
        assert VERMONT in refused.value.what
        assert WORKING_CRS in refused.value.what
    assert [len(LayerStore(folder).manifests()) for folder in (state, vermont)] == [1, 1]
    # Tables have no shapes; beside the layers of a plane they are imported for it.
    table = ImportRequest("ratios", ratios, vintage="2023", working_crs=VERMONT)
    assert import_layer(table, vermont).manifest.working_crs == VERMONT


def test_a_folder_whose_plane_cannot_be_told_takes_no_more(town: Path, tmp_path: Path) -> None:
    done = run(town, tmp_path / "layers")
    (done.folder / "manifest.json").write_text('{"schema_version": 1}')
    with pytest.raises(EditionOutdated, match="Remove that folder and import"):
        run(town, tmp_path / "layers")


def test_no_question_of_wisconsin_law_is_answered_in_another_plane(town: Path, tmp_path: Path) -> None:
    run(town, tmp_path / "layers")
    on_file = LayersOnFile(tmp_path / "layers")
    for ask in (
        lambda: on_file.layer("municipalities", DAY),
        lambda: on_file.editions("municipalities"),
        lambda: consistency_on_file(tmp_path / "layers", DAY),
    ):
        with pytest.raises(TownlineError) as refused:
            ask()
        assert refused.value.code == "EditionElsewhere"
        assert "Wisconsin" in refused.value.why


def test_an_edition_leaves_in_its_own_plane_and_comes_back_as_it_was(town: Path, tmp_path: Path) -> None:
    manifest = run(town, tmp_path / "layers").manifest
    file = tmp_path / "town.gpkg"
    assert export_edition(tmp_path / "layers", ExportRequest(manifest.edition, file)).crs == VERMONT
    assert gpd.read_file(file).crs == pyproj.CRS(VERMONT)
    assert run(file, tmp_path / "again").manifest.edition == manifest.edition
    places = tmp_path / "places.geojson"
    export_edition(tmp_path / "layers", ExportRequest(manifest.edition, places))
    # A hundred-millionth of a degree is a millimetre; NAD83 and WGS 84 are taken as one (a null operation).
    assert gpd.read_file(places).total_bounds == pytest.approx(TOWN.bounds, abs=2e-8)
