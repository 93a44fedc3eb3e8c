"""Which towns are told of the department's hearing (facts of TSD-16)?"""

from __future__ import annotations

from fractions import Fraction

import shapely

from gis.facts.gathered import Gathered
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.facts.towns_notified import town_notice_facts
from gis.geometry.frame import LOCAL_FEET
from gis.model.facts.department import DepartmentNoticeFacts
from tests.gis.facts.elector_scene import Rows, layer


def gather(municipalities: Rows) -> Gathered[DepartmentNoticeFacts]:
    layers = {"municipalities": layer("municipalities", municipalities)} if municipalities else {}
    accuracy_ft = Fraction(1, 10)
    area = shapely.box(0, 0, 4000, 2000)
    return town_notice_facts(survey(area, LayerSet(LOCAL_FEET, layers, accuracy_ft, combined_accuracy_ft=accuracy_ft)))


def place(name: str, west: float, east: float) -> tuple[dict[str, object], shapely.Geometry]:
    kind = name.split(maxsplit=1)[0].lower()
    return {"name": name, "kind": kind, "county": None}, shapely.box(west, -9000, east, 9000)


def test_towns_with_land_inside_in_the_layers_order_villages_and_neighbours_left_out() -> None:
    gathered = gather(
        [
            place("Town of Cedar", 1000, 2000),
            place("Town of Alder", -9000, 1000),
            place("Village of Elm", 2000, 4000),
            place("Town of Birch", 4000, 9000),  # touches only
        ]
    )
    assert [(town.name, town.overlap_area_sqft, town.mailed) for town in gathered.facts.towns or ()] == [
        ("Town of Cedar", 2_000_000, None),
        ("Town of Alder", 2_000_000, None),
    ]
    assert gathered.notes == ()


def test_a_town_with_a_sliver_is_told_and_said() -> None:
    gathered = gather([place("Town of Alder", -9000, 3999.95), place("Town of Birch", 3999.95, 9000)])
    assert [town.name for town in gathered.facts.towns or ()] == ["Town of Alder", "Town of Birch"]
    assert [each.role for each in gathered.evidence] == ["inside", "sliver"]
    assert "Town of Birch" in gathered.notes[0]


def test_without_municipalities_no_town_is_known() -> None:
    assert gather([]).facts.towns is None
