"""Which rows does a CSV file hold under the columns it must have, and what is wrong with it, cells unrepeated?"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gis.errors import Place


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with one cell or row."""

    line: int
    """Line of the file, from 1; 0 for the file as a whole."""
    column: str | None
    why: str

    @property
    def place(self) -> Place:
        """Where it is, as an error tells it."""
        return Place(column=self.column, text=f"line {self.line}: {self.why}" if self.line else self.why)


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line on which it begins, and its cells by column; those that are not there are empty."""

    line: int
    cells: Mapping[str, str]


def read_rows(data: bytes, needed: Sequence[str], allowed: Sequence[str] = ()) -> tuple[tuple[Row, ...], list[Fault]]:
    r"""Read the rows of a CSV file.

    Parameters
    ----------
    data : bytes
        UTF-8, a byte order mark is taken off; commas between the cells.
    needed, allowed : sequence of str
        Columns that must be there, and that may be. Any other is a fault, for what stands in it would be lost.

    Returns
    -------
    rows, faults
        Rows that are not blank and have no more cells than there are columns; blanks around cells are taken off.
        No row where the file or its header is at fault.

    Examples
    --------
    >>> rows, faults = read_rows(b"who,date\n812, 2026-06-01\n", ["who", "date"])
    >>> rows[0].line, rows[0].cells["date"], faults
    (2, '2026-06-01', [])
    """
    try:
        lines = [*_lines(data.decode("utf-8-sig"))]
    except UnicodeDecodeError as error:
        return (), [Fault(0, None, f"The file is not UTF-8 text, from byte {error.start} on.")]
    except csv.Error as error:
        return (), [Fault(0, None, f"The file is no table of comma-separated values: {error}.")]
    header = [name.strip() for name in lines[0][1]] if lines else []
    faults = [*_header_faults(header, needed, allowed)]
    if faults:
        return (), faults
    rows = []
    for line, cells in lines[1:]:
        if len(cells) > len(header):
            faults.append(Fault(line, None, "The row has more cells than there are columns."))
        else:
            given = {name: cell.strip() for name, cell in zip(header, cells, strict=False)}
            rows.append(Row(line, {name: given.get(name, "") for name in (*needed, *allowed)}))
    return tuple(rows), faults


def sentence(error: ValueError) -> str:
    """Return what an error says as a sentence.

    >>> sentence(ValueError("needed is yes or no"))
    'Needed is yes or no.'
    """
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Return the rows that are not blank, each with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    last = 0
    for cells in reader:
        first, last = last + 1, reader.line_num
        if any(cell.strip() for cell in cells):
            yield first, cells


def _header_faults(header: Sequence[str], needed: Sequence[str], allowed: Sequence[str]) -> Iterator[Fault]:
    times = Counter(header)
    for name in needed:
        if not times[name]:
            yield Fault(1, name, f"The column {name} is missing.")
    for name in (*needed, *allowed):
        if times[name] > 1:
            yield Fault(1, name, f"The column {name} is there more than once.")
    for place, name in enumerate(header, start=1):
        if name not in needed and name not in allowed:
            yield Fault(1, None, f"Column {place} is none of this file's, and what stands in it would be lost.")
