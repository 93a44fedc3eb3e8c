"""Where on the Earth coordinates lie, and how they come into the working frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
from numpy.typing import NDArray

from gis.errors import CrsMissing
from gis.geometry.chunks import by_chunks
from gis.geometry.edges import map_edges
from gis.geometry.frame import Frame
from gis.geometry.operations import LONLAT, Route, crs_name, parse_crs, route
from gis.geometry.plausible import check_plausible, guess_crs
from gis.geometry.rings import in_the_plane
from gis.model.edition import CoordinateOperation

__all__ = [
    "LONLAT",
    "Reprojected",
    "check_plausible",
    "crs_name",
    "guess_crs",
    "parse_crs",
    "snap",
    "to_frame",
    "to_lonlat",
]

_LONLAT_CHORD_DEG = 1e-7


@dataclass(frozen=True, slots=True, eq=False)
class Reprojected:
    """Geometries in the frame, on its grid, and how they came there."""

    geometries: NDArray[Any]
    operations: tuple[CoordinateOperation, ...]
    notes: tuple[str, ...]
    edge_model: str
    """What a straight line was in the source."""
    accuracy_m: float | None
    """Stated accuracy of the operations together; None where it is not known, 0 is exact."""
    unplaced: tuple[int, ...]
    """Rows with a coordinate that has no place in the frame; their geometry is None."""


def snap(coordinates: NDArray[np.float64], grid: float) -> NDArray[np.float64]:
    """Return coordinates on the precision grid.

    Examples
    --------
    >>> snap(np.array([[0.12344, 7.0]]), 0.0001).tolist()
    [[0.1234, 7.0]]
    """
    per_unit = round(1 / grid)
    # Adding zero turns minus zero into zero, so that equal points have equal bytes.
    return np.round(coordinates * per_unit) / per_unit + 0.0


def to_frame(geometries: NDArray[Any], source_crs: str, frame: Frame, where: str) -> Reprojected:
    """Bring geometries into a frame, each straight line staying where the source had it.

    Long edges are divided before they are reprojected, as straight lines of the source's own
    plane (in degrees for longitude and latitude), so that no point of a line moves by more than
    one step of the grid: a six-mile line in degrees would move by feet otherwise. Edges short
    enough not to need it, as those of a city lot, get no vertex.

    Parameters
    ----------
    geometries : ndarray of geometry
        In `source_crs`, easting or longitude first. Missing and empty stay so; Z is dropped;
        invalid polygons stay invalid (mending them is another module's job).
    source_crs : str
        Their coordinate system, or "local" for a local frame.
    frame : Frame
        Where to.
    where : str
        What is read, for messages.

    Returns
    -------
    Reprojected
        Geometries on the frame's grid, with the operations used and their accuracy as PROJ
        states it, in metres.

    Raises
    ------
    CrsUnknown
        Where PROJ does not know the source system.
    CrsMissing
        Where only one of source and frame is a local plane.
    """
    found = np.asarray(geometries, dtype=object)
    if source_crs != frame.crs:
        _refuse_local(source_crs, frame, where)
    if source_crs == frame.crs or _same(source_crs, frame.crs):
        way: Route | None = None
        operations: tuple[CoordinateOperation, ...] = ()
        notes: tuple[str, ...] = ()
        accuracy: float | None = 0.0
    else:
        way = route(source_crs, frame.crs)
        operations, notes, accuracy = way.operations, way.notes(), way.accuracy_m
    done = by_chunks(lambda rows: _on_grid(rows, way, frame.grid), found)
    snapped = np.concatenate([rows for rows, _, _ in done])
    added = sum(more for _, more, _ in done)
    if added:
        notes = (
            *notes,
            (
                f"{added} vertices were added on long edges before reprojecting, "
                f"so that no line moved by more than {frame.grid:g} of the frame's unit."
            ),
        )
    unplaced = tuple(np.flatnonzero(np.concatenate([lost for _, _, lost in done])).tolist())
    model = _edge_model(source_crs, frame)
    return Reprojected(snapped, operations, notes, model, accuracy, unplaced)


def to_lonlat(geometries: NDArray[Any], frame: Frame) -> NDArray[Any]:
    """Return geometries of a frame in longitude and latitude (EPSG:4326).

    Edges are divided where a straight line in degrees would lie more than a hundredth of a
    metre from its place. Missing and empty geometries stay so.

    Parameters
    ----------
    geometries : ndarray of geometry
        In `frame.crs`.
    frame : Frame
        Any frame that is tied to the Earth.

    Returns
    -------
    ndarray of geometry
        Longitude first.

    Raises
    ------
    CrsMissing
        For a local plane, which has no longitude and latitude.
    """
    _refuse_local(LONLAT, frame, "a geometry of a local plane")
    mapped, _ = map_edges(np.asarray(geometries, dtype=object), route(frame.crs, LONLAT), _LONLAT_CHORD_DEG)
    return mapped


def _same(source_crs: str, frame_crs: str) -> bool:
    return parse_crs(source_crs).equals(parse_crs(frame_crs), ignore_axis_order=True)


def _refuse_local(source_crs: str, frame: Frame, where: str) -> None:
    """Raise where one side is a plane tied to nothing and the other is the Earth."""
    if frame.is_local or source_crs == "local":
        raise CrsMissing(
            what="A local plane is tied to no place on the Earth.",
            where=where,
            why="Nothing says how its feet relate to longitude and latitude or to a state system.",
            next="Give both in the same local plane, or name the coordinate system of the survey.",
        )


def _on_grid(geometries: NDArray[Any], way: Route | None, grid: float) -> tuple[NDArray[Any], int, NDArray[np.bool_]]:
    """Return geometries mapped and on the grid, the vertices added, and which have no place: these are None."""
    moved, added = (in_the_plane(geometries), 0) if way is None else map_edges(geometries, way, grid)
    coordinates, rows = shapely.get_coordinates(moved, return_index=True)
    is_finite = np.isfinite(coordinates[:, 0]) & np.isfinite(coordinates[:, 1])
    lost = np.zeros(len(moved), dtype=bool)
    lost[rows[~is_finite]] = True
    moved[lost] = None
    if lost.any():
        coordinates = coordinates[~lost[rows]]
    return np.asarray(shapely.set_coordinates(moved, snap(coordinates, grid))), added, lost


def _edge_model(source_crs: str, frame: Frame) -> str:
    if source_crs == frame.crs:
        return f"straight lines in {frame.crs}"
    crs = parse_crs(source_crs)
    unit = "degrees" if crs.is_geographic else crs.axis_info[0].unit_name
    return f"straight lines in {crs.name} ({unit})"
