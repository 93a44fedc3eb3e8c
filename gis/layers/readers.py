"""What is in this file: layers, columns, coordinate system and rows, as they stand, nothing interpreted."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import warnings
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import pandas as pd
import pyogrio
from pyogrio.errors import DataLayerError, DataSourceError

from gis.errors import LayerUnreadable
from gis.geometry.operations import crs_member_name
from gis.layers.dbf import dbf_encoding

T = TypeVar("T")

CSV_DRIVER = "CSV"
GEOJSON_DRIVER = "GeoJSON"
_CSV_SUFFIXES = frozenset({".csv", ".txt", ".tsv"})
_SIDECARS = (".shp", ".shx", ".dbf", ".prj", ".cpg")
_LOCKS = frozenset({".lock", ".gdb-wal", ".gdb-shm"})
_LONGEST_WARNING = 200
_MOST_WARNINGS = 20


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


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that can be read: its layers, and what the reading library remarked."""

    path: Path
    driver: str
    layers: tuple[SourceLayer, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class SourceRows:
    """Rows as the file has them. `shapes` are WKB or None, and None as a whole for a table."""

    table: pd.DataFrame
    shapes: npt.NDArray[np.object_] | None
    remarks: tuple[str, ...]


def open_file(path: Path) -> OpenedFile:
    """Look into a file: GeoPackage, File Geodatabase (folder or zip), GeoJSON, Shapefile, CSV.

    Parameters
    ----------
    path : Path
        File, or the folder of a File Geodatabase.

    Returns
    -------
    OpenedFile
        Its layers in the file's order.

    Raises
    ------
    LayerUnreadable
        Where it is not there, not whole, or of no known format.
    """
    _check_there(path)
    if path.suffix.lower() in _CSV_SUFFIXES:
        return _open_csv(path)
    encoding = dbf_encoding(path) if path.suffix.lower() == ".shp" else None
    try:
        names, heard = _listening(lambda: [str(name) for name, _ in pyogrio.list_layers(path)])
        layers = []
        driver = ""
        for name in names:
            found, said = _listening(partial(pyogrio.read_info, path, layer=name, encoding=encoding))
            driver = str(found["driver"])
            layers.append(_source_layer(name, found))
            heard += [remark for remark in said if remark not in heard]
    except (DataSourceError, DataLayerError) as error:
        raise _unreadable(path, error) from error
    if not layers:
        raise LayerUnreadable(
            what="There is no layer in this file.",
            where=path.name,
            why="The reader opens it and finds nothing that it could read (a shapefile without its .dbf, for example).",
            next="Ask the publisher for the whole file; a shapefile is .shp, .shx, .dbf and .prj together.",
        )
    if encoding is not None:
        heard.append(f"The text of the .dbf was read as {encoding}, as its bytes show.")
    if driver == GEOJSON_DRIVER:
        named = _named_crs(path)
        layers = [replace(layer, crs=named or layer.crs) for layer in layers]
    return OpenedFile(path, driver, tuple(layers), tuple(heard))


def _named_crs(path: Path) -> str | None:
    """Return what the crs member of old GeoJSON names, known to PROJ or not; None where there is none.

    The reading library takes the coordinates for longitude and latitude where it does not know the system.
    """
    data = _plain_bytes(path)
    if b'"crs"' not in data:
        return None
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise _unreadable(path, error) from error
    member = found.get("crs") if isinstance(found, dict) else None
    # A member that names nothing is handed on as it is: PROJ will not know it, and that is said.
    return None if member is None else crs_member_name(member) or json.dumps(member)


def _plain_bytes(path: Path) -> bytes:
    if path.suffix.lower() != ".zip":
        return path.read_bytes()
    with zipfile.ZipFile(path) as archive:
        names = [name for name in archive.namelist() if name.lower().endswith((".geojson", ".json"))]
        return b"".join(archive.read(name) for name in names[:1])


def _source_layer(name: str, info: dict[str, Any]) -> SourceLayer:
    geometry_type = info["geometry_type"]
    bounds = info["total_bounds"] if geometry_type is not None else None
    return SourceLayer(
        name=name,
        geometry_type=None if geometry_type is None else str(geometry_type),
        rows=int(info["features"]),
        columns=tuple(str(field) for field in info["fields"]),
        types=tuple(str(kind).removeprefix("OFT").lower() for kind in info["ogr_types"]),
        crs=info["crs"],
        bounds=None if bounds is None else (float(bounds[0]), float(bounds[1]), float(bounds[2]), float(bounds[3])),
    )


def read_rows(opened: OpenedFile, layer: SourceLayer, columns: Sequence[str]) -> SourceRows:
    """Read the rows of one layer, only the columns named, shapes as WKB.

    Raises
    ------
    LayerUnreadable
        Where a row cannot be read.
    """
    if opened.driver == CSV_DRIVER:
        table, _ = _read_csv(opened.path)
        return SourceRows(table.loc[:, list(dict.fromkeys(columns))], None, ())
    encoding = dbf_encoding(opened.path) if opened.path.suffix.lower() == ".shp" else None
    try:
        (meta, _, shapes, values), heard = _listening(
            lambda: pyogrio.raw.read(opened.path, layer=layer.name, columns=list(columns), encoding=encoding)
        )
    except (DataSourceError, DataLayerError) as error:
        raise _unreadable(opened.path, error) from error
    names = [str(field) for field in meta["fields"]]
    table = pd.DataFrame(dict(zip(names, values, strict=True)), index=pd.RangeIndex(_row_count(values, shapes)))
    return SourceRows(table, shapes, tuple(heard))


def _row_count(values: Sequence[npt.NDArray[Any]], shapes: npt.NDArray[Any] | None) -> int:
    if shapes is not None:
        return len(shapes)
    return len(values[0]) if values else 0


def _listening(read: Callable[[], T]) -> tuple[T, list[str]]:
    """Run a reader and return what it warned of, so that the manifest can say it."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = read()
    said = dict.fromkeys(str(warning.message)[:_LONGEST_WARNING] for warning in caught)
    return result, list(said)[:_MOST_WARNINGS]


def file_hash(path: Path) -> str:
    """Return the SHA-256 of a file, of a folder's files, or of a shapefile with its companions."""
    if path.is_dir():
        files = [file for file in path.rglob("*") if file.is_file() and file.suffix.lower() not in _LOCKS]
    elif path.suffix.lower() == ".shp":
        files = [file for file in path.parent.glob(f"{path.stem}.*") if file.suffix.lower() in _SIDECARS]
    else:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    whole = hashlib.sha256()
    for each in sorted(files):
        with each.open("rb") as file:
            whole.update(each.name.encode() + b"\0" + hashlib.file_digest(file, "sha256").digest())
    return whole.hexdigest()


def _check_there(path: Path) -> None:
    """Tell the faults that the reading library tells badly."""
    if path.suffix.lower() == ".shp" and not path.exists():
        left = sorted(file.suffix for file in path.parent.glob(f"{path.stem}.*"))
        if left:
            raise LayerUnreadable(
                what="The .shp file of this shapefile is missing.",
                where=path.name,
                why=f"It holds the shapes; only {', '.join(left)} are there.",
                next="Ask the publisher for the whole shapefile: .shp, .shx, .dbf and .prj together.",
            )
    if not path.exists():
        raise LayerUnreadable(
            what="There is no such file.",
            where=str(path),
            why="Nothing can be read.",
            next="Check the path.",
        )
    if path.suffix.lower() == ".shp" and not path.with_suffix(".shx").exists():
        companions = {file.suffix.lower() for file in path.parent.glob(f"{path.stem}.*")}
        if ".shx" not in companions:
            raise LayerUnreadable(
                what="The .shx file of this shapefile is missing.",
                where=path.name,
                why="It says where in the .shp each shape begins.",
                next="Ask the publisher for the whole shapefile: .shp, .shx, .dbf and .prj together.",
            )
    if path.suffix.lower() == ".zip" and not zipfile.is_zipfile(path):
        raise LayerUnreadable(
            what="This is no zip file, or it is cut off.",
            where=path.name,
            why="Its list of contents cannot be read.",
            next="Download it again; a browser may have saved an error page under that name.",
        )


def _unreadable(path: Path, error: Exception) -> LayerUnreadable:
    reason = str(error).replace(str(path), path.name).replace("/vsizip/", "")
    return LayerUnreadable(
        what="The file cannot be opened as a layer.",
        where=path.name,
        why=f"The reader says: {reason[:_LONGEST_WARNING]}",
        next="Give a GeoPackage, File Geodatabase (folder or zip), GeoJSON, Shapefile or CSV that is whole.",
    )


def _open_csv(path: Path) -> OpenedFile:
    table, remarks = _read_csv(path)
    columns = tuple(str(name) for name in table.columns)
    layer = SourceLayer(path.stem, None, len(table), columns, ("string",) * len(columns), None, None)
    return OpenedFile(path, CSV_DRIVER, (layer,), remarks)


def _read_csv(path: Path) -> tuple[pd.DataFrame, tuple[str, ...]]:
    """Read a table with every cell as the text that it is; a line of another length stops it."""
    data = path.read_bytes()
    remarks: tuple[str, ...] = ()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", errors="replace")
        remarks = ("The table is not UTF-8; it was read as Windows-1252.",)
    header_line = text.partition("\n")[0]
    separator = max(",;\t|", key=header_line.count)
    numbered = _lines(path, text, separator)
    if not numbered:
        raise _bad_table(path, "It has no header line.")
    header = [name.strip() for name in numbered[0][1]]
    if len(set(header)) != len(header):
        raise _bad_table(path, "Two columns have the same name.")
    for number, row in numbered[1:]:
        if len(row) != len(header):
            raise _bad_table(path, f"Line {number} has {len(row)} cells and the header has {len(header)}.")
        if any(_swallowed(cell, separator, len(header)) for cell in row):
            raise _bad_table(path, f"A quoted cell that ends in line {number} holds whole lines: a quote is missing.")
    return pd.DataFrame([row for _, row in numbered[1:]], columns=header, dtype=object), remarks


def _lines(path: Path, text: str, separator: str) -> list[tuple[int, list[str]]]:
    """Return the cells of each line that is not blank, and the number of the line in which they end."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        return [(reader.line_num, cells) for cells in reader if any(cell.strip() for cell in cells)]
    except csv.Error as error:
        raise _bad_table(path, f"Line {reader.line_num}: a quoted cell does not end where it should.") from error


def _swallowed(cell: str, separator: str, columns: int) -> bool:
    """Say whether a cell holds line breaks and, for each, all separators of a line: rows between two stray quotes."""
    breaks = len(cell.splitlines()) - 1
    return breaks > 0 and columns > 1 and cell.count(separator) >= breaks * (columns - 1)


def _bad_table(path: Path, why: str) -> LayerUnreadable:
    return LayerUnreadable(
        what="The table cannot be read.",
        where=path.name,
        why=why,
        next="Save it as CSV with one header line, the same number of cells in every line, and quotes in pairs.",
    )
