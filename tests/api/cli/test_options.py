from __future__ import annotations

import datetime as dt
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from api.cli.options import boundary_accuracy_option, date_option, edition_option, layers_option
from gis.errors import AccuracyInvalid, OptionInvalid
from gis.layers.vintages import parse_accuracy


def _read(option: object, *arguments: str) -> object:
    got: list[object] = []

    @click.command()
    @option
    def command(**values: object) -> None:
        got.extend(values.values())

    CliRunner().invoke(command, arguments, catch_exceptions=False, standalone_mode=False)
    return got[0]


def test_a_date() -> None:
    assert _read(date_option, "--date", "2026-06-15") == dt.date(2026, 6, 15)


@pytest.mark.parametrize(
    "value", ["", "today", "2026-02-30", "06/15/2026", "20260615", "2026-06-15T00:00", "2026-6-5", "2026-06-15 "]
)
def test_no_date(value: str) -> None:
    with pytest.raises(OptionInvalid, match="--date"):
        _read(date_option, "--date", value)


@pytest.mark.parametrize("value", ["1799-12-31", "2200-01-01", "9999-12-31"])
def test_a_day_that_cannot_be_meant_says_which_years_are_read(value: str) -> None:
    with pytest.raises(OptionInvalid, match="from 1800 to 2199"):
        _read(date_option, "--date", value)


@pytest.mark.parametrize("value", ["", "  "])
def test_an_empty_folder_is_not_the_one_that_one_stands_in(value: str) -> None:
    with pytest.raises(OptionInvalid, match="No folder is named"):
        _read(layers_option, "--layers", value)


def test_editions() -> None:
    chosen = _read(
        edition_option, "--edition", "parcels=1f0c", "--edition", " ratios = aa ", "--edition", "parcels=1f0c"
    )
    assert chosen == {"parcels": "1f0c", "ratios": "aa"}
    assert _read(edition_option) == {}


@pytest.mark.parametrize(
    "values", [("parcels",), ("parcels=",), ("=aa",), ("landlords=aa",), ("parcels=aa", "parcels=bb"), ("",)]
)
def test_no_editions(values: tuple[str, ...]) -> None:
    with pytest.raises(OptionInvalid, match="--edition KIND=ID"):
        _read(edition_option, *(part for value in values for part in ("--edition", value)))


def test_accuracy() -> None:
    assert _read(boundary_accuracy_option, "--boundary-accuracy-ft", "0.1") == Fraction(1, 10)
    assert _read(boundary_accuracy_option) is None


# A mile is 5,280 feet. The last of them, written out, would have a hundred million digits.
@pytest.mark.parametrize(
    "value", ["0", "-1", "near", "nan", "inf", "", "5280", "1e6", "1e300", "1e400", "9" * 400, "1e-99999999"]
)
def test_no_accuracy(value: str) -> None:
    with pytest.raises(AccuracyInvalid, match="--boundary-accuracy-ft"):
        _read(boundary_accuracy_option, "--boundary-accuracy-ft", value)


def test_an_accuracy_has_the_limit_and_the_words_of_an_import() -> None:
    assert _read(boundary_accuracy_option, "--boundary-accuracy-ft", "5279.9") == Fraction(52799, 10)
    with pytest.raises(AccuracyInvalid) as of_import:
        parse_accuracy("1e6")
    with pytest.raises(AccuracyInvalid) as of_boundary:
        _read(boundary_accuracy_option, "--boundary-accuracy-ft", "1e6")
    assert (of_boundary.value.what, of_boundary.value.why, of_boundary.value.next) == (
        of_import.value.what,
        of_import.value.why,
        of_import.value.next,
    )
