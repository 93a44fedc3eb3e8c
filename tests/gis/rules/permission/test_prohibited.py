"""VLG-11: prohibited connections (FACTS.md, entry VLG-11)."""

from __future__ import annotations

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


@pytest.mark.parametrize(
    ("kind", "pretreatment", "state", "allowed", "word"),
    [
        ("building_sewer", False, "pass", True, "no prohibited connection"),
        ("building_sewer", None, "pass", True, "no prohibited connection"),
        ("combined_storm", False, "fail", False, "combined storm"),
        ("combined_storm", True, "fail", False, "combined storm"),
        ("foundation_drain", None, "fail", False, "foundation drain"),
        ("septic_contents", False, "fail", False, "septic or holding tank"),
        ("septic_contents", True, "pass", True, "pretreatment"),
        ("septic_contents", None, "needs_evidence", None, "required or permitted pretreatment is not known"),
        (None, True, "needs_evidence", None, "what the connection carries is not known"),
    ],
)
def test_what_a_local_sewer_takes(
    kind: str | None, pretreatment: bool | None, state: str, allowed: bool | None, word: str
) -> None:
    found = judge("VLG-11", read_facts("VLG-11", {"kind": kind, "required_pretreatment": pretreatment}), LAW)
    assert (found.state, found.answer) == (state, allowed)
    assert word in f"{found.because[0].lower()}{found.because[1:]}"


def test_a_septic_tank_is_no_pretreatment_unless_somebody_says_so() -> None:
    assert judge("VLG-11", read_facts("VLG-11", {"kind": "septic_contents"}), LAW).answer is False
