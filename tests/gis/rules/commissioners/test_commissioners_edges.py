"""TSD-23 and TSD-24 at the edges that changed code could pass unseen (FACTS.md)."""

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ALDER, BIRCH, CEDAR = "Town of Alder", "Town of Birch", "Town of Cedar"


def selecting(**facts: object) -> Finding:
    # Alder 4,000,000; Birch 2,400,000 / 0.80 = 3,000,000.
    stated = {
        "municipalities": [{"name": ALDER, "assessment_ratio": 1}, {"name": BIRCH, "assessment_ratio": "0.80"}],
        "assessed_totals": [
            {"municipality": ALDER, "assessed_value": 4_000_000},
            {"municipality": BIRCH, "assessed_value": 2_400_000},
        ],
    }
    return judge("TSD-23", read_facts("TSD-23", {**stated, **facts}), LAW)


def shifted(**facts: object) -> Finding:
    return judge("TSD-24", read_facts("TSD-24", {"first_authorized": ALDER, **facts}), LAW)


def shares(**by_town: str) -> list[dict[str, str]]:
    return [{"municipality": f"Town of {town.title()}", "share": share} for town, share in by_town.items()]


@pytest.mark.parametrize(
    ("facts", "is_said"),
    [
        ({}, False),  # neither day is stated, and who selects needs none
        ({"established": "2026-04-01"}, True),
        ({"method_determined": "2026-05-01"}, True),
        ({"established": "2026-04-01", "method_determined": "2026-05-01"}, True),
    ],
)
def test_the_sentence_speaks_of_the_days_only_where_one_is_stated(facts: dict[str, object], is_said: bool) -> None:
    found = selecting(**facts)
    assert found.state == "pass"
    assert ("the establishment of the district" in found.because) is is_said


@pytest.mark.parametrize(
    ("facts", "names"),
    [
        # One town exceeds, and sixty days from June 3, 2026 are counted: both ways of ending them are read.
        (
            {"shares": shares(alder="0.4", birch="0.6"), "shares_changed": "2026-06-03"},
            {"largest_share", "any_exceeding", "rolled", "calendar_day"},
        ),
        # The day of the change is not known: no last day, so no reading of one.
        ({"shares": shares(alder="0.4", birch="0.6")}, {"largest_share", "any_exceeding"}),
        # Two towns exceed: whose last day it would be is not settled.
        (
            {"shares": shares(alder="0.2", birch="0.4", cedar="0.4"), "shares_changed": "2026-06-03"},
            {"largest_share", "any_exceeding"},
        ),
    ],
)
def test_a_last_day_is_read_both_ways_only_where_there_is_one(facts: dict[str, object], names: set[str]) -> None:
    assert set(shifted(**facts).readings) == names
