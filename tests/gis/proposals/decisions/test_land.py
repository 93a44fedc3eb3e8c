"""Is the land that a decision names found, and is every contradiction refused or told?

x  0    100   200   300        The boundary is x 0 to 300, y 0 to 100; lots of 100 ft, and one north of it.
   +-----+-----+-----+
   |  1  |  2  |  3  |         Lot 4 reaches from x 250 to 350, north of lot 3 and beyond the boundary's east end.
   +-----+-----+-----+
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import geopandas as gpd
import pytest
import shapely

from gis.errors import BoundaryNotPolygon, DecisionInvalid
from gis.facts.ground import Ground, survey
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET
from gis.layers.layer import Layer
from gis.model.decision import Ruling
from gis.proposals.decisions.file import board_of
from gis.proposals.decisions.land import Lands, find_lands

ROWS = [
    ("012-1", "Jefferson", "parcel", shapely.box(0, 0, 100, 100)),
    ("012-2", "Jefferson", "parcel", shapely.box(100, 0, 150, 100)),
    ("012-2", "Jefferson", "parcel", shapely.box(150, 0, 200, 100)),  # one parcel in two rows
    ("012-3", "Jefferson", "parcel", shapely.box(200, 0, 300, 100)),
    ("012-4", "Jefferson", "parcel", shapely.box(250, 50, 350, 150)),
    ("012-5", "Dodge", "parcel", shapely.box(500, 0, 600, 100)),
    ("012-6", "Dodge", "parcel", shapely.box(700, 0, 800, 100)),
    ("012-6", "Jefferson", "parcel", shapely.box(0, 200, 100, 300)),  # the same id in both counties
    ("ROW", "Jefferson", "row", shapely.box(0, -20, 300, 0)),
    ("012-7", "Jefferson", "parcel", shapely.box(0, 0, 100, 100)),  # a unit stacked on lot 1
]


def ground(*, parcels: bool = True) -> Ground:
    table = gpd.GeoDataFrame(
        [dict(zip(("parcel_id", "county", "record_kind"), row[:3], strict=True)) for row in ROWS],
        geometry=[row[3] for row in ROWS],
    )
    layers = {"parcels": Layer("parcels", "ed", accuracy_ft=None, frame=LOCAL_FEET, table=table)} if parcels else {}
    accuracy_ft = Fraction(1, 10)
    return survey(
        shapely.box(0, 0, 300, 100), LayerSet(LOCAL_FEET, layers, accuracy_ft, combined_accuracy_ft=accuracy_ft)
    )


def exclusion(decision: str = "exclude", **named: object) -> dict[str, object]:
    return {"reason": "other", "evidence": "x", "decision": decision, "because": "y", **named}


def square(west: float, south: float, east: float, north: float) -> dict[str, Any]:
    return {"type": "Polygon", "coordinates": [list(map(list, shapely.box(west, south, east, north).exterior.coords))]}


def find(*exclusions: dict[str, object], additions: list[dict[str, object]] | None = None) -> Lands:
    data = {"findings": {}, "exclusions": list(exclusions), "additions": additions or []}
    return find_lands(board_of(data, "a test"), ground())


def test_parcels_are_found_whole_and_measured() -> None:
    found = find(exclusion(parcels=["012-2", "012-1, Jefferson"]), exclusion("keep", parcels=["012-3"]))
    assert [(land.name, land.area_sqft, land.inside_sqft, land.relation) for land in found.decided] == [
        ("012-2", 10_000, 10_000, "inside"),
        ("012-1, Jefferson", 10_000, 10_000, "inside"),
        ("012-3", 10_000, 10_000, "inside"),
    ]
    assert found.notes == ()
    assert len(found.shapes(Ruling.EXCLUDE)) == 2


@pytest.mark.parametrize(
    ("parcel_id", "told"),
    [
        ("012-99", "no parcel of the layer has this id"),
        ("012-1, Dodge", "no parcel of the layer has this id"),
        ("012-6", "Dodge, Jefferson County"),
        ("ROW", "no parcel, but a record"),
    ],
)
def test_ids_that_tell_no_land_are_refused_together(parcel_id: str, told: str) -> None:
    with pytest.raises(DecisionInvalid, match=r"1 of the parcels named cannot be found") as caught:
        find(exclusion(parcels=["012-1", parcel_id]))
    assert told in str(caught.value)
    with pytest.raises(DecisionInvalid, match=r"2 of the parcels"):
        find(exclusion(parcels=["012-98", "012-97"]))


def test_a_county_tells_parcels_of_one_id_apart() -> None:
    assert find(exclusion(parcels=["012-6, Dodge"])).lands[0].shape.bounds[0] == 700


def test_land_outside_and_land_that_sticks_out_are_told() -> None:
    found = find(exclusion(parcels=["012-5", "012-4"]))
    assert [(land.relation, land.inside_sqft) for land in found.decided] == [("outside", 0), ("cut", 2_500)]
    assert found.notes == (
        "012-5 lies outside the boundary described: nothing of it can be left out.",
        # 10,000 sq ft, of which 50 by 50 ft are inside.
        "012-4 reaches beyond the boundary described by 0.17 acres (7,500 sq ft); the ruling is about the land inside.",
    )


@pytest.mark.parametrize("other", ["keep", "undecided"])
def test_the_same_parcel_both_ways_is_refused(other: str) -> None:
    with pytest.raises(DecisionInvalid, match="two rulings"):
        find(exclusion(parcels=["012-1"]), exclusion(other, parcels=["012-1"]))
    # By another name of it, and by a stacked unit on the same ground.
    for name in ("012-1, Jefferson", "012-7"):
        with pytest.raises(DecisionInvalid, match=f"012-1: exclude; {name}: {other}"):
            find(exclusion(parcels=["012-1"]), exclusion(other, parcels=[name]))


def test_the_same_land_twice_one_way_counts_once_and_is_told() -> None:
    found = find(exclusion(parcels=["012-1", "012-1"]), exclusion(name="A", polygon=square(50, 0, 150, 100)))
    assert [land.name for land in found.lands] == ["012-1", "A"]
    assert found.notes == (
        "012-1 stands twice with one ruling; it counts once.",
        "012-1 and A both hold 5,000.00 sq ft of the same land; it counts once.",
    )


@pytest.mark.parametrize(("east", "is_refused"), [(100.05, False), (101, True)])
def test_a_strip_within_the_accuracy_is_no_contradiction(east: float, *, is_refused: bool) -> None:
    entries = exclusion(name="A", polygon=square(50, 0, east, 100)), exclusion("keep", parcels=["012-2"])
    if is_refused:
        with pytest.raises(DecisionInvalid, match="two rulings"):
            find(*entries)
    else:
        assert "a strip no wider than the accuracy" in find(*entries).notes[0]


def test_an_addition_on_excluded_land_is_refused_and_one_inside_is_told() -> None:
    added: dict[str, object] = {"name": "B", "polygon": square(250, 0, 400, 100), "because": "z"}
    assert find(additions=[added]).notes == ("B lies inside the boundary already, by 0.11 acres (5,000 sq ft).",)
    with pytest.raises(DecisionInvalid, match="012-3: exclude; B: add"):
        find(exclusion(parcels=["012-3"]), additions=[added])


def test_a_line_that_is_not_closed_is_refused() -> None:
    line = {"type": "LineString", "coordinates": [[0, 0], [5, 0], [5, 5]]}
    with pytest.raises(BoundaryNotPolygon, match="not closed"):
        find(exclusion(name="A", polygon=line))


def test_a_file_beside_the_decision_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.geojson").write_text(str(square(0, 0, 50, 100)).replace("'", '"'), "utf-8")
    board = board_of({"findings": {}, "exclusions": [exclusion(name="A", polygon="a.geojson")]}, "a test", tmp_path)
    assert find_lands(board, ground()).decided[0].inside_sqft == 5_000


def test_without_parcels_on_file_no_id_can_be_found() -> None:
    board = board_of({"findings": {}, "exclusions": [exclusion(parcels=["012-1"])]}, "a test")
    with pytest.raises(DecisionInvalid, match="no parcels are on file"):
        find_lands(board, ground(parcels=False))
