"""Which triggers of the future development charge apply to a parcel: CKSD-05, ordinance ch. I(19) and II(3)."""

from __future__ import annotations

from fractions import Fraction

from pydantic import JsonValue

from gis.errors import FactsInvalid
from gis.law.parameters import Parameters
from gis.model.exact import number
from gis.model.facts.district_charges import DevelopmentContributionFacts
from gis.model.finding import Finding, Margin, Reading, State
from gis.rules.impossible import refuse_negative
from gis.rules.words import all_listed, are_not_known, beside, count_of, day_words, not_known, quantity, sentence, used

ID = "CKSD-05"
VERSION = "1"
CITATION = "CKSD Sewer Use Ordinance ch. I(19), ch. II(3)"
QUESTION = "Does any trigger apply?"

_PAID_BEFORE = "cksd_levy_paid_before"
_ACRES = "cksd_special_charge_acres"
_AMOUNTS = "The amounts stand in the district's Schedule of Charges and Fees."


def judge(facts: DevelopmentContributionFacts, parameters: Parameters) -> Finding:
    """List the triggers of the future development charge (FCAC) that apply to a parcel.

    Parameters
    ----------
    facts
        Whether the parcel is annexed or lies in the district, its area and the area's accuracy (acres), when the
        sanitary levy was first paid for it, lots before and after, and what is developed later.
    parameters
        The ordinance on the date of the development.

    Returns
    -------
    Finding
        The triggers known to apply, in order: `a` annexed, `b` levy not paid in time, `c` subdivided in the district,
        `d` annexed and larger than the acres of the text, `e` substantial increase after an earlier charge.
        `needs_evidence` where a fact that could add one is not known; else `within_tolerance` where the accuracy of
        the area leaves `d` open; else `pass` with any trigger and `fail` with none.

    Raises
    ------
    FactsInvalid
        The area is not positive, or its accuracy or a number of lots is negative.
    ParameterNotInForce
        The text of the ordinance on the date is not on file.

    Notes
    -----
    CKSD Sewer Use Ordinance ch. I(19), ch. II(3).
    """
    _refuse_impossible(facts)
    limit_acres = parameters.number(_ACRES)
    applies = _triggers(facts, parameters)
    near = _is_near(facts, limit_acres)
    triggers = [name for name, does in applies.items() if does]
    is_open = {name for name, does in applies.items() if does is None}
    if near:
        is_open.discard("d")
    if is_open:
        state = State.NEEDS_EVIDENCE
    elif near:
        state = State.WITHIN_TOLERANCE
    else:
        state = State.PASS if triggers else State.FAIL
    lots = _lots(facts, state)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=state,
        answer=[*triggers],
        measures={"due_on": _due_on(facts), "lots_charged": lots["all_lots"]},
        readings={
            "all_lots": Reading(state, lots["all_lots"], "Each lot developed bears the charge."),
            "new_lots": Reading(state, lots["new_lots"], "Only lots that did not stand before bear the charge."),
            "d_replaces_a": Reading(
                state,
                [name for name in triggers if name != "a" or "d" not in triggers],
                "The charge for large annexed land takes the place of the one for annexed land.",
            ),
        },
        because=sentence(_said(facts, parameters, triggers, is_open, near=near)),
        parameters=(used(parameters.get(_PAID_BEFORE)), used(parameters.get(_ACRES))),
        margin=_margin(facts, limit_acres),
        notes=(_AMOUNTS,),
    )


def _triggers(facts: DevelopmentContributionFacts, parameters: Parameters) -> dict[str, bool | None]:
    """Say of each trigger whether it applies; null is not known."""
    in_district = _is_in_district(facts)
    return {
        "a": facts.annexed,
        "b": _both(in_district, _is_paid_too_late(facts, parameters)),
        "c": _both(in_district, facts.subdivided),
        "d": _both(facts.annexed, _is_large(facts, parameters.number(_ACRES))),
        "e": _both(facts.fcac_levied_before, facts.substantial_increase),
    }


def _both(one: bool | None, other: bool | None) -> bool | None:
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


def _is_in_district(facts: DevelopmentContributionFacts) -> bool | None:
    if facts.in_district is not None:
        return facts.in_district
    return None if facts.annexed is None else not facts.annexed


def _is_paid_too_late(facts: DevelopmentContributionFacts, parameters: Parameters) -> bool | None:
    if facts.levy_first_paid is None:
        return None
    return facts.levy_first_paid == "never" or facts.levy_first_paid >= parameters.day(_PAID_BEFORE)


def _is_large(facts: DevelopmentContributionFacts, limit_acres: Fraction) -> bool | None:
    """Whether the area is larger than the limit; null where area or accuracy is not known, or it is too near to say."""
    if facts.area_acres is None or facts.area_accuracy_acres is None or _is_near(facts, limit_acres):
        return None
    return facts.area_acres > limit_acres


def _is_near(facts: DevelopmentContributionFacts, limit_acres: Fraction) -> bool:
    """Whether an annexed parcel's area is within its accuracy of the limit; an exact area is near to nothing."""
    if not facts.annexed or facts.area_acres is None or not facts.area_accuracy_acres:
        return False
    return abs(facts.area_acres - limit_acres) <= facts.area_accuracy_acres


def _lots(facts: DevelopmentContributionFacts, state: State) -> dict[str, int | None]:
    if state is State.FAIL:
        return {"all_lots": 0, "new_lots": 0}
    unknown = facts.lots is None or facts.existing_lots is None
    new = None if unknown else max(0, (facts.lots or 0) - (facts.existing_lots or 0))
    return {"all_lots": facts.lots, "new_lots": new}


def _due_on(facts: DevelopmentContributionFacts) -> JsonValue:
    if facts.developer_agreement is None:
        return None
    return "developer_agreement" if facts.developer_agreement else "plumbing_permit"


def _margin(facts: DevelopmentContributionFacts, limit_acres: Fraction) -> Margin | None:
    if not facts.annexed or facts.area_acres is None or facts.area_accuracy_acres is None:
        return None
    return Margin(
        measure="area_acres",
        unit="acres",
        value=number(facts.area_acres),
        threshold=number(limit_acres),
        low=number(facts.area_acres - facts.area_accuracy_acres),
        high=number(facts.area_acres + facts.area_accuracy_acres),
        holds=not _is_near(facts, limit_acres),
    )


def _said(
    facts: DevelopmentContributionFacts, parameters: Parameters, triggers: list[str], is_open: set[str], *, near: bool
) -> list[str]:
    limit_acres = parameters.number(_ACRES)
    limit = count_of(limit_acres, "acre", 2)
    before = day_words(parameters.day(_PAID_BEFORE))
    area = "" if facts.area_acres is None else _acres(facts.area_acres, limit_acres)
    words = {
        "a": "the parcel is annexed (a)",
        "b": f"the sanitary levy was not paid for the parcel before {before} (b)",
        "c": "the parcel is subdivided in the district (c)",
        "d": f"it has {area}, more than {limit} (d)",
        "e": "later development substantially increases the service to the parcel after an earlier charge (e)",
    }
    said = [f"the charge applies because {all_listed([words[name] for name in triggers])}"] if triggers else []
    if not triggers and not is_open:
        said.append("no trigger applies, so no such charge is due")
    if triggers and facts.developer_agreement is not None:
        agreement = "execution of the developer's agreement"
        said.append(f"it is due on {agreement if facts.developer_agreement else 'issuance of the plumbing permit'}")
    if near and facts.area_accuracy_acres is not None:
        accuracy = quantity(facts.area_accuracy_acres, 4)
        said.append(
            f"its area of {area} is within its accuracy of {accuracy} of {limit}, so whether (d) applies is open"
        )
    return [*said, are_not_known(_unknown(facts, is_open))] if is_open else said


def _acres(area_acres: Fraction, limit_acres: Fraction) -> str:
    said = beside(area_acres, 4, limit_acres)
    return f"{said} acre{'' if said == '1' else 's'}"


def _unknown(facts: DevelopmentContributionFacts, is_open: set[str]) -> list[str]:
    """Name the missing facts behind the triggers that are open."""
    return not_known(
        ("whether the parcel is annexed", facts.annexed),
        ("when the sanitary levy was first paid for the parcel", facts.levy_first_paid if "b" in is_open else True),
        ("whether it is subdivided", facts.subdivided if "c" in is_open else True),
        ("its area", facts.area_acres if "d" in is_open else True),
        ("how accurate its area is", facts.area_accuracy_acres if "d" in is_open else True),
        ("whether a charge was levied on it before", facts.fcac_levied_before if "e" in is_open else True),
        (
            "whether later development substantially increases its service",
            facts.substantial_increase if "e" in is_open else True,
        ),
    )


def _refuse_impossible(facts: DevelopmentContributionFacts) -> None:
    refuse_negative((name, getattr(facts, name)) for name in ("area_accuracy_acres", "lots", "existing_lots"))
    if facts.area_acres is not None and facts.area_acres <= 0:
        raise FactsInvalid(
            what=f"The parcel has {count_of(facts.area_acres, 'acre', 4)}.",
            where="facts.area_acres",
            why="No parcel is without land, and whether it is larger than the limit cannot be told from this.",
            next="Give its area in acres, or null where it is not known.",
        )
