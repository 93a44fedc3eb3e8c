"""How are the parts of an ordinance file read, so that a fault in one of them hides none in another?"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from difflib import get_close_matches
from fractions import Fraction
from typing import NoReturn, TypeVar

import yaml

from gis.calendar.years import YEARS_READ, is_sensible
from gis.errors import LawFileInvalid
from gis.law.ordinance_filling import is_fill_in
from gis.law.strict_yaml import StrictYaml, line_of
from gis.model.ordinance_check import FileFault

_MONEY = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,2})?")
_NUMBER = re.compile(r"(0|[1-9][0-9]{0,8})(\.[0-9]{1,12})?")
_NULL = "tag:yaml.org,2002:null"

S = TypeVar("S", bound=str)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class OrdinanceYaml(StrictYaml):
    """Reads one ordinance file and keeps what is wrong with it.

    As in `StrictYaml` a method raises `LawFileInvalid` where the file holds something else than asked for; `kept` goes
    on with the other parts.
    """

    faults: list[FileFault] = field(default_factory=list)
    """In the order in which they were found."""

    def fault(self, line: int, what: str, why: str, next_step: str) -> None:
        """Keep a fault that stops nothing else from being read."""
        self.faults.append(FileFault(line, what, why, next_step))

    def refuse(self, line: int, what: str, why: str, next_step: str) -> NoReturn:
        """Keep a fault, and refuse the part that has it."""
        self.fault(line, what, why, next_step)
        StrictYaml.refuse(self, line, what, why, next_step)

    def kept(self, read: Callable[[yaml.Node, str], T], node: yaml.Node | None, what: str, instead: T) -> T:
        """Return what a part says; where it is missing, not filled in or has a fault, what is to stand instead."""
        if node is None or is_fill_in(node):
            return instead
        try:
            return read(node, what)
        except LawFileInvalid:  # kept among the faults
            return instead

    def parts(
        self, node: yaml.Node, what: str, *, needed: tuple[str, ...], allowed: tuple[str, ...] = ()
    ) -> Mapping[str, yaml.Node]:
        """Return the known parts of a mapping; each unknown key and each missing one is a fault of its own."""
        items = self.items(node, what)
        found = {key.value: value for key, value in items if key.value in needed + allowed}
        missing = [name for name in needed if name not in found]
        for key, _ in items:
            if key.value in found:
                continue
            meant = get_close_matches(key.value, missing, n=1)
            missing = [name for name in missing if name not in meant]
            self.fault(
                line_of(key),
                f"{key.value!r} is no key of {what}.",
                f"Known keys are {', '.join(needed + allowed)}.",
                f"Write {meant[0]}." if meant else "Correct the spelling or delete the line.",
            )
        for name in missing:
            self.fault(
                line_of(node),
                f"The key {name} is missing in {what}.",
                "No ordinance can be judged by without it.",
                f"Add a line for {name}.",
            )
        return found

    def texts(self, node: yaml.Node, what: str) -> tuple[str, ...]:
        """Return the items of a list of words."""
        items = self.sequence(node, f"items of {what}", "Write each item after a hyphen.")
        return tuple(self.text(item, what) for item in items)

    def one_of(self, choices: Sequence[S], node: yaml.Node, what: str) -> S:
        """Return one word of a closed list."""
        text = self.text(node, what)
        found = next((choice for choice in choices if choice == text), None)
        if found is None:
            self.refuse(
                line_of(node),
                f"{text!r} is no {what}.",
                f"It comes from a closed list: {', '.join(choices)}.",
                "Take one of the list.",
            )
        return found

    def yes_no(self, node: yaml.Node, what: str) -> bool:
        """Return whether yes or no stands there."""
        text = _plain(node)
        if text not in {"yes", "no"}:
            self.refuse(
                line_of(node), f"{what} is neither yes nor no.", "Something else stands there.", "Write yes or no."
            )
        return text == "yes"

    def day(self, node: yaml.Node, what: str) -> dt.date:
        """Return a day that can be meant."""
        day = self.date(node, what)
        if not is_sensible(day):
            why = f"{YEARS_READ[:1].upper()}{YEARS_READ[1:]}."
            self.refuse(line_of(node), f"{what} has the year {day.year}.", why, "Mend the year.")
        return day

    def money(self, node: yaml.Node, what: str) -> Fraction:
        """Return an amount of dollars, exact."""
        if not _MONEY.fullmatch(_plain(node)):
            self.refuse(
                line_of(node),
                f"{what} is no amount of dollars.",
                "An amount is written with digits and at most two places, without quotes, sign or commas.",
                "Write it as 45 or 45.50.",
            )
        return Fraction(Decimal(_plain(node)))

    def number(self, node: yaml.Node, what: str) -> Fraction:
        """Return a number that is not negative, exact."""
        if not _NUMBER.fullmatch(_plain(node)):
            self.refuse(
                line_of(node),
                f"{what} is no plain decimal number.",
                "A number is written with digits and at most one point, without quotes, sign or commas.",
                "Write it as 2500 or 0.25.",
            )
        return Fraction(Decimal(_plain(node)))

    def or_null(self, read: Callable[[yaml.Node, str], T]) -> Callable[[yaml.Node, str], T | None]:
        """Return what reads a part that may be null."""
        return lambda node, what: None if isinstance(node, yaml.ScalarNode) and node.tag == _NULL else read(node, what)


def _plain(node: yaml.Node) -> str:
    """Return what stands there without quotes; empty where something else does."""
    return str(node.value) if isinstance(node, yaml.ScalarNode) and node.style is None else ""
