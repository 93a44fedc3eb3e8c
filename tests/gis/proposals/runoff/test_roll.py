from __future__ import annotations

import datetime as dt
from fractions import Fraction
from pathlib import Path

import pytest

from gis.errors import OptionInvalid
from gis.model.finding import State
from gis.model.runoff import ParcelUnits
from gis.proposals.connections.asked import Asked
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.asked import RunoffAsked
from gis.proposals.runoff.judging import possible_units
from gis.proposals.runoff.roll import eru_roll
from tests.gis.proposals.runoff.conftest import Run

pytestmark = pytest.mark.slow
"""Each imports layers of its own."""

Parcels = dict[str, ParcelUnits]


def parcels_of(on_file: LayersOnFile, asked: RunoffAsked) -> Parcels:
    return {each.parcel_id.removeprefix("7-"): each for each in eru_roll(on_file, asked).roll.parcels}


@pytest.fixture(scope="module")
def parcels(runoff_on_file: LayersOnFile, run: Run) -> Parcels:
    return parcels_of(runoff_on_file, run())


@pytest.mark.parametrize(
    ("lot", "units", "rule"),
    [
        ("A", "1", "MUK-10"),  # developed single-family, whatever its 2,000 sq ft
        ("C", "3.5", "MUK-11"),  # 10,000 over 3,000 is 3.33; overlapping surfaces count once
        ("D", "1", "MUK-12"),  # 8,000 of 120,000 in 2003 and now
        ("E", "0.75", "MUK-11"),  # 2,100 of 20,000 is more than a tenth, and 2,100 over 3,000 is 0.7
        ("G", "0", "MUK-11"),  # bare
        ("I", "1", "MUK-11"),  # 2,990
    ],
)
def test_units_by_hand(parcels: Parcels, lot: str, units: str, rule: str) -> None:
    found = parcels[lot]
    assert found.standing == "assigned"
    assert found.units == Fraction(units)
    assert found.finding is not None
    assert (found.finding.rule, found.finding.subject) == (rule, f"7-{lot}")


@pytest.mark.parametrize(
    ("lot", "readings", "fewest", "most"),
    [
        # 3,200 over 3,000 is 1.07; the text has no rule for duplexes.
        ("B", {"as_nonresidential": "1.25", "one_per_lot": "1"}, "1", "1.25"),
        # 8,000 on the whole parcel, 4,000 on the half inside.
        ("F", {"whole_parcel": "2.75", "inside_part": "1.5"}, "1.5", "2.75"),
        # 1,000 of roof, and 1,900 of gravel that counts or not; it may be low-density too.
        ("H", {"low_density": "1", "formula_units_low": "0.5", "formula_units_high": "1"}, "0.5", "1"),
    ],
)
def test_what_is_open_has_its_readings(
    parcels: Parcels, lot: str, readings: dict[str, str], fewest: str, most: str
) -> None:
    found = parcels[lot]
    assert (found.standing, found.units, found.bill) == ("open", None, None)
    assert {each.name: each.units for each in found.readings} == {name: Fraction(it) for name, it in readings.items()}
    assert possible_units(found) == (Fraction(fewest), Fraction(most))


def test_surface_is_measured_with_its_accuracy(parcels: Parcels) -> None:
    # An outline of 2 x (46 + 65) = 222 ft, drawn to 0.1 ft, leaves 22.2 sq ft either way: 2,967.8 to 3,012.2.
    area = parcels["I"].measured.impervious_sqft
    assert float(area.low) == pytest.approx(2_967.8, abs=0.2)
    assert float(area.high) == pytest.approx(3_012.2, abs=0.2)
    assert (parcels["I"].units_fewest, parcels["I"].units_most) == (Fraction(1), Fraction(5, 4))
    assert [lot for lot, each in parcels.items() if each.could_differ] == ["I"]


def test_land_that_the_text_leaves_open_is_not_taken_for_pervious(parcels: Parcels) -> None:
    found = parcels["H"]
    assert float(found.measured.unknown_sqft) == pytest.approx(1_900, abs=0.2)
    assert {each.surface: each.weight for each in found.measured.surfaces} == {"roof": 1, "gravel": None}
    assert found.measured.needs_review


def test_the_town_s_land_is_not_on_the_roll(parcels: Parcels) -> None:
    assert sorted(parcels) == list("ABCDEFGHI")
    membership = parcels["F"].membership
    assert membership is not None
    assert (membership.state, membership.answer) == (State.UNDETERMINED, "split")


def test_sums_rate_and_revenue(runoff_on_file: LayersOnFile, run: Run) -> None:
    sums = eru_roll(runoff_on_file, run(rate="18.75", budget=150)).roll.sums
    # A 1 + C 3.5 + D 1 + E 0.75 + G 0 + I 1 = 7.25; open by their readings B, F, H: 1 + 1.5 + 0.5 to 1.25 + 2.75 + 1.
    assert (sums.total_units, sums.open_fewest, sums.open_most) == (Fraction("7.25"), Fraction(3), Fraction(5))
    assert (sums.parcels, sums.assigned, sums.open, sums.could_differ) == (9, 6, 3, 1)
    # 150 over 7.25 is 20.6897; 7.25 at 18.75 are 135.9375.
    assert sums.rate_needed == Fraction("20.69")
    assert sums.revenue == Fraction("135.9375")
    # 18.75 four times less a quarter of one: 18.75 (A, D, I), 65.63 (C), 14.06 (E), 0 (G).
    assert sums.billed == Fraction("135.94")
    assert sums.finding is not None
    assert sums.finding.state is State.FAIL


@pytest.mark.parametrize(
    ("lot", "kind", "value", "units"),
    [
        ("B", "development_kind", "single_family", "1"),
        ("F", "runoff_split_charged", "inside_part", "1.5"),
        ("F", "runoff_split_charged", "whole_parcel", "2.75"),
        ("C", "runoff_area_found_sqft", "9000", "3"),
        ("A", "development_kind", "undeveloped", "0.75"),  # its 2,000 sq ft by area
        # 1,900 of 20,000 on the qualifying date would not have kept it: 2,100 is more than a tenth now.
        ("E", "impervious_baseline_sqft", "1900", "0.75"),
    ],
)
def test_the_register_goes_first(  # noqa: PLR0913 - one parameter a column
    runoff_on_file: LayersOnFile, run: Run, lot: str, kind: str, value: str, units: str
) -> None:
    found = parcels_of(runoff_on_file, run((f"7-{lot}", kind, value)))[lot]
    assert found.units == Fraction(units)


def test_entries_that_contradict_each_other_are_not_used(runoff_on_file: LayersOnFile, run: Run) -> None:
    told = ("7-A", "development_kind", "duplex"), ("7-A", "development_kind", "nonresidential")
    found = parcels_of(runoff_on_file, run(*told))["A"]
    assert found.units == 1
    assert found.notes == ("Entries of development_kind contradict each other, so none of them is used.",)


@pytest.mark.parametrize("district", ["Utility District No. 1", "Village of Mukwonago", "mukwonago"])
def test_the_rate_that_was_adopted(runoff_on_file: LayersOnFile, run: Run, district: str) -> None:
    parcels = parcels_of(runoff_on_file, run((district, "rate_adopted", "20.00")))
    bill = parcels["C"].bill
    assert bill is not None
    assert (bill.charge, bill.due) == (Fraction(70), Fraction(70))
    assert bill.says == "The charge is $70 a quarter: 3.5 runoff units at $20 a unit."


def test_rates_that_contradict_each_other_are_none(runoff_on_file: LayersOnFile, run: Run) -> None:
    told = ("mukwonago", "rate_adopted", "20.00"), ("mukwonago", "rate_adopted", "21.00")
    assert eru_roll(runoff_on_file, run(*told)).roll.sums.rate is None


def test_a_year_before(runoff_on_file: LayersOnFile, run: Run) -> None:
    # Before the drive the lot had 1,900 of 20,000 on both days: low-density.
    found = parcels_of(runoff_on_file, run(date=dt.date(2025, 6, 15)))["E"]
    assert (found.units, found.finding and found.finding.rule) == (Fraction(1), "MUK-12")


def test_without_an_ordinance_nothing_is_asked(runoff_on_file: LayersOnFile, run: Run) -> None:
    asked = run()
    nameless = RunoffAsked(Asked(asked.asked.date, asked.asked.ordinances), asked.folder)
    with pytest.raises(OptionInvalid, match="No ordinance is named"):
        eru_roll(runoff_on_file, nameless)


def test_every_figure_is_the_same_twice(runoff_on_file: LayersOnFile, run: Run, runoff_village: Path) -> None:
    assert eru_roll(runoff_on_file, run()).roll == eru_roll(LayersOnFile(runoff_village), run()).roll
