"""What is known of a judged boundary when someone asks what would mend its findings?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from gis.geometry.boundary import Boundary
from gis.model.finding import Finding
from gis.proposals.brought import Brought
from gis.proposals.gathering import Stated, Surveyed


@dataclass(frozen=True, slots=True)
class Judged:
    """The findings, and what they were judged on."""

    findings: Mapping[str, Finding]
    """By rule id."""
    told: Mapping[str, Stated]
    """What proposal and register say to each rule, typed."""
    seen: Surveyed
    boundary: Boundary
    brought: Brought

    @property
    def date(self) -> dt.date:
        """Day asked about; what is due before it is past."""
        return self.seen.date

    def fact(self, rule_id: str, name: str) -> Any:  # noqa: ANN401 - facts are of any type
        """Return what people say of a fact; null where they say nothing."""
        return self.told.get(rule_id, {}).get(name)

    def day(self, rule_id: str, name: str) -> dt.date | None:
        """Return a measure of a finding that is a day, or its answer under the name answer; null where not known."""
        finding = self.findings[rule_id]
        value = finding.answer if name == "answer" else finding.measures.get(name)
        return dt.date.fromisoformat(value) if isinstance(value, str) else None
