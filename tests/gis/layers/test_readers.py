from __future__ import annotations

import zipfile
from pathlib import Path

import pytest
import shapely

from gis.errors import LayerUnreadable
from gis.layers.dbf import dbf_encoding
from gis.layers.readers import file_hash, open_file, read_rows
from tests.conftest import FieldCaseLoader
from tests.gis.layers.conftest import GeoJsonWriter, lot


def test_a_table_keeps_its_text(tmp_path: Path) -> None:
    path = tmp_path / "ratios.csv"
    path.write_bytes('\ufeffname;ratio\r\n"Town; of Alder";0.9500\r\nBirch;NA\r\n\r\n'.encode())
    opened = open_file(path)
    assert opened.layers[0].columns == ("name", "ratio")
    assert opened.layers[0].geometry_type is None
    rows = read_rows(opened, opened.layers[0], ["ratio", "name"])
    assert rows.table["ratio"].tolist() == ["0.9500", "NA"]
    assert rows.table["name"].tolist() == ["Town; of Alder", "Birch"]
    assert rows.shapes is None


def test_a_table_that_is_not_utf8_says_how_it_was_read(tmp_path: Path) -> None:
    path = tmp_path / "ratios.csv"
    path.write_bytes("name,ratio\nBrûlé,0.9\n".encode("cp1252"))
    opened = open_file(path)
    assert read_rows(opened, opened.layers[0], ["name"]).table["name"].tolist() == ["Brûlé"]
    assert "Windows-1252" in opened.remarks[0]


@pytest.mark.parametrize(
    ("text", "why"),
    [("a,b\n1,2\n3\n", "Line 3 has 1 cells and the header has 2"), ("a,a\n1,2\n", "same name"), ("", "no header line")],
)
def test_a_ragged_table_is_refused(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "ragged.csv"
    path.write_text(text)
    with pytest.raises(LayerUnreadable, match=why):
        open_file(path)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        # A quote that is not closed runs into the next line.
        ('municipality,year,ratio\n"Town of A,2025,0.5\n"Town of B",2025,0.9\n', "Line 3"),
        ('municipality,year,ratio\n"Town of A,2025,0.5\nTown of B",2025,0.9\n', "line 3 holds whole lines"),
        ('municipality,year,ratio\nTown of A,2025,"0.5\nTown of B,2025,"0.9"\n', "Line 3"),
        ('municipality,year,ratio\nTown of A,"2025,0.5\nTown of B,2025",0.9\n', "line 3 holds whole lines"),
        ('a;b\n"1;2\n3;4\n5";6\n', "line 4 holds whole lines"),
        ('a,b\n1,2\n"3,4\n', "Line 3"),
        ('a,b\n"1"x,2\n', "Line 2"),
    ],
)
def test_a_quote_that_swallows_rows_is_refused_with_its_line(tmp_path: Path, text: str, why: str) -> None:
    path = tmp_path / "ratios.csv"
    path.write_text(text)
    with pytest.raises(LayerUnreadable, match=why):
        open_file(path)


def test_a_cell_may_hold_quotes_separators_and_a_line_break(tmp_path: Path) -> None:
    path = tmp_path / "ratios.csv"
    path.write_text('name,ratio,note\n"Alder, Town",0.9,"said ""so""\nlater"\nBirch,0.8,5" pipe\n')
    opened = open_file(path)
    table = read_rows(opened, opened.layers[0], ["name", "note"]).table
    assert table["name"].tolist() == ["Alder, Town", "Birch"]
    assert table["note"].tolist() == ['said "so"\nlater', '5" pipe']


@pytest.mark.parametrize("name", ["owners_cp1252_nocpg", "owners_utf8_lyingcpg"])
def test_field_case_import_06_dbf_encoding(repository: Path, field_case: FieldCaseLoader, name: str) -> None:
    case = field_case("import-06-dbf")
    assert f"files/{name}.shp" in case["input"]["files"]
    opened = open_file(repository / "tests/cases/field/files" / f"{name}.shp")
    rows = read_rows(opened, opened.layers[0], ["OWNER"])
    assert rows.table["OWNER"].tolist() == case["expected"]["OWNER"]


@pytest.mark.parametrize(
    ("text", "cpg", "language", "encoding"),
    [
        (b"Brule", None, 0, None),
        ("Brûlé".encode(), None, 0, "UTF-8"),
        ("Brûlé".encode(), b"1252", 0x57, "UTF-8"),
        ("Brûlé".encode("cp1252"), None, 0, "cp1252"),
        ("Brûlé".encode("cp1252"), b"1252", 0, None),  # said rightly
        ("Brûlé".encode("cp437"), None, 0x01, None),  # 0x01 in the header: code page 437
    ],
)
def test_the_encoding_of_a_dbf(
    tmp_path: Path, text: bytes, cpg: bytes | None, language: int, encoding: str | None
) -> None:
    header = bytearray(33)
    header[8:10] = (33).to_bytes(2, "little")
    header[29] = language
    (tmp_path / "a.dbf").write_bytes(bytes(header) + b" " + text.ljust(20))
    if cpg is not None:
        (tmp_path / "a.cpg").write_bytes(cpg)
    assert dbf_encoding(tmp_path / "a.shp") == encoding
    assert dbf_encoding(tmp_path / "b.shp") is None


def test_only_the_columns_named_are_read(geojson: GeoJsonWriter) -> None:
    path = geojson("parcels.geojson", [{"PARCELID": "0012", "SECRET": "x", "wkt": lot(0)}])
    opened = open_file(path)
    rows = read_rows(opened, opened.layers[0], ["PARCELID"])
    assert list(rows.table.columns) == ["PARCELID"]
    assert rows.table["PARCELID"].tolist() == ["0012"]
    assert rows.shapes is not None
    assert shapely.from_wkb(rows.shapes[0]).area == 10_000
    assert len(read_rows(opened, opened.layers[0], []).table) == 1


def test_what_the_library_warns_of_is_handed_on(tmp_path: Path) -> None:
    path = tmp_path / "open.geojson"
    path.write_text(
        '{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1},'
        '"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1]]]}}]}'
    )
    opened = open_file(path)
    rows = read_rows(opened, opened.layers[0], ["a"])
    assert any("Non closed ring" in remark for remark in (*opened.remarks, *rows.remarks))


@pytest.mark.parametrize("name", ["none.gpkg", "none.shp", "none.csv"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(LayerUnreadable, match="no such file"):
        open_file(tmp_path / name)


def test_the_shp_that_is_missing_is_named(tmp_path: Path) -> None:
    for suffix in (".dbf", ".shx", ".prj"):
        (tmp_path / f"wards{suffix}").write_bytes(b"x")
    with pytest.raises(LayerUnreadable, match=r"\.shp file of this shapefile is missing") as caught:
        open_file(tmp_path / "wards.shp")
    assert ".dbf, .prj, .shx" in caught.value.why


def test_a_zip_that_is_none_and_a_zip_without_layers(tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"<html>404</html>")
    with pytest.raises(LayerUnreadable, match="no zip file"):
        open_file(bad)
    empty = tmp_path / "empty.zip"
    with zipfile.ZipFile(empty, "w") as archive:
        archive.writestr("readme.md", "nothing here")
    with pytest.raises(LayerUnreadable, match="cannot be opened"):
        open_file(empty)


def test_the_hash_of_a_shapefile_counts_its_companions(tmp_path: Path) -> None:
    for suffix in (".shp", ".dbf", ".shx"):
        (tmp_path / f"lots{suffix}").write_bytes(suffix.encode())
    before = file_hash(tmp_path / "lots.shp")
    (tmp_path / "lots.shp.lock").write_bytes(b"someone has it open")
    assert file_hash(tmp_path / "lots.shp") == before
    (tmp_path / "lots.dbf").write_bytes(b"other values")
    assert file_hash(tmp_path / "lots.shp") != before
