"""What in an ordinance file is still to be filled in, and what is to be written there?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import groupby
from types import MappingProxyType

import yaml

from gis.law.ordinance_inheriting import rates
from gis.law.parameters import Law, Unit, Value, as_json
from gis.law.strict_yaml import line_of
from gis.model.ordinance_check import FileFault

FILL_IN = "FILL-IN"
"""Stands in a new file for what a person has to write."""
_PARAMETERS = "parameters"
_UNITS: Mapping[Unit, str] = MappingProxyType(
    {
        Unit.SQFT: "sq ft",
        Unit.ERU: "ERU",
        Unit.REC: "REC",
        Unit.USD: "dollars",
        Unit.GPD: "gallons a day",
        Unit.MG_L: "mg/L",
        Unit.PH: "pH",
        Unit.COUNT: "",
        Unit.RATIO: "",
    }
)
"""How units are said that are not said as they are written."""
_HINTS: Mapping[tuple[str, ...], str] = MappingProxyType(
    {
        ("title",): "Write what the ordinance is called.",
        ("citation",): "Write the section that makes the duty or the charge, such as Code of the Village of Elm 9-2.",
        ("in_force", "from"): "Write the first day on which the ordinance is in force, such as 2019-01-01.",
        ("charges", "standby"): "Write yes where a standby charge follows a failure to connect, else no.",
        ("charges", "ready_to_serve"): "Write yes where premises with a sewer are charged unconnected, else no.",
        (
            "stormwater",
            "district",
        ): "Write the name of the utility district, or delete the section where there is none.",
    }
)
"""What to write, by keys from the top of the file."""


def value_said(value: Value, unit: Unit) -> str:
    """Say a value of the law with its unit.

    >>> value_said(Fraction(3000), Unit.SQFT), value_said(Fraction(1), Unit.YEARS), value_said(Fraction(5), Unit.COUNT)
    ('3,000 sq ft', '1 year', '5')
    >>> value_said("interior_only", Unit.CHOICE)
    'interior_only'
    """
    if not isinstance(value, Fraction):
        return str(as_json(value))
    said = _UNITS.get(unit, unit.value)
    return f"{as_json(value):,} {said.removesuffix('s') if value == 1 else said}".rstrip()


def is_fill_in(node: yaml.Node) -> bool:
    """Return whether nobody has written yet what is to stand there."""
    return isinstance(node, yaml.ScalarNode) and bool(node.value == FILL_IN)


def open_places(node: yaml.Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], int]]:
    """Yield keys and line of every place below a node that is to be filled in, in the order of the file."""
    if is_fill_in(node):
        yield path, line_of(node)
    elif isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from open_places(item, path)
    elif isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            yield from open_places(value, (*path, str(key.value)))


def to_fill_in(root: yaml.Node, law: Law) -> Iterator[FileFault]:
    """Yield what nobody has written yet, each with what to write; of a parameter all of it together."""
    of_charges = rates(law)
    for about, found in groupby(open_places(root), lambda each: _about(each[0])):
        places = [*found]
        line = places[0][1]
        of_law = law.entries.get(about[-1]) if about[:1] == (_PARAMETERS,) else None
        if of_law is None:
            yield _open(line, " of ".join(reversed(about)), _HINTS.get(about, f"Write it in place of {FILL_IN}."))
            continue
        last = of_law.values[-1]
        *keys, key = dict.fromkeys(path[-1] for path, _ in places)
        yield _open(
            line,
            f"{', '.join(keys)} and {key} of {of_law.name}" if keys else f"{key} of {of_law.name}",
            f"Write what the ordinance has; the law on file has {value_said(last.value, of_law.unit)} "
            f"({last.citation}). Or delete {of_law.name}: {_if_deleted(is_rate=of_law.name in of_charges)}.",
        )


def _if_deleted(*, is_rate: bool) -> str:
    if is_rate:
        return "what is charged by it then stays open, for nobody is charged another municipality's rate"
    return "the value of the law on file then holds"


def _about(path: tuple[str, ...]) -> tuple[str, ...]:
    return path[:2] if path[:1] == (_PARAMETERS,) else path


def _open(line: int, what: str, next_step: str) -> FileFault:
    return FileFault(line, f"To be filled in: {what}.", f"{FILL_IN} stands there.", next_step)
