"""How are a utility's arrears told to people: the days, the certified list, and what is not on it?"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gis.calendar.weekdays import weekday
from gis.law.loader import load_law
from gis.model.arrears import Arrears, CertifiedList, CertifiedLot, ListReading, Standing
from gis.rules.utility.arrears_cycle import PENALTY
from gis.rules.words import day_words, dollars, quantity

_WIDTH = 100
_MOST_TOLD = 300
"""So many lots, and so many accounts that may still be paid, are told one by one; the rest is in the file of --out."""
_STANDINGS: Mapping[Standing, str] = MappingProxyType(
    {
        "certified": "on the certified list",
        "open": "owing, and still to be paid in time",
        "paid": "paid in time",
        "later_cycle": "of service that belongs to a later cycle",
        "nothing_owed": "with nothing in arrears",
    }
)
_OWING: frozenset[Standing] = frozenset({"certified", "open"})
_READINGS: Mapping[ListReading, str] = MappingProxyType(
    {
        "rolled": "with the last day moved off a Sunday or holiday",
        "calendar_day": "by the calendar day",
    }
)


def arrears_lines(found: Arrears, reading: ListReading, written: str = "") -> Iterator[str]:
    """Yield what is told of arrears; `reading` is that of the list whose lots are told, `written` names a file."""
    count = len(found.accounts)
    yield (
        f"Arrears of {found.year} as of {_dated(found.as_of)}: {count:,} account{'' if count == 1 else 's'} "
        f"({found.rule}, {found.citation})"
    )
    yield f"Notice {_dated(found.notice_on)}; certified list {_dated(found.certify_on)}"
    for each in found.lists:
        yield (
            f"  {_READINGS[each.reading]}: without penalty by {_dated(each.without_penalty_by)}, with it by "
            f"{_dated(each.pay_by)} (--reading {each.reading})"
        )
    percent = quantity(load_law().parameters(found.notice_on).number(PENALTY), 2)
    yield f"The penalty is {percent} percent of the arrears of each account, rounded to the cent, half a cent up"
    chosen, *others = sorted(found.lists, key=lambda of_list: of_list.reading != reading)
    yield _heading(chosen)
    for lot in chosen.lots[:_MOST_TOLD]:
        yield from _lot(lot)
    yield from _untold(len(chosen.lots), "lot or parcel", "--out FILE.csv")
    for other in others:
        yield _heading(other)
        yield from _apart(chosen, other)
    yield f"Accounts by standing, {_READINGS[found.lists[0].reading]}:"
    for counted in found.counts:
        if counted.count:
            owing = "owing" if counted.standing in _OWING else "not owing"
            yield f"  {counted.count:,} {_STANDINGS[counted.standing]} ({owing}): {dollars(counted.total)}"
    is_open = [each for each in found.accounts if each.standing == "open"]
    for account in is_open[:_MOST_TOLD]:
        yield f"  account {account.account}, parcel {account.parcel_id}: {account.because}"
    yield from _untold(len(is_open), "account", "--out FILE.json")
    if written:
        yield written
    for note in found.notes:
        yield from textwrap.wrap(f"Note: {note}", _WIDTH, subsequent_indent="  ", break_on_hyphens=False)


def _heading(of_list: CertifiedList) -> str:
    count = len(of_list.lots)
    lots = "1 lot or parcel" if count == 1 else f"{count:,} lots or parcels"
    return (
        f"Certified list, {_READINGS[of_list.reading]}: {lots}; arrears {dollars(of_list.arrears)}, penalty "
        f"{dollars(of_list.penalty)}, together {dollars(of_list.total)}"
    )


def _lot(lot: CertifiedLot, where: str = "") -> Iterator[str]:
    accounts = f"account{'' if len(lot.accounts) == 1 else 's'} {', '.join(lot.accounts)}"
    yield f"  {where}{dollars(lot.arrears)} and {dollars(lot.penalty)} is {dollars(lot.total)} ({accounts})"
    yield f"    {lot.description}"


def _apart(told: CertifiedList, other: CertifiedList) -> Iterator[str]:
    """Yield the lots of which another list says something else than the one that is told whole."""
    here, there = ({(lot.parcel_id, lot.county): lot for lot in each.lots} for each in (told, other))
    apart = [
        *(
            ("only here: " if key not in here else "otherwise here: ", lot)
            for key, lot in there.items()
            if here.get(key) != lot
        ),
        *(("not here: ", lot) for key, lot in here.items() if key not in there),
    ]
    if not apart and told.lots:
        yield "  the same lots and amounts"
    for where, lot in apart[:_MOST_TOLD]:
        yield from _lot(lot, where)
    yield from _untold(len(apart), "lot or parcel", f"--reading {other.reading} --out FILE.csv")


def _untold(count: int, what: str, file: str) -> Iterator[str]:
    if count > _MOST_TOLD:
        more = count - _MOST_TOLD
        many = what if more == 1 else "lots or parcels" if what == "lot or parcel" else f"{what}s"
        yield f"  and {more:,} more {many}: {file} writes them all"


def _dated(day: dt.date) -> str:
    return f"{weekday(day)}, {day_words(day)}"
