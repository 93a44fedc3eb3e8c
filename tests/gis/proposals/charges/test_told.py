"""What does the register tell of one parcel where entries contradict each other: never one of them, never a default?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.proposals.charges.development import development
from gis.proposals.charges.district import quarterly_fee
from gis.proposals.charges.told import Told, told_of
from gis.register.entries import Entry, Register
from gis.register.kinds import kinds
from tests.gis.proposals.charges.conftest import DATE, DISTRICT_ID, Make, asked_for

Row = tuple[str, str, str]
ONE_OF: dict[str, tuple[str, str]] = {
    "yes_no": ("yes", "no"),
    "whole": ("1", "2"),
    "decimal": ("1", "2.5"),
    "money": ("1.00", "2.00"),
}
"""Two values of each type of which one can be right."""
SETTLED = [
    name
    for name, kind in kinds().items()
    if kind.repeats == "later_holds" and kind.value in ONE_OF and "parcel" in kind.subjects
]


def told(*rows: Row, county: str = "") -> Told:
    """Return what entries tell, every other one named with the county."""
    entries = [
        Entry("parcel", "7-S1" + (county if i % 2 else ""), kind, value, dt.date.fromisoformat(day), "", "", line=i + 2)
        for i, (kind, value, day) in enumerate(rows)
    ]
    return told_of(Register(tuple(entries)), DATE, "7-S1", "Waukesha")


@pytest.mark.parametrize("county", ["", ", Waukesha"])
@pytest.mark.parametrize("kind", SETTLED)
def test_two_values_of_one_day_are_none_and_are_said(kind: str, county: str) -> None:
    one, other = ONE_OF[kinds()[kind].value]
    torn = told((kind, one, "2026-01-05"), (kind, other, "2026-01-05"), county=county)
    read = Told.yes_no if kinds()[kind].value == "yes_no" else Told.number
    assert read(torn, kind) is None
    (doubt,) = torn.doubts
    assert doubt.startswith(f"The register contradicts itself, lines 2 and 3: 2 entries of {kind} say different things")
    later = told((kind, one, "2026-01-05"), (kind, other, "2026-01-06"), county=county)
    assert read(later, kind) is not None
    assert later.doubts == ()


def test_every_fact_in_doubt_is_null_and_none_is_that_of_an_older_entry() -> None:
    rows = [("residential_units", "4", "2025-01-01"), ("residential_units", "1", "2026-01-05")]
    assert told(*rows).facts["MUK-03"]["recs"] == 1
    torn = told(*rows, ("residential_units", "2", "2026-01-05"))
    assert {rule: torn.facts[rule]["recs"] for rule in ("MUK-03", "MUK-08")} == {"MUK-03": None, "MUK-08": None}


@pytest.mark.parametrize(
    ("first_paid", "never_paid", "levy"),
    [
        ("1999-01-31", "2020-01-05", None),
        ("2020-01-05", "2020-01-05", None),
        # Paid for the first time after somebody found that it never was.
        ("2021-01-31", "2020-01-05", dt.date(2021, 1, 31)),
    ],
)
def test_a_levy_that_was_paid_and_never_was(
    bench: Make, first_paid: str, never_paid: str, levy: dt.date | None
) -> None:
    rows = [("sanitary_levy_first_paid", "", first_paid), ("sanitary_levy_never_paid", "", never_paid)]
    assert told(*rows).facts["CKSD-05"]["levy_first_paid"] == levy
    assert bool(told(*rows).doubts) == (levy is None)
    charge = development(bench(DISTRICT_ID, told=rows))
    if levy is None:
        assert charge.amount is None
        assert asked_for(charge) == ["when the sanitary levy was first paid for the parcel"]
    else:
        # II(3)(b): not paid prior to January 1, 2004, so the charge of one lot, 1,850.
        assert charge.amount == 1850


def test_spaces_do_not_stand_in_for_units_in_doubt(bench: Make) -> None:
    spaces = [("space_with_fixtures", "", "2026-01-05")] * 3
    assert quarterly_fee(bench(DISTRICT_ID, "bill", told=spaces)).amount == 3 * 98.25
    units = [("billing_units", "1", "2026-01-05"), ("billing_units", "2", "2026-01-05")]
    charge = quarterly_fee(bench(DISTRICT_ID, "bill", told=[*spaces, *units]))
    assert charge.amount is None
    assert asked_for(charge) == ["the separately occupied spaces with a fixture"]
