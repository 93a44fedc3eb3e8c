"""May the hearing be continued as planned to add territory: TSD-13, Wis. Stat. 60.71(6)(e)."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.hearing import ContinuanceFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.deadline import COUNTING_NOTE, counting_used, deadline, state_by
from gis.rules.impossible import refuse_before, refuse_negative
from gis.rules.publication import PUBLICATION_NOTE, Publication, publication, publication_used
from gis.rules.words import are_not_known, not_known, quantity, sentence, used

ID = "TSD-13"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(6)(e)"
QUESTION = "May the hearing be continued as planned to take in the other territory?"

_DAYS = "continuance_days"
_VILLAGE_LAND = "village_city_overlap_permitted_sqft"

_FIRST_WHOSE = (
    "Both readings of whose board decides are given for a continuance that is otherwise as it should be; what is not "
    "known of its days and notice is still to be shown."
)


def judge(facts: ContinuanceFacts, parameters: Parameters) -> Finding:
    """Say whether the continued hearing is in time, with notice of the new boundary, on land and by a board it may be.

    Parameters
    ----------
    facts
        Day on which the hearing is continued and to which; the new notice; the added territory; the town that leads
        on the original and on the revised boundary, where both are known.
    parameters
        The law on the date of the hearing.

    Returns
    -------
    Finding
        `fail` for village or city land, a day too late, or a notice that is late, printed less than twice or without
        the revised boundaries; else `undetermined` where another town leads on the revised boundary, because the law
        does not say whose board then decides; else `needs_evidence` for a fact not known; else `pass`.

    Raises
    ------
    FactsInvalid
        The hearing is continued to an earlier day, or an area is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(6)(e), with 60.71(5)(a) on villages and cities and 60.71(1)(b) on the town that leads. No new
    count of signatures is asked for.
    """
    refuse_negative(
        [
            ("added_area_acres", facts.added_area_acres),
            ("added_in_village_or_city_sqft", facts.added_in_village_or_city_sqft),
        ]
    )
    refuse_before(
        "continued_to", facts.continued_to, "hearing_date", facts.hearing_date, "A hearing is continued to a later day."
    )
    due = deadline(facts, facts.hearing_date, parameters.whole(_DAYS), facts.continued_to)
    printed = publication(parameters, facts.continued_to, facts.insertions)
    defects = _defects(facts, parameters, printed)
    unknown = _unknown(facts)
    changes = _jurisdiction_changes(facts)

    def judge_by(last_day: dt.date | None, *, of_jurisdiction: State) -> State:
        in_time = state_by(facts.continued_to, last_day)
        if defects or in_time is State.FAIL:
            return State.FAIL
        if changes:
            return of_jurisdiction
        return State.NEEDS_EVIDENCE if unknown else in_time

    def open_by(last_day: dt.date | None) -> State:
        return judge_by(last_day, of_jurisdiction=State.UNDETERMINED)

    said = [*due.said("the hearing", "the continued hearing"), *defects]
    if changes:
        said.append(
            f"{facts.jurisdiction_before} leads on the original boundary and {facts.jurisdiction_after} on the revised "
            "one, and the law does not say which board then decides"
        )
    if unknown:
        said.append(are_not_known(unknown))
    is_open = bool(unknown) or facts.continued_to is None or facts.hearing_date is None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=open_by(due.rolled_day),
        answer=due.answer,
        measures={
            **due.measures(),
            **printed.measures(),
            "jurisdiction_changes": changes,
            "new_signature_count_required": False,
        },
        readings={
            **due.readings(open_by),
            "jurisdiction_on_revised_boundary": Reading(
                judge_by(due.rolled_day, of_jurisdiction=State.FAIL),
                due.answer,
                "The board of the town that leads on the revised boundary has to decide.",
            ),
            "jurisdiction_at_filing": Reading(
                judge_by(due.rolled_day, of_jurisdiction=State.PASS),
                due.answer,
                "The board that received the petition goes on.",
            ),
        },
        because=sentence(said),
        parameters=(
            *counting_used(parameters, _DAYS),
            *publication_used(parameters),
            used(parameters.get(_VILLAGE_LAND)),
        ),
        notes=(
            COUNTING_NOTE,
            PUBLICATION_NOTE,
            *printed.consecutive_note(),
            *([_FIRST_WHOSE] if changes and is_open else []),
        ),
    )


def _defects(facts: ContinuanceFacts, parameters: Parameters, printed: Publication) -> list[str]:
    """Say in clauses what is wrong besides the day of the continued hearing."""
    defects = []
    village_sqft = facts.added_in_village_or_city_sqft
    if village_sqft is not None and village_sqft > parameters.number(_VILLAGE_LAND):
        defects.append(f"{quantity(village_sqft, 2)} sq ft of the added territory lie in a village or city")
    defects += printed.defects(consecutive=False).values()
    if facts.revised_boundaries_in_notice is False:
        defects.append("the new notice does not describe the revised boundaries")
    return defects


def _unknown(facts: ContinuanceFacts) -> list[str]:
    """Name what is not known besides the two days of the hearing."""
    return not_known(
        ("when the new notice was published", facts.insertions),
        ("whether the new notice describes the revised boundaries", facts.revised_boundaries_in_notice),
        ("how much of the added territory lies in a village or city", facts.added_in_village_or_city_sqft),
    )


def _jurisdiction_changes(facts: ContinuanceFacts) -> bool | None:
    if facts.jurisdiction_before is None or facts.jurisdiction_after is None:
        return None
    return facts.jurisdiction_before != facts.jurisdiction_after
