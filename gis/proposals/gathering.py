"""What does the map say for each rule: the facts of every rule that asks it, from one survey of the ground."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from gis.facts.conflicts import Disagreements, disagreements
from gis.facts.counties import recording_facts
from gis.facts.elector_facts import (
    Polled,
    election_petition_facts,
    elector_area_facts,
    elector_parts_facts,
    polled,
)
from gis.facts.electors import UNITS, Electorate, electorate
from gis.facts.exclusions import decision_facts
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground
from gis.facts.other_districts import other_district_facts
from gis.facts.petition_facts import petition_facts, verification_facts
from gis.facts.towns_notified import town_notice_facts
from gis.facts.values import jurisdiction_facts
from gis.facts.village_city import Offending, offending_land, village_city_facts
from gis.law.parameters import Parameters
from gis.model.facts.commissioners import SelectionFacts, SelectionMethodFacts, ShareShiftFacts, TownShare
from gis.model.facts.department import DepartmentNoticeFacts, NotifiedTown
from gis.model.facts.hearing import HearingFacts
from gis.model.facts.petition import PetitionContentsFacts
from gis.model.finding import Finding, State
from gis.proceedings.petition.signatures import Petition
from gis.rules.electors.elections import last_governor_election
from gis.rules.registry import RULES
from gis.rules.territory.town_values import equalized_by_town

TERRITORY = ("municipalities", "parcels")
Stated = Mapping[str, Any]
"""Facts of one rule that a person states, by name, typed; they take the place of gathered ones."""


@dataclass(frozen=True, slots=True)
class Surveyed:
    """The ground under a boundary as the rules' facts are taken from it."""

    ground: Ground
    disagree: Disagreements
    offending: tuple[Offending, ...]
    electorate: Electorate
    parameters: Parameters
    date: dt.date
    petition: Petition | None = None

    def poll(self, stated: Stated) -> Polled:
        """Return the votes that count for a petition of electors filed on the stated day, else on the day asked."""
        filed = stated.get("petition_filed") or self.date
        election = last_governor_election(filed, self.parameters)
        return polled(self.ground, self.disagree, self.electorate, filed, election)


def surveyed(ground: Ground, parameters: Parameters, date: dt.date, petition: Petition | None = None) -> Surveyed:
    """Look once at what several rules ask about: where layers disagree, village and city land, electors."""
    disagree = disagreements(ground)
    return Surveyed(
        ground=ground,
        disagree=disagree,
        offending=offending_land(ground, disagree),
        electorate=electorate(ground, disagree),
        parameters=parameters,
        date=date,
        petition=petition,
    )


Findings = Mapping[str, Finding]
"""What was found so far in the same evaluation, by rule id."""


@dataclass(frozen=True, slots=True)
class Gatherer:
    """How the facts of one rule come from the map and from the rules before it."""

    gather: Callable[[Surveyed, Stated, Findings], Gathered[Any]]
    lines: tuple[str, ...] = ()
    """Kinds whose lines are compared with the boundary; their accuracy is told in the rule's finding."""


def _jurisdiction(seen: Surveyed, _stated: Stated, _findings: Findings) -> Gathered[Any]:
    return jurisdiction_facts(seen.ground, seen.disagree)


def _selection(seen: Surveyed, stated: Stated, findings: Findings) -> Gathered[Any]:
    """Return the facts of TSD-23: what TSD-01 asks, on the same land."""
    gathered = _jurisdiction(seen, stated, findings)
    shared = {field.name: getattr(gathered.facts, field.name) for field in fields(gathered.facts)}
    return replace(gathered, facts=SelectionFacts(**shared))


def _share_shift(seen: Surveyed, stated: Stated, findings: Findings) -> Gathered[Any]:
    """Return the facts of TSD-24: the towns' values on the roll in force."""
    gathered = _jurisdiction(seen, stated, findings)
    values = equalized_by_town(gathered.facts, seen.parameters)
    shares = tuple(TownShare(town, equalized_value=value) for town, value in values.items())
    return Gathered(ShareShiftFacts(shares=shares or None), notes=gathered.notes)


def _method(seen: Surveyed, _stated: Stated, _findings: Findings) -> Gathered[Any]:
    towns = sum(land.kind == "town" and land.is_inside for land in seen.ground.municipalities)
    return Gathered(SelectionMethodFacts(towns_count=towns or None))


def _contents(_seen: Surveyed, _stated: Stated, findings: Findings) -> Gathered[Any]:
    return Gathered(PetitionContentsFacts(signatures_sufficient=_are_sufficient(findings)))


def _hearing_day(_seen: Surveyed, _stated: Stated, findings: Findings) -> Gathered[Any]:
    sufficient = _are_sufficient(findings)
    return Gathered(HearingFacts() if sufficient is None else HearingFacts(signatures_sufficient=sufficient))


def _are_sufficient(findings: Findings) -> bool | None:
    """Whether TSD-02 found enough signatures; null where it could not say."""
    found = findings.get("TSD-02")
    return {State.PASS: True, State.FAIL: False}.get(found.state) if found is not None else None


GATHERERS: Mapping[str, Gatherer] = MappingProxyType(
    {
        "TSD-01": Gatherer(_jurisdiction, TERRITORY),
        "TSD-02": Gatherer(lambda seen, *_: petition_facts(seen.ground, seen.petition), ("parcels",)),
        "TSD-03": Gatherer(_contents),
        "TSD-04": Gatherer(lambda seen, *_: verification_facts(seen.petition)),
        "TSD-06": Gatherer(_hearing_day),
        "TSD-09": Gatherer(lambda seen, *_: village_city_facts(seen.ground, seen.disagree, seen.offending), TERRITORY),
        "TSD-10": Gatherer(lambda seen, *_: other_district_facts(seen.ground, seen.date), ("districts",)),
        "TSD-12": Gatherer(lambda seen, *_: decision_facts(seen.ground, ())),
        "TSD-15": Gatherer(lambda seen, *_: recording_facts(seen.ground, seen.disagree), ("counties",)),
        "TSD-16": Gatherer(lambda seen, *_: town_notice_facts(seen.ground), ("municipalities",)),
        "TSD-22": Gatherer(_method, ("municipalities",)),
        "TSD-23": Gatherer(_selection, TERRITORY),
        "TSD-24": Gatherer(_share_shift, TERRITORY),
        "TSD-26": Gatherer(
            lambda seen, stated, _: election_petition_facts(seen.poll(stated)), ("municipalities", UNITS)
        ),
        "TSD-31": Gatherer(lambda seen, stated, _: elector_area_facts(seen.poll(stated)), ("municipalities",)),
        "TSD-32": Gatherer(lambda seen, stated, _: elector_parts_facts(seen.poll(stated)), ("municipalities", UNITS)),
    }
)


def gather(rule_id: str, seen: Surveyed, stated: Stated, findings: Findings) -> Gathered[Any]:
    """Return the facts of a rule from the map; of a rule that asks nothing of it, no fact is known yet."""
    gatherer = GATHERERS.get(rule_id)
    return Gathered(RULES[rule_id].facts_type()) if gatherer is None else gatherer.gather(seen, stated, findings)


def with_stated(facts: Any, stated: Stated) -> Any:  # noqa: ANN401 - facts are of any type
    """Return facts of the map with those that people state in their place.

    Of TSD-16 people tell to which towns a notice was mailed, and the map which towns are in the area: those to which
    none is known to be mailed stay among them. Only who states the towns' areas states the towns.
    """
    told = dict(stated)
    if isinstance(facts, DepartmentNoticeFacts) and facts.towns is not None and told.get("towns") is not None:
        told["towns"] = _with_mailings(facts.towns, told["towns"])
    return replace(facts, **told)


def _with_mailings(on_map: Sequence[NotifiedTown], told: Sequence[NotifiedTown]) -> tuple[NotifiedTown, ...]:
    if any(town.overlap_area_sqft is not None for town in told):
        return tuple(told)
    mailed = {town.name: town.mailed for town in told}
    names = {town.name for town in on_map}
    return (
        *(replace(town, mailed=mailed.get(town.name)) for town in on_map),
        *(replace(town, overlap_area_sqft=Fraction(0)) for town in told if town.name not in names),
    )


def lines_of(rule_id: str) -> tuple[str, ...]:
    """Return the kinds whose lines a rule compares with the boundary."""
    gatherer = GATHERERS.get(rule_id)
    return () if gatherer is None else gatherer.lines
