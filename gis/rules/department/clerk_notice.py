"""Is the department's hearing announced to each town in time: TSD-16, Wis. Stat. 60.72(3)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.department import DepartmentNoticeFacts, NotifiedTown
from gis.model.finding import Finding, State
from gis.rules.deadline import MINIMUM_NOTE, Notice, minimum_notice
from gis.rules.impossible import refuse_negative, refuse_twice
from gis.rules.publication import PUBLICATION_NOTE, publication, publication_used
from gis.rules.words import day_words, listed, sentence, used

ID = "TSD-16"
VERSION = "2"
CITATION = "Wis. Stat. 60.72(3)"
QUESTION = "Was notice mailed to the clerk of each town in the area at least 30 days before the DNR hearing?"

_DAYS = "department_notice_days"


def judge(facts: DepartmentNoticeFacts, parameters: Parameters) -> Finding:
    """Say whether every town in the area had the department's notice in time.

    Parameters
    ----------
    facts
        Day of the hearing; each town with its land in the area (0 where it only touches) and the mailing to its
        clerk; insertions by the town board where they are known.
    parameters
        The law on the date of the hearing.

    Returns
    -------
    Finding
        `fail` where a mailing is late, or insertions are given and are too few or late; else `needs_evidence` where
        the hearing, the towns or a mailing is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        A town stands twice or has a negative area.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.72(3); ch. 985.
    """
    towns = facts.towns or ()
    refuse_twice((f"towns[{i}].name", town.name) for i, town in enumerate(towns))
    refuse_negative((f"towns[{i}].overlap_area_sqft", town.overlap_area_sqft) for i, town in enumerate(towns))
    to_notify = [town for town in towns if town.overlap_area_sqft is None or town.overlap_area_sqft > 0]
    mailed = [town.mailed for town in to_notify if town.mailed is not None]
    latest = max(mailed) if mailed and len(mailed) == len(to_notify) else None
    notice = minimum_notice(facts.holidays, facts.hearing_date, parameters.whole(_DAYS), latest)
    late = [
        town for town in to_notify if notice.day is not None and town.mailed is not None and town.mailed > notice.day
    ]
    printed = publication(parameters, facts.hearing_date, facts.insertions)
    defects = printed.defects(consecutive=False)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.FAIL if late or defects else notice.state,
        answer=notice.answer,
        measures={
            **notice.measures(),
            "towns_to_notify": [town.name for town in to_notify],
            **printed.measures(),
        },
        readings={},
        because=sentence([*_said(notice, to_notify, late), *defects.values()]),
        parameters=(used(parameters.get(_DAYS)), *publication_used(parameters)),
        notes=(MINIMUM_NOTE, PUBLICATION_NOTE, *printed.consecutive_note()),
    )


def _said(notice: Notice, to_notify: list[NotifiedTown], late: list[NotifiedTown]) -> list[str]:
    """Say what is due, which mailing is late and which is not known."""
    said = notice.said("the hearing", "the last mailing")[:1]
    if not to_notify:
        return [*said, "which towns lie in the area is not known"]
    said += [f"the mailing to {town.name} on {day_words(town.mailed)} is late" for town in late if town.mailed]
    unknown = [town.name for town in to_notify if town.mailed is None]
    if unknown:
        said.append(f"the day of the mailing to {listed(unknown)} is not known")
    if notice.act is not None and notice.day is not None and not late:
        said.append(f"the notice is mailed to {listed([town.name for town in to_notify])} in time")
    return said
