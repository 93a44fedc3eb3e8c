"""TSD-33: the number of commissioners (FACTS.md, entry TSD-33)."""

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("TSD-33", read_facts("TSD-33", facts), LAW)


@pytest.mark.parametrize(
    ("members", "state"), [(0, "fail"), (2, "fail"), (3, "pass"), (4, "fail"), (5, "pass"), (6, "fail")]
)
def test_three_or_five(members: int, state: str) -> None:
    found = find(town_board_commission=False, members=members)
    assert (found.state, found.answer) == (state, [3, 5])


@pytest.mark.parametrize(("members", "supervisors", "state"), [(4, 4, "pass"), (3, 4, "fail"), (5, 5, "pass")])
def test_as_many_as_supervisors_where_the_town_board_is_the_commission(
    members: int, supervisors: int, state: str
) -> None:
    found = find(town_board_commission=True, members=members, supervisors=supervisors)
    assert (found.state, found.answer) == (state, [supervisors])


@pytest.mark.parametrize(
    ("facts", "answer", "word"),
    [
        ({}, None, "whether the town board is the commission and how many commissioners"),
        ({"members": 3}, None, "whether the town board is the commission"),
        ({"town_board_commission": True, "members": 3}, None, "how many supervisors"),
        ({"town_board_commission": False}, [3, 5], "how many commissioners there are"),
        ({"town_board_commission": True, "supervisors": 4}, [4], "how many commissioners there are"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], answer: list[int] | None, word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", answer)
    assert word in found.because


def test_fewer_than_none_is_refused() -> None:
    with pytest.raises(FactsInvalid, match=r"facts\.members"):
        find(town_board_commission=False, members=-3)


def test_whose_size_the_number_is_told() -> None:
    # Elsewhere a commission has 3 or 5 members, so the sentence says of which one it speaks.
    assert find(town_board_commission=True, members=4, supervisors=4).because == (
        "Where the town board is the commission, it has as many members as the board has supervisors, 4; this one has "
        "4."
    )
    assert find(town_board_commission=False, members=4).because == ("A commission has 3 or 5 members; this one has 4.")
