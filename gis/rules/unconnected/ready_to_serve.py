"""What is charged for premises provided with sewer but not connected: MUK-04, Mukwonago ch. 86."""

from __future__ import annotations

import calendar
import datetime as dt
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.unconnected import ReadyToServeFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.unconnected.periods import MONTHS_IN, PERIOD_WORDS
from gis.rules.words import are_not_known, day_words, dollars, not_known, quantity, sentence, used_of

ID = "MUK-04"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, ready-to-serve paragraph, with 86-237"
QUESTION = "What is charged for premises provided with sewer but not connected?"

_PORTION = "mukwonago_ready_to_serve_percent"
_PERCENT = 100
_NOTHING = Fraction(0)
_MONTHS = MONTHS_IN["annual"]
_READINGS = {
    "by_days": "The first year's charge is divided by days.",
    "by_months": "The first year's charge is divided by whole months.",
}
_BOTH_NOTE = "The text does not say whether a standby charge (MUK-03) and this one may be charged for the same time."


def judge(facts: ReadyToServeFacts, parameters: Parameters) -> Finding:
    """Say what is charged for one period, or for the rest of the year in which the charge begins.

    Parameters
    ----------
    facts
        Charge for a period (dollars), whether service is provided and used, and the day on which the charge begins.
    parameters
        The law on the day asked about.

    Returns
    -------
    Finding
        `pass` with the charge; `not_applicable` with "0.00" where no service is provided or the premises are
        connected; `undetermined`, with the charge, where the standby charge runs for the same time; `needs_evidence`
        where a fact that could change this is not known.

    Raises
    ------
    FactsInvalid
        The rate is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86. In the first year the charge of the whole year, all periods of it, is
    divided by the days from the first to December 31. Rounded half up to the cent.
    """
    refuse_negative([("rate", facts.rate)])
    portion, effective = parameters.number_if_stated(_PORTION), facts.effective
    full = None if facts.rate is None or portion is None else facts.rate * portion / _PERCENT
    shares = {} if effective is None else _shares_of_year(effective)
    charges = {name: _for_year(facts, full, share) for name, share in shares.items()}
    unknown = _unknown(facts, portion)
    state = _state(facts, unknown)
    charge = charges.get("by_days", full)
    answer = _NOTHING if state is State.NOT_APPLICABLE else None if unknown else charge
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if answer is None else money(answer),
        answer_unit="usd",
        measures={
            "days_charged": None if effective is None else _days_left(effective),
            "full_period_charge": None if full is None else money(full),
        },
        readings={
            name: Reading(state, money(amount), _READINGS[name])
            for name, amount in charges.items()
            if state in (State.PASS, State.UNDETERMINED) and amount is not None
        },
        because=sentence(_said(facts, portion, answer, unknown)),
        parameters=used_of(parameters, (_PORTION,)),
        notes=(_BOTH_NOTE,) if state is State.UNDETERMINED else (),
    )


def _state(facts: ReadyToServeFacts, unknown: list[str]) -> State:
    if facts.service_provided is False or facts.connected:
        return State.NOT_APPLICABLE
    if unknown:
        return State.NEEDS_EVIDENCE
    return State.UNDETERMINED if facts.standby_also_charged else State.PASS


def _days_left(effective: dt.date) -> int:
    """Return the days from the first on which the charge runs through December 31, both counted."""
    return (dt.date(effective.year, 12, 31) - effective).days + 1


def _shares_of_year(effective: dt.date) -> dict[str, Fraction]:
    """Return the share of the year that is charged, by each reading; by months only from the first of a month."""
    days_in_year = 366 if calendar.isleap(effective.year) else 365
    by_days = {"by_days": Fraction(_days_left(effective), days_in_year)}
    if effective.day > 1:
        return by_days
    return {**by_days, "by_months": Fraction(_MONTHS + 1 - effective.month, _MONTHS)}


def _for_year(facts: ReadyToServeFacts, full: Fraction | None, share: Fraction) -> Fraction | None:
    if full is None or facts.rate_period is None:
        return None
    return full * _MONTHS / MONTHS_IN[facts.rate_period] * share


def _unknown(facts: ReadyToServeFacts, portion: Fraction | None) -> list[str]:
    return not_known(
        ("whether sewer service is provided to the premises", facts.service_provided),
        ("whether the premises are connected", facts.connected),
        ("the residential equivalency charge", facts.rate),
        ("the period of that charge", facts.rate_period),
        ("whether a standby charge runs for the same time", facts.standby_also_charged),
        (f"the percent of that charge ({_PORTION}, which the ordinance file has to state)", portion),
    )


def _said(facts: ReadyToServeFacts, portion: Fraction | None, answer: Fraction | None, unknown: list[str]) -> list[str]:
    if facts.service_provided is False:
        return ["no sewer service is provided to the premises, so nothing is charged for its availability"]
    if facts.connected:
        return ["the premises are connected, so no ready-to-serve charge is due"]
    if answer is None or portion is None or facts.rate is None or facts.rate_period is None:
        return [f"the charge cannot be said, because {are_not_known(unknown)}"]
    base = f"{quantity(portion, 4)} percent of {dollars(facts.rate)}"
    period = PERIOD_WORDS[facts.rate_period]
    both = ["a standby charge runs for the same time"] if facts.standby_also_charged else []
    served = "the premises are provided with a sewer and not connected"
    if facts.effective is None:
        return [served, f"{base} for a {period} is {dollars(answer)}", *both]
    days = _days_left(facts.effective)
    return [
        served,
        f"the charge runs from {day_words(facts.effective)}, {days} days of that year",
        f"{base} a {period}, for those days, is {dollars(answer)}",
        *both,
    ]
