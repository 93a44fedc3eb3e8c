"""How many signatures by area, in one municipality: TSD-31, Wis. Stat. 60.74(6)(a)-(b)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number, number_or_null
from gis.model.facts.electors import ElectorAreaFacts
from gis.model.finding import Finding, Reading, State
from gis.rules.electors.elections import TERM, last_governor_election
from gis.rules.electors.signatures import (
    PORTION,
    DistrictVote,
    doubt_words,
    election_words,
    modelled_note,
    quotient,
    signatures_needed,
    signatures_short,
    signatures_words,
    sufficiency,
    vote_margin,
)
from gis.rules.formulas import chosen
from gis.rules.impossible import refuse_negative
from gis.rules.span import Span
from gis.rules.words import are_not_known, day_words, listed, quantity, used

ID = "TSD-31"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(6)(a)-(b)"
QUESTION = "How many signatures does a petition need, by area, where the vote of the district is not reported?"

_METHOD = "district_vote_method"
_PARAMETERS = (PORTION, _METHOD, TERM)
_SHARES = {"area_quotient": quotient}
"""How the district's share of a vote is found, by the choice of the law."""
_READINGS = {
    "total_area": "Both areas are taken with their water.",
    "land_only": "Both areas are taken without water.",
}


def judge(facts: ElectorAreaFacts, parameters: Parameters) -> Finding:
    """Say how many electors must sign, by the district's share of its municipality's area.

    Parameters
    ----------
    facts
        Areas of district and municipality, square miles on the ground, and the municipality's vote for governor. Of
        several elections the last general one of a governor on or before the petition counts, and no recall.
    parameters
        The law on the date of the petition.

    Returns
    -------
    Finding
        `pass` where the number is computed, and met if signatures are stated; `fail` for too few; `within_tolerance`
        where the layers' accuracy could turn one into the other; `needs_evidence` where an area or the vote is not
        known; `not_applicable` for a district in several municipalities.

    Raises
    ------
    FactsInvalid
        An area, a vote or a count is negative, or the district larger than its municipality.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(6)(a)-(b). Nothing is rounded before the signatures. "The last general election" is read as the
    last one that elected a governor: others have no vote for governor.
    """
    _refuse_impossible(facts)
    portion = parameters.number(PORTION)
    election, vote = _vote(facts, parameters)
    share_by = chosen(parameters, _METHOD, _SHARES)
    share = share_by(facts.district_area_sqmi, facts.municipality_area_sqmi, "municipality_area_sqmi")
    found = _district_vote(facts, share, vote)
    state = sufficiency(found, portion, facts.signatures_valid)
    if facts.several_municipalities:
        found, state = None, State.NOT_APPLICABLE
    needed = None if found is None else signatures_needed(found.value, portion)
    applies = state is not State.NOT_APPLICABLE
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=needed,
        answer_unit="signatures",
        measures={
            "quotient": number_or_null(share),
            "district_vote": None if found is None else number(found.value),
            "election_used": None if election is None else election.isoformat(),
            "signatures_short": signatures_short(needed, facts.signatures_valid),
            "votes_for_governor": number_or_null(vote),
            "votes_basis": facts.votes_basis if vote is not None else None,
            "district_area_sqmi": number_or_null(facts.district_area_sqmi),
            "municipality_area_sqmi": number_or_null(facts.municipality_area_sqmi),
            "district_land_area_sqmi": number_or_null(facts.district_land_area_sqmi),
            "municipality_land_area_sqmi": number_or_null(facts.municipality_land_area_sqmi),
        }
        if applies
        else {},
        readings=_readings(facts, vote, (state, needed), portion) if applies else {},
        because=_because(facts, (election, vote), found, portion),
        parameters=tuple(used(parameters.get(name)) for name in _PARAMETERS),
        margin=vote_margin(found, portion, facts.signatures_valid, facts.boundary_accuracy_ft) if found else None,
        notes=(*_notes(facts, vote), *_passed_over(facts, election)) if applies else (),
    )


def _vote(facts: ElectorAreaFacts, parameters: Parameters) -> tuple[dt.date | None, Fraction | None]:
    """Return the election that counts, and the municipality's vote at it; null where either is not known."""
    elections = facts.governor_elections or ()
    if facts.votes_for_governor is not None or not elections or facts.petition_filed is None:
        return facts.election_date, facts.votes_for_governor
    due = last_governor_election(facts.petition_filed, parameters)
    return due, next((one.votes_for_governor for one in elections if one.date == due), None)


def _passed_over(facts: ElectorAreaFacts, election: dt.date | None) -> list[str]:
    """Say which listed elections since the last general one are not counted: no governor is elected at those."""
    if election is None or facts.petition_filed is None or facts.votes_for_governor is not None:
        return []
    later = sorted(one.date for one in facts.governor_elections or () if election < one.date <= facts.petition_filed)
    if not later:
        return []
    days = listed([day_words(day) for day in later])
    told = (
        f"Not counted: {days}. The last general election of a governor on or before the petition was on "
        f"{day_words(election)}; a recall, or a year without such an election, is none (60.74(6)(b))."
    )
    return [told]


def _district_vote(facts: ElectorAreaFacts, share: Fraction | None, vote: Fraction | None) -> DistrictVote | None:
    if share is None or vote is None or facts.several_municipalities is None:
        return None
    whole, low, high = facts.municipality_area_sqmi, facts.district_area_low_sqmi, facts.district_area_high_sqmi
    bounds = None
    if whole is not None and low is not None and high is not None:
        bounds = Span(low / whole * vote, min(high / whole, Fraction(1)) * vote)
    return DistrictVote(share * vote, bounds)


def _readings(
    facts: ElectorAreaFacts, vote: Fraction | None, default: tuple[State, int | None], portion: Fraction
) -> dict[str, Reading]:
    readings = {"total_area": Reading(*default, _READINGS["total_area"])}
    share = quotient(facts.district_land_area_sqmi, facts.municipality_land_area_sqmi, "municipality_land_area_sqmi")
    if share is not None and vote is not None and default[1] is not None:
        found = DistrictVote(share * vote)
        readings["land_only"] = Reading(
            sufficiency(found, portion, facts.signatures_valid),
            signatures_needed(found.value, portion),
            _READINGS["land_only"],
        )
    return readings


def _because(
    facts: ElectorAreaFacts,
    counted: tuple[dt.date | None, Fraction | None],
    found: DistrictVote | None,
    portion: Fraction,
) -> str:
    election, vote = counted
    place = facts.municipality or "the municipality"
    if facts.several_municipalities:
        return "The district lies in more than one municipality, so its vote is found part by part (60.74(6)(c))."
    if found is None or vote is None or facts.district_area_sqmi is None or facts.municipality_area_sqmi is None:
        missing = [
            name
            for name, is_missing in (
                ("whether the district lies in one municipality only", facts.several_municipalities is None),
                ("the area of the district", facts.district_area_sqmi is None),
                (f"the area of {place}", facts.municipality_area_sqmi is None),
                (f"the vote of {place} for governor{election_words(election)}", vote is None),
            )
            if is_missing
        ]
        return f"The number of signatures cannot be computed: {are_not_known(missing)}."
    said = (
        f"The district has {quantity(facts.district_area_sqmi, 4)} of the {quantity(facts.municipality_area_sqmi, 4)} "
        f"sq mi of {place}, so {quantity(found.value, 2)} of its {quantity(vote, 2)} votes for "
        f"governor{election_words(election)}; {signatures_words(found.value, portion, facts.signatures_valid)}"
    )
    if sufficiency(found, portion, facts.signatures_valid) is State.WITHIN_TOLERANCE:
        said += doubt_words(found, portion, facts.signatures_valid, facts.boundary_accuracy_ft)
    return f"{said}."


def _notes(facts: ElectorAreaFacts, vote: Fraction | None) -> list[str]:
    notes = ["Both areas are total areas, water included, unless the reading land_only is taken."]
    if vote is not None and facts.votes_basis == "modelled":
        notes += modelled_note([facts.municipality or "the municipality"])
    return notes


def _refuse_impossible(facts: ElectorAreaFacts) -> None:
    names = (
        "district_area_sqmi",
        "municipality_area_sqmi",
        "district_land_area_sqmi",
        "municipality_land_area_sqmi",
        "district_area_low_sqmi",
        "district_area_high_sqmi",
        "votes_for_governor",
        "signatures_valid",
    )
    refuse_negative((name, getattr(facts, name)) for name in names)
    refuse_negative(
        (f"governor_elections[{i}].votes_for_governor", one.votes_for_governor)
        for i, one in enumerate(facts.governor_elections or ())
    )
