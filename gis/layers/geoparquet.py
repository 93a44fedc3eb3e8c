"""How are rows with shapes written as GeoParquet, a stretch at a time?"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import shapely

_VERSION = "1.1.0"
_ROWS = 100_000
"""Rows of a row group: a million parcels at once would need half a gigabyte more while they are written."""
_CORNERS = ("xmin", "ymin", "xmax", "ymax")
_BOX = pa.struct([(corner, pa.float64()) for corner in _CORNERS])


def write_geoparquet(path: Path, table: gpd.GeoDataFrame) -> None:
    """Write rows as GeoParquet 1.1 with a bounding box for each, the same bytes for the same rows.

    Parameters
    ----------
    path : Path
        Written over where it is there.
    table : GeoDataFrame
        Columns of text, whole numbers (`Int64`) and numbers, and `geometry` in its coordinate
        system; a row without a shape has a null and no box.
    """
    shapes = np.asarray(table.geometry.array, dtype=object)
    plain = pd.DataFrame(table.drop(columns="geometry"))
    columns = pa.Table.from_pandas(plain.iloc[:0], _schema(plain), preserve_index=False).schema
    schema = columns.append(pa.field("geometry", pa.binary())).append(pa.field("bbox", _BOX))
    schema = schema.with_metadata({**(columns.metadata or {}), b"geo": json.dumps(_geo(table, shapes)).encode()})
    # Outlines do not repeat, and trying to list them takes time.
    with pq.ParquetWriter(path, schema, use_dictionary=columns.names) as writer:
        for first in range(0, max(len(table), 1), _ROWS):
            rows = pa.Table.from_pandas(plain.iloc[first : first + _ROWS], columns, preserve_index=False)
            here = shapes[first : first + _ROWS]
            wkb = pa.array(shapely.to_wkb(here, flavor="iso", byte_order=1), pa.binary())
            writer.write_table(pa.table([*rows.columns, wkb, _boxes(here)], schema=schema))


def _schema(plain: pd.DataFrame) -> pa.Schema:
    """Return the types of columns, which a stretch without any value would not show."""
    return pa.schema([(str(name), _type(plain[name].dtype)) for name in plain.columns])


def _type(dtype: Any) -> pa.DataType:  # noqa: ANN401 - pandas has no one class for numpy's types and its own
    if pd.api.types.is_integer_dtype(dtype):
        return pa.int64()
    return pa.float64() if pd.api.types.is_float_dtype(dtype) else pa.string()


def _boxes(shapes: npt.NDArray[np.object_]) -> pa.Array:
    bounds = shapely.bounds(shapes)
    sides = [pa.array(side) for side in bounds.T]
    return pa.StructArray.from_arrays(sides, fields=list(_BOX), mask=pa.array(np.isnan(bounds).any(axis=1)))


def _geo(table: gpd.GeoDataFrame, shapes: npt.NDArray[np.object_]) -> dict[str, Any]:
    """Return the metadata that make the file GeoParquet: https://geoparquet.org/releases/v1.1.0/."""
    there = shapes[~(shapely.is_missing(shapes) | shapely.is_empty(shapes))]
    types = {shapely.GeometryType(int(kind)).name for kind in np.unique(shapely.get_type_id(there))}
    column: dict[str, Any] = {
        "encoding": "WKB",
        "geometry_types": sorted(_NAMES[name] for name in types),
        "crs": None if table.crs is None else table.crs.to_json_dict(),
        "covering": {"bbox": {corner: ["bbox", corner] for corner in _CORNERS}},
    }
    if len(there):
        column["bbox"] = shapely.total_bounds(there).tolist()
    return {"version": _VERSION, "primary_column": "geometry", "columns": {"geometry": column}}


_NAMES = {
    name.upper(): name for name in ("Point", "LineString", "Polygon", "MultiPoint", "MultiLineString", "MultiPolygon")
}
