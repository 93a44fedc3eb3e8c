"""What an annexation takes out of a district: land, parcels, mains, money owed; worked by hand on rectangles."""

from __future__ import annotations

import datetime as dt
import json
from fractions import Fraction
from pathlib import Path

import geopandas as gpd
import pytest
import shapely

from gis.errors import EditionMissing
from gis.geometry.boundary import boundary_from_geojson
from gis.layers.importing import ImportRequest, import_layer
from gis.proposals.annexation import Annexed, annex
from gis.proposals.on_file import plain_frame
from gis.register.entries import Entry, Register
from tests.gis.proposals.small_county import DATE, X0, Y0, Box, county, drawn, parcel

pytestmark = pytest.mark.slow  # each test imports a county of its own

# The district, 2,000 by 1,000 ft, its west half one lot and its east half another; one main along its length.
#
#   x 1000        2000        3000
#   +-----------+-----------+  y 2000
#   |    A1     |    A2     |
#   |===========|===========|  y 1500   main M1, from x 1500 to 2500
#   +-----------+-----------+  y 1000
DISTRICT: Box = (1000, 1000, 3000, 2000)
LOTS = [
    parcel("A1", "Town of Alder", (1000, 1000, 2000, 2000), 100_000),
    parcel("A2", "Town of Alder", (2000, 1000, 3000, 2000), 100_000),
]


def written(folder: Path, name: str, box: Box) -> Path:
    file = folder / f"{name}.geojson"
    file.write_text(json.dumps(drawn(box)), "utf-8")
    return file


def annexed(folder: Path, box: Box, register: Register | None = None) -> Annexed:
    county(folder, LOTS)
    main = {
        "sewer_id": "M1",
        "kind": "gravity_main",
        "geometry": shapely.LineString([(X0 + 1500, Y0 + 1500), (X0 + 2500, Y0 + 1500)]),
    }
    file = folder / "sewers.gpkg"
    gpd.GeoDataFrame([main], crs="EPSG:8189").to_file(file, driver="GPKG")
    import_layer(ImportRequest("sewers", file, preset="generic", vintage="2025", accuracy_ft="0.1"), folder / "layers")
    land = written(folder, "annexed", box)
    return annex(land, written(folder, "district", DISTRICT), folder / "layers", DATE, register=register)


def test_part_of_the_district_leaves_with_its_lots_and_mains(tmp_path: Path) -> None:
    # 800 by 1,000 ft leave: all beyond x = 2200, 800,000 sq ft of A2; of the main 300 ft leave and 700 stay.
    entries = (
        Entry("parcel", "A2", "assessment_levied", "5000.00", dt.date(2024, 5, 1), "", ""),
        Entry("parcel", "A2", "assessment_paid", "1200.50", dt.date(2025, 5, 1), "", ""),
        Entry("parcel", "A1", "assessment_levied", "5000.00", dt.date(2024, 5, 1), "", ""),
    )
    found = annexed(tmp_path, (2200, 0, 5000, 3000), Register(entries))
    effect = found.effect
    assert effect.outcome == "part_leaves"
    assert float(effect.leaves_sqft) == pytest.approx(800_000, rel=1e-6)
    assert float(effect.remains_acres) == pytest.approx(1_200_000 / 43_560, rel=1e-6)
    assert (effect.remains_parts, effect.remains_holes) == (1, 0)
    assert [(row.parcel_id, row.relation) for row in effect.parcels] == [("A2", "cut")]
    (main,) = effect.mains
    assert (float(main.length_leaving_ft), float(main.length_staying_ft)) == pytest.approx((300, 700), abs=0.01)
    assert [(row.parcel_id, row.owed) for row in effect.money_open] == [("A2", Fraction("3799.50"))]
    assert any(each.citation == "Wis. Stat. 60.79(2)" for each in effect.questions)
    assert found.remaining is not None
    again = boundary_from_geojson(json.dumps(found.remaining.geojson), plain_frame())
    assert again.hash == found.remaining.boundary.hash


def test_a_strip_through_the_middle_leaves_two_pieces_and_a_question(tmp_path: Path) -> None:
    effect = annexed(tmp_path, (1900, 0, 2100, 3000)).effect
    assert (effect.outcome, effect.remains_parts) == ("part_leaves", 2)
    assert any("several pieces" in each.question for each in effect.questions)
    assert [row.parcel_id for row in effect.parcels] == ["A1", "A2"]


@pytest.mark.parametrize(
    ("box", "outcome", "parcels"),
    [
        ((3000, 1000, 5000, 2000), "untouched", 0),  # they share an edge
        ((3000, 2000, 5000, 2900), "untouched", 0),  # they share a corner
        ((5000, 1000, 5900, 2000), "untouched", 0),
        ((0, 0, 6000, 3000), "dissolved", 2),
        ((1000, 1000, 3000, 2000), "dissolved", 2),  # exactly the district
        ((2999.95, 1000, 5000, 2000), "within_accuracy", 1),  # half of a tenth of a foot
    ],
)
def test_touching_whole_and_sliver(tmp_path: Path, box: Box, outcome: str, parcels: int) -> None:
    found = annexed(tmp_path, box)
    assert found.effect.outcome == outcome
    assert len(found.effect.parcels) == parcels
    assert found.remaining is None
    assert bool(found.effect.questions) is (outcome == "dissolved")


def test_a_district_by_its_name_is_the_one_in_force_on_the_day(tmp_path: Path) -> None:
    county(tmp_path, LOTS)
    rows = [
        {"name": "Alder Sanitary District", "kind": "sanitary", "valid_from": "1990-01-01", "valid_to": "1999-12-31"},
        {"name": "Alder Sanitary District", "kind": "sanitary", "valid_from": "2000-01-01", "valid_to": None},
        {"name": "Old District", "kind": "sanitary", "valid_from": "1980-01-01", "valid_to": "1996-12-31"},
    ]
    shapes = [shapely.box(X0 + w, Y0 + 1000, X0 + w + 1000, Y0 + 2000) for w in (1000, 2000, 1000)]
    file = tmp_path / "districts.gpkg"
    gpd.GeoDataFrame(rows, geometry=shapes, crs="EPSG:8189").to_file(file, driver="GPKG")
    import_layer(ImportRequest("districts", file, vintage="2025", accuracy_ft="0.1"), tmp_path / "layers")
    land = written(tmp_path, "annexed", (2500, 0, 5000, 3000))
    found = annex(land, "Alder Sanitary District", tmp_path / "layers", DATE)
    assert float(found.effect.before_acres) == pytest.approx(1_000_000 / 43_560, rel=1e-6)
    assert float(found.effect.leaves_sqft) == pytest.approx(500_000, rel=1e-6)
    for name, what in (("Old District", "was no district on"), ("New District", "No district named New District")):
        with pytest.raises(EditionMissing, match=what):
            annex(land, name, tmp_path / "layers", DATE)
