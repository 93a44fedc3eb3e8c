"""Which other districts overlap (facts of TSD-10)? The proposed one is 4,000 by 2,000 ft."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
import shapely

from gis.facts.gathered import Gathered
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.facts.other_districts import other_district_facts
from gis.geometry.frame import LOCAL_FEET
from gis.model.facts.territory import OtherDistrictsFacts
from tests.gis.facts.elector_scene import Rows, layer

ACRE_SQFT = 43_560
DATE = dt.date(2026, 6, 15)
# The village has the east 1,000 ft.
TOWNS: Rows = [
    ({"name": "Town of Alder", "kind": "town", "county": None}, shapely.box(-9000, -9000, 3000, 9000)),
    ({"name": "Village of Elm", "kind": "village", "county": None}, shapely.box(3000, -9000, 9000, 9000)),
]


def district(
    name: str, shape: shapely.Geometry, kind: str = "metropolitan", since: str | None = None, until: str | None = None
) -> tuple[dict[str, object], shapely.Geometry]:
    return {"name": name, "kind": kind, "valid_from": since, "valid_to": until}, shape


def gather(*districts: tuple[dict[str, object], shapely.Geometry]) -> Gathered[OtherDistrictsFacts]:
    layers = {"municipalities": layer("municipalities", TOWNS)}
    if districts:
        layers["districts"] = layer("districts", list(districts))
    accuracy_ft = Fraction(1, 10)
    ground = survey(
        shapely.box(0, 0, 4000, 2000), LayerSet(LOCAL_FEET, layers, accuracy_ft, combined_accuracy_ft=accuracy_ft)
    )
    return other_district_facts(ground, DATE)


@pytest.mark.parametrize(
    ("since", "until", "counts"),
    [
        (None, None, True),
        ("2026-06-15", None, True),
        ("2026-06-16", None, False),
        ("1971-04-05", "2026-06-15", True),
        ("1971-04-05", "2026-06-14", False),
    ],
)
def test_only_districts_in_force_on_the_day_count(since: str | None, until: str | None, counts: bool) -> None:
    facts = gather(district("Fable River", shapely.box(0, 0, 500, 500), since=since, until=until)).facts
    assert facts.other_districts is not None
    assert bool(facts.other_districts) is counts


@pytest.mark.parametrize(
    ("stored", "kind"),
    [("metropolitan", "metropolitan_sewerage"), ("sanitary", "town_sanitary"), ("utility", "other"), ("lake", "other")],
)
def test_kinds_are_told_by_the_rules_names(stored: str, kind: str) -> None:
    facts = gather(district("A", shapely.box(0, 0, 500, 500), stored)).facts
    assert [each.kind for each in facts.other_districts or ()] == [kind]


def test_a_district_and_its_addition_are_one_and_village_land_is_measured() -> None:
    # 500 ft of the village in the first, which reaches from x 2,500 to 3,500; the addition overlaps it by 100 ft.
    gathered = gather(
        district("Fable River", shapely.box(2500, 0, 3500, 2000), since="1974-05-20"),
        district("Fable River", shapely.box(2000, 0, 2600, 2000), since="2012-10-15"),
    )
    (found,) = gathered.facts.other_districts or ()
    assert found.overlap_area_acres == Fraction(1500 * 2000, ACRE_SQFT)
    assert found.overlap_in_village_or_city_acres == Fraction(500 * 2000, ACRE_SQFT)
    assert found.overlap_width_ft is None
    assert [each.role for each in gathered.evidence] == ["inside"]


def test_a_sliver_is_stated_with_its_width() -> None:
    gathered = gather(district("Neighbour", shapely.box(-5000, 0, 0.05, 2000), "sanitary"))
    (found,) = gathered.facts.other_districts or ()
    assert found.overlap_width_ft == Fraction("0.05")
    assert gathered.facts.boundary_accuracy_ft == Fraction(1, 10)
    assert [each.role for each in gathered.evidence] == ["sliver"]


def test_a_strip_of_a_village_within_the_accuracy_is_not_village_land() -> None:
    gathered = gather(district("Fable River", shapely.box(2500, 0, 3000.05, 2000)))
    (found,) = gathered.facts.other_districts or ()
    assert found.overlap_in_village_or_city_acres == 0
    assert "100.00 sq ft" in gathered.notes[0]  # 0.05 by 2,000 ft


def test_touching_is_no_overlap_and_no_layer_is_not_known() -> None:
    assert gather(district("Neighbour", shapely.box(4000, 0, 5000, 2000))).facts.other_districts == ()
    assert gather().facts.other_districts is None
