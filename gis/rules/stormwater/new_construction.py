"""What are the runoff units after new construction: MUK-13, Village of Mukwonago Code ch. 86."""

from __future__ import annotations

from fractions import Fraction

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.stormwater import NewConstructionFacts
from gis.model.finding import Finding, State
from gis.rules.impossible import refuse_negative
from gis.rules.stormwater.units import UNIT, UnitFormula, count_of_units, refuse_tiers, sqft, unit_formula
from gis.rules.words import are_not_known, not_known, sentence

ID = "MUK-13"
VERSION = "1"
CITATION = "Village of Mukwonago Code ch. 86, stormwater charges (2)(d)"
QUESTION = "What are the units after the work?"

_OF_AREA = (
    "These are the units by area. A single-family lot has its flat units whatever is built, and a parcel that keeps "
    "the unit of low density keeps it until its share is exceeded."
)


def judge(facts: NewConstructionFacts, parameters: Parameters) -> Finding:
    """Say how many units a nonresidential parcel has once work on it is completed.

    Parameters
    ----------
    facts
        Impervious area before the work, added and removed (square feet), and whether the work is completed.
    parameters
        The law on the date of completion.

    Returns
    -------
    Finding
        `pass` with the units after the work; `not_applicable` with the units before while it is not completed;
        `needs_evidence` without answer where completion or an area that counts is not known.

    Raises
    ------
    FactsInvalid
        An area is negative, more is removed than there is, or the tiers cannot stand.
    ParameterNotInForce
        The text of the law on the date is not on file.

    Notes
    -----
    Village of Mukwonago Code ch. 86, stormwater charges (2)(d).
    """
    _refuse_impossible(facts)
    before_sqft, after_sqft = facts.impervious_before_sqft, area_after(facts)
    formula = unit_formula(parameters)
    before, after = (formula.units_or_null(area, facts.tiers) for area in (before_sqft, after_sqft))
    state, units = _outcome(facts, before, after)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=number_or_null(units),
        answer_unit=UNIT,
        measures={
            "units_before": number_or_null(before),
            "units_after": number_or_null(after),
            "changed": None if before is None or after is None else before != after,
            "impervious_after_sqft": number_or_null(after_sqft),
        },
        readings={},
        because=sentence(_said(facts, formula, state, before, after)),
        parameters=formula.uses,
        notes=(_OF_AREA,),
    )


def area_after(facts: NewConstructionFacts) -> Fraction | None:
    """Return the impervious area after the work, square feet; null where a part of it is not known.

    Examples
    --------
    >>> area_after(NewConstructionFacts(Fraction(9000), removed_sqft=Fraction(2000)))
    Fraction(7000, 1)
    """
    before, added, removed = facts.impervious_before_sqft, facts.added_sqft, facts.removed_sqft
    return None if before is None or added is None or removed is None else before + added - removed


def _outcome(
    facts: NewConstructionFacts, before: Fraction | None, after: Fraction | None
) -> tuple[State, Fraction | None]:
    if facts.completed is None:
        return State.NEEDS_EVIDENCE, None
    units, state = (after, State.PASS) if facts.completed else (before, State.NOT_APPLICABLE)
    return (State.NEEDS_EVIDENCE if units is None else state), units


def _said(
    facts: NewConstructionFacts, formula: UnitFormula, state: State, before: Fraction | None, after: Fraction | None
) -> list[str]:
    if state is State.NEEDS_EVIDENCE:
        asked = [("the impervious area before the work", facts.impervious_before_sqft)]
        if facts.completed is not False:
            asked += [("the area added", facts.added_sqft), ("the area removed", facts.removed_sqft)]
        missing = not_known(*asked, ("whether the work is completed", facts.completed))
        return [f"the units cannot be said, because {are_not_known(missing)}"]
    if state is State.NOT_APPLICABLE and before is not None:
        return [f"the work is not completed, so the parcel keeps {count_of_units(before)} until it is"]
    there, area = facts.impervious_before_sqft, area_after(facts)
    if there is None or area is None or before is None:
        return []
    done = (("added", facts.added_sqft), ("removed", facts.removed_sqft))
    work = [f"{sqft(each)} were {what}" for what, each in done if each]
    unchanged = ["so the units stay as they were"] if before == after else []
    was = f"before the work {sqft(there)} of impervious surface had {count_of_units(before)}"
    return [was, *work, f"now {formula.reckoned(area, facts.tiers).said()}", *unchanged]


def _refuse_impossible(facts: NewConstructionFacts) -> None:
    refuse_negative((name, getattr(facts, name)) for name in ("impervious_before_sqft", "added_sqft", "removed_sqft"))
    refuse_tiers(facts.tiers)
    after = area_after(facts)
    if after is not None and after < 0:
        raise FactsInvalid(
            what="More impervious surface is removed than there is.",
            where="facts.removed_sqft",
            why=f"{sqft(-after)} would be missing.",
            next="Correct the area removed, or the area before the work.",
        )
