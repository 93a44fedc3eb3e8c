"""May the owner of a parcel for recreation apply for the exemption: CKSD-03, ordinance ch. III(6), second paragraph."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.connection import RecreationFacts
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, are_not_known, not_known, sentence

ID = "CKSD-03"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. III(6), second paragraph"
QUESTION = "May the owner apply for the exemption?"

_DISCRETION = (
    "Whether to grant it is the district's decision alone, with limits and conditions that it may set, after weighing "
    "the environment and the health and welfare of its residents."
)
_LEVY = "It never exempts from the sanitary levy, and lasts only while the parcel is vacant and used for recreation."
_ANSWERS = {State.PASS: True, State.FAIL: False}


def judge(facts: RecreationFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether the owner may apply for the exemption for recreation.

    Parameters
    ----------
    facts
        Kind of owner, and whether the parcel is vacant, has a tax number of its own and is used for nothing else.
    parameters
        The ordinance on the date asked about; no number of it is used.

    Returns
    -------
    Finding
        `fail` where a condition is not met; else `needs_evidence` where one is not known; else `pass`. Whether the
        district then grants the exemption is not asked.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. III(6), second paragraph.
    """
    unmet = _unmet(facts)
    unknown = not_known(
        ("who owns the parcel", facts.owner_kind),
        ("whether the parcel is vacant", facts.vacant),
        ("whether it has a tax parcel number of its own", facts.separate_tax_number),
        ("whether it is used solely for public recreation", facts.only_public_recreation),
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
        notes=(_DISCRETION, _LEVY),
    )


def _unmet(facts: RecreationFacts) -> list[str]:
    conditions = (
        (facts.owner_kind == "other", "that owner is neither a government nor a 501(c)(3) organization"),
        (facts.vacant is False, "the parcel is not vacant"),
        (facts.separate_tax_number is False, "it has no tax parcel number of its own"),
        (facts.only_public_recreation is False, "it is not used solely for public recreation"),
    )
    return [words for is_unmet, words in conditions if is_unmet]


def _said(unmet: list[str], unknown: list[str]) -> list[str]:
    if unmet:
        return [f"the owner may not apply, because {all_listed(unmet)}"]
    if unknown:
        return [are_not_known(unknown)]
    return [
        "a government or 501(c)(3) organization owns a vacant parcel with a tax number of its own",
        "it is used solely for public recreation, so the owner may apply",
    ]
