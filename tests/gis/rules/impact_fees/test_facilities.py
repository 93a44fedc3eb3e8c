"""MUK-18: impact fees for library, fire and police (FACTS.md, entry MUK-18)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
KINDS = ("studio", "one_bedroom", "two_bedroom", "three_bedroom", "single_family")


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-18", read_facts("MUK-18", facts), law)


def homes(**counts: int | None) -> list[dict[str, object]]:
    return [{"kind": kind, "count": count} for kind, count in counts.items()]


@pytest.mark.parametrize(
    ("kind", "count", "shares", "due"),
    # The closing table: library, fire, police of one unit, times the units.
    [
        ("studio", 1, ("194.00", "12.00", "62.00"), "268.00"),
        ("one_bedroom", 3, ("582.00", "36.00", "186.00"), "804.00"),
        ("two_bedroom", 1, ("292.00", "18.00", "93.00"), "403.00"),
        ("two_bedroom", 4, ("1168.00", "72.00", "372.00"), "1612.00"),
        ("three_bedroom", 1, ("384.00", "24.00", "123.00"), "531.00"),
        ("single_family", 1, ("384.00", "24.00", "123.00"), "531.00"),
        ("single_family", 0, ("0.00", "0.00", "0.00"), "0.00"),
    ],
)
def test_dwellings(kind: str, count: int, shares: tuple[str, str, str], due: str) -> None:
    found = find(dwellings=homes(**{kind: count}))
    assert (found.state, found.answer) == ("pass", due)
    assert tuple(found.measures[name] for name in ("library", "fire", "police")) == shares


@pytest.mark.parametrize(
    ("sqft", "fire", "police", "due"),
    [
        (0, "0.00", "0.00", "0.00"),
        (1000, "8.10", "42.00", "50.10"),
        # 0.0081 x 50 = 0.405 and 0.042 x 50 = 2.10: each half up, the sum 2.505 once.
        (50, "0.41", "2.10", "2.51"),
        # 0.2025 and 1.05 make 1.2525; the shares rounded make the same here, 0.20 + 1.05.
        (25, "0.20", "1.05", "1.25"),
        # 0.0486 and 0.252: rounded 0.05 + 0.25 = 0.30; exact 0.3006.
        (6, "0.05", "0.25", "0.30"),
        # 1.0449 and 5.418: rounded 1.04 + 5.42 = 6.46; exact 6.4629.
        (129, "1.04", "5.42", "6.46"),
        # 0.1053 and 0.546: rounded 0.11 + 0.55 = 0.66, but exact 0.6513.
        (13, "0.11", "0.55", "0.65"),
        ("1234.5", "10.00", "51.85", "61.85"),  # 9.99945 and 51.849 make 61.84845
    ],
)
def test_area_pays_no_library_fee_and_the_sum_is_rounded_once(sqft: object, fire: str, police: str, due: str) -> None:
    found = find(nonresidential_sqft=sqft)
    assert (found.state, found.answer) == ("pass", due)
    assert found.measures == {"library": "0.00", "fire": fire, "police": police}


def test_homes_and_area_add_up() -> None:
    found = find(dwellings=homes(two_bedroom=2, single_family=1), nonresidential_sqft=1000)
    assert found.answer == "1387.10"  # 2 x 403 + 531 + 50.10
    assert "2 new two-bedroom units" in found.because
    assert "1 new single-family home" in found.because
    assert "1,000 square feet" in found.because


def test_what_replaces_the_same_pays_nothing() -> None:
    assert (find(replaces_same=True).state, find(replaces_same=True).answer) == ("not_applicable", "0.00")


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({}, "what is to be built is not known"),
        ({"dwellings": []}, "what is to be built is not known"),
        ({"dwellings": homes(two_bedroom=None)}, "the number of two-bedroom units is not known"),
        ({"nonresidential_sqft": 100, "replaces_same": None}, "whether it only replaces what was there is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"nonresidential_sqft": -1}, "nonresidential_sqft"),
        ({"dwellings": homes(studio=1, two_bedroom=-2)}, "dwellings[1].count"),
        ({"dwellings": homes(studio=-1), "replaces_same": True}, "dwellings[0].count"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_half_a_dwelling_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="do not fit"):
        find(dwellings=[{"kind": "studio", "count": "1.5"}])


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(mukwonago_impact_library_two_bedroom_usd=1000, mukwonago_impact_fire_usd_per_sqft=Fraction(1, 2))
    assert find(law, dwellings=homes(two_bedroom=1), nonresidential_sqft=2).answer == "1112.08"  # 1111 + 1 + 0.084


@settings(max_examples=50, derandomize=True)
@given(
    st.lists(st.tuples(st.sampled_from(KINDS), st.integers(0, 500)), max_size=6), st.integers(0, 10**7), st.randoms()
)
def test_no_fee_is_negative_and_no_order_changes_it(rows: list[tuple[str, int]], sqft: int, random: Random) -> None:
    stated = [{"kind": kind, "count": count} for kind, count in rows]
    first = find(dwellings=stated, nonresidential_sqft=sqft)
    random.shuffle(stated)
    again = find(dwellings=stated, nonresidential_sqft=sqft)
    assert (first.answer, first.measures) == (again.answer, again.measures)
    assert Fraction(str(first.answer)) >= 0


def test_one_and_many_are_said() -> None:
    # 0.0081 and 0.0420 a square foot are billed as 0.01 and 0.04, and together as 0.05
    assert find(nonresidential_sqft=1).because == (
        "The fee is $0.05 for 1 square foot of commercial or industrial area; "
        "$0 for library, $0.01 for fire and $0.04 for police."
    )
    found = find(dwellings=[{"kind": "studio", "count": 1200}, {"kind": "single_family", "count": 0}])
    assert found.because.startswith("The fee is $321,600 for 1,200 new studio units; ")  # 1,200 x 268
    assert "for no new dwelling and no new area" in find(dwellings=[{"kind": "studio", "count": 0}]).because


@pytest.mark.parametrize(
    ("before", "after", "state", "due", "readings"),
    # Imposition of impact fees, (a)(2): additional dwelling units of the property. Fees of one: 268 with one bedroom,
    # 403 with two, 531 with three or of a house.
    [
        ({"single_family": 1}, {"two_bedroom": 4}, "pass", "1209.00", {}),  # 3 x 403
        ({"two_bedroom": 4}, {"single_family": 1}, "not_applicable", "0.00", {}),
        ({"two_bedroom": 2}, {"three_bedroom": 2}, "not_applicable", "0.00", {}),  # bedrooms are no unit
        ({"two_bedroom": 3}, {"two_bedroom": 3, "three_bedroom": 1}, "pass", "531.00", {}),
        ({"two_bedroom": 3}, {"two_bedroom": 5}, "pass", "806.00", {}),
        # Three of 268, 268, 403 and 403 are added: 939 or 1,074.
        ({"single_family": 1}, {"one_bedroom": 2, "two_bedroom": 2}, "pass", "939.00", ("939.00", "1074.00")),
        ({"single_family": 1}, {"three_bedroom": 1, "two_bedroom": 1}, "pass", "403.00", ("403.00", "531.00")),
        # A house and a three-bedroom unit pay alike, so that nothing hangs on which of them is added.
        ({"two_bedroom": 1}, {"three_bedroom": 1, "single_family": 1}, "pass", "531.00", {}),
        ({"duplex": 1}, {"two_bedroom": 4}, "pass", "806.00", {}),  # a duplex is two
        ({"single_family": 2}, {"duplex": 1}, "not_applicable", "0.00", {}),
        ({"duplex": 1}, {"duplex": 1, "studio": 1}, "pass", "268.00", {}),
        ({"single_family": 1}, {"duplex": 1}, "needs_evidence", None, {}),
        ({}, {"duplex": 1}, "needs_evidence", None, {}),
        # One stood there for certain, and one will.
        ({"single_family": 1, "two_bedroom": None}, {"two_bedroom": 1}, "not_applicable", "0.00", {}),
        ({"single_family": None}, {"two_bedroom": 1}, "needs_evidence", None, {}),
        ({"single_family": 1}, {"two_bedroom": None}, "needs_evidence", None, {}),
        ({"single_family": 1}, {"two_bedroom": 0}, "not_applicable", "0.00", {}),
    ],
)
def test_additional_units_are_those_of_the_whole_property(
    before: dict[str, int | None], after: dict[str, int | None], state: str, due: str | None, readings: Sequence[str]
) -> None:
    found = find(dwellings=homes(**after), dwellings_before=homes(**before))
    assert (found.state, found.answer) == (state, due)
    assert [each.answer for each in found.readings.values()] == [*readings]


def test_area_is_added_beside_dwellings_that_are_not() -> None:
    # 1,000 x (0.0081 + 0.0420); two houses in place of two add nothing.
    facts = {"dwellings": homes(single_family=2), "dwellings_before": homes(two_bedroom=2)}
    found = find(**facts, nonresidential_sqft=1000)
    assert (found.state, found.answer) == ("pass", "50.10")
    assert "There were 2 dwellings and there will be 2" in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"dwellings": homes(single_family=1), "dwellings_before": None},
            "which dwellings stood there before is not known",
        ),
        (
            {"dwellings": homes(two_bedroom=2), "dwellings_before": homes(single_family=None)},
            "the number of single-family homes that stood there before is not known",
        ),
        (
            {"dwellings": homes(two_bedroom=None), "dwellings_before": homes(single_family=1)},
            "the number of two-bedroom units is not known",
        ),
        ({"dwellings": homes(duplex=1)}, "how many bedrooms each dwelling of a duplex has is not known"),
        ({"dwellings_before": homes(single_family=1)}, "what is to be built is not known"),
    ],
)
def test_what_is_missing_of_the_increase_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_what_only_replaces_adds_no_dwelling() -> None:
    same = find(dwellings=homes(two_bedroom=1), dwellings_before=homes(single_family=1), replaces_same=True)
    assert (same.state, same.answer) == ("not_applicable", "0.00")
    with pytest.raises(FactsInvalid, match="there was 1 dwelling and there will be 4") as caught:
        find(dwellings=homes(two_bedroom=4), dwellings_before=homes(single_family=1), replaces_same=True)
    assert caught.value.where == "facts.replaces_same"


COUNTS = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 30), min_size=1)


@settings(max_examples=100, derandomize=True)
@given(COUNTS, COUNTS, st.sampled_from(KINDS))
def test_more_that_stood_before_never_raises_the_fee(before: dict[str, int], after: dict[str, int], kind: str) -> None:
    first = find(dwellings=homes(**after), dwellings_before=homes(**before))
    fewer = find(dwellings=homes(**after), dwellings_before=homes(**{**before, kind: before.get(kind, 0) + 1}))
    assert (
        0
        <= Fraction(str(fewer.answer))
        <= Fraction(str(first.answer))
        <= Fraction(str(find(dwellings=homes(**after)).answer))
    )
    added = max(0, sum(after.values()) - sum(before.values()))
    # Each additional unit pays from 268 to 531 dollars, by whatever reading.
    for amount in (first.answer, *(each.answer for each in first.readings.values())):
        assert 268 * added <= Fraction(str(amount)) <= 531 * added
    assert find(dwellings=homes(**after)[::-1], dwellings_before=homes(**before)[::-1]).answer == first.answer
