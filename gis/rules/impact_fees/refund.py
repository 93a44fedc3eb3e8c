"""May the landowner have an unspent impact fee back: MUK-22, Mukwonago ch. 86, refund paragraph (c)."""

from __future__ import annotations

import datetime as dt

from gis.calendar.counting import add_days, add_months, add_years
from gis.law.parameters import Parameters
from gis.model.facts.impact_fees import RefundFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_before
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "MUK-22"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, impact fees, refund paragraph (c)"
QUESTION = "May the landowner have the unspent fee back?"

_YEARS = "mukwonago_impact_refund_years"
_DAYS = "mukwonago_impact_refund_apply_days"
_QUARTER_MONTHS = 3
_READINGS = {
    "first_quarter_end": "The quarter in which the years end; its last day counts, even where they end on it.",
    "next_full_quarter": "The first whole quarter after the one in which the years end.",
}


def judge(facts: RefundFacts, parameters: Parameters) -> Finding:
    """Say whether an impact fee goes back to the landowner, and by when to apply.

    Parameters
    ----------
    facts
        Payment of the fee, whether it is unspent at the end of the quarter, the application, and whether the current
        landowner makes it.
    parameters
        The law on the date of the application.

    Returns
    -------
    Finding
        The answer is the last day to apply. `fail` where the fee is spent, the application late, or the applicant
        another one; else `needs_evidence` where one of these is not known; else `pass`. The readings give the quarter
        end by which the fee has to be unspent.

    Raises
    ------
    FactsInvalid
        The application is dated before the payment, or a day leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, impact fees, refund paragraph (c). The last day is a plain calendar day.
    """
    refuse_before("applied", facts.applied, "paid", facts.paid, "Nobody asks back what is not yet paid.")
    years, days = parameters.whole(_YEARS), parameters.whole(_DAYS)
    ended = None if facts.paid is None else add_years(facts.paid, years)
    apply_by = None if ended is None else add_days(ended, days)
    first = None if ended is None else quarter_end(ended)
    ends = {
        "first_quarter_end": first,
        "next_full_quarter": None if first is None else quarter_end(add_days(first, 1)),
    }
    faults = _faults(facts, apply_by)
    missing = _missing(facts)
    state = State.FAIL if faults else State.NEEDS_EVIDENCE if missing else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=day_or_null(apply_by),
        answer_unit="date",
        measures={"twenty_years": day_or_null(ended), "quarter_end": day_or_null(first)},
        readings={name: Reading(state, day_or_null(day), _READINGS[name]) for name, day in ends.items()},
        because=sentence(
            [
                *_counted(ended, apply_by, years),
                *(faults or ([are_not_known(missing)] if missing else [_due(facts)])),
            ]
        ),
        parameters=tuple(used(parameters.get(name)) for name in (_YEARS, _DAYS)),
        notes=_notes(facts, ended),
    )


def quarter_end(day: dt.date) -> dt.date:
    """Return the last day of the calendar quarter that holds a day.

    >>> quarter_end(dt.date(2025, 3, 31)).isoformat(), quarter_end(dt.date(2030, 8, 20)).isoformat()
    ('2025-03-31', '2030-09-30')
    """
    first_month = day.month - (day.month - 1) % _QUARTER_MONTHS
    return add_days(add_months(dt.date(day.year, first_month, 1), _QUARTER_MONTHS), -1)


def _faults(facts: RefundFacts, apply_by: dt.date | None) -> list[str]:
    """Say in clauses what stands against a refund."""
    faults = []
    if facts.unspent is False:
        faults.append("the fee was spent or encumbered, and only unspent fees go back")
    if facts.applied is not None and apply_by is not None and facts.applied > apply_by:
        faults.append(f"the application of {day_words(facts.applied)} is late")
    if facts.applicant_is_current_owner is False:
        faults.append("the applicant is not the current landowner")
    return faults


def _missing(facts: RefundFacts) -> list[str]:
    return not_known(
        ("the day of the payment", facts.paid),
        ("whether the fee is unspent", facts.unspent),
        ("the day of the application", facts.applied),
        ("whether the current landowner applies", facts.applicant_is_current_owner),
    )


def _counted(ended: dt.date | None, apply_by: dt.date | None, years: int) -> list[str]:
    if ended is None or apply_by is None:
        return []
    return [f"the {years} years end on {day_words(ended)}, and the landowner applies by {day_words(apply_by)}"]


def _due(facts: RefundFacts) -> str:
    applied = "" if facts.applied is None else f" of {day_words(facts.applied)}"
    return f"the fee is unspent and the application{applied} in time, so the fee goes back with interest"


def _notes(facts: RefundFacts, ended: dt.date | None) -> tuple[str, ...]:
    if facts.applied is None or ended is None or facts.applied > ended:
        return ()
    return ("The application is dated before the years have run; whether it counts already, the text does not say.",)
