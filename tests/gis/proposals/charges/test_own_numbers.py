"""Is no parcel charged another municipality's numbers where the ordinance's file lists its rules and states none?"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.law.ordinance_files import load_ordinances
from gis.law.ordinance_inheriting import rates
from gis.model.charges import Charge
from gis.proposals.charges import billing, development, district, impact_fees, village
from gis.proposals.charges.bench import Bench
from tests.gis.proposals.charges.conftest import DATE, DISTRICT_ID, FILES, VILLAGE_ID, Make

TOLD = [
    ("development_kind", "single_family", "2026-01-01"),
    ("review_payroll_cost", "1000", "2026-01-01"),
    ("space_with_fixtures", "", "2026-01-01"),
]


@pytest.fixture
def bare(bench: Make, tmp_path: Path) -> Make:
    """Return what puts an ordinance without a number of its own before the parcel."""
    for name, text in FILES.items():
        (tmp_path / f"{name}.yaml").write_text(text.replace(f"id: {name}", f"id: bare-{name}"), "utf-8")
    ordinances = load_ordinances([tmp_path / f"{name}.yaml" for name in FILES])

    def make(ordinance: str, **asked: Any) -> Bench:  # noqa: ANN401 - as the fixture bench has them
        found = ordinances.get(f"bare-{ordinance}", DATE)
        return replace(bench(**asked), ordinance=found, parameters=ordinances.parameters(found, DATE), own=frozenset())

    return make


def every_charge(bare: Make) -> list[Charge]:
    """Return what both ordinances charge on every event, where all that a person can state is stated."""
    connect = bare(VILLAGE_ID, event="connect", told=TOLD, new_building=True, recs="2", dwellings={"single_family": 1})
    by_use = bare(VILLAGE_ID, event="connect", told=TOLD, use="restaurant", quantity=120)
    bill = bare(VILLAGE_ID, event="bill", told=TOLD, volume_kgal=12, issued="2026-04-01")
    joined = bare(DISTRICT_ID, event="connect", told=TOLD)
    user = bare(DISTRICT_ID, event="bill", told=TOLD, issued="2026-03-01")
    sewer, fee = [*billing.sewer_bill(bill)], district.quarterly_fee(user)
    return [
        *village.on_connection(connect),
        *village.reserve_capacity(by_use),
        *impact_fees.impact_fees(connect),
        village.review(connect),
        *sewer,
        *billing.late_charges(bill, sewer, "sewer"),
        *district.on_connection(joined),
        development.development(joined),
        fee,
        *billing.late_charges(user, [fee], "user"),
    ]


def test_no_charge_rests_on_a_rate_of_the_law_on_file(bare: Make) -> None:
    names = rates(load_law())
    charges = every_charge(bare)
    for charge in charges:
        used = {use.name for each in (charge.finding, *charge.beside) if each is not None for use in each.parameters}
        assert not used & names, charge.name
    # What figures of the file make is charged all the same.
    known = {each.name: each.amount for each in charges if each.amount}
    assert known["residential equivalency charge"] == 384
    assert known["sewer use charge, quarter ending March"] == Fraction("61.20")
    assert known["sewer user fee"] == Fraction("98.25")


@pytest.mark.parametrize(
    ("name", "parameter"),
    [
        ("reserve capacity assessment", "mukwonago_rca_"),
        ("impact fee for water", "mukwonago_impact_recs_single_family"),
        ("review by the village", "village_staff_payroll_factor"),
        ("late charge on the sewer bill", "mukwonago_sewer_late_percent"),
        ("late charge on the user bill", "cksd_late_user_bill_percent"),
    ],
)
def test_what_is_open_names_the_parameter_to_write(bare: Make, name: str, parameter: str) -> None:
    charge = next(each for each in every_charge(bare) if each.name == name)
    assert charge.amount is None
    assert charge.state == "needs_evidence"
    assert any(f"ordinance file: parameters, {parameter}" in each.where for each in charge.missing), charge.missing
    assert not any("$" in each for each in charge.says if "The bill:" not in each)
