"""What is owed on a bill that is paid late: CKSD-07, ordinance ch. II(2)(b), (4)(d) and (9)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.district_charges import LateBillFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.apportionment import apportioned
from gis.rules.impossible import refuse_negative, refuse_parts_of_cent
from gis.rules.rounding import cents_half_up
from gis.rules.words import all_listed, are_not_known, count_of, dollars, not_known, sentence, used

ID = "CKSD-07"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. II(2)(b), (4)(d), (9)"
QUESTION = "What is owed?"

_DAYS, _PENALTY, _FINANCE = "cksd_bill_days", "cksd_late_user_bill_percent", "cksd_finance_percent_a_month"
_PERCENT = 100
_SHORTEST_MONTH_DAYS = 28
_MOST_MONTHS = 1200
"""A hundred years; compounded over more, the total is no amount that anybody pays."""
_NOTHING = Fraction(0)


def judge(facts: LateBillFacts, parameters: Parameters) -> Finding:
    """Say what is owed on a bill, with penalty and finance charge where it is past due.

    Parameters
    ----------
    facts
        Kind and amount of the bill (dollars), days from its date to the payment, whole months past due.
    parameters
        The ordinance on the date of the bill.

    Returns
    -------
    Finding
        `pass` with the bill itself where it is not late; `fail` with the total where it is; `needs_evidence` without
        answer where a fact is missing that could change what is owed.

    Raises
    ------
    FactsInvalid
        The amount or a time is negative, the amount has parts of a cent, or the months are more than a hundred years,
        or more than the days from the bill to its payment hold.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. II(2)(b), (4)(d), (9). The total is rounded half up to the cent, once, and what is
    added is divided between penalty and finance charge so that they sum to it (FACTS.md 1.2). Where only the days are
    stated, and fewer are past due than the shortest month has, no whole month is.
    """
    days = parameters.whole(_DAYS)
    _refuse_impossible(facts, days)
    rates = _Rates(parameters.number(_PENALTY) / _PERCENT, parameters.number(_FINANCE) / _PERCENT)
    late, months = _is_late(facts, days), _months(facts, days)
    owed = _owed(facts, rates, months, late=late)
    state = State.NEEDS_EVIDENCE if owed is None else State.FAIL if late else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if owed is None else money(owed.simple),
        answer_unit="usd",
        measures={
            "penalty": None if owed is None else money(owed.penalty),
            "finance_charge": None if owed is None else money(owed.finance_charge),
        },
        readings={} if owed is None else owed.readings(state),
        because=sentence(_said(facts, owed, days, months, late=late)),
        parameters=tuple(used(parameters.get(name)) for name in (_DAYS, _PENALTY, _FINANCE)),
    )


@dataclass(frozen=True, slots=True)
class _Rates:
    """What a late user bill adds once, and every late bill for a month, as portions of the bill."""

    penalty: Fraction
    finance: Fraction


@dataclass(frozen=True, slots=True)
class _Owed:
    """What is owed, in whole cents, by each reading."""

    simple: Fraction
    penalty: Fraction
    finance_charge: Fraction
    compound: Fraction
    first_month_started: Fraction

    def readings(self, state: State) -> dict[str, Reading]:
        return {
            "simple": Reading(state, money(self.simple), "Each whole month adds the finance charge of the bill alone."),
            "compound": Reading(
                state,
                money(self.compound),
                "The penalty is added first, and each whole month adds the finance charge of all that is owed by then.",
            ),
            "first_month_started": Reading(
                state, money(self.first_month_started), "A month past due that has begun counts as a whole one."
            ),
        }


def _owed(facts: LateBillFacts, rates: _Rates, months: int | None, *, late: bool | None) -> _Owed | None:
    bill = facts.amount
    if bill is None or late is None:
        return None
    if not late:
        paid = cents_half_up(bill)
        return _Owed(paid, _NOTHING, _NOTHING, paid, paid)
    if facts.bill_kind is None or months is None:
        return None
    penalty = rates.penalty if facts.bill_kind == "user" else _NOTHING
    total = cents_half_up(bill * (1 + penalty + months * rates.finance))
    added = _divided(total - cents_half_up(bill), penalty, months * rates.finance)
    return _Owed(
        simple=total,
        penalty=added[0],
        finance_charge=added[1],
        compound=cents_half_up(bill * (1 + penalty) * (1 + rates.finance) ** months),
        first_month_started=cents_half_up(bill * (1 + penalty + (months + 1) * rates.finance)),
    )


def _divided(added: Fraction, penalty: Fraction, finance: Fraction) -> tuple[Fraction, Fraction]:
    """Divide what a late bill adds between the penalty and the finance charge, in whole cents."""
    if not added:
        return _NOTHING, _NOTHING
    parts = apportioned(added, {"penalty": penalty, "finance": finance})
    return parts["penalty"], parts["finance"]


def _is_late(facts: LateBillFacts, days: int) -> bool | None:
    """Whether the bill is past due: by the days where they are stated, else because months past due are."""
    if facts.days_after_bill is not None:
        return facts.days_after_bill > days
    return None if facts.months_late is None else True


def _months(facts: LateBillFacts, days: int) -> int | None:
    if facts.months_late is not None:
        return facts.months_late
    if facts.days_after_bill is not None and facts.days_after_bill - days < _SHORTEST_MONTH_DAYS:
        return 0
    return None


def _said(facts: LateBillFacts, owed: _Owed | None, days: int, months: int | None, *, late: bool | None) -> list[str]:
    if owed is None or facts.amount is None:
        unknown = not_known(
            ("the amount of the bill", facts.amount),
            ("when it was paid", late),
            ("which kind of bill it is", True if late is False else facts.bill_kind),
            ("how many whole months it is past due", True if late is None else months),
        )
        return [are_not_known(unknown)]
    bill = dollars(facts.amount)
    if not late and facts.days_after_bill is not None:
        after = count_of(facts.days_after_bill, "day")
        return [f"the bill was paid {after} after its date, within {days}, so {dollars(owed.simple)} is owed"]
    adds = [f"a penalty of {dollars(owed.penalty)}"] if facts.bill_kind == "user" else []
    if months:
        adds.append(f"a finance charge of {dollars(owed.finance_charge)} for {count_of(months, 'whole month')}")
    past_due = (
        f"the bill of {bill} is past due, {'which adds ' + all_listed(adds) if adds else 'which adds nothing yet'}"
    )
    unbegun = [] if months else ["no whole month has passed, so no finance charge runs"]
    return [past_due, *unbegun, f"{dollars(owed.simple)} is owed"]


def _refuse_impossible(facts: LateBillFacts, days: int) -> None:
    refuse_parts_of_cent("amount", facts.amount)
    refuse_negative((name, getattr(facts, name)) for name in ("days_after_bill", "months_late"))
    if facts.months_late is None:
        return
    if facts.months_late > _MOST_MONTHS:
        raise FactsInvalid(
            what=f"The bill is said to be {facts.months_late:,} months late.",
            where="facts.months_late",
            why=f"More than {_MOST_MONTHS:,} months are over a hundred years.",
            next="Count whole months from the day on which the bill was due.",
        )
    if not facts.months_late or facts.days_after_bill is None:
        return
    if facts.days_after_bill <= days or facts.days_after_bill < facts.months_late * _SHORTEST_MONTH_DAYS:
        after, late = count_of(facts.days_after_bill, "day"), count_of(facts.months_late, "month")
        raise FactsInvalid(
            what=f"A bill paid {after} after its date is said to be {late} late.",
            where="facts.months_late",
            why=f"A bill paid within {days} days of its date is not past due at all, and no month has fewer than "
            f"{_SHORTEST_MONTH_DAYS} days.",
            next="Correct one of the two, or leave one of them out.",
        )
