"""May the village grant permission to connect: VLG-02, village connection ordinance, A(1) and B(1)."""

from __future__ import annotations

from gis.law.parameters import Parameters
from gis.model.facts.permission import VillageCapacityFacts
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, are_not_known, sentence

ID = "VLG-02"
VERSION = "1"
CITATION = "Village connection ordinance, A(1) and B(1)"
QUESTION = "May the village grant permission?"

_ANSWERS = {State.PASS: "allow", State.FAIL: "deny"}
_WORDS = {
    "local_sewer_adequate": (
        "whether the local sewer is sized for the added flow",
        "the local sewer is not sized for the added flow",
    ),
    "commission_capacity": (
        "whether the Commission's wastewater facilities have capacity",
        "the Commission indicates that the wastewater facilities have no capacity",
    ),
    "downstream_adequate": (
        "whether downstream collection has capacity",
        "the capacity of downstream collection is inadequate",
    ),
}
"""What is asked of each fact, and what is said where the answer is no."""


def judge(facts: VillageCapacityFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether capacity allows the village to grant permission.

    Parameters
    ----------
    facts
        Whether the local sewer, the Commission's facilities and downstream collection can take the added flow.
    parameters
        The ordinance on the date of the application; no number of it is used.

    Returns
    -------
    Finding
        `fail` where one of them cannot; else `needs_evidence` where one is not known; else `pass`.

    Notes
    -----
    Village connection ordinance, A(1) and B(1).
    """
    found: dict[str, bool | None] = {name: getattr(facts, name) for name in _WORDS}
    failing = [name for name, is_adequate in found.items() if is_adequate is False]
    unknown = [name for name, is_adequate in found.items() if is_adequate is None]
    state = State.FAIL if failing else State.NEEDS_EVIDENCE if unknown else State.PASS
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=_ANSWERS.get(state),
        measures={"failing": [*failing]},
        readings={},
        because=sentence([_said(failing, unknown)]),
    )


def _said(failing: list[str], unknown: list[str]) -> str:
    if failing:
        return f"the village may not grant permission, because {all_listed([_WORDS[name][1] for name in failing])}"
    if unknown:
        return are_not_known([_WORDS[name][0] for name in unknown])
    return "the local sewer, the Commission's facilities and downstream collection can all take the added flow"
