"""Do the fronts of every lot of the sample add up to the line that plain shapely finds between the lot and the records?

Plain shapely takes what of a lot's outline lies within the accuracy of the layers of a record of a right-of-way. It
knows no order of lots, and so is told two things first. A point of an outline that only runs out and back within the
accuracy has no land in it: it is taken off by pulling the lot in and pushing it out again. And at each end of a line a
side that turns off is within the accuracy for a little more.
"""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import numpy as np
import pytest
import shapely

from gis.facts.sewers.ground import accuracy_ft, sewer_ground
from gis.law.ordinance_files import load_ordinances
from gis.proposals.connections.asked import Asked
from gis.proposals.connections.layers import layers_asked
from gis.proposals.on_file import LayersOnFile

DATE = dt.date(2026, 6, 15)
ENDS_FT = 5.5
"""What the ends of lines, and chords around round street ends, come to at most; most lots have less than a foot."""
STRIPS = {
    "008-0915-0744-001": "of 008-0915-0743-001, which lies around it, a strip of 0.05 ft runs before it, with an end",
    "002-0813-2622-002": "of 002-0813-2622-003, which lies around it, a strip of 0.05 ft runs before it, with an end",
    "008-0915-2933-001": "of 008-0915-2932-001, which lies around it, a strip of 0.05 ft runs before it, with an end",
    "006-0914-1944-029": "of 006-0914-2034-001 a point of 0.143 ft runs before it, wider than the accuracy",
    "008-0915-0743-001": "its strip before 008-0915-0744-001 is its front",
    "002-0813-2622-003": "its strip before 002-0813-2622-002 is its front",
    "008-0915-2932-001": "its strip before 008-0915-2933-001 is its front",
    "006-0914-2034-001": "its point before 006-0914-1944-029 is its front",
    "241-0815-1844-001": "it meets nineteen records, and so has more ends of lines than any other",
}
"""Lots with land of another between them and a right-of-way, and others, and why plain shapely, which knows none of
it, differs for them."""


@pytest.mark.slow
def test_fronts_add_up_to_the_shared_line(sample_layers: Path) -> None:
    question = Asked(DATE, load_ordinances([]), "wis-stat-281.45", None)
    layers = layers_asked(LayersOnFile(sample_layers), question)
    ground = sewer_ground(layers, DATE)
    unit_ft, fronts, rights = layers.frame.unit_ft, ground.frontages, ground.rights
    is_recorded = (rights.sources == "rights_of_way") & (rights.kinds != "easement")
    counted = is_recorded[fronts.right_of_way]
    told = np.zeros(len(ground.grounds))
    np.add.at(told, fronts.parcel[counted], fronts.length_steps[counted] / 1000)
    reach = accuracy_ft(layers, "parcels", "rights_of_way") / unit_ft
    # The records themselves, not the stretches that the survey cuts them into.
    records = ground.ways.recorded.records
    is_way = (records.sources == "rights_of_way") & (records.kinds != "easement")
    ways = shapely.buffer(records.geometries[is_way], reach, join_style="mitre")
    lot, way = shapely.STRtree(ways).query(ground.grounds, predicate="intersects")
    order = np.argsort(lot, kind="stable")
    lots, first = np.unique(lot[order], return_index=True)
    opened = shapely.buffer(ground.grounds[lots], -reach / 2 * 1.2, join_style="mitre")
    opened = shapely.buffer(opened, reach / 2 * 1.2, join_style="mitre")
    apart = {}
    for each, shape, near in zip(lots.tolist(), opened, np.split(way[order], first[1:]), strict=True):
        shared = shapely.intersection(shapely.boundary(shape), shapely.union_all(ways[near]))
        by_ft = float(shapely.length(shared) * unit_ft - told[each])
        if abs(by_ft) > ENDS_FT:
            name = str(ground.ids[np.flatnonzero(ground.ground == each)[0]])
            apart[name] = round(by_ft, 1)
    assert len(lots) > 9_000
    assert set(apart) - set(STRIPS) == set(), apart
    assert set(STRIPS) - set(apart) == set()
