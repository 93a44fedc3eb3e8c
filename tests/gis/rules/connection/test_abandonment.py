"""CKSD-02: replacing a private system (FACTS.md, entry CKSD-02)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
MARCH, MAY = "2026-03-02", "2026-05-01"
MARCH_180 = "2026-08-29"  # 29 left in March, 30, 31, 30, 31 make 151; 29 more
MAY_180 = "2026-10-28"  # 30 left in May, 30, 31, 31, 30 make 152; 28 more


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("CKSD-02", read_facts("CKSD-02", {"private_system": True, **facts}), law)


@pytest.mark.parametrize(
    ("available", "notice", "answer", "by_availability", "by_notice"),
    [
        (MARCH, MAY, MARCH_180, MARCH_180, MAY_180),
        (MAY, MARCH, MARCH_180, MAY_180, MARCH_180),
        (MAY, MAY, MAY_180, MAY_180, MAY_180),
        (MARCH, None, MARCH_180, MARCH_180, None),
        (None, MAY, MAY_180, None, MAY_180),
    ],
)
def test_the_earlier_day_of_those_known(
    available: str | None, notice: str | None, answer: str, by_availability: str | None, by_notice: str | None
) -> None:
    found = find(sewer_available=available, notice=notice)
    assert (found.state, found.answer) == ("pass", answer)
    assert found.measures == {"by_availability": by_availability, "by_notice": by_notice}
    assert {name: (reading.state, reading.answer) for name, reading in found.readings.items()} == {
        "from_availability": ("pass" if by_availability else "needs_evidence", by_availability),
        "from_notice": ("pass" if by_notice else "needs_evidence", by_notice),
    }


def test_a_closed_last_day_does_not_move() -> None:
    # 180 days after May 5, 2026 is Sunday, November 1.
    assert find(sewer_available="2026-05-05").answer == "2026-11-01"


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({}, "neither the day"),
        ({"private_system": None, "sewer_available": MARCH}, "whether a private system"),
        ({"private_system": None}, "whether a private system"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.readings) == ("needs_evidence", None, {})
    assert word.lower() in found.because.lower()


def test_without_a_private_system_there_is_nothing_to_abandon() -> None:
    found = find(private_system=False, sewer_available=MARCH, notice=MAY)
    assert (found.state, found.answer, found.readings) == ("not_applicable", None, {})
    assert found.measures == {"by_availability": None, "by_notice": None}


def test_the_reason_holds_both_days() -> None:
    because = find(sewer_available=MARCH, notice=MAY).because
    for words in ("March 2, 2026", "August 29, 2026", "May 1, 2026", "October 28, 2026"):
        assert words in because


def test_another_ordinance_has_other_days_for_each() -> None:
    # 10 days after March 2; 100 days after May 1: 30, 30, 31 make 91 at the end of July.
    found = find(law_with(cksd_abandon_days=10, cksd_connect_days=100), sewer_available=MARCH, notice=MAY)
    assert found.measures == {"by_availability": "2026-03-12", "by_notice": "2026-08-09"}


def test_a_day_beyond_the_calendar_is_refused() -> None:
    with pytest.raises(FactsInvalid):
        find(notice="9999-12-01")
