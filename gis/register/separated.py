"""Which cells does a file of separated values hold, as spreadsheets save it: with commas, semicolons or tabs?"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

_SEPARATORS = ",;\t"
SEPARATOR_NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}
_SAID = re.compile(r'"?sep=([,;\t])"?(\r\n|\r|\n)', re.IGNORECASE)
"""With which a spreadsheet says what separates the cells below."""
_NO_TEXT, _NO_TABLE = "not UTF-8 text", "no table of separated values"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_LINE_END = re.compile(r"\r\n|\r|\n")
_LINE_END_BYTES = re.compile(rb"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Record:
    """One row that is not blank, as it is written."""

    row: int
    """Its number in the sheet, from 1."""
    line: int
    """Line of the file on which it begins, from 1; a cell that goes over lines makes it more than the row."""
    cells: tuple[str, ...]


class NotSeparated(ValueError):
    """Bytes that are no text, or text that is no table; the words repeat none of it."""

    def __init__(self, what: str, why: str) -> None:
        super().__init__(f"{what}: {why}")
        self.what, self.why = what, why


def read_separated(data: bytes) -> tuple[str, tuple[Record, ...]]:
    r"""Return what separates the cells, and the rows that are not blank.

    Parameters
    ----------
    data : bytes
        UTF-8, a byte order mark is taken off; lines end in any of the three ways. The first line tells the separator:
        the one that makes most cells of it, a comma where none makes any.

    Raises
    ------
    NotSeparated
        It is no UTF-8 text, holds a NUL, or a quoted cell does not end where it should.

    Examples
    --------
    >>> separator, records = read_separated(b"who;date\r812;2026-06-01\r")
    >>> separator, records[1].row, records[1].cells
    (';', 2, ('812', '2026-06-01'))
    """
    text = _decoded(data)
    said = _SAID.match(text)
    if said is None:
        first_line = _LINE_END.split(text, maxsplit=1)[0]
        separator = max(_SEPARATORS, key=partial(_cells_in, first_line))
    else:
        separator, text = said[1], text[said.end() :]
    return separator, tuple(_records(text, separator, rows_before=0 if said is None else 1))


def _decoded(data: bytes) -> str:
    if data.startswith(_UTF16) or b"\x00" in data:
        raise NotSeparated(_NO_TEXT, why="it is UTF-16, or no text at all")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        row = len(_LINE_END_BYTES.findall(data, 0, error.start)) + 1
        why = f"row {row} of the sheet holds a byte that no UTF-8 text has there"
        raise NotSeparated(_NO_TEXT, why) from error


def _cells_in(first_line: str, separator: str) -> int:
    return len(next(csv.reader([first_line], delimiter=separator), ()))


def _records(text: str, separator: str, rows_before: int) -> Sequence[Record]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    records: list[Record] = []
    row, last = rows_before, rows_before
    try:
        for cells in reader:
            row, line, last = row + 1, last + 1, rows_before + reader.line_num
            if any(cell.strip() for cell in cells):
                records.append(Record(row, line, tuple(cells)))
    except csv.Error as error:
        why = f"in row {row + 1} of the sheet a quoted cell does not end where it should"
        raise NotSeparated(_NO_TABLE, why) from error
    return records
