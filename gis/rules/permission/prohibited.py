"""Is this kind of connection prohibited: VLG-11, village connection ordinance, A(2) and prohibited connections."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.permission import ProhibitedFacts
from gis.model.finding import Finding, State
from gis.rules.words import are_not_known, sentence

ID = "VLG-11"
VERSION = "1"
CITATION = "Village connection ordinance, A(2) and prohibited connections A-B"
QUESTION = "Is the connection allowed?"


def judge(facts: ProhibitedFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether a connection is of a kind that no local sewer takes.

    Parameters
    ----------
    facts
        What the connection carries, and whether a septic tank is required or permitted pretreatment.
    parameters
        The ordinance on the date of the application; no number of it is used.

    Returns
    -------
    Finding
        `pass` allowed, `fail` prohibited; `needs_evidence` without answer where what decides is not known.

    Notes
    -----
    Village connection ordinance, A(2) and prohibited connections A-B.
    """
    allowed, said = _allowed(facts)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if allowed is None else State.PASS if allowed else State.FAIL,
        answer=allowed,
        measures={},
        readings={},
        because=sentence([said]),
    )


def _allowed(facts: ProhibitedFacts) -> tuple[bool | None, str]:
    """Return whether the connection is allowed, and why in a clause; null where it is not known."""
    match facts.kind:
        case None:
            return None, are_not_known(["what the connection carries"])
        case "building_sewer":
            return True, "a building sewer is no prohibited connection"
        case "combined_storm":
            return False, "no combined storm and sanitary sewer is connected to a local sewer"
        case "foundation_drain":
            return False, "no connection may carry flow from a foundation drain"
        case "septic_contents":
            return _septic(facts.required_pretreatment)


def _septic(pretreatment: bool | None) -> tuple[bool | None, str]:
    if pretreatment is None:
        return None, are_not_known(["whether the septic tank is required or permitted pretreatment"])
    if pretreatment:
        return True, "the septic tank serves as pretreatment that is required or permitted"
    return False, "no connection may carry the contents of a septic or holding tank"
