"""In which words is a file refused that cannot be read?"""

from __future__ import annotations

from gis.errors import LayerUnreadable, Place

LONGEST_REMARK = 200
WHOLE_SHAPEFILE = "Ask the publisher for the whole shapefile: .shp, .shx, .dbf and .prj together."
FORMATS = (
    "GeoPackage, File Geodatabase (folder or zip), Shapefile (plain or zip), GeoJSON, FlatGeobuf, GeoParquet, "
    "KML or KMZ, DXF, saved pages of an ArcGIS feature service, CSV or Excel (.xlsx, .ods)"
)


def unreadable(where: str, why: str, next_step: str | None = None, places: tuple[Place, ...] = ()) -> LayerUnreadable:
    """Return the error for a file that is there and cannot be read as layers."""
    return LayerUnreadable(
        what="The file cannot be opened as a layer.",
        where=where,
        why=why[: 2 * LONGEST_REMARK],
        next=next_step or f"Give a file that is whole: {FORMATS}.",
        places=places,
    )


def missing(where: str) -> LayerUnreadable:
    """Return the error for a file that is not there."""
    return LayerUnreadable(
        what="There is no such file.",
        where=where,
        why="Nothing can be read.",
        next="Check the path.",
    )


def bad_table(where: str, why: str) -> LayerUnreadable:
    """Return the error for a table that is not one header line and rows."""
    return LayerUnreadable(
        what="The table cannot be read.",
        where=where,
        why=why,
        next="Save it as CSV with one header line, the same number of cells in every line, and quotes in pairs.",
    )
