"""TSD-05: the petitioners' bond (FACTS.md, entry TSD-05 and Block N)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
# September 30 less 15 days is September 15; an order of August 3 gives at least until August 13.
IN_TIME: dict[str, Any] = {"hearing_date": "2026-09-30", "bond_filed": "2026-09-15"}
MORE: dict[str, Any] = {
    "additional_bond_ordered": "2026-08-03",
    "additional_bond_due": "2026-08-13",
    "additional_bond_filed": "2026-08-13",
}


def find(**facts: object) -> Finding:
    return judge("TSD-05", read_facts("TSD-05", facts), LAW)


@pytest.mark.parametrize(
    ("facts", "state", "word"),
    [
        pytest.param({}, "pass", "is in time", id="on the last day"),
        pytest.param({"bond_filed": "2026-09-16"}, "fail", "is 1 day late", id="a day late"),
        pytest.param({"bond_filed": None}, "needs_evidence", "the filing of the bond is not known", id="unknown"),
        pytest.param({"hearing_date": None}, "needs_evidence", "the hearing is not known", id="no hearing yet"),
        pytest.param({"board_approved": True}, "pass", "is in time", id="approved"),
        pytest.param({"board_approved": False}, "fail", "refused the security", id="refused"),
        pytest.param(
            {"board_approved": False, "bond_filed": None}, "fail", "refused the security", id="refused, filing unknown"
        ),
    ],
)
def test_the_bond(facts: dict[str, Any], state: str, word: str) -> None:
    found = find(**{**IN_TIME, **facts})
    assert found.state == state
    assert word in found.because
    assert found.measures["additional_bond_time"] is None


@pytest.mark.parametrize(
    ("facts", "state", "time", "word"),
    [
        pytest.param({}, "pass", "pass", "given enough time and is filed in time", id="on both last days"),
        pytest.param(
            {"additional_bond_filed": "2026-08-14"},
            "fail",
            "pass",
            "due on August 13, 2026, was filed on August 14, 2026",
            id="filed a day late",
        ),
        pytest.param(
            {"additional_bond_due": "2026-08-12", "additional_bond_filed": None},
            "fail",
            "fail",
            "by August 12, 2026 and may not ask for it before August 13, 2026",
            id="too little time, filing unknown",
        ),
        pytest.param(
            {"additional_bond_filed": None}, "needs_evidence", "pass", "the day of its filing", id="filing unknown"
        ),
        pytest.param({"additional_bond_due": None}, "needs_evidence", None, "for which it is due", id="due unknown"),
        pytest.param(
            {"additional_bond_ordered": None}, "needs_evidence", None, "the day of the order", id="order unknown"
        ),
        pytest.param(
            {"additional_bond_ordered": None, "additional_bond_filed": "2026-08-14"},
            "fail",
            None,
            "was filed on August 14, 2026",
            id="order unknown, filed late",
        ),
        pytest.param({"bond_filed": "2026-09-16"}, "fail", "pass", "is 1 day late", id="the first bond late"),
        pytest.param({"bond_filed": None}, "needs_evidence", "pass", "the filing of the bond", id="the first unknown"),
    ],
)
def test_an_additional_bond(facts: dict[str, Any], state: str, time: str | None, word: str) -> None:
    found = find(**{**IN_TIME, **MORE, **facts})
    assert (found.state, found.measures["additional_bond_time"]) == (state, time)
    assert word in found.because


def test_a_filing_without_an_order_is_no_additional_bond() -> None:
    assert find(**IN_TIME, additional_bond_filed="2026-08-14").state == "pass"


def test_the_law_behind_it_is_named() -> None:
    found = find(**IN_TIME)
    assert [(use.name, use.value) for use in found.parameters] == [("bond_days", 15), ("additional_bond_days", 10)]
    assert any("may dismiss" in note for note in found.notes)
    assert any("outside the five texts on file" in note for note in found.notes)


@pytest.mark.parametrize("name", ["additional_bond_due", "additional_bond_filed"])
def test_nothing_follows_an_order_before_it(name: str) -> None:
    with pytest.raises(FactsInvalid, match="additional_bond_ordered") as caught:
        find(**{**IN_TIME, **MORE, name: "2026-08-02"})
    assert caught.value.where == f"facts.{name}"
