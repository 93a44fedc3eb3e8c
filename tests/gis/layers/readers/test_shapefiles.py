from __future__ import annotations

import io
import struct
import zipfile
from pathlib import Path

import geopandas as gpd
import numpy as np
import pytest
import shapely

from gis.errors import LayerUnreadable
from gis.layers.readers import file_hash, open_file, read_rows
from gis.layers.readers.dbf import dbf_text
from gis.layers.readers.sources import Source
from tests.conftest import FieldCaseLoader

WEB_PAGE = b"<!DOCTYPE html><html><body>404</body></html>"


def shapefile(folder: Path, name: str = "lots", values: tuple[str, ...] = ("A",), encoding: str = "utf-8") -> Path:
    """Write squares of 10 ft, one for each value of the column OWNER."""
    folder.mkdir(exist_ok=True)
    squares = [
        shapely.box(700_000 + 20 * place, 150_000, 700_010 + 20 * place, 150_010) for place in range(len(values))
    ]
    gpd.GeoDataFrame({"OWNER": values}, geometry=squares, crs="EPSG:8112").to_file(
        folder / f"{name}.shp", encoding=encoding
    )
    return folder / f"{name}.shp"


def zipped(folder: Path, files: dict[str, bytes], name: str = "lots.zip") -> Path:
    with zipfile.ZipFile(folder / name, "w") as archive:
        for member, data in files.items():
            archive.writestr(member, data)
    return folder / name


def parts(shp: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in sorted(shp.parent.glob(f"{shp.stem}.*"))}


def owners(path: Path) -> list[object]:
    opened = open_file(path)
    found: list[object] = read_rows(opened, opened.layers[0], ["OWNER"]).table["OWNER"].tolist()
    return found


@pytest.mark.parametrize("name", ["owners_cp1252_nocpg", "owners_utf8_lyingcpg"])
@pytest.mark.parametrize("in_zip", [False, True])
def test_field_case_import_06_dbf_encoding(
    repository: Path, field_case: FieldCaseLoader, tmp_path: Path, name: str, in_zip: bool
) -> None:
    case = field_case("import-06-dbf")
    assert f"files/{name}.shp" in case["input"]["files"]
    path = repository / "tests/cases/field/files" / f"{name}.shp"
    assert owners(zipped(tmp_path, parts(path)) if in_zip else path) == case["expected"]["OWNER"]


@pytest.mark.parametrize(
    ("text", "cpg", "language", "encoding"),
    [
        (b"Brule", None, 0, None),
        ("Brûlé".encode(), None, 0, "UTF-8"),
        ("Brûlé".encode(), b"1252", 0x57, "UTF-8"),
        ("Brûlé".encode("cp1252"), None, 0, "cp1252"),
        ("Brûlé".encode("cp1252"), b"1252", 0, "cp1252"),
        ("Hněvoš".encode("cp1250"), b"ANSI 1250\n", 0, "cp1250"),  # which the library takes for Latin 1
        ("Brûlé".encode("cp1252"), b"no such", 0, None),
        ("Brûlé".encode("cp1252"), b"UTF-8", 0, "cp1252"),  # said wrongly
        ("Brûlé".encode("cp1252"), WEB_PAGE, 0, "cp1252"),
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
    assert dbf_text(Source(tmp_path / "a.shp").companions()).encoding == encoding
    assert dbf_text(Source(tmp_path / "b.shp").companions()).encoding is None


def test_a_cell_cut_inside_a_character_loses_that_character_only(tmp_path: Path) -> None:
    path = shapefile(tmp_path, values=("Brûlé River", "Pen"))
    dbf = tmp_path / "lots.dbf"
    whole = dbf.read_bytes()
    # A cell that ends after the first byte of an é, as programs cut text at 254 bytes.
    dbf.write_bytes(whole.replace("Brûlé River".encode(), "Brûlé Rive".encode() + b"\xc3"))
    (tmp_path / "lots.cpg").write_text("UTF-8")
    assert owners(path) == ["Brûlé Rive", "Pen"]
    assert "end inside a character" in open_file(path).remarks[0]


def test_two_columns_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "lots.shp"
    frame = gpd.GeoDataFrame({"AA": ["1"], "AB": ["2"]}, geometry=[shapely.Point(0, 0)], crs="EPSG:3071")
    frame.to_file(path)
    dbf = tmp_path / "lots.dbf"
    dbf.write_bytes(dbf.read_bytes().replace(b"AB\0", b"AA\0", 1))
    with pytest.raises(LayerUnreadable, match="same name: AA"):
        open_file(path)


@pytest.mark.parametrize(
    ("gone", "what"),
    [(".shp", r"\.shp file of this shapefile is missing"), (".shx", r"\.shx file of this shapefile is missing")],
)
def test_the_part_that_is_missing_is_named(tmp_path: Path, gone: str, what: str) -> None:
    path = shapefile(tmp_path / "a")
    path.with_suffix(gone).unlink()
    with pytest.raises(LayerUnreadable, match=what):
        open_file(path)
    with pytest.raises(LayerUnreadable, match=what):
        open_file(zipped(tmp_path, parts(path)))
    with pytest.raises(LayerUnreadable, match=what):
        open_file(path.parent)


def test_parts_that_can_be_missing_are_told(tmp_path: Path) -> None:
    path = shapefile(tmp_path)
    path.with_suffix(".prj").unlink()
    assert open_file(path).layers[0].crs is None
    path.with_suffix(".prj").write_bytes(WEB_PAGE)
    opened = open_file(path)
    assert opened.layers[0].crs is None
    assert opened.remarks == ("The .prj holds a web page and no coordinate system; it was left aside.",)
    path.with_suffix(".cpg").write_bytes(WEB_PAGE)
    path.with_suffix(".dbf").unlink()
    opened = open_file(path)
    assert (opened.layers[0].columns, opened.layers[0].rows) == ((), 1)
    assert any(".dbf of this shapefile is missing" in remark for remark in opened.remarks)
    assert any(".cpg holds a web page" in remark for remark in opened.remarks)


def test_a_dbf_alone_is_a_table_and_a_companion_is_no_layer(tmp_path: Path) -> None:
    path = shapefile(tmp_path, values=("Brûlé",), encoding="cp1252")
    for suffix in (".shx", ".prj"):
        with pytest.raises(LayerUnreadable, match="companion"):
            open_file(path.with_suffix(suffix))
    for suffix in (".shp", ".shx", ".cpg"):
        path.with_suffix(suffix).unlink()
    opened = open_file(path.with_suffix(".dbf"))
    assert opened.layers[0].geometry_type is None
    assert "is a table" in opened.remarks[0]
    assert owners(path.with_suffix(".dbf")) == ["Brûlé"]


def test_a_zip_with_a_folder_and_suffixes_in_both_cases(tmp_path: Path) -> None:
    files = parts(shapefile(tmp_path / "a", values=("Brûlé",), encoding="cp1252"))
    data = {name.partition(".")[2]: data for name, data in files.items() if not name.endswith("cpg")}
    mixed = {"export/": b"", "export/read me.txt": b"hello", "__MACOSX/export/._Lots.shp": b"x"}
    mixed |= {f"export/Lots.{kind.upper() if kind == 'dbf' else kind}": each for kind, each in data.items()}
    path = zipped(tmp_path, mixed)
    assert open_file(path).layers[0].name == "Lots"
    assert open_file(path).layers[0].crs == "EPSG:8112"
    assert owners(path) == ["Brûlé"]


def test_several_shapefiles_in_a_zip_are_listed_and_a_broken_one_told(tmp_path: Path) -> None:
    first, second = shapefile(tmp_path / "a", "lots", ("A", "B")), shapefile(tmp_path / "b", "roads", ("C",))
    path = zipped(tmp_path, {**parts(first), **parts(second), "old/lots.shp": b"", "terms.html": WEB_PAGE})
    opened = open_file(path)
    assert [(layer.name, layer.rows) for layer in opened.layers] == [("lots", 2), ("roads", 1)]
    assert read_rows(opened, opened.layers[1], ["OWNER"]).table["OWNER"].tolist() == ["C"]
    assert [remark.partition(" was passed over")[0] for remark in opened.remarks] == ["lots.zip, old/lots.shp"]
    assert [layer.name for layer in open_file(first.parent).layers] == ["lots"]


def test_two_shapefiles_of_one_name_are_told_apart_by_their_folder(tmp_path: Path) -> None:
    first, second = parts(shapefile(tmp_path / "a")), parts(shapefile(tmp_path / "b", values=("B",)))
    files = {f"2022/{name}": data for name, data in first.items()} | {
        f"2023/{name}": data for name, data in second.items()
    }
    opened = open_file(zipped(tmp_path, files))
    assert [layer.name for layer in opened.layers] == ["2022/lots.shp", "2023/lots.shp"]
    assert read_rows(opened, opened.layers[1], ["OWNER"]).table["OWNER"].tolist() == ["B"]


def test_a_zip_that_is_none_and_zips_without_layers(tmp_path: Path) -> None:
    bad = tmp_path / "bad.zip"
    bad.write_bytes(b"<html>404</html>")
    with pytest.raises(LayerUnreadable, match="no zip file"):
        open_file(bad)
    with pytest.raises(LayerUnreadable, match=r"readme\.md: no layer"):
        open_file(zipped(tmp_path, {"readme.md": b"nothing here"}))
    with pytest.raises(LayerUnreadable, match="It holds nothing"):
        open_file(zipped(tmp_path, {}))
    with pytest.raises(LayerUnreadable, match="several formats"):
        open_file(
            zipped(
                tmp_path, {**parts(shapefile(tmp_path / "a")), "x.json": b'{"type": "Point", "coordinates": [1, 2]}'}
            )
        )
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w") as archive:
        archive.writestr("lots.csv", "a,b\n1,2\n")
    locked = bytearray(stored.getvalue())
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):  # the flag of encryption, in both headers
        place = locked.find(mark) + (6 if mark.endswith(b"\x04") else 8)
        locked[place : place + 2] = struct.pack("<H", 1)
    bad.write_bytes(locked)
    with pytest.raises(LayerUnreadable, match="encrypted"):
        open_file(bad)


@pytest.mark.parametrize("name", ["none.gpkg", "none.shp", "none.csv"])
def test_a_file_that_is_not_there(tmp_path: Path, name: str) -> None:
    with pytest.raises(LayerUnreadable, match="no such file"):
        open_file(tmp_path / name)


def test_measures_of_a_shapefile_are_no_heights(tmp_path: Path) -> None:
    """A polygon with measures and none with heights: type 25 of the format, its M absent in one vertex."""
    ring = [(700_000.0, 150_000.0), (700_000.0, 150_010.0), (700_010.0, 150_010.0), (700_000.0, 150_000.0)]
    box = struct.pack("<4d", 700_000, 150_000, 700_010, 150_010)
    body = (
        struct.pack("<i", 25) + box + struct.pack("<3i", 1, 4, 0) + b"".join(struct.pack("<2d", *each) for each in ring)
    )
    body += struct.pack("<2d", 0, 9) + struct.pack("<4d", 1, 2, -1.797e308, 1)
    head = (
        struct.pack(">i20xi", 9994, (100 + 8 + len(body)) // 2)
        + struct.pack("<2i", 1000, 25)
        + box
        + struct.pack("<4d", 0, 0, 0, 9)
    )
    record = struct.pack(">2i", 1, len(body) // 2)
    path = tmp_path / "m.shp"
    path.write_bytes(head + record + body)
    index = struct.pack(">i20xi", 9994, 54) + head[28:100] + struct.pack(">2i", 50, len(body) // 2)
    path.with_suffix(".shx").write_bytes(index)
    opened = open_file(path)
    rows = read_rows(opened, opened.layers[0], [])
    assert rows.remarks == ("1 shape had measures (M), which are no heights; they are not kept.",)
    assert rows.shapes is not None
    assert shapely.from_wkb(rows.shapes[0]).area == 50
    assert np.isfinite(opened.layers[0].bounds or ()).all()


def test_the_hash_of_a_shapefile_counts_its_companions(tmp_path: Path) -> None:
    for suffix in (".shp", ".dbf", ".shx"):
        (tmp_path / f"lots{suffix}").write_bytes(suffix.encode())
    before = file_hash(tmp_path / "lots.shp")
    (tmp_path / "lots.shp.lock").write_bytes(b"someone has it open")
    assert file_hash(tmp_path / "lots.shp") == before
    (tmp_path / "lots.dbf").write_bytes(b"other values")
    assert file_hash(tmp_path / "lots.shp") != before
