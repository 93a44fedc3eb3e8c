"""By when is each step of an appeal from an impact fee taken: MUK-23, Mukwonago ch. 86, appeal paragraphs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from itertools import pairwise

from gis.calendar.counting import add_business_days, add_days
from gis.law.parameters import Parameters
from gis.model.facts.impact_fees import AppealFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_before
from gis.rules.words import are_not_known, day_words, sentence, used

ID = "MUK-23"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, impact fees, appeal paragraphs"
QUESTION = "By when must each step be taken?"

_FILE = "mukwonago_impact_appeal_days"
_FORWARD = "mukwonago_impact_appeal_forward_business_days"
_REPORT = "mukwonago_impact_appeal_report_business_days"
_BOARD = "mukwonago_impact_appeal_board_days"
_BUSINESS_DAYS = (
    "The text does not say what a business day is; every day from Monday to Friday counts that is not among the "
    "holidays stated."
)


def judge(facts: AppealFacts, parameters: Parameters) -> Finding:
    """Say by when an appeal is filed, forwarded, reported on and resolved.

    Parameters
    ----------
    facts
        Days of the determination, the filing, the receipt by the department head and the clerk's recommendation, and
        which days besides Saturdays and Sundays are no business days.
    parameters
        The law on the date of the determination.

    Returns
    -------
    Finding
        The answer is the last day to file, null where the determination is not dated. `pass`; `needs_evidence` where
        the holidays are not known and a step counts business days, or nothing is stated at all.

    Raises
    ------
    FactsInvalid
        A step is dated before the one that it follows, or a day leaves the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, impact fees, appeal paragraphs (a) and (b)(1)-(2). Days are plain calendar days
    but where the text says business days; no last day is moved.
    """
    _refuse_impossible(facts)
    file_by = _days(facts.determination, parameters.whole(_FILE))
    board_by = _days(facts.recommended, parameters.whole(_BOARD))
    forward_by = _business(facts.filed, parameters.whole(_FORWARD), facts.holidays)
    report_by = _business(facts.received, parameters.whole(_REPORT), facts.holidays)
    missing = _missing(facts)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if missing else State.PASS,
        answer=day_or_null(file_by),
        answer_unit="date",
        measures={
            "forward_by": day_or_null(forward_by),
            "report_by": day_or_null(report_by),
            "board_by": day_or_null(board_by),
        },
        readings={},
        because=sentence(
            [
                *_step("the appeal is filed", file_by),
                *_step("the clerk forwards the notice", forward_by),
                *_step("the department head reports", report_by),
                *_step("the board adopts a resolution", board_by),
                *([are_not_known(missing)] if missing else []),
            ]
            or ["no step of the appeal has a day yet"]
        ),
        parameters=tuple(used(parameters.get(name)) for name in (_FILE, _FORWARD, _REPORT, _BOARD)),
        notes=_notes(facts, file_by),
    )


def _days(start: dt.date | None, days: int) -> dt.date | None:
    return None if start is None else add_days(start, days)


def _business(start: dt.date | None, days: int, holidays: Collection[dt.date] | None) -> dt.date | None:
    """Return the day so many business days later; null where the start or the holidays are not known."""
    return None if start is None or holidays is None else add_business_days(start, days, holidays)


def _missing(facts: AppealFacts) -> list[str]:
    """Name in the singular what is not known and could change an answer."""
    if facts.holidays is not None:
        return []
    if facts.filed is not None or facts.received is not None:
        return ["which days are no business days"]
    if facts.determination is None and facts.recommended is None:
        return ["the day of the determination or of any later step"]
    return []


def _step(what: str, by: dt.date | None) -> list[str]:
    return [] if by is None else [f"{what} by {day_words(by)}"]


def _notes(facts: AppealFacts, file_by: dt.date | None) -> tuple[str, ...]:
    notes = [_BUSINESS_DAYS] if facts.filed is not None or facts.received is not None else []
    if facts.filed is not None and file_by is not None and facts.filed > file_by:
        notes.append(f"The appeal of {day_words(facts.filed)} was filed after the last day.")
    return tuple(notes)


def _refuse_impossible(facts: AppealFacts) -> None:
    why = "An appeal is filed after the determination, then received, then reported on and recommended."
    steps = ("determination", "filed", "received", "recommended")
    known = [(name, day) for name in steps if (day := getattr(facts, name)) is not None]
    for (earlier, first), (name, day) in pairwise(known):
        refuse_before(name, day, earlier, first, why)
