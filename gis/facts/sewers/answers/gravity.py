"""Does a building's sewage run to the main by gravity at the least slope, or must it be pumped?

It informs the answer whether a sewer is available, and decides nothing where the ordinance does not ask it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
import shapely

from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.law.parameters import Parameters
from gis.model.config import STRICT
from gis.model.exact import Exact
from gis.network.build import Network
from gis.units import LENGTH_STEPS_PER_FT, quantise_length_ft

GravityState = Literal["gravity", "pump", "needs_evidence"]
StartedFrom = Literal["lowest_floor", "ground"]
RUN, BELOW_FLOOR, BELOW_GROUND = (
    "building_sewer_run_per_foot_of_fall_ft",
    "building_drain_below_floor_ft",
    "lowest_floor_below_ground_ft",
)
"""Parameters of the law that are used."""
_FROM = {"lowest_floor": "lowest floor", "ground": "ground"}
_THEN = {"gravity": "it runs by gravity", "pump": "it must be pumped"}
DATUMS = {"NAVD88": "NAVD 88", "NGVD29": "NGVD 29"}


@dataclass(frozen=True, slots=True)
class Level:
    """An elevation that someone stated or a layer gives, and the datum that it is above."""

    elevation_ft: Fraction
    vertical_datum: str | None
    """NAVD88 or NGVD29; None where nobody said."""


@dataclass(frozen=True, slots=True)
class MainFall:
    """A main with its inverts."""

    main_id: str
    line: shapely.LineString
    """As drawn, in the frame."""
    first_invert_ft: Fraction | None
    """Invert where the line begins as drawn."""
    last_invert_ft: Fraction | None
    vertical_datum: str | None


@dataclass(frozen=True, slots=True)
class Gravity:
    """Whether a building sewer reaches a main by gravity, with the numbers that say so."""

    __pydantic_config__ = STRICT

    state: GravityState
    """`gravity`, `pump`, or what is missing: `needs_evidence`."""
    main: str
    started_from: StartedFrom | None
    drain_ft: Exact | None
    """Elevation of the building drain where it leaves the building."""
    invert_ft: Exact | None
    """Invert of the main where the building sewer would join it, between its two inverts."""
    run_ft: Exact | None
    """Straight way from the building to the main."""
    needed_fall_ft: Exact | None
    available_fall_ft: Exact | None
    vertical_datum: str | None
    because: str


def main_fall(network: Network, main: int) -> MainFall | None:
    """Return a main with its inverts at the ends at which they are.

    Parameters
    ----------
    network : Network
        The network: a row's upstream invert is at its upstream node where the row names its nodes, else where the line
        begins as drawn.
    main : int
        Position of the main.

    Returns
    -------
    MainFall or None
        None for a line of parts that do not join, and for a storm sewer.
    """
    found = [strand for strand in network.strands if strand.main == main]
    if len(found) != 1 or found[0].line.geom_type != "LineString":
        return None
    layer = network.mains.layer
    upstream, downstream = (
        None if value is None else quantise_length_ft(float(value))
        for value in (layer.column(name)[main] for name in ("upstream_invert_ft", "downstream_invert_ft"))
    )
    is_turned = found[0].is_turned and found[0].basis == "ids"
    first, last = (downstream, upstream) if is_turned else (upstream, downstream)
    datum = layer.column("vertical_datum")[main]
    return MainFall(str(network.mains.ids[main]), found[0].line, first, last, datum)


def gravity(  # noqa: PLR0913  the building, what is known of its height, the main, and the law
    building: shapely.Geometry,
    main: MainFall,
    parameters: Parameters,
    frame: Frame,
    *,
    lowest_floor: Level | None = None,
    ground: Level | None = None,
    floor_below_ground_ft: Fraction | None = None,
) -> Gravity:
    """Say whether a building sewer at the least slope reaches the main.

    Parameters
    ----------
    building : Point or Polygon
        The building in the frame.
    main : MainFall
        The main that would serve it.
    parameters : Parameters
        The law on the day: the least slope, and the depths to take where nobody stated them.
    frame : Frame
        The plane of both.
    lowest_floor : Level, optional
        Elevation of the lowest floor to be served; goes before the ground.
    ground : Level, optional
        Elevation of the ground at the building.
    floor_below_ground_ft : Fraction, optional
        Depth of the lowest floor below the ground, where someone stated it.

    Returns
    -------
    Gravity
        `gravity` where the fall from the drain to the main's invert is at least what the run needs, equality too. Where
        an elevation is missing, or the datums are not named or are not the same, `needs_evidence`: elevations above
        NAVD 88 and NGVD 29 are never set against each other.

    References
    ----------
    Consolidated Koshkonong Sanitary District, Sewer Use Ordinance (2011), chapter V(7) and (8).
    """
    started_from: StartedFrom | None = "lowest_floor" if lowest_floor else "ground" if ground else None
    level = lowest_floor or ground
    depth_ft = parameters.number(BELOW_FLOOR)
    if started_from == "ground":
        depth_ft += parameters.number(BELOW_GROUND) if floor_below_ground_ft is None else floor_below_ground_ft
    drain_ft = None if level is None else level.elevation_ft - depth_ft
    way = shapely.shortest_line(building, main.line)
    run_ft = quantise_length_ft(float(lengths_ft(np.array([way], dtype=object), frame)[0]))
    needed_ft = run_ft / parameters.number(RUN)
    invert_ft = _invert_at(main, shapely.get_point(way, -1))
    available_ft = None
    state: GravityState = "needs_evidence"
    because = _missing(main, level)
    if because is None and drain_ft is not None and invert_ft is not None:
        available_ft = drain_ft - invert_ft
        state = "gravity" if available_ft >= needed_ft else "pump"
        falls = f"falls {_ft(available_ft)}" if available_ft >= 0 else f"would have to rise {_ft(-available_ft)}"
        start = f"the drain at {_ft(drain_ft)}, {_ft(depth_ft)} below the {_FROM[str(started_from)]}"
        end = f"the invert of sewer {main.main_id} at {_ft(invert_ft)} ({DATUMS[str(main.vertical_datum)]})"
        because = (
            f"From {start}, to {end}, a run of {_ft(run_ft)} {falls}; at the least slope it needs {_ft(needed_ft)}, "
            f"so {_THEN[state]}."
        )
    return Gravity(
        state=state,
        main=main.main_id,
        started_from=started_from,
        drain_ft=drain_ft,
        invert_ft=invert_ft,
        run_ft=run_ft,
        needed_fall_ft=needed_ft,
        available_fall_ft=available_ft,
        vertical_datum=None if available_ft is None else main.vertical_datum,
        because=str(because),
    )


def _missing(main: MainFall, level: Level | None) -> str | None:
    """Return in one sentence what is missing; None where the fall can be told."""
    name = f"sewer {main.main_id}"
    if main.first_invert_ft is None or main.last_invert_ft is None:
        return f"The inverts of {name} are not both on file, so nobody can say how low it lies."
    if level is None:
        return "Neither the elevation of the lowest floor nor that of the ground at the building is on file."
    unnamed = [
        what
        for what, datum in ((f"the inverts of {name}", main.vertical_datum), ("the building", level.vertical_datum))
        if datum not in DATUMS
    ]
    if unnamed:
        return f"Nobody stated above which datum the elevations of {' and '.join(unnamed)} are: NAVD 88 or NGVD 29."
    if main.vertical_datum != level.vertical_datum:
        inverts, building = DATUMS[str(main.vertical_datum)], DATUMS[str(level.vertical_datum)]
        return (
            f"The inverts of {name} are above {inverts} and the elevation at the building is above {building}: "
            "the two are not set against each other."
        )
    return None


def _invert_at(main: MainFall, point: shapely.Point) -> Fraction | None:
    """Return the invert between the two ends, to the thousandth of a foot."""
    if main.first_invert_ft is None or main.last_invert_ft is None:
        return None
    share = Fraction(float(main.line.project(point, normalized=True)))
    invert_ft = main.first_invert_ft + (main.last_invert_ft - main.first_invert_ft) * share
    return Fraction(round(invert_ft * LENGTH_STEPS_PER_FT), LENGTH_STEPS_PER_FT)


def _ft(value: Fraction) -> str:
    """Write feet with two decimals, and a third where it is one that counts."""
    text = f"{float(value):,.3f}"
    return f"{text.removesuffix('0')} ft"
