"""What is an edition: the manifest beside its stored rows."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal, get_args

from gis.model.config import STRICT
from gis.model.exact import Exact

Kind = Literal[
    "buildings",
    "counties",
    "districts",
    "elevations",
    "impervious",
    "impervious_raster",
    "municipalities",
    "owners",
    "parcels",
    "plats",
    "populations",
    "private_systems",
    "railroads",
    "ratios",
    "reporting_units",
    "rights_of_way",
    "sections",
    "service_areas",
    "sewer_nodes",
    "sewers",
    "streets",
    "votes",
    "water",
    "zoning",
]
KINDS: tuple[Kind, ...] = get_args(Kind)
RASTER_KINDS: frozenset[Kind] = frozenset({"elevations", "impervious_raster"})
"""Kinds whose edition is a grid of cells, not rows."""


@dataclass(frozen=True, slots=True)
class SourceFile:
    """Where the rows came from; the name without its folder."""

    __pydantic_config__ = STRICT

    name: str
    sha256: str
    layer: str | None
    driver: str


@dataclass(frozen=True, slots=True)
class CoordinateOperation:
    """One step from the source system to the working frame, and how sure it is."""

    __pydantic_config__ = STRICT

    name: str
    accuracy_m: float | None
    """Null where the operation's accuracy is not known; 0 is exact."""
    note: str = ""


@dataclass(frozen=True, slots=True)
class CrsRecord:
    """The coordinate system found in the file, the one given by hand, the one used."""

    __pydantic_config__ = STRICT

    found: str | None
    given: str | None
    used: str


@dataclass(frozen=True, slots=True)
class Counts:
    """Rows in are rows out and rows refused, always; rows out less merged plus expanded are features, always."""

    __pydantic_config__ = STRICT

    rows_in: int
    rows_out: int
    refused: int
    features: int
    merged: int = 0
    """Rows that joined another row of the same id in one feature."""
    repaired: int = 0
    expanded: int = 0
    """Features beyond the first that one row gives, as a row with votes of several elections does."""


@dataclass(frozen=True, slots=True)
class ImportNote:
    """One thing that import changed or refused, where, why, and what would mend it."""

    __pydantic_config__ = STRICT

    rule: str
    """The stated rule that was applied, as a short name."""
    feature_id: str | None
    row: int | None
    """Zero-based row in the source."""
    what: str
    why: str
    mend: str
    ring: int | None = None
    vertex: int | None = None
    column: str | None = None
    longitude: float | None = None
    latitude: float | None = None


Measure = Literal["class", "percent", "fraction", "elevation"]
"""What the cells of a raster hold: numbers of classes, a share of each cell, or a height."""
Orientation = Literal["north_up", "south_up", "rotated"]


@dataclass(frozen=True, slots=True)
class CellCount:
    """How many cells hold one value."""

    __pydantic_config__ = STRICT

    value: int
    cells: int


@dataclass(frozen=True, slots=True)
class RasterRecord:
    """The grid of a raster edition, what its cells mean, and what they hold."""

    __pydantic_config__ = STRICT

    width: int
    height: int
    transform: tuple[float, float, float, float, float, float]
    """From column and row to x and y in the edition's coordinate system: x = a column + b row + c,
    y = d column + e row + f, as (a, b, c, d, e, f)."""
    orientation: Orientation
    cell_width_ft: float
    """Along a row, at the middle of the grid, on the ellipsoid; US survey feet, as are the next two."""
    cell_height_ft: float
    cell_area_sqft: float
    dtype: str
    nodata: str | None
    """Value of a cell that is not known, "nan" included; null where every cell counts as known."""
    band: int
    """Band of the source, from 1."""
    measure: Measure
    classes: tuple[int, ...]
    """Values that count as impervious, where the cells hold classes."""
    unit: str | None
    """Unit of heights: ft, us-ft or m."""
    vertical_datum: str | None
    cells: tuple[CellCount, ...]
    """Known cells by value, where they hold classes."""
    minimum: float
    maximum: float
    known_cells: int
    unknown_cells: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """Everything about an edition except its rows."""

    __pydantic_config__ = STRICT

    kind: Kind
    edition: str
    """First 16 hexadecimal digits of `sha256`."""
    sha256: str
    """Hash of the canonical rows, their kind, vintage and accuracy."""
    schema_version: int
    source: SourceFile
    preset: str
    columns: dict[str, str]
    """Canonical column: source column."""
    constants: dict[str, str]
    crs: CrsRecord | None
    operations: tuple[CoordinateOperation, ...]
    edge_model: str | None
    vintage: dt.date
    accuracy_ft: Exact | None
    """Stated positional accuracy; null where nobody stated one."""
    counts: Counts
    sums: dict[str, str]
    """Money columns: the sum of the rows stored, as a decimal string."""
    area_sqft_in: Exact | None
    area_sqft_out: Exact | None
    repairs: tuple[ImportNote, ...]
    refusals: tuple[ImportNote, ...]
    notes: tuple[str, ...]
    townline: str
    raster: RasterRecord | None = None
    """Null where the edition is rows."""
    working_crs: str = "EPSG:3071"
    """Plane of the rows' shapes; that of every edition of one folder, of tables too."""
