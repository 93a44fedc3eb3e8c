"""Which other rules bear on a parcel: waiver and deferral before the duty, private systems and instalments after it?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from gis.errors import FactsInvalid
from gis.facts.sewers.access import SewerAccess
from gis.law.ordinance_reading import rules_of
from gis.law.parameters import Parameters
from gis.model.facts.connection import AbandonmentFacts, AgriculturalDeferralFacts, RecreationFacts, WaiverFacts
from gis.model.facts.unconnected import InstalmentFacts
from gis.model.finding import Finding, State
from gis.model.ordinance import Ordinance
from gis.proposals.connections.facts import Use
from gis.proposals.unjudged import unjudged
from gis.rules.registry import RULES, judge

_ABANDONMENT, _RECREATION, _INSTALMENTS = "CKSD-02", "CKSD-03", "MUK-02"
_WAIVER, _DEFERRAL = "VLG-07", "VLG-08"
Told = Mapping[str, Mapping[str, Any]]
"""Facts of the register, by rule."""


def waivers(ordinance: Ordinance, told: Told, installed: dt.date | None, parameters: Parameters) -> list[Finding]:
    """Judge the waiver and the deferral of which the register tells, where the ordinance has them.

    Parameters
    ----------
    ordinance
        Of the land.
    told
        What people established, by rule.
    installed
        Day on which the adjoining sewer was installed; null where nobody said.
    parameters
        The law on the day asked about.
    """
    rules, found = rules_of(ordinance), []
    if _WAIVER in rules and "granted" in told.get(_WAIVER, {}):
        waiver = replace(WaiverFacts(sewer_installed=installed), **told[_WAIVER])
        found.append(judged(_WAIVER, waiver, parameters))
    if _DEFERRAL in rules and told.get(_DEFERRAL):
        deferral = replace(AgriculturalDeferralFacts(as_of=parameters.date), **told[_DEFERRAL])
        found.append(judged(_DEFERRAL, deferral, parameters))
    return found


def waived_until(found: list[Finding], date: dt.date) -> dt.date | None:
    """Return the last day known of a waiver in force, or None without one.

    A deferral has no last day of its own: while it is in force it reaches to the day asked about.
    """
    days = []
    for each in found:
        if each.state is State.PASS and each.rule == _WAIVER:
            days.append(dt.date.fromisoformat(str(each.answer)))
        elif each.state is State.PASS and each.rule == _DEFERRAL:
            days.append(date)
    return max(days, default=None)


def following(
    ordinance: Ordinance, told: Told, access: SewerAccess, use: Use, parameters: Parameters
) -> Iterator[Finding]:
    """Judge what follows from the duty, where layers or the register give facts of it.

    The private system of the parcel is judged where one is known and a sewer is available to the parcel.
    """
    rules = rules_of(ordinance)
    stated = told.get(_ABANDONMENT, {})
    if _ABANDONMENT in rules and stated.get("private_system", use.private_system):
        is_there = access.abutting == "line" and access.sewer_status == "in_service" and not access.only_force_main
        available = access.sewer_operational if is_there else None
        facts = AbandonmentFacts(private_system=use.private_system, sewer_available=available)
        yield judged(_ABANDONMENT, replace(facts, **stated), parameters)
    kinds: Mapping[str, Callable[[], Any]] = {_RECREATION: RecreationFacts, _INSTALMENTS: InstalmentFacts}
    for rule, facts_type in kinds.items():
        if rule in rules and told.get(rule):
            yield judged(rule, replace(facts_type(), **told[rule]), parameters)


def judged(rule_id: str, facts: object, parameters: Parameters) -> Finding:
    """Judge facts of the register; entries that cannot all be so stop no other rule, and the finding says which."""
    try:
        return judge(rule_id, facts, parameters)
    except FactsInvalid as error:
        because = f"What is entered and stated cannot all be so: {error.what} {error.why}"
        return unjudged(RULES[rule_id], State.NEEDS_EVIDENCE, because, f"{error.where}: {error.next}")
