"""Which rules follow from the duty of a parcel: private systems, exemption and instalments; and from when it counts?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from gis.errors import FactsInvalid
from gis.facts.sewers.answers.access import SewerAccess
from gis.law.ordinance_reading import rules_of
from gis.law.parameters import Parameters
from gis.model.facts.connection import AbandonmentFacts, RecreationFacts
from gis.model.facts.unconnected import InstalmentFacts
from gis.model.finding import Finding, State
from gis.model.ordinance import Ordinance
from gis.proposals.connections.facts import Use
from gis.proposals.unjudged import unjudged
from gis.rules.registry import RULES, judge

_ABANDONMENT, _RECREATION, _INSTALMENTS = "CKSD-02", "CKSD-03", "MUK-02"
_NOTICES = {"WIS-281.45": "notice"}
"""Fact from which a rule counts that knows no day of operation; MUK-01 knows it, and looks to it itself."""
BEFORE_SERVICE = (
    "A notice on record is older than the sewer's service; the time to connect is counted from the first day of "
    "service, for nobody could connect before."
)
Told = Mapping[str, Mapping[str, Any]]
"""Facts of the register, by rule."""


def early_notice(rule: str, stated: Mapping[str, Any], operational: dt.date | None) -> Mapping[str, dt.date]:
    """Return the day to put in place of a notice that came before there was a sewer; nothing where none did.

    Such a notice asks for what nobody could do yet: where the ordinance counts from the notice, it is taken to have
    come on the first day of service. Under CKSD-01 a sewer that may be laid counts too, and its notice stands.

    Examples
    --------
    >>> notice, serves = dt.date(2026, 5, 1), dt.date(2026, 9, 1)
    >>> early_notice("WIS-281.45", {"notice": notice}, serves)
    {'notice': datetime.date(2026, 9, 1)}
    >>> early_notice("WIS-281.45", {"notice": serves}, serves), early_notice("CKSD-01", {"notice": notice}, serves)
    ({}, {})
    """
    name = _NOTICES.get(rule, "")
    given = stated.get(name)
    return {} if given is None or operational is None or given >= operational else {name: operational}


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
