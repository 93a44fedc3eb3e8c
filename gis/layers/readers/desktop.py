"""Which layers and rows does a file of desktop GIS hold, as GDAL reads it?"""

from __future__ import annotations

import re
import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyarrow as pa
import pyogrio
import pyogrio.raw
from pyogrio.errors import DataLayerError, DataSourceError

from gis.errors import CrsUnknown, LayerUnreadable
from gis.geometry.operations import parse_crs
from gis.layers.exports.short_names import restored_names
from gis.layers.readers.cut_texts import cut_in_geopackage
from gis.layers.readers.dbf import DbfText, dbf_text, uncut
from gis.layers.readers.flat import flatten
from gis.layers.readers.numbers import lost_in, numbers_as_written, shortest
from gis.layers.readers.opened import SourceLayer, SourceRows
from gis.layers.readers.refusals import FORMATS, LONGEST_REMARK, WHOLE_SHAPEFILE, unreadable
from gis.layers.readers.sources import Source

T = TypeVar("T")

SHAPEFILE_DRIVER = "ESRI Shapefile"
_GEOPACKAGE_SUFFIX = ".gpkg"
_DRIVERS = frozenset(
    {SHAPEFILE_DRIVER, "OpenFileGDB", "GPKG", "GeoJSON", "FlatGeobuf", "LIBKML", "KML", "DXF", "TopoJSON"}
)
_POINTERS = (b"<OGRVRT", b"<VRTDataset", b"<OGRWFS", b"<GDAL_WMS")
"""How files begin that only point to others, which may lie anywhere."""
_SOUND_FLATGEOBUF = "OGR_FLATGEOBUF_STREAM_BASE_IMPL"
"""Without it GDAL 3.12 hands over the shapes of a FlatGeobuf wrongly, from the first row without one on."""
_WHOLE_WORLD = (-180.0, -90.0, 180.0, 90.0)
"""The extent that programs write into a GeoPackage where they do not know it, whatever its coordinates are."""
_MOST_REMARKS = 20
_TOLD_ELSEWHERE = ("Measured (M) geometry types are not supported", "OGRGeoJSONReadRawPoint(): too many members")
"""How remarks begin that `flatten` and the check of GeoJSON make themselves, with numbers."""
_HEAD_BYTES = 1000
_QUICK = frozenset({"string", "real", "integer", "integer64"})
"""Types of columns that mean the same when Arrow hands them over."""
_AS_IS = frozenset({None, "UTF-8"})
"""Encodings of text in which nothing is to be put into other characters."""


@dataclass(frozen=True, slots=True)
class Desktop:
    """Layers of one file, and how its rows are asked for."""

    driver: str
    layers: tuple[SourceLayer, ...]
    remarks: tuple[str, ...]


def open_desktop(source: Source, data: bytes | None = None) -> Desktop:
    """Look into a file that GDAL reads.

    Parameters
    ----------
    source : Source
        A file, a member of a zip, or the folder of a File Geodatabase.
    data : bytes, optional
        Read these in its place.

    Returns
    -------
    Desktop
        Its layers in the file's order.

    Raises
    ------
    LayerUnreadable
        Where it is not whole, of another format, or only points to other files.
    """
    if source.member is None and source.path.is_file() and any(each in source.read(_HEAD_BYTES) for each in _POINTERS):
        raise unreadable(source.where, "It holds no layer of its own and only points to other files.")
    address = source.address if data is None else data
    text = _text(source)
    longs = _long_names(source)
    try:
        # Bytes get a new name each time they are read, so their one layer is known by its number.
        names, heard = listening(lambda: [0] if data else [str(name) for name, _ in pyogrio.list_layers(address)])
        layers = []
        driver = ""
        for name in names:
            found, said = listening(partial(_info, address, name, text.encoding))
            driver = str(found["driver"])
            opened = _source_layer(source.stem if data else str(name), found)
            layers.append(replace(opened, columns=tuple(longs.get(each, each) for each in opened.columns)))
            heard += [remark for remark in said if remark not in heard]
    except (DataSourceError, DataLayerError) as error:
        raise _said_by_reader(source, error) from error
    except UnicodeDecodeError as error:
        raise unreadable(source.where, f"Names of layers or columns are no text in {error.encoding}.") from error
    if not layers:
        raise LayerUnreadable(
            what="There is no layer in this file.",
            where=source.where,
            why="The reader opens it and finds nothing that it could read (a shapefile without its .dbf, for example).",
            next=f"Ask the publisher for the whole file. {WHOLE_SHAPEFILE}",
        )
    if driver not in _DRIVERS:
        raise unreadable(source.where, f"It is of the format {driver}, which is not one that is read here.")
    _check_columns(source, layers)
    return Desktop(driver, tuple(layers), tuple(dict.fromkeys((*text.remarks, *heard))))


def _info(address: str | bytes, name: str | int, encoding: str | None) -> dict[str, Any]:
    found = pyogrio.read_info(address, layer=name, encoding=encoding)
    if found["features"] < 0 or (found["total_bounds"] is None and found["geometry_type"] is not None):
        found = pyogrio.read_info(
            address, layer=name, encoding=encoding, force_feature_count=True, force_total_bounds=True
        )
    return dict(found)


def _source_layer(name: str, info: dict[str, Any]) -> SourceLayer:
    geometry_type = info["geometry_type"]
    bounds = info["total_bounds"] if geometry_type is not None else None
    if bounds is not None and tuple(map(float, bounds)) == _WHOLE_WORLD:
        bounds = None
    return SourceLayer(
        name=name,
        geometry_type=None if geometry_type is None else str(geometry_type),
        rows=int(info["features"]),
        columns=tuple(str(field) for field in info["fields"]),
        types=tuple(str(kind).removeprefix("OFT").lower() for kind in info["ogr_types"]),
        crs=info["crs"],
        bounds=None if bounds is None else (float(bounds[0]), float(bounds[1]), float(bounds[2]), float(bounds[3])),
    )


def _check_columns(source: Source, layers: Sequence[SourceLayer]) -> None:
    for layer in layers:
        twice = sorted(name for name, count in Counter(layer.columns).items() if count > 1)
        if twice:
            raise LayerUnreadable(
                what=f"Several columns have the same name: {', '.join(twice)}.",
                where=f"{source.where}, layer {layer.name}",
                why="Nobody can say which of them a value is to be taken from.",
                next="Give each column a name of its own in the source.",
            )


def read_desktop(source: Source, layer: SourceLayer, columns: Sequence[str], data: bytes | None = None) -> SourceRows:
    """Read the rows of one layer, only the columns named, shapes as WKB in the plane.

    Raises
    ------
    LayerUnreadable
        Where a row cannot be read.
    """
    address = source.address if data is None else data
    name = layer.name if data is None else 0
    text = _text(source)
    longs = _long_names(source)
    shorts = {long: short for short, long in longs.items()}
    kinds = dict(zip(layer.columns, layer.types, strict=True))
    is_quick = not text.is_cut and text.encoding in _AS_IS
    quick = [shorts.get(each, each) for each in columns if is_quick and kinds.get(each) in _QUICK]
    slow = [short for each in columns if (short := shorts.get(each, each)) not in quick]
    has_shapes = layer.geometry_type is not None
    try:
        (table, shapes), heard = listening(lambda: _rows(address, name, quick, slow, text, has_shapes=has_shapes))
        if source.suffix == _GEOPACKAGE_SUFFIX:
            texts = [each for each in columns if kinds.get(each) == "string"]
            heard += cut_in_geopackage(source.address, layer.name, texts)
    except (DataSourceError, DataLayerError, pa.ArrowException) as error:
        raise _said_by_reader(source, error) from error
    except UnicodeDecodeError as error:
        why = f"A cell is no text in {error.encoding}, which the file says that it is in."
        raise unreadable(
            source.where, why, "Ask the publisher which encoding it is, and for a .cpg that says so."
        ) from error
    table = table.rename(columns=longs)
    if shapes is None:
        return SourceRows(table, None, tuple(heard))
    flat = flatten(shapes, layer.crs, unit_in_words(layer.crs))
    return SourceRows(table, flat.shapes, (*heard, *flat.remarks))


def _rows(  # noqa: PLR0913  what the library is asked for
    address: str | bytes,
    layer: str | int,
    quick: Sequence[str],
    slow: Sequence[str],
    text: DbfText,
    *,
    has_shapes: bool,
) -> tuple[pd.DataFrame, npt.NDArray[np.object_] | None]:
    """Return the cells and the shapes as the file has them, arcs and measures among them, in the same order.

    Arrow hands over text and numbers in a quarter of the time and memory, with the shapes in one go. Days, lists
    and text in other encodings are read the plain way.
    """
    with gdal_option(_SOUND_FLATGEOBUF, "YES"):
        meta, arrow = _arrow(address, layer, quick, text.encoding, read_geometry=has_shapes)
    fids = arrow.column(meta["fid_column"] or "OGC_FID").to_numpy()
    shapes = None
    if has_shapes:
        column = arrow.column(meta["geometry_name"] or "wkb_geometry")
        column.validate(full=True)
        shapes = column.to_numpy().astype(object, copy=False)
        del column
    found = [str(field) for field in meta["fields"]]
    # The cells get memory of their own, which does not hold that of the shapes.
    arrow = arrow.select(found).combine_chunks()
    sound = {name for name in found if _is_sound(arrow.column(name))}
    cells = {name: _cells(arrow.column(name)) for name in found if name in sound}
    del arrow
    unsound = [*slow, *(name for name in found if name not in sound)]
    if unsound:
        cells |= _plainly(address, layer, unsound, fids, text)
    return pd.DataFrame(cells, index=pd.RangeIndex(len(fids))), shapes


def _is_sound(column: pa.ChunkedArray) -> bool:
    """Say whether a column is text in the encoding that it says, or numbers, and no codes replaced by their meaning."""
    if pa.types.is_dictionary(column.type):
        return False
    try:
        column.validate(full=True)
    except pa.ArrowInvalid:  # which the plain way of reading tells in words
        return False
    return True


def _cells(column: pa.ChunkedArray) -> pd.Series | npt.NDArray[np.generic]:
    """Return a column for a table; text stays Arrow's, of which no object is made a cell."""
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):
        if column.null_count == len(column):
            return np.full(len(column), None, dtype=object)
        cells: pd.Series = column.to_pandas()
        return cells
    return numbers_as_written(column)


def _plainly(
    address: str | bytes, layer: str | int, columns: Sequence[str], fids: npt.NDArray[np.int64], text: DbfText
) -> dict[str, npt.NDArray[np.generic]]:
    """Return columns as the library reads them without Arrow, which loses what `lost_in` tells."""
    meta, found, _, values = pyogrio.raw.read(
        address,
        layer=layer,
        columns=list(columns),
        encoding=text.encoding,
        read_geometry=False,
        return_fids=True,
        datetime_as_string=True,  # as numbers they lose their offset from UTC
    )
    _check_order(found, fids)
    if text.is_cut:
        values = [np.array([uncut(cell) for cell in cells], dtype=cells.dtype) for cells in values]
    names = [str(field) for field in meta["fields"]]
    cells_by_name = {name: shortest(cells) for name, cells in zip(names, values, strict=True)}
    kinds = dict(zip(names, map(str, meta["dtypes"]), strict=True))
    lost = [name for name in names if lost_in(cells_by_name[name], kinds[name])]
    if lost:
        meta, again = _arrow(address, layer, lost, text.encoding)
        _check_order(again.column(meta["fid_column"] or "OGC_FID").to_numpy(), fids)
        cells_by_name |= {name: numbers_as_written(again.column(name)) for name in map(str, meta["fields"])}
    return cells_by_name


def _arrow(
    address: str | bytes,
    layer: str | int,
    columns: Sequence[str],
    encoding: str | None,
    *,
    read_geometry: bool = False,
) -> tuple[dict[str, Any], pa.Table]:
    """Read rows by Arrow, with their number in the file."""
    meta, table = pyogrio.raw.read_arrow(
        address, layer=layer, columns=list(columns), encoding=encoding, read_geometry=read_geometry, return_fids=True
    )
    return dict(meta), table


def _check_order(found: npt.NDArray[np.int64], fids: npt.NDArray[np.int64]) -> None:
    if not np.array_equal(found, fids):
        message = "Rows were read in different orders."
        raise DataLayerError(message)


@contextmanager
def gdal_option(name: str, value: str) -> Iterator[None]:
    """Set an option of the reading library for a while."""
    before = pyogrio.get_gdal_config_option(name)
    pyogrio.set_gdal_config_options({name: value})
    try:
        yield
    finally:
        pyogrio.set_gdal_config_options({name: before})


def listening(read: Callable[[], T]) -> tuple[T, list[str]]:
    """Run a reader and return what it warned of, so that the manifest can say it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = read()
    # What the library advises after the fact is for programmers.
    said = dict.fromkeys(str(warning.message).partition(" To avoid")[0][:LONGEST_REMARK] for warning in caught)
    return result, [remark for remark in said if not remark.startswith(_TOLD_ELSEWHERE)][:_MOST_REMARKS]


def unit_in_words(crs: str | None) -> str:
    """Return the unit of a layer's coordinates, for a sentence."""
    try:
        known = None if crs is None else parse_crs(crs)
    except CrsUnknown:
        known = None
    if known is None:
        return "of the file's unit"
    if known.is_geographic:
        return "degrees"
    return {"US survey foot": "ft", "foot": "international ft", "metre": "m"}.get(
        known.axis_info[0].unit_name, known.axis_info[0].unit_name
    )


def _long_names(source: Source) -> Mapping[str, str]:
    """Return the long names of the columns of a shapefile that Townline wrote, by their short ones."""
    return {} if source.member is not None else restored_names(source.path) or {}


def _text(source: Source) -> DbfText:
    return dbf_text(source.companions()) if source.suffix in {".shp", ".dbf"} else DbfText()


def _said_by_reader(source: Source, error: Exception) -> LayerUnreadable:
    reason = str(error).replace(source.address, source.name).replace(str(source.path), source.path.name)
    reason = reason.replace(f"{source.path.parent}/", "").replace("/vsizip/", "")
    reason = re.split(r"; It might help|\. Set [A-Z_]+ ", reason)[0]
    if "not recognized" in reason:
        return unreadable(source.where, f"It is of no format that is read here ({FORMATS}).")
    return unreadable(source.where, f"The reader says: {reason[:LONGEST_REMARK]}")
