"""Which rows does a GeoParquet file hold, and which of its columns are no plain values?"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import geopandas as gpd
import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import shapely

from gis.layers.readers.desktop import unit_in_words
from gis.layers.readers.flat import flatten
from gis.layers.readers.numbers import numbers_as_written
from gis.layers.readers.opened import OpenedFile, SourceLayer, SourceRows
from gis.layers.readers.refusals import unreadable
from gis.layers.readers.sources import Source

PARQUET_DRIVER = "Parquet"
PARQUET_SUFFIXES = frozenset({".parquet", ".geoparquet"})
_LONLAT = "OGC:CRS84"
"""What GeoParquet means where it names no system."""
_WKB = "WKB"


@dataclass(frozen=True, slots=True)
class _Geometry:
    """What the file says of the column that holds its shapes."""

    column: str
    encoding: str
    types: tuple[str, ...]
    crs: str | None
    bounds: tuple[float, float, float, float] | None


def open_parquet(source: Source) -> OpenedFile:
    """Look into a Parquet file: with the metadata of GeoParquet a layer of shapes, without them a table.

    Columns of lists, structures or bytes are told and not offered; nothing else of the file is refused for them.

    Raises
    ------
    LayerUnreadable
        Where it is no Parquet file, or its metadata are not as GeoParquet says.
    """
    file = _file(source)
    geometry = _geometry(source, file.schema_arrow)
    cover = _cover(file.schema_arrow)
    offered: list[pa.Field] = []
    left: list[pa.Field] = []
    for field in file.schema_arrow:
        if geometry is not None and field.name == geometry.column:
            continue
        (left if _is_nested(field.type) else offered).append(field)
    told = [field for field in left if field.name != cover]
    remarks = []
    if told:
        listed = ", ".join(f"{field.name} ({field.type})" for field in told)
        remarks.append(f"Columns that hold lists, structures or bytes cannot be read as values: {listed[:400]}.")
    if geometry is None:
        remarks.append("The file has no metadata of GeoParquet: it is read as a table without shapes.")
    layer = SourceLayer(
        name=source.stem,
        geometry_type=None if geometry is None else _type(geometry.types),
        rows=file.metadata.num_rows,
        columns=tuple(field.name for field in offered),
        types=tuple(str(field.type) for field in offered),
        crs=None if geometry is None else geometry.crs,
        bounds=None if geometry is None else geometry.bounds,
    )
    return OpenedFile(source.path, PARQUET_DRIVER, (layer,), tuple(remarks))


def read_parquet(source: Source, layer: SourceLayer, columns: Sequence[str]) -> SourceRows:
    """Return the columns named, and the shapes as WKB in the plane."""
    file = _file(source)
    names = list(dict.fromkeys(columns))
    geometry = _geometry(source, file.schema_arrow)
    try:
        read = file.read(columns=names)
        table = pd.DataFrame(
            {name: numbers_as_written(read.column(name)) for name in names}, index=pd.RangeIndex(read.num_rows)
        )
        shapes = None if geometry is None else _shapes(source, file, geometry)
    except (pa.ArrowException, ValueError) as error:
        raise _broken(source, error) from error
    if shapes is None:
        return SourceRows(table, None, ())
    flat = flatten(shapes, layer.crs, unit_in_words(layer.crs))
    return SourceRows(table, flat.shapes, flat.remarks)


def _file(source: Source) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(source.path if source.member is None else io.BytesIO(source.read()))
    except (pa.ArrowException, OSError) as error:
        raise _broken(source, error) from error


def _geometry(source: Source, schema: pa.Schema) -> _Geometry | None:
    text = (schema.metadata or {}).get(b"geo")
    if text is None:
        return None
    try:
        geo = json.loads(text)
        column = str(geo["primary_column"])
        said: dict[str, Any] = geo["columns"][column]
        encoding = str(said["encoding"])
        types = tuple(str(kind) for kind in said.get("geometry_types", ()))
        box = [float(number) for number in said.get("bbox", ())]
        schema.field(column)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        why = f"Its metadata are not as GeoParquet says: {type(error).__name__} at {str(error)[:80]}."
        raise unreadable(source.where, why, "Write it again with a current version of the program.") from error
    # A missing member means longitude and latitude, null that nobody knows.
    crs = _LONLAT if "crs" not in said else None if said["crs"] is None else json.dumps(said["crs"])
    half = len(box) // 2
    bounds = (box[0], box[1], box[half], box[half + 1]) if len(box) in {4, 6} else None
    return _Geometry(column, encoding, types, crs, bounds)


def _cover(schema: pa.Schema) -> str | None:
    """Return the column of bounding boxes that GeoParquet keeps beside the shapes."""
    geo = json.loads((schema.metadata or {}).get(b"geo", b"{}"))
    covering = geo.get("columns", {}).get(geo.get("primary_column"), {}).get("covering", {})
    return next((str(path[0]) for path in covering.get("bbox", {}).values()), None)


def _is_nested(kind: pa.DataType) -> bool:
    return bool(pa.types.is_nested(kind) or pa.types.is_binary(kind) or pa.types.is_large_binary(kind))


def _type(types: Sequence[str]) -> str:
    """Return the one type that all shapes are of, single or multiple; Unknown where they differ or nobody says."""
    bare = {kind.removesuffix(" ZM").removesuffix(" Z").removesuffix(" M") for kind in types}
    single = {kind.removeprefix("Multi") for kind in bare}
    if len(single) != 1:
        return "Unknown"
    return next(iter(bare)) if len(bare) == 1 else f"Multi{next(iter(single))}"


def _shapes(source: Source, file: pq.ParquetFile, geometry: _Geometry) -> npt.NDArray[np.object_]:
    if geometry.encoding == _WKB:
        shapes: npt.NDArray[np.object_] = file.read(columns=[geometry.column]).column(0).to_numpy()
        return shapes.astype(object)
    frame = gpd.read_parquet(
        source.path if source.member is None else io.BytesIO(source.read()), columns=[geometry.column]
    )
    found: npt.NDArray[np.object_] = shapely.to_wkb(frame.geometry.to_numpy(), flavor="iso")
    return found


def _broken(source: Source, error: Exception) -> Exception:
    return unreadable(source.where, f"It is no whole Parquet file: {str(error)[:150]}")
