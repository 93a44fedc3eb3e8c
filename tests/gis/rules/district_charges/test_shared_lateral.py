"""CKSD-14: a shared private lateral (FACTS.md, entry CKSD-14)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
POLICY = "straight line over 20 years, by footage"
# RULES.md CKSD-14: 20,000 / 400 ft x 150 ft / 2 users x (1 - 5/20) = 2,812.50, an illustration and not the rule.
NUMBERS: dict[str, Any] = {"total_ft": 400, "shared_ft": 150, "users": 2, "years_since": 5, "years_of_life": 20}


def find(**facts: object) -> Finding:
    return judge("CKSD-14", read_facts("CKSD-14", facts), LAW)


@pytest.mark.parametrize(
    ("facts", "notes"),
    [
        ({}, 0),
        ({"installed_cost": "20000.00", "footage_and_years": NUMBERS}, 0),  # numbers of no policy
        ({"policy": POLICY}, 1),
        ({"policy": POLICY, "installed_cost": "20000.00"}, 1),
        ({"policy": POLICY, "footage_and_years": NUMBERS}, 1),
        ({"policy": POLICY, "installed_cost": "20000.00", "footage_and_years": NUMBERS}, 2),
    ],
)
def test_the_text_gives_no_amount_whatever_is_stated(facts: dict[str, Any], notes: int) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.measures, found.readings) == ("undetermined", None, {}, {})
    assert "gives no formula" in found.because
    assert len(found.notes) == notes


@pytest.mark.parametrize(
    ("changed", "amount"),
    [
        ({}, "$2,812.50"),
        ({"years_since": 0}, "$3,750"),
        ({"years_since": 20}, "$0"),
        ({"years_since": 25}, "$0"),  # never less than nothing
        ({"shared_ft": 400, "users": 1, "years_since": 0}, "$20,000"),
        ({"users": 7}, "$803.57"),  # 5,625 / 7 = 803.5714...
    ],
)
def test_a_policy_is_shown_with_its_arithmetic_and_as_what_it_is(changed: dict[str, Any], amount: str) -> None:
    found = find(policy=POLICY, installed_cost="20000.00", footage_and_years={**NUMBERS, **changed})
    named, arithmetic = found.notes
    assert named == f'The district\'s policy is stated as "{POLICY}"; it is not the rule of the ordinance.'
    assert arithmetic.startswith(f"By that policy the new user would pay {amount}: $20,000 for ")


@pytest.mark.parametrize(
    ("name", "value"),
    [("total_ft", 0), ("users", 0), ("years_of_life", 0), ("shared_ft", -1), ("years_since", -1), ("shared_ft", 401)],
)
def test_numbers_that_cannot_be_are_refused(name: str, value: int) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(policy=POLICY, footage_and_years={**NUMBERS, name: value})
    assert caught.value.where == f"facts.footage_and_years.{name}"


def test_a_negative_cost_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(installed_cost="-1")
    assert caught.value.where == "facts.installed_cost"
