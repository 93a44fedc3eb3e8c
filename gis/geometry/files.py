"""What outline a file of desktop GIS holds: GeoPackage, Shapefile, File Geodatabase."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pyogrio
import shapely
from numpy.typing import NDArray
from pyogrio.errors import DataLayerError, DataSourceError

from gis.errors import BoundaryNotPolygon, BoundaryUnreadable, LayerChoiceNeeded
from gis.geometry.crossings import rings_of
from gis.geometry.drawn import MUST_BE_POLYGON, Drawn, add_outline, line_through
from gis.geometry.operations import crs_name, parse_crs
from gis.geometry.repair import even_odd, shapes_from_wkb

_SHAPEFILE = "ESRI Shapefile"
_NOT_OPENED = "It cannot be opened as GeoJSON (.geojson, .json), GeoPackage, Shapefile or File Geodatabase."


def read_drawn(path: Path, layer: str | None) -> Drawn:
    """Read the shapes of one layer, attributes left aside.

    In a Shapefile a ring inside another ring of its record is a hole, whichever way it runs: the
    format has no other mark, and programs write the direction wrongly.

    Parameters
    ----------
    path : Path
        File, or folder of a File Geodatabase.
    layer : str or None
        Needed where the file holds several.

    Returns
    -------
    Drawn
        Polygons or lines in the file's coordinates; `crs` as the file says, or None.

    Raises
    ------
    BoundaryUnreadable
        Where it cannot be opened or holds no shape.
    BoundaryNotPolygon
        Where it holds points or a mixture.
    LayerChoiceNeeded
        Where it holds several layers and none is named.
    """
    with warnings.catch_warnings(record=True) as heard:
        warnings.simplefilter("always")
        meta, driver, shapes = _read(path, layer)
    drawn = Drawn(crs=None if meta["crs"] is None else crs_name(parse_crs(str(meta["crs"]))))
    for warning in heard:
        drawn.note(f"The reader remarked: {str(warning.message)[:200]}")
    read = shapes_from_wkb(shapes)
    geometries = read.geometries
    if read.closed:
        drawn.note("A ring whose last vertex is not its first was closed.")
    if read.emptied:
        drawn.note("A part or hole without any vertex was left out.")
    if shapely.has_z(geometries).any():
        drawn.note("Heights (Z) were dropped.")
    for geometry in shapely.force_2d(geometries[~shapely.is_missing(geometries)]):
        _add(drawn, geometry, driver, path.name)
    if not drawn.polygons and not drawn.lines:
        raise _unreadable(path.name, "It holds no shape.", "Draw an outline and save it as a polygon.")
    if len(drawn.lines) > 1 or (drawn.lines and drawn.polygons):
        raise _not_polygon(path.name, "several lines, or lines beside polygons")
    return drawn


def _read(path: Path, layer: str | None) -> tuple[dict[str, Any], str, NDArray[Any]]:
    if not path.name:
        raise _unreadable(str(path), "It is the name of a folder, or none.", "Name the file of the boundary.")
    if not path.exists():
        raise _unreadable(path.name, "There is no such file.", "Check the name.")
    try:
        names = [str(name) for name, kind in pyogrio.list_layers(path) if kind is not None]
        if layer is None and len(names) > 1:
            raise LayerChoiceNeeded(
                what=f"The file holds {len(names)} layers.",
                where=path.name,
                why="Only one of them is the boundary.",
                next=f"Name it with --layer: {', '.join(names)}.",
            )
        if not names:
            raise _unreadable(path.name, "It holds no layer with shapes.", "Give a layer of polygons.")
        chosen = names[0] if layer is None else layer
        driver = str(pyogrio.read_info(path, layer=chosen)["driver"])
        meta, _, shapes, _ = pyogrio.raw.read(path, layer=chosen, columns=[])
    except (DataSourceError, DataLayerError) as error:
        # The library's own words name folders of the machine, and drivers that nobody here knows of.
        what = "It has no layer of that name." if isinstance(error, DataLayerError) else _NOT_OPENED
        raise _unreadable(path.name, what, "Check the file and the layer's name.") from error
    return meta, driver, np.asarray([] if shapes is None else shapes, dtype=object)


def _add(drawn: Drawn, geometry: shapely.Geometry, driver: str, name: str) -> None:
    if geometry.is_empty:
        return
    if not np.isfinite(shapely.get_coordinates(geometry)).all():
        raise _unreadable(name, "A coordinate is infinite or no number.", "Give every vertex its place.")
    if geometry.geom_type in {"Polygon", "MultiPolygon"}:
        if driver == _SHAPEFILE and not shapely.is_valid(geometry) and even_odd(geometry).area > 0:
            geometry = _by_nesting(drawn, geometry)
        for part in shapely.get_parts(geometry):
            add_outline(drawn, [shapely.get_coordinates(ring) for ring in rings_of(part)], name)
    elif geometry.geom_type in {"LineString", "MultiLineString"}:
        parts = shapely.get_parts(geometry)
        drawn.lines.extend(line_through(shapely.get_coordinates(part)) for part in parts[~shapely.is_empty(parts)])
    else:
        raise _not_polygon(name, f"a {geometry.geom_type}")


def _by_nesting(drawn: Drawn, geometry: shapely.Geometry) -> shapely.Geometry:
    """Read nested rings as holes; rings that cross stay as they are, to be refused with their places."""
    rings = shapely.polygons(rings_of(geometry))
    first, second = shapely.STRtree(rings).query(rings, predicate="overlaps")
    if len(first) or len(second) or not shapely.is_valid(rings).all():
        return geometry
    drawn.note("Rings inside rings of the same record were read as holes, whichever way they run.")
    return even_odd(geometry)


def _not_polygon(name: str, found: str) -> BoundaryNotPolygon:
    return BoundaryNotPolygon(
        what=f"It holds {found}: {MUST_BE_POLYGON}.",
        where=name,
        why="Only an outline encloses land that can be judged.",
        next="Draw the outline as a polygon and save that.",
    )


def _unreadable(name: str, what: str, next_step: str) -> BoundaryUnreadable:
    return BoundaryUnreadable(what=what, where=name, why="The boundary cannot be read.", next=next_step)
