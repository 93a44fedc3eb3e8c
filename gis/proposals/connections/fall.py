"""Does a parcel's building reach its main by gravity, as far as inverts and elevations on file tell?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.answers.gravity import Level, gravity, main_fall
from gis.facts.sewers.answers.heights import ground_heights
from gis.facts.sewers.answers.serving import NONE
from gis.layers.editions import in_force
from gis.model.connections import Said
from gis.proposals.connections.area import Area
from gis.proposals.on_file import LayersOnFile
from gis.units import quantise_length_ft

Geometries = npt.NDArray[np.object_]
_ELEVATIONS = "elevations"
_DECIDES_NOTHING = "This informs about availability; it decides nothing where the ordinance does not ask it."


def fall_said(on_file: LayersOnFile, folder: Path | None, area: Area, position: int) -> Iterator[Said]:
    """Yield whether each building on a parcel drains to its main by gravity; nothing where no main serves the parcel.

    `folder` is where the cells of an elevation layer lie; without it the ground is not looked at. The lowest floor that
    the register tells goes before the ground of the elevation layer.
    """
    ground = area.ground
    piece = int(ground.ground[position])
    main = int(area.serving[piece])
    buildings = area.layers.layers.get("buildings")
    fall = None if main == NONE or area.network is None else main_fall(area.network, main)
    if fall is None or buildings is None:
        return
    shapes = buildings.geometries[np.flatnonzero(ground.building_ground == piece)]
    told = area.told.of(str(ground.ids[position]), area.counties[position]).lowest_floor
    floor = None if told is None else Level(told.elevation_ft, told.datum)
    parameters = area.asked.ordinances.law.parameters(area.asked.day)
    said = [
        gravity(shape, fall, parameters, area.layers.frame, lowest_floor=floor, ground=level).because
        for shape, level in zip(shapes, _levels(on_file, folder, area, shapes), strict=True)
    ]
    if said:
        yield Said("Fall from the building to the main", (*dict.fromkeys(said), _DECIDES_NOTHING))


def _levels(on_file: LayersOnFile, folder: Path | None, area: Area, shapes: Geometries) -> list[Level | None]:
    """Return the ground at each building by the elevation layer; None where none is on file or it does not reach."""
    manifests = on_file.editions(_ELEVATIONS)
    if folder is None or not manifests:
        return [None] * len(shapes)
    manifest = in_force(manifests, _ELEVATIONS, area.asked.date, area.asked.editions.get(_ELEVATIONS))
    points = shapely.get_coordinates(shapely.point_on_surface(shapes))
    heights = ground_heights(folder, manifest, points, area.layers.frame)
    return [
        None if np.isnan(height) else Level(quantise_length_ft(float(height)), heights.vertical_datum)
        for height in heights.feet.tolist()
    ]
