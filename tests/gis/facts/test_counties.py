"""In which counties does a boundary have land, and how wide (facts of TSD-15)?"""

from __future__ import annotations

from fractions import Fraction

import pytest
import shapely

from gis.facts.conflicts import disagreements
from gis.facts.counties import recording_facts
from gis.facts.gathered import Gathered
from gis.facts.ground import survey
from gis.facts.layerset import LayerSet
from gis.geometry.frame import LOCAL_FEET
from gis.model.facts.territory import RecordingFacts
from tests.gis.facts.elector_scene import MILE, Rows, layer, miles

# Rock in two pieces south of Jefferson; nothing of Dane, which would lie to the west, is on file.
COUNTIES: Rows = [
    ({"name": "Rock"}, miles(0, -6, 3, 0)),
    ({"name": "Rock"}, miles(3, -6, 6, 0)),
    ({"name": "Jefferson"}, miles(0, 0, 6, 6)),
]
TOWNS: Rows = [
    ({"name": "Town of Alder", "kind": "town", "county": "Jefferson"}, miles(0, 0, 6, 6)),
    ({"name": "Town of Birch", "kind": "town", "county": "Rock"}, miles(0, -6, 6, 0)),
]


def gather(
    district: shapely.Geometry, counties: Rows = COUNTIES, municipalities: Rows = ()
) -> Gathered[RecordingFacts]:
    kinds = {"counties": counties, "municipalities": municipalities}
    layers = {kind: layer(kind, rows) for kind, rows in kinds.items() if rows}
    accuracy_ft = Fraction(1, 10)
    ground = survey(district, LayerSet(LOCAL_FEET, layers, accuracy_ft, combined_accuracy_ft=accuracy_ft))
    return recording_facts(ground, disagreements(ground))


def widths(facts: RecordingFacts) -> dict[str, tuple[float | None, ...]]:
    return {
        row.name: tuple(
            None if width is None else float(width)
            for width in (row.width_low_ft, row.overlap_width_ft, row.width_high_ft)
        )
        for row in facts.counties or ()
    }


@pytest.mark.parametrize(
    ("south_ft", "rock"),
    [
        # How far a mile-wide district reaches into Rock; pulled in and pushed out by 0.1 ft, never below nothing.
        pytest.param(0.5, (0.4, 0.5, 0.6), id="a strip"),
        pytest.param(0.05, (0, 0.05, 0.15), id="a sliver"),
        pytest.param(0, (0, 0, 0.1), id="touching"),
    ],
)
def test_width_over_the_accuracy(south_ft: float, rock: tuple[float, ...]) -> None:
    facts = gather(shapely.box(MILE, -south_ft, 2 * MILE, 400)).facts
    assert widths(facts)["Rock"] == pytest.approx(rock, abs=0.0011)
    areas = {row.name: row.overlap_area_sqft for row in facts.counties or ()}
    assert areas["Rock"] == Fraction(round(south_ft * MILE * 100), 100)
    assert facts.unclaimed_area_sqft == 0


def test_land_a_thousand_feet_wide_is_stated_without_its_width() -> None:
    # Pulled in by 0.1 ft from each side that is not the county's own: 1,000.4 ft leave 1,000.2, 1,000.1 leave 999.9.
    wide = gather(shapely.box(MILE, -1000.4, 2 * MILE, -0.0)).facts
    close = gather(shapely.box(MILE, -1000.1, 2 * MILE, -0.0)).facts
    assert widths(wide)["Rock"] == (None, None, None)
    assert widths(close)["Rock"][1] == pytest.approx(1000.1, abs=0.001)


def test_a_county_that_is_not_near_is_not_named() -> None:
    assert set(widths(gather(miles(1, 1, 2, 2)).facts)) == {"Jefferson"}


def test_pieces_of_one_county_are_one_county() -> None:
    # 400 ft across the seam of Rock at three miles, and 400 ft high: one square, not two halves.
    facts = gather(shapely.box(3 * MILE - 200, -400, 3 * MILE + 200, 0)).facts
    assert widths(facts)["Rock"][1] == pytest.approx(400, abs=0.001)
    assert next(row.overlap_area_sqft for row in facts.counties or () if row.name == "Rock") == 160_000


def test_land_in_no_county_on_file_is_told_by_area_and_width() -> None:
    facts = gather(shapely.box(-300, 100, 1000, 600)).facts
    assert (facts.unclaimed_area_sqft, float(facts.unclaimed_width_ft)) == (150_000, pytest.approx(300, abs=0.001))


def test_without_counties_the_municipalities_name_them() -> None:
    found = gather(shapely.box(MILE, -500, 2 * MILE, 500), counties=(), municipalities=TOWNS)
    assert {name: round(of[1] or 0) for name, of in widths(found.facts).items()} == {"Jefferson": 500, "Rock": 500}
    assert any("told by the municipalities" in note for note in found.notes)
    assert [(item.layer, item.feature_id) for item in found.evidence] == [
        ("municipalities", "Jefferson"),
        ("municipalities", "Rock"),
    ]


def test_a_municipality_without_a_county_leaves_its_land_unclaimed() -> None:
    nameless = [TOWNS[0], ({"name": "Town of Birch", "kind": "town", "county": None}, miles(0, -6, 6, 0))]
    facts = gather(shapely.box(MILE, -500, 2 * MILE, 500), counties=(), municipalities=nameless).facts
    assert facts.unclaimed_area_sqft == 500 * MILE


def test_with_no_layer_at_all_nothing_is_known() -> None:
    found = gather(miles(1, 1, 2, 2), counties=())
    assert found.facts == RecordingFacts()
    assert found.notes == ("No counties are on file.",)
