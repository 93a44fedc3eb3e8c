from __future__ import annotations

import datetime as dt
import json
from dataclasses import replace
from pathlib import Path

import geopandas as gpd
import pyarrow.parquet as pq
import pytest
import shapely

from gis.errors import EditionAmbiguous, EditionCorrupt, EditionMissing, EditionOutdated
from gis.layers import editions
from gis.layers.canonical import EDITION_DIGITS
from gis.layers.contracts import CONTRACTS, ROW_KINDS, SCHEMA_VERSION, typed
from gis.layers.editions import (
    digest_rows,
    edition_folder,
    hash_rows,
    in_force,
    read_manifests,
    verify,
    write_edition,
)
from gis.layers.finishing import Imported
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.store import LayerStore
from gis.model.edition import Kind
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel


def imported(layers: Path, file: Path, vintage: str = "2023", accuracy_ft: str | None = None) -> Imported:
    return import_layer(ImportRequest("parcels", file, vintage=vintage, accuracy_ft=accuracy_ft), layers)


ROWS = [parcel("2", lot(1), OWNERNME1="B"), parcel("1", lot(0), OWNERNME1="A"), parcel("10", lot(2), OWNERNME1="B")]


def turned(wkt: str) -> str:
    shape = shapely.from_wkt(wkt)
    points = list(shape.exterior.coords)[:-1]
    return str(shapely.Polygon([*points[2:], *points[:2]][::-1]).wkt)


def test_the_same_content_is_the_same_edition_however_it_is_written(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    first = imported(tmp_path / "a", geojson("a.geojson", ROWS))
    other_rows = [row | {"wkt": turned(row["wkt"])} for row in ROWS[::-1]]
    again = imported(tmp_path / "a", geojson("b.geojson", other_rows))
    assert again.manifest.edition == first.manifest.edition
    assert (first.is_new, again.is_new) == (True, False)
    elsewhere = imported(tmp_path / "b", geojson("c.geojson", other_rows))
    rows = [
        edition_folder(each, "parcels", first.manifest.edition) / "rows.parquet"
        for each in (tmp_path / "a", tmp_path / "b")
    ]
    assert rows[0].read_bytes() == rows[1].read_bytes()
    assert elsewhere.is_new


@pytest.mark.parametrize(
    "change",
    [
        {"CNTASSDVALUE": "1000.01"},
        {"PLACENAME": "TOWN OF BIRCH"},
        {"wkt": lot(1, width=100.001)},
        {"OWNERNME1": "A"},  # one owner fewer
        {"SITEADRESS": "1 ELM ST"},
    ],
)
def test_other_content_is_another_edition(tmp_path: Path, geojson: GeoJsonWriter, change: dict[str, str]) -> None:
    first = imported(tmp_path, geojson("a.geojson", ROWS))
    other = imported(tmp_path, geojson("b.geojson", [ROWS[0] | change, *ROWS[1:]]))
    assert other.manifest.edition != first.manifest.edition


def test_vintage_and_accuracy_are_part_of_the_identity(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    file = geojson("a.geojson", ROWS)
    ids = {
        imported(tmp_path, file).manifest.edition,
        imported(tmp_path, file, vintage="2022").manifest.edition,
        imported(tmp_path, file, accuracy_ft="2").manifest.edition,
    }
    assert len(ids) == 3


def test_an_edition_is_geoparquet_with_covering(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    done = imported(tmp_path, geojson("a.geojson", ROWS))
    metadata = json.loads(pq.read_schema(done.folder / "rows.parquet").metadata[b"geo"])
    assert metadata["version"] == "1.1.0"
    assert "covering" in metadata["columns"]["geometry"]
    assert gpd.read_parquet(done.folder / "rows.parquet").crs.to_epsg() == 3071
    assert sorted(path.name for path in done.folder.iterdir()) == ["manifest.json", "rows.parquet"]


def test_a_manifest_reads_back_as_it_was(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    done = imported(tmp_path, geojson("a.geojson", ROWS), accuracy_ft="2.5")
    assert read_manifests(tmp_path) == (done.manifest,)
    assert read_manifests(tmp_path / "nowhere") == ()


def test_the_hash_is_verified_on_demand(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    done = imported(tmp_path, geojson("a.geojson", ROWS))
    verify(tmp_path, done.manifest)
    path = done.folder / "rows.parquet"
    rows = gpd.read_parquet(path)
    rows["assessed_value_cents"] += 1
    rows.to_parquet(path)
    with pytest.raises(EditionCorrupt, match="not what was imported"):
        verify(tmp_path, done.manifest)
    path.write_bytes(b"PAR1")
    with pytest.raises(EditionCorrupt, match="cannot be read"):
        LayerStore(tmp_path).load(done.manifest)
    (done.folder / "manifest.json").write_text('{"kind": "parcels"}')
    with pytest.raises(EditionCorrupt, match="manifest"):
        read_manifests(tmp_path)


def test_a_crash_leaves_nothing_half_made(
    tmp_path: Path, geojson: GeoJsonWriter, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = editions.write_file

    def fails(path: Path, data: bytes, mode: int) -> None:
        if path.name == "manifest.json":
            raise OSError(28, "No space left on device")
        whole(path, data, mode)

    monkeypatch.setattr(editions, "write_file", fails)
    file = geojson("a.geojson", [parcel("1", lot(0))])
    with pytest.raises(OSError, match="No space"):
        imported(tmp_path / "layers", file)
    assert list((tmp_path / "layers" / "parcels").iterdir()) == []
    monkeypatch.undo()
    # What a killed process leaves behind is not an edition either, and the next import sweeps it.
    left = tmp_path / "layers" / "parcels" / ".partial-0123-abcd"
    left.mkdir()
    assert read_manifests(tmp_path / "layers") == ()
    assert imported(tmp_path / "layers", file).is_new
    assert not left.exists()


def test_an_edition_of_another_version_asks_to_be_imported_again(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    file = geojson("a.geojson", ROWS)
    done = imported(tmp_path, file)
    path = done.folder / "manifest.json"
    older = json.loads(path.read_bytes()) | {"schema_version": SCHEMA_VERSION - 1}
    path.write_text(json.dumps(older))
    (listed,) = read_manifests(tmp_path)
    for read in (lambda: LayerStore(tmp_path).load(listed), lambda: verify(tmp_path, listed)):
        with pytest.raises(EditionOutdated, match=r"(?s)another version.*a\.geojson again"):
            read()
    # Of one day, what this version reads goes before what it cannot read.
    current = replace(listed, schema_version=SCHEMA_VERSION, edition="f" * 16)
    assert in_force([listed, current], "parcels", dt.date(2024, 1, 1)) == current
    assert in_force([listed], "parcels", dt.date(2024, 1, 1)) == listed
    # A manifest of another form is told by its version, not taken for a broken one.
    path.write_text(json.dumps(older | {"something_new": 1}))
    with pytest.raises(EditionOutdated, match="form 1"):
        read_manifests(tmp_path)


_CELLS = {"text": "x", "codes": "", "date": "2020-01-01", "year": 2020, "whole": 1, "cents": 1}


@pytest.mark.parametrize("kind", ROW_KINDS)
def test_an_edition_made_before_there_was_an_optional_column_reads_with_it_unknown(
    tmp_path: Path, geojson: GeoJsonWriter, kind: Kind
) -> None:
    # The first and the last optional column of the kind came into the contract after the edition was made.
    contract, manifest = CONTRACTS[kind], imported(tmp_path / "other", geojson("a.geojson", ROWS)).manifest
    cells = {each.name: [_CELLS.get(each.type, 1.5)] for each in contract.columns}
    table = typed(contract, gpd.GeoDataFrame(cells))
    if contract.has_geometry:
        table = gpd.GeoDataFrame(table, geometry=[shapely.box(0, 0, 1, 1)], crs=3071)
    later = {contract.optional[0], contract.optional[-1]}
    stored = [name for name in contract.names if name not in later]
    digests = digest_rows(kind, table, columns=stored)
    sha256 = hash_rows(kind, table, manifest.vintage, manifest.accuracy_ft, digests)
    counts = replace(manifest.counts, features=1)
    older = replace(manifest, kind=kind, sha256=sha256, edition=sha256[:EDITION_DIGITS], counts=counts)
    assert write_edition(tmp_path, older, table.drop(columns=sorted(later)))
    verify(tmp_path, older)
    layer = LayerStore(tmp_path).load(older)
    assert {name for name in contract.names if layer.column(name).tolist() == [None]} == later
    # A column that must be there is not made up.
    path = edition_folder(tmp_path, kind, older.edition) / "rows.parquet"
    pq.write_table(pq.read_table(path).drop_columns([contract.required[0] if contract.required else "geometry"]), path)
    with pytest.raises(EditionCorrupt, match="cannot be read"):
        LayerStore(tmp_path).load(older)


def test_rows_of_one_key_stand_in_one_order_whatever_the_source_has(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    # Records that are no parcels share an id; the two at the end also share their outline.
    rows = [parcel("ROW", lot(place)) for place in (3, 1, 2)]
    rows += [parcel("ROW", lot(5), SITEADRESS=address) for address in ("2 ELM ST", "1 ELM ST")]
    one = imported(tmp_path / "a", geojson("a.geojson", rows))
    other = imported(tmp_path / "b", geojson("b.geojson", rows[::-1]))
    files = [done.folder / "rows.parquet" for done in (one, other)]
    assert files[0].read_bytes() == files[1].read_bytes()
    west = gpd.read_parquet(files[0]).geometry.bounds["minx"].tolist()
    assert west == sorted(west)


def test_the_edition_in_force_is_the_latest_begun(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    old = imported(tmp_path, geojson("a.geojson", ROWS[:1]), vintage="2022").manifest
    new = imported(tmp_path, geojson("b.geojson", ROWS[:2]), vintage="2023-06-30").manifest
    store = LayerStore(tmp_path)
    for day, wanted in (("2022-01-01", old), ("2023-06-29", old), ("2023-06-30", new), ("2030-01-01", new)):
        assert store.choose("parcels", dt.date.fromisoformat(day)) == wanted
    with pytest.raises(EditionMissing, match="in force on 2021-12-31"):
        store.choose("parcels", dt.date(2021, 12, 31))
    assert store.choose("parcels", dt.date(2021, 12, 31), new.edition) == new
    with pytest.raises(EditionMissing, match=old.edition):
        store.choose("parcels", dt.date(2023, 12, 31), "0" * 16)
    with pytest.raises(EditionMissing):
        store.choose("municipalities", dt.date(2023, 12, 31))
    rival = replace(new, edition="f" * 16)
    with pytest.raises(EditionAmbiguous, match="--edition parcels=ID"):
        in_force([old, new, rival], "parcels", dt.date(2024, 1, 1))
    assert in_force([old, new, rival], "parcels", dt.date(2023, 1, 1)) == old


def test_a_layer_is_read_once(tmp_path: Path, geojson: GeoJsonWriter) -> None:
    manifest = imported(tmp_path, geojson("a.geojson", ROWS)).manifest
    store = LayerStore(tmp_path)
    layer = store.load(manifest)
    assert store.load(manifest) is layer
    assert layer.tree is layer.tree
    assert layer.geometries is layer.geometries
    assert len(layer.geometries) == len(layer.table) == 3
