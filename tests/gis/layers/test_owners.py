from __future__ import annotations

import stat
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

from gis.errors import StrictRefusal
from gis.layers import finishing
from gis.layers.checking import check_file
from gis.layers.importing import ImportRequest, import_layer, prepare
from gis.layers.owners import owner_of_record, write_owners
from gis.layers.store import LayerStore
from gis.layers.storing import owners_file
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


def test_other_names_for_the_same_rows_are_taken_and_said(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    first = import_layer(ImportRequest("parcels", geojson("a.geojson", rows())), layers)
    same = import_layer(ImportRequest("parcels", geojson("b.geojson", rows()[::-1])), layers)
    # Another first letter keeps the order of the alphabet, so every parcel keeps its owner keys.
    renamed = [
        {
            key: value.replace(NAMES[0], "PLUMFEATHER, ANN") if isinstance(value, str) else value
            for key, value in row.items()
        }
        for row in rows()
    ]
    again = import_layer(ImportRequest("parcels", geojson("c.geojson", renamed)), layers)
    assert again.manifest.edition == same.manifest.edition == first.manifest.edition
    assert (first.is_new, same.is_new, again.is_new) == (True, False, False)
    assert not any("replaced" in note for note in (*first.manifest.notes, *same.manifest.notes))
    told = [note for note in again.manifest.notes if "replaced" in note]
    assert len(told) == 1
    assert "FEATHER" not in told[0].upper()
    held = pd.read_parquet(owners_file(layers, first.manifest.edition))
    assert set(held["name"]) == {"PLUMFEATHER, ANN", NAMES[1].upper()}


def test_names_that_were_erased_are_written_again_and_said(geojson: GeoJsonWriter, tmp_path: Path) -> None:
    layers = tmp_path / "layers"
    file = geojson("p.geojson", rows())
    done = import_layer(ImportRequest("parcels", file), layers)
    owners_file(layers, done.manifest.edition).unlink()
    again = import_layer(ImportRequest("parcels", file), layers)
    assert not again.is_new
    assert any("this file's were written" in note for note in again.manifest.notes)
    assert owners_file(layers, done.manifest.edition).exists()


def test_an_import_that_fails_between_names_and_rows_leaves_nothing(
    geojson: GeoJsonWriter, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    layers = tmp_path / "layers"
    file = geojson("p.geojson", rows())

    def full_disk(*_: object) -> bool:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(finishing, "write_edition", full_disk)
        with pytest.raises(OSError, match="No space left"):
            import_layer(ImportRequest("parcels", file), layers)
    assert [path for path in layers.rglob("*") if path.is_file()] == []
    assert import_layer(ImportRequest("parcels", file), layers).is_new


@pytest.mark.parametrize("left", ["whole", "torn"])
def test_what_a_killed_import_left_is_written_over(geojson: GeoJsonWriter, tmp_path: Path, left: str) -> None:
    layers = tmp_path / "layers"
    file = geojson("p.geojson", rows())
    prepared = prepare(ImportRequest("parcels", file))
    edition = prepared.manifest.edition
    write_owners(layers, edition, prepared.owners.assign(name="someone else"))
    if left == "torn":
        owners_file(layers, edition).write_bytes(b"PAR1")
    done = import_layer(ImportRequest("parcels", file), layers)
    assert (done.is_new, done.manifest.edition) == (True, edition)
    assert not any("replaced" in note for note in done.manifest.notes)
    assert set(pd.read_parquet(owners_file(layers, edition))["name"]) == {NAMES[0], NAMES[1].upper()}
    assert stat.S_IMODE(owners_file(layers, edition).stat().st_mode) == 0o600


WRITER = """
import sys
from pathlib import Path
import pandas as pd
from gis.layers.owners import write_owners
for round in range(60):
    private = pd.DataFrame({"parcel_id": ["1"], "name": [f"{sys.argv[2]} {round}"]})
    write_owners(Path(sys.argv[1]), "0123456789abcdef", private)
"""


@pytest.mark.slow
def test_two_processes_may_write_the_names_of_one_edition_at_once(repository: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-W", "error", "-c", WRITER, str(tmp_path)]
    writers = [
        subprocess.Popen([*command, name], cwd=repository, stderr=subprocess.PIPE, text=True) for name in ("one", "two")
    ]
    said = [writer.communicate(timeout=60)[1] for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0], said
    path = owners_file(tmp_path, "0123456789abcdef")
    assert pd.read_parquet(path)["name"].tolist()[0] in {"one 59", "two 59"}
    assert list(path.parent.iterdir()) == [path]
