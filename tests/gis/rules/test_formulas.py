"""Does the shape of a rule that holds on a date follow the dated choices of the law?"""

from __future__ import annotations

import datetime as dt
from dataclasses import replace
from fractions import Fraction

import pytest

from gis.errors import ParameterNotInForce
from gis.law.loader import load_law
from gis.law.parameters import CHOICES, DatedParameter, DatedValue, Law, Parameters, Unit
from gis.rules.electors import by_parts
from gis.rules.formulas import chosen, dated_formulas, formula_on
from gis.rules.registry import judge, read_facts

# An invented history of one choice: until 2014 the vote of the district by area, from 2016 half of that.
ENTRY = DatedParameter(
    name="district_vote_method",
    unit=Unit.CHOICE,
    says="How a district's vote is found.",
    values=(
        DatedValue(dt.date(2011, 7, 1), dt.date(2014, 12, 31), "area_quotient", "Wis. Stat. 1.01(1)"),
        DatedValue(dt.date(2016, 1, 1), None, "half", "Wis. Stat. 1.01(2)"),
    ),
    section="Wis. Stat. 1.01",
    file="one.yaml",
    line=3,
)


def whole(share: Fraction) -> Fraction:
    return share


def half(share: Fraction) -> Fraction:
    return share / 2


FUNCTIONS = {"area_quotient": whole, "half": half}


def on(date: dt.date) -> Parameters:
    return Law({ENTRY.name: ENTRY}).parameters(date)


def test_formulas_stand_newest_first_with_their_dates_and_citations() -> None:
    newest, oldest = dated_formulas(ENTRY, FUNCTIONS)
    assert (newest.holds_from, newest.until, newest.citation) == (dt.date(2016, 1, 1), None, "Wis. Stat. 1.01(2)")
    assert (oldest.holds_from, oldest.until) == (dt.date(2011, 7, 1), dt.date(2014, 12, 31))
    assert (newest.function, oldest.function) == (half, whole)


@pytest.mark.parametrize(
    ("date", "expected"),
    [
        pytest.param(dt.date(2011, 7, 1), Fraction(1, 3), id="first day of the first"),
        pytest.param(dt.date(2014, 12, 31), Fraction(1, 3), id="last day of the first"),
        pytest.param(dt.date(2016, 1, 1), Fraction(1, 6), id="first day of the second"),
        pytest.param(dt.date(2040, 1, 1), Fraction(1, 6), id="long after"),
    ],
)
def test_the_formula_of_the_date_is_taken(date: dt.date, expected: Fraction) -> None:
    assert formula_on(date, dated_formulas(ENTRY, FUNCTIONS)).function(Fraction(1, 3)) == expected
    assert chosen(on(date), ENTRY.name, FUNCTIONS)(Fraction(1, 3)) == expected


@pytest.mark.parametrize(
    "date",
    [
        pytest.param(dt.date(2011, 6, 30), id="the day before the first"),
        pytest.param(dt.date(2015, 1, 1), id="the day after the first ended"),
        pytest.param(dt.date(2015, 12, 31), id="the day before the second"),
    ],
)
def test_a_date_without_formula_is_refused(date: dt.date) -> None:
    with pytest.raises(ParameterNotInForce, match=date.isoformat()) as caught:
        formula_on(date, dated_formulas(ENTRY, FUNCTIONS))
    assert caught.value.where == "Wis. Stat. 1.01(1)"
    assert "2011-07-01" in caught.value.why
    with pytest.raises(ParameterNotInForce) as named:
        chosen(on(date), ENTRY.name, FUNCTIONS)
    assert named.value.where == "Wis. Stat. 1.01, file one.yaml, line 3"


def test_a_choice_without_formula_is_a_fault_of_the_rule_on_every_date() -> None:
    with pytest.raises(LookupError, match="half of district_vote_method"):
        chosen(on(dt.date(2012, 1, 1)), ENTRY.name, {"area_quotient": whole})


def test_every_choice_of_the_law_is_one_that_rules_follow_and_the_reverse() -> None:
    # The rules themselves run on their handed cases, where a choice without function would raise. A choice that no
    # text on file makes is one that another municipality's ordinance may make of the same rule.
    made = {
        entry.name: {dated.value for dated in entry.values}
        for entry in load_law().entries.values()
        if entry.unit is Unit.CHOICE
    }
    may_make = {
        "cksd_abutting_reading": {"point_counts"},
        "eru_area_rounding": {"unrounded_area"},
        "eru_rounding": {"nearest_step", "up_to_whole", "nearest_whole_half_up", "tenth_then_whole"},
        "mukwonago_block_reading": {"interior_only"},
        "statute_block_reading": {"interior_only"},
    }
    assert {name: choices | may_make.get(name, set()) for name, choices in made.items()} == CHOICES


def test_a_dated_choice_changes_what_a_rule_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    # The text of 60.74(6)(c) stays as it is; a change of 2030 that took every part by its municipality is invented.
    # One municipality of 10 sq mi with 1,000 votes; 1 sq mi of it inside, which is all of a ward of 400 votes.
    monkeypatch.setitem(by_parts._VOTE_OF_PART, "municipality", by_parts._by_municipality)  # noqa: SLF001 - a second formula
    areas = load_law().entries["district_vote_areas"]
    later = DatedValue(dt.date(2030, 1, 1), None, "municipality", "Wis. Stat. 60.74(6)(c), invented")
    law = Law({**load_law().entries, areas.name: replace(areas, values=(*areas.values, later))})
    part = {"municipality": "Oak", "area_sqmi": 1, "municipality_area_sqmi": 10, "municipality_votes": 1000}
    facts = read_facts("TSD-32", {"parts": [{**part, "units": [{"name": "Ward 1", "votes_for_governor": 400}]}]})
    answers = [judge("TSD-32", facts, law.parameters(dt.date(year, 1, 1))).answer for year in (2029, 2030)]
    # By the ward 400 votes, a fifth of them 80; by the municipality 1/10 of 1,000, a fifth of them 20.
    assert answers == [80, 20]
