from __future__ import annotations

import stat
from pathlib import Path

import pandas as pd
import pytest

from gis.errors import StrictRefusal
from gis.layers.checking import check_file
from gis.layers.importing import ImportRequest, import_layer
from gis.layers.owners import owner_of_record, owners_file
from gis.layers.store import LayerStore
from gis.model.jsonio import to_json
from tests.gis.layers.conftest import GeoJsonWriter, lot, parcel

NAMES = ("QUILLFEATHER, ANN", "Zebedee Trust")
ADDRESS = "77 PERIWINKLE LN"


def rows() -> list[dict[str, object]]:
    return [
        parcel("3", lot(2), OWNERNME1=NAMES[0], PSTLADRESS=ADDRESS),
        parcel("1", lot(0), OWNERNME1=NAMES[1].upper(), OWNERNME2=NAMES[0], PSTLADRESS=ADDRESS),
        parcel("2", lot(1), OWNERNME1=f"  {NAMES[1]} ", PSTLADRESS=ADDRESS),
        parcel("4", lot(3), OWNERNME1="REDACTED", OWNERNME2="Not available"),
        parcel("5", lot(4), OWNERNME1=None),
        parcel("ROW", lot(5)),
    ]


@pytest.mark.parametrize(
    ("text", "owner"),
    [
        (" Zebedee  trust. ", "ZEBEDEE TRUST"),
        ("REDACTED", None),
        ("NAME WITHHELD", None),
        ("Not Available", None),
        ("OWNER UNKNOWN", None),
        ("", None),
        ("---", None),
        ("REDACTED RIVER FARM LLC", "REDACTED RIVER FARM LLC"),
    ],
)
def test_owners_of_record(text: str, owner: str | None) -> None:
    assert owner_of_record(text) == owner


def test_owners_are_numbered_by_first_appearance_in_order_of_ids(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    done = import_layer(ImportRequest("parcels", geojson("p.geojson", rows())), tmp_path / "layers")
    table = LayerStore(tmp_path / "layers").load(done.manifest).table.set_index("parcel_id")
    # Parcel 1 names both, in the order of the alphabet: Quillfeather is 1, Zebedee 2.
    assert table["owner_keys"].to_dict() == {"1": "1,2", "2": "2", "3": "1", "4": "", "5": "", "ROW": ""}


def test_a_repeat_row_of_a_second_owner_adds_the_owner(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    shared = [parcel("1", lot(0), OWNERNME1=name) for name in NAMES]
    done = import_layer(ImportRequest("parcels", geojson("p.geojson", shared)), tmp_path / "layers")
    table = LayerStore(tmp_path / "layers").load(done.manifest).table
    assert table["owner_keys"].tolist() == ["1,2"]


def test_names_and_addresses_are_in_the_private_file_only(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    faulty = [*rows(), parcel("6", lot(6), OWNERNME1=NAMES[0], CNTASSDVALUE=NAMES[0], PSTLADRESS=ADDRESS)]
    file = geojson("p.geojson", faulty)
    done = import_layer(ImportRequest("parcels", file), layers)
    private = owners_file(layers, done.manifest.edition)
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    assert stat.S_IMODE(private.parent.stat().st_mode) == 0o700
    assert stat.S_IMODE(private.parent.parent.stat().st_mode) == 0o700
    held = pd.read_parquet(private)
    assert set(held["name"]) == {NAMES[0], NAMES[1].upper()}
    assert set(held["mailing_address"]) == {ADDRESS}

    with pytest.raises(StrictRefusal) as caught:
        import_layer(ImportRequest("parcels", file, strict=True), layers)
    public = [path for path in layers.rglob("*") if path.is_file() and path != private]
    assert {path.name for path in public} == {"rows.parquet", "manifest.json"}
    # Parquet is compressed, so its cells are looked at as well as its bytes.
    written = [path.read_text("latin-1") for path in public]
    cells = [pd.read_parquet(path).to_csv() for path in public if path.suffix == ".parquet"]
    spoken = [str(caught.value), to_json(done.manifest).decode(), to_json(check_file(file)).decode()]
    for word in ("QUILLFEATHER", "ZEBEDEE", "PERIWINKLE"):
        assert word in held.to_csv().upper()
        for text in (*written, *cells, *spoken):
            assert word not in text.upper()


def test_without_names_there_is_no_private_file(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    import_layer(ImportRequest("parcels", geojson("p.geojson", [parcel("1", lot(0))])), tmp_path / "layers")
    assert not (tmp_path / "layers" / "private").exists()
