from __future__ import annotations

import datetime as dt
from fractions import Fraction

import click
import pytest
from click.testing import CliRunner

from api.cli.options import boundary_accuracy_option, date_option, edition_option
from gis.errors import OptionInvalid


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


@pytest.mark.parametrize("value", ["", "today", "2026-02-30", "06/15/2026", "20260615", "2026-06-15T00:00"])
def test_no_date(value: str) -> None:
    with pytest.raises(OptionInvalid, match="--date"):
        _read(date_option, "--date", value)


def test_editions() -> None:
    chosen = _read(
        edition_option, "--edition", "parcels=1f0c", "--edition", " ratios = aa ", "--edition", "parcels=1f0c"
    )
    assert chosen == {"parcels": "1f0c", "ratios": "aa"}
    assert _read(edition_option) == {}


@pytest.mark.parametrize(
    "values", [("parcels",), ("parcels=",), ("=aa",), ("owners=aa",), ("parcels=aa", "parcels=bb"), ("",)]
)
def test_no_editions(values: tuple[str, ...]) -> None:
    with pytest.raises(OptionInvalid, match="--edition KIND=ID"):
        _read(edition_option, *(part for value in values for part in ("--edition", value)))


def test_accuracy() -> None:
    assert _read(boundary_accuracy_option, "--boundary-accuracy-ft", "0.1") == Fraction(1, 10)
    assert _read(boundary_accuracy_option) is None


@pytest.mark.parametrize("value", ["0", "-1", "near", "nan", "inf", ""])
def test_no_accuracy(value: str) -> None:
    with pytest.raises(OptionInvalid, match="--boundary-accuracy-ft"):
        _read(boundary_accuracy_option, "--boundary-accuracy-ft", value)
