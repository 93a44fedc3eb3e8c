"""Is every choice of a utility made by its ordinance file alone? One file, one line changed, one lot by hand."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from gis.model.finding import State
from gis.model.runoff import ParcelUnits
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.roll import eru_roll
from tests.gis.proposals.runoff.conftest import Run, Told

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

FILE = """
id: other
title: Other
citation: Code 1
applies_in:
  kind: village
  name: Village of Mukwonago
  county: Waukesha
in_force:
  from: 2011-07-01
stormwater:
  district: Utility District No. 1
  rate: 10
"""
CREDITS = """
  credits:
    - name: pond
      portion_off: 0.25
      conditions:
        - The pond was inspected this year.
      source: Code 9
    - name: swale
      portion_off: 0.5
      conditions:
        - The swale was inspected this year.
      source: Code 9
"""


def value(name: str, unit: str, stated: str) -> str:
    """Return the lines by which a file states one value of the law."""
    return (
        f"parameters:\n  {name}:\n    unit: {unit}\n    values:\n"
        f"      - from: 2011-07-01\n        value: {stated}\n        citation: Code 2\n"
    )


def lot_of(on_file: LayersOnFile, run: Run, folder: Path, added: str, lot: str, *told: Told) -> ParcelUnits:
    file = folder / "other.yaml"
    file.write_text(FILE.strip("\n") + "\n" + added.strip("\n") + "\n", "utf-8")
    roll = eru_roll(on_file, run(*told, ordinance=file)).roll
    return next(each for each in roll.parcels if each.parcel_id == f"7-{lot}")


@pytest.mark.parametrize(
    ("added", "lot", "units"),
    [
        # C has 10,000 sq ft: over 3,000 that is 3.33, rounded up to 3.5.
        ("", "C", "3.5"),
        (value("eru_sqft", "sqft", "4300"), "C", "2.5"),  # 2.33
        (value("eru_rounding", "choice", "nearest_step"), "C", "3.25"),
        (value("eru_rounding", "choice", "up_to_whole"), "C", "4"),
        (value("eru_rounding", "choice", "nearest_whole_half_up"), "C", "3"),
        (value("eru_rounding", "choice", "tenth_then_whole"), "C", "3"),  # 3.3
        (value("eru_step", "eru", "0.1"), "C", "3.4"),
        (value("eru_cap", "eru", "3"), "C", "3"),
        # E has 2,100: 0.7.
        ("", "E", "0.75"),
        (value("eru_minimum", "eru", "1"), "E", "1"),
        ("  tiers:\n    - up_to_sqft: 5000\n      units: 1\n    - units: 4", "C", "4"),
        ("  tiers:\n    - up_to_sqft: 5000\n      units: 1\n    - units: 4", "E", "1"),
        # A is a developed single-family lot with 2,000.
        ("", "A", "1"),
        (value("eru_single_family_units", "eru", "0.5"), "A", "0.5"),
        ("  single_family_tiers:\n    - up_to_sqft: 1500\n      units: 0.5\n    - units: 1.5", "A", "1.5"),
        # B is a duplex.
        ("  duplex_units_per_dwelling: 0.6", "B", "1.2"),
        # D has 8,000 of 120,000 on both days: low-density, else 2.67.
        (value("eru_low_density_units", "eru", "2"), "D", "2"),
        (value("eru_low_density_portion", "ratio", "0"), "D", "2.75"),
        (value("eru_low_density_portion", "ratio", "0.05"), "D", "2.75"),
        # Its surface was seen in May 2003, and nobody says whether it was there before.
        (value("eru_low_density_date", "date", "2003-01-01"), "D", None),
        # H has 1,000 of roof and 1,900 of gravel, 19 percent of the lot: 0.97.
        ("  weights:\n    gravel:\n      weight: 1\n      source: Code 4", "H", "1"),
    ],
)
def test_units(  # noqa: PLR0913 - one parameter a column
    runoff_on_file: LayersOnFile, run: Run, tmp_path: Path, added: str, lot: str, units: str | None
) -> None:
    found = lot_of(runoff_on_file, run, tmp_path, added, lot).units
    assert found == (None if units is None else Fraction(units))


BOTH = ("7-C", "runoff_credit", "pond"), ("7-C", "runoff_credit", "swale")


@pytest.mark.parametrize(
    ("added", "due"),
    [
        # 3.5 units at $10 are $35: $8.75 off, and then half of the $26.25 that are left; $13.125 are due, half up.
        ("", "13.13"),
        ("  credit_order: of_the_whole", "8.75"),
        ("  credits_at_most_portion: 0.4", "21"),
        ("  credit_order: of_the_whole\n  credits_at_most_portion: 0.6", "14"),
        ("  credits_on: units\n  credits_at_most_portion: 0.4", "21"),
    ],
)
def test_credits(runoff_on_file: LayersOnFile, run: Run, tmp_path: Path, added: str, due: str) -> None:
    bill = lot_of(runoff_on_file, run, tmp_path, CREDITS.rstrip() + "\n" + added, "C", *BOTH).bill
    assert bill is not None
    assert (bill.charge, bill.due) == (Fraction(35), Fraction(due))
    assert sum(each.taken_off for each in bill.credits) == bill.charge - bill.due


def test_a_credit_is_not_given_unless_its_condition_was_found_to_hold(
    runoff_on_file: LayersOnFile, run: Run, tmp_path: Path
) -> None:
    ended = ("7-C", "runoff_credit", "pond"), ("7-C", "runoff_credit_ended", "pond")
    for told, due in (((), 35), (ended, 35), (BOTH[:1], Fraction("26.25"))):
        bill = lot_of(runoff_on_file, run, tmp_path, CREDITS, "C", *told).bill
        assert bill is not None
        assert bill.due == due


def test_bills_a_year(runoff_on_file: LayersOnFile, run: Run, tmp_path: Path) -> None:
    bill = lot_of(runoff_on_file, run, tmp_path, value("eru_bills_a_year", "count", "12"), "C").bill
    assert bill is not None
    assert bill.says == "The charge is $35 a month: 3.5 runoff units at $10 a unit."


@pytest.mark.parametrize("credits_on", ["charge", "units"])
def test_the_rate_that_a_budget_needs_is_told_after_credits(
    runoff_on_file: LayersOnFile, run: Run, tmp_path: Path, credits_on: str
) -> None:
    file = tmp_path / "other.yaml"
    file.write_text(f"{FILE.strip()}\n{CREDITS.rstrip()[1:]}\n  credits_on: {credits_on}\n", "utf-8")
    sums = eru_roll(runoff_on_file, run(*BOTH, rate="1", budget=7, ordinance=file)).roll.sums
    # 7.25 units as in test_roll.py; C pays for 3.5 by 0.75 by 0.5, 1.3125. 5.0625 units bear $7: $1.383 each.
    assert sums.rate_needed == Fraction("1.39")
    assert sums.finding is not None
    assert (sums.finding.state, sums.finding.measures["revenue"]) == (State.FAIL, "5.06")
    covering = eru_roll(runoff_on_file, run(*BOTH, rate="1.39", budget=7, ordinance=file)).roll.sums
    # 1.39 three times, E 1.0425. C is charged 4.865, half up 4.87, of which 1.826, 1.218 and 1.826 are due and taken
    # off twice; by largest remainder 1.83, 1.22 and 1.82. 4.17 + 1.04 + 1.83.
    assert covering.billed == Fraction("7.04")
    assert covering.finding is not None
    assert covering.finding.state is State.PASS
