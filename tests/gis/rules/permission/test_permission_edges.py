"""VLG-04 at the edges that changed code could pass unseen (FACTS.md)."""

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


@pytest.mark.parametrize("extended_to", [None, "2026-10-18"])
def test_only_a_day_that_was_agreed_on_is_said_not_to_move(extended_to: str | None) -> None:
    # June 1, 2026 plus 90 days is Sunday, August 30; by one reading a last day on it moves on.
    facts = {"filed": "2026-06-01", "acted": "2026-08-31", "extended_to": extended_to}
    found = judge("VLG-04", read_facts("VLG-04", facts), LAW)
    said = {name: reading.because for name, reading in found.readings.items()}
    agreed = "A day that a written agreement sets is not moved, closed or not."
    moves = {
        "rolled": "A last day on a closed day moves on.",
        "calendar_day": "No closed day moves the last day.",
    }
    assert said == (moves if extended_to is None else dict.fromkeys(moves, agreed))
