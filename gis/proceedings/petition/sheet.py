"""Which cells does a petition file hold: CSV as spreadsheets save it, every fault of its form told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gis.errors import PetitionInvalid, Place
from gis.proceedings.petition.signatures import Sheet
from gis.register.separated import NotSeparated, read_separated

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
    try:
        separator, told = read_separated(data)
    except NotSeparated as error:
        why = f"{error.why[:1].upper()}{error.why[1:]}; a name would be misread."
        raise unusable(where, f"The petition file is {error.what}.", why) from error
    if len(told) < 2:  # noqa: PLR2004 - a header and one signature
        raise unusable(
            where,
            "The petition file holds no signature." if told else "The petition file is empty.",
            "A header and at least one row below it are needed.",
        )
    header = tuple(cell.strip() for cell in told[0].cells)
    whole = [record for record in told[1:] if len(record.cells) == len(header)]
    return Rows(
        sheet=Sheet(header, separator),
        numbers=tuple(record.row for record in whole),
        cells=tuple(record.cells for record in whole),
        faults=tuple(
            Place(text=f"row {each.row} of the sheet: it has {len(each.cells)} cells, and the header has {len(header)}")
            for each in told[1:]
            if len(each.cells) != len(header)
        ),
    )


def unusable(where: str, what: str, why: str, next_: str = AS_UTF8, places: Sequence[Place] = ()) -> PetitionInvalid:
    """Return the error of a petition file that cannot be counted."""
    return PetitionInvalid(what=what, where=where, why=why, next=next_, places=tuple(places))
