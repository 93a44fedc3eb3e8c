"""What interest may be charged when the connection comes after the first levy: SA-03, Wis. Stat. 66.0721(3)(a)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import money, number_or_null
from gis.model.facts.assessment import LateConnectionFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.assessment.average_rate import Averages, averages_of
from gis.rules.assessment.interest import BANK_YEAR_DAYS, YEAR_DAYS, InterestRun, interest_run
from gis.rules.assessment.refusals import refuse_rate
from gis.rules.impossible import refuse_before, refuse_parts_of_cent
from gis.rules.words import are_not_known, day_words, not_known, sentence

ID = "SA-03"
VERSION = "2"
CITATION = "Wis. Stat. 66.0721(3)(a)"
QUESTION = "What interest may be charged with the assessment?"

_READINGS = {
    "days_365": (YEAR_DAYS, "Actual days over a year of 365."),
    "days_360": (BANK_YEAR_DAYS, "Actual days over a year of 360."),
}
_SILENT = (
    "The text says neither how the average of the rates is weighed nor how interest is reckoned; the lower average "
    "and simple interest are taken."
)


def judge(facts: LateConnectionFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say what interest may be charged on the assessment of a structure that was connected late.

    Parameters
    ----------
    facts
        Assessment (dollars); first levy in the service area, connection and this levy; the average rate for a year,
        or the obligations of which it is made.
    parameters
        The law on the date of the levy; it has no number of its own for the interest.

    Returns
    -------
    Finding
        `pass` with simple interest, rounded down; `not_applicable` with "0.00" where the connection is no later than
        the first levy, or this levy is the first; `needs_evidence` where a day, the amount or the rate is not known.

    Raises
    ------
    FactsInvalid
        The amount is negative or has parts of a cent, a rate is not from 0 to 1, an obligation is of nothing, or the
        levy is before the first levy or the connection.

    Notes
    -----
    Wis. Stat. 66.0721(3)(a). The rate may not exceed the average, so of all averages stated the lowest is used.
    """
    _refuse_impossible(facts)
    averages = averages_of(facts.average_rate, facts.obligations)
    unknown = _unknown(facts, averages)
    run = interest_run(facts.amount, averages.used, facts.connected, facts.levied)
    state, interest = State.NEEDS_EVIDENCE, {}
    if facts.first_levy is not None and _is_by_first_levy(facts, facts.first_levy):
        state = State.NOT_APPLICABLE
    elif run is not None and not unknown:
        state, interest = State.PASS, {name: money(run.due(days)) for name, (days, _) in _READINGS.items()}
    days = None if facts.connected is None or facts.levied is None else (facts.levied - facts.connected).days
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=money(Fraction(0)) if state is State.NOT_APPLICABLE else interest.get("days_365"),
        answer_unit="usd",
        measures={
            "days": days,
            "rate_used": number_or_null(averages.used),
            "rate_weighted": number_or_null(averages.weighted),
            "rate_unweighted": number_or_null(averages.unweighted),
        },
        readings={name: Reading(state, amount, _READINGS[name][1]) for name, amount in interest.items()},
        because=sentence(_said(facts, state, unknown, run)),
        notes=(_SILENT,),
    )


def _is_by_first_levy(facts: LateConnectionFacts, first_levy: dt.date) -> bool:
    """Say whether the structure was connected by the first levy, as every one is that is assessed at it."""
    return facts.levied == first_levy or (facts.connected is not None and facts.connected <= first_levy)


def _unknown(facts: LateConnectionFacts, averages: Averages) -> list[str]:
    return not_known(
        ("the assessment", facts.amount),
        ("the day of the first levy in the service area", facts.first_levy),
        ("the day of the connection", facts.connected),
        ("the day of this levy", facts.levied),
        ("the average interest rate that the district or town paid", averages.used),
    )


def _said(facts: LateConnectionFacts, state: State, unknown: list[str], run: InterestRun | None) -> list[str]:
    if state is State.NOT_APPLICABLE and facts.first_levy is not None:
        first = day_words(facts.first_levy)
        if facts.connected is None:
            return [f"this levy is the first, on {first}: a structure that it assesses was connected by then"]
        connected = f"the structure was connected on {day_words(facts.connected)}"
        return [f"{connected}, no later than the first levy on {first}, so no interest runs"]
    if run is None or unknown:
        return [are_not_known(unknown)]
    return ["the connection came after the first levy", run.said]


def _refuse_impossible(facts: LateConnectionFacts) -> None:
    refuse_parts_of_cent("amount", facts.amount)
    refuse_rate("average_rate", facts.average_rate)
    for i, row in enumerate(facts.obligations or ()):
        refuse_rate(f"obligations[{i}].rate", row.rate)
        if row.principal is not None and row.principal <= 0:
            raise FactsInvalid(
                what="An obligation of nothing, or less, is stated.",
                where=f"facts.obligations[{i}].principal",
                why="Interest is paid on what is owed.",
                next="Give the principal, or null where it is not known.",
            )
    connected = "Only a structure that is connected lets the land be assessed."
    refuse_before("levied", facts.levied, "connected", facts.connected, connected)
    first = "No levy in the service area is before the first one."
    refuse_before("levied", facts.levied, "first_levy", facts.first_levy, first)
