"""What is in this file: layers, columns, coordinate system and rows, as they stand, nothing interpreted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from gis.layers.readers.archives import open_container
from gis.layers.readers.drawings import unit_remark
from gis.layers.readers.feature_service import is_service, open_service
from gis.layers.readers.formats import open_source, read_source
from gis.layers.readers.hashes import file_hash, source_hash
from gis.layers.readers.opened import CSV_DRIVER, GEOJSON_DRIVER, OpenedFile, SourceLayer, SourceRows
from gis.layers.readers.refusals import missing
from gis.layers.readers.shapefiles import check_shapefile
from gis.layers.readers.sources import Source

__all__ = [
    "CSV_DRIVER",
    "GEOJSON_DRIVER",
    "OpenedFile",
    "SourceLayer",
    "SourceRows",
    "file_hash",
    "is_service",
    "open_file",
    "read_rows",
    "source_hash",
    "unit_remark",
]


def open_file(path: Path | str) -> OpenedFile:
    """Look into a file, a zip or a folder, or fetch a layer of a feature service.

    Read are GeoPackage, File Geodatabase (folder or zip), Shapefile (plain or zip), GeoJSON, FlatGeobuf,
    GeoParquet, KML and KMZ, DXF, TopoJSON, saved pages of an ArcGIS feature service (a file or a folder),
    CSV and Excel. A workbook, a drawing and a service are read at once; the others when rows are asked for.

    Parameters
    ----------
    path : Path or str
        File or folder; a text that begins with http:// or https:// is the address of a layer of a
        feature service.

    Returns
    -------
    OpenedFile
        Its layers in the file's order.

    Raises
    ------
    LayerUnreadable
        Where it is not there, not whole, or of no known format.
    LayerChoiceNeeded
        Where an address is of a service with several layers.
    LayerEmpty
        Where a workbook holds no cell, or a drawing no entity.
    """
    if isinstance(path, str) and is_service(path):
        return open_service(path)
    source = Source(Path(path))
    if not source.path.exists():
        if source.suffix == ".shp" and source.companions():
            check_shapefile(source)
        raise missing(str(source.path))
    if source.path.is_dir() or source.suffix in {".zip", ".kmz"}:  # whose schema GDAL reads from a plain KML only
        return open_container(source.path)
    return open_source(source)


def read_rows(opened: OpenedFile, layer: SourceLayer, columns: Sequence[str]) -> SourceRows:
    """Read the rows of one layer, only the columns named, shapes as WKB in the plane.

    Heights and measures are left out and arcs replaced by chords; the remarks say how many.

    Raises
    ------
    LayerUnreadable
        Where a row cannot be read.
    """
    held = opened.held_rows(layer)
    if held is not None:
        return replace(held, table=held.table.loc[:, list(dict.fromkeys(columns))])
    return read_source(opened.driver, opened.source_of(layer), layer, columns)
