"""Which owners of record have land inside the boundary, and how much of which parcels (TSD-02, TSD-08, TSD-35)?

Owners are told by key ("owner 812"); whose names the keys stand for is kept elsewhere.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from gis.facts.ground import Ground, ParcelGround, sqft
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.units import quantise_length_ft

NAMES_COLUMN = "owners"
"""Column of a parcels layer in which a scene states owners by name: a tuple of names, or None where unknown."""
KEYS_COLUMN = "owner_keys"
Owners = tuple[str, ...] | None
"""Owners of record of a parcel, each once; None where nobody knows whose it is."""


@dataclass(frozen=True, slots=True)
class OfRecord:
    """The owners of each parcel record of a ground, by position, and the edition whose keys they are."""

    owners: tuple[Owners, ...]
    edition: str
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class OwnedInside:
    """A parcel that the boundary meets, or would meet if it moved by the accuracy, with its owners."""

    parcel_id: str
    owners: Owners
    overlap_area_sqft: Fraction
    overlap_width_ft: Fraction | None
    """Greatest width of the land inside; None where it is plainly wider than the accuracy."""


def of_record(ground: Ground) -> OfRecord | None:
    """Tell the owners of each parcel record that the boundary meets.

    Parameters
    ----------
    ground : Ground
        The surveyed ground. Owners stand with the parcels; where no parcel has any, in a table of owners on file.

    Returns
    -------
    OfRecord or None
        None where no parcels are on file.
    """
    parcels = ground.parcels
    if parcels is None:
        return None
    columns = parcels.layer.table.columns
    if NAMES_COLUMN in columns:
        return OfRecord(tuple(_named(cell) for cell in parcels.column(NAMES_COLUMN)), parcels.layer.edition)
    keys = parcels.column(KEYS_COLUMN) if KEYS_COLUMN in columns else np.full(len(parcels.area), None, dtype=object)
    table = ground.layers.layers.get("owners")
    if any(keys) or table is None:
        return OfRecord(tuple(map(_keyed, keys.tolist())), parcels.layer.edition)
    listed = _by_parcel(table.column("parcel_id"), table.column("county"), table.column(KEYS_COLUMN))
    counties = parcels.column("county") if "county" in columns else np.full(len(keys), None, dtype=object)
    return OfRecord(
        tuple(
            _keyed(listed.get((parcel, county)) or listed.get((parcel, None)))
            for parcel, county in zip(parcels.parcel_id.tolist(), counties.tolist(), strict=True)
        ),
        table.edition,
        ("The parcels bear no owners; these are from the table of owners on file.",),
    )


def owner_keys_inside(ground: Ground) -> frozenset[int]:
    """Return the keys of owners with land of positive area inside; none where owners are told by name."""
    found, parcels = of_record(ground), ground.parcels
    if found is None or parcels is None:
        return frozenset()
    inside = np.flatnonzero(parcels.met & parcels.is_parcel).tolist()
    persons = {person for position in inside for person in found.owners[position] or ()}
    return frozenset(int(person.removeprefix(_PREFIX)) for person in persons if person.startswith(_PREFIX))


def owned_inside(ground: Ground) -> tuple[OwnedInside, ...]:
    """Return the parcels that the boundary meets, with owners, land inside and its greatest width.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.

    Returns
    -------
    tuple of OwnedInside
        In the order of the layer; records of roads, water and gaps are no parcels. A parcel that only touches the
        boundary has area 0.
    """
    parcels, found = ground.parcels, of_record(ground)
    if parcels is None or found is None:
        return ()
    accuracy_ft = float(ground.layers.accuracy_ft("parcels"))
    reached = reached_positions(parcels)
    wide = is_wider(parcels.inside.land[reached], accuracy_ft, ground.layers.frame)
    return tuple(
        OwnedInside(
            parcel_id=str(parcels.parcel_id[i]),
            owners=found.owners[i],
            overlap_area_sqft=sqft(int(parcels.inside_value[i])),
            overlap_width_ft=None
            if is_wide
            else quantise_length_ft(greatest_width_ft(parcels.inside.land[i], ground.layers.frame)),
        )
        for i, is_wide in zip(reached, wide.tolist(), strict=True)
    )


def by_owner(owned: tuple[OwnedInside, ...]) -> Mapping[str, tuple[OwnedInside, ...]]:
    """Return the parcels of each owner, owners and parcels in the order in which they stand."""
    found: dict[str, list[OwnedInside]] = defaultdict(list)
    for parcel in owned:
        for person in parcel.owners or ():
            found[person].append(parcel)
    return {person: tuple(parcels) for person, parcels in found.items()}


def reached_positions(parcels: ParcelGround) -> list[int]:
    """Return positions of the parcels that the line meets, or would if it moved by the accuracy, ascending."""
    positions: list[int] = np.flatnonzero(parcels.is_parcel & ((parcels.inside_high > 0) | parcels.met)).tolist()
    return positions


_PREFIX = "owner "


def _named(cell: object) -> Owners:
    if isinstance(cell, (tuple, list)) and cell:
        return tuple(dict.fromkeys(map(str, cell)))
    return None


def _keyed(joined: str | None) -> Owners:
    return tuple(f"{_PREFIX}{key}" for key in joined.split(",")) if joined else None


def _by_parcel(ids: np.ndarray, counties: np.ndarray, keys: np.ndarray) -> dict[tuple[str, str | None], str]:
    """Return the keys of each parcel by id and county; by id alone too where one county has it."""
    found: dict[tuple[str, str | None], str] = {}
    seen: dict[str, list[str]] = defaultdict(list)
    for parcel, county, joined in zip(ids.tolist(), counties.tolist(), keys.tolist(), strict=True):
        found[parcel, county] = joined or ""
        seen[parcel].append(joined or "")
    found.update({(parcel, None): joined[0] for parcel, joined in seen.items() if len(joined) == 1})
    return found
