"""Of which format is a file, and who reads it?"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from gis.geometry.operations import LONLAT
from gis.layers.readers.delimited import open_delimited, read_delimited
from gis.layers.readers.desktop import SHAPEFILE_DRIVER, open_desktop, read_desktop
from gis.layers.readers.drawings import open_drawing
from gis.layers.readers.esri_json import ESRI_DRIVER, is_page, rows_of_pages
from gis.layers.readers.geojson import LARGEST_CHECKED_BYTES, Checked, check_geojson, parse_json
from gis.layers.readers.opened import CSV_DRIVER, GEOJSON_DRIVER, OpenedFile, SourceLayer, SourceRows
from gis.layers.readers.parquet import PARQUET_DRIVER, PARQUET_SUFFIXES, open_parquet, read_parquet
from gis.layers.readers.refusals import unreadable
from gis.layers.readers.shapefiles import check_shapefile
from gis.layers.readers.sources import Source
from gis.layers.readers.workbooks import WORKBOOK_SUFFIXES, open_workbook

JSON_SUFFIXES = frozenset({".json", ".geojson", ".topojson"})
DELIMITED_SUFFIXES = frozenset({".csv", ".txt", ".tsv"})
COMPANION_SUFFIXES = frozenset({".shx", ".prj", ".cpg", ".sbn", ".sbx", ".qpj", ".qix"})
_ELSEWHERE = {
    ".dwg": "Save the drawing as ASCII DXF.",
    ".mdb": "Export the layer of this old geodatabase as a File Geodatabase or GeoPackage.",
    ".pbf": "Extracts of OpenStreetMap are not read; save the layer as GeoPackage.",
    ".rar": "Unpack the archive and give the layer.",
    ".7z": "Unpack the archive and give the layer.",
    ".xls": "Save the workbook as .xlsx.",
}
_WEB_PAGE = (b"<!doctype html", b"<html")
_HEAD_BYTES = 65_536


def open_source(source: Source) -> OpenedFile:
    """Look into one file that is no zip and no folder of several.

    Raises
    ------
    LayerUnreadable
        Where it is not whole, or of no known format.
    """
    if source.suffix in _ELSEWHERE:
        raise unreadable(
            source.where, f"Files of the format {source.suffix} are not read here.", _ELSEWHERE[source.suffix]
        )
    if source.suffix in COMPANION_SUFFIXES:
        raise unreadable(
            source.where, "It is one companion of a shapefile.", "Give the .shp, with the others beside it."
        )
    is_whole = ".shp" in source.companions() if source.suffix == ".dbf" else source.suffix == ".shp"
    if is_whole:
        said = check_shapefile(source)
        opened = _open_desktop(source)
        return replace(opened, remarks=(*said, *opened.remarks))
    if source.member is None and source.path.is_file():
        _refuse_web_page(source)
    if source.suffix == ".dbf":
        opened = _open_desktop(source)
        remark = "A .dbf without its .shp is a table: it says nothing of where the rows lie."
        return replace(opened, remarks=(remark, *opened.remarks))
    return _opener(source.suffix)(source)


def _opener(suffix: str) -> Callable[[Source], OpenedFile]:
    openers = {open_delimited: DELIMITED_SUFFIXES, open_workbook: WORKBOOK_SUFFIXES, open_parquet: PARQUET_SUFFIXES}
    found = next((opener for opener, suffixes in openers.items() if suffix in suffixes), None)
    if found is not None:
        return found
    return _open_json if suffix in JSON_SUFFIXES else open_drawing if suffix == ".dxf" else _open_desktop


def read_source(driver: str, source: Source, layer: SourceLayer, columns: Sequence[str]) -> SourceRows:
    """Read the columns named of one layer."""
    if driver == CSV_DRIVER:
        return read_delimited(source, columns)
    if driver == PARQUET_DRIVER:
        return read_parquet(source, layer, columns)
    # A shapefile holds one layer, which is called as the file is.
    return read_desktop(source, replace(layer, name=source.stem) if driver == SHAPEFILE_DRIVER else layer, columns)


def open_pages(pages: Sequence[Source], name: str) -> OpenedFile:
    """Merge saved pages of a feature service, in the order of the numbers in their names."""
    ordered = sorted(pages, key=lambda page: [int(digits) for digits in re.findall(r"\d+", page.name)])
    found = [parse_json(page.read(), page.where) for page in ordered]
    for page, each in zip(ordered, found, strict=True):
        if not is_page(each):
            why = "It is no page of a feature service, as the files beside it are."
            raise unreadable(page.where, why, "Put only the pages of one layer in the folder.")
    layer, rows = rows_of_pages(found, name, name)
    remarks = (f"{len(ordered):,} saved pages of a feature service were merged.",) if len(ordered) > 1 else ()
    return OpenedFile(ordered[0].path, ESRI_DRIVER, (layer,), remarks, held=(rows,))


def _open_desktop(source: Source) -> OpenedFile:
    found = open_desktop(source)
    return OpenedFile(source.path, found.driver, found.layers, found.remarks)


def _open_json(source: Source) -> OpenedFile:
    """Open GeoJSON that was checked, a page of a feature service, or TopoJSON."""
    data = source.read()
    if len(data) > LARGEST_CHECKED_BYTES:
        return _open_unchecked(source, data[:_HEAD_BYTES])
    found = parse_json(data, source.where)
    if is_page(found):
        return open_pages([source], source.stem)
    if isinstance(found, dict) and found.get("type") == "Topology":
        return _open_desktop(source)
    checked = check_geojson(found, source.where)
    del data, found  # many times the size of the file
    return _open_checked(source, checked)


def _open_checked(source: Source, checked: Checked) -> OpenedFile:
    opened = open_desktop(source, checked.data)
    layer = opened.layers[0]
    if layer.rows != checked.rows:
        raise unreadable(source.where, f"It holds {checked.rows:,} features, of which {layer.rows:,} can be read.")
    shown = replace(layer, crs=checked.crs or LONLAT)
    held: tuple[SourceRows, ...] = ()
    if checked.data is not None:
        held = (read_desktop(source, shown, layer.columns, checked.data),)
    return OpenedFile(source.path, GEOJSON_DRIVER, (shown,), (*checked.remarks, *opened.remarks), held=held)


def _open_unchecked(source: Source, head: bytes) -> OpenedFile:
    """Open GeoJSON too large to be held as objects; its crs member stands before the features."""
    opened = _open_desktop(source)
    said = re.search(rb'"crs"\s*:\s*', head.partition(b'"features"')[0])
    layers = opened.layers
    if said is not None:
        member, _ = json.JSONDecoder().raw_decode(head[said.end() :].decode("utf-8", errors="replace"))
        crs = check_geojson({"type": "FeatureCollection", "crs": member, "features": []}, source.where).crs
        layers = tuple(replace(layer, crs=crs or layer.crs) for layer in layers)
    remark = f"The file is larger than {LARGEST_CHECKED_BYTES:,} bytes: its features were not checked one by one."
    return replace(opened, layers=layers, remarks=(remark, *opened.remarks))


def _refuse_web_page(source: Source) -> None:
    if source.read(_HEAD_BYTES).lstrip()[:20].lower().startswith(_WEB_PAGE):
        next_step = "Download it again, signed in if need be; the browser saved a page under that name."
        raise unreadable(source.where, "It is a web page and no layer.", next_step)
