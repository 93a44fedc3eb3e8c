"""What does a utility say of its accounts in arrears: every bad row named, no cell repeated that could be a name?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import TypeVar

from gis.errors import ArrearsInvalid
from gis.layers.rows.counties import fips_of_county
from gis.model.arrears import Account
from gis.proceedings.petition.cells import parcel_words
from gis.register.csv_rows import Fault, Row, read_rows, sentence
from gis.register.values import day

NEEDED = ("account", "parcel_id", "service_date", "arrears", "paid")
ALLOWED = ("county",)
_AMOUNT = re.compile(r"-?[0-9]{1,12}(\.[0-9]{1,12})?", re.ASCII)
_CENTS, _MOST_DOLLARS = 100, 10**9

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class NamedParcel:
    """Which parcel a row names; also one whose other cells cannot be read."""

    row: int
    parcel_id: str
    county: str | None


@dataclass(frozen=True, slots=True)
class Accounts:
    """The accounts of a file or a request, and what is wrong with them."""

    where: str
    """Name of the file, or of the part of the request, for errors."""
    rows: tuple[tuple[int, Account], ...]
    """Those that can be read, with their line or place."""
    parcels: tuple[NamedParcel, ...]
    faults: tuple[Fault, ...]

    def refuse(self, more: Iterable[Fault] = ()) -> None:
        """Refuse accounts with a fault, all of which are told at once; `more` are those of their parcels.

        Raises
        ------
        ArrearsInvalid
            There is one.
        """
        faults = sorted((*self.faults, *more), key=lambda each: each.line)
        if faults:
            count = len(faults)
            raise ArrearsInvalid(
                what="The accounts have a fault." if count == 1 else f"The accounts have {count:,} faults.",
                where=self.where,
                why="What is certified becomes a lien, so that no row is left out and none is guessed at.",
                next=f"Mend the rows named; the columns are {', '.join(NEEDED)}, and county where it is needed.",
                places=tuple(each.place for each in faults),
            )


def read_accounts(data: bytes, where: str, as_of: dt.date) -> Accounts:
    r"""Read accounts in arrears from a CSV file.

    Parameters
    ----------
    data : bytes
        UTF-8 with the columns `account`, `parcel_id`, `service_date` (last day of the service in arrears), `arrears`
        (dollars on October 15), `paid` (day of payment in full, or empty), and `county` where it is needed.
    where : str
        Name of the file, for errors.
    as_of : date
        Day asked about; service after it is not in arrears, and a payment after it is not known yet.

    Examples
    --------
    >>> head = b"account,parcel_id,service_date,arrears,paid\n"
    >>> found = read_accounts(head + b"A-7,1-22,2026-09-15,480.00,\n", "accounts.csv", dt.date(2026, 11, 20))
    >>> found.rows[0][1].arrears, found.faults
    (Fraction(480, 1), ())
    """
    rows, faults = read_rows(data, NEEDED, ALLOWED)
    if not rows and not faults:
        faults = [Fault(0, None, "The file has a header and no account.")]
    read = [_read(row) for row in rows]
    faults += [fault for _, _, of_row in read for fault in of_row]
    accounts = [(row, account) for row, account, _ in read if account is not None]
    faults += _stated_faults(accounts, as_of)
    faults += _twice((row.line, row.cells["account"], row.cells["service_date"]) for row in rows)
    parcels = [_named(row) for row in rows if _is_number(row.cells["parcel_id"])]
    return Accounts(f"file {where}", tuple(accounts), tuple(parcels), tuple(faults))


def stated_accounts(accounts: Sequence[Account], where: str, as_of: dt.date) -> Accounts:
    """Return accounts that were sent rather than read from a file, with what is wrong with them.

    Parameters
    ----------
    accounts : sequence of Account
        In their order; errors tell the place of each, from 1.
    where : str
        The part of the request, for errors.
    as_of : date
        Day asked about.
    """
    rows = tuple(enumerate(accounts, start=1))
    faults = [
        *(Fault(row, "account", _NO_ACCOUNT) for row, each in rows if not _is_number(each.account)),
        *(Fault(row, "parcel_id", _NO_PARCEL) for row, each in rows if not _is_number(each.parcel_id)),
        *_stated_faults(rows, as_of),
        *_twice((row, each.account, each.service_date.isoformat()) for row, each in rows),
    ]
    if not rows:
        faults.append(Fault(0, None, "There is no account in it."))
    named = tuple(NamedParcel(row, each.parcel_id, each.county) for row, each in rows if _is_number(each.parcel_id))
    return Accounts(where, rows, named, tuple(faults))


_NO_ACCOUNT = "An account is told by its number, which has a digit and no words."
_NO_PARCEL = "A parcel's number has a digit and no words."


def _read(row: Row) -> tuple[int, Account | None, list[Fault]]:
    """Return what a row says; None where a cell of it cannot be read."""
    faults: list[Fault] = []

    def cell(name: str, read: Callable[[str], T]) -> T | None:
        try:
            return read(row.cells[name])
        except ValueError as error:
            faults.append(Fault(row.line, name, sentence(error)))
            return None

    for name, why in (("account", _NO_ACCOUNT), ("parcel_id", _NO_PARCEL)):
        if not _is_number(row.cells[name]):
            faults.append(Fault(row.line, name, why))
    served, amount = cell("service_date", day), cell("arrears", _amount)
    paid = cell("paid", day) if row.cells["paid"] else None
    if served is None or amount is None or faults:
        return row.line, None, faults
    account = Account(row.cells["account"], row.cells["parcel_id"], served, amount, paid, row.cells["county"] or None)
    return row.line, account, faults


def _amount(text: str) -> Fraction:
    if not _AMOUNT.fullmatch(text):
        msg = "needed is an amount of dollars such as 123.45, without a sign or commas"
        raise ValueError(msg)
    return Fraction(Decimal(text))


def _stated_faults(rows: Sequence[tuple[int, Account]], as_of: dt.date) -> Iterator[Fault]:
    counties = {each.county for _, each in rows if each.county is not None}
    nowhere = {county for county in counties if fips_of_county(county) is None}
    for row, each in rows:
        amount = each.arrears
        if amount.numerator < 0:
            yield Fault(row, "arrears", "Arrears cannot be negative; a credit of the customer is no debt.")
        elif _CENTS % amount.denominator:
            yield Fault(row, "arrears", "Arrears have no parts of a cent; write at most two decimals.")
        elif amount.numerator > _MOST_DOLLARS * amount.denominator:
            yield Fault(row, "arrears", "More than a thousand million dollars is owing on no account.")
        if each.county in nowhere:
            yield Fault(row, "county", "Wisconsin has no such county.")
        if each.service_date > as_of:
            yield Fault(row, "service_date", f"{each.service_date} is later than {as_of}, the day asked about.")


def _twice(accounts: Iterable[tuple[int, str, str]]) -> Iterator[Fault]:
    """Tell what stands twice; one account may have several bills, each of service up to another day."""
    first: dict[tuple[str, str], int] = {}
    for row, account, served in accounts:
        before = first.setdefault((account, served), row)
        if account and before != row:
            why = f"The account stands in line {before} already, for service to the same day; it would count twice."
            yield Fault(row, "account", why)


def _named(row: Row) -> NamedParcel:
    return NamedParcel(row.line, row.cells["parcel_id"], row.cells["county"] or None)


def _is_number(text: str) -> bool:
    """Return whether a text can be a number of an account or a parcel, and no person's name."""
    return bool(text.strip()) and parcel_words(text) == text
