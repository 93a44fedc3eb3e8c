"""In which plane topology is worked, and in which coordinate system it is measured."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from pyproj import CRS
from pyproj.exceptions import CRSError

from gis.errors import CrsUnknown
from gis.units import M_PER_FTUS

LOCAL = "local"
WORKING_CRS = "EPSG:3071"
GRID = 0.0001
_METRES = 1.0


@lru_cache(maxsize=256)
def _unit_m(crs: str) -> float:
    """Return metres per unit of a projected system, or raise CrsUnknown."""
    try:
        parsed = CRS.from_user_input(crs)
    except CRSError as error:
        raise CrsUnknown(
            what=f"{crs!r} is no coordinate system that PROJ knows.",
            where="the frame of a computation",
            why="Without it no coordinate has a length.",
            next='Give an EPSG code such as "EPSG:3071" or "EPSG:8112".',
        ) from error
    if not parsed.is_projected:
        raise CrsUnknown(
            what=f"{crs} ({parsed.name}) is not a plane.",
            where="the frame of a computation",
            why="Areas and lengths are measured in a projected system, never in degrees.",
            next='Give a projected system such as "EPSG:3071" or a county\'s WISCRS zone.',
        )
    return float(parsed.axis_info[0].unit_conversion_factor)


@dataclass(frozen=True, slots=True)
class Frame:
    """A plane in which topology is worked, and the system in which it is measured.

    Parameters
    ----------
    crs : str
        Coordinate system of the geometries ("EPSG:3071"), or "local" for a plane in US
        survey feet that is tied to no place on the Earth.
    measure_crs : str
        System in which ground measures are taken ("EPSG:8112"); equal to `crs` where the
        plane is measured in itself.
    grid : float
        Precision grid on which all vertices lie, in units of `crs`.
    """

    crs: str
    measure_crs: str
    grid: float

    @property
    def is_local(self) -> bool:
        """Whether the plane is tied to no place on the Earth (no longitude and latitude)."""
        return self.crs == LOCAL

    @property
    def is_planar(self) -> bool:
        """Whether the plane is measured in itself, as a scene or a plat is."""
        return self.crs == self.measure_crs

    @property
    def unit_ft(self) -> float:
        """US survey feet in one unit of `crs` (3937/1200 for metres, 1 for US survey feet).

        Raises
        ------
        CrsUnknown
            Where `crs` is no projected coordinate system.
        """
        return unit_ft(self.crs)


def unit_ft(crs: str) -> float:
    """Return how many US survey feet one unit of a projected system is.

    Exact for metres and US survey feet, so that nothing drifts in the last digit.

    Parameters
    ----------
    crs : str
        A projected coordinate system, or "local".

    Returns
    -------
    float
        US survey feet per unit.

    Raises
    ------
    CrsUnknown
        Where `crs` is not known, or is in degrees.

    Examples
    --------
    >>> unit_ft("EPSG:8112"), unit_ft("local")
    (1.0, 1.0)
    >>> round(unit_ft("EPSG:3071"), 9) == round(3937 / 1200, 9)
    True
    """
    if crs == LOCAL:
        return 1.0
    metres = _unit_m(crs)
    if abs(metres - float(M_PER_FTUS)) < 1e-12:  # noqa: PLR2004  the registry's decimals of 1200/3937
        return 1.0
    if metres == _METRES:
        return float(1 / M_PER_FTUS)
    return metres / float(M_PER_FTUS)


def working_frame(measure_crs: str) -> Frame:
    """Return the state's working frame, measured in one county's zone.

    Parameters
    ----------
    measure_crs : str
        The county's WISCRS zone, NAD83(HARN), US survey feet, such as "EPSG:8112".

    Returns
    -------
    Frame
        EPSG:3071 in metres on a grid of 0.0001 m.

    Examples
    --------
    >>> working_frame("EPSG:8112")
    Frame(crs='EPSG:3071', measure_crs='EPSG:8112', grid=0.0001)
    """
    return Frame(WORKING_CRS, measure_crs, GRID)


def planar_frame(crs: str) -> Frame:
    """Return a frame that is measured in its own system, for a scene or a plat.

    Parameters
    ----------
    crs : str
        A projected system such as "EPSG:7600".

    Returns
    -------
    Frame
        The frame, on a grid of 0.0001 of its unit.

    Examples
    --------
    >>> planar_frame("EPSG:7600").is_planar
    True
    """
    return Frame(crs, crs, GRID)


LOCAL_FEET = Frame(LOCAL, LOCAL, GRID)
