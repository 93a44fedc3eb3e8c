"""VLG-01: who approves a connection (FACTS.md, entry VLG-01)."""

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
BOTH = ["Village", "Commission"]


@pytest.mark.parametrize(
    ("owner", "industrial", "approvers", "word"),
    [
        ("local", False, ["Village"], "local sewer"),
        ("local", True, BOTH, "significant discharger"),
        ("local", None, None, "industrial or of a significant discharger is not known"),
        # The preapproval by both stands in A, on local sewers.
        ("regional", False, ["Commission"], "regional sewer"),
        ("regional", True, ["Commission"], "regional sewer"),
        ("regional", None, ["Commission"], "regional sewer"),
        (None, False, None, "who owns the sewer"),
        (None, True, None, "who owns the sewer"),
        (None, None, None, "who owns the sewer"),
    ],
)
def test_who_approves(owner: str | None, industrial: bool | None, approvers: list[str] | None, word: str) -> None:
    found = judge("VLG-01", read_facts("VLG-01", {"sewer_owner": owner, "industrial_or_significant": industrial}), LAW)
    assert (found.state, found.answer) == ("needs_evidence" if approvers is None else "pass", approvers)
    assert word in found.because.lower()


def test_an_ordinary_connection_needs_no_word_of_the_discharger() -> None:
    assert judge("VLG-01", read_facts("VLG-01", {"sewer_owner": "local"}), LAW).answer == ["Village"]
