"""What does a bill hold: residential equivalency, sewer use, surcharge, user fee, and what is added when it is late?"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.model.charges import Charge, ChargeMissing, HowOften, Quarter
from gis.model.finding import State
from gis.model.ordinance import Period
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.where_stated import RECS, missing_facts
from gis.rules.rounding import cents_half_up
from gis.rules.words import day_words, dollars, listed, quantity

EQUIVALENCY, SEWER_USE, WATER, SURCHARGE = "MUK-05", "MUK-06", "MUK-17", "MUK-239"
LATE_VILLAGE, LATE_DISTRICT = "MUK-09", "CKSD-07"
_STANDBY = "MUK-03"
_HOME = "single_family"
_EQUIVALENCY_NAME = "residential equivalency charge"
_QUARTERS: tuple[Quarter, ...] = ("march", "june", "september", "december")
_PERIODS: dict[Period, HowOften] = {"monthly": "month", "quarterly": "quarter", "annual": "year"}
_WATER_KIND = "water_{}_gal"
"""Kind of the register for the water of a quarter, gallons."""
_PER_KGAL = 1000
_VILLAGE_DAYS = "mukwonago_bill_days"
_BILL_DAYS = "cksd_bill_days"
"""Days after a bill of the district until it is past due."""


def quarter_of(day: dt.date) -> Quarter:
    """Return the calendar quarter that holds a day, by the month in which it ends.

    >>> quarter_of(dt.date(2026, 8, 15)), quarter_of(dt.date(2026, 1, 1))
    ('september', 'march')
    """
    return _QUARTERS[(day.month - 1) // 3]


def quarter_ended_by(day: dt.date) -> Quarter:
    """Return the last quarter that had ended on a day, which a statement of that day bills.

    >>> [quarter_ended_by(dt.date(2026, *day)) for day in ((7, 1), (6, 30), (6, 29), (1, 2))]
    ['june', 'june', 'march', 'december']
    """
    next_day = day + dt.timedelta(days=1)
    return _QUARTERS[(next_day.month - 1) // 3 - 1]


def sewer_bill(bench: Bench) -> Iterator[Charge]:
    """Yield what a user of a village's sewer is billed, late charges apart."""
    if bench.has(EQUIVALENCY) or bench.ordinance.charges.rec_charge is not None:
        yield _equivalency(bench)
    if bench.has(SEWER_USE):
        yield _sewer_use(bench)
    if bench.has(SURCHARGE) and _may_be_strong(bench):
        due = Due("surcharge for strength", "quarter", "with the bill of the quarter")
        stated = {"volume_kgal": bench.stated.volume_kgal}
        yield bench.judged(SURCHARGE, due, stated=stated)
    if bench.has(WATER) and bench.told.get(WATER):
        yield bench.judged(WATER, Due("volume charge for water", "once", "as the water utility bills it"))


def _may_be_strong(bench: Bench) -> bool:
    """Say whether a surcharge is asked about: of users other than dwellings, or where a strength is entered."""
    return bool(bench.told.get(SURCHARGE)) or bench.user == "nonresidential"


def _equivalency(bench: Bench) -> Charge:
    terms = bench.ordinance.charges
    debt, total = bench.value("debt_service_dollars_a_year"), bench.value("total_recs")
    recs = bench.stated.recs or bench.known(_STANDBY, "recs")
    is_by_debt = any(each.name == "debt_service_dollars_a_year" for each in terms.figures)
    if terms.rec_charge is not None and terms.rec_charge_period is not None and not is_by_debt:
        return _by_charge_on_file(bench, terms.rec_charge, _PERIODS[terms.rec_charge_period], recs)
    facts = {
        "debt_service": debt,
        "total_recs": total,
        "single_family": bench.user == _HOME and recs in (None, 1),
        "single_family_average_gal": bench.value("single_family_average_gal"),
        "quarters_gal": {each: bench.register.number(_WATER_KIND.format(each)) for each in _QUARTERS},
    }
    due = Due(_EQUIVALENCY_NAME, "year", "in parts, with the sewer bills of the year")
    finding, used = bench.find(EQUIVALENCY, facts)
    says = [bench.figure_said("debt_service_dollars_a_year"), bench.figure_said("total_recs")]
    if bench.known(SEWER_USE, "user") is None and bench.kind is not None:
        says.append(bench.kind_says)
    missing = missing_facts(EQUIVALENCY, used)
    yearly = finding.measures.get("yearly_charge")
    amount = Fraction(yearly) if isinstance(yearly, str) and finding.state is State.PASS else None
    if recs is not None and debt is not None and total:
        amount = cents_half_up(recs * debt / total)
        says.append(f"{quantity(recs, 4)} units are assigned: {dollars(amount)} a year.")
    if amount is None and not missing:
        missing = (replace(RECS, where=f"{RECS.where}; register: water_march_gal, water_june_gal, water_december_gal"),)
    charge = bench.charge(finding, due, amount, says=tuple(says), missing=() if amount is not None else missing)
    return charge if amount is None else replace(charge, state=State.PASS)


def _by_charge_on_file(bench: Bench, each: Fraction, how_often: HowOften, recs: Fraction | None) -> Charge:
    """Return units times the charge of one unit that the ordinance file states."""
    if recs is None and bench.user == _HOME:
        recs = Fraction(1)
    says = f"The ordinance file states {dollars(each)} a unit and {how_often}."
    amount = None if recs is None else cents_half_up(recs * each)
    worked = () if amount is None else (f"{quantity(recs or Fraction(0), 4)} units: {dollars(amount)} a {how_often}.",)
    return Charge(
        name=_EQUIVALENCY_NAME,
        by=bench.by,
        amount=amount,
        how_often=how_often,
        due="with the sewer bill",
        state=State.NEEDS_EVIDENCE if amount is None else State.PASS,
        citation=bench.ordinance.citation,
        says=(says, *worked),
        missing=(RECS,) if amount is None else (),
    )


def _sewer_use(bench: Bench) -> Charge:
    stated = bench.stated
    quarter = stated.quarter or (quarter_of(bench.date) if stated.issued is None else quarter_ended_by(stated.issued))
    facts: dict[str, Any] = {
        "rate_per_kgal": bench.value("sewer_use_dollars_per_kgal"),
        "net_om_budget": bench.value("sewer_budget_dollars"),
        "consumption_kgal": bench.value("sewer_consumption_kgal"),
        "volume_kgal": _kgal(bench, quarter),
        "june_volume_kgal": _kgal(bench, "june"),
        "user": bench.user,
    }
    given = {"quarter": quarter, "volume_kgal": stated.volume_kgal, "june_volume_kgal": stated.june_volume_kgal}
    due = Due(f"sewer use charge, quarter ending {quarter.title()}", "quarter", _when_due(bench))
    charge = bench.judged(SEWER_USE, due, facts, given, says=(bench.figure_said("sewer_use_dollars_per_kgal"),))
    has_rate = facts["rate_per_kgal"] is not None or None not in (facts["net_om_budget"], facts["consumption_kgal"])
    if charge.amount is not None or has_rate:
        return _asking_for_june(charge, quarter)
    rate = ChargeMissing(
        f"the rate for 1,000 gallons of {day_words(bench.date)}",
        "ordinance file: sewer_use_dollars_per_kgal, or sewer_budget_dollars and sewer_consumption_kgal",
    )
    return replace(charge, missing=(rate, *charge.missing))


def _when_due(bench: Bench) -> str:
    """Say by when a statement of the village is to be paid."""
    return f"within {bench.parameters.whole(_VILLAGE_DAYS)} days of the statement"


def _asking_for_june(charge: Charge, quarter: Quarter) -> Charge:
    if charge.amount is not None or charge.missing or quarter != "september":
        return charge
    june = ChargeMissing(
        "the water used in the quarter that ended on June 30", "option --june-volume-kgal; register: water_june_gal"
    )
    return replace(charge, missing=(june,))


def _kgal(bench: Bench, quarter: Quarter) -> Fraction | None:
    """Return the water of the newest quarter of that name that has begun; an older entry is of another year."""
    kind = _WATER_KIND.format(quarter)
    gallons = bench.register.number(kind)
    begun = dt.date(bench.date.year, 3 * _QUARTERS.index(quarter) + 1, 1)
    if begun > bench.date:
        begun = begun.replace(year=begun.year - 1)
    is_newer = any(each.date >= begun for each in bench.register.entries.get(kind, ()))
    return gallons / _PER_KGAL if gallons is not None and is_newer else None


def late_charges(bench: Bench, charges: Sequence[Charge], kind: str) -> Iterator[Charge]:
    """Yield what is added to a bill of a quarter that was issued: by the village's rule, or the district's.

    Parameters
    ----------
    bench
        With the days of statement and payment.
    charges
        What stands on the bill.
    kind
        sewer, stormwater or user.
    """
    stated = bench.stated
    rule = LATE_DISTRICT if kind == "user" else LATE_VILLAGE
    known = [each for each in charges if each.amount and each.how_often in {"quarter", "month"}]
    if stated.issued is None or not bench.has(rule):
        return
    due = Due(f"late charge on the {kind} bill", "once", "at once")
    facts: dict[str, Any] = {"bill_kind": kind}
    if kind == "user":
        facts |= _district_days(stated.issued, stated.paid or bench.date, bench.parameters.whole(_BILL_DAYS))
    else:
        facts |= {"issued": stated.issued, "paid": stated.paid, "as_of": bench.date}
    if not known:
        if any(each.amount is None for each in charges):
            yield bench.judged(rule, due, stated=facts)
        return
    bill = sum((each.amount or Fraction(0) for each in known), start=Fraction(0))
    facts["amount"] = bill
    finding, _ = bench.find(rule, stated=facts)
    amount = None
    if isinstance(finding.answer, str):
        # The district's rule answers with the bill and what is added to it.
        amount = Fraction(finding.answer) - (bill if kind == "user" else 0)
    not_yet = stated.paid is None and finding.state in {State.PASS, State.NEEDS_EVIDENCE}
    if not_yet:
        amount = Fraction(0)
    is_part = any(each.amount is None for each in charges)
    names = ", ".join(each.name for each in known)
    base = f"The bill: {names}, {dollars(bill)}{' of what is known' if is_part else ''}."
    yearly = [each.name for each in charges if each.how_often == "year" and each.amount != 0]
    if yearly:
        base += (
            f" Left out is the part of the yearly {listed(yearly)} that was billed with it: the text states no part."
        )
    charge = bench.judged(rule, due, stated=facts)
    readings = charge.readings
    if kind == "user":
        readings = tuple(
            replace(each, amount=each.amount - bill) for each in charge.readings if each.amount is not None
        )
    yield replace(charge, amount=amount, says=(base, *charge.says), readings=readings)


def _district_days(issued: dt.date, paid: dt.date, in_time_days: int) -> dict[str, int]:
    """Return days from bill to payment, and whole months past the days in which it is not late."""
    days = (paid - issued).days
    past_due = issued + dt.timedelta(days=in_time_days)
    if paid <= past_due:
        return {"days_after_bill": days, "months_late": 0}
    months = (paid.year - past_due.year) * 12 + paid.month - past_due.month
    last = calendar.monthrange(paid.year, paid.month)[1]
    if paid.day < min(past_due.day, last):
        months -= 1
    return {"days_after_bill": days, "months_late": months}
