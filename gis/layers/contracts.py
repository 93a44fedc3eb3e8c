"""Which columns must each kind of layer have: names, types, shapes, and what tells features apart."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import pandas as pd

from gis.model.edition import RASTER_KINDS, Kind

ColumnType = Literal["text", "codes", "year", "whole", "cents", "acres", "number", "date"]
Shape = Literal["polygon", "line", "point"]
SCHEMA_VERSION = 2
"""Raised whenever a stored column is renamed or changes its meaning, or one is added that is not `optional`."""


@dataclass(frozen=True, slots=True)
class Column:
    """One canonical column: `text` may be null, `codes` is comma-joined and never null, `date` is ISO 8601 text."""

    name: str
    type: ColumnType
    meaning: str


@dataclass(frozen=True, slots=True)
class Contract:
    """What an edition of one kind holds.

    `required` columns must come from the source or from a constant; `key` columns tell features
    apart; `private` columns are read but never stored with the rows. `shapes` are the families of
    geometry that the kind takes, none for a table; with `shape_optional` a row may lie nowhere.
    `repeats` says that several rows may share a key (the pieces of one street), so that nothing is
    settled by it.
    """

    kind: Kind
    columns: tuple[Column, ...]
    required: tuple[str, ...]
    key: tuple[str, ...]
    shapes: tuple[Shape, ...] = ("polygon",)
    shape_optional: bool = False
    private: tuple[str, ...] = ()
    repeats: bool = False

    @property
    def has_geometry(self) -> bool:
        """Whether the rows have shapes."""
        return bool(self.shapes)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the stored columns, in their fixed order."""
        return tuple(column.name for column in self.columns)

    def of_type(self, *types: ColumnType) -> tuple[str, ...]:
        """Return the names of the columns of some types, in their fixed order."""
        return tuple(column.name for column in self.columns if column.type in types)

    @property
    def optional(self) -> tuple[str, ...]:
        """Columns that may be null in every row, so that of an edition made before there were any they are unknown.

        Codes are none, because a row without any has an empty text.
        """
        codes = self.of_type("codes")
        return tuple(name for name in self.names if name not in (*self.required, *codes))

    @property
    def settable(self) -> tuple[str, ...]:
        """Columns that a constant may fill: everything stored except what import itself works out."""
        return tuple(name for name in self.names if name not in {"owner_keys", "unknown_codes"})


_COUNTY = Column("county", "text", "county in which the feature lies, without the word County")
_COUSUB = Column("cousub_fips", "text", "census code of the municipality, five digits")
_MUNICIPALITY = (
    Column("municipality", "text", 'municipality of the row, class in front ("Town of Alder")'),
    Column("municipality_kind", "text", "town, village or city"),
    _COUNTY,
)
_MADE_BY_LAW = (
    Column("valid_from", "date", "first day on which the line holds"),
    Column("valid_to", "date", "last day on which it holds; null while it does"),
    Column("authority", "text", "order, ordinance or resolution that made it, as cited"),
)
_STATUS = Column("status", "text", "in_service, abandoned, proposed or other")
_OPERATOR = Column("operator", "text", "public body that runs it, never a person")
_DATUM = Column("vertical_datum", "text", "NAVD88 or NGVD29; null where the source does not say")


def _contracts(*contracts: Contract) -> dict[Kind, Contract]:
    return {contract.kind: contract for contract in contracts}


CONTRACTS: dict[Kind, Contract] = _contracts(
    Contract(
        kind="municipalities",
        columns=(
            Column("name", "text", 'class in front, title case ("Town of Alder")'),
            Column("kind", "text", "town, village or city"),
            _COUNTY,
            _COUSUB,
            *_MADE_BY_LAW,
        ),
        required=("name",),
        key=("name", "county"),
    ),
    Contract(
        kind="counties",
        columns=(
            Column("name", "text", "without the word County"),
            Column("county_fips", "text", "three digits, as 123 for Vernon"),
        ),
        required=("name",),
        key=("name",),
    ),
    Contract(
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
    Contract(
        kind="owners",
        columns=(
            Column("parcel_id", "text", "parcel owned, as published"),
            _COUNTY,
            Column("owner_keys", "codes", "running numbers that group rows of one owner of record"),
        ),
        required=("parcel_id",),
        key=("parcel_id", "county"),
        shapes=(),
        private=("owner_name_1", "owner_name_2", "mailing_address"),
    ),
    Contract(
        kind="ratios",
        columns=(
            *_MUNICIPALITY,
            Column("year", "year", "roll year of the ratio"),
            Column("ratio", "text", "assessed over full value, all published digits"),
        ),
        required=("municipality", "year", "ratio"),
        key=("municipality", "county", "year"),
        shapes=(),
    ),
    Contract(
        kind="populations",
        columns=(
            *_MUNICIPALITY,
            _COUSUB,
            Column("year", "year", "year of the count or estimate"),
            Column("population", "whole", "residents"),
            Column("voting_age_population", "whole", "residents of eighteen and over"),
        ),
        required=("municipality", "year", "population"),
        key=("municipality", "county", "year"),
        shapes=(),
    ),
    Contract(
        kind="reporting_units",
        columns=(
            Column("unit", "text", 'name of the unit as the canvass prints it ("Wards 1-3"), within its municipality'),
            *_MUNICIPALITY,
            _COUSUB,
        ),
        required=("unit", "municipality"),
        key=("unit", "municipality", "county"),
    ),
    Contract(
        kind="votes",
        columns=(
            Column("unit", "text", "reporting unit that cast them, as reporting_units names it"),
            *_MUNICIPALITY,
            Column("office", "text", "governor, president or another, small letters"),
            Column("year", "year", "year of the election"),
            Column("votes", "text", "all votes cast for the office, all published digits"),
            Column("basis", "text", "reported, or modelled where the publisher spread results over units"),
        ),
        required=("unit", "municipality", "office", "year", "votes"),
        key=("unit", "municipality", "county", "office", "year"),
        shapes=(),
    ),
    Contract(
        kind="sewers",
        columns=(
            Column("sewer_id", "text", "as published"),
            Column("kind", "text", "gravity_main, force_main, interceptor, lateral, storm or other"),
            _STATUS,
            _OPERATOR,
            Column("diameter_in", "number", "inside diameter, inches"),
            Column("material", "text", "as published"),
            Column("upstream_node", "text", "id of the node where the flow comes from"),
            Column("downstream_node", "text", "id of the node to which it goes"),
            Column("upstream_invert_ft", "number", "elevation of the invert, feet"),
            Column("downstream_invert_ft", "number", "elevation of the invert, feet"),
            _DATUM,
            Column("installed", "date", "when it was laid"),
            Column("operational", "date", "when it began to serve"),
        ),
        required=(),
        key=("sewer_id",),
        shapes=("line",),
        repeats=True,
    ),
    Contract(
        kind="sewer_nodes",
        columns=(
            Column("node_id", "text", "as published"),
            Column("kind", "text", "manhole, lift_station, cleanout, plant, storm or other"),
            _STATUS,
            _OPERATOR,
            Column("rim_ft", "number", "elevation of the rim, feet"),
            Column("invert_ft", "number", "elevation of the lowest invert, feet"),
            _DATUM,
            Column("capacity_gpm", "number", "capacity of a lift station, gallons a minute"),
            Column("installed", "date", "when it was built"),
        ),
        required=(),
        key=("node_id",),
        shapes=("point",),
        repeats=True,
    ),
    Contract(
        kind="rights_of_way",
        columns=(
            Column("right_of_way_id", "text", "as published"),
            Column("street", "text", "street that it holds"),
            Column("width_ft", "number", "platted width, feet"),
            *_MADE_BY_LAW,
        ),
        required=(),
        key=("right_of_way_id",),
        repeats=True,
    ),
    Contract(
        kind="streets",
        columns=(
            Column("street_id", "text", "as published"),
            Column("name", "text", "full name"),
            Column("kind", "text", "class as published"),
            Column("right_of_way_width_ft", "number", "width of its right-of-way, feet"),
        ),
        required=(),
        key=("street_id",),
        shapes=("line",),
        repeats=True,
    ),
    Contract(
        kind="railroads",
        columns=(
            Column("railroad_id", "text", "as published"),
            Column("name", "text", "line or division"),
            _OPERATOR,
            _STATUS,
        ),
        required=(),
        key=("railroad_id",),
        shapes=("line", "polygon"),
        repeats=True,
    ),
    Contract(
        kind="plats",
        columns=(
            Column("plat_id", "text", "as published"),
            Column("name", "text", "name of the plat or number of the survey map"),
            Column("recorded", "date", "when it was recorded"),
        ),
        required=(),
        key=("plat_id",),
        repeats=True,
    ),
    Contract(
        kind="water",
        columns=(
            Column("water_id", "text", "as published"),
            Column("name", "text", "lake, river or creek"),
            Column("kind", "text", "class as published"),
        ),
        required=(),
        key=("water_id",),
        shapes=("polygon", "line"),
        repeats=True,
    ),
    Contract(
        kind="buildings",
        columns=(
            Column("building_id", "text", "as published"),
            Column("use", "text", "as published"),
            Column("dwelling_units", "whole", "dwellings in it"),
            Column("built", "year", "year of construction"),
            Column("address", "text", "address of the building"),
        ),
        required=(),
        key=("building_id",),
        shapes=("polygon", "point"),
        repeats=True,
    ),
    Contract(
        kind="private_systems",
        columns=(
            Column("system_id", "text", "permit or system number"),
            Column("parcel_id", "text", "parcel that it serves"),
            _COUNTY,
            Column("kind", "text", "septic, holding_tank, mound, well or as published"),
            Column("status", "text", "as published"),
            Column("installed", "date", "when it was put in"),
            Column("cost_cents", "cents", "what it cost"),
            Column("grants_cents", "cents", "grants received for it"),
        ),
        required=("parcel_id",),
        key=("system_id", "parcel_id", "county"),
        shapes=("point", "polygon"),
        shape_optional=True,
        repeats=True,
    ),
    Contract(
        kind="impervious",
        columns=(
            Column("surface_id", "text", "as published"),
            Column("surface", "text", "class as published: building, drive, lot, gravel"),
            Column("captured", "date", "day on which it was seen"),
            Column("built", "date", "day from which it stands"),
        ),
        required=(),
        key=("surface_id",),
        repeats=True,
    ),
    Contract(
        kind="zoning",
        columns=(
            Column("zone", "text", "code or name of the zoning district"),
            *_MUNICIPALITY,
            *_MADE_BY_LAW,
        ),
        required=("zone",),
        key=("zone",),
        repeats=True,
    ),
    Contract(
        kind="service_areas",
        columns=(
            Column("name", "text", "as the plan names it"),
            Column("kind", "text", "assessment, sewered, planned, excluded or as published"),
            Column("agency", "text", "body that keeps the plan"),
            Column("horizon_year", "year", "year that the plan looks to"),
            *_MADE_BY_LAW,
        ),
        required=("name",),
        key=("name",),
        repeats=True,
    ),
    Contract(
        kind="districts",
        columns=(
            Column("name", "text", "legal name of the district"),
            Column("kind", "text", "sanitary, utility, metropolitan or as published"),
            *_MADE_BY_LAW,
        ),
        required=("name",),
        key=("name", "valid_from"),
    ),
    Contract(
        kind="sections",
        columns=(
            Column("section_id", "text", "as published"),
            Column("section", "whole", "1 to 36; null where the source does not show it"),
            Column("township", "whole", "township north of the base line"),
            Column("range", "whole", "range from the Fourth Principal Meridian"),
            Column("range_direction", "text", "E or W"),
            _COUNTY,
        ),
        required=("section_id",),
        key=("section_id",),
        repeats=True,
    ),
)
"""Contracts of the kinds that are rows; `RASTER_KINDS` are grids and have none."""

ROW_KINDS: tuple[Kind, ...] = tuple(CONTRACTS)


def is_raster(kind: Kind) -> bool:
    """Whether editions of a kind are grids of cells."""
    return kind in RASTER_KINDS


def typed(contract: Contract, table: pd.DataFrame) -> pd.DataFrame:
    """Return a table with its columns in order and of their contract's types, null text as None.

    Columns beside the contract's (the geometry) stay behind them.
    """
    others = [name for name in table.columns if name not in contract.names]
    table = table[[*contract.names, *others]].copy()
    for name in contract.of_type("text", "codes", "date"):
        column = table[name].astype(object)
        table[name] = column.where(column.notna(), None)
    for name in contract.of_type("year", "whole", "cents"):
        table[name] = table[name].astype("Int64")
    for name in contract.of_type("acres", "number"):
        table[name] = table[name].astype(float)
    return table
