"""How are the parts of a project file read, so that each fault is told with its line?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from typing import TypeVar

import yaml

from gis.errors import LawFileInvalid, Place, ProjectInvalid
from gis.law.ordinance_yaml import OrdinanceYaml
from gis.law.strict_yaml import line_of

_SIGNED = re.compile(r"[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?")
_CENTS_PLACES = 2
_MOST_DIGITS = 12

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ProjectYaml(OrdinanceYaml):
    """Reads one project file and keeps what is wrong with it, as an ordinance file is read."""

    def parts(
        self, node: yaml.Node, what: str, *, needed: tuple[str, ...], allowed: tuple[str, ...] = ()
    ) -> Mapping[str, yaml.Node]:
        """Return the known parts of a mapping; each unknown key and each missing one is a fault of its own."""
        items = self.items(node, what)
        known = needed + allowed
        for key, _ in items:
            if key.value not in known:
                near = get_close_matches(key.value, known, n=1)
                self.fault(
                    line_of(key),
                    f"{key.value!r} is no key of {what}.",
                    f"Known keys are {', '.join(known)}.",
                    f"Write {near[0]}." if near else "Correct the spelling or delete the line.",
                )
        found = {key.value: value for key, value in items if key.value in known}
        for name in needed:
            if name not in found:
                self.fault(
                    line_of(node),
                    f"The key {name} is missing in {what}.",
                    "Nothing can be assessed without it.",
                    f"Add a line for {name}.",
                )
        return found

    def kept(self, read: Callable[[yaml.Node, str], T], node: yaml.Node | None, what: str, instead: T) -> T:
        """Return what a part says; where it is missing or has a fault, what is to stand instead."""
        if node is None:
            return instead
        try:
            return read(node, what)
        except LawFileInvalid:  # kept among the faults
            return instead

    def dollars(self, node: yaml.Node, what: str) -> Fraction:
        """Return an amount in whole cents that is not negative; each way to miss that is told by itself."""
        text = _digits(node)
        if text is None:
            self.refuse(
                line_of(node),
                f"{what} is no amount of dollars.",
                "An amount is written with digits and at most two places, without quotes or commas.",
                "Write it as 45 or 45.50.",
            )
        if text.startswith("-"):
            self.refuse(
                line_of(node),
                f"{what} is negative.",
                "What is taken off the cost is a grant, and each line of either is an amount of its own.",
                "Write it without the sign, in the list where it belongs.",
            )
        if len(text.partition(".")[2]) > _CENTS_PLACES:
            self.refuse(
                line_of(node),
                f"{what} has parts of a cent.",
                "A roll sums to its cost to the cent, so the cost is stated in whole cents.",
                "Write it with two places at most.",
            )
        return Fraction(Decimal(text))

    def positive(self, node: yaml.Node, what: str) -> Fraction:
        """Return a number above 0, exact."""
        found = self.number(node, what)
        if not found:
            self.refuse(
                line_of(node),
                f"{what} is zero.",
                "No land has none, and nothing can be spread by it.",
                "Write what was measured, or delete the line so that the map is asked.",
            )
        return found

    def yes_no_unknown(self, node: yaml.Node, what: str) -> bool | None:
        """Return whether yes or no stands there; null for unknown."""
        is_unknown = isinstance(node, yaml.ScalarNode) and node.value == "unknown"
        return None if is_unknown else self.yes_no(node, what)

    def raise_faults(self) -> None:
        """Refuse the file where it has faults: the first in full, the others with their lines.

        Raises
        ------
        ProjectInvalid
            It has some.
        """
        if self.faults:
            first, *others = sorted(self.faults, key=lambda fault: fault.line)
            raise ProjectInvalid(
                what=first.what,
                where=f"file {self.file}, line {first.line}",
                why=first.why,
                next=first.next,
                places=tuple(Place(text=f"line {fault.line}: {fault.what}") for fault in others),
            )

    def unreadable(self, error: LawFileInvalid) -> ProjectInvalid:
        """Return as a fault of a project what keeps the file from being read as YAML."""
        return ProjectInvalid(what=error.what, where=error.where, why=error.why, next=error.next)


def _digits(node: yaml.Node) -> str | None:
    text = str(node.value) if isinstance(node, yaml.ScalarNode) and node.style is None else ""
    return text if _SIGNED.fullmatch(text) and len(text) <= _MOST_DIGITS + _CENTS_PLACES else None
