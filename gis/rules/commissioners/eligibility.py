"""May a person be a commissioner: TSD-35, Wis. Stat. 60.75(3)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from gis.law.parameters import Parameters
from gis.model.facts.commissioners import EligibilityFacts
from gis.model.finding import Finding, State
from gis.rules.words import are_not_known, listed, used

ID = "TSD-35"
VERSION = "2"
CITATION = "Wis. Stat. 60.75(3) (text outside the five texts on file), 60.72(8)"
QUESTION = "May this person be a commissioner?"

_RESIDENTS = "summer_resort_residents"
_ASKED = {
    "resident_of_district": "whether the person resides in the district",
    "owns_property_in_district": "whether the person owns property in the district",
    "summer_resort_district": "whether the district is mainly summer-resort property",
    "another_member_resident": "whether another member is a resident",
    "town_board_commission": "whether the town board is the commission",
}
_WHY_NOT = {
    "summer_resort_district": "the district is not mainly summer-resort property",
    "owns_property_in_district": "the person owns no property in it",
    "another_member_resident": "no other member is a resident",
}
_NOTE = (
    "The five texts on file break off at the heading of 60.75(3). Its text, as in the statutes of 2001, is outside "
    "them; it was read, confidence High."
)


def judge(facts: EligibilityFacts, parameters: Parameters) -> Finding:
    """Say whether a person may be a commissioner, by residence and property in the district.

    Parameters
    ----------
    facts
        Residence and property of the person, the kind of district, and the residence of the other members.
    parameters
        The law on the date of the question.

    Returns
    -------
    Finding
        `pass` or `fail` where every way in which the unknown facts may turn out agrees, else `needs_evidence`;
        `not_applicable` where the town board is the commission.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.75(3)(a)-(c), which is outside the five texts on file.
    """
    states = {_state(known) for known in _completions(facts)}
    state = states.pop() if len(states) == 1 else State.NEEDS_EVIDENCE
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer={State.PASS: True, State.FAIL: False}.get(state),
        measures={},
        readings={},
        because=_because(facts, state),
        parameters=(used(parameters.get(_RESIDENTS)),),
        notes=(_NOTE,),
    )


def _completions(facts: EligibilityFacts) -> Iterator[EligibilityFacts]:
    """Yield the facts with each unknown one taken as true and as false."""
    unknown = [name for name in _ASKED if getattr(facts, name) is None]
    for values in product((True, False), repeat=len(unknown)):
        yield replace(facts, **dict(zip(unknown, values, strict=True)))


def _state(facts: EligibilityFacts) -> State:
    """Judge facts of which none is unknown."""
    if facts.town_board_commission:
        return State.NOT_APPLICABLE
    as_owner = facts.summer_resort_district and facts.owns_property_in_district and facts.another_member_resident
    return State.PASS if facts.resident_of_district or as_owner else State.FAIL


def _because(facts: EligibilityFacts, state: State) -> str:
    if state is State.NOT_APPLICABLE:
        return "The town board is the commission, and residence in the district is not asked of it."
    if state is State.NEEDS_EVIDENCE:
        asked = [words for name, words in _ASKED.items() if _decides(facts, name)]
        return f"It cannot be said: {are_not_known(asked)}."
    if state is State.PASS:
        if facts.resident_of_district:
            return "The person is a resident of the district."
        return (
            "The district is mainly summer-resort property, another member is a resident, and the person owns property "
            "in it."
        )
    why_not = [words for name, words in _WHY_NOT.items() if getattr(facts, name) is False]
    return f"The person is no resident of the district; {listed(why_not)}, so the person would have to be a resident."


def _decides(facts: EligibilityFacts, name: str) -> bool:
    """Whether an unknown fact could turn the outcome, in some way in which the others turn out."""
    return getattr(facts, name) is None and any(
        _state(replace(known, **{name: True})) is not _state(replace(known, **{name: False}))
        for known in _completions(facts)
    )
