"""Is a detached building free of contribution and user charge: CKSD-09, CKSD Sewer Use Ordinance ch. II(5)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.district_charges import DetachedBuildingFacts
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, are_not_known, not_known, sentence

ID = "CKSD-09"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. II(5)"
QUESTION = "Is the detached building free of the contribution and user charge?"

_ANSWERS = {State.PASS: True, State.FAIL: False}
_LATER = "From the first day of another use as a dwelling or business the owner pays both charges at once."


def judge(facts: DetachedBuildingFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether a detached building with plumbing connects without contribution and user charge.

    Parameters
    ----------
    facts
        Whether it is connected through the private interceptor, whether it is a dwelling or business, and whether the
        owner made the agreement.
    parameters
        The ordinance on the date asked about; no number of it is used.

    Returns
    -------
    Finding
        `fail` where a condition is not met; else `needs_evidence` where one is not known; else `pass`.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. II(5).
    """
    unmet = _unmet(facts)
    unknown = not_known(
        ("whether the building is connected through the private interceptor", facts.private_interceptor),
        ("whether it is used as a dwelling or business", facts.dwelling_or_business),
        ("whether the owner made the agreement in recordable form", facts.recordable_agreement),
    )
    state = State.FAIL if unmet else State.NEEDS_EVIDENCE if unknown else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={},
        readings={},
        because=sentence(_said(unmet, unknown)),
        notes=(_LATER,) if state is State.PASS else (),
    )


def _unmet(facts: DetachedBuildingFacts) -> list[str]:
    conditions = (
        (facts.private_interceptor is False, "it is not connected through the private interceptor on the property"),
        (facts.dwelling_or_business is True, "it is used as a dwelling or business"),
        (facts.recordable_agreement is False, "the owner made no agreement in recordable form"),
    )
    return [words for is_unmet, words in conditions if is_unmet]


def _said(unmet: list[str], unknown: list[str]) -> list[str]:
    if unmet:
        return [f"the detached building bears both charges, because {all_listed(unmet)}"]
    if unknown:
        return [are_not_known(unknown)]
    return [
        "the detached building is connected through the private interceptor and is no dwelling or business",
        "the owner made the agreement, so neither charge is due for it",
    ]
