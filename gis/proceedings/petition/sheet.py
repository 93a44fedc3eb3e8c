"""Which cells does a petition file hold: CSV as spreadsheets save it, every fault of its form told."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from gis.errors import PetitionInvalid, Place
from gis.proceedings.petition.signatures import Sheet

_SEPARATORS = ",;\t"
_SAID = re.compile(r'"?sep=([,;\t])"?\r?\n', re.IGNORECASE)
"""With which a spreadsheet says what separates the cells below."""
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
AS_UTF8 = "In a spreadsheet, save it as CSV UTF-8 (comma delimited)."


@dataclass(frozen=True, slots=True)
class Rows:
    """The header and the rows that are not blank, each with its number in the sheet; the header has 1."""

    sheet: Sheet
    numbers: tuple[int, ...]
    cells: tuple[tuple[str, ...], ...]
    faults: tuple[Place, ...]
    """Rows that have not as many cells as the header; they are not among `cells`."""


def read_rows(data: bytes, where: str) -> Rows:
    r"""Read the cells of a petition file.

    Parameters
    ----------
    data : bytes
        CSV in UTF-8 with or without the mark that Excel puts in front; commas, semicolons or tabs between the cells.
    where : str
        Name of the file, for errors.

    Raises
    ------
    PetitionInvalid
        Where it is not UTF-8, is no table, has no header or no row below it.

    Examples
    --------
    >>> rows = read_rows(b"\xef\xbb\xbfName;Parcel\r\nOWNER 1 OF NOWHERE;10-1\r\n", "petition.csv")
    >>> rows.sheet.header, rows.numbers, rows.sheet.separator
    (('Name', 'Parcel'), (2,), ';')
    """
    text = _decoded(data, where)
    said = _SAID.match(text)
    if said is None:
        first_line = text.split("\n", 1)[0]
        separator = max(_SEPARATORS, key=partial(_cells_in, first_line))
    else:
        separator, text = said[1], text[said.end() :]
    rows = _split(text, separator, where)
    first = 0 if said is None else 1
    told = [(number, cells) for number, cells in enumerate(rows, first + 1) if any(cell.strip() for cell in cells)]
    if len(told) < 2:  # noqa: PLR2004 - a header and one signature
        raise unusable(
            where,
            "The petition file holds no signature." if told else "The petition file is empty.",
            "A header and at least one row below it are needed.",
        )
    header = tuple(cell.strip() for cell in told[0][1])
    whole = [(number, tuple(cells)) for number, cells in told[1:] if len(cells) == len(header)]
    return Rows(
        sheet=Sheet(header, separator),
        numbers=tuple(number for number, _ in whole),
        cells=tuple(cells for _, cells in whole),
        faults=tuple(
            Place(text=f"row {number} of the sheet: it has {len(cells)} cells, and the header has {len(header)}")
            for number, cells in told[1:]
            if len(cells) != len(header)
        ),
    )


def unusable(where: str, what: str, why: str, next_: str = AS_UTF8, places: Sequence[Place] = ()) -> PetitionInvalid:
    """Return the error of a petition file that cannot be counted."""
    return PetitionInvalid(what=what, where=where, why=why, next=next_, places=tuple(places))


def _decoded(data: bytes, where: str) -> str:
    if data.startswith(_UTF16) or b"\x00" in data:
        raise unusable(where, "The petition file is not UTF-8 text.", "It is UTF-16, or no text at all.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = data.count(b"\n", 0, error.start) + 1
        raise unusable(
            where,
            "The petition file is not UTF-8 text.",
            f"Row {row} of the sheet holds a byte that no UTF-8 text has there; a name would be misread.",
        ) from error


def _cells_in(first_line: str, separator: str) -> int:
    return len(next(csv.reader([first_line], delimiter=separator), ()))


def _split(text: str, separator: str, where: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    try:
        rows.extend(reader)
    except csv.Error as error:
        raise unusable(
            where,
            "The petition file is no table of separated values.",
            f"In row {len(rows) + 1} of the sheet a quoted cell does not end where it should.",
        ) from error
    return rows
