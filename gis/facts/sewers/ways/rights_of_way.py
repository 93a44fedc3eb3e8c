"""Where are the streets, alleys and other rights-of-way, and what are they told from?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.sewers.shapes.bare import bare_grounds
from gis.facts.sewers.ways.centrelines import Centrelines, centrelines, no_centrelines, reach_of
from gis.facts.sewers.ways.corridors import CorridorLimits, Gaps, Ground, Lines, gap_rights_of_way
from gis.facts.sewers.ways.over_lots import OverLots, over_lots
from gis.facts.sewers.ways.records import of_easements, of_roll, on_day, told_apart
from gis.facts.sewers.ways.rights import RightsOfWay, joined
from gis.facts.sewers.ways.street_names import link_streets, railroads_by_name_only
from gis.facts.sewers.ways.stretches import Stretches, cut_into_stretches, uncut
from gis.facts.sewers.ways.widths import Corridors, centreline_corridors
from gis.layers.layer import Layer

__all__ = ["RightsOfWay", "SurveyedWays", "rights_of_way", "survey_ways"]

Geometries = npt.NDArray[np.object_]
Texts = npt.NDArray[np.object_]

_POLYGONAL = (shapely.GeometryType.POLYGON, shapely.GeometryType.MULTIPOLYGON)
_NO_PUBLIC_SEWER = ("lateral", "storm")
"""No street is told from a gap in which only one of these runs: laterals run in yards, storm sewers anywhere."""


@dataclass(frozen=True, eq=False)
class SurveyedWays:
    """Rights-of-way, and what was found on the way to them.

    Attributes
    ----------
    rights : RightsOfWay
        All of them, cut into stretches.
    recorded : Stretches
        Those that a record draws, which stand first among them.
    not_held : RightsOfWay
        Those whose record does not hold on the day: a street that was vacated, or is none yet.
    over : OverLots
        Records that lie over lots.
    from_widths : Corridors
        Those told from centrelines.
    sewers : Lines
        Sewers that may run in a gap.
    gaps : Gaps
        What was found of the ground under them that no record and no width covers.
    street_gaps : Gaps
        The same of centrelines without a width, where no sewer's corridor was found; what comes of it is of source
        centreline.
    """

    rights: RightsOfWay
    recorded: Stretches
    not_held: RightsOfWay
    over: OverLots
    from_widths: Corridors
    sewers: Lines
    gaps: Gaps
    street_gaps: Gaps


def rights_of_way(layers: LayerSet, limits: CorridorLimits | None = None) -> RightsOfWay:
    """Gather the rights-of-way that the layers tell, no piece of ground twice, cut into stretches.

    Parameters
    ----------
    layers : LayerSet
        Looked at, the most certain first: the layer of rights-of-way, right-of-way records of the roll, centrelines
        with a width, and gaps between parcels along sewers and other centrelines; easements where a scene has any.
    limits : CorridorLimits, optional
        Which gaps between parcels are corridors, and how far centrelines may be off.

    Returns
    -------
    RightsOfWay
        Records are certain; what is derived is not, and never covers a parcel. An easement lies on parcels. Empty
        where no layer tells any.

    Raises
    ------
    OverlayUnverified
        Where ground that two sources claim cannot be shared out soundly.
    """
    return survey_ways(layers, limits).rights


def survey_ways(layers: LayerSet, limits: CorridorLimits | None = None, date: dt.date | None = None) -> SurveyedWays:
    """Gather rights-of-way as `rights_of_way` does, with what was derived and what was refused on the way.

    On a day, records count that hold then; the ground of the others is known to be no street, whatever gap it leaves.
    """
    told, frame, on_file = limits or CorridorLimits(), layers.frame, layers.layers
    parcels, streets = on_file.get("parcels"), on_file.get("streets")
    recorded_ft = _accuracy_ft(layers, "parcels", "rights_of_way")
    records, not_held = joined([]), joined([])
    if "rights_of_way" in on_file:
        records, not_held = on_day(on_file["rights_of_way"], date)
    if parcels is not None:
        rows = of_roll(parcels)
        reach = recorded_ft / frame.unit_ft + 2 * frame.grid
        records = joined([records, _beside(rows, joined([records, not_held]), reach, layers)])
    is_whole = _is_scene(on_file.get("rights_of_way"))
    if streets is not None and not is_whole:
        records, not_held = (railroads_by_name_only(each, streets, frame) for each in (records, not_held))
    cut = uncut(records) if is_whole else cut_into_stretches(records, streets, frame, parcels)
    recorded = cut.rights
    lots, is_parcel = _lots(parcels)
    water = _polygons(on_file.get("water"))
    net = no_centrelines() if streets is None else centrelines(streets, reach_of(streets))
    known = np.concatenate([recorded.geometries, not_held.geometries, water])
    streets_ft = _accuracy_ft(layers, "parcels", "streets")
    from_widths = centreline_corridors(net, (lots[is_parcel], known), frame, streets_ft, told.centreline_off_ft)
    sewers, gap_ft = _sewers(on_file.get("sewers")), _accuracy_ft(layers, "parcels", "sewers")
    known = np.concatenate([known, from_widths.rights.geometries])
    gaps = gap_rights_of_way(Ground(lots, is_parcel, known), sewers, frame, gap_ft, told)
    # A sewer's own corridor goes before its street's: only the lots that face the sewer meet it.
    known = np.concatenate([known, gaps.rights.geometries])
    street_gaps = gap_rights_of_way(Ground(lots, is_parcel, known), _unmeasured(net), frame, streets_ft, told)
    easements = of_easements(on_file["easements"]) if "easements" in on_file else joined([])
    rights = [recorded, from_widths.rights, link_streets(gaps.rights, net, frame), street_gaps.rights, easements]
    over = over_lots(recorded, parcels, recorded_ft, frame)
    return SurveyedWays(joined(rights), cut, not_held, over, from_widths, sewers, gaps, street_gaps)


def _is_scene(layer: Layer | None) -> bool:
    """Say whether a scene drew the layer: each of its records is one right-of-way, however long (FACTS.md 1.7)."""
    return layer is not None and "row_kind" in layer.table.columns


def _accuracy_ft(layers: LayerSet, *kinds: str) -> float:
    return float(layers.accuracy_ft(*(kind for kind in kinds if kind in layers.layers), with_boundary=False))


def _beside(rights: RightsOfWay, known: RightsOfWay, reach: float, layers: LayerSet) -> RightsOfWay:
    """Return rights-of-way less the ground of those known already."""
    streets = known.geometries[known.kinds != "easement"]
    grounds = bare_grounds(rights.geometries, streets, reach, layers.frame)
    left = ~np.asarray(shapely.is_empty(grounds), dtype=bool)
    return replace(rights.only(left), geometries=grounds[left])


def _lots(parcels: Layer | None) -> tuple[Geometries, npt.NDArray[np.bool_]]:
    if parcels is None:
        return np.zeros(0, dtype=object), np.zeros(0, dtype=bool)
    return parcels.geometries, np.asarray(parcels.column("record_kind") == "parcel", dtype=bool)


def _polygons(layer: Layer | None) -> Geometries:
    shapes = np.zeros(0, dtype=object) if layer is None else layer.geometries
    kept: Geometries = shapes[np.isin(shapely.get_type_id(shapes), _POLYGONAL)]
    return kept


def _sewers(layer: Layer | None) -> Lines:
    """Return the sewers that may run in a street."""
    if layer is None:
        none = np.zeros(0, dtype=object)
        return Lines(none, none, none, none)
    rows = np.flatnonzero(~np.isin(layer.column("kind").astype(str), _NO_PUBLIC_SEWER))
    count = len(rows)
    ids = told_apart(
        str(each or f"row {row + 1}") for each, row in zip(layer.column("sewer_id")[rows], rows.tolist(), strict=True)
    )
    nobody, edition = np.full(count, None, dtype=object), np.full(count, layer.edition, dtype=object)
    return Lines(layer.geometries[rows], ids, nobody, edition)


def _unmeasured(net: Centrelines) -> Lines:
    """Return the centrelines whose right-of-way nobody gave a width."""
    rows = np.flatnonzero(~(net.widths_ft > 0))
    names = net.names[rows]
    ids = told_apart(name or f"street {row + 1}" for name, row in zip(names, net.row[rows].tolist(), strict=True))
    return Lines(net.lines[rows], ids, names, np.full(len(rows), net.edition, dtype=object), are_streets=True)
