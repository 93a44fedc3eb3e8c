"""How are a utility's arrears told to people: the days, the certified list, and what is not on it?"""

from __future__ import annotations

import datetime as dt
import textwrap
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from gis.calendar.weekdays import weekday
from gis.model.arrears import Arrears, CertifiedList, ListReading, Standing
from gis.rules.words import day_words, dollars

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
        "rolled": "a last day on a Sunday or holiday allows the next open day",
        "calendar_day": "no Sunday or holiday moves a last day",
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
            f"  {each.reading}: without penalty by {_dated(each.without_penalty_by)}, with it by {_dated(each.pay_by)} "
            f"({_READINGS[each.reading]})"
        )
    for each in sorted(found.lists, key=lambda of_list: of_list.reading != reading):
        yield from _list(each, is_whole=each.reading == reading)
    yield f"Accounts by standing ({found.lists[0].reading}):"
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


def _list(of_list: CertifiedList, *, is_whole: bool) -> Iterator[str]:
    count = len(of_list.lots)
    lots = "1 lot or parcel" if count == 1 else f"{count:,} lots or parcels"
    yield (
        f"Certified list, {of_list.reading}: {lots}; arrears {dollars(of_list.arrears)}, penalty "
        f"{dollars(of_list.penalty)}, together {dollars(of_list.total)}"
    )
    for each in of_list.lots[:_MOST_TOLD] if is_whole else ():
        accounts = f"account{'' if len(each.accounts) == 1 else 's'} {', '.join(each.accounts)}"
        yield f"  {dollars(each.arrears)} and {dollars(each.penalty)} is {dollars(each.total)} ({accounts})"
        yield f"    {each.description}"
    if is_whole:
        yield from _untold(count, "lot or parcel", "--out FILE.csv")


def _untold(count: int, what: str, file: str) -> Iterator[str]:
    if count > _MOST_TOLD:
        more = count - _MOST_TOLD
        many = what if more == 1 else "lots or parcels" if what == "lot or parcel" else f"{what}s"
        yield f"  and {more:,} more {many}: {file} writes them all"


def _dated(day: dt.date) -> str:
    return f"{weekday(day)}, {day_words(day)}"
