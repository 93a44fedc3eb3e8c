from __future__ import annotations

import datetime as dt
from fractions import Fraction

import pytest

from gis.errors import OptionInvalid
from gis.model.runoff import ParcelRunoff
from gis.proposals.on_file import LayersOnFile
from gis.proposals.runoff.one_parcel import Disputed, parcel_runoff
from tests.gis.proposals.runoff.conftest import Run

pytestmark = pytest.mark.slow
"""Each imports layers or writes files of its own."""


def sentences(answer: ParcelRunoff, heading: str) -> tuple[str, ...]:
    return next(each.sentences for each in answer.said if each.heading == heading)


def test_each_class_with_its_area_and_the_steps_of_the_rounding(runoff_on_file: LayersOnFile, run: Run) -> None:
    answer = parcel_runoff(runoff_on_file, run(rate="18.75"), "7-C")
    surface = sentences(answer, "Impervious surface")
    assert surface[0].endswith("sq ft of roof, counted whole.")
    assert surface[1].endswith("sq ft of asphalt, counted whole.")
    units = " ".join(sentences(answer, "Runoff units"))
    assert "10,000 sq ft divided by 3,000 sq ft is 3.333333, rounded up to the next 0.25: 3.5 runoff units" in units
    assert "Whether the area is first rounded to a whole square foot or not changes nothing." in units
    assert sentences(answer, "Charge") == ("The charge is $65.63 a quarter: 3.5 runoff units at $18.75 a unit.",)
    # 3.5 units end at 10,500 sq ft, 3.25 at 9,750.
    more, less = sentences(answer, "What would change it")
    assert more.endswith("10,501 sq ft in all, it would have 3.75 runoff units.")
    assert less.endswith("9,750 sq ft in all, it would have 3.25 runoff units.")
    assert {each.rule for each in answer.parcel.more} == {"MUK-10", "MUK-12"}


@pytest.mark.parametrize(
    ("lot", "said"),
    [
        ("A", "No amount of surface does, while it is a developed single-family lot."),
        ("D", "it would no longer be low-density and have 4.25 runoff units."),  # 12,001 over 3,000
        ("F", "A person must settle what is open above; the register takes it."),
    ],
)
def test_what_would_change_it(runoff_on_file: LayersOnFile, run: Run, lot: str, said: str) -> None:
    answer = parcel_runoff(runoff_on_file, run(), f"7-{lot}")
    assert sentences(answer, "What would change it")[0].endswith(said)


def test_a_small_lot_is_warned_that_it_would_have_fewer_units(runoff_on_file: LayersOnFile, run: Run) -> None:
    answer = parcel_runoff(runoff_on_file, run(date=dt.date(2025, 6, 15)), "7-E")
    (said,) = sentences(answer, "What would change it")
    assert said.endswith("have 0.75 runoff unit: fewer than now, for the formula and not the flat unit then holds.")


def test_a_parcel_outside_is_told_so(runoff_on_file: LayersOnFile, run: Run) -> None:
    answer = parcel_runoff(runoff_on_file, run(), "7-T")
    assert answer.parcel.standing == "outside"
    assert sentences(answer, "Runoff units") == ("Only parcels in the utility are charged.",)
    with pytest.raises(OptionInvalid, match="no units to appeal against"):
        parcel_runoff(runoff_on_file, run(), "7-T", disputed=Disputed(Fraction(100)))


@pytest.mark.parametrize(
    ("owner", "within", "units", "due", "said"),
    [
        (3_100, False, "1.25", "23.44", "A bill would be $23.44 in place of $18.75."),
        (3_010, True, "1.25", "23.44", "The owner's figure lies within the accuracy of the measure."),
        (2_500, False, "1", "18.75", "Either way the parcel has 1 runoff unit: the appeal would change nothing."),
    ],
)
def test_an_appeal_beside_our_figure(  # noqa: PLR0913 - one parameter a column
    runoff_on_file: LayersOnFile,
    run: Run,
    owner: int,
    within: bool,
    units: str,
    due: str,
    said: str,
) -> None:
    disputed = Disputed(Fraction(owner), "a survey")
    appeal = parcel_runoff(runoff_on_file, run(rate="18.75"), "7-I", disputed=disputed).appeal
    assert appeal is not None
    assert appeal.within_accuracy is within
    assert (appeal.units_measured, appeal.units_by_owner) == (Fraction(1), Fraction(units))
    assert appeal.due_by_owner == Fraction(due)
    assert float(appeal.difference_sqft) == pytest.approx(owner - 2_990, abs=0.2)
    assert said in appeal.says
    assert "Evidence: a survey" in appeal.says
    assert appeal.says[-1] == "The register has no decision on an appeal."


def test_the_decision_goes_first_and_is_told_beside_the_map(runoff_on_file: LayersOnFile, run: Run) -> None:
    told = ("7-I", "runoff_appeal_decided", "granted_in_part"), ("7-I", "runoff_area_found_sqft", "3050")
    answer = parcel_runoff(runoff_on_file, run(*told, rate="18.75"), "7-I", disputed=Disputed(Fraction(2_000)))
    assert answer.parcel.units == Fraction(5, 4)
    appeal = answer.appeal
    assert appeal is not None
    assert (appeal.decided, appeal.found_sqft) == ("granted_in_part", Fraction(3_050))
    assert float(appeal.measured_sqft) == pytest.approx(2_990, abs=0.2)
    assert (appeal.units_measured, appeal.units_by_owner) == (Fraction(1), Fraction(3, 4))
    assert appeal.says[-1] == "The appeal was granted in part on January 15, 2025 and 3,050 sq ft found."


SPLIT = ("7-F", "runoff_split_charged", "inside_part")


@pytest.mark.parametrize(
    ("owner", "units", "fewest_and_most"),
    [
        # 8,000 measured, 4,000 of it inside. Of 7,000 from 3,000 (1 unit) to 4,000 (1.33, 1.5 units) lie inside.
        (7_000, None, ("1 runoff unit", "1.5 runoff units")),
        # From 3,900 to 4,000: 1.3 to 1.33, 1.5 units either way.
        (7_900, "1.5", ()),
        # Of 2,100 nothing or all: 0 or 0.7, three quarters of a unit.
        (2_100, None, ("0 runoff units", "0.75 runoff unit")),
        # From 4,000 to 6,000: 1.5 to 2 units.
        (10_000, None, ("1.5 runoff units", "2 runoff units")),
    ],
)
def test_an_appeal_of_a_parcel_that_pays_for_its_part_inside(
    runoff_on_file: LayersOnFile, run: Run, owner: int, units: str | None, fewest_and_most: tuple[str, ...]
) -> None:
    disputed = Disputed(Fraction(owner))
    answer = parcel_runoff(runoff_on_file, run(SPLIT, rate="1"), "7-F", disputed=disputed)
    assert answer.appeal is not None
    assert answer.appeal.units_measured == answer.parcel.units == Fraction(3, 2)
    assert answer.appeal.units_by_owner == (None if units is None else Fraction(units))
    said = " ".join(answer.appeal.says)
    assert all(f"Then {each}." in said for each in fewest_and_most)
    assert not any("A bill would be" in each for each in answer.appeal.says)


@pytest.mark.parametrize(
    ("found", "units", "readings"),
    [
        # From 1,000 (0.33) to 4,000 (1.33) of the 5,000 found lie inside.
        ("5000", None, {"inside_part": None, "inside_part_fewest": "0.5", "inside_part_most": "1.5"}),
        ("7900", "1.5", {"whole_parcel": "2.75", "inside_part": "1.5"}),
        # 19,000 leave from 4,000 to the 10,000 sq ft of land that lie inside.
        ("19000", None, {"inside_part": None, "inside_part_fewest": "1.5", "inside_part_most": "3.5"}),
    ],
)
def test_an_area_found_on_appeal_bears_on_the_part_inside(
    runoff_on_file: LayersOnFile, run: Run, found: str, units: str | None, readings: dict[str, str | None]
) -> None:
    told = ("7-F", "runoff_appeal_decided", "granted"), ("7-F", "runoff_area_found_sqft", found)
    parcel = parcel_runoff(runoff_on_file, run(SPLIT, *told, rate="1"), "7-F").parcel
    assert parcel.units == (None if units is None else Fraction(units))
    assert {each.name: each.units for each in parcel.readings} == {
        name: None if each is None else Fraction(each) for name, each in readings.items()
    }


def test_what_would_change_a_parcel_that_pays_for_its_part_inside(runoff_on_file: LayersOnFile, run: Run) -> None:
    # 4,000 sq ft inside: 1.25 units end at 3,750, 1.5 at 4,500.
    more, less = sentences(parcel_runoff(runoff_on_file, run(SPLIT), "7-F"), "What would change it")
    assert more.endswith("4,501 sq ft in the part inside, it would have 1.75 runoff units.")
    assert less.endswith("3,750 sq ft in the part inside, it would have 1.25 runoff units.")


def test_an_owner_cannot_state_more_surface_than_the_lot_has(runoff_on_file: LayersOnFile, run: Run) -> None:
    # Lot I is 100 by 150 ft.
    assert parcel_runoff(runoff_on_file, run(), "7-I", disputed=Disputed(Fraction(14_990))).appeal is not None
    with pytest.raises(OptionInvalid, match="more than the parcel has room for"):
        parcel_runoff(runoff_on_file, run(), "7-I", disputed=Disputed(Fraction(15_010)))
