"""What does each cell of an Excel workbook show, as text?

The reading library for other formats leaves out the first row of a workbook's last sheet, and does
not tell a text of digits from a number; so workbooks are read here.
"""

from __future__ import annotations

import datetime as dt
import io
import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from xml.etree import ElementTree as ET

import pandas as pd

from gis.layers.readers.delimited import check_width
from gis.layers.readers.refusals import bad_table
from gis.layers.readers.sources import BROKEN_ZIP, Source, check_unpacked

_MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
_RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
_SHOWN_DIGITS = 15
"""Spreadsheets show a number with no more digits than these, and store 0.044 as 4.3999999999999997E-2."""
_BUILT_IN_DAYS = frozenset({14, 15, 16, 17, 18, 19, 20, 21, 22, 45, 46, 47})
"""Numbers of the formats for days and times that every workbook has."""
_DAY_FORMAT = re.compile(r"[ymdhs]", re.IGNORECASE)
_NO_CODE = re.compile(r'"[^"]*"|\\.|\[[^\]]*\]')
"""Parts of a format that are shown as they stand, or name a colour or language."""
_PADDED = re.compile(r"0{2,}")
_EPOCHS = {False: dt.datetime(1899, 12, 30, tzinfo=dt.UTC), True: dt.datetime(1904, 1, 1, tzinfo=dt.UTC)}
_LAST_MOMENT = dt.datetime(9999, 12, 31, 23, 59, 59, tzinfo=dt.UTC)
_NO_DAY = 60
"""29 February 1900, which spreadsheets count from 1900 on and which never was: before it, days are one further on."""
_LARGEST_PART_BYTES = 500_000_000
"""A sheet of 20 columns and a million rows is no larger; parsed, it takes some ten times that."""
_LETTERS = 26


class NoWorkbookError(Exception):
    """A file that is no whole workbook, or is locked."""


@dataclass(frozen=True, slots=True)
class _Book:
    """What the sheets of a workbook share."""

    texts: dict[int, str]
    """By number, for a cell may ask for one below 0, which there is not."""
    formats: list[str]
    """By style: "day", a run of zeros to which numbers are padded, or nothing."""
    epoch: dt.datetime


def read_xlsx(source: Source) -> dict[str, pd.DataFrame]:
    """Return the cells of each sheet, in the workbook's order.

    Parameters
    ----------
    source : Source
        An .xlsx or .xlsm file.

    Returns
    -------
    dict of str to DataFrame
        By name of the sheet: text or None, the index counting the sheet's rows from 0. Numbers have at
        most 15 digits, days are ISO 8601, numbers shown with leading zeros have them. Of a formula
        the value that was stored with it is taken.

    Raises
    ------
    NoWorkbookError
        Where it is none, is damaged, or is locked with a password.
    LayerUnreadable
        Where it is larger than memory should hold, or a row or cell is there twice.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(source.read())) as archive:
            for part in archive.infolist():
                check_unpacked(part, source.where, _LARGEST_PART_BYTES)
            workbook = _parsed(archive, "xl/workbook.xml")
            related = _related(archive)
            book = _Book(_texts(archive), _formats(archive), _EPOCHS[_is_from_1904(workbook)])
            sheets = workbook.findall(f"{_MAIN}sheets/{_MAIN}sheet")
            paths = {str(sheet.get("name")): related.get(str(sheet.get(_RELATION)), "") for sheet in sheets}
            return {
                name: _cells(archive, path, book, f"{source.where}, sheet {name}")
                for name, path in paths.items()
                if "worksheets/" in path
            }
    except (*BROKEN_ZIP, KeyError, ET.ParseError, ValueError, IndexError) as error:
        raise NoWorkbookError from error


def _parsed(archive: zipfile.ZipFile, part: str) -> ET.Element:
    return ET.fromstring(archive.read(part))  # noqa: S314  it loads nothing from outside and bounds the expansion of entities


def _is_from_1904(workbook: ET.Element) -> bool:
    properties = workbook.find(f"{_MAIN}workbookPr")
    return properties is not None and properties.get("date1904", "0") in {"1", "true"}


def _related(archive: zipfile.ZipFile) -> dict[str, str]:
    root = _parsed(archive, "xl/_rels/workbook.xml.rels")
    targets = {str(each.get("Id")): str(each.get("Target")) for each in root}
    return {name: target.lstrip("/") if target.startswith("/") else f"xl/{target}" for name, target in targets.items()}


def _texts(archive: zipfile.ZipFile) -> dict[int, str]:
    if "xl/sharedStrings.xml" not in archive.namelist():
        return {}
    root = _parsed(archive, "xl/sharedStrings.xml")
    return {number: _text(item) for number, item in enumerate(root.findall(f"{_MAIN}si"))}


def _text(item: ET.Element) -> str:
    """Return a text and its runs, without the reading aids of Asian scripts."""
    return "".join(part.text or "" for part in (*item.findall(f"{_MAIN}t"), *item.findall(f"{_MAIN}r/{_MAIN}t")))


def _formats(archive: zipfile.ZipFile) -> list[str]:
    if "xl/styles.xml" not in archive.namelist():
        return []
    root = _parsed(archive, "xl/styles.xml")
    codes = {
        int(each.get("numFmtId", "0")): str(each.get("formatCode", ""))
        for each in root.findall(f"{_MAIN}numFmts/{_MAIN}numFmt")
    }
    numbers = [int(each.get("numFmtId", "0")) for each in root.findall(f"{_MAIN}cellXfs/{_MAIN}xf")]
    return [_format(number, codes) for number in numbers]


def _format(number: int, codes: Mapping[int, str]) -> str:
    code = _NO_CODE.sub("", codes.get(number, ""))
    if number in _BUILT_IN_DAYS or _DAY_FORMAT.search(code.replace("General", "").replace("GENERAL", "")):
        return "day"
    return code if _PADDED.fullmatch(code) else ""


def _cells(archive: zipfile.ZipFile, path: str, book: _Book, where: str) -> pd.DataFrame:
    """Return the cells of a sheet; a row or cell without its place comes after the one before it."""
    rows: dict[int, dict[int, str]] = {}
    number = -1
    with archive.open(path) as file:
        for _, element in ET.iterparse(file):  # noqa: S314  it loads nothing from outside and bounds the expansion of entities
            if element.tag == f"{_MAIN}row":
                number = int(element.get("r", number + 2)) - 1
                if number in rows:
                    raise bad_table(where, f"Row {number + 1} is there twice.")
                cells = list(_row(element, book))
                rows[number] = dict(cells)
                if len(rows[number]) < len(cells):
                    raise bad_table(where, f"Row {number + 1} holds a cell twice.")
                element.clear()
    columns = sorted({column for row in rows.values() for column in row})
    check_width(where, len(columns))
    table = {column: [row.get(column) for row in rows.values()] for column in columns}
    return pd.DataFrame(table, index=list(rows), dtype=object)


def _row(row: ET.Element, book: _Book) -> Iterator[tuple[int, str]]:
    column = -1
    for cell in row.findall(f"{_MAIN}c"):
        column = _column(str(cell.get("r"))) if cell.get("r") else column + 1
        shown = _shown(cell, book)
        if shown is not None and shown.strip():
            yield column, shown


def _column(place: str) -> int:
    """Return the number of a column, from 0, by the letters of a cell's place.

    >>> _column("A1"), _column("AB12")
    (0, 27)
    """
    number = 0
    for letter in place.rstrip("0123456789"):
        number = number * _LETTERS + ord(letter) - ord("A") + 1
    return number - 1


def _shown(cell: ET.Element, book: _Book) -> str | None:
    kind = cell.get("t", "n")
    inline = cell.find(f"{_MAIN}is")
    if inline is not None:
        return _text(inline)
    value = cell.findtext(f"{_MAIN}v")
    if value is None or kind in {"str", "e", "d"}:
        return value
    if kind == "s":
        return book.texts[int(value)]
    if kind == "b":
        return "TRUE" if value == "1" else "FALSE"
    style = int(cell.get("s", "0"))
    form = book.formats[style] if style < len(book.formats) else ""
    return _day(value, book.epoch) if form == "day" else shown_number(value).zfill(len(form))


def _day(stored: str, epoch: dt.datetime) -> str:
    """Return a day, with its time where it is not midnight, to the second; a time alone and no day stay numbers.

    >>> _day("1", _EPOCHS[False]), _day("59", _EPOCHS[False]), _day("60", _EPOCHS[False]), _day("61", _EPOCHS[False])
    ('1900-01-01', '1900-02-28', '60', '1900-03-01')
    """
    days = float(stored)
    is_from_1900 = epoch == _EPOCHS[False]
    never_was = is_from_1900 and _NO_DAY <= days < _NO_DAY + 1
    if never_was or not 1 <= days <= (_LAST_MOMENT - epoch) / dt.timedelta(days=1):
        return shown_number(stored)
    if is_from_1900 and days < _NO_DAY:
        days += 1
    moment = epoch + dt.timedelta(seconds=round(days * 86_400))
    return moment.strftime("%Y-%m-%d" if moment.time() == dt.time() else "%Y-%m-%dT%H:%M:%S")


def shown_number(stored: str) -> str:
    """Return a number as a spreadsheet shows it where nobody formatted it.

    >>> shown_number("4.3999999999999997E-2"), shown_number("-4.3E-3"), shown_number("1250"), shown_number("1.50")
    ('0.044', '-0.0043', '1250', '1.5')
    """
    return f"{Decimal(f'{float(stored):.{_SHOWN_DIGITS}g}'):f}"
