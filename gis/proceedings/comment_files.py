"""How is a file of comments read: every bad row named by its line and column, and nothing that was said repeated?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import TypeVar

from gis.errors import CommentsInvalid
from gis.proceedings.comments import ABOUT, HOW, KINDS, Comment, owner_key
from gis.proceedings.petition.cells import parcel_words
from gis.register.csv_rows import Fault, Row, read_rows, sentence
from gis.register.values import day

COLUMNS = ("who", "parcels", "kind", "about", "text", "date", "how", "answer", "answered_on")
W = TypeVar("W", bound=str)


def read_comments(data: bytes, where: str, latest: dt.date | None = None) -> tuple[Comment, ...]:
    r"""Read comments and objections from a CSV file with the columns of `COLUMNS`.

    Parameters
    ----------
    data : bytes
        UTF-8. `who` is an owner key (812) or empty; `parcels` are joined by semicolons, or empty; `kind` is comment
        or objection, `about` is necessity, benefit or other, `how` is writing or hearing; days are YYYY-MM-DD.
    where : str
        Name of the file, for errors.
    latest : date, optional
        A day after which nothing can have been said or answered; a later one is refused.

    Raises
    ------
    CommentsInvalid
        Every bad row is listed with line, column and what is needed; no cell is repeated.

    Examples
    --------
    >>> head = b"who,parcels,kind,about,text,date,how,answer,answered_on\n"
    >>> read_comments(head + b"812,1-22; 1-23,objection,benefit,No,2026-07-01,hearing,,", "c.csv")[0].parcels
    ('1-22', '1-23')
    """
    rows, faults = read_rows(data, COLUMNS)
    for row in rows:
        faults.extend(_faults(row, latest))
    if faults:
        count = len(faults)
        raise CommentsInvalid(
            what="The file of comments has a fault." if count == 1 else f"The file of comments has {count:,} faults.",
            where=where,
            why="A comment that is misread would be lost, or be taken for that of somebody else.",
            next=f"Give a CSV file in UTF-8 with the columns {', '.join(COLUMNS)}.",
            places=tuple(fault.place for fault in sorted(faults, key=lambda fault: fault.line)),
        )
    return tuple(map(_comment, rows))


def _faults(row: Row, latest: dt.date | None) -> Iterator[Fault]:
    cells = row.cells
    if cells["who"] and owner_key(cells["who"]) is None:
        yield Fault(row.line, "who", "A person is named by the owner key, such as 812, or not at all.")
    for name, words in (("kind", KINDS), ("about", ABOUT), ("how", HOW)):
        if cells[name].casefold() not in words:
            yield Fault(row.line, name, f"Needed is one of {', '.join(words)}.")
    if not cells["text"]:
        yield Fault(row.line, "text", "Nothing was said.")
    yield from _day_faults(row, latest)
    for parcel in filter(None, cells["parcels"].split(";")):
        number = parcel.split(",", maxsplit=1)[0].strip()
        if parcel_words(number) != number:
            why = "A parcel's number has a digit and no words; several are joined by semicolons."
            yield Fault(row.line, "parcels", why)


def _day_faults(row: Row, latest: dt.date | None) -> Iterator[Fault]:
    said, answered = row.cells["date"], row.cells["answered_on"]
    days = {}
    for name, text in (("date", said), ("answered_on", answered)):
        if name == "date" or text:
            try:
                days[name] = day(text)
            except ValueError as error:
                yield Fault(row.line, name, sentence(error))
    for name, date in days.items():
        if latest is not None and date > latest:
            yield Fault(row.line, name, f"{date} is later than {latest}, the day asked about.")
    if "answered_on" in days and "date" in days and days["answered_on"] < days["date"]:
        yield Fault(row.line, "answered_on", "It was answered before it was said.")
    if bool(row.cells["answer"]) != bool(answered):
        yield Fault(row.line, "answered_on", "An answer and its day go together.")


def _comment(row: Row) -> Comment:
    cells = row.cells
    return Comment(
        line=row.line,
        who=owner_key(cells["who"]),
        parcels=tuple(filter(None, (parcel.strip() for parcel in cells["parcels"].split(";")))),
        kind=_word(cells["kind"], KINDS),
        about=_word(cells["about"], ABOUT),
        text=cells["text"],
        date=day(cells["date"]),
        how=_word(cells["how"], HOW),
        answer=cells["answer"],
        answered_on=day(cells["answered_on"]) if cells["answered_on"] else None,
    )


def _word(cell: str, words: tuple[W, ...]) -> W:
    """Return the word that a cell was found to hold."""
    return next(word for word in words if word == cell.casefold())
