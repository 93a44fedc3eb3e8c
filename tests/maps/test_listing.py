"""What does the list beside the map say of the land inside?"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from gis.model.interval import Interval
from gis.model.report import Report, SectionInside, UnitInside
from maps.assets import served_assets
from maps.exports import proposal_page
from maps.listing import boundary_area, land_tables
from tests.maps.sample_evaluation import sample_report, sample_view

HALF_A_MILE_SQFT = Fraction(27_878_400, 2)
LAND = Interval(HALF_A_MILE_SQFT - 100, HALF_A_MILE_SQFT, HALF_A_MILE_SQFT + 100)


def with_parts(section: int | None = 12) -> Report:
    """Return the sample report with half of a reporting unit and of a section."""
    report = sample_report()
    assert report.territory is not None
    half = Fraction(1, 2)
    unit = UnitInside("Wards 1-3", "Town of Alder", LAND, half, half)
    of_survey = SectionInside("2170512", section, 5, 17, "E", LAND, half, half)
    return replace(report, territory=replace(report.territory, reporting_units=(unit,), sections=(of_survey,)))


def test_land_is_told_by_municipality_unit_and_section_in_acres_and_square_miles() -> None:
    tables = {table.heading: table.lines for table in land_tables(with_parts())}
    assert list(tables) == ["Municipality", "Reporting unit", "Section"]
    unit, section = tables["Reporting unit"][0], tables["Section"][0]
    assert (unit.name, section.name) == ("Wards 1-3, Town of Alder", "Section 12, T5N R17E")
    # Half a square mile is 320 acres.
    assert (unit.area, unit.square_miles, unit.share) == ("320.00 acres (13,939,200 sq ft)", "0.5 sq mi", "50 percent")


def test_a_section_without_its_number_is_told_by_its_id() -> None:
    assert land_tables(with_parts(section=None))[2].lines[0].name == "2170512"


def test_what_is_not_on_file_has_no_table() -> None:
    assert [table.heading for table in land_tables(sample_report())] == ["Municipality"]
    assert land_tables(replace(sample_report(), territory=None)) == ()


def test_the_page_holds_every_table() -> None:
    page = proposal_page(sample_view(), with_parts(), served_assets())
    for words in ("Section 12, T5N R17E", "Wards 1-3, Town of Alder", "0.5 sq mi", "Share of the section"):
        assert words in page


@pytest.mark.parametrize(
    ("area_sqft", "said"),
    [(HALF_A_MILE_SQFT, "320.00 acres (13,939,200 sq ft), 0.5 sq mi"), (None, None)],
)
def test_the_area_of_the_boundary(area_sqft: Fraction | None, said: str | None) -> None:
    report = sample_report()
    area_sqmi = None if area_sqft is None else area_sqft / 27_878_400
    boundary = replace(report.boundary, area_sqft=area_sqft, area_sqmi=area_sqmi)
    assert boundary_area(replace(report, boundary=boundary)) == said
