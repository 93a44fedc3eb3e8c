"""TSD-03: does the petition hold the six required items (FACTS.md, entry TSD-03)?"""

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.facts.petition import PetitionContentsFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ITEMS = ("name", "necessity", "welfare_and_benefit", "legal_description", "plat_or_sketch", "improvements")


def find(missing: tuple[str, ...] = (), unseen: tuple[str, ...] = (), **more: object) -> Finding:
    contents = {item: None if item in unseen else item not in missing for item in ITEMS}
    return judge("TSD-03", read_facts("TSD-03", {"contents": contents, **more}), LAW)


@pytest.mark.parametrize("item", ITEMS)
@pytest.mark.parametrize(
    ("sufficient", "state", "may_be_void"),
    [(True, "within_tolerance", False), (False, "fail", True), (None, "needs_evidence", None)],
)
def test_each_item_that_is_missing_is_a_defect_but_voids_no_sufficient_petition(
    item: str, sufficient: object, state: str, may_be_void: object
) -> None:
    finding = find((item,), signatures_sufficient=sufficient)
    assert (finding.state, finding.answer) == (state, [item])
    assert finding.measures["may_be_declared_void"] is may_be_void
    assert (finding.measures["defect_count"], finding.measures["amendment_suggested"]) == (1, True)


@pytest.mark.parametrize("sufficient", [True, False, None])
def test_a_complete_petition_passes_whoever_signed(sufficient: object) -> None:
    finding = find(signatures_sufficient=sufficient)
    assert (finding.state, finding.answer) == ("pass", [])
    assert (finding.measures["may_be_declared_void"], finding.measures["amendment_suggested"]) == (False, False)


@pytest.mark.parametrize(
    ("closes", "matches", "faults"),
    [
        (False, False, ["description_does_not_close", "sketch_differs"]),
        (False, None, ["description_does_not_close"]),
        (True, False, ["sketch_differs"]),
        (None, None, []),  # nobody checked, which is no defect
    ],
)
def test_faults_follow_the_missing_items_in_order(closes: object, matches: object, faults: list[str]) -> None:
    finding = find(
        ("improvements", "name"),
        signatures_sufficient=True,
        description_closes=closes,
        sketch_matches_description=matches,
    )
    assert finding.answer == ["name", "improvements", *faults]
    assert finding.measures["defect_count"] == 2 + len(faults)


@pytest.mark.parametrize(
    ("missing", "sufficient", "state"),
    [
        ((), True, "needs_evidence"),  # it may be the only defect
        (("name",), True, "within_tolerance"),  # a defect more changes nothing
        (("name",), False, "fail"),
    ],
)
def test_an_item_that_nobody_looked_for(missing: tuple[str, ...], sufficient: bool, state: str) -> None:
    finding = find(missing, ("plat_or_sketch",), signatures_sufficient=sufficient)
    assert (finding.state, finding.answer) == (state, [*missing])
    assert finding.measures["items_not_looked_for"] == ["plat_or_sketch"]
    assert "hether the petition holds a plat or sketch is not on file" in finding.because


def test_no_facts_at_all() -> None:
    finding = judge("TSD-03", PetitionContentsFacts(), LAW)
    assert (finding.state, finding.answer, finding.measures["may_be_declared_void"]) == ("needs_evidence", None, None)
    assert "not on file" in finding.because


def test_the_finding_says_what_the_board_may_do() -> None:
    finding = find(("necessity",), signatures_sufficient=True)
    assert finding.because == (
        "The petition lacks a statement of the necessity of the work; enough owners signed, so this cannot void the "
        "petition, and the board may permit an amendment at any time."
    )
    used: list[Any] = [(use.name, use.value) for use in finding.parameters]
    assert used == [("petition_items", 6)]
