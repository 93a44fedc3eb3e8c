"""How are the parts of a project file read, so that each fault is told with its line?"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from typing import ClassVar, TypeVar

import yaml

from gis.errors import LawFileInvalid, Place, ProjectInvalid
from gis.law.ordinance_yaml import OrdinanceYaml
from gis.law.strict_yaml import line_of
from gis.rules.words import dollars

_SIGNED = re.compile(r"[+-]?(0|[1-9][0-9]*)(\.[0-9]+)?")
_CENTS_PLACES = 2
_MOST_DOLLARS = Fraction("999999999999.99")
_MOST_CHARACTERS = 500
"""So long a title, name or reason may be."""
STRING, NOTHING = "tag:yaml.org,2002:str", "tag:yaml.org,2002:null"

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ProjectYaml(OrdinanceYaml):
    """Reads one project file and keeps what is wrong with it, as an ordinance file is read."""

    KIND: ClassVar[str] = "project file"
    STATES: ClassVar[str] = "states what is built, what it costs, and which land it benefits"

    def text(self, node: yaml.Node, what: str) -> str:
        """Return words, not longer than anyone writes; of a number it is told that quotes make it words."""
        if isinstance(node, yaml.ScalarNode) and node.tag not in (STRING, NOTHING):
            self.refuse(
                line_of(node),
                f"Words are needed for {what}, and {node.value} is none.",
                "Without quotes it is read as a number, a day, or yes or no.",
                f'Write it in quotes: "{node.value}".',
            )
        found = OrdinanceYaml.text(self, node, what)
        if len(found) > _MOST_CHARACTERS:
            self.refuse(
                line_of(node),
                f"{what[:1].upper()}{what[1:]} has {len(found):,} characters.",
                f"It stands in lists and on notices, and has at most {_MOST_CHARACTERS}.",
                "Shorten it.",
            )
        return found

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
        if Fraction(Decimal(text)) > _MOST_DOLLARS:
            self.refuse(
                line_of(node),
                f"{what} is more than {dollars(_MOST_DOLLARS)}.",
                "No project costs as much.",
                "Count the digits again.",
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
    return text if _SIGNED.fullmatch(text) else None
