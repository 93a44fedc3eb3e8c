"""Is anything on a parcel in use, does anyone live there, and does a private system or a lateral serve it?

What a person stated goes first. A building tells by what the layer calls it; where that tells nothing, and where a
layer is silent, the answer is unknown: absence from a list is no absence.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.sewers.answers.use_words import use_of
from gis.facts.sewers.areas.lying import NOWHERE
from gis.facts.sewers.blocks.blocks import ends_of
from gis.facts.sewers.ground import SewerGround, accuracy_ft
from gis.facts.sewers.meetings.predicates import IN_SERVICE
from gis.layers.layer import Layer

Texts = npt.NDArray[np.object_]
Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

COVERED_WITHIN_FT = 2640.0
"""A layer of buildings covers a place that has a building within half a mile of it."""
_OUT_OF_USE = re.compile(
    r"abandon|closed|decommission|denied|expired|inactive|not in|out of|pending|propos|remov|replac|retir|void"
)
"""What says of a private system that it does not serve, or not yet."""
_WELL = "well"
_WORKED = frozenset({"2", "3", "4"})
"""Classes of s. 70.32(2)(a) of land at work: commercial, manufacturing, agricultural. Such land, and land exempt from
taxes as parks and school grounds are, may be in use without a building and without a value of improvements."""
_MAINS = ("gravity_main", "interceptor", "force_main", "other")
"""Lines that a lateral may join."""


@dataclass(frozen=True, eq=False)
class Uses:
    """What is known of the use of each parcel, one position an array element; None is unknown.

    Attributes
    ----------
    in_use : object array of bool or None
        Whether a building or the land is used for occupancy, employment, recreation or the like.
    structure : object array of bool or None
        Whether a building or other structure on it is in use.
    habitation : object array of bool or None
        Whether a building on it is used for human habitation.
    private_system : object array of bool or None
        Whether a private sewage system in use serves it.
    connected : object array of bool or None
        Whether a lateral joins it to a main.
    """

    in_use: Texts
    structure: Texts
    habitation: Texts
    private_system: Texts
    connected: Texts


def uses(ground: SewerGround) -> Uses:
    """Tell what is known of the use of every parcel of a survey.

    Parameters
    ----------
    ground : SewerGround
        Its layers of parcels, buildings, private systems and sewers are looked at. The columns in_use, use,
        private_system and connected of the parcels, and in_use of the buildings, state what a person said.

    Returns
    -------
    Uses
        A building belongs to the parcel that holds most of it. With no building where the layer of buildings covers
        the place, and an improvement value of zero on the roll, no structure is in use, and nothing else unless the
        roll's classes let one ask; with one of the two it is unknown, a value that is not stated being none of them,
        and so it is where the parcels state uses and not this one's.
    """
    in_use, habitation, bare = _by_buildings(ground)
    named_use, named_habitation = _by_names(ground.column("use"))
    stated = ground.column("in_use")
    in_use, habitation = _first(stated, named_use, in_use), _first(named_habitation, habitation)
    # Nobody lives where nothing is in use.
    habitation[np.asarray(stated == False, dtype=bool)] = False  # noqa: E712  item by item, and None is not false
    structure = in_use.copy()
    structure[bare] = False
    return Uses(
        in_use=in_use,
        structure=structure,
        habitation=habitation,
        private_system=_first(ground.column("private_system"), _on_list(ground)),
        connected=_first(ground.column("connected"), _by_laterals(ground)),
    )


def _by_names(names: Texts) -> tuple[Texts, Texts]:
    number = {name: place for place, name in enumerate(set(names))}
    told = np.array([use_of(name) for name in number], dtype=object).reshape(-1, 2)
    both: Texts = told[[number[name] for name in names]]
    return both[:, 0], both[:, 1]


def _by_buildings(ground: SewerGround) -> tuple[Texts, Texts, Flags]:
    """Return what the buildings on each parcel tell of its use and of habitation, and which parcels have none."""
    count, layer = len(ground.grounds), ground.layers.layers.get("buildings")
    none = np.zeros(len(ground), dtype=bool)
    if layer is None:
        return np.full(len(ground), None, dtype=object), np.full(len(ground), None, dtype=object), none
    stands = np.flatnonzero(ground.building_ground != NOWHERE)
    where = ground.building_ground[stands]
    in_use, habitation = (_any_of(each[stands], where, count) for each in _of_buildings(layer))
    built = np.zeros(count, dtype=bool)
    built[where] = True
    bare = np.flatnonzero(~built)
    is_bare = np.zeros(count, dtype=bool)
    is_bare[bare[_covered(ground, layer, bare)]] = True
    in_use, habitation = in_use[ground.ground], habitation[ground.ground]
    if "in_use" in ground.parcels.table.columns:  # whoever states uses, and not this one, leaves it unknown
        return in_use, habitation, none
    values = ground.column("improvement_value_cents")
    not_built = is_bare[ground.ground] & np.array([value is not None and value == 0 for value in values], dtype=bool)
    habitation[not_built] = False
    in_use[not_built & ~_may_be_worked(ground)] = False
    return in_use, habitation, not_built


def _may_be_worked(ground: SewerGround) -> Flags:
    """Say of which parcels the roll's classes let one ask whether people work or play there without a building."""
    classes, exempt = ground.column("property_classes"), ground.column("exempt_codes")
    of_class = {codes: bool(_WORKED & {*str(codes or "").split(",")}) for codes in set(classes)}
    return np.array([bool(codes) or of_class[own] for own, codes in zip(classes, exempt, strict=True)], dtype=bool)


def _of_buildings(layer: Layer) -> tuple[Texts, Texts]:
    """Return for each building whether it is in use, and for habitation: as stated, by its dwellings, by its name."""
    stated, names, dwellings = (layer.column_if_there(name) for name in ("in_use", "use", "dwelling_units"))
    named_use, named_habitation = _by_names(names)
    houses = np.array([bool(units) for units in dwellings], dtype=bool)
    named_use[houses] = named_habitation[houses] = True
    in_use = _first(stated, named_use)
    named_habitation[np.asarray(in_use == False, dtype=bool)] = False  # noqa: E712  item by item, None is not false
    return in_use, named_habitation


def _any_of(told: Texts, where: Rows, count: int) -> Texts:
    """Return for each place whether one of its things is so: unknown where none is and one may be, or it has none."""
    found = np.full(count, None, dtype=object)
    yes, no = (where[np.asarray(told == value, dtype=bool)] for value in (True, False))
    found[no] = False
    found[where[np.array([value is None for value in told], dtype=bool)]] = None
    found[yes] = True
    return found


def _covered(ground: SewerGround, layer: Layer, bare: Rows) -> Flags:
    """Say which pieces of ground without a building have another's nearby, so that theirs would be shown."""
    reach = COVERED_WITHIN_FT / ground.layers.frame.unit_ft
    # The nearest of all is found quicker than the nearest up to a distance.
    (row, _), away = layer.tree.query_nearest(ground.grounds[bare], all_matches=False, return_distance=True)
    found = np.zeros(len(bare), dtype=bool)
    found[row[away <= reach]] = True
    return found


def _on_list(ground: SewerGround) -> Texts:
    """Return True for the parcels with a private system in use on the list, None for all others."""
    found = np.full(len(ground), None, dtype=object)
    layer = ground.layers.layers.get("private_systems")
    if layer is None:
        return found
    columns = (layer.column_if_there(name) for name in ("parcel_id", "county", "kind", "status"))
    listed: dict[str, set[str | None]] = defaultdict(set)
    for parcel, county, kind, status in zip(*columns, strict=True):
        if kind != _WELL and not _OUT_OF_USE.search(str(status or "").lower()):
            listed[str(parcel)].add(county)
    # Ids repeat from county to county; a list or a roll that names none is of the same county.
    counties = ground.column("county")
    for row in np.flatnonzero(np.isin(ground.ids.astype(str), [*listed])).tolist():
        within = listed[str(ground.ids[row])]
        if counties[row] in within or counties[row] is None or None in within:
            found[row] = True
    return found


def _by_laterals(ground: SewerGround) -> Texts:
    """Return True for the parcels in which a lateral in service ends whose other end is on a main in service."""
    found = np.full(len(ground), None, dtype=object)
    lines = ground.mains
    if lines is None:
        return found
    frame = ground.layers.frame
    reach = accuracy_ft(ground.layers, "sewers") / frame.unit_ft + 2 * frame.grid
    serves = lines.statuses_on(ground.date) == IN_SERVICE
    laterals = lines.geometries[serves & (lines.kinds == "lateral")]
    ends, of_lateral = ends_of(laterals)
    is_main = serves & np.isin(lines.kinds, _MAINS)
    on_main = np.zeros(len(ends), dtype=bool)
    on_main[shapely.STRtree(lines.geometries[is_main]).query(ends, predicate="dwithin", distance=reach)[0]] = True
    joined = np.zeros(len(laterals), dtype=bool)
    joined[of_lateral[on_main]] = True
    at_house = ends[~on_main & joined[of_lateral]]
    # The end must lie in the parcel by more than the accuracy: one on its line is a stub for a later connection.
    into = accuracy_ft(ground.layers, "parcels", "sewers") / frame.unit_ft
    piece, end = shapely.STRtree(at_house).query(ground.grounds, predicate="contains_properly")
    deep = shapely.distance(shapely.boundary(ground.grounds[piece]), at_house[end]) > into
    served = np.zeros(len(ground.grounds), dtype=bool)
    served[piece[deep]] = True
    found[served[ground.ground]] = True
    return found


def _first(*told: Texts) -> Texts:
    """Return, item by item, the first that is known."""
    found = told[-1].copy()
    for each in reversed(told[:-1]):
        known = np.array([value is not None for value in each], dtype=bool)
        found[known] = each[known]
    return found
