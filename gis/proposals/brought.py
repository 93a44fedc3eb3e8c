"""What do people bring to a question beside the line on the map?"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from gis.proceedings.petition.signatures import Petition
from gis.proposals.applicable import BOUNDARY_RULES, Proceeding
from gis.proposals.stated import refuse_unknown, stated_facts
from gis.register.entries import Register
from gis.register.facts import register_facts

PROPOSAL = "the facts of the proposal"
REGISTER = "the register"


@dataclass(frozen=True, slots=True)
class Brought:
    """Facts that people state or established, the petition, and which proceeding they are about."""

    stated: Mapping[str, Any] = field(default_factory=dict)
    """By the names of FACTS.md, or under a rule's id; they take the place of what map, petition and register give."""
    proceeding: Proceeding = "petition"
    proceeding_id: str | None = None
    """Name of the proceeding in the register."""
    district: str | None = None
    """Name of the district in the register."""
    register: Register | None = None
    petition: Petition | None = None

    @property
    def petition_hash(self) -> str | None:
        """SHA-256 of what is decided of each line of the petition, names left out; None without a petition."""
        if self.petition is None:
            return None
        lines = [
            [each.line, each.person, self.petition.standing(each), None if each.date is None else each.date.isoformat()]
            for each in self.petition.signatures
        ]
        return hashlib.sha256(json.dumps(lines, separators=(",", ":")).encode()).hexdigest()

    def filed(self, date: dt.date) -> dt.date | None:
        """Return the day on which the clerk received the petition, as stated or entered by a day; None if unknown."""
        received: dt.date | None = self.by_rule(date)["TSD-06"].get("petition_received")
        return received

    def by_rule(self, date: dt.date) -> dict[str, dict[str, Any]]:
        """Return the facts that people give each rule on a day, typed; what is stated goes before the register.

        Raises
        ------
        FactsInvalid
            A name is no fact, means different things in different rules, or its value does not fit.
        """
        refuse_unknown(self.stated, PROPOSAL, BOUNDARY_RULES)
        entered = self.entered(date)
        return {
            rule_id: {**entered.get(rule_id, {}), **stated_facts(rule_id, self.stated, PROPOSAL)}
            for rule_id in BOUNDARY_RULES
        }

    def entered(self, date: dt.date) -> dict[str, dict[str, Any]]:
        """Return the facts that the register gives each rule on a day, typed; a rule it says nothing of is absent.

        Raises
        ------
        FactsInvalid
            A value does not fit.
        """
        if self.register is None:
            return {}
        found = register_facts(self.register, date=date, proceeding=self.proceeding_id, district=self.district)
        return {
            rule_id: stated_facts(rule_id, {rule_id: facts}, REGISTER)
            for rule_id, facts in found.items()
            if rule_id in BOUNDARY_RULES
        }


NOTHING = Brought()
