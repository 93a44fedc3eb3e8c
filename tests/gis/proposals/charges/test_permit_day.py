"""Is each charge that is paid with a permit that of the permit's own day: no earlier text, and no later one?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from gis.law.ordinance_files import load_ordinances
from gis.model.charges import Charge
from gis.model.finding import State
from gis.proposals.charges.development import development
from gis.proposals.charges.village import on_connection, reserve_capacity
from tests.gis.proposals.charges.conftest import DISTRICT_ID, Make, amounts, asked_for
from tests.gis.proposals.connections.village import VILLAGE

RESERVE, FCAC = "reserve capacity assessment", "future development charge (FCAC)"
NEVER = ("sanitary_levy_never_paid", "", "2026-01-31")
OWN = f"""\
id: own
title: Own assessment (invented)
citation: Own Code 9 (invented)
applies_in: {{kind: village, name: {VILLAGE}}}
in_force: {{from: 2019-01-01}}
charges: {{rules: [MUK-07, MUK-08]}}
parameters:
"""
NUMBERS = {
    "mukwonago_rca_base_dollars": ("usd", {"2019-01-01": 1200, "2024-01-01": 1500}),
    "mukwonago_rca_increase_dollars": ("usd", {"2019-01-01": 60}),
    "mukwonago_rca_first_increase": ("date", {"2019-01-01": "2020-01-01"}),
    "mukwonago_recs_church": ("rec", {"2019-01-01": 1, "2024-01-01": 3}),
}
CUTOFF = {"mukwonago_rca_existing_on": ("date", {"2019-01-01": "2001-06-30"})}
Assess = Callable[..., Charge]


def section(numbers: Mapping[str, tuple[str, Mapping[str, object]]]) -> Iterator[str]:
    """Yield the lines of a section of parameters."""
    for name, (unit, values) in numbers.items():
        yield f"  {name}:\n    unit: {unit}\n    values:\n"
        for day, value in values.items():
            yield f"      - {{from: {day}, value: {value}, citation: Own Code 9 (invented)}}\n"


@pytest.fixture
def assess(bench: Make, tmp_path: Path) -> Assess:
    """Return what assesses a permit under an ordinance whose first amount was raised in 2024."""

    def make(permit: str, *, cutoff: bool = False, date: str = "2026-06-15", **stated: object) -> Charge:
        file = tmp_path / "own.yaml"
        file.write_text(OWN + "".join(section({**NUMBERS, **(CUTOFF if cutoff else {})})), "utf-8")
        ordinances, day = load_ordinances([file]), dt.date.fromisoformat(date)
        found = ordinances.get("own", day)
        asked = bench(date=day, permit_date=permit, **stated)
        (charge,) = reserve_capacity(replace(asked, ordinance=found, parameters=ordinances.parameters(found, day)))
        return charge

    return make


@pytest.mark.parametrize("date", ["2024-06-15", "2026-06-15"])
@pytest.mark.parametrize(
    ("permit", "dollars"),
    [
        ("2019-01-01", 1200),
        ("2019-12-31", 1200),
        ("2020-01-01", 1260),
        ("2023-12-31", 1440),  # 1,200 and 4 increases of 60, whatever the first amount was raised to since
        ("2024-01-01", 1800),  # 1,500 and 5 increases
    ],
)
def test_a_permit_is_assessed_by_the_text_of_its_day(assess: Assess, permit: str, dollars: int, date: str) -> None:
    assert assess(permit, date=date, recs=1).amount == dollars


@pytest.mark.parametrize("permit", ["2018-12-31", "2010-05-01", "1979-01-01"])
def test_no_text_reaches_back_before_its_first_day(assess: Assess, permit: str) -> None:
    charge = assess(permit, recs=1)
    assert (charge.amount, charge.state, charge.readings) == (None, State.NEEDS_EVIDENCE, ())
    assert [each.where.startswith("ordinance file: parameters, mukwonago_rca_") for each in charge.missing] == [True]


@pytest.mark.parametrize(
    ("permit", "dollars", "readings"),
    [("2001-07-01", 1200, {}), ("2018-12-31", 1200, {}), ("2001-06-30", None, {"existing": 0, "future": 1200})],
)
def test_a_text_with_a_cutoff_says_itself_which_earlier_connections_it_assesses(
    assess: Assess, permit: str, dollars: int | None, readings: dict[str, int]
) -> None:
    charge = assess(permit, cutoff=True, recs=1)
    assert (charge.amount, {each.name: each.amount for each in charge.readings}) == (dollars, readings)


@pytest.mark.parametrize(("permit", "dollars"), [("2023-12-31", 1440), ("2024-01-01", 5400)])
def test_the_units_of_a_use_are_those_of_the_same_day(assess: Assess, permit: str, dollars: int) -> None:
    # A church had 1 unit, and has 3 since 2024: 3 * (1,500 + 5 * 60).
    assert assess(permit, use="church").amount == dollars


@pytest.mark.parametrize("date", ["2026-06-15", "2027-06-15"])
@pytest.mark.parametrize(
    ("permit", "dollars"), [("2025-12-31", None), ("2026-01-01", 1850), ("2026-12-31", 1850), ("2027-01-01", None)]
)
def test_a_development_charge_is_that_of_the_plumbing_permit(
    bench: Make, permit: str, dollars: int | None, date: str
) -> None:
    # II(3)(f): paid on issuance of the permit; the Schedule has 2026 alone.
    charge = development(bench(DISTRICT_ID, told=[NEVER], permit_date=permit, date=dt.date.fromisoformat(date)))
    assert charge.amount == dollars
    if dollars is None:
        day = dt.date.fromisoformat(permit)
        assert asked_for(charge) == [f"the future development charge of a lot, on {day:%B} {day.day}, {day.year}"]


@pytest.mark.parametrize(("date", "dollars"), [("2026-06-15", 1850), ("2027-06-15", None)])
def test_with_an_agreement_it_is_not_that_of_the_permit(bench: Make, date: str, dollars: int | None) -> None:
    told = [NEVER, ("developer_agreement", "yes", "2026-02-01")]
    for permit in ("2025-12-31", "2026-12-31"):
        charge = development(bench(DISTRICT_ID, told=told, permit_date=permit, date=dt.date.fromisoformat(date)))
        assert charge.amount == dollars


@pytest.mark.parametrize("date", ["2026-06-15", "2027-06-15"])
@pytest.mark.parametrize(
    ("permit", "dollars"), [("2025-12-31", None), ("2026-01-01", 500), ("2026-12-31", 500), ("2027-01-01", None)]
)
def test_payments_before_the_permit_are_those_of_its_day(
    bench: Make, permit: str, dollars: int | None, date: str
) -> None:
    told = [("connection_payment", "regional_fee", "2026-01-05")]
    asked = bench(told=told, permit_date=permit, date=dt.date.fromisoformat(date))
    charges = {each.name: each for each in on_connection(asked)}
    assert charges["payments before the permit to connect"].amount == dollars


@pytest.mark.parametrize("ordinance", [None, DISTRICT_ID])
def test_a_building_permit_on_record_is_not_the_permit_to_connect(bench: Make, ordinance: str | None) -> None:
    # A house of 1995 is connected in 2026: its permit to connect is of 2026, and so are the fees that come with it.
    told = [NEVER, ("building_permit_issued", "", "1995-05-01")]
    asked = bench(told=told) if ordinance is None else bench(ordinance, told=told)
    assert asked.of_permit.date == dt.date(2026, 6, 15)
    if ordinance is not None:
        assert amounts([development(asked)]) == {FCAC: "1850.00"}
