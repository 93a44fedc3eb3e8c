"""Is the application for a sewer main extension complete: CKSD-13, CKSD Sewer Use Ordinance ch. VIII(2)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from gis.law.parameters import Parameters
from gis.model.facts.district_permits import ExtensionApplicationFacts, ExtensionItems
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, are_not_known, sentence

ID = "CKSD-13"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. VIII(2)-(4)"
QUESTION = "Is the application complete?"

_SAID: Mapping[str, str] = MappingProxyType(
    {
        "preliminary_plat": "the preliminary plat",
        "contour_map_2ft": "the topographic map with contours every 2 feet",
        "legal_description": "the legal description of the whole area",
        "owners_list": "the names and addresses of all owners in it",
        "electronic_survey": "the survey information in electronic form",
    }
)
"""Each item in words, in the order of the text."""
_ALSO = (
    "The text also asks for the application fee, an agreement to pay the preliminary design, the proposed uses and "
    "zoning, and what else the district requires; these are not looked at here."
)


def judge(facts: ExtensionApplicationFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """List what is missing from an application for a sewer main extension.

    Parameters
    ----------
    facts
        Which items accompany it.
    parameters
        The ordinance on the date of the application; no number of it is used.

    Returns
    -------
    Finding
        `fail` with the items known to be missing, in the order of the text; else `needs_evidence` where one was not
        looked for; else `pass`.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. VIII(2).
    """
    items = facts.items or ExtensionItems()
    missing = [name for name in _SAID if getattr(items, name) is False]
    unseen = [name for name in _SAID if getattr(items, name) is None]
    state = State.FAIL if missing else State.NEEDS_EVIDENCE if unseen else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if facts.items is None else [*missing],
        measures={"items_not_looked_for": [*unseen]},
        readings={},
        because=sentence(_said(missing, unseen)),
        notes=(_ALSO,),
    )


def _said(missing: list[str], unseen: list[str]) -> list[str]:
    said = [f"the application lacks {all_listed([_SAID[name] for name in missing])}"] if missing else []
    if unseen:
        holder = "it" if missing else "the application"
        said.append(are_not_known([f"whether {holder} holds {all_listed([_SAID[name] for name in unseen])}"]))
    return said or [f"the application holds {all_listed([*_SAID.values()])}"]
