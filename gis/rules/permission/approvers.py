"""Whose approval does a connection need: VLG-01, village connection ordinance, introduction and A(1)."""

from __future__ import annotations

from pydantic import JsonValue

from gis.law.parameters import Parameters
from gis.model.facts.permission import ApproverFacts
from gis.model.finding import Finding, State
from gis.rules.words import are_not_known, sentence

ID = "VLG-01"
VERSION = "1"
CITATION = "Village connection ordinance, introduction and A(1)"
QUESTION = "Whose approval is needed?"

_VILLAGE, _COMMISSION = "Village", "Commission"


def judge(facts: ApproverFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say who approves or denies a connection.

    Parameters
    ----------
    facts
        Owner of the sewer, and whether the connection is industrial or of a significant discharger.
    parameters
        The ordinance on the date of the application; no number of it is used.

    Returns
    -------
    Finding
        `pass` with the approvers; `needs_evidence` where the owner of the sewer is not known, or that of a local one
        is and the kind of discharger is not.

    Notes
    -----
    Village connection ordinance, introduction and A(1). The preapproval by both is asked for local sewers only.
    """
    approvers, said = _approvers(facts)
    answer: JsonValue = None if approvers is None else [*approvers]
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if approvers is None else State.PASS,
        answer=answer,
        measures={},
        readings={},
        because=sentence([said]),
    )


def _approvers(facts: ApproverFacts) -> tuple[list[str] | None, str]:
    """Return who approves, and why in a clause; null where it is not known."""
    if facts.sewer_owner is None:
        return None, are_not_known(["who owns the sewer"])
    if facts.sewer_owner == "regional":
        return [_COMMISSION], "the Commission reviews connections to a regional sewer"
    if facts.industrial_or_significant is None:
        return None, are_not_known(["whether the connection is industrial or of a significant discharger"])
    if facts.industrial_or_significant:
        both = "an industrial connection, or one of a significant discharger, is preapproved by Village and Commission"
        return [_VILLAGE, _COMMISSION], both
    return [_VILLAGE], "the Village reviews connections to a local sewer"
