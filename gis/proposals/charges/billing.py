"""What does a bill hold: residential equivalency, sewer use, surcharge, user fee, and what is added when it is late?"""

from __future__ import annotations

import calendar
import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from gis.errors import ParameterNotInForce
from gis.law.ordinance_charges import REC_CHARGE
from gis.model.charges import Charge, ChargeMissing, ChargeReading, HowOften, Quarter
from gis.model.finding import State
from gis.model.ordinance import FigureName, Period
from gis.proposals.charges.bench import Bench, Due
from gis.proposals.charges.units import CONTRADICTED, registered, told_contradicts
from gis.proposals.charges.where_stated import RECS, missing_facts, missing_figure
from gis.rules.rounding import cents_half_up
from gis.rules.unconnected.periods import MONTHS_IN, PERIOD_WORDS
from gis.rules.words import day_words, dollars, listed, quantity

EQUIVALENCY, SEWER_USE, WATER, SURCHARGE = "MUK-05", "MUK-06", "MUK-17", "MUK-239"
LATE_VILLAGE, LATE_DISTRICT = "MUK-09", "CKSD-07"
_HOME = "single_family"
_EQUIVALENCY_NAME = "residential equivalency charge"
_QUARTERS: tuple[Quarter, ...] = ("march", "june", "september", "december")
_PERIODS: dict[Period, HowOften] = {"monthly": "month", "quarterly": "quarter", "annual": "year"}
_WATER_KIND = "water_{}_gal"
"""Kind of the register for the water of a quarter, gallons."""
_PER_KGAL = 1000
_DEBT: FigureName = "debt_service_dollars_a_year"
_NOT_YET = frozenset({State.PASS, State.NEEDS_EVIDENCE})
"""States of a late charge while the bill, unpaid, may still be paid in time."""
_WITH_A_FOURTH = "A fourth of the yearly charge is billed each quarter, and is late with the rest."
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
    if bench.has(EQUIVALENCY) or bench.ordinance.charges.has_rec_charge:
        yield _equivalency(bench)
    if bench.has(SEWER_USE):
        yield _sewer_use(bench)
    if bench.has(SURCHARGE) and _may_be_strong(bench):
        due = Due("surcharge for strength", "quarter", "with the bill of the quarter")
        stated = {"volume_kgal": bench.stated.volume_kgal}
        yield bench.judged(SURCHARGE, due, {"volume_kgal": _kgal(bench, _quarter(bench))}, stated)
    if bench.has(WATER) and bench.told.get(WATER):
        yield bench.judged(WATER, Due("volume charge for water", "once", "as the water utility bills it"))


def _may_be_strong(bench: Bench) -> bool:
    """Say whether a surcharge is asked about: of users other than dwellings, or where a strength is entered."""
    return bool(bench.told.get(SURCHARGE)) or bench.user == "nonresidential"


def _equivalency(bench: Bench) -> Charge:
    terms = bench.ordinance.charges
    debt, total = bench.value("debt_service_dollars_a_year"), bench.value("total_recs")
    recs = bench.stated.recs if bench.stated.recs is not None else registered(bench)
    is_open = bench.stated.recs is None and told_contradicts(bench)
    if terms.rec_charge_period is not None and terms.has_rec_charge and not terms.has_figure(_DEBT):
        return _by_charge_on_file(bench, _PERIODS[terms.rec_charge_period], recs, is_open=is_open)
    facts = {
        "debt_service": debt,
        "total_recs": total,
        "single_family": bench.user == _HOME and recs in (None, 1) and not is_open,
        "single_family_average_gal": bench.value("single_family_average_gal"),
        "quarters_gal": {each: bench.register.number(_WATER_KIND.format(each)) for each in _QUARTERS},
    }
    due = Due(_EQUIVALENCY_NAME, "year", "in parts, with the sewer bills of the year")
    finding, used = bench.find(EQUIVALENCY, facts)
    says = [bench.figure_said("debt_service_dollars_a_year"), bench.figure_said("total_recs")]
    if bench.known(SEWER_USE, "user") is None and bench.kind is not None:
        says.append(bench.kind_says)
    if is_open:
        says.append(CONTRADICTED)
    missing = missing_facts(EQUIVALENCY, used)
    yearly = finding.measures.get("yearly_charge")
    amount = Fraction(yearly) if isinstance(yearly, str) and finding.state is State.PASS and not is_open else None
    if recs is not None and debt is not None and total:
        amount = cents_half_up(recs * debt / total)
        says.append(f"{quantity(recs, 4)} units are assigned: {dollars(amount)} a year.")
    if amount is None and not missing:
        missing = (replace(RECS, where=f"{RECS.where}; register: water_march_gal, water_june_gal, water_december_gal"),)
    charge = bench.charge(finding, due, amount, says=tuple(says), missing=() if amount is not None else missing)
    return charge if amount is None else replace(charge, state=State.PASS)


def _by_charge_on_file(bench: Bench, how_often: HowOften, recs: Fraction | None, *, is_open: bool) -> Charge:
    """Return units times the charge of one unit that the ordinance file states for the day; none of another day."""
    each = bench.ordinance.charges.rec_charge_on(bench.figure_day)
    if recs is None and bench.user == _HOME and not is_open:
        recs = Fraction(1)
    says = [bench.figure_said(REC_CHARGE)]
    if bench.ordinance.charges.rec_charge is not None and each is not None:
        says = [f"The ordinance file states {dollars(each)} a unit and {how_often}."]
    amount = None if recs is None or each is None else cents_half_up(recs * each)
    if recs is not None and amount is not None:
        says.append(f"{quantity(recs, 4)} units: {dollars(amount)} a {how_often}.")
    if is_open:
        says.append(CONTRADICTED)
    missing = [
        *([RECS] if recs is None else []),
        *([missing_figure(REC_CHARGE, bench.figure_day)] if each is None else []),
    ]
    return Charge(
        name=_EQUIVALENCY_NAME,
        by=bench.by,
        amount=amount,
        how_often=how_often,
        due="with the sewer bill",
        state=State.NEEDS_EVIDENCE if amount is None else State.PASS,
        citation=bench.ordinance.citation,
        says=tuple(says),
        missing=tuple(missing),
    )


def _quarter(bench: Bench) -> Quarter:
    """Return the quarter billed: as stated, the last that had ended on the statement, or that of the day asked."""
    stated = bench.stated
    return stated.quarter or (quarter_of(bench.date) if stated.issued is None else quarter_ended_by(stated.issued))


def _sewer_use(bench: Bench) -> Charge:
    stated = bench.stated
    quarter = _quarter(bench)
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
        f"the rate for 1,000 gallons of {day_words(bench.figure_day)}",
        "ordinance file: sewer_use_dollars_per_kgal, or sewer_budget_dollars and sewer_consumption_kgal",
    )
    return replace(charge, missing=(rate, *charge.missing))


def _when_due(bench: Bench) -> str:
    """Say by when a statement of the village is to be paid, by the text of its day."""
    try:
        days = bench.parameters.law.parameters(bench.figure_day).whole(_VILLAGE_DAYS)
    except ParameterNotInForce:
        return "within the days from the statement that the text of its day has, which is not on file"
    return f"within {days} days of the statement"


def _asking_for_june(charge: Charge, quarter: Quarter) -> Charge:
    if charge.amount is not None or charge.missing or quarter != "september":
        return charge
    june = ChargeMissing(
        "the water used in the quarter that ended on June 30", "option --june-volume-kgal; register: water_june_gal"
    )
    return replace(charge, missing=(june,))


def _kgal(bench: Bench, quarter: Quarter) -> Fraction | None:
    """Return the water of the newest quarter of that name that had begun by the bill; another year's does not count."""
    day = bench.figure_day
    begun = dt.date(day.year, 3 * _QUARTERS.index(quarter) + 1, 1)
    if begun > day:
        begun = begun.replace(year=begun.year - 1)
    gallons = bench.register.number_between(_WATER_KIND.format(quarter), begun, begun.replace(year=begun.year + 1))
    return None if gallons is None else gallons / _PER_KGAL


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
    if stated.issued is None or not bench.has(rule):
        return
    # Numbers of the text are those of the day of the statement, as the figures of the bill are.
    of_bill = replace(bench, parameters=bench.parameters.law.parameters(stated.issued))
    due = Due(f"late charge on the {kind} bill", "once", "at once")
    try:
        facts = _late_facts(of_bill, kind, stated.issued, bench.date)
    except ParameterNotInForce as error:
        yield of_bill.not_in_force(due, error)
        return
    parts = [part for part in (_part_of_bill(bench, each) for each in charges) if part is not None and part[1]]
    if not parts:
        if any(each.amount is None and each.state is not State.NOT_APPLICABLE for each in charges):
            yield of_bill.judged(rule, due, stated=facts)
        return
    bill = sum((amount for _, amount in parts), start=Fraction(0))
    charge = _of_the_bill(of_bill, of_bill.judged(rule, due, stated={**facts, "amount": bill}), bill, kind)
    is_part = any(each.amount is None and each.state is not State.NOT_APPLICABLE for each in charges)
    names = ", ".join(name for name, _ in parts)
    base = [f"The bill: {names}, {dollars(bill)}{' of what is known' if is_part else ''}."]
    unstated = [
        each for each in charges if each.how_often == "year" and each.amount and _part_of_bill(bench, each) is None
    ]
    readings = charge.readings
    if unstated and charge.amount:
        base.append(
            f"Left out is the part of the yearly {listed([each.name for each in unstated])} that was billed with it: "
            "the text states no part."
        )
        fourth = bill + sum((cents_half_up((each.amount or Fraction(0)) / 4) for each in unstated), start=Fraction(0))
        more = of_bill.judged(rule, due, stated={**facts, "amount": fourth})
        with_it = _of_the_bill(of_bill, more, fourth, kind).amount
        readings = (*readings, ChargeReading("with_a_fourth_of_the_year", _WITH_A_FOURTH, with_it))
    yield replace(charge, says=(*base, *charge.says), readings=readings)


def _late_facts(bench: Bench, kind: str, issued: dt.date, as_of: dt.date) -> dict[str, Any]:
    if kind == "user":
        days = _district_days(issued, bench.stated.paid or as_of, bench.parameters.whole(_BILL_DAYS))
        return {"bill_kind": kind, **days}
    return {"bill_kind": kind, "issued": issued, "paid": bench.stated.paid, "as_of": as_of}


def _part_of_bill(bench: Bench, charge: Charge) -> tuple[str, Fraction] | None:
    """Return what of a charge stands on the bill: all of it, or of a yearly one the part of the period on file."""
    if not charge.amount:
        return None
    if charge.how_often in {"quarter", "month"}:
        return charge.name, charge.amount
    period = bench.ordinance.charges.rec_charge_period
    if charge.name != _EQUIVALENCY_NAME or charge.how_often != "year" or period is None:
        return None
    part = cents_half_up(charge.amount * MONTHS_IN[period] / MONTHS_IN["annual"])
    return f"{charge.name}, {PERIOD_WORDS[period]} of it", part


def _of_the_bill(bench: Bench, charge: Charge, bill: Fraction, kind: str) -> Charge:
    """Return a late charge without the bill itself, which the district's rule counts in; nothing while not yet late."""
    amount, readings = charge.amount, charge.readings
    if kind == "user":
        amount = None if amount is None else amount - bill
        readings = tuple(replace(each, amount=each.amount - bill) for each in readings if each.amount is not None)
    if bench.stated.paid is None and charge.finding is not None and charge.finding.state in _NOT_YET:
        amount = Fraction(0)
    return replace(charge, amount=amount, readings=readings)


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
