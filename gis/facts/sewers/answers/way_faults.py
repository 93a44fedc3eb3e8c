"""What is wrong with rights-of-way and streets: drawn over lots, a street missed, a width nobody stated?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.layerset import LayerSet
from gis.facts.places import boxes_lonlat
from gis.facts.sewers.blocks.blocks import STREET
from gis.facts.sewers.ways.rights import RightsOfWay
from gis.facts.sewers.ways.rights_of_way import SurveyedWays
from gis.facts.sewers.ways.street_names import CUT_KINDS, MEET_FT, holds_line
from gis.facts.sewers.ways.stretches import Stretches
from gis.geometry.frame import Frame
from gis.geometry.measure import lengths_ft
from gis.geometry.places import places_at
from gis.geometry.slivers import greatest_width_ft
from gis.layers.layer import Layer
from gis.model.connections import LayerFault

Geometries = npt.NDArray[np.object_]

_BESIDE_FT = 20.0
"""A centreline that runs in a street comes this near to the sewer's own line or its corridor."""
_LEAST_FT = 100.0
"""Shorter, a record or a centreline outside all records is an end, a turn or the ground of a crossing."""
_REFUSED = {
    "sliver": ("sliver", "is only {width:,.1f} ft wide: a strip between lots, no street"),
    "wide": ("wide_gap", "is {width:,.0f} ft wide: wider than any street"),
    "missing_parcel": (
        "missing_parcel",
        "is {width:,.0f} ft wide and goes on for {length:,.0f} ft along it: a parcel may be missing there",
    ),
    "open": ("open_gap", "has parcels on one hand only, so that no street's width is told"),
}


def way_faults(layers: LayerSet, ways: SurveyedWays) -> tuple[LayerFault, ...]:
    """List what is wrong with rights-of-way and streets; none of it makes a duty.

    Parameters
    ----------
    layers : LayerSet
        Parcels, rights-of-way, streets and sewers.
    ways : SurveyedWays
        What `survey_ways` found in them.

    Returns
    -------
    tuple of LayerFault
        By kind: `over_lots`, a right-of-way polygon over land of parcels, wider than the accuracy; `width_over_lot`, a
        stated width that takes land of a parcel, which keeps it; `no_street`, a record of a street, an arm of one, or a
        corridor with a sewer, without a centreline, where a layer of streets is on file; `no_right_of_way`, a
        centreline that runs in no record, where records are on file; `no_width`, a street without one;
        `missing_parcel`, `sliver`, `wide_gap` and `open_gap`, ground under a sewer that is taken for no right-of-way.

    Raises
    ------
    OverlayUnverified
        Where an overlap cannot be shown to be right.
    """
    frame = layers.frame
    parcels, streets = layers.layers.get("parcels"), layers.layers.get("streets")
    found: list[LayerFault] = []
    if parcels is not None:
        found += _over_lots(ways, parcels, frame)
        found += _narrowed(ways, parcels, frame)
    if streets is not None:
        found += _no_street(ways, streets, frame)
        found += _no_street_line(ways.recorded, streets, frame)
        found += _no_street_arm(ways.recorded, frame)
        found += _no_right_of_way(ways.recorded.rights, streets, frame)
        found += _no_width(streets)
    found += _refused(ways, frame)
    return tuple(found)


def _over_lots(ways: SurveyedWays, parcels: Layer, frame: Frame) -> Iterator[LayerFault]:
    over, rights = ways.over, ways.rights
    lots_of = defaultdict(list)
    for way, parcel, shared in zip(over.right.tolist(), over.parcel.tolist(), over.shared.tolist(), strict=True):
        lots_of[way].append((greatest_width_ft(shared, frame), parcel, shared))
    for way, lots in lots_of.items():
        widest_ft, parcel, shared = max(lots, key=lambda each: (each[0], -each[1]))
        count = "1 parcel" if len(lots) == 1 else f"{len(lots)} parcels"
        yield _fault(
            ("over_lots", rights.sources[way], rights.ids[way]),
            f"The right-of-way lies over {count}, by up to {widest_ft:,.1f} ft (parcel "
            f"{parcels.column('parcel_id')[parcel]}); whether a parcel under it meets it is open.",
            shared,
            frame,
        )


def _narrowed(ways: SurveyedWays, parcels: Layer, frame: Frame) -> Iterator[LayerFault]:
    named = dict(zip(ways.from_widths.stretch.tolist(), ways.from_widths.rights.ids, strict=True))
    for each in ways.from_widths.narrowed:
        parcel_id = parcels.column("parcel_id")[np.flatnonzero(parcels.column("record_kind") == "parcel")[each.parcel]]
        yield _fault(
            ("width_over_lot", "streets", named.get(each.stretch, "street")),
            f"The stated width would take {each.by_ft:,.1f} ft of parcel {parcel_id}; what a parcel covers is no "
            "right-of-way.",
            each.place,
            frame,
        )


def _no_street(ways: SurveyedWays, streets: Layer, frame: Frame) -> Iterator[LayerFault]:
    gaps = ways.gaps.rights
    near = streets.tree.query(gaps.geometries, predicate="dwithin", distance=_BESIDE_FT / frame.unit_ft)
    inner = shapely.length(shapely.intersection(gaps.geometries[near[0]], streets.geometries[near[1]]))
    with_street = set(near[0][inner > 2 * _BESIDE_FT / frame.unit_ft].tolist())
    for row in sorted(set(range(len(gaps))) - with_street):
        yield _fault(
            ("no_street", "streets", gaps.ids[row]),
            "Parcels leave a corridor as wide as a street, with a sewer in it, where the layer of streets has none.",
            gaps.geometries[row],
            frame,
        )


def _no_street_line(recorded: Stretches, streets: Layer, frame: Frame) -> Iterator[LayerFault]:
    """Tell the records of streets in which no centreline runs, nor beside them as where a half has one of its own."""
    rights = recorded.rights
    rows = np.flatnonzero((rights.kinds == STREET) & (recorded.arm < 0))
    outline, area = shapely.length(rights.geometries[rows]), shapely.area(rights.geometries[rows])
    rows = rows[outline / 2 - 2 * area / outline > _LEAST_FT / frame.unit_ft]
    rows = rows[~holds_line(rights.geometries[rows], streets.geometries, frame, _BESIDE_FT)]
    for row in rows.tolist():
        street = rights.streets[row]
        named = rights.ids[row] if street is None else f"{rights.ids[row]}, {street}"
        yield _fault(
            ("no_street", rights.sources[row], rights.ids[row]),
            f"Right-of-way {named}: no street line runs in it; where it crosses others is told from the records only.",
            rights.geometries[row],
            frame,
        )


def _no_street_arm(recorded: Stretches, frame: Frame) -> Iterator[LayerFault]:
    """Tell the arms of records without a line, other than alleys, of which a layer of streets need have none."""
    arms = recorded.arms
    place_of = dict(zip(recorded.arm.tolist(), recorded.record.tolist(), strict=True))
    for row in np.flatnonzero(~arms.is_alley).tolist():
        record = place_of[row]
        name, source = str(recorded.records.ids[record]), str(recorded.records.sources[record])
        yield _fault(
            ("no_street", source, name),
            f"Right-of-way {name}: no street line runs in an arm of it, {arms.widths_ft[row]:,.0f} ft wide and "
            f"{arms.lengths_ft[row]:,.0f} ft long; where it crosses others is told from the records only.",
            arms.shapes[row],
            frame,
        )


def _no_right_of_way(rights: RightsOfWay, streets: Layer, frame: Frame) -> Iterator[LayerFault]:
    """Tell the centrelines that run outside the records, where there are any."""
    recorded = rights.geometries[np.isin(rights.kinds, CUT_KINDS)]
    if not len(recorded):
        return
    lines = streets.geometries
    beside = shapely.buffer(recorded, MEET_FT / frame.unit_ft, join_style="mitre")
    right, line = streets.tree.query(beside, predicate="intersects")
    inside = np.asarray(shapely.length(shapely.intersection(lines[line], beside[right])), dtype=float)
    lengths = np.asarray(shapely.length(lines), dtype=float)
    left = lengths - np.bincount(line, weights=inside, minlength=len(lines))
    for row in np.flatnonzero(left > _LEAST_FT / frame.unit_ft).tolist():
        near = right[line == row]
        parts = shapely.get_parts(shapely.difference(lines[row], shapely.union_all(recorded[near])))
        bare = shapely.union_all(parts[~shapely.covered_by(parts, shapely.union_all(beside[near]))])
        bare_ft, whole_ft = lengths_ft(np.array([bare, lines[row]], dtype=object), frame).tolist()
        street_id = streets.column("street_id")[row] or f"row {row + 1}"
        yield _fault(
            ("no_right_of_way", "streets", str(street_id)),
            f"{streets.column('name')[row] or 'The centreline'} runs for {bare_ft:,.0f} of its {whole_ft:,.0f} ft in "
            "no record of a right-of-way, though others have one; its ground is told from the gap between parcels and "
            "its stated width, and so less surely.",
            bare,
            frame,
        )


def _no_width(streets: Layer) -> Iterator[LayerFault]:
    widths = streets.column("right_of_way_width_ft")
    bare = np.flatnonzero(~(widths.astype(float) > 0))
    if len(bare) == len(widths) and len(widths):
        what = f"None of the {len(widths):,} centrelines states the width of its right-of-way."
        yield LayerFault("no_width", "streets", streets.edition, what, "the whole layer")
        return
    for row in bare.tolist():
        street_id = streets.column("street_id")[row] or f"row {row + 1}"
        name = streets.column("name")[row] or "The centreline"
        yield _fault(
            ("no_width", "streets", str(street_id)),
            f"{name} states no width of its right-of-way; its edges are told from parcels only.",
            streets.geometries[row],
            streets.frame,
        )


def _refused(ways: SurveyedWays, frame: Frame) -> Iterator[LayerFault]:
    for each in ways.gaps.refused:
        kind, words = _REFUSED[each.why]
        width_ft = 0.0 if each.width_ft is None else each.width_ft
        said = words.format(width=width_ft, length=each.length_ft)
        line = ways.sewers.ids[each.line]
        yield _fault(
            (kind, "parcels", str(line)),
            f"The ground along {line}, which no parcel and no right-of-way covers, {said}.",
            each.place,
            frame,
        )


def _fault(name: tuple[str, str, str], what: str, shape: shapely.Geometry, frame: Frame) -> LayerFault:
    kind, layer, feature_id = name
    box = boxes_lonlat(np.array([shape], dtype=object), frame)[0]
    return LayerFault(kind, layer, feature_id, what, _place(shape, frame), box)


def _place(shape: shapely.Geometry, frame: Frame) -> str:
    point = shapely.get_coordinates(shapely.point_on_surface(shape))[:1]
    return str(places_at(point, frame)[0])
