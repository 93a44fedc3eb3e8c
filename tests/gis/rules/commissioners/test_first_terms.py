"""TSD-34: staggered terms (FACTS.md, entry TSD-34)."""

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
THREE, FIVE = [2, 4, 6], [2, 2, 4, 4, 6]


def find(**facts: object) -> Finding:
    return judge("TSD-34", read_facts("TSD-34", facts), LAW)


@pytest.mark.parametrize(
    ("facts", "terms"),
    [
        ({"basis": "first_board", "members": 3}, THREE),
        ({"basis": "first_board", "members": 5}, FIVE),
        ({"basis": "first_board", "members": 5, "selection": "appointed"}, FIVE),
        ({"basis": "change_5_to_3"}, THREE),
        ({"basis": "change_3_to_5", "members": 3}, FIVE),
    ],
)
def test_one_long_term_and_the_rest_half_short_half_of_middle_length(
    facts: dict[str, object], terms: list[int]
) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass", terms)
    assert found.measures["concurrent_with_supervisors"] is False
    assert found.measures["term_ends"] is None  # no day of election is stated


def test_terms_end_on_the_third_monday_of_april() -> None:
    # From April 6, 2027: 2029-04-16 as RULES.md has it; April 1, 2031 and 2033 are a Tuesday and a Friday.
    found = find(basis="first_board", members=3, election_date="2027-04-06")
    assert found.measures["term_ends"] == ["2029-04-16", "2031-04-21", "2033-04-18"]
    assert "April 21, 2031" in found.because


def test_appointed_commissioners_serve_until_a_successor_takes_office() -> None:
    found = find(basis="first_board", members=3, selection="appointed", election_date="2027-04-07")
    assert (found.answer, found.measures["term_ends"]) == (THREE, None)


def test_a_town_board_serves_as_long_as_its_supervisors_do() -> None:
    found = find(basis="town_board", members=4)
    assert (found.state, found.answer, found.measures["concurrent_with_supervisors"]) == ("pass", None, True)


@pytest.mark.parametrize("members", [0, 1, 2, 4, 6])
@pytest.mark.parametrize("selection", ["spring_election", "special_election", None])
def test_a_first_board_of_another_size_fails_however_it_is_chosen(members: int, selection: str | None) -> None:
    found = find(basis="first_board", members=members, selection=selection)
    assert (found.state, found.answer) == ("fail", None)


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({}, "why terms are set"),
        ({"basis": "first_board"}, "how many commissioners"),
        ({"basis": "first_board", "members": 5, "selection": "special_election"}, "shorter staggered terms"),
        ({"basis": "change_3_to_5", "selection": None}, "how the commissioners are selected"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert word in found.because


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"members": -3}, "members"),
        ({"election_date": "2027-04-07"}, "election_date"),
        ({"election_date": "0026-04-07"}, "election_date"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(basis="first_board", **facts)
    assert refused.value.where == f"facts.{path}"
