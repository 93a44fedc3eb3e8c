"""Who signed a petition: its signatures from a CSV file, or every fault that keeps it from being counted."""

from __future__ import annotations

import datetime as dt
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar

from rapidfuzz import fuzz, process

from gis.errors import Place
from gis.layers.owners import owner_of_record
from gis.layers.rows.values import bare_id
from gis.proceedings.petition import cells
from gis.proceedings.petition.columns import Columns, columns_of
from gis.proceedings.petition.sheet import read_rows, unusable
from gis.proceedings.petition.signatures import Petition, Signature, line_words

T = TypeVar("T")
_NONE_PROPOSED: tuple[int, ...] = ()
_NEAR = 3
_NEAR_SCORE = 75
_NEAR_FOR = 50
"""Faulty parcel numbers for which near ones are sought; a file with more has the numbers of another county."""
_LINE_NUMBER = re.compile(r"0*[1-9][0-9]{0,8}", re.ASCII)
_OWN = frozenset({"", "owner", "joint owner", "co-owner", "coowner", "owner of record", "sole owner", "landowner"})
_FOR_ANOTHER = (
    "trustee",
    "officer",
    "agent",
    "attorney in fact",
    "guardian",
    "personal representative",
    "executor",
    "land-contract vendee",
    "land-contract vendor",
    "life tenant",
    "remainderman",
    "partner",
    "member",
    "manager",
)
"""Capacities that are told by name; any other is told as another, because its words may name somebody."""


@dataclass(frozen=True, slots=True)
class _Asked:
    """What the lines of a file are held against."""

    date: dt.date
    filed: dt.date | None
    is_verified: bool | None


def read_petition(  # noqa: PLR0913 - what a petition is held against, one each
    data: bytes,
    where: str,
    date: dt.date,
    *,
    filed: dt.date | None = None,
    parcel_ids: Collection[str] | None = None,
    is_verified: bool | None = None,
) -> Petition:
    r"""Read the signatures of a petition.

    Parameters
    ----------
    data : bytes
        CSV in UTF-8 with a header; `columns.SPELLINGS` says which headings are known, and only the signer is needed.
    where : str
        Name of the file, for errors.
    date : date
        Day of the question; no signature is later.
    filed : date, optional
        Day on which the clerk received the petition; no signature is later either.
    parcel_ids : collection of str, optional
        Parcels on file; without them the parcels that signers name are not looked up.
    is_verified : bool, optional
        True where one petitioner verified all signatures, whatever the file says of each.

    Returns
    -------
    Petition
        In the order of lines. Owners of record are those that the file has decided; blank decisions stay open.

    Raises
    ------
    PetitionInvalid
        With every fault of every line: a parcel that is not on file (near ones are named), a day that is none, that
        has not come or is after the filing, a blank signer, a share over one, a decision that is none. Nobody's name
        is repeated.

    Examples
    --------
    >>> data = b"name_printed,parcel,date_signed\nOWNER 1 OF NOWHERE,10-1,2025-03-03\n"
    >>> petition = read_petition(data, "petition.csv", dt.date(2025, 6, 1))
    >>> [(each.line, each.parcels, each.date.isoformat()) for each in petition.signatures]
    [(2, ('10-1',), '2025-03-03')]
    """
    rows = read_rows(data, where)
    columns = columns_of(rows.sheet.header)
    _refuse_columns(columns, where)
    asked = _Asked(date, filed, is_verified)
    faults = list(rows.faults)
    signatures: list[Signature] = []
    for number, row in zip(rows.numbers, rows.cells, strict=True):
        reader = _Line(columns, row, number, asked)
        signatures.append(reader.signature())
        faults += reader.faults
    faults += _unknown_parcels(signatures, parcel_ids)
    faults += _doubled_lines(signatures)
    faults += _shares_over_one(signatures)
    editions = {columns.cell(row, "owners_edition") for row in rows.cells} - {""}
    if len(editions) > 1:
        faults.append(Place(column="owners_edition", text="it names several editions of owners"))
    if faults:
        raise unusable(
            where,
            f"The petition cannot be counted: {len(faults)} {'fault' if len(faults) == 1 else 'faults'}.",
            "A signature that is misread would count for the wrong owner, or be lost.",
            "Correct each line in the file against the paper, and read it again.",
            faults,
        )
    signatures.sort(key=lambda signature: signature.line)
    return Petition(
        where=where,
        signatures=tuple(signatures),
        sheet=rows.sheet,
        filed=filed,
        edition=next(iter(editions), None),
        is_matched="owner_key" in columns.places,
        notes=(*columns.notes, *_notes(signatures)),
    )


def _refuse_columns(columns: Columns, where: str) -> None:
    next_ = (
        "Head the column with the printed names name_printed, and name the others as line, parcel, capacity, "
        "date_signed, notarized, covered_by_verification, withdrawn, share where there are such."
    )
    if "signer" not in columns.places:
        raise unusable(
            where,
            "No column of the petition file tells who signed.",
            "Its first row must head the columns, and one of them must be the signer's printed name.",
            next_,
        )
    if columns.twice:
        raise unusable(
            where,
            "Two columns of the petition file say the same thing.",
            "Nobody can say which one is meant.",
            next_,
            [Place(text=f"{meaning}: {', '.join(spelt)}") for meaning, spelt in columns.twice],
        )


class _Line:
    """Reads one row, and collects what is wrong with it."""

    def __init__(self, columns: Columns, row: Sequence[str], number: int, asked: _Asked) -> None:
        self._columns, self._row, self._asked = columns, row, asked
        self.faults: list[Place] = []
        self._at = f"row {number} of the sheet"
        self._line = self._number(number)
        self._at = line_words([self._line])

    def signature(self) -> Signature:
        """Return what the row says; where it has faults, only they are of use."""
        name = self._cell("signer")
        if owner_of_record(name) is None:
            self._fault("nobody's name stands there; leave the line out if it is no signature")
        signed = self._read("date_signed", cells.day, None)
        withdrawn = self._read("withdrawn", cells.day, None)
        self._check_days(signed, withdrawn)
        decision = self._read("decision", cells.decision, "")
        proposed: tuple[int, ...] = self._read("owner_key", cells.owner_keys, _NONE_PROPOSED)
        is_covered = self._tick("covered_by_verification")
        return Signature(
            line=self._line,
            name=name,
            parcels=self._parcels(),
            capacity=self._cell("capacity"),
            date=signed,
            notarized=self._tick("notarized"),
            covered_by_verification=True if self._asked.is_verified else is_covered,
            withdrawn=withdrawn,
            share=self._read("share", cells.share, None),
            decision=decision,
            owner_key=self._decided(decision, proposed),
            proposed=proposed,
            cells=tuple(self._row),
        )

    def _cell(self, meaning: str) -> str:
        return self._columns.cell(self._row, meaning)

    def _fault(self, what: str) -> None:
        self.faults.append(Place(text=f"{self._at}: {what}"))

    def _read(self, meaning: str, read: Callable[[str], T], otherwise: T) -> T:
        try:
            return read(self._cell(meaning))
        except ValueError as error:
            self._fault(f"{meaning.replace('_', ' ')}: {error}")
            return otherwise

    def _number(self, row: int) -> int:
        if "line" not in self._columns.places:
            return row
        text = self._cell("line").removesuffix(".0")
        if _LINE_NUMBER.fullmatch(text):
            return int(text)
        self._fault("line: it is no number of a line; number the lines from 1, or leave the column out")
        return row

    def _tick(self, meaning: str) -> bool | None:
        return self._read(meaning, cells.yes_or_no, False) if meaning in self._columns.places else None  # noqa: FBT003 - the value of a blank

    def _check_days(self, signed: dt.date | None, withdrawn: dt.date | None) -> None:
        date, filed = self._asked.date, self._asked.filed
        if signed is not None and signed > date:
            self._fault(f"date signed: {signed} had not come on {date}, the day asked about")
        elif signed is not None and filed is not None and signed > filed:
            self._fault(f"date signed: {signed} is after the petition was filed, on {filed}")
        if withdrawn is not None and withdrawn > date:
            self._fault(f"withdrawn: {withdrawn} had not come on {date}, the day asked about")
        elif withdrawn is not None and signed is not None and withdrawn < signed:
            self._fault(f"withdrawn: {withdrawn} is before it was signed, on {signed}")

    def _parcels(self) -> tuple[str, ...]:
        named = map(bare_id, self._cell("parcel").split(";"))
        return tuple(dict.fromkeys(parcel for parcel in named if parcel))

    def _decided(self, decision: str, proposed: tuple[int, ...]) -> int | None:
        if decision.isdigit():
            return int(decision)
        if decision not in {cells.YES, cells.CERTAIN}:
            return None
        if len(proposed) != 1:
            several = "several owner keys stand there" if proposed else "no owner key stands there"
            self._fault(f"decision: it says {decision}, and {several}; write the number of the one who signed")
            return None
        return proposed[0]


def _unknown_parcels(signatures: Iterable[Signature], parcel_ids: Collection[str] | None) -> list[Place]:
    if parcel_ids is None:
        return []
    known = frozenset(parcel_ids)
    unknown = [(each.line, parcel) for each in signatures for parcel in each.parcels if parcel not in known]
    in_order = sorted(known) if unknown else []
    faults = []
    for turn, (line, parcel) in enumerate(unknown):
        near = _near(parcel, in_order) if turn < _NEAR_FOR else []
        hint = f"; near it: {', '.join(near)}" if near else ""
        faults.append(Place(text=f"line {line}: parcel {cells.parcel_words(parcel)} is not on file{hint}"))
    return faults


def _near(parcel: str, known: Sequence[str]) -> list[str]:
    found = process.extract(parcel, known, scorer=fuzz.ratio, score_cutoff=_NEAR_SCORE, limit=_NEAR)
    return [choice for choice, _, _ in found]


def _doubled_lines(signatures: Iterable[Signature]) -> list[Place]:
    times = Counter(signature.line for signature in signatures)
    return [
        Place(text=f"line {line}: {count} rows bear this number") for line, count in sorted(times.items()) if count > 1
    ]


def _shares_over_one(signatures: Iterable[Signature]) -> list[Place]:
    """Return the parcels whose signers state more than the whole together; who signs twice has one share."""
    stated: dict[str, dict[str, Signature]] = defaultdict(dict)
    for signature in signatures:
        if signature.share is not None and len(signature.parcels) == 1:
            stated[signature.parcels[0]].setdefault(owner_of_record(signature.name) or "", signature)
    faults = []
    for parcel, of_it in stated.items():
        total = sum((each.share or Fraction(0) for each in of_it.values()), Fraction(0))
        if total > 1:
            lines, which = line_words(each.line for each in of_it.values()), cells.parcel_words(parcel)
            faults.append(
                Place(text=f"{lines}: the shares in parcel {which} add up to {float(total):g}, over the whole")
            )
    return faults


def _notes(signatures: Sequence[Signature]) -> list[str]:
    notes = []
    repeated: dict[str, list[int]] = defaultdict(list)
    for signature in signatures:
        repeated[owner_of_record(signature.name) or ""].append(signature.line)
    notes += [f"One name stands on {line_words(lines)}." for lines in repeated.values() if len(lines) > 1]
    undated = [signature.line for signature in signatures if signature.date is None]
    if undated:
        notes.append(f"No day of signing is stated for {line_words(undated)}.")
    notes += _capacity_notes(signatures)
    if any(signature.share is not None for signature in signatures):
        notes.append("Shares of co-owners are on file; the count is by co-owners, and no rule reads them.")
    return notes


def _capacity_notes(signatures: Sequence[Signature]) -> list[str]:
    lines: dict[str, list[int]] = defaultdict(list)
    for signature in signatures:
        capacity = " ".join(signature.capacity.casefold().split())
        if capacity in _OWN:
            continue
        plain = capacity.replace("-", " ")
        known = [name for name in _FOR_ANOTHER if plain == name.replace("-", " ")]
        lines[known[0] if known else "in another capacity than owner"].append(signature.line)
    return [
        f"A person looks at the authority to sign: {line_words(found)} ({capacity})."
        for capacity, found in lines.items()
    ]
