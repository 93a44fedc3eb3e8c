"""CKSD-04: the sewer contribution charge (FACTS.md, entry CKSD-04)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
HOUSE: dict[str, Any] = {"serviceable": True, "vacant": False, "improved": True}


def find(**facts: object) -> Finding:
    return judge("CKSD-04", read_facts("CKSD-04", {**HOUSE, **facts}), LAW)


@pytest.mark.parametrize(
    ("serviceable", "vacant", "improved", "state", "answer"),
    # Excluded is only what is vacant and unimproved at once; null where that hangs on what is not known.
    [
        (True, False, True, "pass", True),
        (True, True, True, "pass", True),
        (True, False, False, "pass", True),
        (True, True, False, "fail", False),
        (False, False, True, "fail", False),
        (False, None, None, "fail", False),
        (None, True, False, "fail", False),
        (None, False, True, "needs_evidence", None),
        (True, None, True, "pass", True),
        (True, False, None, "pass", True),
        (True, True, None, "needs_evidence", None),
        (True, None, False, "needs_evidence", None),
    ],
)
def test_who_bears_the_charge(
    *, serviceable: bool | None, vacant: bool | None, improved: bool | None, state: str, answer: bool | None
) -> None:
    found = find(serviceable=serviceable, vacant=vacant, improved=improved)
    assert (found.state, found.answer) == (state, answer)


@pytest.mark.parametrize(
    ("facts", "amount", "billed", "words"),
    [
        ({}, None, False, "the amount in the district's Schedule is not stated"),
        ({"schedule_amount": "4200.00"}, "4200.00", False, "billed only after the lateral is installed and observed"),
        ({"lateral_observed": "2026-06-01"}, None, True, "observed on June 1, 2026"),
        ({"serviceable": False, "schedule_amount": "4200.00"}, None, False, "cannot serve"),
        ({"vacant": True, "improved": False, "lateral_observed": "2026-06-01"}, None, False, "vacant and unimproved"),
    ],
)
def test_amount_and_bill(facts: dict[str, object], amount: str | None, words: str, *, billed: bool) -> None:
    found = find(**facts)
    assert found.measures == {"amount": amount, "billed": billed}
    assert words in found.because


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"serviceable": None}, "Whether the sewer system can serve the parcel is not known."),
        ({"vacant": None, "improved": None}, "Whether the parcel is vacant and whether it is improved are not known."),
        ({"vacant": True, "improved": None}, "Whether it is improved is not known."),
    ],
)
def test_only_what_could_change_it_is_asked_for(facts: dict[str, object], words: str) -> None:
    assert find(**facts).because == words


def test_a_negative_amount_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(schedule_amount="-0.01")
    assert caught.value.where == "facts.schedule_amount"
