"""What does the map say for each rule: the facts of every rule that asks it, from one survey of the ground."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass
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
from gis.facts.gathered import Gathered
from gis.facts.ground import Ground
from gis.facts.values import jurisdiction_facts
from gis.facts.village_city import Offending, offending_land, village_city_facts
from gis.law.parameters import Parameters
from gis.rules.electors.elections import last_governor_election
from gis.rules.registry import RULES

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
    petition: None = None

    def poll(self, stated: Stated) -> Polled:
        """Return the votes that count for a petition of electors filed on the stated day, else on the day asked."""
        filed = stated.get("petition_filed") or self.date
        election = last_governor_election(filed, self.parameters)
        return polled(self.ground, self.disagree, self.electorate, filed, election)


def surveyed(ground: Ground, parameters: Parameters, date: dt.date, petition: None = None) -> Surveyed:
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


@dataclass(frozen=True, slots=True)
class Gatherer:
    """How the facts of one rule come from the map, and the kinds whose lines are compared with the boundary."""

    gather: Callable[[Surveyed, Stated], Gathered[Any]]
    lines: tuple[str, ...] = ()
    """Their accuracy is told in the rule's finding."""


GATHERERS: Mapping[str, Gatherer] = MappingProxyType(
    {
        "TSD-01": Gatherer(lambda seen, _: jurisdiction_facts(seen.ground, seen.disagree), TERRITORY),
        "TSD-09": Gatherer(lambda seen, _: village_city_facts(seen.ground, seen.disagree, seen.offending), TERRITORY),
        "TSD-15": Gatherer(lambda seen, _: recording_facts(seen.ground, seen.disagree), ("counties",)),
        "TSD-26": Gatherer(lambda seen, stated: election_petition_facts(seen.poll(stated)), ("municipalities", UNITS)),
        "TSD-31": Gatherer(lambda seen, stated: elector_area_facts(seen.poll(stated)), ("municipalities",)),
        "TSD-32": Gatherer(lambda seen, stated: elector_parts_facts(seen.poll(stated)), ("municipalities", UNITS)),
    }
)


def gather(rule_id: str, seen: Surveyed, stated: Stated) -> Gathered[Any]:
    """Return the facts of a rule from the map; of a rule that asks nothing of it, no fact is known yet."""
    gatherer = GATHERERS.get(rule_id)
    return Gathered(RULES[rule_id].facts_type()) if gatherer is None else gatherer.gather(seen, stated)


def lines_of(rule_id: str) -> tuple[str, ...]:
    """Return the kinds whose lines a rule compares with the boundary."""
    gatherer = GATHERERS.get(rule_id)
    return () if gatherer is None else gatherer.lines
