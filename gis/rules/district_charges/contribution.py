"""Does a parcel owe the sewer contribution charge, and is it billed yet: CKSD-04, ordinance ch. I(55) and II(2)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.exact import money
from gis.model.facts.district_charges import ContributionFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_parts_of_cent
from gis.rules.words import are_not_known, day_words, dollars, not_known, sentence

ID = "CKSD-04"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. I(55), ch. II(2)"
QUESTION = "Is the parcel subject to the charge, and is it billed yet?"

_ANSWERS = {State.PASS: True, State.FAIL: False}


def judge(facts: ContributionFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether a parcel owes the sewer contribution charge (SCAC).

    Parameters
    ----------
    facts
        Whether the system can serve the parcel, whether it is vacant and improved, the day on which its lateral was
        observed, and the amount in the Schedule (dollars).
    parameters
        The ordinance on the date of the charge; no number of it is used.

    Returns
    -------
    Finding
        `fail` where the system cannot serve the parcel, or it is vacant and unimproved; else `needs_evidence` where
        one of the two is not known; else `pass`. An unknown amount leaves only the measure null.

    Raises
    ------
    FactsInvalid
        The amount is negative or has parts of a cent.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. I(55), ch. II(2).
    """
    refuse_parts_of_cent("schedule_amount", facts.schedule_amount)
    excluded = _is_vacant_and_unimproved(facts)
    if facts.serviceable is False or excluded:
        state = State.FAIL
    elif facts.serviceable is None or excluded is None:
        state = State.NEEDS_EVIDENCE
    else:
        state = State.PASS
    amount = facts.schedule_amount if state is State.PASS else None
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={
            "amount": None if amount is None else money(amount),
            "billed": state is not State.FAIL and facts.lateral_observed is not None,
        },
        readings={},
        because=sentence(_said(facts, state)),
    )


def _is_vacant_and_unimproved(facts: ContributionFacts) -> bool | None:
    if facts.vacant is False or facts.improved is True:
        return False
    return None if facts.vacant is None or facts.improved is None else True


def _said(facts: ContributionFacts, state: State) -> list[str]:
    if state is State.FAIL:
        if facts.serviceable is False:
            return ["the sewer system cannot serve the parcel, and only parcels that it can serve bear the charge"]
        return ["the parcel is vacant and unimproved, and such parcels alone are excluded from the charge"]
    if state is State.NEEDS_EVIDENCE:
        open_facts = not_known(
            ("whether the sewer system can serve the parcel", facts.serviceable),
            ("whether the parcel is vacant", facts.vacant if _is_vacant_and_unimproved(facts) is None else True),
            ("whether it is improved", facts.improved if _is_vacant_and_unimproved(facts) is None else True),
        )
        return [are_not_known(open_facts)]
    how = "is not vacant" if facts.vacant is False else "is improved"
    said = [f"the sewer system can serve the parcel, which {how}, so the charge applies once"]
    if facts.schedule_amount is None:
        said.append("the amount in the district's Schedule is not stated")
    else:
        said.append(f"the Schedule sets it at {dollars(facts.schedule_amount)}")
    if facts.lateral_observed is None:
        return [*said, "it is billed only after the lateral is installed and observed"]
    return [*said, f"the lateral was observed on {day_words(facts.lateral_observed)}, so it is billed"]
