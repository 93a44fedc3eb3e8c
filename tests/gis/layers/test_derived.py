from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
import shapely

from gis.errors import EditionMissing, LayerEmpty, StrictRefusal
from gis.layers.derived import DerivationRequest, municipalities_from_parcels
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from tests.gis.layers.conftest import GeoJsonWriter, parcel

X, Y = 700_000, 150_000


def box(west: float, south: float, east: float, north: float) -> str:
    return shapely.box(X + west, Y + south, X + east, Y + north).wkt


# Two towns and a street that nobody names; a gap of 0.05 ft between the first two lots of Alder,
# and a street of 66 ft before its third.
#
#   | Alder 1 |.| Alder 2 |   66 ft   | Alder 3 | Birch 4 |
ROWS = [
    parcel("1", box(0, 0, 100, 200)),
    parcel("2", box(100.05, 0, 200, 200)),
    parcel("ROW", box(200, 0, 266, 200), PLACENAME=None),
    parcel("3", box(266, 0, 366, 200)),
    parcel("4", box(366, 0, 466, 200), PLACENAME="CITY OF BIRCH"),
]


def test_municipalities_are_the_union_of_the_parcels_that_name_them(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    parcels = import_layer(ImportRequest("parcels", geojson("p.geojson", ROWS), accuracy_ft="3"), layers).manifest
    done = municipalities_from_parcels(DerivationRequest(), layers)
    manifest = done.manifest
    layer = LayerStore(layers).load(manifest)
    assert layer.table["name"].tolist() == ["City of Birch", "Town of Alder"]
    assert layer.table["county"].tolist() == ["Vernon", "Vernon"]
    town = layer.table.geometry.iloc[1]
    # Lots 1 and 2 are one over the hairline gap; the street stays open: two parts.
    assert len(town.geoms) == 2
    # (200 + 100) ft by 200 ft, the gap of 0.05 ft closed; EPSG:3071 is up to 0.08 percent small.
    assert town.area * (3937 / 1200) ** 2 == pytest.approx(60_000, rel=1e-3)
    assert [note.rule for note in manifest.repairs] == ["hairline_gap"]
    assert "10.0" in manifest.repairs[0].what  # 0.05 ft by 200 ft
    assert manifest.repairs[0].longitude is not None
    assert [note.rule for note in manifest.refusals] == ["no_municipality"]
    counts = manifest.counts
    assert (counts.rows_in, counts.rows_out, counts.refused, counts.features, counts.merged) == (5, 4, 1, 2, 2)
    assert (manifest.vintage, manifest.accuracy_ft) == (parcels.vintage, 3)
    assert parcels.edition in manifest.source.name
    assert municipalities_from_parcels(DerivationRequest(), layers).is_new is False


def test_the_parcels_in_force_at_the_vintage_are_taken(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    import_layer(ImportRequest("parcels", geojson("a.geojson", ROWS[:1]), vintage="2020"), layers)
    import_layer(ImportRequest("parcels", geojson("b.geojson", ROWS), vintage="2023"), layers)
    early = municipalities_from_parcels(DerivationRequest(vintage="2022-05-01"), layers).manifest
    assert (early.counts.features, early.vintage) == (1, dt.date(2022, 5, 1))
    assert municipalities_from_parcels(DerivationRequest(), layers).manifest.counts.features == 2


def test_strict_and_missing_parcels(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    with pytest.raises(EditionMissing, match="townline import parcels"):
        municipalities_from_parcels(DerivationRequest(), layers)
    import_layer(ImportRequest("parcels", geojson("p.geojson", ROWS)), layers)
    with pytest.raises(StrictRefusal):
        municipalities_from_parcels(DerivationRequest(strict=True), layers)
    assert not (layers / "municipalities").exists()


def test_parcels_without_place_names(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    import_layer(ImportRequest("parcels", geojson("p.geojson", ROWS[2:3])), layers)
    with pytest.raises(LayerEmpty, match="No parcel names"):
        municipalities_from_parcels(DerivationRequest(), layers)
