"""MUK-03: the standby charge (FACTS.md, entry MUK-03)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
PREMISES: dict[str, Any] = {
    "rec_charge": "14.00",
    "rec_charge_period": "monthly",
    "notice_given": "2026-05-01",
    "as_of": "2026-06-01",
}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("MUK-03", read_facts("MUK-03", {**PREMISES, **facts}), law)


@pytest.mark.parametrize(
    ("charge", "period", "recs", "monthly", "answer"),
    # One and a half times the charge of one month, rounded once.
    [
        ("14.00", "monthly", 1, "14.00", "21.00"),
        ("52.50", "quarterly", 1, "17.50", "26.25"),
        ("168.00", "annual", 1, "14.00", "21.00"),
        ("14.00", "monthly", "2.5", "35.00", "52.50"),
        ("14.01", "quarterly", 1, "4.67", "7.01"),  # 7.005
        ("14.00", "quarterly", 1, "4.67", "7.00"),  # 4.6666... x 1.5; from the rounded month it would be 7.01
        ("100.00", "annual", 1, "8.33", "12.50"),
        ("14.00", "monthly", "0.5", "7.00", "10.50"),
        ("0", "monthly", 1, "0.00", "0.00"),
        ("14.00", "monthly", 0, "0.00", "0.00"),
    ],
)
def test_the_charge_of_one_month(charge: str, period: str, recs: object, monthly: str, answer: str) -> None:
    found = find(rec_charge=charge, rec_charge_period=period, recs=recs)
    assert (found.state, found.answer, found.measures["monthly_charge"]) == ("pass", answer, monthly)
    assert found.readings == {}


@pytest.mark.parametrize(
    ("as_of", "state", "answer"),
    # Notice on May 1: it runs to May 11.
    [
        ("2026-04-30", "not_applicable", "0.00"),
        ("2026-05-11", "not_applicable", "0.00"),
        ("2026-05-12", "pass", "21.00"),
    ],
)
def test_the_notice_has_to_run_first(as_of: str, state: str, answer: str) -> None:
    found = find(as_of=as_of)
    assert (found.state, found.answer, found.measures["notice_runs_to"]) == (state, answer, "2026-05-11")
    assert "May 11, 2026" in found.because
    assert ("no standby charge may be billed yet" in found.because) is (state == "not_applicable")


@pytest.mark.parametrize(
    ("connected", "state", "answer"),
    [
        ("2026-05-20", "not_applicable", "0.00"),
        ("2026-06-01", "not_applicable", "0.00"),
        ("2026-06-02", "pass", "21.00"),
        (None, "pass", "21.00"),
    ],
)
def test_the_charge_ends_with_the_connection(connected: str | None, state: str, answer: str) -> None:
    found = find(connected=connected)
    assert (found.state, found.answer) == (state, answer)
    assert ("premises are connected since" in found.because) is (state == "not_applicable")


@pytest.mark.parametrize(
    ("facts", "answer", "words"),
    [
        ({"notice_given": None}, "0.00", "No written notice is on record"),
        ({"notice_given": None, "as_of": None}, "0.00", "No written notice is on record"),
        ({"notice_given": None, "rec_charge": None}, "0.00", "until 10 days after one"),
        ({"as_of": None}, None, "the day asked about is not known"),
        ({"as_of": None, "connected": "2026-05-20"}, None, "the day asked about is not known"),
        ({"rec_charge": None}, None, "the residential equivalency charge is not known"),
        ({"rec_charge_period": None}, None, "the period of that charge is not known"),
        ({"recs": None}, None, "how many units the premises have is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], answer: str | None, words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", answer)
    assert words in found.because


@pytest.mark.parametrize(
    "facts",
    [
        pytest.param({"connected": "2026-05-20", "notice_given": None}, id="connected, no notice"),
        pytest.param({"connected": "2026-05-20", "rec_charge": None}, id="connected, charge unknown"),
        pytest.param({"as_of": "2026-05-05", "rec_charge": None, "recs": None}, id="notice runs, charge unknown"),
    ],
)
def test_what_is_unknown_and_could_not_change_the_charge_is_not_asked_about(facts: dict[str, object]) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("not_applicable", "0.00")


@pytest.mark.parametrize(("facts", "path"), [({"rec_charge": "-1"}, "rec_charge"), ({"recs": "-0.5"}, "recs")])
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{path}"


def test_a_notice_that_leaves_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(notice_given="9999-12-25")


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(mukwonago_standby_notice_days=31, mukwonago_standby_percent=110)
    assert find(law).state == "not_applicable"  # May 1 and 31 days: June 1 itself
    found = find(law, as_of="2026-06-02")
    assert (found.state, found.answer) == ("pass", "15.40")
    assert "110 percent of $14 a month is $15.40" in found.because
    assert [use.value for use in found.parameters] == [31, 110]
