"""Which rows does a CSV file hold under the columns it must have, and what is wrong with it, cells unrepeated?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gis.errors import Place
from gis.register.separated import SEPARATOR_NAMES, NotSeparated, read_separated


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
        UTF-8, a byte order mark is taken off; commas, semicolons or tabs between the cells.
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
        separator, records = read_separated(data)
    except NotSeparated as error:
        return (), [Fault(0, None, f"The file is {error}.")]
    if not records:
        return (), [Fault(0, None, "The file is empty.")]
    header = [name.strip() for name in records[0].cells]
    faults = [*_header_faults(header, separator, needed, allowed)]
    if faults:
        return (), faults
    rows = []
    for record in records[1:]:
        if len(record.cells) > len(header):
            faults.append(Fault(record.line, None, "The row has more cells than there are columns."))
        else:
            given = {name: cell.strip() for name, cell in zip(header, record.cells, strict=False)}
            rows.append(Row(record.line, {name: given.get(name, "") for name in (*needed, *allowed)}))
    return tuple(rows), faults


def sentence(error: ValueError) -> str:
    """Return what an error says as a sentence.

    >>> sentence(ValueError("needed is yes or no"))
    'Needed is yes or no.'
    """
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."


def _header_faults(
    header: Sequence[str], separator: str, needed: Sequence[str], allowed: Sequence[str]
) -> Iterator[Fault]:
    times = Counter(header)
    if not any(times[name] for name in needed):
        between = SEPARATOR_NAMES[separator]
        cells = "one cell" if len(header) == 1 else f"{len(header)} cells"
        yield Fault(
            1, None, f"None of the columns is there; the line was read as {cells}, with {between} between them."
        )
        return
    for name in needed:
        if not times[name]:
            yield Fault(1, name, f"The column {name} is missing.")
    for name in (*needed, *allowed):
        if times[name] > 1:
            yield Fault(1, name, f"The column {name} is there more than once.")
    for place, name in enumerate(header, start=1):
        if name not in needed and name not in allowed:
            yield Fault(1, None, f"Column {place} is none of this file's, and what stands in it would be lost.")
