"""What must the district pay or credit for a private on-site system: TSD-20, Wis. Stat. 60.726(2)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money, number, number_or_null
from gis.model.facts.private_systems import SystemCreditFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.private_systems.operation import Operation, operation
from gis.rules.words import are_not_known, day_words, dollars, listed, not_known, quantity, used

ID = "TSD-20"
VERSION = "2"
CITATION = "Wis. Stat. 60.726(2)"
QUESTION = "What must the district pay or credit the owner for a private on-site system?"

_FROM = "credited_system_installed_from"
_PORTION = "system_credit_portion"
_LIFE = "system_life_years"
_NOTHING = Fraction(0)
_PERCENT = 100
_READINGS = {
    "net_cost_share": "Grants come off the cost, and whole years count.",
    "grants_off_share": "Grants come off each year's portion of the cost, which is then at least nothing.",
    "fractional_years": "A part of a year counts as that part.",
    "started_years": "A year that has begun counts as a whole one.",
}


def judge(facts: SystemCreditFacts, parameters: Parameters) -> Finding:
    """Say what credit the owner of a private system has, and what other readings of the text would give.

    Parameters
    ----------
    facts
        Days, conformity, cost and grants (dollars) and the years in operation, or the two days between which they lie.
    parameters
        The law on the date of the charge.

    Returns
    -------
    Finding
        `pass` with the credit, which is nothing after the life of a system; `not_applicable` with "0.00" where a
        condition is not met; `needs_evidence` where a fact that could change this is not known.

    Raises
    ------
    FactsInvalid
        An amount or the years are negative, the operation is older than the system, the charge older than the
        operation, or the years stated are not those of the days stated.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.726(2). The credit is rounded half up to the cent.
    """
    _refuse_impossible(facts)
    years, life = operation(facts), parameters.whole(_LIFE)
    eligibility = _days_and_conformity(facts, parameters.day(_FROM))
    conditions = (*eligibility, *_information_and_purpose(facts))
    amounts = _amounts(facts, years, parameters.number(_PORTION), life)
    credit = amounts["net_cost_share"]
    met = _all_met(conditions)
    if met is False:
        state, answer = State.NOT_APPLICABLE, _NOTHING
    elif met is None or credit is None:
        state, answer = State.NEEDS_EVIDENCE, None
    else:
        state, answer = State.PASS, credit
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if answer is None else money(answer),
        answer_unit="usd",
        measures={
            "years_completed": None if years is None else years.completed,
            "remaining_years": None if years is None else number(_remaining(life, years.completed)),
            "eligible": _all_met(eligibility),
            "years_in_operation": None if years is None else number_or_null(years.exact),
            "net_cost": None if (net := _net_cost(facts)) is None else money(net),
        },
        readings={
            name: Reading(state, money(amount), _READINGS[name])
            for name, amount in amounts.items()
            if state is State.PASS and amount is not None
        },
        because=_because(facts, years, parameters, conditions, answer),
        parameters=tuple(used(parameters.get(name)) for name in (_FROM, _PORTION, _LIFE)),
        notes=tuple(_notes(facts, answer)),
    )


@dataclass(frozen=True, slots=True)
class _Condition:
    """A condition of the credit: whether it is met, null where nobody knows, and how to say that it is not."""

    met: bool | None
    not_met: str


def _days_and_conformity(facts: SystemCreditFacts, begins: dt.date) -> tuple[_Condition, ...]:
    installed, created = facts.installed, facts.district_created
    return (
        _Condition(
            None if installed is None or created is None else installed < created,
            "the system was not installed before the district came into existence",
        ),
        _Condition(
            None if installed is None else installed >= begins, f"the system was installed before {day_words(begins)}"
        ),
        _Condition(facts.code_conforming, "the system does not conform with the state plumbing code"),
    )


def _information_and_purpose(facts: SystemCreditFacts) -> tuple[_Condition, ...]:
    return (
        _Condition(facts.cost_information_given, "the owner did not give the cost information asked for"),
        _Condition(facts.levy_to_build_system, "the charge is not to construct a sewage service system"),
    )


def _all_met(conditions: Iterable[_Condition]) -> bool | None:
    """Whether all are met: false as soon as one is not, whatever is unknown of the others."""
    met = {condition.met for condition in conditions}
    if False in met:
        return False
    return None if None in met else True


def _remaining(life: int, years: Fraction | int) -> Fraction:
    return Fraction(max(0, life - years))


def _net_cost(facts: SystemCreditFacts) -> Fraction | None:
    if facts.system_cost is None or facts.grants is None:
        return None
    return max(_NOTHING, facts.system_cost - facts.grants)


def _amounts(
    facts: SystemCreditFacts, years: Operation | None, portion: Fraction, life: int
) -> dict[str, Fraction | None]:
    """Return the credit under each reading, the default first; null where it is not known."""
    net, cost, grants = _net_cost(facts), facts.system_cost, facts.grants
    share = None if net is None else portion * net
    other = None if cost is None or grants is None else max(_NOTHING, portion * cost - grants)
    completed, started, exact = (
        None if count is None else _remaining(life, count)
        for count in ((None, None, None) if years is None else (years.completed, years.started, years.exact))
    )
    found = {
        "net_cost_share": _times(share, completed),
        "grants_off_share": _times(other, completed),
        "started_years": _times(share, started),
    }
    return found if exact is None else {**found, "fractional_years": _times(share, exact)}


def _times(a_year: Fraction | None, years: Fraction | None) -> Fraction | None:
    """Multiply; nothing times what is not known is nothing."""
    if _NOTHING in (a_year, years):
        return _NOTHING
    return None if a_year is None or years is None else a_year * years


def _because(
    facts: SystemCreditFacts,
    years: Operation | None,
    parameters: Parameters,
    conditions: tuple[_Condition, ...],
    answer: Fraction | None,
) -> str:
    failed = [condition.not_met for condition in conditions if condition.met is False]
    if failed:
        return f"No credit is due: {listed(failed)}."
    if answer is None:
        return f"The credit cannot be computed: {are_not_known(_asked(facts, years))}."
    life, net = parameters.whole(_LIFE), _net_cost(facts)
    if years is None or net is None:
        return "The credit is $0: nothing remains of the cost or of the years for which it is due."
    remaining = quantity(_remaining(life, years.completed), 0)
    portion = quantity(parameters.number(_PORTION) * _PERCENT, 2)
    return (
        f"The system was in operation for {years.completed} whole year{'' if years.completed == 1 else 's'}, so "
        f"{remaining} of {life} remain; {portion} percent of {dollars(net)} (the cost less grants) for each of them is "
        f"{dollars(answer)}."
    )


def _asked(facts: SystemCreditFacts, years: Operation | None) -> list[str]:
    return not_known(
        ("the day on which the system was installed", facts.installed),
        ("the day on which the district came into existence", facts.district_created),
        ("whether the system conforms with the state plumbing code", facts.code_conforming),
        ("whether the owner gave the cost information asked for", facts.cost_information_given),
        ("whether the charge is to construct a sewage service system", facts.levy_to_build_system),
        ("the cost of the system", facts.system_cost),
        ("what grants or aids the owner received", facts.grants),
        ("how many years the system was in operation when the charge was issued", years),
    )


def _notes(facts: SystemCreditFacts, answer: Fraction | None) -> list[str]:
    said = []
    if answer:
        said.append(
            "The text does not say whether the credit is due once or with each levy, nor whether it passes to a later "
            "owner; this is the credit of one charge."
        )
    if facts.charge_issued and facts.district_created and facts.charge_issued < facts.district_created:
        said.append("The charge is older than the district: check both days.")
    return said


def _refuse_impossible(facts: SystemCreditFacts) -> None:
    refuse_negative((field, getattr(facts, field)) for field in ("system_cost", "grants", "years_in_operation"))
    if facts.installed and facts.in_operation_since and facts.in_operation_since < facts.installed:
        raise FactsInvalid(
            what=f"The system operated from {day_words(facts.in_operation_since)}, before it was installed on "
            f"{day_words(facts.installed)}.",
            where="facts.in_operation_since",
            why="A system is in operation only once it is there.",
            next="Correct one of the two days.",
        )
