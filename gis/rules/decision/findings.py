"""Must the board order the district: TSD-12, Wis. Stat. 60.71(6)(b)-(d) and (f).

All three findings yes: it orders. Only benefit partly no: it orders without the land that is not benefited. Anything
else in the negative: it dismisses, and the petitioners pay the costs.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.decision import BoardDecisionFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_more_than_whole, refuse_negative
from gis.rules.words import listed, not_known, quantity, used

ID = "TSD-12"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(6)(b)-(d), (f)"
QUESTION = "Must the board order the district (rather than dismiss)?"

Decision = Literal["order", "order_with_exclusion", "dismiss"]

_FINDINGS = "board_findings"
_NEGATIVE = frozenset({"no", "partly"})
_SAID = {
    "finding_necessary": "that the work is necessary",
    "finding_welfare": "that health, safety, convenience or welfare is promoted",
    "finding_benefit": "that the property is benefited",
}


def judge(facts: BoardDecisionFacts, parameters: Parameters) -> Finding:
    """Say what the board's own findings oblige it to do, and what area the order covers.

    Parameters
    ----------
    facts
        The three findings, which only the board makes, and the territory described and found not benefited, acres.
    parameters
        The law on the date of the decision.

    Returns
    -------
    Finding
        `pass` where an order must issue; `fail` where the proceeding must be dismissed; `needs_evidence` where a
        finding is missing and none that is known forces dismissal, or the land not benefited is not described.

    Raises
    ------
    FactsInvalid
        An area or number is negative, or more land is not benefited than the territory has.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(6)(b)-(d) and (f). The statute does not ask that what remains be in one piece.
    """
    fields = ("district_area_acres", "not_benefited_area_acres", "final_parts")
    refuse_negative((field, getattr(facts, field)) for field in fields)
    whole, excluded = facts.district_area_acres, facts.not_benefited_area_acres
    refuse_more_than_whole("not_benefited_area_acres", excluded, whole, "acres")
    decision = _decision(facts)
    left_out = {"order": Fraction(0), "order_with_exclusion": excluded}.get(decision or "")
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=State.NEEDS_EVIDENCE if decision is None else State.FAIL if decision == "dismiss" else State.PASS,
        answer=decision,
        measures={
            "final_area_acres": None if whole is None or left_out is None else number_or_null(whole - left_out),
            "excluded_area_acres": number_or_null(left_out),
            "costs_to_petitioners": None if decision is None else decision == "dismiss",
            "multipart_warning": None if facts.final_parts is None else facts.final_parts > 1,
        },
        readings={},
        because=_because(facts, decision),
        parameters=(used(parameters.get(_FINDINGS)),),
        notes=tuple(_notes(facts, decision)),
    )


def _decision(facts: BoardDecisionFacts) -> Decision | None:
    """Follow the table of 60.71(6); null where a missing fact decides."""
    if facts.finding_necessary in _NEGATIVE or facts.finding_welfare in _NEGATIVE or facts.finding_benefit == "no":
        return "dismiss"
    if facts.finding_benefit == "partly" and _is_whole_excluded(facts):
        return "dismiss"
    if facts.finding_necessary is None or facts.finding_welfare is None or facts.finding_benefit is None:
        return None
    if facts.finding_benefit == "yes":
        return "order"
    return None if facts.not_benefited_area_acres is None else "order_with_exclusion"


def _is_whole_excluded(facts: BoardDecisionFacts) -> bool:
    return bool(facts.district_area_acres) and facts.not_benefited_area_acres == facts.district_area_acres


def _because(facts: BoardDecisionFacts, decision: Decision | None) -> str:
    if decision == "order":
        return "All three findings are in the affirmative, so the board must order the district as described."
    if decision == "order_with_exclusion":
        excluded, whole = facts.not_benefited_area_acres or Fraction(0), facts.district_area_acres
        of = "" if whole is None else f" of the {quantity(whole, 2)}"
        rest = "" if whole is None else f", which leaves {quantity(whole - excluded, 2)} acres"
        return (
            f"All findings are in the affirmative except that {quantity(excluded, 2)}{of} acres are not benefited, so "
            f"the board must order the district without them{rest}."
        )
    if decision == "dismiss":
        refused = [
            f"{'found only in part' if found == 'partly' else 'did not find'} {said}"
            for name, said in _SAID.items()
            if (found := getattr(facts, name)) in _NEGATIVE and (name != "finding_benefit" or found == "no")
        ]
        refused = refused or ["found of no part of the territory that it is benefited"]
        return f"The board {listed(refused)}, so it must dismiss, and the petitioners pay its reasonable costs."
    unknown = not_known(*((said, getattr(facts, name)) for name, said in _SAID.items()))
    missing = [f"whether the board found {listed(unknown)}"] if unknown else []
    if facts.finding_benefit == "partly" and facts.not_benefited_area_acres is None:
        missing.append("which part of the territory is not benefited, which an order has to describe,")
    return f"What the board must do cannot be said yet: {'; '.join(missing)} is not on file."


def _notes(facts: BoardDecisionFacts, decision: Decision | None) -> list[str]:
    said = []
    if decision == "order_with_exclusion" and facts.not_benefited_area_acres == 0:
        said.append(
            "Part of the territory is found not benefited, while 0 acres are described as that part; one of the two "
            "should be corrected."
        )
    if facts.final_parts is not None and facts.final_parts > 1:
        said.append(
            f"What remains lies in {facts.final_parts} separate pieces; the statute does not forbid that, and the "
            "board should mean it."
        )
    if decision == "order" and facts.not_benefited_area_acres:
        said.append(
            f"{quantity(facts.not_benefited_area_acres, 2)} acres are described as not benefited, while the finding on "
            "benefit is yes for the whole; one of the two should be corrected."
        )
    return said
