from __future__ import annotations

from fractions import Fraction

import pytest

from gis.model.finding import Margin
from gis.model.interval import Interval
from maps.wording import bounds_words, margin_sentence, name_words, quantity, rows, unit_of, value_words


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (435600, "sqft", "10.00 acres (435,600 sq ft)"),  # 10 x 43,560
        (105.6, "sqft", "105.6 sq ft"),
        (4356, "sqft", "4,356 sq ft (0.10 acres)"),
        (0.0004, "ft", "0.0004 ft"),  # not nothing
        (0, "ft", "0 ft"),
        (-0.5, "ft", "-0.5 ft"),
        (5280, "ft", "5,280 ft"),
        (Fraction(1, 3), "share", "33.33 percent"),
        (1234567, None, "1,234,567"),
        (2024, "year", "2024"),
        (1250.5, "usd", "$1,250.50"),
        (40, "acres", "40.00 acres"),
        (3, "parcels", "3 parcels"),
        (872, "signatures", "872 signatures"),
        (1, "signatures", "1 signature"),
        (Fraction(1522, 9), "votes", "169.11 votes"),
        (Fraction(5, 4), "sqmi", "1.25 sq mi"),
    ],
)
def test_quantity(value: float | Fraction, unit: str | None, said: str) -> None:
    assert quantity(value, unit) == said


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (None, "not known"),
        (True, "yes"),
        (False, "no"),
        ([], "none"),
        (["Village of Elm", "City of Dale"], "Village of Elm; City of Dale"),
        ("14736842.11", "$14,736,842.11"),
        ("-0.50", "-$0.50"),
        ("2025-07-01", "July 1, 2025"),
        ("2025-99-01", "2025-99-01"),  # a parcel's id may look like a date
        ("", "(empty)"),
        ({"name": "Elm", "area_sqft": 2}, "Name: Elm; Area: 2 sq ft"),
        (list(range(42)), "; ".join(map(str, range(40))) + "; and 2 more in the report"),
    ],
)
def test_value(value: object, said: str) -> None:
    assert value_words(value) == said


@pytest.mark.parametrize(
    ("name", "words", "unit"),
    [
        ("overlap_area_sqft", "Overlap area", "sqft"),
        ("largest_share", "Largest share", "share"),
        ("share_in_district", "Share in district", "share"),
        ("roll_year", "Year of the assessment roll", "year"),
        ("efv_total", "Equalized full value total", None),
        ("share", "Share", "share"),
    ],
)
def test_name_and_unit(name: str, words: str, unit: str | None) -> None:
    assert (name_words(name), unit_of(name)) == (words, unit)


def test_an_object_of_measures_gives_one_row_for_each_name() -> None:
    measures = {"values_by_town": {"Town of Alder": "5.00", "low_ft": 2}, "parts": [{"kind": "a"}, {"kind": "b"}]}
    assert list(rows(measures)) == [
        ("Values by town: Town of Alder", "$5.00"),
        ("Values by town: Low", "2 ft"),
        ("Parts, 1", "Kind: a"),
        ("Parts, 2", "Kind: b"),
    ]


def test_acres_are_said_once_but_never_lost() -> None:
    assert list(rows({"overlap_area_sqft": 435600, "overlap_area_acres": 10})) == [
        ("Overlap area", "10.00 acres (435,600 sq ft)")
    ]
    assert ("Overlap area", "0.0023 acres") in list(rows({"overlap_area_sqft": 100, "overlap_area_acres": 0.0023}))


@pytest.mark.parametrize(
    ("holds", "words"),
    [(True, "same over the whole"), (False, "could change"), (None, "not known")],
)
def test_margin_says_whether_the_accuracy_could_flip_it(holds: bool | None, words: str) -> None:
    sentence = margin_sentence(Margin("overlap_width_ft", "ft", 3, 5, 0, 8, 5.0, holds))
    assert "Overlap width is 3 ft; the threshold is 5 ft." in sentence
    assert "between 0 ft and 8 ft" in sentence
    assert words in sentence


def test_bounds_are_in_acres_where_the_area_is() -> None:
    acre = Fraction(43560)
    assert (
        bounds_words(Interval(acre * 2, acre * 3, acre * 4), "sqft") == "2.00 to 4.00 acres over the layers' accuracy"
    )
    assert bounds_words(Interval(acre, acre, acre), "sqft") is None
    assert bounds_words(Interval(Fraction(1), Fraction(2), Fraction(3)), "sqft") == (
        "1 to 3 sq ft over the layers' accuracy"
    )


@pytest.mark.parametrize(
    ("value", "unit", "said"),
    [
        (Fraction(509999, 1_000_000), "share", "50.9999 percent"),  # never the 51 percent that it is not
        (Fraction(51, 100), "share", "51 percent"),
        (Fraction(1467333, 10_000), "acres", "146.73 acres"),
    ],
)
def test_measures_have_the_same_decimals_and_none_is_rounded_onto_a_whole(
    value: Fraction, unit: str, said: str
) -> None:
    assert quantity(value, unit) == said
