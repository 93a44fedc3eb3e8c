"""What do people bring to a question beside the line on the map?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gis.proposals.applicable import Proceeding
from gis.proposals.stated import refuse_unknown, stated_facts
from gis.rules.registry import RULES

PROPOSAL = "the facts of the proposal"


@dataclass(frozen=True, slots=True)
class Brought:
    """Facts that people state, and which proceeding they are about."""

    stated: Mapping[str, Any] = field(default_factory=dict)
    """By the names of FACTS.md, or under a rule's id; they take the place of what map, petition and register give."""
    proceeding: Proceeding = "petition"
    petition: None = None
    register_hash: str | None = None
    petition_hash: str | None = None

    def by_rule(self, date: dt.date) -> dict[str, dict[str, Any]]:
        """Return the facts that people give each rule, typed.

        Raises
        ------
        FactsInvalid
            A name is no fact, means different things in different rules, or its value does not fit.
        """
        refuse_unknown(self.stated, PROPOSAL)
        return {rule_id: stated_facts(rule_id, self.stated, PROPOSAL) for rule_id in RULES}


NOTHING = Brought()
