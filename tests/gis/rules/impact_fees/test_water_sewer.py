"""MUK-19: impact fees for water and sewer by year (FACTS.md, entry MUK-19)."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid, ParameterNotInForce
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.impact_fees.tables import TABLES
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
# 86-141(b) and (c), copied from the text row by row.
WATER = (1413, 1455, 1499, 1544, 1590, 1638, 1687, 1738, 1790, 1844, 1899, 1956, 2014, 2075, 2137, 2201, 2267, 2335)
SEWER = (1254, 1292, 1331, 1371, 1412, 1454, 1498, 1543, 1589, 1637, 1686, 1736, 1788, 1842, 1897, 1954, 2013, 2073)
YEARS = range(2003, 2021)


def find(**facts: object) -> Finding:
    return judge("MUK-19", read_facts("MUK-19", facts), LAW)


@pytest.mark.parametrize(("year", "water", "sewer"), list(zip(YEARS, WATER, SEWER, strict=True)))
def test_each_year_has_its_own_figure(year: int, water: int, sewer: int) -> None:
    for service, fee in (("water", water), ("sewer", sewer), ("both", water + sewer)):
        found = find(year=year, service=service)
        assert (found.state, found.answer, found.measures) == ("pass", f"{fee}.00", {"fee_per_rec": f"{fee}.00"})
        assert [use.holds_from for use in found.parameters] == [dt.date(year, 1, 1)] * (1 + (service == "both"))


@pytest.mark.parametrize("service", ["water", "sewer", "both"])
@pytest.mark.parametrize("year", [-1, 0, 19, 1999, 2002, 2021, 2026, 10_000])
def test_no_other_year_has_one(year: int, service: str) -> None:
    found = find(year=year, service=service)
    assert (found.state, found.answer, found.measures) == ("undetermined", None, {"fee_per_rec": None})
    assert "2003 to 2020" in found.because
    assert found.parameters == ()


@pytest.mark.parametrize("name", list(TABLES.values()))
def test_the_law_on_file_ends_with_the_table(name: str) -> None:
    assert all(row.until == dt.date(row.holds_from.year, 12, 31) for row in load_law().entries[name].values)
    for day in (dt.date(2002, 12, 31), dt.date(2021, 1, 1), dt.date(2026, 6, 15)):
        with pytest.raises(ParameterNotInForce):
            load_law().parameters(day).get(name)


@pytest.mark.parametrize(
    ("recs", "due"),
    [(1, "1498.00"), ("1.5", "2247.00"), ("0.792", "1186.42"), (0, "0.00"), ("0.0125", "18.73")],  # 1186.416, 18.725
)
def test_the_fee_is_that_of_the_units_rounded_half_up(recs: object, due: str) -> None:
    assert find(year=2009, service="sewer", recs=recs).answer == due


@pytest.mark.parametrize(
    ("facts", "per_rec", "words"),
    [
        ({"service": "water"}, None, "the year of the fee is not known"),
        ({"year": 2010}, None, "whether it is for water, sewer or both is not known"),
        ({"year": 2010, "service": "water", "recs": None}, "1738.00", "how many units the property has is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], per_rec: str | None, words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.measures) == ("needs_evidence", None, {"fee_per_rec": per_rec})
    assert words in found.because


def test_past_the_table_nothing_else_matters() -> None:
    assert find(year=2021, service=None, recs=None).state == "undetermined"


def test_fewer_units_than_none_are_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(year=2010, service="water", recs="-0.5")
    assert caught.value.where == "facts.recs"


@settings(max_examples=50, derandomize=True)
@given(st.integers(1, 9999), st.sampled_from(["water", "sewer", "both"]), st.fractions(0, 1000))
def test_no_charge_is_negative_and_no_year_takes_the_figure_of_another(year: int, service: str, recs: Fraction) -> None:
    found = find(year=year, service=service, recs=recs)
    if year not in YEARS:
        assert (found.state, found.answer) == ("undetermined", None)
        return
    water, sewer = WATER[year - 2003], SEWER[year - 2003]
    exact = recs * {"water": water, "sewer": sewer, "both": water + sewer}[service]
    assert Fraction(str(found.answer)) >= 0
    assert abs(Fraction(str(found.answer)) - exact) <= Fraction(1, 200)
