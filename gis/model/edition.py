"""What is an edition: the manifest beside its stored rows."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from typing import Literal

from gis.model.config import STRICT
from gis.model.exact import Exact

Kind = Literal["municipalities", "counties", "parcels", "ratios"]
KINDS: tuple[Kind, ...] = ("counties", "municipalities", "parcels", "ratios")


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
    """Rows in are rows out and rows refused, always; several rows may make one feature."""

    __pydantic_config__ = STRICT

    rows_in: int
    rows_out: int
    refused: int
    features: int
    merged: int = 0
    """Rows that joined another row of the same id in one feature."""
    repaired: int = 0


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
