"""How are the average rates of a project file read: as stated, or from the obligations on which interest was paid?"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import NoReturn

import yaml

from gis.law.strict_yaml import line_of
from gis.model.facts.assessment import Obligation
from gis.proposals.assessment.project import AverageRate
from gis.proposals.assessment.project_yaml import ProjectYaml

_NO_RATES: tuple[AverageRate, ...] = ()


@dataclass(frozen=True, slots=True)
class RateReader:
    """Reads the list average_rates of a project."""

    source: ProjectYaml

    def rates(self, node: yaml.Node, what: str) -> tuple[AverageRate, ...]:
        """Return the average rates of a list, of which no two hold on one day."""
        items = self.source.sequence(node, what, "Write each as from, to and rate, or obligations in place of rate.")
        found = tuple(
            rate for item in items for rate in self.source.kept(self._rate, item, f"a rate of {what}", _NO_RATES)
        )
        by_day = sorted(found, key=lambda each: each.levied_from)
        for earlier, later in pairwise(by_day):
            if later.levied_from <= earlier.levied_to:
                self.source.refuse(
                    line_of(node),
                    f"Two average rates hold on {later.levied_from.isoformat()}.",
                    "For a levy of that day nobody could tell which is meant.",
                    "Let each begin after the one before it ends.",
                )
        return found

    def _rate(self, node: yaml.Node, what: str) -> tuple[AverageRate, ...]:
        parts = self.source.parts(node, what, needed=("from", "to"), allowed=("rate", "obligations"))
        if not {"from", "to"} <= parts.keys():
            return ()
        if not {"rate", "obligations"} & parts.keys():
            self.source.refuse(
                line_of(node),
                f"{what[:1].upper()}{what[1:]} says no rate.",
                "The average is stated, or reckoned from the obligations.",
                "Add rate, or obligations with principal and rate of each.",
            )
        since, until = (self.source.day(parts[key], f"{key} of {what}") for key in ("from", "to"))
        rate = self.source.number(parts["rate"], f"rate of {what}") if "rate" in parts else None
        if until < since or (rate is not None and rate >= 1):
            self._refuse_rate(node, what, "It ends before it begins, or is 100 percent and more.")
        no_debts: tuple[Obligation, ...] = ()
        debts = self.source.kept(self._obligations, parts.get("obligations"), f"obligations of {what}", no_debts)
        return (AverageRate(since, until, rate, debts),)

    def _obligations(self, node: yaml.Node, what: str) -> tuple[Obligation, ...]:
        items = self.source.sequence(node, what, "Write each as principal and rate.")
        return tuple(debt for item in items for debt in self._obligation(item, f"an obligation of {what}"))

    def _obligation(self, node: yaml.Node, what: str) -> tuple[Obligation, ...]:
        parts = self.source.parts(node, what, needed=("principal", "rate"))
        if set(parts) != {"principal", "rate"}:
            return ()
        principal = self.source.dollars(parts["principal"], f"the principal of {what}")
        rate = self.source.number(parts["rate"], f"the rate of {what}")
        if not principal or rate >= 1:
            self._refuse_rate(node, what, "Its principal is zero, or its rate is 100 percent and more.")
        return (Obligation(principal, rate),)

    def _refuse_rate(self, node: yaml.Node, what: str, why: str) -> NoReturn:
        self.source.refuse(
            line_of(node),
            f"{what[:1].upper()}{what[1:]} cannot be.",
            why,
            "Write the days in their order and the rate as a fraction: 4 percent is 0.04.",
        )
