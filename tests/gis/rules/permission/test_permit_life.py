"""CKSD-11: life of a permit (FACTS.md, entry CKSD-11)."""

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
PERMIT: dict[str, Any] = {"issued": "2026-06-01", "construction_started": "not_started", "as_of": "2026-09-01"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-11", read_facts("CKSD-11", {**PERMIT, **facts}), law)


@pytest.mark.parametrize(
    ("started", "in_time", "expiry"),
    [
        ("not_started", False, "2027-06-01"),
        ("2026-06-01", True, "2028-06-01"),
        ("2027-06-01", True, "2028-06-01"),
        ("2027-06-02", False, "2027-06-01"),
        (None, None, None),
    ],
)
def test_the_start_decides_between_one_year_and_two(started: str | None, expiry: str, *, in_time: bool | None) -> None:
    found = find(construction_started=started)
    assert (found.answer, found.measures) == (expiry, {"started_in_time": in_time})


@pytest.mark.parametrize(
    ("started", "as_of", "state"),
    [
        ("not_started", "2026-06-01", "pass"),
        ("not_started", "2027-06-01", "pass"),
        ("not_started", "2027-06-02", "fail"),
        ("2026-07-01", "2027-06-02", "pass"),
        ("2026-07-01", "2028-06-01", "pass"),
        ("2026-07-01", "2028-06-02", "fail"),
        (None, "2027-06-01", "pass"),
        (None, "2027-06-02", "needs_evidence"),
        (None, "2028-06-01", "needs_evidence"),
        (None, "2028-06-02", "fail"),
        ("2026-07-01", None, "needs_evidence"),
        (None, None, "needs_evidence"),
    ],
)
def test_whether_it_is_alive(started: str | None, as_of: str | None, state: str) -> None:
    assert find(construction_started=started, as_of=as_of).state == state


@pytest.mark.parametrize(
    ("started", "expiry"), [("not_started", "2029-02-28"), ("2028-09-01", "2030-02-28"), ("2029-02-28", "2030-02-28")]
)
def test_a_leap_day(started: str, expiry: str) -> None:
    assert find(issued="2028-02-29", construction_started=started, as_of="2029-01-01").answer == expiry


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"as_of": "2027-06-02"}, "on June 2, 2027 it has expired"),
        ({"construction_started": None, "as_of": "2027-07-01"}, "the start of construction is not known"),
        ({"construction_started": None}, "or on June 1, 2028 if construction started by June 1, 2027"),
        ({"as_of": None}, "the day asked about is not known"),
        ({"construction_started": "2027-06-02"}, "after June 1, 2027, too late"),
        ({"issued": None}, "The day of issue is not known."),
    ],
)
def test_what_is_said(facts: dict[str, Any], words: str) -> None:
    assert words in find(**facts).because


def test_a_start_before_the_permit_is_doubted() -> None:
    assert any("check both dates" in note for note in find(construction_started="2026-05-31").notes)
    assert find(construction_started="2026-06-01").notes == ()


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(as_of="2026-05-31")
    assert caught.value.where == "facts.as_of"
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(issued="9998-06-01", as_of=None)


def test_the_years_are_those_of_the_law() -> None:
    law = law_with(cksd_permit_years=3, cksd_started_permit_years=5)
    assert find(law).answer == "2029-06-01"
    assert find(law, construction_started="2029-06-01").answer == "2031-06-01"
