"""May the owner pay for a connection that the village made in instalments, and how much: MUK-02, Mukwonago ch. 86."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from gis.calendar.counting import add_days
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.unconnected import InstalmentFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.apportionment import apportioned
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.words import are_not_known, day_words, dollars, not_known, quantity, sentence, used_of

ID = "MUK-02"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, failure to connect (b)(1)"
QUESTION = "May the owner pay in instalments, and how much in all?"

_DAYS = "mukwonago_option_days"
_MOST = "mukwonago_instalments_at_most"
_INTEREST = "mukwonago_instalment_interest_percent"
_PERCENT = 100
_READINGS = {
    "equal_principal": "Equal parts of the cost, and interest on what is not yet paid.",
    "level_payment": "The same payment every year, principal and interest together.",
}


def judge(facts: InstalmentFacts, parameters: Parameters) -> Finding:
    """Say whether instalments are open to the owner, and what they come to.

    Parameters
    ----------
    facts
        Cost billed (dollars), annual instalments asked for, completion of the work and filing of the option.
    parameters
        The law on the date of the completion.

    Returns
    -------
    Finding
        `pass` with the total payable; `fail` where too many instalments are asked for or the option comes too late;
        `needs_evidence` where a fact that could change this is not known. Only a pass has an answer.

    Raises
    ------
    FactsInvalid
        The cost is negative or has parts of a cent, fewer than one instalment is asked for, or the time for the option
        leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, failure to connect (b)(1). The parts of the cost are whole cents that add up to
    it, missing cents in the earlier ones; interest of each year is rounded half up to the cent.
    """
    _refuse_impossible(facts)
    most, percent = parameters.whole(_MOST), parameters.number_if_stated(_INTEREST)
    interest = None if percent is None else percent / _PERCENT
    option_by = None if facts.work_completed is None else add_days(facts.work_completed, parameters.whole(_DAYS))
    unknown = _unknown(facts, interest)
    too_many = facts.instalments is not None and facts.instalments > most
    too_late = facts.option_filed is not None and option_by is not None and facts.option_filed > option_by
    state = State.FAIL if too_many or too_late else State.NEEDS_EVIDENCE if unknown else State.PASS
    plan = None if state is State.FAIL or interest is None else _plan(facts, interest)
    totals = {} if plan is None or state is not State.PASS else plan.totals()
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=totals.get("equal_principal"),
        answer_unit="usd",
        measures={
            "payments": None if plan is None else [money(payment) for payment in plan.payments],
            "option_by": day_or_null(option_by),
        },
        readings={name: Reading(state, total, _READINGS[name]) for name, total in totals.items()},
        because=sentence(
            [
                *([f"at most {most} annual instalments are allowed, not {facts.instalments}"] if too_many else []),
                *_option_said(facts, option_by),
                *([] if plan is None else [plan.said()]),
                *([are_not_known(unknown)] if unknown and state is not State.FAIL else []),
            ]
        ),
        parameters=used_of(parameters, (_DAYS, _MOST, _INTEREST)),
        notes=_notes(facts),
    )


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the owner pays, in whole cents."""

    payments: tuple[Fraction, ...]
    """Of each year, with equal principal."""
    level_payment: Fraction
    """Of every year, principal and interest together."""
    interest: Fraction
    """Of a year, as a part of what is not yet paid."""

    @property
    def total(self) -> Fraction:
        return sum(self.payments, start=Fraction(0))

    def totals(self) -> dict[str, str]:
        """Return what is payable in all, by each reading, the default first."""
        return {
            "equal_principal": money(self.total),
            "level_payment": money(self.level_payment * len(self.payments)),
        }

    def said(self) -> str:
        first, last = dollars(self.payments[0]), dollars(self.payments[-1])
        count = len(self.payments)
        paid = f"1 instalment of {first}" if count == 1 else f"{count} instalments from {first} down to {last}"
        rate = quantity(self.interest * _PERCENT, 4)
        return f"{paid}, with {rate} percent a year on what is not yet paid, make {dollars(self.total)} in all"


def _plan(facts: InstalmentFacts, interest: Fraction) -> _Plan | None:
    if facts.cost is None or facts.instalments is None:
        return None
    cost, years = _cents(facts.cost), facts.instalments
    principal = apportioned(cost, {str(year): Fraction(1) for year in range(years)}).values()
    balances = [cost - paid for paid in accumulate(principal, initial=Fraction(0))]
    payments = (part + _cents(balance * interest) for part, balance in zip(principal, balances, strict=False))
    level = cost * interest / (1 - (1 + interest) ** -years) if interest else cost / years
    return _Plan(tuple(payments), _cents(level), interest)


def _cents(amount: Fraction) -> Fraction:
    return Fraction(money(amount))


def _unknown(facts: InstalmentFacts, interest: Fraction | None) -> list[str]:
    return not_known(
        ("the cost billed", facts.cost),
        ("how many instalments are asked for", facts.instalments),
        ("the day on which the work was completed", facts.work_completed),
        ("the day on which the option was filed", facts.option_filed),
        (f"the interest of a year ({_INTEREST}, which the ordinance file has to state)", interest),
    )


def _option_said(facts: InstalmentFacts, option_by: dt.date | None) -> list[str]:
    if option_by is None:
        return []
    due = f"the option has to be filed by {day_words(option_by)}"
    if facts.option_filed is None:
        return [due]
    late = (facts.option_filed - option_by).days
    filed = f"it was filed on {day_words(facts.option_filed)}"
    return [due, f"{filed}, in time" if late <= 0 else f"{filed}, {late} day{'' if late == 1 else 's'} late"]


def _notes(facts: InstalmentFacts) -> tuple[str, ...]:
    if facts.option_filed and facts.work_completed and facts.option_filed < facts.work_completed:
        return ("The option is dated before the work was completed; check both dates.",)
    return ()


def _refuse_impossible(facts: InstalmentFacts) -> None:
    refuse_parts_of_cent("cost", facts.cost)
    if facts.instalments is not None and facts.instalments < 1:
        raise FactsInvalid(
            what=f"{facts.instalments} instalments are asked for.",
            where="facts.instalments",
            why="Whoever pays in instalments makes at least one payment.",
            next="Give the number of annual payments, or null where it is not known.",
        )
