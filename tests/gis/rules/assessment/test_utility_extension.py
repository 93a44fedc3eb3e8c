"""SA-08: assessments for a utility (FACTS.md, entry SA-08)."""

from __future__ import annotations

import pytest

from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with


def find(law: Parameters | None = None, **facts: object) -> Finding:
    return judge("SA-08", read_facts("SA-08", facts), law or load_law().newest())


@pytest.mark.parametrize("abutting", [True, False, None])
@pytest.mark.parametrize(
    ("benefited", "state", "words"),
    [
        (True, "pass", "may be assessed whether it abuts or not"),
        (False, "fail", "may not be assessed"),
        (None, "needs_evidence", "Whether the property is benefited is not known"),
    ],
)
def test_benefit_is_the_test_and_abutting_never_decides(
    abutting: bool | None, benefited: bool | None, state: str, words: str
) -> None:
    found = find(benefited=benefited, abutting=abutting)
    assert (found.state, found.answer) == (state, benefited)
    assert words in found.because


@pytest.mark.parametrize(("paper", "posting", "places"), [(True, False, None), (False, True, 3), (None, None, None)])
def test_notice_may_be_posted_where_no_official_paper_is_published(
    paper: bool | None, posting: bool | None, places: int | None
) -> None:
    found = find(benefited=True, official_paper=paper)
    assert found.measures == {"posting_allowed": posting, "posting_places": places}
    assert ("3 public places" in found.because) is (posting is True)


def test_the_places_are_a_number_of_the_law() -> None:
    found = find(law_with(utility_notice_posting_places=7), benefited=True, official_paper=False)
    assert "7 public places" in found.because
