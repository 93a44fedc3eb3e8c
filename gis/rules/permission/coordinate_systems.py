"""Which coordinate system has an EPSG code: its name and unit, as the EPSG register has them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache


@dataclass(frozen=True, slots=True)
class CoordinateSystem:
    """A system in which a plan can show horizontal positions."""

    name: str
    unit: str
    """Unit of its horizontal axes, in small letters: us_survey_foot, foot, metre, degree."""

    @property
    def datum(self) -> str:
        """Datum by the name: what stands before the slash."""
        return self.name.partition(" / ")[0]

    @property
    def projection(self) -> str:
        """Projection by the name, its unit left out: what stands after the slash."""
        return self.name.partition(" / ")[2].partition(" (")[0]


@cache
def coordinate_system(code: int) -> CoordinateSystem | None:
    """Return the coordinate system of an EPSG code.

    Parameters
    ----------
    code
        Number of the code, such as 7599.

    Returns
    -------
    CoordinateSystem or None
        Null where EPSG has no such code, or a system without horizontal positions: a height, a geocentric system.

    Notes
    -----
    A name of the register is all that is asked of it; nothing is projected here.

    Examples
    --------
    >>> dane = coordinate_system(7599)
    >>> dane.datum, dane.projection, dane.unit
    ('NAD83(2011)', 'WISCRS Dane', 'us_survey_foot')
    >>> coordinate_system(5703) is None  # a height
    True
    """
    # Imported here: the list of rules is read at every start, and this library takes a fifth of a second.
    from pyproj import CRS  # noqa: PLC0415
    from pyproj.exceptions import CRSError  # noqa: PLC0415 - the same

    try:
        system = CRS.from_epsg(code)
    except CRSError:
        return None
    if not (system.is_projected or system.is_geographic):
        return None
    return CoordinateSystem(system.name, system.axis_info[0].unit_name.lower().replace(" ", "_"))
