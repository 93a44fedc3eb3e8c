"""TSD-04: does a petitioner or a notary vouch for every signature (FACTS.md, entry TSD-04)?"""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.law.loader import load_law
from gis.model.facts.petition import VerificationFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
Row = tuple[str, bool | None, bool | None]


def find(*rows: Row) -> Finding:
    signatures = [{"person": who, "covered_by_verification": by, "notarized": seal} for who, by, seal in rows]
    return judge("TSD-04", read_facts("TSD-04", {"signatures": signatures}), LAW)


@pytest.mark.parametrize(
    ("verified", "notarized", "found", "state"),
    [
        (True, True, "verified", "pass"),
        (True, False, "verified", "pass"),
        (True, None, "verified", "pass"),
        (False, True, "notarized", "pass"),
        (None, True, "notarized", "pass"),
        (False, False, "neither", "needs_evidence"),
        (None, False, None, "needs_evidence"),
        (False, None, None, "needs_evidence"),
        (None, None, None, "needs_evidence"),
    ],
)
def test_verification_is_named_first(
    verified: bool | None, notarized: bool | None, found: str | None, state: str
) -> None:
    finding = find(("A", verified, notarized))
    assert (finding.state, finding.answer) == (state, {"A": found})
    assert finding.measures["neither_count"] == (found == "neither")
    assert finding.measures["unknown_count"] == (found is None)


@pytest.mark.parametrize(
    ("rows", "answer", "state"),
    [
        ([("A", False, False), ("A", False, True)], {"A": "notarized"}, "pass"),
        ([("A", False, True), ("A", True, False)], {"A": "verified"}, "pass"),
        ([("A", False, False), ("A", None, None)], {"A": None}, "needs_evidence"),
    ],
)
def test_who_signs_twice_is_one_signer_with_the_better_signature(
    rows: list[Row], answer: dict[str, str | None], state: str
) -> None:
    for order in (rows, rows[::-1]):
        finding = find(*order)
        assert (finding.state, finding.answer, finding.measures["signer_count"]) == (state, answer, 1)


def test_nothing_ever_fails_and_nobody_is_named_in_the_sentence() -> None:
    finding = find(("OWNER 7001 OF NOWHERE", False, False), ("B", None, None), ("C", True, None))
    assert finding.state == "needs_evidence"
    assert finding.because == (
        "1 of the 3 signatures is neither verified by a petitioner nor notarized; it is not on file whether a "
        "petitioner or a notary vouches for 1 of the 3 signatures; signatures are presumed genuine until shown "
        "otherwise."
    )


def test_no_facts_at_all() -> None:
    finding = judge("TSD-04", VerificationFacts(), LAW)
    assert (finding.state, finding.answer, finding.measures["neither_count"]) == ("needs_evidence", None, None)


ROWS = st.lists(
    st.tuples(st.sampled_from("ABC"), st.sampled_from([True, False, None]), st.sampled_from([True, False, None]))
)


@settings(max_examples=50, derandomize=True, deadline=None)
@given(ROWS, st.randoms(use_true_random=False))
def test_order_changes_nothing(rows: list[Row], shuffle: random.Random) -> None:
    one, other = find(*rows), find(*shuffle.sample(rows, len(rows)))
    assert (one.state, one.answer, one.measures, one.because) == (
        other.state,
        other.answer,
        other.measures,
        other.because,
    )
