"""Facts that a person states: which rule takes which, and what nobody could tell apart is refused."""

from __future__ import annotations

import datetime as dt
from dataclasses import fields

import pytest

from gis.errors import FactsInvalid
from gis.proposals.applicable import BOUNDARY_RULES
from gis.proposals.stated import refuse_unknown, stated_facts

DAY = dt.date(2026, 7, 1)


@pytest.mark.parametrize(
    ("rule_id", "stated", "taken"),
    [
        ("TSD-06", {"hearing_date": "2026-07-01"}, {"hearing_date": DAY}),
        ("TSD-16", {"hearing_date": "2026-07-01"}, {}),  # the department holds another hearing
        ("TSD-16", {"TSD-16": {"hearing_date": "2026-07-01"}}, {"hearing_date": DAY}),
        ("TSD-26", {"signatures_valid": 12}, {"signatures_valid": 12}),
        ("TSD-29", {"signatures_valid": 12}, {}),  # another petition
        ("TSD-22", {"established": "2026-07-01"}, {"established": DAY}),
        ("TSD-25", {"established": "2026-07-01", "TSD-25": {"established": None}}, {"established": None}),
    ],
)
def test_a_neutral_fact_reaches_the_rules_in_which_it_means_the_same(
    rule_id: str, stated: dict[str, object], taken: dict[str, object]
) -> None:
    assert stated_facts(rule_id, stated, "here") == taken


@pytest.mark.parametrize("name", ["votes_for_governor", "event", "board_acted", "parcels"])
def test_a_fact_of_several_meanings_is_refused_and_the_meanings_told(name: str) -> None:
    with pytest.raises(FactsInvalid, match="state it under one") as caught:
        refuse_unknown({name: 1}, "here", BOUNDARY_RULES)
    assert caught.value.why.count("TSD-") >= 2


def test_every_name_that_several_rules_bear_is_decided_about() -> None:
    # A proposal states facts of all rules that are asked of a boundary: whoever adds one with a name that another bears
    # must say whether it means the same.
    known = {
        "as_of", "assessed_totals", "board_acted", "bond_filed", "boundary_accuracy_ft", "district_area_acres",
        "election_date", "equalized_totals", "established", "event", "hearing_date", "holidays", "insertions",
        "members", "method", "method_determined", "municipalities", "near_municipalities", "office_open_saturday",
        "parcels", "petition_filed", "requests", "roll_year", "several_municipalities", "signatures",
        "signatures_sufficient", "signatures_valid", "supervisors", "town_board_commission", "unclaimed_area_sqft",
        "unclaimed_width_ft", "votes_for_governor",
    }  # fmt: skip
    named = [field.name for rule in BOUNDARY_RULES.values() for field in fields(rule.facts_type)]
    assert {name for name in named if named.count(name) > 1} <= known
