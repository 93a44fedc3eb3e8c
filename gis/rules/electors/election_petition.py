"""Have enough electors asked for elected commissioners: TSD-26, Wis. Stat. 60.74(4)(a)."""

from __future__ import annotations

from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.electors import ElectionPetitionFacts
from gis.model.finding import Finding, State
from gis.rules.electors.signatures import (
    PORTION,
    election_words,
    modelled_note,
    signatures_needed,
    signatures_short,
    signatures_words,
)
from gis.rules.impossible import refuse_negative
from gis.rules.words import are_not_known, listed, quantity, used

ID = "TSD-26"
VERSION = "2"
CITATION = "Wis. Stat. 60.74(4)(a)"
QUESTION = "Is the petition for elected commissioners signed by enough electors, and does it say which election?"


def judge(facts: ElectionPetitionFacts, parameters: Parameters) -> Finding:
    """Say whether a petition for elected commissioners suffices, where the vote of the district is reported.

    Parameters
    ----------
    facts
        Vote for governor in the district, or of each whole reporting unit that makes it up; valid signatures; what
        the petition asks for. A modelled vote is no reported one.
    parameters
        The law on the date of the petition.

    Returns
    -------
    Finding
        `not_applicable` where commissioners are not appointed; `fail` for too few signatures, a form that is not
        met, or a petition that does not say which election; `needs_evidence` where the vote is not reported (TSD-31
        or TSD-32 then tells the number), or where a fact that decides is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        A vote or a count is negative.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.74(4)(a): at least 20 percent of the vote cast for governor in the district at the last
    gubernatorial election. The five years of 60.74(5m) are another rule.
    """
    units = facts.reporting_units or ()
    refuse_negative(
        [
            ("votes_for_governor", facts.votes_for_governor),
            ("signatures_valid", facts.signatures_valid),
            *((f"reporting_units[{i}].votes_for_governor", unit.votes_for_governor) for i, unit in enumerate(units)),
        ]
    )
    portion = parameters.number(PORTION)
    vote = reported_vote(facts)
    needed = None if vote is None else signatures_needed(vote, portion)
    short = signatures_short(needed, facts.signatures_valid)
    state = _state(facts, short)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if state is State.NOT_APPLICABLE else needed,
        answer_unit="signatures",
        measures={
            "votes_for_governor": number_or_null(vote),
            "signatures_valid": facts.signatures_valid,
            "signatures_short": short,
            "election_used": None if facts.election_date is None else facts.election_date.isoformat(),
            "modelled_units": [*_modelled(facts)],
        },
        readings={},
        because=_because(facts, vote, portion, state),
        parameters=(used(parameters.get(PORTION)),),
        notes=tuple(modelled_note(_modelled(facts))),
    )


def reported_vote(facts: ElectionPetitionFacts) -> Fraction | None:
    """Return the vote of the district as reported: as stated, else the sum of its whole units; null where unknown."""
    if facts.votes_for_governor is not None:
        return facts.votes_for_governor
    votes = [unit.votes_for_governor for unit in facts.reporting_units or ()]
    known = [vote for vote in votes if vote is not None]
    if not votes or len(known) < len(votes) or _modelled(facts):
        return None
    return sum(known, start=Fraction(0))


def _modelled(facts: ElectionPetitionFacts) -> list[str]:
    if facts.votes_for_governor is not None:
        return []
    return [unit.name for unit in facts.reporting_units or () if unit.basis == "modelled"]


def _state(facts: ElectionPetitionFacts, short: int | None) -> State:
    if facts.commissioners_appointed is None:
        return State.NEEDS_EVIDENCE
    if not facts.commissioners_appointed:
        return State.NOT_APPLICABLE
    if short or facts.conforms_8_40 is False or facts.requests == "not_stated":
        return State.FAIL
    if short is None or facts.conforms_8_40 is None or facts.requests is None:
        return State.NEEDS_EVIDENCE
    return State.PASS


def _because(facts: ElectionPetitionFacts, vote: Fraction | None, portion: Fraction, state: State) -> str:
    if state is State.NOT_APPLICABLE:
        return "The commissioners are not appointed, and this petition is for districts whose commissioners are."
    said = [_vote_words(facts, vote, portion)]
    if facts.conforms_8_40 is False:
        said.append("the petition is not in the form that 8.40 asks for")
    if facts.requests == "not_stated":
        said.append("the petition does not say whether it wants a special election or the spring election")
    unknown = [
        name
        for name, is_unknown in (
            ("how many signatures are valid", facts.signatures_valid is None),
            ("whether the petition is in the form of 8.40", facts.conforms_8_40 is None),
            ("which election it asks for", facts.requests is None),
            ("whether the commissioners of now are appointed", facts.commissioners_appointed is None),
        )
        if is_unknown
    ]
    if unknown:
        said.append(are_not_known(unknown))
    return f"{'; '.join(said)}."


def _vote_words(facts: ElectionPetitionFacts, vote: Fraction | None, portion: Fraction) -> str:
    election = election_words(facts.election_date)
    if vote is not None:
        of = f"{quantity(vote, 2)} vote{'' if vote == 1 else 's'} for governor"
        return f"The district cast {of}{election}; " + signatures_words(vote, portion, facts.signatures_valid)
    unknown = [unit.name for unit in facts.reporting_units or () if unit.votes_for_governor is None]
    if unknown:
        why = f"the vote of {listed(unknown)} is not on file"
    elif _modelled(facts):
        why = f"that of {listed(_modelled(facts))} is modelled"
    else:
        why = "it is not known to be made up of whole reporting units with a vote on file"
    return (
        f"The vote for governor in the district{election} is not reported: {why}; the number of signatures then "
        "follows from areas (60.74(6))"
    )
