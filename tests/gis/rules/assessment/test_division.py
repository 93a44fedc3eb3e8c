"""SA-04: division of exempt land (FACTS.md, entry SA-04)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

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


def lot(parcel_id: str, acres: object, exclusive: bool | None) -> dict[str, object]:
    return {"parcel_id": parcel_id, "area_acres": acres, "exclusively_agricultural_or_camp": exclusive}


FARMED, SOLD = lot("L1", 60, exclusive=True), lot("L2", 20, exclusive=False)
# 90 days from May 1, 2024: 30 of May, 30 of June, 30 of July: July 30, 2024, a Tuesday.
LAND: dict[str, Any] = {
    "first_levy": "2024-05-01",
    "lien_recorded": "2024-07-01",
    "divided": "2026-03-01",
    "unexempt_amount": "24000.00",
    "parcels": [FARMED, SOLD],
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("SA-04", read_facts("SA-04", {**LAND, **facts}), law)


def test_every_parcel_bears_its_part_by_area_the_farmed_one_too() -> None:
    found = find()
    assert (found.state, found.answer) == ("pass", {"L1": "18000.00", "L2": "6000.00"})
    assert found.measures == {"total_amount": "24000.00", "interest": None, "lien_deadline": "2024-07-30"}


@pytest.mark.parametrize(
    ("parcels", "words"),
    [
        ([], "makes at least 2 parcels, and none is stated"),
        ([SOLD], "makes at least 2 parcels, and 1 is stated"),
        ([FARMED, lot("L2", 20, exclusive=True)], "Every parcel stays devoted exclusively"),
    ],
)
@pytest.mark.parametrize("lien", ["2024-07-01", "never", None])
def test_use_is_looked_at_before_the_lien(parcels: list[object], words: str, lien: str | None) -> None:
    found = find(parcels=parcels, lien_recorded=lien, unexempt_amount=None)
    assert (found.state, found.answer, found.readings) == ("not_applicable", None, {})
    assert words in found.because


@pytest.mark.parametrize(
    ("divided", "state"), [("2024-04-30", "not_applicable"), ("2024-05-01", "not_applicable"), ("2024-05-02", "pass")]
)
def test_only_a_division_after_the_first_levy_counts(divided: str, state: str) -> None:
    found = find(divided=divided)
    assert found.state == state
    assert ("does not come after the first levy" in found.because) is (state == "not_applicable")


@pytest.mark.parametrize(
    ("lien", "rolled", "calendar_day"),
    # 90 days from May 4, 2026 end on Sunday, August 2.
    [
        ("2026-07-31", "pass", "pass"),
        ("2026-08-02", "pass", "pass"),
        ("2026-08-03", "pass", "fail"),
        ("2026-08-04", "fail", "fail"),
        ("never", "fail", "fail"),
        (None, "needs_evidence", "needs_evidence"),
    ],
)
def test_without_a_lien_in_time_nothing_may_be_levied(lien: str | None, rolled: str, calendar_day: str) -> None:
    found = find(first_levy="2026-05-04", divided="2027-04-01", lien_recorded=lien)
    assert found.state == found.readings["lien_rolled"].state == rolled
    assert found.readings["lien_calendar_day"].state == calendar_day
    for state, answer in [
        (found.state, found.answer),
        *((reading.state, reading.answer) for reading in found.readings.values()),
    ]:
        assert (answer is not None) is (state == "pass")
    assert found.measures["lien_deadline"] == "2026-08-02"
    assert ("never recorded" in found.because) is (lien == "never")


def test_a_late_lien_fails_whatever_else_is_unknown() -> None:
    unknown = [SOLD, lot("L1", None, exclusive=None)]
    found = find(lien_recorded="2024-07-31", unexempt_amount=None, already_levied=None, parcels=unknown)
    assert (found.state, found.answer) == ("fail", None)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"first_levy": None}, "the first levy in the service area is not known"),
        ({"divided": None}, "the day of the division is not known"),
        ({"parcels": None}, "the list of the parcels made is not known"),
        ({"parcels": [FARMED, lot("L2", 20, exclusive=None)]}, "the use of l2 is not known"),
        ({"lien_recorded": None}, "the day of the recording of the lien is not known"),
        ({"unexempt_amount": None}, "what would have been levied had the land not been exempt is not known"),
        ({"already_levied": None}, "what was already levied is not known"),
        ({"parcels": [FARMED, lot("L2", None, exclusive=False)]}, "the area of l2 is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


def test_one_parcel_known_to_have_left_exclusive_use_is_enough() -> None:
    assert find(parcels=[lot("L1", 60, exclusive=None), SOLD]).state == "pass"


@pytest.mark.parametrize(
    ("already", "total", "parts"),
    [
        ("0", "24000.00", ("18000.00", "6000.00")),
        ("9500.00", "14500.00", ("10875.00", "3625.00")),
        ("24000.00", "0.00", ("0.00", "0.00")),
        ("30000.00", "0.00", ("0.00", "0.00")),  # never negative
    ],
)
def test_what_was_levied_before_is_credited(already: str, total: str, parts: tuple[str, str]) -> None:
    found = find(already_levied=already)
    assert found.answer == dict(zip(("L1", "L2"), parts, strict=True))
    assert found.measures["total_amount"] == total
    assert any("nothing more may be levied" in note for note in found.notes) is (total == "0.00")


def test_missing_cents_go_to_the_largest_fraction_then_to_the_earlier_parcel() -> None:
    thirds = [lot(name, 10, exclusive=False) for name in ("C", "A", "B")]
    assert find(unexempt_amount="100.00", parcels=thirds).answer == {"C": "33.34", "A": "33.33", "B": "33.33"}
    # 0.10 by 1 : 2 : 3 is 1.667, 3.333 and 5 cents: the missing cent goes to the first.
    unlike = [lot(name, acres, exclusive=False) for name, acres in (("A", 1), ("B", 2), ("C", 3))]
    assert find(unexempt_amount="0.10", parcels=unlike).answer == {"A": "0.02", "B": "0.03", "C": "0.05"}


@pytest.mark.parametrize(
    ("levied", "rate", "interest"),
    [
        ("2026-09-01", "0.04", "483.94"),  # 184 days: 24,000 x 0.04 x 184/365 = 483.945
        ("2027-03-01", "0.04", "960.00"),
        ("2026-03-01", "0.04", "0.00"),
        (None, "0.04", None),
        ("2026-09-01", None, None),
    ],
)
def test_interest_runs_from_the_division(levied: str | None, rate: str | None, interest: str | None) -> None:
    found = find(levied=levied, average_rate=rate)
    assert (found.state, found.measures["interest"]) == ("pass", interest)
    assert ("simple interest on $24,000" in found.because) is (interest is not None)


def test_no_interest_without_a_levy() -> None:
    found = find(levied="2026-09-01", average_rate="0.04", lien_recorded="never")
    assert found.measures["interest"] is None


def test_a_lien_before_the_first_levy_is_noted() -> None:
    found = find(lien_recorded="2024-04-30")
    assert found.state == "pass"
    assert any("is dated before the first levy" in note for note in found.notes)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"unexempt_amount": "-1"}, "unexempt_amount"),
        ({"unexempt_amount": "100.005"}, "unexempt_amount"),
        ({"already_levied": "0.001"}, "already_levied"),
        ({"average_rate": 4}, "average_rate"),
        ({"parcels": [FARMED, FARMED]}, "parcels[1].parcel_id"),
        ({"parcels": [FARMED, lot("L2", 0, exclusive=False)]}, "parcels[1].area_acres"),
        ({"levied": "2026-02-28"}, "levied"),
        ({"lien_recorded": "perhaps"}, "lien_recorded"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(farmland_lien_days=61, farmland_division_parcels=3)
    assert find(law).state == "not_applicable"
    found = find(law, parcels=[FARMED, SOLD, lot("L3", 1, exclusive=False)], lien_recorded="2024-07-02")
    assert (found.state, found.measures["lien_deadline"]) == ("fail", "2024-07-01")


@settings(max_examples=50, derandomize=True, deadline=None)
@given(cents=st.integers(0, 10**9), tenths=st.lists(st.integers(1, 10**5), min_size=2, max_size=8))
def test_the_parts_sum_to_the_total_and_none_is_negative(cents: int, tenths: list[int]) -> None:
    parcels = [lot(f"L{i}", f"{acres // 10}.{acres % 10}", exclusive=False) for i, acres in enumerate(tenths)]
    found = find(unexempt_amount=f"{cents // 100}.{cents % 100:02}", parcels=parcels)
    assert isinstance(found.answer, dict)
    parts = [Fraction(str(part)) for part in found.answer.values()]
    assert sum(parts) == Fraction(cents, 100)
    assert min(parts) >= 0


@settings(max_examples=50, derandomize=True, deadline=None)
@given(areas=st.permutations([1, 2, 4, 8, 16]))
def test_the_order_of_parcels_of_unlike_area_changes_nothing(areas: list[int]) -> None:
    # 100 dollars over 31: the fractions of a cent are all unlike, so that no tie is broken by order.
    found = find(unexempt_amount="100.00", parcels=[lot(f"L{area}", area, exclusive=False) for area in areas])
    # 3.2258, 6.4516, 12.9032, 25.8064, 51.6129: floors sum to 99.98; the largest fractions are of 16 and of 1.
    assert found.answer == {"L1": "3.23", "L2": "6.45", "L4": "12.90", "L8": "25.81", "L16": "51.61"}
