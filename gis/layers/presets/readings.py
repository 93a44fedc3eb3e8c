"""In which ways may the cells of each canonical column be read?

A closed table: what a column is read as must give what its contract stores, so that a slip in a map
is found when the map is read and not in the figures.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, get_args

from gis.layers.contracts import CONTRACTS, ColumnType
from gis.layers.rows.choices import CLOSED
from gis.model.edition import Kind

Read = Literal[
    "verbatim",
    "text",
    "place",
    "kind",
    "county",
    "year",
    "dollars",
    "cents",
    "codes",
    "acres",
    "ratio",
    "record_kind",
    "private",
    "number",
    "whole",
    "date",
    "choice",
    "votes",
    "fips",
]
READS: tuple[Read, ...] = get_args(Read)
HELPERS: Mapping[Kind, Mapping[str, Read]] = {
    "parcels": {"state_id": "verbatim", "auxiliary_codes": "codes", "parcel_fips": "fips"}
}
"""Columns that are read to fill or check others, and not stored themselves."""
_BY_TYPE: Mapping[ColumnType, tuple[Read, ...]] = {
    "text": ("text", "choice"),
    "codes": ("codes",),
    "year": ("year",),
    "whole": ("whole",),
    "cents": ("dollars", "cents"),
    "acres": ("acres",),
    "number": ("number",),
    "date": ("date",),
}
_BY_NAME: Mapping[str, tuple[Read, ...]] = {
    "county": ("county",),
    "county_fips": ("fips",),
    "cousub_fips": ("fips",),
    "municipality": ("place",),
    "municipality_kind": ("kind",),
    "office": ("choice",),
    "ratio": ("ratio",),
    "record_kind": ("record_kind",),
    "votes": ("votes",),
}
"""Texts that mean something of their own, whatever the kind."""
_OWN: Mapping[tuple[Kind, str], tuple[Read, ...]] = {
    ("municipalities", "name"): ("place",),
    ("municipalities", "kind"): ("kind",),
    ("counties", "name"): ("county",),
}
_ID_ENDS = ("_id", "_node")


def readable(kind: Kind) -> tuple[str, ...]:
    """Return the canonical columns that a preset of a kind may fill."""
    contract = CONTRACTS[kind]
    stored = (name for name in contract.names if name != "owner_keys")
    return (*stored, *contract.private, *HELPERS.get(kind, {}))


def reads_of(kind: Kind, canonical: str) -> tuple[Read, ...]:
    """Return the ways in which a canonical column may be read, the one meant by itself first.

    Parameters
    ----------
    kind, canonical : str
        A column of `readable(kind)`.

    Examples
    --------
    >>> reads_of("parcels", "land_value_cents"), reads_of("parcels", "gis_acres"), reads_of("water", "kind")
    (('dollars', 'cents'), ('acres',), ('text', 'choice'))
    >>> reads_of("sewers", "kind"), reads_of("sewers", "sewer_id"), reads_of("parcels", "owner_name_1")
    (('choice',), ('verbatim',), ('private',))
    """
    if canonical in CONTRACTS[kind].private:
        return ("private",)
    if helper := HELPERS.get(kind, {}).get(canonical):
        return (helper,)
    if own := _OWN.get((kind, canonical)) or _BY_NAME.get(canonical):
        return own
    if (kind, canonical) in CLOSED:
        return ("choice",)
    if canonical.endswith(_ID_ENDS):
        return ("verbatim",)
    types = {column.name: column.type for column in CONTRACTS[kind].columns}
    return _BY_TYPE[types[canonical]]
