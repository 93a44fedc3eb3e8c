"""Which parcel records hold the same ground: overlaps, records within records, and stacks of one outline?"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

import numpy as np
import numpy.typing as npt
import shapely

from gis.facts.consistency.found import Find, parts
from gis.facts.ground import area_steps
from gis.facts.layerset import LayerSet
from gis.geometry.overlay import clip, on_grid

Geometries = npt.NDArray[np.object_]
_PAIRS_AT_ONCE = 1_000_000


@dataclass(frozen=True, slots=True)
class Records:
    """The outlines of the parcel file on the grid, each once, with the rows that have it."""

    shapes: Geometries
    rows: tuple[tuple[int, ...], ...]
    ids: npt.NDArray[np.object_]
    kinds: npt.NDArray[np.object_]

    def features(self, *outlines: int) -> tuple[tuple[str, str], ...]:
        """Return the records of some outlines as features."""
        return tuple(("parcels", str(self.ids[row])) for i in outlines for row in self.rows[i])

    def claim(self, outline: int) -> str:
        """Say what the first record of an outline is: "parcel 004-0814", "row ROW"."""
        first = self.rows[outline][0]
        more = len(self.rows[outline]) - 1
        return f"{self.kinds[first]}: {self.ids[first]}" + (f" and {more} of the same outline" if more else "")


def records_of(layers: LayerSet) -> Records:
    """Return the outlines of all parcel records with land: parcels, rights-of-way, water and gaps.

    Equal outlines are found by their normalised coordinates, so that where a ring begins and which way it runs
    makes no difference.
    """
    layer = layers.layers["parcels"]
    whole = on_grid(layer.geometries, layers.frame)
    rows = np.flatnonzero(~shapely.is_empty(whole))
    outlines: dict[bytes, list[int]] = defaultdict(list)
    for row, outline in zip(rows.tolist(), shapely.to_wkb(shapely.normalize(whole[rows])), strict=True):
        outlines[outline].append(row)
    return Records(
        shapes=whole[[mine[0] for mine in outlines.values()]],
        rows=tuple(tuple(mine) for mine in outlines.values()),
        ids=layer.column("parcel_id"),
        kinds=layer.column("record_kind"),
    )


def shared_ground(records: Records, layers: LayerSet) -> Iterator[Find]:
    """Find records that hold the same ground.

    Parameters
    ----------
    records : Records
        From `records_of`.
    layers : LayerSet
        With parcels.

    Yields
    ------
    Find
        Each connected place of an overlap by itself; land that three records hold stands under each pair.
        Records that only touch share nothing. Records of one outline are one stack, and no overlap.

    Raises
    ------
    OverlayUnverified
        Where an overlay cannot be shown to be right.
    """
    accuracy_ft = layers.accuracy_ft("parcels", with_boundary=False)
    for i, rows in enumerate(records.rows):
        if len(rows) > 1:
            yield Find("parcels_stacked", records.features(i), shape=records.shapes[i])
        if records.kinds[rows[0]] == "gap":
            yield Find("gap_recorded", records.features(i), shape=records.shapes[i], accuracy_ft=accuracy_ft)
    steps = area_steps(records.shapes, layers.frame)
    for first, pairs in groupby(_overlapping(records.shapes), key=lambda pair: pair[0]):
        others = [other for _, other in pairs]
        for second, shared in zip(
            others, clip(records.shapes[first], records.shapes[others], layers.frame).inside, strict=True
        ):
            is_whole = int(area_steps(np.array([shared]), layers.frame)[0]) == min(steps[first], steps[second])
            for place in parts(shared):
                yield Find(
                    kind="parcel_within_parcel" if is_whole else "parcels_overlap",
                    features=records.features(first, second),
                    claims=(records.claim(first), records.claim(second)),
                    shape=place,
                    accuracy_ft=accuracy_ft,
                )


def _overlapping(shapes: Geometries) -> Iterator[tuple[int, int]]:
    """Return the pairs of outlines that share land, the lower first, ascending."""
    first, second = shapely.STRtree(shapes).query(shapes)
    is_pair = first < second
    first, second = first[is_pair], second[is_pair]
    order = np.lexsort((second, first))
    first, second = first[order], second[order]
    shapely.prepare(shapes)
    for start in range(0, len(first), _PAIRS_AT_ONCE):
        a, b = first[start : start + _PAIRS_AT_ONCE], second[start : start + _PAIRS_AT_ONCE]
        meets = shapely.intersects(shapes[a], shapes[b])
        a, b = a[meets], b[meets]
        shares = ~shapely.touches(shapes[a], shapes[b])
        yield from zip(a[shares].tolist(), b[shares].tolist(), strict=True)
