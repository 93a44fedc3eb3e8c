from __future__ import annotations

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

import pandas as pd
import pyogrio
import pytest

from gis.errors import LayerEmpty, LayerUnreadable
from gis.layers.readers import open_file, read_rows

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = "http://schemas.openxmlformats.org/package/2006/content-types"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
Row = Sequence[str | float | None]


def workbook(path: Path, **sheets: Sequence[Row]) -> Path:
    """Write sheets as a spreadsheet program does: texts as texts, numbers as numbers, blank cells left out."""

    def letters(column: int) -> str:
        return (letters(column // 26 - 1) if column >= 26 else "") + chr(65 + column % 26)

    def cell(place: str, value: str | float | None) -> str:
        if value is None:
            return ""
        if isinstance(value, str):
            return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
        return f'<c r="{place}"><v>{value:.17g}</v></c>'

    with zipfile.ZipFile(path, "w") as archive:
        part = '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-'
        types = f'<Types xmlns="{_TYPES}">{part}officedocument.spreadsheetml.worksheet+xml"/></Types>'
        archive.writestr("[Content_Types].xml", types)
        listed = related = ""
        for number, (name, rows) in enumerate(sheets.items(), start=1):
            lines = "".join(
                f'<row r="{r}">{"".join(cell(f"{letters(c)}{r}", value) for c, value in enumerate(row))}</row>'
                for r, row in enumerate(rows, start=1)
            )
            sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{lines}</sheetData></worksheet>'
            archive.writestr(f"xl/worksheets/sheet{number}.xml", sheet)
            listed += f'<sheet name="{name}" sheetId="{number}" r:id="rId{number}"/>'
            related += (
                f'<Relationship Id="rId{number}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{number}.xml"/>'
            )
        head = f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}"><sheets>{listed}</sheets></workbook>'
        archive.writestr("xl/workbook.xml", head)
        archive.writestr("xl/_rels/workbook.xml.rels", f'<Relationships xmlns="{_PACKAGE}">{related}</Relationships>')
    return path


HEADER: Row = ("FIPS", "Name", "Ratio")


def test_the_header_is_found_below_titles_and_cells_are_text(tmp_path: Path) -> None:
    rows: Sequence[Row] = (
        ("Assessment ratios of 2023",),
        (),
        HEADER,
        ("00175", "Alder", 0.95),
        ("00225", None, 1250.0),
        (),
        ("00275", "Cedar", 0.1 + 0.2),  # stored with 17 digits, shown with 15
        ("1 As of August.",),
    )
    opened = open_file(workbook(tmp_path / "ratios.xlsx", Ratios=rows))
    (layer,) = opened.layers
    assert (layer.name, layer.geometry_type, layer.columns, layer.rows) == ("Ratios", None, HEADER, 3)
    table = read_rows(opened, layer, ["Ratio", "FIPS", "Name"]).table
    assert table["FIPS"].tolist() == ["00175", "00225", "00275"]
    assert table["Name"].tolist() == ["Alder", None, "Cedar"]
    assert table["Ratio"].tolist() == ["0.95", "1250", "0.3"]
    assert opened.remarks == (
        "The header of sheet Ratios is row 3; 1 rows of titles above it were left out.",
        "Below the table of sheet Ratios stand 1 rows with one cell only; they were left out as notes.",
    )


def test_sheets_are_layers_and_an_empty_one_is_told(tmp_path: Path) -> None:
    opened = open_file(
        workbook(tmp_path / "a.xlsx", Y2022=(HEADER, ("1", "A", 1)), Empty=(), Y2023=(HEADER, ("2", "B", 2)))
    )
    assert [(layer.name, layer.rows) for layer in opened.layers] == [("Y2022", 1), ("Y2023", 1)]
    assert read_rows(opened, opened.layers[1], ["FIPS"]).table["FIPS"].tolist() == ["2"]
    assert opened.remarks == ("Sheet Empty is empty.",)


def test_a_header_may_hold_years_where_no_row_is_worded_throughout(tmp_path: Path) -> None:
    opened = open_file(workbook(tmp_path / "a.xlsx", S=(("Name", 2022, 2023), ("A", 1, 2), ("B", 3, 4))))
    assert opened.layers[0].columns == ("Name", "2022", "2023")


def test_a_row_of_words_below_a_header_of_years_is_a_row(tmp_path: Path) -> None:
    opened = open_file(workbook(tmp_path / "a.xlsx", S=((2012, 2022, "x"), (1, 2, "y"), ("p", "q", "r"))))
    assert opened.layers[0].columns == ("2012", "2022", "x")
    assert opened.remarks == ()
    table = read_rows(opened, opened.layers[0], ["2012", "2022", "x"]).table
    assert table.to_numpy().tolist() == [["1", "2", "y"], ["p", "q", "r"]]


def test_an_id_that_looks_like_a_long_number_stays_as_it_is(tmp_path: Path) -> None:
    ids = ("291003010000.1", "12345678901234567890", "12E5", "1-1109", "0012")
    opened = open_file(workbook(tmp_path / "a.xlsx", S=(("ID", "X"), *((each, "x") for each in ids))))
    assert tuple(read_rows(opened, opened.layers[0], ["ID"]).table["ID"]) == ids


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ((tuple(f"c{n}" for n in range(5_001)),), "5,001 columns"),
        ((("A", "B", "A"), ("1", "2", "3")), "same name: 'A'"),
        ((("A", "B"), *((str(n), None, "x") for n in range(12))), "names every column"),
    ],
)
def test_a_sheet_without_a_sound_header_is_refused(tmp_path: Path, rows: Sequence[Row], why: str) -> None:
    with pytest.raises(LayerUnreadable) as caught:
        open_file(workbook(tmp_path / "a.xlsx", S=rows))
    assert why in caught.value.why
    assert caught.value.where == "a.xlsx, sheet S"


def test_no_cells_and_no_workbook(tmp_path: Path) -> None:
    with pytest.raises(LayerEmpty):
        open_file(workbook(tmp_path / "a.xlsx", S=()))
    (tmp_path / "b.xlsx").write_bytes(b"no workbook")
    with pytest.raises(LayerUnreadable, match="no whole workbook"):
        open_file(tmp_path / "b.xlsx")


@pytest.mark.realdata
def test_the_state_s_population_workbook_is_its_cleaned_table(realdata: Path) -> None:
    folder = realdata / "wi-doa-municipal-population-2023"
    book, clean = open_file(folder / "Final_Ests_Muni_2023.xlsx"), open_file(folder / "muni_2023.csv")
    columns = clean.layers[0].columns
    assert book.layers[0].columns == columns
    found = read_rows(book, book.layers[0], columns).table
    expected = read_rows(clean, clean.layers[0], columns).table
    # The workbook has one row more than the cleaned table: the total of the state.
    assert found["DOA Code"].tolist()[1850:] == ["STATE TOTAL"]
    assert found.head(1850).fillna("").to_numpy().tolist() == expected.to_numpy().tolist()
    assert "is row 3; 2 rows of titles" in book.remarks[0]
    assert "8 rows with one cell only" in book.remarks[1]


def test_a_workbook_of_open_document(tmp_path: Path) -> None:
    frame = pd.DataFrame({"FIPS": ["00175", "00225"], "Ratio": [0.95, 1.5]})
    for name in ("Y2022", "Y2023"):
        pyogrio.write_dataframe(frame, tmp_path / "ratios.ods", driver="ODS", layer=name)
    opened = open_file(tmp_path / "ratios.ods")
    assert [(layer.name, layer.rows) for layer in opened.layers] == [("Y2022", 2), ("Y2023", 2)]
    table = read_rows(opened, opened.layers[1], ["FIPS", "Ratio"]).table
    assert table.to_numpy().tolist() == [["00175", "0.95"], ["00225", "1.5"]]


def test_days_truths_and_shared_texts_as_another_program_writes_them(tmp_path: Path) -> None:
    days = pd.to_datetime(["2023-08-15T00:00:00", "2023-08-15T10:11:12"])
    frame = pd.DataFrame({"ID": ["0012", "x"], "DAY": days, "N": [3, -4]})
    pyogrio.write_dataframe(frame, tmp_path / "days.xlsx", driver="XLSX", layer="S")
    opened = open_file(tmp_path / "days.xlsx")
    table = read_rows(opened, opened.layers[0], ["ID", "DAY", "N"]).table
    assert table.to_numpy().tolist() == [["0012", "2023-08-15", "3"], ["x", "2023-08-15T10:11:12", "-4"]]


def rewritten(path: Path, sheet: str, **parts: str) -> Path:
    """Put other rows in the one sheet of a workbook, and other parts beside it."""
    with zipfile.ZipFile(path) as archive:
        kept = {name: archive.read(name).decode() for name in archive.namelist()}
    kept["xl/worksheets/sheet1.xml"] = f'<worksheet xmlns="{_MAIN}"><sheetData>{sheet}</sheetData></worksheet>'
    kept |= {f"xl/{name}.xml": text for name, text in parts.items()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in kept.items():
            archive.writestr(name, text)
    return path


_HEAD = '<row r="1"><c r="A1" t="str"><v>ID</v></c><c r="B1" t="str"><v>X</v></c></row>'
_DAYS = f'<styleSheet xmlns="{_MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'


@pytest.mark.parametrize(
    ("stored", "from_1900", "from_1904"),
    [
        # Day 1 is 1 January 1900; 60 is the 29 February that 1900 had not. From 1904 on, day 1 is 2 January.
        ("1", "1900-01-01", "1904-01-02"),
        ("59", "1900-02-28", "1904-02-29"),
        ("59.5", "1900-02-28T12:00:00", "1904-02-29T12:00:00"),
        ("60", "60", "1904-03-01"),
        ("60.5", "60.5", "1904-03-01T12:00:00"),
        ("61", "1900-03-01", "1904-03-02"),
        # 45,000 - 61 days after 1 March 1900 is 15 March 2023; day 45,000 from 1904 is 1,462 days later.
        ("45000", "2023-03-15", "2027-03-16"),
        ("2958465", "9999-12-31", "2958465"),
        ("2958466", "2958466", "2958466"),
        ("99999999", "99999999", "99999999"),
        ("1E300", f"1{'0' * 300}", f"1{'0' * 300}"),
        ("NaN", "NaN", "NaN"),
        ("-1", "-1", "-1"),
        ("0.25", "0.25", "0.25"),
    ],
)
@pytest.mark.parametrize("epoch", [1900, 1904])
def test_days_that_the_calendar_has_and_others(
    tmp_path: Path, stored: str, from_1900: str, from_1904: str, epoch: int
) -> None:
    path = workbook(tmp_path / "a.xlsx", S=(HEADER,))
    row = f'<row r="2"><c r="A2"><v>1</v></c><c r="B2" s="1"><v>{stored}</v></c></row>'
    with zipfile.ZipFile(path) as archive:
        book = archive.read("xl/workbook.xml").decode()
    said = book.replace("<sheets>", f'<workbookPr date1904="{int(epoch == 1904)}"/><sheets>')
    opened = open_file(rewritten(path, _HEAD + row, styles=_DAYS, workbook=said))
    assert read_rows(opened, opened.layers[0], ["X"]).table["X"].tolist() == [from_1900 if epoch == 1900 else from_1904]


def _cells(text: str) -> str:
    return f'<c t="str"><v>{text}</v></c><c t="str"><v>{text}</v></c>'


@pytest.mark.parametrize(
    ("rows", "ids"),
    [
        (f"<row>{_cells('a')}</row><row>{_cells('b')}</row>", ["a", "b"]),
        (f'<row r="5">{_cells("a")}</row><row>{_cells("b")}</row><row>{_cells("c")}</row>', ["a", "b", "c"]),
        # Rows 2, 6 (after 5) and 7: none takes the place of another.
        (f'<row>{_cells("a")}</row><row r="5">{_cells("b")}</row><row>{_cells("c")}</row>', ["a", "b", "c"]),
    ],
)
def test_rows_without_a_number_follow_the_one_before(tmp_path: Path, rows: str, ids: list[str]) -> None:
    opened = open_file(rewritten(workbook(tmp_path / "a.xlsx", S=(HEADER,)), _HEAD + rows))
    assert read_rows(opened, opened.layers[0], ["ID"]).table["ID"].tolist() == ids


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        (f'<row r="2">{_cells("a")}</row><row r="2">{_cells("b")}</row>', "Row 2 is there twice"),
        (
            f'<row r="3">{_cells("a")}</row><row r="2">{_cells("b")}</row><row>{_cells("c")}</row>',
            "Row 3 is there twice",
        ),
        ('<row r="2"><c r="A2"><v>1</v></c><c r="A2"><v>2</v></c></row>', "Row 2 holds a cell twice"),
        ('<row r="2"><c r="A2" t="s"><v>-1</v></c></row>', "no whole workbook"),
        ('<row r="2"><c r="A2" t="s"><v>1</v></c></row>', "no whole workbook"),
    ],
)
def test_a_sheet_of_which_a_cell_would_be_lost_is_refused(tmp_path: Path, rows: str, why: str) -> None:
    shared = f'<sst xmlns="{_MAIN}"><si><t>x</t></si></sst>'
    path = rewritten(workbook(tmp_path / "a.xlsx", S=(HEADER,)), _HEAD + rows, sharedStrings=shared)
    with pytest.raises(LayerUnreadable, match=why):
        open_file(path)


def test_a_workbook_with_damage_anywhere_is_refused_or_read(tmp_path: Path) -> None:
    rows = "".join(f'<row r="{n}">{_cells(str(n * n))}</row>' for n in range(2, 300))
    data = rewritten(workbook(tmp_path / "a.xlsx", S=(HEADER,)), _HEAD + rows).read_bytes()
    refused = 0
    for place in range(0, len(data), 41):
        (tmp_path / "b.xlsx").write_bytes(
            data[:place] + bytes(each ^ 0xFF for each in data[place : place + 4]) + data[place + 4 :]
        )
        try:
            open_file(tmp_path / "b.xlsx")
        except LayerUnreadable:
            refused += 1
    assert refused


def test_a_workbook_that_would_fill_the_memory_is_refused(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", S=(HEADER, ("1", "A", 1)))
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("xl/sharedStrings.xml", "w") as part:
        for _ in range(101):  # packed some 1,000 times smaller
            part.write(b"<si><t>a</t></si>" * 58_824)
    with pytest.raises(LayerUnreadable, match="200 times"):
        open_file(path)


def test_a_number_shown_with_leading_zeros_has_them(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", S=(("FIPS", "N"), (175, 1), (12345, 2)))
    styles = f'<styleSheet xmlns="{_MAIN}"><numFmts><numFmt numFmtId="164" formatCode="00000"/></numFmts>'
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    parts["xl/styles.xml"] = styles + '<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/></cellXfs></styleSheet>'
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace('r="A2"', 'r="A2" s="1"').replace('r="A3"', 'r="A3" s="1"')
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    opened = open_file(path)
    assert read_rows(opened, opened.layers[0], ["FIPS"]).table["FIPS"].tolist() == ["00175", "12345"]
