"""Which columns must each kind of layer have: names, types, and what tells features apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from gis.model.edition import Kind

ColumnType = Literal["text", "codes", "year", "cents", "acres"]
SCHEMA_VERSION = 1
"""Raised whenever a stored column is added, renamed or changes its meaning."""


@dataclass(frozen=True, slots=True)
class Column:
    """One canonical column: `text` may be null, `codes` is comma-joined and never null."""

    name: str
    type: ColumnType
    meaning: str


@dataclass(frozen=True, slots=True)
class Contract:
    """What an edition of one kind holds.

    `required` columns must come from the source or from a constant; `key` columns tell features
    apart; `private` columns are read but never stored with the rows.
    """

    kind: Kind
    columns: tuple[Column, ...]
    required: tuple[str, ...]
    key: tuple[str, ...]
    has_geometry: bool = True
    private: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the stored columns, in their fixed order."""
        return tuple(column.name for column in self.columns)

    def of_type(self, *types: ColumnType) -> tuple[str, ...]:
        """Return the names of the columns of some types, in their fixed order."""
        return tuple(column.name for column in self.columns if column.type in types)

    @property
    def settable(self) -> tuple[str, ...]:
        """Columns that a constant may fill: everything stored except what import itself works out."""
        return tuple(name for name in self.names if name not in {"owner_keys", "unknown_codes"})


_COUNTY = Column("county", "text", "county in which the feature lies, without the word County")
_MUNICIPALITY = (
    Column("municipality", "text", 'municipality of the row, class in front ("Town of Alder")'),
    Column("municipality_kind", "text", "town, village or city"),
    _COUNTY,
)

CONTRACTS: dict[Kind, Contract] = {
    "municipalities": Contract(
        kind="municipalities",
        columns=(
            Column("name", "text", 'class in front, title case ("Town of Alder")'),
            Column("kind", "text", "town, village or city"),
            _COUNTY,
        ),
        required=("name",),
        key=("name", "county"),
    ),
    "counties": Contract(
        kind="counties",
        columns=(Column("name", "text", "without the word County"),),
        required=("name",),
        key=("name",),
    ),
    "parcels": Contract(
        kind="parcels",
        columns=(
            Column("parcel_id", "text", "as published, leading zeros and punctuation kept"),
            Column("record_kind", "text", "parcel, row, water, gap or other"),
            *_MUNICIPALITY,
            Column("roll_year", "year", "year of the assessment roll"),
            Column("assessed_value_cents", "cents", "assessed land and improvements"),
            Column("land_value_cents", "cents", "assessed land"),
            Column("improvement_value_cents", "cents", "assessed improvements"),
            Column("mfl_value_cents", "cents", "assessed managed forest or forest crop land"),
            Column("est_fair_market_value_cents", "cents", "estimated fair market value"),
            Column("property_classes", "codes", "classes of s. 70.32(2)(a)"),
            Column("exempt_codes", "codes", "X1 to X4"),
            Column("forest_codes", "codes", "W1 to W9"),
            Column("unknown_codes", "codes", "codes whose taxability is not known"),
            Column("owner_keys", "codes", "running numbers that group rows of one owner of record"),
            Column("assessed_acres", "acres", "acres on the assessment roll"),
            Column("deeded_acres", "acres", "acres of the deed"),
            Column("gis_acres", "acres", "acres as the publisher measured them"),
            Column("site_address", "text", "address of the land, not of the owner"),
        ),
        required=("parcel_id",),
        key=("parcel_id", "county"),
        private=("owner_name_1", "owner_name_2", "mailing_address"),
    ),
    "ratios": Contract(
        kind="ratios",
        columns=(
            *_MUNICIPALITY,
            Column("year", "year", "roll year of the ratio"),
            Column("ratio", "text", "assessed over full value, all published digits"),
        ),
        required=("municipality", "year", "ratio"),
        key=("municipality", "county", "year"),
        has_geometry=False,
    ),
}


def typed(contract: Contract, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with its columns in order and of their contract's types, null text as None.

    Columns beside the contract's (the geometry) stay behind them.
    """
    others = [name for name in table.columns if name not in contract.names]
    table = table[[*contract.names, *others]].copy()
    for name in contract.of_type("text", "codes"):
        column = table[name].astype(object)
        table[name] = column.where(column.notna(), None)
    for name in contract.of_type("year", "cents"):
        table[name] = table[name].astype("Int64")
    for name in contract.of_type("acres"):
        table[name] = table[name].astype(float)
    return table
