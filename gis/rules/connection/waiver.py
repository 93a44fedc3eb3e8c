"""Is a temporary waiver valid, and until when at most: VLG-07, village connection ordinance, waiver paragraph B."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.calendar.counting import add_years
from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.facts.connection import WaiverFacts
from gis.model.finding import Finding, State
from gis.rules.deadline import day_or_null
from gis.rules.impossible import refuse_before, refuse_more_than_whole, refuse_negative
from gis.rules.words import all_listed, are_not_known, day_words, not_known, percent, sentence, used

ID = "VLG-07"
VERSION = "1"
CITATION = "Village connection ordinance, waiver paragraph B"
QUESTION = "Was the waiver validly granted, and until when at most?"

_VOTE = "village_waiver_vote_portion"
_YEARS = "village_waiver_years"
_OWNER_ONLY = (
    "The waiver is the owner's alone; who takes over the property must connect immediately. It does not delay special "
    "assessments unless the village says so."
)


def judge(facts: WaiverFacts, parameters: Parameters) -> Finding:
    """Say whether a temporary waiver is valid, and its last day.

    Parameters
    ----------
    facts
        Members and votes of the board, its two findings, the days of the sewer's installation and of the grant, and
        where there are any the end that the village set and a transfer of ownership.
    parameters
        The ordinance on the date of the grant.

    Returns
    -------
    Finding
        `fail` where votes or a finding are missing or the grant comes after the longest period; `needs_evidence`
        where one of these is not known; else `pass` with the earliest of the longest period's end, the end that the
        village set and the transfer.

    Raises
    ------
    FactsInvalid
        The board has no members or fewer than voted, or an end or a transfer is before the grant.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    Village connection ordinance, waiver paragraph B.
    """
    _refuse_impossible(facts)
    portion, years = parameters.number(_VOTE), parameters.whole(_YEARS)
    longest = None if facts.sewer_installed is None else add_years(facts.sewer_installed, years)
    unmet = _unmet(facts, portion, longest)
    unknown = not_known(
        ("how many members the board has", facts.members),
        ("how many voted for the waiver", facts.votes_for),
        ("whether the village found no hazard to health", facts.no_health_hazard),
        ("whether the village found extraordinary hardship and expense", facts.extraordinary_hardship),
        ("the day on which the sewer was installed", facts.sewer_installed),
        ("the day of the grant", facts.granted),
    )
    state = State.FAIL if unmet else State.NEEDS_EVIDENCE if unknown else State.PASS
    ends = _ends(facts, longest) if state is State.PASS else []
    first = min(ends, key=lambda end: end[0], default=None)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if first is None else day_or_null(first[0]),
        measures={"longest_until": day_or_null(longest)},
        readings={},
        because=sentence(_said(facts, unmet, unknown, first)),
        parameters=(used(parameters.get(_VOTE)), used(parameters.get(_YEARS))),
        notes=(_OWNER_ONLY,),
    )


def _unmet(facts: WaiverFacts, portion: Fraction, longest: dt.date | None) -> list[str]:
    """Say in clauses which conditions of a waiver are known not to be met."""
    unmet = []
    members, votes = facts.members, facts.votes_for
    if members is not None and votes is not None and votes < portion * members:
        unmet.append(
            f"{votes} of the {members} members of the board voted for it, where {percent(portion)} of the entire "
            "membership are needed"
        )
    if facts.no_health_hazard is False:
        unmet.append("the village did not find that no condition is hazardous to health")
    if facts.extraordinary_hardship is False:
        unmet.append("the village did not find extraordinary hardship and expense")
    if longest is not None and facts.granted is not None and facts.granted > longest:
        unmet.append(
            f"it was granted on {day_words(facts.granted)}, after {day_words(longest)}, when the last one ends"
        )
    return unmet


def _ends(facts: WaiverFacts, longest: dt.date | None) -> list[tuple[dt.date, str]]:
    """Return each day that ends the waiver, with what ends it; of two on one day the first named stands."""
    days = (
        (longest, "the longest period after the installation of the sewer ends"),
        (facts.granted_until, "the period that the village set ends"),
        (facts.transferred, "ownership is transferred"),
    )
    return [(day, what) for day, what in days if day is not None]


def _said(facts: WaiverFacts, unmet: list[str], unknown: list[str], first: tuple[dt.date, str] | None) -> list[str]:
    if unmet:
        return [f"the waiver is not valid, because {all_listed(unmet)}"]
    if unknown or first is None:
        return [are_not_known(unknown)]
    day, what = first
    return [
        f"{facts.votes_for} of the {facts.members} members of the board voted for the waiver, with both findings",
        f"it ends on {day_words(day)}, when {what}",
    ]


def _refuse_impossible(facts: WaiverFacts) -> None:
    refuse_negative((("votes_for", facts.votes_for),))
    if facts.members is not None and facts.members < 1:
        raise FactsInvalid(
            what=f"The board has {facts.members} members.",
            where="facts.members",
            why="A board that grants a waiver has members, and a vote of none is unanimous in nothing.",
            next="Give the entire membership, or null where it is not known.",
        )
    if facts.votes_for is not None and facts.members is not None:
        refuse_more_than_whole("votes_for", Fraction(facts.votes_for), Fraction(facts.members), "members")
    for path, day, why in (
        ("granted_until", facts.granted_until, "A waiver ends on or after the day of its grant."),
        ("transferred", facts.transferred, "Only a transfer after the grant ends a waiver; the grantee is the owner."),
    ):
        refuse_before(path, day, "granted", facts.granted, why)
