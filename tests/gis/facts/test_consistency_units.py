from __future__ import annotations

from fractions import Fraction

import pytest
import shapely

from gis.model.consistency import ConsistencyReport
from tests.gis.facts.consistency_scene import (
    Row,
    box,
    group,
    ids,
    items,
    kinds,
    parcel,
    report,
    size,
    sizes,
    town,
    unit,
    without,
)

ALDER = [town("Town of Alder", box(0, 0, 1000, 1000), cousub_fips="90001")]


def judged(*units: Row, municipalities: list[Row] = ALDER) -> ConsistencyReport:
    return report({"municipalities": municipalities, "reporting_units": list(units)}, only="reporting_units")


def test_units_that_cover_their_municipality_are_not_listed() -> None:
    assert not kinds(judged(unit("Ward 1", box(0, 0, 500, 1000)), unit("Ward 2", box(500, 0, 1000, 1000))))


def test_a_ward_misses_a_corner_of_its_town() -> None:
    # A corner with legs of 30 and 40 ft is cut off; the circle within has diameter 30 + 40 - 50 = 20.
    ward = shapely.Polygon([(0, 0), (1000, 0), (1000, 960), (970, 1000), (0, 1000)])
    found = judged(unit("Ward 1", ward))
    assert kinds(found) == {"land_without_unit"}
    (item,) = items(found, "land_without_unit")
    assert size(item) == pytest.approx((600, 20), abs=0.001)
    assert ids(item) == ["Town of Alder"]
    assert item.rules == ("TSD-26", "TSD-32")
    assert item.accuracy_ft == Fraction(141, 1000)


def test_a_ward_reaches_beyond_its_town() -> None:
    found = judged(unit("Ward 1", box(0, 0, 1003, 1000)))
    (item,) = items(found, "unit_outside_municipality")
    assert size(item) == (3000, 3)
    assert ids(item) == ["Town of Alder, Ward 1", "Town of Alder"]


@pytest.mark.parametrize(("overlap_ft", "within"), [(0.05, True), (10.0, False)])
def test_two_wards_hold_the_same_land(overlap_ft: float, within: bool) -> None:
    found = judged(unit("Ward 1", box(0, 0, 500 + overlap_ft, 1000)), unit("Ward 2", box(500, 0, 1000, 1000)))
    assert kinds(found) == {"units_overlap"}
    (item,) = items(found, "units_overlap")
    assert item.area_sqft == Fraction(str(overlap_ft)) * 1000
    assert item.within_accuracy == within


def test_a_hairline_between_wards_is_a_sliver() -> None:
    found = judged(unit("Ward 1", box(0, 0, 500, 1000)), unit("Ward 2", box(500.05, 0, 1000, 1000)))
    mine = group(found, "land_without_unit")
    assert mine is not None
    assert (mine.beyond.count, sizes(mine.within)) == (0, (1, 50, 0.05))  # 0.05 x 1,000


def test_another_towns_ward_covers_nothing_here() -> None:
    birch = town("Town of Birch", box(1000, 0, 2000, 1000))
    found = judged(
        unit("Ward 1", box(0, 0, 900, 1000)),
        unit("Ward 1", box(900, 0, 2000, 1000), "Town of Birch"),
        municipalities=[*ALDER, birch],
    )
    assert items(found, "land_without_unit")[0].area_sqft == 100_000
    assert items(found, "unit_outside_municipality")[0].area_sqft == 100_000


def test_a_unit_of_a_municipality_that_is_not_on_file() -> None:
    found = judged(unit("Ward 1", box(0, 0, 1000, 1000)), unit("Ward 1", box(2000, 0, 2100, 100), "Town of Adler"))
    (item,) = items(found, "unit_name_unmatched")
    assert item.claims == ("unit: Town of Adler", "on file: Town of Alder")


def test_a_municipality_without_units_where_the_county_has_some() -> None:
    more = [town("Town of Birch", box(1000, 0, 2000, 1000)), town("Town of Cedar", box(2000, 0, 3000, 1000), "Dane")]
    found = judged(unit("Ward 1", box(0, 0, 1000, 1000)), municipalities=[*ALDER, *more])
    assert [ids(item) for item in items(found, "municipality_without_units")] == [["Town of Birch"]]


def test_without_municipalities_overlaps_and_land_between_units_are_looked_for() -> None:
    ring = without(box(0, 0, 1000, 1000), [(100, 100), (130, 100), (130, 140), (100, 140)])
    found = report({"reporting_units": [unit("Ward 1", ring), unit("Ward 2", box(995, 0, 1500, 1000))]})
    assert kinds(found) == {"units_overlap", "land_without_unit"}
    assert size(items(found, "units_overlap")[0]) == (5000, 5)
    assert size(items(found, "land_without_unit")[0]) == (1200, 30)  # 30 x 40


def test_without_municipalities_nothing_is_said_of_land_outside_all_units() -> None:
    found = report({"reporting_units": [unit("Ward 1", box(0, 0, 510, 1000)), unit("Ward 2", box(500, 0, 900, 1000))]})
    assert kinds(found) == {"units_overlap"}


def test_a_section_without_its_layer_says_so_and_nothing_fails() -> None:
    found = report({"municipalities": ALDER})
    missing = {section.id: section.not_on_file for section in found.sections}
    assert missing == {
        "roll_and_polygons": ("parcels",),
        "municipalities": (),
        "parcels": ("parcels",),
        "reporting_units": ("reporting_units",),
        "tables": ("parcels", "ratios", "reporting_units", "votes", "populations"),
    }
    assert found.faults_beyond == 0
    assert found.values == ()


VOTES: Row = {"municipality": "Town of Alder", "county": "Jefferson", "office": "governor", "year": 2022, "votes": "10"}


def test_votes_and_units_that_do_not_find_each_other() -> None:
    found = report(
        {
            "reporting_units": [unit("Ward 1", box(0, 0, 500, 1000)), unit("Ward 2", box(500, 0, 1000, 1000))],
            "votes": [
                {**VOTES, "unit": "WARD 1"},
                {**VOTES, "unit": "Ward 9"},
                {**VOTES, "unit": "Ward 9", "year": 2018},
            ],
        },
        only="tables",
    )
    assert [ids(item) for item in items(found, "votes_without_unit")] == [["Town of Alder, Ward 9"]]
    assert [ids(item) for item in items(found, "unit_without_votes")] == [["Town of Alder, Ward 2"]]


def ratio(municipality: str, year: int, county: str | None = "Jefferson") -> Row:
    return {"municipality": municipality, "county": county, "year": year, "ratio": "0.9"}


def test_ratios_and_the_roll() -> None:
    found = report(
        {
            "municipalities": [*ALDER, town("City of Fir", box(1000, 0, 2000, 1000))],
            "parcels": [
                parcel("a", box(0, 0, 1000, 1000)),
                parcel("old", box(1000, 0, 1500, 1000), "City of Fir", roll_year=2024),
                parcel("f", box(1500, 0, 2000, 1000), "City of Fir"),
            ],
            "ratios": [
                ratio("Town of Alder", 2024),  # of another year
                ratio("City of Fir", 2024),
                ratio("CITY OF FIR", 2025, None),  # spelled otherwise, and of no county
                ratio("Town of Adler", 2025),  # not on file
                ratio("Town of Verona", 2025, "Dane"),  # of a county that is not on file
            ],
        },
        only="tables",
    )
    (missing,) = items(found, "ratio_missing")
    assert ids(missing) == ["Town of Alder"]
    assert missing.claims == ("roll year: 2025", "ratios on file: 2024")
    (unmatched,) = items(found, "ratio_name_unmatched")
    assert ids(unmatched) == ["Town of Adler"]
    assert unmatched.claims == ("on file: Town of Alder",)


def population(municipality: str, code: str | None, county: str | None = "Jefferson") -> Row:
    kind = municipality.split(" ", 1)[0].lower()
    place = {"municipality": municipality, "municipality_kind": kind, "county": county, "cousub_fips": code}
    return {**place, "year": 2023, "population": 1000}


def test_populations_are_joined_by_code_and_class_else_by_name() -> None:
    towns = [
        *ALDER,
        town("City of Fir", box(1000, 0, 2000, 1000)),
        town("Village of Elm", box(2000, 0, 3000, 1000), cousub_fips="90003"),
    ]
    found = report(
        {
            "municipalities": towns,
            "populations": [
                population("Town of Alder Creek", "90001"),  # the code says it is Alder
                population("City of Fir", None),
                population("Town of Elm", "90003"),  # the code of the village, and another class
                population("Town of Verona", None, "Dane"),
                population("City of Whitewater", "86925", None),  # of several counties
            ],
        },
        only="tables",
    )
    assert [ids(item) for item in items(found, "population_missing")] == [["Village of Elm"]]
    assert [ids(item) for item in items(found, "population_name_unmatched")] == [["Town of Elm"]]
