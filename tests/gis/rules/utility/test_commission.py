"""UT-02: first terms of a utility commission (FACTS.md, entry UT-02)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(members: int | None, begins: str | None = "2026-10-01", law: Parameters = LAW) -> Finding:
    return judge("UT-02", read_facts("UT-02", {"members": members, "first_term_begins": begins}), law)


@pytest.mark.parametrize("members", [3, 5, 7])
def test_one_term_expires_each_october(members: int) -> None:
    found = find(members)
    assert (found.state, found.measures) == ("pass", {"term_years": members})
    assert found.answer == [f"{year}-10-01" for year in range(2027, 2027 + members)]


@pytest.mark.parametrize("members", [0, 1, 2, 4, 6, 8, 9])
@pytest.mark.parametrize("begins", ["2026-10-01", None])
def test_other_numbers_are_not_allowed(members: int, begins: str | None) -> None:
    found = find(members, begins)
    assert (found.state, found.answer, found.measures) == ("fail", None, {"term_years": None})
    assert f"3, 5 or 7 members, not {members}" in found.because


@pytest.mark.parametrize(
    ("members", "begins", "words"),
    [
        (None, "2026-10-01", "how many commissioners there are is not known"),
        (5, None, "when their terms begin is not known"),
        (None, None, "how many commissioners there are and when their terms begin are not known"),
    ],
)
def test_what_is_missing_is_named(members: int | None, begins: str | None, words: str) -> None:
    found = find(members, begins)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


@pytest.mark.parametrize(
    ("members", "begins", "path"), [(-3, "2026-10-01", "members"), (3, "2026-09-30", "first_term_begins")]
)
def test_what_cannot_be_is_refused(members: int, begins: str, path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(members, begins)
    assert caught.value.where == f"facts.{path}"


def test_terms_that_leave_the_calendar_are_refused() -> None:
    with pytest.raises(FactsInvalid, match="leaves the calendar"):
        find(3, "9998-10-01")


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(utility_commissioners_fewest=2, utility_term_begins_october_day=5)
    assert find(2, "2026-10-05", law).answer == ["2027-10-05", "2028-10-05"]
    assert find(3, "2026-10-05", law).state == "fail"
