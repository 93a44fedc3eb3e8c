"""Which layers lie in a zip or a folder: shapefiles, geodatabases, pages of a service, or a table?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath

from gis.errors import LayerUnreadable
from gis.layers.readers.esri_json import is_page
from gis.layers.readers.formats import (
    COMPANION_SUFFIXES,
    DELIMITED_SUFFIXES,
    JSON_SUFFIXES,
    open_pages,
    open_source,
    read_source,
)
from gis.layers.readers.geojson import parse_json
from gis.layers.readers.opened import OpenedFile, SourceRows
from gis.layers.readers.parquet import PARQUET_SUFFIXES
from gis.layers.readers.refusals import FORMATS, WHOLE_SHAPEFILE, unreadable
from gis.layers.readers.shapefiles import check_shapefile
from gis.layers.readers.sources import Source, zip_names
from gis.layers.readers.workbooks import WORKBOOK_SUFFIXES

_GDB = ".gdb"
_GDB_TABLE = ".gdbtable"
_SPATIAL = frozenset({".shp", ".gpkg", ".fgb", ".kml", ".kmz", ".dxf", *JSON_SUFFIXES, *PARQUET_SUFFIXES})
_TABLES = frozenset({*DELIMITED_SUFFIXES - {".txt"}, *WORKBOOK_SUFFIXES, ".dbf"})


def open_container(path: Path) -> OpenedFile:
    """Look into a zip or a folder; what only describes the data (metadata, terms, styles) is passed over.

    Parameters
    ----------
    path : Path
        A zip, or a folder: a File Geodatabase, or one that holds shapefiles or saved pages.

    Returns
    -------
    OpenedFile
        The layers of all files of one format that lie in it; tables only where nothing has shapes.

    Raises
    ------
    LayerUnreadable
        Where nothing can be read, or files of several formats lie in it.
    """
    if path.is_dir():
        if path.suffix.lower() == _GDB:
            return open_source(Source(path))
        files = [Source(file) for file in sorted(path.iterdir()) if file.is_file() or file.suffix.lower() == _GDB]
    else:
        files = _members(path)
    pages = [file for file in files if file.suffix == ".json"]
    if pages and is_page(parse_json(pages[0].read(), pages[0].where)):
        return replace(open_pages(pages, path.stem), path=path)
    if files == [Source(path)]:  # a geodatabase without its folder
        return open_source(files[0])
    chosen = [file for file in files if file.suffix in _SPATIAL or file.suffix == _GDB]
    if not chosen:
        _refuse_lone_companions(path, files)
        chosen = [file for file in files if file.suffix in _TABLES]
    if not chosen:
        names = ", ".join(file.name for file in files[:10]) or "nothing"
        raise unreadable(
            path.name, f"It holds {names}: no layer of a format that is read here.", f"Give one of {FORMATS}."
        )
    return _merged(path, chosen)


def _members(path: Path) -> list[Source]:
    """Return the files of a zip, the tables of a File Geodatabase taken together."""
    names = zip_names(path)
    folders: dict[str, None] = {}
    for name in names:
        for parent in PurePosixPath(name).parents:
            if parent.suffix.lower() == _GDB:
                folders[str(parent)] = None
    # Some publishers zip the files of the geodatabase without its folder.
    if not folders and any(name.lower().endswith(_GDB_TABLE) and "/" not in name for name in names):
        folders[""] = None
    if "" in folders:
        return [Source(path)]
    loose = [name for name in names if not any(PurePosixPath(name).is_relative_to(folder) for folder in folders)]
    return [Source(path, name) for name in (*folders, *loose)]


def _refuse_lone_companions(path: Path, files: Sequence[Source]) -> None:
    for file in files:
        if file.suffix in COMPANION_SUFFIXES:
            check_shapefile(file)
    if any(file.suffix in COMPANION_SUFFIXES for file in files):
        raise unreadable(path.name, "It holds parts of a shapefile and no .shp.", WHOLE_SHAPEFILE)


def _merged(path: Path, chosen: Sequence[Source]) -> OpenedFile:
    """Open all files chosen; one that cannot be read is told of, and is the error where it is the only one."""
    opened: list[tuple[Source, OpenedFile]] = []
    refused: list[LayerUnreadable] = []
    for file in chosen:
        try:
            opened.append((file, open_source(file)))
        except LayerUnreadable as error:
            refused.append(error)
    if not opened:
        raise refused[0]
    drivers = sorted({each.driver for _, each in opened})
    if len(drivers) > 1:
        names = ", ".join(file.name for file, _ in opened)
        why = f"It holds files of several formats: {names}."
        raise unreadable(path.name, why, "Unpack it and give the one that is meant.")
    stems = Counter(layer.name for _, each in opened for layer in each.layers)
    layers, sources = [], []
    held: list[SourceRows] = []
    for file, each in opened:
        for layer in each.layers:
            is_shared = stems[layer.name] > 1
            layers.append(replace(layer, name=(file.member or file.name) if is_shared else layer.name))
            sources.append(file)
        if any(other.held for _, other in opened):
            held += each.held or [read_source(each.driver, file, layer, layer.columns) for layer in each.layers]
    if len({layer.name for layer in layers}) < len(layers):
        raise unreadable(
            path.name, "Several of its layers have the same name.", "Unpack it and give the one that is meant."
        )
    remarks = [remark for _, each in opened for remark in each.remarks]
    remarks += [f"{error.where} was passed over: {error.what} {error.why}" for error in refused]
    units = {each.unit for _, each in opened}
    return OpenedFile(
        path=path,
        driver=drivers[0],
        layers=tuple(layers),
        remarks=tuple(dict.fromkeys(remarks)),
        unit=units.pop() if len(units) == 1 else None,
        sources=tuple(sources),
        held=tuple(held),
    )
