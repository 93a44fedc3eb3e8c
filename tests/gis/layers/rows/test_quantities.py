from __future__ import annotations

from fractions import Fraction

import pytest

from gis.layers.rows.choices import choice_reader, falls_to
from gis.layers.rows.quantities import fips_reader, is_fraction, measure_reader, parse_count, parse_measure, parse_votes


@pytest.mark.parametrize(
    ("column", "unit", "cell", "found"),
    [
        ("rim_ft", None, "842.50", 842.5),
        ("rim_ft", "us-ft", 842.5, 842.5),
        ("rim_ft", None, "-3.2", -3.2),
        # One metre is 3937/1200 US survey feet.
        ("rim_ft", "m", "1200", 3937.0),
        # An international foot is 0.3048 m, so 1,000,000 of them are 304,800 m * 3937/1200 = 999,998 feet exactly.
        ("rim_ft", "ft", "1000000", 999_998.0),
        ("diameter_in", "mm", "254", 10.0),
        ("diameter_in", "m", "0.254", 10.0),
        ("diameter_in", None, '8"', 8.0),
        ("diameter_in", None, "8 in.", 8.0),
        ("diameter_in", None, "12 inches", 12.0),
        ("diameter_in", "in", "203.2 mm", 8.0),  # the unit in the cell comes first
        ("rim_ft", None, "842.5'", 842.5),
        ("rim_ft", None, "842.5 feet", 842.5),
        ("capacity_gpm", None, "1,250", 1250.0),
        ("rim_ft", "m", " ", None),
        ("rim_ft", "m", None, None),
    ],
)
def test_a_measure_comes_in_the_unit_of_its_column(column: str, unit: str | None, cell: object, found: float) -> None:
    assert measure_reader(column, unit)(cell) == found


def test_the_two_feet_differ_by_two_parts_in_a_million() -> None:
    survey, international = measure_reader("rim_ft", "us-ft")(500_000), measure_reader("rim_ft", "ft")(500_000)
    assert survey is not None
    assert international is not None
    assert Fraction(international) / Fraction(survey) == Fraction(999_998, 1_000_000)


@pytest.mark.parametrize("cell", ["eight", "8 by 12", "1e999", "1e-40", "8 furlongs", "inf", "12,34"])
def test_what_is_no_measure_is_an_error(cell: str) -> None:
    for unit in (None, "m"):
        with pytest.raises(ValueError, match="no "):
            measure_reader("rim_ft", unit)(cell)


@pytest.mark.parametrize(("column", "unit"), [("capacity_gpm", "m"), ("rim_ft", "furlong")])
def test_a_unit_that_a_column_cannot_have_is_an_error(column: str, unit: str) -> None:
    with pytest.raises(ValueError, match="units of length"):
        measure_reader(column, unit)


def test_a_measure_of_no_column_is_a_number() -> None:
    assert str(parse_measure("-0.0")) == "0.0"
    assert parse_measure("(1.5)") == -1.5
    assert parse_measure(float("nan")) is None


@pytest.mark.parametrize(
    ("cell", "found"),
    [
        ("586", "586"),
        ("1,586", "1586"),
        (586, "586"),
        (586.0, "586"),
        ("586.0", "586"),  # the same count, whatever program wrote it
        ("586.50", "586.50"),
        (0.0, "0"),
        ("-0", "0"),
        ("321.3175355450237", "321.3175355450237"),
        (321.3175355450237, "321.3175355450237"),
        ("1e3", "1000"),
        ("", None),
        (None, None),
    ],
)
def test_votes_keep_their_digits(cell: object, found: str | None) -> None:
    assert parse_votes(cell) == found


@pytest.mark.parametrize("cell", ["-1", "(5)", "many", "1e-200", "1e12"])
def test_no_number_of_votes(cell: str) -> None:
    with pytest.raises(ValueError, match="no number"):
        parse_votes(cell)


@pytest.mark.parametrize(("votes", "fraction"), [("0", False), ("320.000", False), ("0.0347", True)])
def test_a_part_of_a_vote_is_no_vote(votes: str, fraction: bool) -> None:
    assert is_fraction(votes) is fraction


@pytest.mark.parametrize("cell", ["-3", "2.5", "none at all"])
def test_people_are_counted_in_whole_numbers(cell: str) -> None:
    with pytest.raises(ValueError, match=r"no |less than"):
        parse_count(cell)


@pytest.mark.parametrize(
    ("column", "cell", "found"),
    [
        ("cousub_fips", "02375", "02375"),
        ("cousub_fips", 2375, "02375"),
        ("cousub_fips", 2375.0, "02375"),
        ("cousub_fips", "5502375", "02375"),  # state and municipality
        ("cousub_fips", "5510102375", "02375"),  # state, county and municipality
        ("county_fips", "123", "123"),
        ("county_fips", 1, "001"),
        ("county_fips", "55001", "001"),
        ("county_fips", "", None),
    ],
)
def test_census_codes(column: str, cell: object, found: str | None) -> None:
    assert fips_reader(column)(cell) == found


@pytest.mark.parametrize(
    ("column", "cell"),
    [("cousub_fips", "123456"), ("county_fips", "1234"), ("county_fips", "Dane"), ("county_fips", "1.5")],
)
def test_what_is_no_census_code(column: str, cell: str) -> None:
    with pytest.raises(ValueError, match=r"census code|digits"):
        fips_reader(column)(cell)


@pytest.mark.parametrize(
    ("column", "cell", "found"),
    [
        ("kind", "Pressure  Main", "force_main"),  # by the map, whatever case and blanks
        ("kind", "GRAVITY-MAIN", "gravity_main"),  # the list's own word
        ("kind", "other", "other"),
        ("kind", " ", None),
        ("material", "PVC", "pvc"),  # an open column keeps what is not mapped
    ],
)
def test_words_of_a_publisher(column: str, cell: str, found: str | None) -> None:
    assert choice_reader("sewers", column, {"PRESSURE MAIN": "force_main"})(cell) == found


def test_a_word_that_is_not_on_a_closed_list() -> None:
    with pytest.raises(ValueError, match="none of gravity_main, force_main"):
        choice_reader("sewers", "kind", {})("SMITH, JOHN")
    assert falls_to("sewers", "kind") == "other"
    assert falls_to("votes", "basis") is None
    assert falls_to("water", "kind") is None
