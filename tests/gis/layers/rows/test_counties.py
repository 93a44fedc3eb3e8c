from __future__ import annotations

import json
from pathlib import Path

import pytest

from gis.layers.rows.counties import counties, county_of_fips, fips_of_county, read_county


@pytest.mark.parametrize(
    ("code", "county"),
    [
        ("123", "Vernon"),
        ("001", "Adams"),
        ("1", "Adams"),  # a program took it for a number
        ("1.0", "Adams"),
        ("141", "Wood"),
        ("078", "Menominee"),
        ("109", "St. Croix"),
        (" 025 ", "Dane"),
        ("55025", "Dane"),
        ("5502548000", "Dane"),  # City of Madison
        ("55025480000069", "Dane"),  # its ward 69
        ("0500000US55123", "Vernon"),
        ("002", None),
        ("079", "Milwaukee"),  # Menominee, one less, has the only even number
        ("143", None),
        ("999", None),
        ("27123", None),  # Minnesota
        ("5512", None),
        ("55", "Jefferson"),  # 055, and not the state
        ("", None),
        ("Vernon", None),
        ("１２３", None),  # noqa: RUF001  digits of another script are no code
    ],
)
def test_a_code_tells_its_county(code: str, county: str | None) -> None:
    assert county_of_fips(code) == county


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Vernon", "123"),
        ("VERNON COUNTY", "123"),
        ("ST CROIX", "109"),
        ("Fond Du Lac", "039"),
        ("Saint Croix", "109"),
        ("Cook", None),
        ("", None),
    ],
)
def test_a_county_bears_its_code(name: str, code: str | None) -> None:
    assert fips_of_county(name) == code


def test_codes_are_the_odd_numbers_in_the_order_of_the_alphabet_and_menominee() -> None:
    codes = sorted(code for code in counties() if code != "078")
    assert codes == [f"{number:03d}" for number in range(1, 142, 2)]
    in_order = [counties()[code].replace("St.", "Saint") for code in codes]
    assert in_order == sorted(in_order)
    assert all(fips_of_county(name) == code for code, name in counties().items())


@pytest.mark.parametrize(
    ("cell", "county"),
    [
        ("VERNON", "Vernon"),
        ("Vernon Co.", "Vernon"),
        ("Vernon County, WI", "Vernon"),
        ("County of Vernon", "Vernon"),
        ("FOND DU LAC", "Fond du Lac"),
        ("Fond Du Lac", "Fond du Lac"),
        ("Fonddulac", "Fond du Lac"),
        ("Saint Croix", "St. Croix"),
        ("St Croix", "St. Croix"),
        ("055", "Jefferson"),
        ("55055", "Jefferson"),
        ("123.0", "Vernon"),
        (123, "Vernon"),
        (55123.0, "Vernon"),
        ("", None),
        (float("nan"), None),
        ("In Multiple Counties", None),
    ],
)
def test_a_county_is_read_in_one_spelling(cell: object, county: str | None) -> None:
    assert read_county(cell) == county


# Of the department of revenue 13 is Dane, in the federal list 013 is Burnett; 62 is Vernon, and no federal code.
@pytest.mark.parametrize("cell", ["Narnia", "Cook", "ELM, EVE", "13", 13, 62.0, "999", "27123", "5512", "1e2"])
def test_what_is_no_county_is_an_error_that_repeats_no_name(cell: object) -> None:
    with pytest.raises(ValueError, match="no county of Wisconsin") as caught:
        read_county(cell)
    assert not any(word in str(caught.value) for word in ("Narnia", "Cook", "ELM"))


@pytest.mark.realdata
def test_the_census_file_has_the_same_names_and_codes(realdata: Path) -> None:
    file = realdata / "wi-state-and-counties" / "wi_counties_2010.geojson"
    published = json.loads(file.read_text("utf-8"))["features"]
    assert {row["properties"]["COUNTY"]: row["properties"]["NAME"] for row in published} == dict(counties())
