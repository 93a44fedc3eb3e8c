"""CKSD-06 at the edges that changed code could pass unseen (FACTS.md)."""

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


@pytest.mark.parametrize(
    ("flow", "days", "is_said"),
    # Class C: an average over 1,000 gallons a day, and over it on 15 days of a month or more.
    [
        ("999.999", 15, True),
        (1000, 14, False),
        (1000, 15, True),
        (1000, 31, True),
        ("1000.001", 15, False),
        (None, 15, False),
        (1000, None, False),
    ],
)
def test_days_that_speak_for_class_c_are_said_while_the_average_is_not_over_its_flow(
    flow: object, days: int | None, is_said: bool
) -> None:
    facts = {"sub_district": "FSD2", "average_gpd": flow, "days_over_1000": days}
    notes = judge("CKSD-06", read_facts("CKSD-06", facts), LAW).notes
    said = f"The flow is over 1,000 gallons on {days} days of the month, as class C has it, and its average is not."
    assert (said in notes) is is_said
