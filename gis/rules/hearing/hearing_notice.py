"""Is the hearing properly published and mailed: TSD-07, Wis. Stat. 60.71(4)(b)."""

from __future__ import annotations

import datetime as dt

from gis.law.parameters import Parameters
from gis.model.facts.hearing import HearingNoticeFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import MINIMUM_NOTE, Notice, day_or_null, minimum_notice
from gis.rules.publication import PUBLICATION_NOTE, Publication, publication, publication_used
from gis.rules.words import are_not_known, day_words, not_known, sentence, used

ID = "TSD-07"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(4)(b); class 2 notice, ch. 985"
QUESTION = "Was the hearing properly published and mailed?"

_MAILING = "department_mailing_days"
_DSPS = "the Department of Safety and Professional Services"
_DNR = "the Department of Natural Resources"


def judge(facts: HearingNoticeFacts, parameters: Parameters) -> Finding:
    """Say what is wrong with the notice of a hearing.

    Parameters
    ----------
    facts
        Day of the hearing, of each publication and of each mailing; whether the notice describes the boundaries.
    parameters
        The law on the date of the hearing.

    Returns
    -------
    Finding
        Its answer lists the defects found. `fail` where there is one; else `needs_evidence` where a fact that could
        hold one is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        A day of the notice lies outside the calendar.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(4)(b); ch. 985.
    """
    printed = publication(parameters, facts.hearing_date, facts.insertions)
    mailings = [
        minimum_notice(facts.holidays, facts.hearing_date, parameters.whole(_MAILING), mailed)
        for mailed in (facts.notice_mailed_dsps, facts.notice_mailed_dnr)
    ]
    found = {**printed.defects(consecutive=True), **_other_defects(facts, *mailings)}
    unknown = not_known(
        ("the day of the hearing", facts.hearing_date),
        ("when the notice was published", facts.insertions),
        (f"when the notice was mailed to {_DSPS}", facts.notice_mailed_dsps),
        (f"when the notice was mailed to {_DNR}", facts.notice_mailed_dnr),
        ("whether the notice describes the boundaries", facts.boundary_description_in_notice),
    )
    days_mailed = [mailing.days_before for mailing in mailings if mailing.days_before is not None]
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.FAIL if found else State.NEEDS_EVIDENCE if unknown else State.PASS,
        answer=[*found],
        measures={
            **printed.measures(),
            "mail_by": mailings[0].answer,
            "mail_plan_by": day_or_null(mailings[0].plan_day),
            "days_last_insertion": printed.days_before,
            "days_mailed": min(days_mailed) if len(days_mailed) == len(mailings) else None,
        },
        readings={},
        because=_because(facts, printed, mailings[0].day, found, unknown),
        parameters=(used(parameters.get(_MAILING)), *publication_used(parameters)),
        notes=(PUBLICATION_NOTE, MINIMUM_NOTE),
    )


def _other_defects(facts: HearingNoticeFacts, dsps: Notice, dnr: Notice) -> dict[str, str]:
    """Return what is wrong with the mailings and the text, each by its name and said in a clause."""
    rows = (
        ("dsps_mailing_late", dsps.state is State.FAIL, _late(dsps, _DSPS)),
        ("dnr_mailing_late", dnr.state is State.FAIL, _late(dnr, _DNR)),
        (
            "no_boundary_description",
            facts.boundary_description_in_notice is False,
            "the notice does not describe the boundaries",
        ),
    )
    return {name: said for name, is_defect, said in rows if is_defect}


def _late(mailing: Notice, department: str) -> str:
    """Say that a mailing is late, with its last day."""
    late = mailing.said("the hearing", f"the mailing to {department}")[-1]
    return late if mailing.day is None else f"{late}, the last day for it being {day_words(mailing.day)}"


def _because(
    facts: HearingNoticeFacts,
    printed: Publication,
    mailed_by: dt.date | None,
    found: dict[str, str],
    unknown: list[str],
) -> str:
    said = [*found.values()]
    if unknown:
        said += [] if found else ["nothing that is on file of the notice is wrong"]
        said += _last_days(facts, printed, mailed_by)
        said.append(are_not_known(unknown))
    if not said and facts.hearing_date is not None:
        said.append(
            f"for the hearing of {day_words(facts.hearing_date)} the notice is published twice, the last time at least "
            "a week before, and mailed to both departments in time, with a description of the boundaries"
        )
    return sentence(said)


def _last_days(facts: HearingNoticeFacts, printed: Publication, mailed_by: dt.date | None) -> list[str]:
    """Say by when that has to be done of which nobody knows when it was."""
    said = []
    if facts.insertions is None and printed.first_by is not None and printed.second_by is not None:
        said.append(
            f"the two insertions have to be made by {day_words(printed.first_by)} and {day_words(printed.second_by)}"
        )
    if mailed_by is not None and None in (facts.notice_mailed_dsps, facts.notice_mailed_dnr):
        said.append(f"the last day for mailing is {day_words(mailed_by)}")
    return said
