"""Was a plumbing or tap permit alive on a day: CKSD-11, CKSD Sewer Use Ordinance ch. V(1)(a)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from gis.calendar.counting import add_years
from gis.law.parameters import Parameters
from gis.model.facts.district_permits import PermitLifeFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import day_or_null, state_by
from gis.rules.impossible import refuse_before
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "CKSD-11"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. V(1)(a)"
QUESTION = "Was the permit alive on the day asked about?"

_YEARS, _STARTED_YEARS = "cksd_permit_years", "cksd_started_permit_years"
_EARLY = "The start of construction is dated before the permit; check both dates."


def judge(facts: PermitLifeFacts, parameters: Parameters) -> Finding:
    """Say when a permit expires, and whether it was alive on the day asked about.

    Parameters
    ----------
    facts
        Day of issue, start of construction (`not_started` where it has not), and the day asked about.
    parameters
        The ordinance on the day of issue.

    Returns
    -------
    Finding
        `pass` on or before the expiry, `fail` later. Where the start is not known there is no answer, and only the
        second year needs evidence: before it the permit is alive, after it expired.

    Raises
    ------
    FactsInvalid
        The day asked about is before the issue, or the permit ends outside the calendar.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. V(1)(a). The years run to the same day of the year, the last of February in a common
    year; no closed day moves their end.
    """
    refuse_before("as_of", facts.as_of, "issued", facts.issued, "Before its issue there was no permit to ask about.")
    years, started_years = parameters.whole(_YEARS), parameters.whole(_STARTED_YEARS)
    life = (
        None if facts.issued is None else _Life(add_years(facts.issued, years), add_years(facts.issued, started_years))
    )
    started = None if life is None else _started_in_time(facts, life)
    expiry = None if life is None or started is None else life.started if started else life.plain
    state = _state_without_start(facts, life) if started is None else state_by(facts.as_of, expiry)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=day_or_null(expiry),
        measures={"started_in_time": started},
        readings={},
        because=sentence([*_life_said(facts, life, expiry), *_asked_said(facts, state)]),
        parameters=(used(parameters.get(_YEARS)), used(parameters.get(_STARTED_YEARS))),
        notes=(_EARLY,) if _is_early(facts) else (),
    )


@dataclass(frozen=True, slots=True)
class _Life:
    """The last day of a permit where construction did not start in time, and where it did."""

    plain: dt.date
    started: dt.date


def _started_in_time(facts: PermitLifeFacts, life: _Life) -> bool | None:
    if facts.construction_started is None:
        return None
    return facts.construction_started != "not_started" and facts.construction_started <= life.plain


def _state_without_start(facts: PermitLifeFacts, life: _Life | None) -> State:
    """Return the state where the start of construction is not known, which matters in the second year only."""
    if life is None or facts.as_of is None or life.plain < facts.as_of <= life.started:
        return State.NEEDS_EVIDENCE
    return state_by(facts.as_of, life.started)


def _is_early(facts: PermitLifeFacts) -> bool:
    start = facts.construction_started
    return facts.issued is not None and isinstance(start, dt.date) and start < facts.issued


def _life_said(facts: PermitLifeFacts, life: _Life | None, expiry: dt.date | None) -> list[str]:
    if facts.issued is None or life is None:
        return []
    issued = f"the permit of {day_words(facts.issued)}"
    if expiry is None:
        plain, started = day_words(life.plain), day_words(life.started)
        return [f"{issued} expires on {plain}, or on {started} if construction started by {plain}"]
    start = facts.construction_started
    if isinstance(start, dt.date):
        in_time = "in time" if start <= life.plain else f"after {day_words(life.plain)}, too late"
        return [f"construction started on {day_words(start)}, {in_time}", f"{issued} expires on {day_words(expiry)}"]
    return [f"construction has not started, so {issued} expires on {day_words(expiry)}"]


def _asked_said(facts: PermitLifeFacts, state: State) -> list[str]:
    if state is State.NEEDS_EVIDENCE or facts.as_of is None:
        unknown = not_known(
            ("the day of issue", facts.issued),
            ("the start of construction", facts.construction_started),
            ("the day asked about", facts.as_of),
        )
        return [are_not_known(unknown)]
    on = f"on {day_words(facts.as_of)}"
    return [f"{on} it is alive" if state is State.PASS else f"{on} it has expired"]
