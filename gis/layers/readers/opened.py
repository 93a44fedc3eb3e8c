"""What does a reader know of a file: its layers before any row is read, and rows as they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pandas as pd

from gis.layers.readers.sources import Source

CSV_DRIVER = "CSV"
GEOJSON_DRIVER = "GeoJSON"


@dataclass(frozen=True, slots=True)
class SourceLayer:
    """One layer of a file, before any row is read. `geometry_type` is None for a table."""

    name: str
    geometry_type: str | None
    rows: int
    columns: tuple[str, ...]
    types: tuple[str, ...]
    crs: str | None
    bounds: tuple[float, float, float, float] | None


@dataclass(frozen=True, slots=True, eq=False)
class SourceRows:
    """Rows as the file has them. `shapes` are WKB or None, and None as a whole for a table.

    The shapes are plain ones in the plane: what had heights, measures or arcs is told in `remarks`.
    """

    table: pd.DataFrame
    shapes: npt.NDArray[np.object_] | None
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file, or the answers of a service, that can be read: its layers, and what the reader remarked."""

    path: Path
    """For a service its name and host, which is no file."""
    driver: str
    layers: tuple[SourceLayer, ...]
    remarks: tuple[str, ...]
    unit: str | None = None
    """Unit of the coordinates where the file says it apart from a coordinate system, as drawings do."""
    sha256: str | None = None
    """Hash of what was served, where `path` is no file."""
    sources: tuple[Source, ...] = ()
    """By layer, where its bytes lie; empty where `path` says it."""
    held: tuple[SourceRows, ...] = field(default=(), repr=False, compare=False)
    """By layer, rows that were read when the file was opened."""

    def source_of(self, layer: SourceLayer) -> Source:
        """Return where the bytes of a layer lie."""
        return self.sources[self._place_of(layer)] if self.sources else Source(self.path)

    def held_rows(self, layer: SourceLayer) -> SourceRows | None:
        """Return the rows of a layer that were read when the file was opened."""
        return self.held[self._place_of(layer)] if self.held else None

    def _place_of(self, layer: SourceLayer) -> int:
        return [each.name for each in self.layers].index(layer.name)
