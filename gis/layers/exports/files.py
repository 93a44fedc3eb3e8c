"""How are rows written as a file of another program: whole or not at all, with nothing cut off silently?"""

from __future__ import annotations

import datetime as dt
import re
import secrets
import shutil
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import geopandas as gpd
import pandas as pd
import pyogrio
import shapely
from pyogrio.errors import CRSError, DataLayerError, DataSourceError, FeatureError, FieldError, GeometryError

from gis.errors import ExportExists, ExportUnfit
from gis.layers.exports.short_names import names_file, names_table, short_names

Writer = Callable[[pd.DataFrame, Path, str], None]
_GEOPARQUET = "1.1.0"
_WRITTEN_AT = "OGR_CURRENT_DATE"
_DECIMALS = 9
"""Of a degree: a tenth of a millimetre. RFC 7946 asks for no fewer than 7 where boundaries are concerned."""
_MOST_TEXT_BYTES = 254
_RUNNABLE = re.compile(r"^\s*[=+\-@]|[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
_FAMILIES = {"Point": "points", "LineString": "lines", "LinearRing": "lines", "Polygon": "polygons"}
_REFUSED = (DataSourceError, DataLayerError, FeatureError, FieldError, GeometryError, CRSError)
_SHAPEFILE_PARTS = (".shp", ".shx", ".dbf", ".prj", ".cpg")
_SHAPEFILE_INDEXES = (".qix", ".sbn", ".sbx")
"""Indexes that other programs lay beside a shapefile: those of a file that is replaced would point astray."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files, and how rows are written in it."""

    name: str
    write: Writer
    holds_shapes: bool = True
    holds_tables: bool = True


def write_table(
    table: pd.DataFrame, to: Path, layer: str, *, day: dt.date, overwrite: bool = False
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Write rows as the file that a name asks for, whole or not at all.

    Parameters
    ----------
    table : DataFrame or GeoDataFrame
        Text, whole and floating numbers, each possibly null; dates are ISO 8601 text. Shapes for
        GeoJSON are longitude and latitude.
    to : Path
        The file; its suffix is one of `FORMATS`.
    layer : str
        Name of the layer in formats that have one.
    day : date
        Day of what is written; see `write_whole`.
    overwrite : bool
        Whether a file that is there is replaced.

    Returns
    -------
    tuple
        Names of the files written, and what the writing library remarked.

    Raises
    ------
    ExportExists
        Where the file is there already and must not be replaced.
    ExportUnfit
        Where the format cannot hold the rows.
    """
    form = FORMATS[to.suffix.lower()]
    is_shapefile = to.suffix.lower() == ".shp"
    stale = [to.with_suffix(suffix) for suffix in (*_SHAPEFILE_PARTS, *_SHAPEFILE_INDEXES)] if is_shapefile else [to]
    if is_shapefile:
        stale.append(names_file(to))
    heard = _runnable(table) if to.suffix.lower() == ".csv" else []

    def fill(path: Path) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                form.write(table, path, layer)
            except _REFUSED as error:
                raise ExportUnfit(
                    what=f"{form.name} cannot hold these rows.",
                    where=to.name,
                    why=f"The writer says: {str(error).replace(str(path), to.name)[:200]}",
                    next="Write a GeoPackage (.gpkg) instead.",
                ) from error
        heard.extend(dict.fromkeys(f"The writer remarked: {str(each.message)[:200]}" for each in caught))

    files = write_whole(to, stale, fill, day=day, overwrite=overwrite)
    return files, tuple(heard)


def write_whole(
    to: Path, stale: Sequence[Path], fill: Callable[[Path], None], *, day: dt.date, overwrite: bool
) -> tuple[str, ...]:
    """Let files be written in a folder beside their place, and put them there when all are whole.

    Parameters
    ----------
    to : Path
        The file that is opened by its readers.
    stale : sequence of Path
        All files that it replaces.
    fill : callable
        Writes the file, and what belongs to it beside it, under the path that it is given.
    day : date
        Day of the answer or the edition. A format that notes when it was written notes the beginning of that day, so
        that the same rows are the same bytes.
    overwrite : bool
        Whether files that are there may be replaced.

    Returns
    -------
    tuple of str
        Names of the files written.

    Raises
    ------
    ExportExists
        Where a file is there and must not be replaced.
    """
    there = [file.name for file in stale if file.exists()]
    if there and not overwrite:
        raise ExportExists(
            what=f"There is a file of that name already: {', '.join(there)}.",
            where=str(to),
            why="It could be someone's only copy; nothing was written.",
            next="Name another file, or give --overwrite to replace it.",
        )
    partial = to.parent / f".partial-{to.name}-{secrets.token_hex(4)}"
    partial.mkdir()
    try:
        with _dated(day):
            fill(partial / to.name)
        # The file that is opened comes last, so that what belongs to it is there already.
        written = sorted(partial.iterdir(), key=lambda file: (file.name == to.name, file.name))
        names = tuple(file.name for file in written)
        for old in stale:
            if old.name not in names:
                old.unlink(missing_ok=True)
        for file in written:
            file.replace(to.parent / file.name)
    finally:
        shutil.rmtree(partial, ignore_errors=True)
    return tuple(sorted(names))


@contextmanager
def _dated(day: dt.date) -> Iterator[None]:
    """Let files that note when they were written note the beginning of a day; no clock is read."""
    before = pyogrio.get_gdal_config_option(_WRITTEN_AT)
    pyogrio.set_gdal_config_options({_WRITTEN_AT: f"{day.isoformat()}T00:00:00.000Z"})
    try:
        yield
    finally:
        pyogrio.set_gdal_config_options({_WRITTEN_AT: before})


def _gdal(driver: str, **options: str) -> Writer:
    def write(table: pd.DataFrame, path: Path, layer: str) -> None:
        given: dict[str, Any] = dict(options)
        if driver == "FlatGeobuf" and table["geometry"].isna().any():
            given["SPATIAL_INDEX"] = "NO"  # the index has no place for a row that lies nowhere
        pyogrio.write_dataframe(table, path, layer=layer, driver=driver, **given)

    return write


def _csv(table: pd.DataFrame, path: Path, _layer: str) -> None:
    table.to_csv(path, index=False, encoding="utf-8", lineterminator="\n")


def _runnable(table: pd.DataFrame) -> list[str]:
    """Remark on texts that a spreadsheet takes for a formula, or a terminal for a command."""
    count = sum(
        bool(_RUNNABLE.search(cell)) for name in table.columns for cell in table[name].tolist() if isinstance(cell, str)
    )
    remark = (
        f"{count:,} cells begin with = + - @ or hold control characters, and are written as they stand: a spreadsheet "
        "may run them, so import the file there as text."
    )
    return [remark] if count else []


def _parquet(table: pd.DataFrame, path: Path, _layer: str) -> None:
    if isinstance(table, gpd.GeoDataFrame):
        table.to_parquet(path, index=False, write_covering_bbox=True, schema_version=_GEOPARQUET)
    else:
        table.to_parquet(path, index=False)


def _shapefile(table: pd.DataFrame, path: Path, layer: str) -> None:
    _check_shapefile(table, path)
    shorts = short_names([str(name) for name in table.columns if name != "geometry"])
    pyogrio.write_dataframe(
        table.rename(columns=shorts),
        path,
        layer=layer,
        driver="ESRI Shapefile",
        encoding="UTF-8",
        layer_options={
            "2GB_LIMIT": "YES",
            "DBF_DATE_LAST_UPDATE": str(pyogrio.get_gdal_config_option(_WRITTEN_AT))[:10],
        },
    )
    names_file(path).write_bytes(names_table(shorts))


def _check_shapefile(table: pd.DataFrame, path: Path) -> None:
    """Refuse what a shapefile would cut off or could not hold."""
    unfit: str | None = None
    for name in table.columns:
        if name == "geometry":
            continue
        texts = [value for value in table[name].tolist() if isinstance(value, str)]
        longest = max((len(text.encode()) for text in texts), default=0)
        if longest > _MOST_TEXT_BYTES:
            unfit = f"A text in the column {name} has {longest:,} bytes, and there is room for {_MOST_TEXT_BYTES}."
    families = {
        _FAMILIES[shape.geom_type.removeprefix("Multi")]
        for shape in table["geometry"]
        if shape is not None and not shapely.is_empty(shape)
    }
    if len(families) > 1:
        unfit = f"The rows are {' and '.join(sorted(families))}, and it holds shapes of one sort."
    if unfit is not None:
        raise ExportUnfit(
            what="A shapefile cannot hold these rows.",
            where=path.name,
            why=unfit,
            next="Write a GeoPackage (.gpkg), which holds them whole.",
        )


FORMATS: dict[str, Format] = {
    ".gpkg": Format("GeoPackage", _gdal("GPKG")),
    ".geojson": Format(
        "GeoJSON",
        _gdal("GeoJSON", RFC7946="YES", COORDINATE_PRECISION=str(_DECIMALS), WRITE_NAME="NO"),
        holds_tables=False,
    ),
    ".shp": Format("Shapefile", _shapefile, holds_tables=False),
    ".csv": Format("CSV", _csv, holds_shapes=False),
    ".fgb": Format("FlatGeobuf", _gdal("FlatGeobuf"), holds_tables=False),
    ".parquet": Format("Parquet", _parquet),
}
"""Formats by suffix."""
