"""The law with other values: what another municipality's ordinance gives the same rules."""

import datetime as dt
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType

from gis.law.loader import load_law
from gis.law.parameters import Law, Parameters


def law_with(**values: int | Fraction | str | dt.date) -> Parameters:
    """Return the newest law, in which some parameters have another value."""
    law = load_law()
    entries = dict(law.entries)
    for name, value in values.items():
        stated = value if isinstance(value, str | dt.date) else Fraction(value)
        entry = entries[name]
        entries[name] = replace(entry, values=tuple(replace(dated, value=stated) for dated in entry.values))
    return Law(MappingProxyType(entries)).parameters(law.newest().date)
