"""What does the section stormwater of an ordinance file say: district, rate, surfaces, tiers, dwellings, credits?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeVar, get_args

import yaml

from gis.law.ordinance_filling import value_said
from gis.law.ordinance_yaml import OrdinanceYaml
from gis.law.parameters import DatedParameter, Law
from gis.law.strict_yaml import line_of
from gis.model.exact import number
from gis.model.stormwater_policy import (
    CreditOrder,
    CreditsOn,
    CreditStep,
    GroundRule,
    StormwaterPolicy,
    SurfaceWeight,
    Tier,
    policy_faults,
)

_POLICY = (
    "weights",
    "raster_weights",
    "tiers",
    "single_family_tiers",
    "duplex_units_per_dwelling",
    "multifamily_units_per_dwelling",
    "shared_ground",
    "credits",
    "credits_on",
    "credit_order",
    "credits_at_most_portion",
)
"""Keys that are those of the policy."""
_KEY = re.compile(r"[a-z_]+")
_UNSAID = StormwaterPolicy()

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class StormwaterSection:
    """What the section says."""

    district: str | None
    rate: Fraction | None
    policy: StormwaterPolicy


@dataclass(frozen=True, slots=True)
class StormwaterReader:
    """Reads the section of one file."""

    source: OrdinanceYaml

    def read(self, node: yaml.Node, what: str) -> StormwaterSection:
        """Return what the section says; a fault in one of its parts hides none in another."""
        source = self.source
        parts = source.parts(node, what, needed=("district",), allowed=("rate", *_POLICY))

        def given(key: str, read: Callable[[yaml.Node, str], T], instead: T) -> T:
            return source.kept(read, parts.get(key), f"{key} of {what}", instead)

        number_or_null = source.or_null(source.number)
        nothing: None = None
        policy = StormwaterPolicy(
            weights=given("weights", self._weights, ()),
            raster_weights=given("raster_weights", self._raster_weights, ()),
            tiers=given("tiers", self._tiers, ()),
            single_family_tiers=given("single_family_tiers", self._tiers, ()),
            duplex_units_per_dwelling=given("duplex_units_per_dwelling", number_or_null, nothing),
            multifamily_units_per_dwelling=given("multifamily_units_per_dwelling", number_or_null, nothing),
            shared_ground=given("shared_ground", source.or_null(self._ground_rule), nothing),
            credits=given("credits", self._credits, ()),
            credits_on=given("credits_on", self._credits_on, _UNSAID.credits_on),
            credit_order=given("credit_order", self._credit_order, _UNSAID.credit_order),
            credits_at_most_portion=given("credits_at_most_portion", source.number, _UNSAID.credits_at_most_portion),
        )
        for fault in policy_faults(policy):
            found = _KEY.match(fault)
            self._cannot_stand(parts.get(found.group() if found else "", node), fault)
        return StormwaterSection(
            district=given("district", source.text, None),
            rate=given("rate", source.or_null(source.money), nothing),
            policy=policy,
        )

    def _weights(self, node: yaml.Node, what: str) -> tuple[SurfaceWeight, ...]:
        found = []
        for key, value in self.source.items(node, what):
            parts = self.source.mapping(value, f"the weight of {key.value}", needed=("weight", "source"))
            weight = self._weight(key.value, parts)
            found.append(self._standing(weight, StormwaterPolicy(weights=(weight,)), parts["weight"]))
        return tuple(each for each in found if each is not None)

    def _raster_weights(self, node: yaml.Node, what: str) -> tuple[SurfaceWeight, ...]:
        found = []
        for item in self.source.sequence(node, what, "Write each class after a hyphen: class, weight and source."):
            parts = self.source.mapping(item, f"a class of {what}", needed=("class", "weight", "source"))
            weight = self._weight(str(number(self.source.number(parts["class"], f"class of {what}"))), parts)
            found.append(self._standing(weight, StormwaterPolicy(raster_weights=(weight,)), parts["class"]))
        return tuple(each for each in found if each is not None)

    def _weight(self, name: str, parts: Mapping[str, yaml.Node]) -> SurfaceWeight:
        what = f"the weight of {name}"
        return SurfaceWeight(
            surface=name,
            weight=self.source.or_null(self.source.number)(parts["weight"], what),
            source=self.source.text(parts["source"], f"source of {what}"),
        )

    def _tiers(self, node: yaml.Node, what: str) -> tuple[Tier, ...]:
        found = []
        for item in self.source.sequence(node, what, "Write each tier after a hyphen: up_to_sqft and units."):
            parts = self.source.mapping(item, f"a tier of {what}", needed=("units",), allowed=("up_to_sqft",))
            end = parts.get("up_to_sqft")
            found.append(
                Tier(
                    units=self.source.number(parts["units"], f"units of a tier of {what}"),
                    up_to_sqft=None if end is None else self.source.number(end, f"up_to_sqft of a tier of {what}"),
                )
            )
        return tuple(found)

    def _credits(self, node: yaml.Node, what: str) -> tuple[CreditStep, ...]:
        form = "Write each credit after a hyphen: name, portion_off, conditions and source."
        found = []
        for item in self.source.sequence(node, what, form):
            parts = self.source.mapping(item, "a credit", needed=("name", "portion_off", "conditions", "source"))
            name = self.source.text(parts["name"], "name of a credit")
            step = CreditStep(
                name=name,
                portion_off=self.source.number(parts["portion_off"], f"portion_off of {name}"),
                conditions=self.source.texts(parts["conditions"], f"conditions of {name}"),
                source=self.source.text(parts["source"], f"source of {name}"),
            )
            found.append(self._standing(step, StormwaterPolicy(credits=(step,)), item))
        return tuple(each for each in found if each is not None)

    def _ground_rule(self, node: yaml.Node, what: str) -> GroundRule:
        choices: tuple[GroundRule, ...] = get_args(GroundRule)
        return self.source.one_of(choices, node, what)

    def _credits_on(self, node: yaml.Node, what: str) -> CreditsOn:
        choices: tuple[CreditsOn, ...] = get_args(CreditsOn)
        return self.source.one_of(choices, node, what)

    def _credit_order(self, node: yaml.Node, what: str) -> CreditOrder:
        choices: tuple[CreditOrder, ...] = get_args(CreditOrder)
        return self.source.one_of(choices, node, what)

    def _standing(self, one: T, alone: StormwaterPolicy, node: yaml.Node) -> T | None:
        """Return a weight or credit; null, and a fault at its own line, where it cannot stand by itself."""
        faults = policy_faults(alone)
        for fault in faults:
            self._cannot_stand(node, fault)
        return None if faults else one

    def _cannot_stand(self, node: yaml.Node, fault: str) -> None:
        self.source.fault(
            line_of(node),
            f"In stormwater, {fault}",
            "No bill could be reckoned from it.",
            "State it as the ordinance has it.",
        )


def refuse_contradictions(
    source: OrdinanceYaml, law: Law, policy: StormwaterPolicy, values: Mapping[str, DatedParameter]
) -> None:
    """Keep the faults of numbers and lists of a stormwater utility that cannot hold side by side."""
    flat, most = values.get("eru_single_family_units"), values.get("eru_cap")
    if policy.single_family_tiers and flat is not None:
        source.fault(
            flat.line,
            "The file has single_family_tiers and eru_single_family_units.",
            "A single-family lot has units by tiers or flat units, not both.",
            "Delete one of the two.",
        )
    least = values.get("eru_minimum", law.entries.get("eru_minimum"))
    if most is None or least is None:
        return
    for day in sorted({value.holds_from for each in (most, least) for value in each.values}):
        cap, minimum = _on(most, day), _on(least, day)
        if cap is not None and minimum is not None and 0 < cap < minimum:
            source.fault(
                most.line,
                f"From {day} the most units of a parcel are fewer than the least.",
                f"eru_cap is {value_said(cap, most.unit)} and eru_minimum is {value_said(minimum, least.unit)}.",
                "Mend one of the two.",
            )


def _on(entry: DatedParameter, day: dt.date) -> Fraction | None:
    """Return the number that holds on a day; null where none does."""
    held = (each for each in reversed(entry.values) if each.holds_from <= day)
    last = next(held, None)
    if last is None or (last.until is not None and last.until < day) or not isinstance(last.value, Fraction):
        return None
    return last.value
