"""Which rules belong to a proceeding, so that the others do not apply to what is asked?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, get_args

from gis.model.finding import Finding, State
from gis.proposals.unjudged import unjudged
from gis.rules.registry import RULES, Rule

BOUNDARY_RULES: Mapping[str, Rule] = MappingProxyType(
    {rule_id: rule for rule_id, rule in RULES.items() if rule_id.startswith("TSD-")}
)
"""Rules asked of a boundary: the law of town sanitary districts. The others are asked of a parcel under the ordinance
that governs its land."""

Proceeding = Literal["petition", "department_order", "addition", "removal", "consolidation", "annexation"]
PROCEEDINGS: tuple[Proceeding, ...] = get_args(Proceeding)

PROCEEDING_WORDS: dict[Proceeding, str] = {
    "petition": "a petition of owners (60.71)",
    "department_order": "an order of the department (60.72)",
    "addition": "an addition of territory (60.785(1))",
    "removal": "a removal of territory (60.785(1m))",
    "consolidation": "a consolidation of districts (60.785(2))",
    "annexation": "an annexation by a village or city (60.79)",
}

_BY_PETITION: frozenset[Proceeding] = frozenset({"petition", "addition", "removal"})
"""Proceedings that follow 60.71: a petition of owners, a hearing, findings of the town board."""
_BY_ORDER: frozenset[Proceeding] = frozenset({"department_order"})

_BELONG_TO: dict[str, frozenset[Proceeding]] = {
    **dict.fromkeys(
        ("TSD-02", "TSD-03", "TSD-04", "TSD-05", "TSD-06", "TSD-07", "TSD-08", "TSD-11", "TSD-12", "TSD-13", "TSD-14"),
        _BY_PETITION,
    ),
    **dict.fromkeys(("TSD-16", "TSD-17", "TSD-18"), _BY_ORDER),
}
"""Proceedings in which a rule is asked; a rule that is not here is asked in every one."""


def belongs(rule_id: str, proceeding: Proceeding) -> bool:
    """Whether a rule is asked in a proceeding.

    Examples
    --------
    >>> belongs("TSD-16", "petition"), belongs("TSD-16", "department_order"), belongs("TSD-09", "annexation")
    (False, True, True)
    """
    return proceeding in _BELONG_TO.get(rule_id, PROCEEDINGS)


def not_of_this_proceeding(rule: Rule, proceeding: Proceeding) -> Finding:
    """Return the finding of a rule that belongs to other proceedings than the one asked about."""
    others = " or ".join(PROCEEDING_WORDS[each] for each in PROCEEDINGS if belongs(rule.id, each))
    because = f"This is {PROCEEDING_WORDS[proceeding]}; the rule belongs to {others}."
    return unjudged(rule, State.NOT_APPLICABLE, because)
