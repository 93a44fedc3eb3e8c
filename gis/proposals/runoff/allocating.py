"""How do parcels share a surface, such as a drive of two lots, as the register states it?"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from gis.facts.impervious.policy import Shares
from gis.facts.layerset import LayerSet
from gis.model.exact import to_fraction
from gis.register.entries import Register
from gis.rules.words import all_listed

_KIND = "runoff_surface_share"
_ROUNDED_BY = Fraction(1, 1_000_000)
"""Parts that people state, such as three times 0.333333, may sum to one but for so much."""


@dataclass(frozen=True)
class Allocated:
    """Shared surfaces, and what the register says of them that cannot be used."""

    shares: Mapping[str, Shares] = field(default_factory=dict)
    """By surface and parcel; of each surface they sum to one."""
    doubts: tuple[str, ...] = ()


def allocated(register: Register | None, date: dt.date) -> Allocated:
    """Return how surfaces are shared on a day: the newest entry of a parcel and surface holds.

    An entry is of a parcel; its value is the id of the surface and the part that counts with the parcel: `D-7: 0.5`.
    Parts that are not the whole of a surface are not used, so that it lies where it lies.
    """
    told: dict[str, dict[str, Fraction]] = defaultdict(dict)
    lines: dict[str, list[int]] = defaultdict(list)
    doubts = []
    entries = () if register is None else register.standing(date)
    for each in sorted((each for each in entries if each.kind == _KIND), key=lambda each: (each.date, each.line)):
        surface, _, part = each.value.rpartition(":")
        portion = _portion(part)
        if not surface.strip() or portion is None:
            doubts.append(
                f"Line {each.line} of the register shares no surface: write its id and a part of it, D-7: 0.5."
            )
            continue
        told[surface.strip()][each.subject] = portion
        lines[surface.strip()].append(each.line)
    shares = {}
    for surface, parts in sorted(told.items()):
        total = sum(parts.values(), Fraction(0))
        if abs(total - 1) > _ROUNDED_BY:
            where = all_listed([str(line) for line in lines[surface]])
            doubts.append(f"The parts of a surface in lines {where} of the register are not the whole of it; unused.")
        else:
            shares[surface] = {parcel: part / total for parcel, part in parts.items()}
    return Allocated(shares, tuple(doubts))


def _portion(text: str) -> Fraction | None:
    try:
        found: Fraction = to_fraction(text)
    except ValueError:
        return None
    return found if 0 <= found <= 1 else None


def on_layers(shares: Mapping[str, Shares], layers: LayerSet) -> dict[str, Shares]:
    """Return the shares of surfaces that are on file, of parcels that all are; the register may add their county."""
    if not shares or "impervious" not in layers.layers:
        return {}
    surfaces = set(layers.layers["impervious"].column_if_there("surface_id").tolist())
    parcels = set(layers.layers["parcels"].column("parcel_id").tolist())
    found: dict[str, Shares] = {}
    for surface, parts in shares.items():
        named = {name if name in parcels else name.rpartition(", ")[0]: part for name, part in parts.items()}
        if surface in surfaces and named.keys() <= parcels:
            found[surface] = named
    return found
