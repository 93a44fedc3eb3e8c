"""VLG-10: what review costs the developer (FACTS.md, entry VLG-10)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(invoices: object, payroll_cost: object, law: Parameters = LAW) -> Finding:
    return judge("VLG-10", read_facts("VLG-10", {"invoices": invoices, "payroll_cost": payroll_cost}), law)


@pytest.mark.parametrize(
    ("invoices", "payroll", "staff", "total"),
    [
        ("4250.00", "1180.00", "2360.00", "6610.00"),
        ("0.00", "333.33", "666.66", "666.66"),
        ("0.00", "0.00", "0.00", "0.00"),
        ("100.00", "0", "0.00", "100.00"),
    ],
)
def test_invoices_and_twice_the_payroll_cost(invoices: str, payroll: str, staff: str, total: str) -> None:
    found = find(invoices, payroll)
    assert (found.state, found.answer, found.measures) == ("pass", total, {"staff_charge": staff})


@pytest.mark.parametrize(
    ("invoices", "payroll", "staff", "words"),
    [
        (None, "10", "20.00", "the sum of the invoices is not known"),
        ("10", None, None, "the payroll cost of staff time is not known"),
        (None, None, None, "the sum of the invoices and the payroll cost of staff time are not known"),
    ],
)
def test_what_is_missing_is_named(invoices: str | None, payroll: str | None, staff: str | None, words: str) -> None:
    found = find(invoices, payroll)
    assert (found.state, found.answer, found.measures) == ("needs_evidence", None, {"staff_charge": staff})
    assert words in found.because


@pytest.mark.parametrize(("invoices", "payroll", "path"), [("-1", "1", "invoices"), ("1", "-0.01", "payroll_cost")])
def test_what_cannot_be_is_refused(invoices: str, payroll: str, path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(invoices, payroll)
    assert caught.value.where == f"facts.{path}"


def test_the_factor_is_one_of_the_law() -> None:
    assert find("1", "10", law_with(village_staff_payroll_factor=3)).answer == "31.00"
