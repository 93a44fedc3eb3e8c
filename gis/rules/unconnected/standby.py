"""What standby charge may be billed for a month to whom fails to connect: MUK-03, Mukwonago ch. 86."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.calendar.counting import add_days
from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.unconnected import StandbyFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_negative
from gis.rules.unconnected.periods import MONTHS_IN
from gis.rules.words import are_not_known, day_words, dollars, not_known, quantity, sentence, used_of

ID = "MUK-03"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, failure to connect (b)(2)"
QUESTION = "What standby charge may be billed for the month?"

_DAYS = "mukwonago_standby_notice_days"
_PORTION = "mukwonago_standby_percent"
_PERCENT = 100
_NOTHING = Fraction(0)


def judge(facts: StandbyFacts, parameters: Parameters) -> Finding:
    """Say whether a standby charge may be billed on a day, and what one month of it is.

    Parameters
    ----------
    facts
        Charge of one unit for a period (dollars), units of the premises, written notice, the day asked about, and the
        connection where one is made.
    parameters
        The law on the day asked about.

    Returns
    -------
    Finding
        `pass` with the charge of one month; `not_applicable` with "0.00" where the notice has not yet run or the
        premises are connected; `needs_evidence` with "0.00" where no notice is on record, and without answer where
        another fact is not known.

    Raises
    ------
    FactsInvalid
        The charge or the units are negative, or the notice leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, failure to connect (b)(2). Rounded half up to the cent, once, at the end.
    """
    refuse_negative([("rec_charge", facts.rec_charge), ("recs", facts.recs)])
    days, portion = parameters.whole(_DAYS), parameters.number_if_stated(_PORTION)
    runs_to = None if facts.notice_given is None else add_days(facts.notice_given, days)
    monthly = _monthly(facts)
    charge = None if monthly is None or portion is None else monthly * portion / _PERCENT
    state, answer = _outcome(facts, runs_to, charge)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if answer is None else money(answer),
        answer_unit="usd",
        measures={
            "monthly_charge": None if monthly is None else money(monthly),
            "notice_runs_to": day_or_null(runs_to),
        },
        readings={},
        because=sentence(_said(facts, runs_to, days, portion, _charge_said(monthly, portion, answer))),
        parameters=used_of(parameters, (_DAYS, _PORTION)),
    )


def _monthly(facts: StandbyFacts) -> Fraction | None:
    """Return the residential equivalency charge of the premises for one month; null where it is not known."""
    if facts.rec_charge is None or facts.rec_charge_period is None or facts.recs is None:
        return None
    return facts.rec_charge / MONTHS_IN[facts.rec_charge_period] * facts.recs


def _is_connected(facts: StandbyFacts) -> bool:
    return facts.connected is not None and facts.as_of is not None and facts.connected <= facts.as_of


def _outcome(facts: StandbyFacts, runs_to: dt.date | None, charge: Fraction | None) -> tuple[State, Fraction | None]:
    if _is_connected(facts):
        return State.NOT_APPLICABLE, _NOTHING
    if runs_to is None:
        return State.NEEDS_EVIDENCE, _NOTHING
    if facts.as_of is None:
        return State.NEEDS_EVIDENCE, None
    if facts.as_of <= runs_to:
        return State.NOT_APPLICABLE, _NOTHING
    return (State.NEEDS_EVIDENCE if charge is None else State.PASS), charge


def _said(
    facts: StandbyFacts, runs_to: dt.date | None, days: int, portion: Fraction | None, charge: list[str]
) -> list[str]:
    if _is_connected(facts) and facts.connected is not None:
        return [f"the premises are connected since {day_words(facts.connected)}, so no standby charge may be billed"]
    if runs_to is None or facts.notice_given is None:
        return [f"no written notice is on record, and no standby charge may be billed until {days} days after one"]
    run = f"{days} days after the written notice of {day_words(facts.notice_given)} end on {day_words(runs_to)}"
    if facts.as_of is None:
        return [run, are_not_known(["the day asked about"])]
    if facts.as_of <= runs_to:
        return [run, f"so on {day_words(facts.as_of)} no standby charge may be billed yet"]
    missing = not_known(
        ("the residential equivalency charge", facts.rec_charge),
        ("the period of that charge", facts.rec_charge_period),
        ("how many units the premises have", facts.recs),
        (f"the percent of that charge ({_PORTION}, which the ordinance file has to state)", portion),
    )
    return [run, are_not_known(missing)] if missing else [run, *charge]


def _charge_said(monthly: Fraction | None, portion: Fraction | None, answer: Fraction | None) -> list[str]:
    if monthly is None or portion is None or answer is None:
        return []
    return [f"{quantity(portion, 4)} percent of {dollars(monthly)} a month is {dollars(answer)}"]
