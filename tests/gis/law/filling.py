"""How does a test fill in a new ordinance file: every number and reading another than that of the law on file?"""

from __future__ import annotations

import datetime as dt
import re
from fractions import Fraction

from gis.law.loader import load_law
from gis.law.parameters import CHOICES, Unit

_PARAMETER = re.compile(
    r"^  (?P<name>[a-z0-9_]+):\n    unit: (?P<unit>[a-z_]+)\n    values:\n"
    r"      - from: (?P<since>\S+)\n        value: FILL-IN\n        citation: FILL-IN\n",
    re.MULTILINE,
)
SINCE = dt.date(2019, 1, 1)


def other_value(name: str) -> str:
    """Return a value that the law on file has not: one or a quarter more, half of a portion, another choice or day."""
    entry = load_law().entries[name]
    value = entry.values[-1].value
    if isinstance(value, Fraction):
        whole = entry.unit in {Unit.DAYS, Unit.MONTHS, Unit.YEARS, Unit.COUNT}
        if entry.unit is Unit.RATIO:
            return str(float(value / 2))
        return str(int(value) + 1) if whole else str(float(value + Fraction(1, 4)))
    if isinstance(value, dt.date):
        return "2010-03-01"
    return min(CHOICES[name] - {value})


def filled_in(text: str) -> str:
    """Return a new file of the Village of Elm as somebody filled it in."""

    def parameter(found: re.Match[str]) -> str:
        said = found.group()
        said = said.replace("from: FILL-IN", f"from: {SINCE}").replace(
            "value: FILL-IN", f"value: {other_value(found['name'])}"
        )
        return said.replace("FILL-IN", f"Elm Code 9 ({found['name']})")

    for old, new in (
        ("\ncitation: FILL-IN", "\ncitation: Elm Code 9"),
        ("\n  from: FILL-IN", f"\n  from: {SINCE}"),
        ("standby: FILL-IN", "standby: yes"),
        ("ready_to_serve: FILL-IN", "ready_to_serve: yes"),
        ("district: FILL-IN", "district: Elm Stormwater Utility"),
    ):
        text = text.replace(old, new, 1)
    return _PARAMETER.sub(parameter, text)
