"""MUK-16 at the edges that changed code could pass unseen (FACTS.md)."""

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


@pytest.mark.parametrize(
    ("frontage_ft", "whole_ft", "words"),
    [
        ("120", "700", "120 of 700 ft along the main bear $10,285.71 of the cost of $60,000"),
        # 7,207,404 / 700.9876 = 10,281.785...; lengths are said to the thousandth of a foot.
        ("120.1234", "700.9876", "120.123 of 700.988 ft along the main bear $10,281.78 of the cost of $60,000"),
    ],
)
def test_the_frontages_are_said_to_the_thousandth_of_a_foot(frontage_ft: str, whole_ft: str, words: str) -> None:
    facts = {
        "assessable_cost": "60000.00",
        "total_frontage_ft": whole_ft,
        "customer_frontage_ft": frontage_ft,
        "completed": "2020-06-15",
        "connected": "2026-03-01",
    }
    assert words in judge("MUK-16", read_facts("MUK-16", facts), LAW).because
