"""What does a rule about towns say where nobody knows whether a municipality is a town?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from gis.law.parameters import Parameters
from gis.model.facts.commissioners import SelectionFacts
from gis.model.facts.territory import JurisdictionFacts, MunicipalityFact, MunicipalityKind
from gis.model.finding import Finding, State
from gis.rules.words import all_listed, are_not_known

Facts = TypeVar("Facts", JurisdictionFacts, SelectionFacts)


def of_any_kind(facts: Facts, parameters: Parameters, judge: Callable[[Facts, Parameters], Finding]) -> Finding | None:
    """Judge with every municipality of unknown kind taken as a town, and as none; null where all kinds are known.

    A town that leads with all of them as towns leads with some of them too, so that the two ends suffice.

    Returns
    -------
    Finding or None
        The finding, where both ends agree; else `needs_evidence`.
    """
    unknown = [
        place.name for place in (*(facts.municipalities or ()), *facts.near_municipalities) if place.kind is None
    ]
    if not unknown:
        return None
    as_towns: Finding = judge(_taken_as(facts, "town"), parameters)
    as_others: Finding = judge(_taken_as(facts, "village"), parameters)
    agree = (as_towns.state, as_towns.answer) == (as_others.state, as_others.answer)
    if agree and as_towns.state is not State.NEEDS_EVIDENCE:
        same = f"Whether {all_listed(unknown)} {'is a town' if len(unknown) == 1 else 'are towns'} is not known"
        return replace(as_towns, notes=(*as_towns.notes, f"{same}; the result is the same."))
    also = f" {as_towns.because}" if agree else ""
    kinds = are_not_known([f"the kind of {name}" for name in unknown])
    return replace(
        as_towns,
        state=State.NEEDS_EVIDENCE,
        answer=None,
        measures={},
        readings={},
        because=f"It cannot be said yet: {kinds}.{also}",
        margin=None,
    )


def _taken_as(facts: Facts, kind: MunicipalityKind) -> Facts:
    def known(places: tuple[MunicipalityFact, ...]) -> tuple[MunicipalityFact, ...]:
        return tuple(replace(place, kind=kind) if place.kind is None else place for place in places)

    return replace(
        facts,
        municipalities=known(facts.municipalities or ()),
        near_municipalities=known(facts.near_municipalities),
    )
