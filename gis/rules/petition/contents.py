"""Does the petition hold what it must: TSD-03, Wis. Stat. 60.71(2)(a)1.-6. and (b).

Defects are warnings. A petition that enough owners signed may not be declared void for them, and the board may let it
be amended at any time.
"""

from __future__ import annotations

from dataclasses import fields

from gis.law.parameters import Parameters
from gis.model.facts.petition import PetitionContents, PetitionContentsFacts
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, used

ID = "TSD-03"
VERSION = "2"
CITATION = "Wis. Stat. 60.71(2)(a)1.-6., (2)(b)"
QUESTION = "Does the petition hold the six required items?"

_ITEMS = "petition_items"
_SAID = {
    "name": "the proposed name",
    "necessity": "a statement of the necessity of the work",
    "welfare_and_benefit": "a statement that welfare is promoted and the property benefited",
    "legal_description": "a legal description of the boundaries",
    "plat_or_sketch": "a plat or sketch",
    "improvements": "a general description of the improvements",
}
_DOES_NOT_CLOSE, _SKETCH_DIFFERS = "description_does_not_close", "sketch_differs"
_FAULTS = {
    _DOES_NOT_CLOSE: "the legal description does not end where it began",
    _SKETCH_DIFFERS: "the sketch does not match the description",
}


def judge(facts: PetitionContentsFacts, parameters: Parameters) -> Finding:
    """List what is missing or defective, and say whether that matters.

    Parameters
    ----------
    facts
        Which of the six items the petition holds, whether enough owners signed (TSD-02), and what a check of
        description and sketch showed; a check that nobody made is no defect.
    parameters
        The law on the date the petition was filed.

    Returns
    -------
    Finding
        `pass` without defect; `within_tolerance` with defects and enough signatures, which cannot void the petition;
        `fail` with defects and too few; `needs_evidence` where it is not known whether enough signed, or where an
        item nobody looked for could be the only defect.

    Raises
    ------
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Wis. Stat. 60.71(2)(a)1.-6. and (b).
    """
    unseen = _items(facts.contents, value=None)
    defects = None if facts.contents is None else [*_items(facts.contents, value=False), *_faults(facts)]
    state = _state(facts, defects or [], unseen)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=None if defects is None else [*defects],
        measures={
            "defect_count": None if defects is None else len(defects),
            "may_be_declared_void": _may_be_void(facts, defects),
            "amendment_suggested": None if defects is None else bool(defects),
            "items_not_looked_for": [*unseen],
        },
        readings={},
        because=_because(facts, defects or [], unseen, state),
        parameters=(used(parameters.get(_ITEMS)),),
    )


def _items(contents: PetitionContents | None, *, value: bool | None) -> list[str]:
    """Return the items of which that is known, in the order of the statute."""
    contents = contents or PetitionContents()
    return [field.name for field in fields(contents) if getattr(contents, field.name) is value]


def _faults(facts: PetitionContentsFacts) -> list[str]:
    checks = {_DOES_NOT_CLOSE: facts.description_closes, _SKETCH_DIFFERS: facts.sketch_matches_description}
    return [fault for fault, is_right in checks.items() if is_right is False]


def _state(facts: PetitionContentsFacts, defects: list[str], unseen: list[str]) -> State:
    if not defects:
        return State.NEEDS_EVIDENCE if unseen else State.PASS
    if facts.signatures_sufficient is None:
        return State.NEEDS_EVIDENCE
    return State.WITHIN_TOLERANCE if facts.signatures_sufficient else State.FAIL


def _may_be_void(facts: PetitionContentsFacts, defects: list[str] | None) -> bool | None:
    """Whether defects could void the petition: never where enough owners signed."""
    if facts.signatures_sufficient or defects == []:
        return False
    return None if facts.signatures_sufficient is None or defects is None else True


def _because(facts: PetitionContentsFacts, defects: list[str], unseen: list[str], state: State) -> str:
    if facts.contents is None:
        return "What the petition holds of the six required items is not on file."
    if state is State.PASS:
        return "The petition holds all six required items, and no defect of them is on file."
    missing = [_SAID[item] for item in defects if item in _SAID]
    said = [f"the petition lacks {all_listed(missing)}"] if missing else []
    said += [_FAULTS[fault] for fault in defects if fault in _FAULTS]
    if unseen:
        said.append(f"whether the petition holds {all_listed([_SAID[item] for item in unseen])} is not on file")
    if defects and facts.signatures_sufficient:
        said.append(
            "enough owners signed, so this cannot void the petition, and the board may permit an amendment at any time"
        )
    elif defects and facts.signatures_sufficient is None:
        said.append("whether enough owners signed, so that this cannot void the petition, is not known yet")
    elif defects:
        said.append("too few owners signed for the law to protect the petition from its defects")
    text = "; ".join(said)
    return f"{text[:1].upper()}{text[1:]}."
