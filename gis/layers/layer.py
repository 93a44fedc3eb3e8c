"""What is a layer in memory: an edition's rows in one frame, with an index that is built when asked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd
import shapely

from gis.geometry.frame import Frame
from gis.model.edition import CoordinateOperation


@dataclass(frozen=True, eq=False)
class Layer:
    """The rows of one edition, geometry in `frame.crs` and on its grid.

    Not slotted, because the index and the arrays of shapes and columns are kept once they are made.

    Parameters
    ----------
    kind : str
        Kind of layer, "parcels".
    edition : str
        Id of the edition that the rows come from.
    accuracy_ft : Fraction or None
        Stated positional accuracy in US survey feet; None where nobody stated one.
    frame : Frame
        Plane of the geometries. A layer from disk carries the working frame before the county, and
        so the zone of measures, is known.
    table : GeoDataFrame
        Canonical columns of the kind (gis/layers/contracts.py); without a geometry for tables such as ratios.
    operations : tuple of CoordinateOperation
        How the geometries came into the frame.
    rows_refused : int
        Rows of the source that import refused, which are therefore not here.
    """

    kind: str
    edition: str
    accuracy_ft: Fraction | None
    frame: Frame
    table: gpd.GeoDataFrame
    operations: tuple[CoordinateOperation, ...] = ()
    rows_refused: int = 0

    @cached_property
    def _columns(self) -> dict[str, npt.NDArray[np.object_]]:
        return {}

    def column(self, name: str) -> npt.NDArray[np.object_]:
        """Return one column as plain objects, missing values as None; kept once it is made."""
        if name not in self._columns:
            values = self.table[name].astype(object).to_numpy(copy=True)
            values[pd.isna(values)] = None
            self._columns[name] = values
        return self._columns[name]

    def column_if_there(self, name: str) -> npt.NDArray[np.object_]:
        """Return one column as `column` does; None throughout where the table has none of that name."""
        return self.column(name) if name in self.table.columns else np.full(len(self.table), None, dtype=object)

    @cached_property
    def geometries(self) -> npt.NDArray[np.object_]:
        """Shapes of the rows, in the order of the table; empty where the kind has none."""
        if "geometry" not in self.table.columns:
            return np.array([], dtype=object)
        return np.asarray(self.table["geometry"].array, dtype=object)

    @cached_property
    def tree(self) -> shapely.STRtree:
        """Index of `geometries`; positions in it are row positions of the table."""
        return shapely.STRtree(self.geometries)
