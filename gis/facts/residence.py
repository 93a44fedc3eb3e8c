"""Does a person live in a district, and own land in it: the facts of TSD-35 that a map can tell?"""

from __future__ import annotations

import math

import numpy as np
import shapely

from gis.facts.gathered import Gathered
from gis.facts.ground import Ground
from gis.facts.owners_inside import by_owner, owned_inside
from gis.geometry.crs import LONLAT, check_plausible, to_frame
from gis.geometry.operations import accuracy_m
from gis.model.facts.commissioners import EligibilityFacts
from gis.units import FTUS_PER_M


def lives_inside(ground: Ground, home: tuple[float, float]) -> bool | None:
    """Say whether a home is inside the boundary; None where it is no farther from the line than the two are sure.

    Parameters
    ----------
    ground : Ground
        The surveyed ground, on the Earth.
    home : tuple of float
        Longitude and latitude of the home.

    Raises
    ------
    CrsImplausible
        The home lies far from the layers' land.
    """
    frame = ground.layers.frame
    check_plausible((*home, *home), LONLAT, "the home", frame)
    moved = to_frame(np.array([shapely.Point(home)], dtype=object), LONLAT, frame, "the home")
    point = moved.geometries[0]
    of_home_ft = accuracy_m(moved.operations) * float(FTUS_PER_M)
    accuracy_ft = math.hypot(float(ground.layers.accuracy_ft()), of_home_ft)
    if shapely.distance(point, ground.boundary.boundary) * frame.unit_ft <= accuracy_ft:
        return None
    return bool(shapely.contains(ground.boundary, point))


def eligibility_facts(
    ground: Ground, home: tuple[float, float] | None, owner: str | None
) -> Gathered[EligibilityFacts]:
    """Gather what TSD-35 asks of the map: residence and ownership of one person.

    Parameters
    ----------
    ground : Ground
        The surveyed ground of the district.
    home : tuple of float or None
        Longitude and latitude of the home; None leaves the residence unknown.
    owner : str or None
        The person as owner of record ("owner 812"); None leaves the ownership unknown.

    Returns
    -------
    Gathered of EligibilityFacts
        Of a person who owns only slivers inside, no wider than the accuracy, or whose land may be one of a parcel
        without a known owner, it is not known whether land inside is owned.
    """
    owned = owned_inside(ground)
    mine = by_owner(owned).get(owner or "", ())
    wide = [parcel for parcel in mine if parcel.overlap_area_sqft > 0 and parcel.overlap_width_ft is None]
    unsure = any(parcel.overlap_area_sqft > 0 and (parcel.owners is None or parcel in mine) for parcel in owned)
    owns = None if owner is None else True if wide else None if unsure else False
    notes = ("The home lies on the line, as far as the line is known.",)
    resident = None if home is None else lives_inside(ground, home)
    return Gathered(
        EligibilityFacts(resident_of_district=resident, owns_property_in_district=owns),
        notes=notes if home is not None and resident is None else (),
    )
