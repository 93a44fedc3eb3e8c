"""Which accounts of a utility are certified to the tax roll, with which penalty, on which land?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import get_args

from gis import __version__
from gis.calendar.years import FIRST_YEAR, LAST_YEAR
from gis.errors import OptionInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters, parameters_hash
from gis.model.arrears import (
    Account,
    AccountArrears,
    AccountReading,
    Arrears,
    CertifiedList,
    CertifiedLot,
    ListReading,
    Standing,
    StandingCount,
)
from gis.model.facts.utility import ArrearsFacts
from gis.model.finding import State
from gis.proposals.arrears.land import HoldsLayers, Land, find_lands
from gis.proposals.arrears.reading import Accounts
from gis.rules.registry import RULES
from gis.rules.rounding import CENTS
from gis.rules.utility.arrears import ArrearsOutcome, is_of_earlier_cycle, judged_in
from gis.rules.utility.arrears_cycle import ArrearsCycle, arrears_cycle, penalty_of
from gis.rules.words import day_words, listed

RULE = "UT-04"
_NOTHING = Fraction(0)
_READINGS: tuple[ListReading, ...] = get_args(ListReading)
_STANDINGS: tuple[Standing, ...] = get_args(Standing)
_OF_STATE: Mapping[State, Standing] = {
    State.PASS: "paid",
    State.FAIL: "certified",
    State.NEEDS_EVIDENCE: "open",
    State.NOT_APPLICABLE: "later_cycle",
}
_OCTOBER, _NOTICE_DAY = 10, 15
_NOT_OF_DEEDS = (
    "Wis. Stat. 66.0809(3)(b) asks for the legal description of each lot or parcel. The layers have none: the land is "
    "told by number, place, section and acres, and the description of the tax roll is to be added."
)
_OTHER_RULES = (
    "Land that may get a standby charge, and whether rates are uniform, are other questions (UT-03): `townline "
    "connections` answers them."
)
_REPEATED = (
    "The Village of Mukwonago's paragraphs on sewer and stormwater bills (ch. 86) say the same of their charges."
)
_EXCEPTIONS = "The exceptions of 66.0809(4) and (5), for rented dwellings, are not on file and are not judged."


@dataclass(frozen=True, slots=True)
class ArrearsAsked:
    """Whose debts are judged, by which cycle and on which day."""

    accounts: Accounts
    year: int
    as_of: dt.date
    on_file: HoldsLayers | None = None


def arrears(asked: ArrearsAsked) -> Arrears:
    """Judge every account of a utility, and make the certified list of each reading.

    Parameters
    ----------
    asked : ArrearsAsked
        The accounts, the year of the cycle, the day asked about, and the folder of layers, without which no parcel is
        looked up.

    Returns
    -------
    Arrears
        Amounts in whole cents; each list sums to its accounts. An account that was paid after the last day stands on
        the list all the same.

    Raises
    ------
    ArrearsInvalid
        There is no account, or some account cannot be read, stands twice for one service date, or names no one parcel;
        all such rows are told at once.
    OptionInvalid
        Nobody can mean the year.
    EditionMissing
        A folder is named, and no parcels of the day are on file.

    Notes
    -----
    Wis. Stat. 66.0809(3)(a)-(b), repeated by the Village of Mukwonago for sewer and stormwater charges.
    """
    lands = find_lands(asked.accounts.parcels, asked.on_file, asked.as_of)
    asked.accounts.refuse(lands.faults)
    law = load_law()
    parameters = law.parameters(_law_day(asked.year))
    cycle = arrears_cycle(asked.year, parameters)
    bench = _Bench(asked, cycle, parameters)
    judged = tuple(bench.judged(row, each, lands.by_row[row]) for row, each in asked.accounts.rows)
    lists = tuple(_list(reading, judged, lands.by_row, cycle) for reading in _READINGS)
    return Arrears(
        townline=__version__,
        year=asked.year,
        as_of=asked.as_of,
        rule=RULE,
        rule_version=RULES[RULE].version,
        citation=RULES[RULE].citation,
        notice_on=cycle.notice_on,
        certify_on=cycle.certify_on,
        lists=lists,
        counts=tuple(_counts(judged)),
        accounts=judged,
        parameters_hash=parameters_hash(law),
        editions=lands.editions,
        notes=(
            *_notes(asked, cycle),
            *_paid_since(judged),
            *_rounded_apart(lists, parameters),
            *lands.notes,
            *(_NOT_OF_DEEDS, _REPEATED, _OTHER_RULES, _EXCEPTIONS),
        ),
    )


def _law_day(year: int) -> dt.date:
    if not FIRST_YEAR <= year <= LAST_YEAR:
        raise OptionInvalid(
            what=f"{year} is no year of a cycle.",
            where="the year",
            why=f"Years are read from {FIRST_YEAR} to {LAST_YEAR}.",
            next="Write the year of the notice of October with four digits.",
        )
    return dt.date(year, _OCTOBER, _NOTICE_DAY)


@dataclass(frozen=True, slots=True)
class _Bench:
    """What all accounts of a cycle are judged by."""

    asked: ArrearsAsked
    cycle: ArrearsCycle
    parameters: Parameters

    def judged(self, row: int, account: Account, land: Land) -> AccountArrears:
        facts = _facts(account, self.asked)
        found = judged_in(facts, self.cycle, self.parameters)
        first = _reading(account, found.rolled)
        second = first if found.calendar_day is found.rolled else _reading(account, found.calendar_day)
        return AccountArrears(
            row=row,
            account=account.account,
            parcel_id=land.parcel_id,
            county=land.county,
            service_date=account.service_date,
            arrears=account.arrears,
            paid=facts.paid,
            state=found.rolled.state,
            standing=first.standing,
            penalty=first.penalty,
            total=first.total,
            readings={"rolled": first, "calendar_day": second},
            because=found.because,
            notes=(*found.notes, *_unknown_payment(account, self.asked)),
        )


def _facts(account: Account, asked: ArrearsAsked) -> ArrearsFacts:
    """Return the facts of an account on the day asked about, on which a later payment is not known yet."""
    return ArrearsFacts(
        year=asked.year,
        service_date=account.service_date,
        arrears=account.arrears,
        paid=None if _is_paid_later(account, asked) else account.paid,
        as_of=asked.as_of,
    )


def _is_paid_later(account: Account, asked: ArrearsAsked) -> bool:
    return account.paid is not None and account.paid > asked.as_of


def _unknown_payment(account: Account, asked: ArrearsAsked) -> tuple[str, ...]:
    if account.paid is None or not _is_paid_later(account, asked):
        return ()
    paid, as_of = day_words(account.paid), day_words(asked.as_of)
    return (f"A payment of {paid} is on file. On {as_of} it was not known yet, and it is left out.",)


def _reading(account: Account, found: ArrearsOutcome) -> AccountReading:
    standing = _OF_STATE[found.state] if account.arrears else "nothing_owed"
    # Year, service and day are stated of every account, so that an amount is known of each.
    return AccountReading(standing, found.penalty or _NOTHING, found.amount or _NOTHING)


def _list(
    reading: ListReading, judged: Sequence[AccountArrears], lands: Mapping[int, Land], cycle: ArrearsCycle
) -> CertifiedList:
    of_lot: dict[tuple[str, str], list[AccountArrears]] = defaultdict(list)
    for each in judged:
        if each.readings[reading].standing == "certified":
            of_lot[each.county or "", each.parcel_id].append(each)
    lots = tuple(_lot(reading, each, lands[each[0].row]) for _, each in sorted(of_lot.items()))
    last = cycle.last_days(reading)
    return CertifiedList(
        reading=reading,
        without_penalty_by=last.without_penalty,
        pay_by=last.pay,
        lots=lots,
        arrears=_sum(each.arrears for each in lots),
        penalty=_sum(each.penalty for each in lots),
        total=_sum(each.total for each in lots),
    )


def _lot(reading: ListReading, accounts: Sequence[AccountArrears], land: Land) -> CertifiedLot:
    return CertifiedLot(
        parcel_id=land.parcel_id,
        county=land.county,
        description=land.description,
        accounts=tuple(sorted({each.account for each in accounts})),
        arrears=_sum(each.arrears for each in accounts),
        penalty=_sum(each.readings[reading].penalty for each in accounts),
        total=_sum(each.readings[reading].total for each in accounts),
    )


def _sum(amounts: Iterator[Fraction]) -> Fraction:
    """Return a sum of whole cents; in whole numbers, because a utility has a hundred thousand accounts."""
    return Fraction(sum(each.numerator * (CENTS // each.denominator) for each in amounts), CENTS)


def _counts(judged: Sequence[AccountArrears]) -> Iterator[StandingCount]:
    for standing in _STANDINGS:
        mine = [each for each in judged if each.standing == standing]
        yield StandingCount(standing, len(mine), _sum(each.total for each in mine))


def _notes(asked: ArrearsAsked, cycle: ArrearsCycle) -> Iterator[str]:
    accounts = [each for _, each in asked.accounts.rows]
    later = [each.account for each in accounts if _is_paid_later(each, asked)]
    if later:
        yield (
            f"Paid after {day_words(asked.as_of)}, the day asked about, so that the payment is not known yet and is "
            f"left out: {listed(later)}."
        )
    earlier = [each.account for each in accounts if is_of_earlier_cycle(each.arrears, each.service_date, cycle)]
    if earlier:
        yield (
            f"Of service before {day_words(cycle.begins)}, which belongs to an earlier cycle: {listed(earlier)}. Check "
            "that it is not on an earlier tax roll, and that its notice was given."
        )
    early = [each.account for each in accounts if each.arrears and each.paid and each.paid < cycle.notice_on]
    if early:
        yield (
            f"Paid before the notice of {day_words(cycle.notice_on)}, when it can no longer have been in arrears: "
            f"{listed(early)}. It counts as paid, and stands on no list; check the day and the amount."
        )
    if asked.as_of < cycle.notice_on:
        yield (
            f"The notice is given on {day_words(cycle.notice_on)}; what is in arrears on that day decides, and may yet "
            "change."
        )
    if asked.as_of <= cycle.rolled.pay:
        yield (
            f"Where closed days move the last day, an account may be paid until {day_words(cycle.rolled.pay)}: the "
            "list is made after the close of business of that day; ask as of a later one."
        )


def _paid_since(judged: Sequence[AccountArrears]) -> Iterator[str]:
    """Say what of the list was paid since."""
    late = [each.account for each in judged if each.paid is not None and each.standing == "certified"]
    if late:
        yield f"On the certified list, and paid after the last day: {listed(late)}. Tell the clerk what is still owing."


def _rounded_apart(lists: Sequence[CertifiedList], parameters: Parameters) -> Iterator[str]:
    """Say on which lots the penalties of several bills, each rounded, are not that of their sum."""
    lots = [lot for of_list in lists for lot in of_list.lots]
    apart = [lot.parcel_id for lot in lots if lot.penalty != penalty_of(lot.arrears, parameters)]
    if apart:
        yield (
            "The penalty is reckoned and rounded bill by bill; reckoned once on all arrears of the lot or parcel it "
            f"would differ by cents on {listed([*dict.fromkeys(apart)])}."
        )
