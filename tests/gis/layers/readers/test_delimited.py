from __future__ import annotations

from pathlib import Path

import pytest

from gis.errors import LayerUnreadable
from gis.layers.readers import open_file, read_rows


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


@pytest.mark.parametrize(
    ("encoding", "remark"),
    [("cp1252", "Windows-1252"), ("utf-16", "UTF-16"), ("utf-8", None), ("utf-8-sig", None)],
)
def test_a_table_says_how_it_was_read_where_it_is_not_utf8(tmp_path: Path, encoding: str, remark: str | None) -> None:
    path = tmp_path / "ratios.csv"
    path.write_bytes("name,ratio\nBrûlé,0.9\n".encode(encoding))
    opened = open_file(path)
    assert opened.layers[0].columns == ("name", "ratio")
    assert read_rows(opened, opened.layers[0], ["name"]).table["name"].tolist() == ["Brûlé"]
    assert len(opened.remarks) == (remark is not None)
    assert all(str(remark) in said for said in opened.remarks)


def test_utf16_with_the_high_byte_first(tmp_path: Path) -> None:
    path = tmp_path / "ratios.csv"
    path.write_bytes(b"\xfe\xff" + "name,ratio\nBrûlé,0.9\n".encode("utf-16-be"))
    opened = open_file(path)
    assert read_rows(opened, opened.layers[0], ["name"]).table["name"].tolist() == ["Brûlé"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a,b\n1,2\n3\n", "Line 3 has 1 cells and the header has 2"),
        ("a,b,a\n1,2,3\n", "same name: 'a'"),
        ("", "no header line"),
    ],
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


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        # Without the quotes, the first line would have three cells of two.
        ('name,place\nAnn,"12 Main, Apt 3\nAlder, WI"\n', [["Ann", "12 Main, Apt 3\nAlder, WI"]]),
        # ... and here two and two, but a separator is not followed by a blank.
        ('name,place\nAnn,"12 Main\nAlder, WI"\n', [["Ann", "12 Main\nAlder, WI"]]),
        ('a,b\n"x,y\nz,w",2\n', [["x,y\nz,w", "2"]]),
        ('a,b,c\n1,2,"one, two\nand, more, text"\n', [["1", "2", "one, two\nand, more, text"]]),
        ('a\n"x\ny"\n', [["x\ny"]]),
        # What separates is counted outside of quotes.
        ('"a, x, y";b\n1;2\n', [["1", "2"]]),
        ('"a\nx";b\n1;2\n', [["1", "2"]]),
        # A spreadsheet program says what separates.
        ("sep=;\r\na;b\r\n1,5;2\r\n", [["1,5", "2"]]),
        ('"sep=|"\na|b\n1|2\n', [["1", "2"]]),
        ("SEP=\t\na\tb\n1\t2\n", [["1", "2"]]),
        ("sep=#\na#b\n1#2\n", [["1", "2"]]),
        # One more than the standard library takes where nobody tells it.
        (f"a,b\n1,{'x' * 131_073}\n", [["1", "x" * 131_073]]),
        ("sep=,b\n1,2\n", [["1", "2"]]),
    ],
)
def test_a_table_that_is_whole_is_read(tmp_path: Path, text: str, rows: list[list[str]]) -> None:
    path = tmp_path / "table.csv"
    path.write_bytes(text.encode())
    opened = open_file(path)
    assert read_rows(opened, opened.layers[0], opened.layers[0].columns).table.to_numpy().tolist() == rows


def test_lines_keep_their_numbers_below_the_line_that_says_what_separates(tmp_path: Path) -> None:
    path = tmp_path / "table.csv"
    path.write_text("sep=;\na;b\n1;2\n3\n")
    with pytest.raises(LayerUnreadable, match="Line 4 has 1 cells"):
        open_file(path)


def test_a_wide_table_is_read_and_one_wider_than_any_layer_is_refused_at_once(tmp_path: Path) -> None:
    path = tmp_path / "wide.csv"
    path.write_text(",".join(f"c{n}" for n in range(5_000)))
    assert len(open_file(path).layers[0].columns) == 5_000
    path.write_text(",".join(f"c{n}" for n in range(5_001)))
    with pytest.raises(LayerUnreadable, match="5,001 columns"):
        open_file(path)
