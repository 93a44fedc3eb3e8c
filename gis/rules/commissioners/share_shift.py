"""May another town's board now replace the commissioners: TSD-24, Wis. Stat. 60.74(2)(b)."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.commissioners import ShareShiftFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.commissioners.shares import (
    Comparison,
    changed_on,
    compare,
    exceeded_since,
    last_shares,
    refuse_impossible_shares,
)
from gis.rules.deadline import COUNTING_NOTE, Deadline, counting_used, deadline
from gis.rules.words import are_not_known, listed, not_known, percent, sentence

ID = "TSD-24"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(2)(b)"
QUESTION = "May another town's board now replace the commissioners?"

_DAYS = "commissioners_replaced_days"
_START, _ACT = "the change of shares", "the act of the other board"
_RUNS_NOTE = (
    "The text does not say from which day the days run: the certification of values, the roll, or the day on which "
    "someone noticed. State the day as shares_changed."
)
_FIRST_NOTE = (
    "Every town is compared with the town first authorised, even where boards have acted since; the text does not say "
    "whether the right passes back."
)


def judge(facts: ShareShiftFacts, parameters: Parameters) -> Finding:
    """Say whether the share of another town now exceeds that of the town first authorised, and which board may act.

    Parameters
    ----------
    facts
        Town first authorised; values (dollars) or shares now, or by roll year; the day of the change, and of the
        other board's act where it acted.
    parameters
        The law on the day of the change.

    Returns
    -------
    Finding
        The answer is the one town that exceeds. `pass` where one does, and acted in time if it acted; `fail` where
        it acted late; `not_applicable` where none does, for equal is not more; `undetermined` where several do;
        `needs_evidence` where a share that could change this, or the day from which an act is timed, is not known.

    Raises
    ------
    FactsInvalid
        A value or share is impossible, or a town or roll year stands twice.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(2)(b). Values and shares are compared exactly.
    """
    refuse_impossible_shares(facts)
    first, rows = facts.first_authorized, last_shares(facts)
    found = None if first is None or rows is None else compare(first, rows)
    town = _only(found)
    due = deadline(facts, changed_on(facts, town), parameters.whole(_DAYS), facts.board_acted)

    def state_by(last_day: dt.date | None) -> State:
        return _state(found, _timely(due, last_day))

    state = state_by(due.rolled_day)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=town,
        measures={
            "exceeding_towns": None if found is None or found.unsure else [*found.exceeding],
            "act_by": due.answer,
            "share": {} if found is None else {name: number_or_null(share) for name, share in found.shares.items()},
            **_through_time(facts, town),
            **due.measures(),
        },
        readings=_readings(found, due, state) | (due.readings(state_by) if due.day and town else {}),
        because=sentence(_clauses(facts, found, town, due)),
        parameters=counting_used(parameters, _DAYS),
        notes=(_RUNS_NOTE, _FIRST_NOTE, COUNTING_NOTE, *due.early_note(_START, _ACT)),
    )


def _only(found: Comparison | None) -> str | None:
    """Return the one town that exceeds for certain; null where there is none, several, or a doubt."""
    if found is None or found.unsure or len(found.exceeding) != 1:
        return None
    return found.exceeding[0]


def _timely(due: Deadline, last_day: dt.date | None) -> State:
    """Say whether the act is in time; a board that has not acted is not late."""
    return State.PASS if due.act is None else due.state_by(last_day)


def _state(found: Comparison | None, timely: State) -> State:
    if found is None or found.unsure:
        return State.NEEDS_EVIDENCE
    if not found.exceeding:
        return State.NOT_APPLICABLE
    return State.UNDETERMINED if len(found.exceeding) > 1 else timely


def _readings(found: Comparison | None, due: Deadline, state: State) -> dict[str, Reading]:
    if found is None or state in (State.NEEDS_EVIDENCE, State.NOT_APPLICABLE):
        return {}
    timely = _timely(due, due.rolled_day)
    return {
        "largest_share": Reading(
            State.UNDETERMINED if found.largest is None else timely,
            found.largest,
            "Only the town with the largest share may act.",
        ),
        "any_exceeding": Reading(timely, [*found.exceeding], "Every town that exceeds the first may act."),
    }


def _through_time(facts: ShareShiftFacts, town: str | None) -> dict[str, JsonValue]:
    """Say by roll year which towns exceeded, and since when the one that may act has done so."""
    first, years = facts.first_authorized, facts.roll_years
    if first is None or years is None:
        return {}
    since = None if town is None else exceeded_since(town, first, years)
    return {
        "exceeding_towns_by_roll_year": {
            str(year.roll_year): [*compare(first, year.shares).exceeding]
            for year in sorted(years, key=lambda each: each.roll_year)
        },
        "exceeded_since_roll_year": None if since is None else since.roll_year,
    }


def _clauses(facts: ShareShiftFacts, found: Comparison | None, town: str | None, due: Deadline) -> list[str]:
    first = facts.first_authorized
    if found is None or first is None:
        asked = not_known(
            ("which town was first authorised to select", first), ("which share each town has now", last_shares(facts))
        )
        return [f"it cannot be said: {are_not_known(asked)}"]
    if found.unsure:
        return [f"the shares cannot be compared: {are_not_known([f'that of {name}' for name in found.unknown])}"]
    own = _told([first], found)
    if not found.exceeding:
        return [f"no town's share is greater than that of {own}, which was first authorised"]
    more = _told(found.exceeding, found)
    than = f"greater than that of {own}, which was first authorised"
    if town is None:
        return [f"the shares of {more} are {than}, and the text does not say which of these boards may act"]
    said = [
        f"the share of {more} is {than}",
        f"the board of {town} may provide for other commissioners, and those in office serve until then",
    ]
    return said + due.said(_START, _ACT) if due.day or due.act else said


def _told(names: Sequence[str], found: Comparison) -> str:
    """Name towns with their shares; without, where the percentages of two towns would print alike."""
    printed = {name: percent(share) for name, share in found.shares.items() if share is not None}
    if len(set(printed.values())) < len(found.shares):
        return listed(names)
    return listed([f"{name} ({printed[name]})" for name in names])
