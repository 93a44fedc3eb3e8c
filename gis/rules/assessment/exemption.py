"""Is farmland or a camp exempt from a special assessment for sewer or water: SA-01, Wis. Stat. 66.0721(1)-(2)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gis.law.parameters import Parameters
from gis.model.exact import number_or_null
from gis.model.facts.assessment import FarmlandExemptionFacts
from gis.model.finding import Finding, State
from gis.rules.assessment.refusals import refuse_no_ground
from gis.rules.impossible import refuse_more_than_whole, refuse_negative
from gis.rules.words import all_listed, are_not_known, beside, not_known, quantity, sentence

ID = "SA-01"
VERSION = "1"
CITATION = "Wis. Stat. 66.0721(1)-(2)"
QUESTION = "Is the land exempt from this special assessment?"

_NOTHING = Fraction(0)
_CLASSES = (
    "Property classes are stated; they decide nothing, because eligible is what qualifies for a tax credit, not what "
    "the roll calls agricultural."
)
_BODIES = {"town_sanitary_district": "a town sanitary district", "town": "a town"}
_SYSTEMS = ("sewerage_system", "water_system")


def judge(facts: FarmlandExemptionFacts, parameters: Parameters) -> Finding:  # noqa: ARG001 - every rule is asked alike
    """Say whether land is exempt from a special assessment, as farmland or as a camp.

    Parameters
    ----------
    facts
        Who levies what for which work; the evidence that the land is eligible farmland or a camp; its area and the
        eligible part in acres; whether it holds a connected structure.
    parameters
        The law on the date of the levy; no number of it is used.

    Returns
    -------
    Finding
        `not_applicable` for villages and cities, other charges and other works; `fail` where the land does not
        qualify, or holds a connected structure; `needs_evidence` where that is not known; else `pass`.

    Raises
    ------
    FactsInvalid
        The area is not above zero, or the eligible part is negative or more than the whole.

    Notes
    -----
    Wis. Stat. 66.0721(1)(ae), (b) and (2). The classes of the assessment roll never decide.
    """
    refuse_no_ground("area_acres", facts.area_acres)
    refuse_negative([("eligible_area_acres", facts.eligible_area_acres)])
    refuse_more_than_whole("eligible_area_acres", facts.eligible_area_acres, facts.area_acres, "acres")
    outcome = _outcome(facts)
    exempt, assessable = _areas(facts, outcome.answer)
    return Finding(
        rule=ID,
        citation=CITATION,
        version=VERSION,
        question=QUESTION,
        state=outcome.state,
        answer=outcome.answer,
        measures={
            "exempt_area_acres": number_or_null(exempt),
            "assessable_area_acres": number_or_null(assessable),
        },
        readings={},
        because=sentence(outcome.said),
        notes=(_CLASSES,) if facts.property_classes and facts.land_kind == "farmland" else (),
    )


@dataclass(frozen=True, slots=True)
class _Outcome:
    state: State
    answer: str | None
    said: list[str]


def _outcome(facts: FarmlandExemptionFacts) -> _Outcome:
    outside = _outside(facts)
    if outside:
        return _Outcome(State.NOT_APPLICABLE, None, [f"the exemption does not govern, because {all_listed(outside)}"])
    unknown = not_known(
        ("who levies", facts.levying_body),
        ("what kind of charge it is", facts.charge_kind),
        ("what is built", facts.purpose),
        ("whether the land is said to be farmland or a camp", facts.land_kind),
    )
    if unknown:
        return _Outcome(State.NEEDS_EVIDENCE, None, [are_not_known(unknown)])
    unmet = _unmet(facts)
    if unmet:
        return _Outcome(State.FAIL, "not_exempt", [f"the land is not exempt, because {all_listed(unmet)}"])
    unknown = _unknown(facts)
    if unknown:
        return _Outcome(State.NEEDS_EVIDENCE, None, [are_not_known(unknown)])
    return _of_qualifying_land(facts)


def _of_qualifying_land(facts: FarmlandExemptionFacts) -> _Outcome:
    qualifies = "the land is eligible farmland" if facts.land_kind == "farmland" else "the land is a camp"
    if facts.connected_structure:
        capped = "it holds a connected structure, so it may be assessed up to the cap of 66.0721(3)(a)"
        return _Outcome(State.FAIL, "assessable_with_cap", [qualifies, capped])
    body = _BODIES.get(facts.levying_body or "", "")
    barred = f"{body} may levy no special assessment on {{}} for a sewerage or water system"
    part, whole = facts.eligible_area_acres, facts.area_acres
    if part is None or whole is None or part == whole:
        return _Outcome(State.PASS, "exempt", [qualifies, barred.format("it")])
    of_whole = f"{beside(part, 4, whole)} of {quantity(whole, 4)} acres qualify"
    return _Outcome(State.PASS, "partly_exempt", [of_whole, f"{barred.format('them')}, and may on the rest"])


def _outside(facts: FarmlandExemptionFacts) -> list[str]:
    """Say in clauses what takes the charge out of the exemption's reach."""
    reasons = (
        (facts.levying_body in ("village", "city"), "it binds town sanitary districts and towns only"),
        (facts.charge_kind not in ("special_assessment", None), "the charge is no special assessment"),
        (facts.purpose not in (*_SYSTEMS, None), "the work is neither a sewerage nor a water system"),
    )
    return [words for is_outside, words in reasons if is_outside]


def _unmet(facts: FarmlandExemptionFacts) -> list[str]:
    """Say in clauses which tests of the land are known not to be met; one is enough."""
    tests = (
        (
            facts.land_kind == "farmland",
            facts.farmland_eligible,
            "it is not eligible for farmland preservation credits",
        ),
        (facts.land_kind == "camp", facts.camp_501c3, "no exempt nonprofit described in 501(c)(3) conducts the camp"),
        (facts.land_kind == "camp", facts.camp_wisconsin, "the nonprofit is not organized under Wisconsin law"),
        (facts.land_kind == "camp", facts.camp_mainly_children, "it is not used primarily for camping for children"),
        (True, facts.eligible_area_acres != _NOTHING, "no part of it qualifies"),
    )
    return [words for is_asked, met, words in tests if is_asked and met is False]


def _unknown(facts: FarmlandExemptionFacts) -> list[str]:
    """Name what is missing and could change whether the land is exempt."""
    if facts.land_kind == "farmland":
        of_land = not_known(("whether the land is eligible for farmland preservation credits", facts.farmland_eligible))
    else:
        of_land = not_known(
            ("whether an exempt nonprofit described in 501(c)(3) conducts the camp", facts.camp_501c3),
            ("whether that nonprofit is organized under Wisconsin law", facts.camp_wisconsin),
            ("whether the camp is used primarily for camping for children", facts.camp_mainly_children),
        )
    whole = True if facts.eligible_area_acres is None or facts.connected_structure else facts.area_acres
    return [
        *of_land,
        *not_known(
            ("whether the land holds a connected structure", facts.connected_structure),
            ("the area of the whole parcel", whole),
        ),
    ]


def _areas(facts: FarmlandExemptionFacts, answer: str | None) -> tuple[Fraction | None, Fraction | None]:
    """Return the exempt area and the rest, in acres; null where the land's standing or its area is not known."""
    area = facts.area_acres
    if answer is None:
        return None, None
    if answer in ("not_exempt", "assessable_with_cap"):
        return _NOTHING, area
    exempt = area if facts.eligible_area_acres is None else facts.eligible_area_acres
    return exempt, None if area is None or exempt is None else area - exempt
