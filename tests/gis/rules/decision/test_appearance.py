"""TSD-08: may this person appear at the hearing (FACTS.md, entry TSD-08)?"""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.facts.decision import AppearanceFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ME = "OWNER 7001 OF NOWHERE"


def lot(parcel_id: str, owner: str | None, area: object, width: object = None) -> dict[str, Any]:
    owners = None if owner is None else [owner]
    return {"parcel_id": parcel_id, "owners": owners, "overlap_area_sqft": area, "overlap_width_ft": width}


def find(*lots: dict[str, Any], **more: object) -> Finding:
    return judge("TSD-08", read_facts("TSD-08", {"person": ME, "parcels": [*lots], **more}), LAW)


# Area square feet, width feet; the accuracy is the default tenth of a foot.
WIDE = lot("wide", ME, 5000, 50)
SLIVER = lot("sliver", ME, 100, "0.1")
TOUCHING = lot("touching", ME, 0, 0)
UNKNOWN = lot("unknown", ME, None)
OTHERS = lot("others", "B", 5000, 50)
NOBODYS = lot("nobodys", None, 5000, 50)


@pytest.mark.parametrize(
    ("lots", "state", "answer", "within"),
    [
        ([WIDE], "pass", True, ["wide"]),
        ([TOUCHING, SLIVER, UNKNOWN, NOBODYS, WIDE], "pass", True, ["wide"]),
        ([lot("no width", ME, 1)], "pass", True, ["no width"]),
        ([lot("just wider", ME, 100, "0.101")], "pass", True, ["just wider"]),
        ([SLIVER], "within_tolerance", None, []),
        ([SLIVER, TOUCHING, OTHERS], "within_tolerance", None, []),
        ([TOUCHING], "fail", False, []),
        ([OTHERS], "fail", False, []),
        ([lot("a speck", ME, "0.004")], "fail", False, []),  # below the hundredth of a square foot it is none
        ([UNKNOWN, OTHERS], "needs_evidence", None, []),
        ([NOBODYS, TOUCHING], "needs_evidence", None, []),
        ([lot("its owners unknown, touching", None, 0)], "fail", False, []),
        ([lot("all unknown", None, None)], "needs_evidence", None, []),
        ([], "fail", False, []),
    ],
)
def test_positive_overlap_of_an_owned_parcel(
    lots: list[dict[str, Any]], state: str, answer: object, within: list[str]
) -> None:
    finding = find(*lots)
    assert (finding.state, finding.answer) == (state, answer)
    assert finding.measures["parcels_within"] == within
    assert finding.measures["may_file_comments"] is True
    assert finding.subject == ME
    assert "NOWHERE" not in finding.because


def test_one_of_several_owners_is_an_owner() -> None:
    assert find({**WIDE, "owners": ["B", ME]}).answer is True
    assert find({**WIDE, "owners": ["B", ME.lower()]}).answer is False  # names are compared exactly


def test_a_stated_accuracy_goes_before_the_default() -> None:
    finding = find(lot("1", ME, 100, "0.5"), boundary_accuracy_ft="0.5")
    assert finding.state == "within_tolerance"
    assert "0.5 ft" in finding.because
    assert [use.name for use in finding.parameters] == ["appearance_land_above_sqft"]


@pytest.mark.parametrize("facts", [AppearanceFacts(), AppearanceFacts(person=ME), AppearanceFacts(parcels=())])
def test_what_is_not_on_file_is_asked_for(facts: AppearanceFacts) -> None:
    finding = judge("TSD-08", facts, LAW)
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert "not on file" in finding.because


@pytest.mark.parametrize(
    ("lots", "more", "where"),
    [
        ([lot("1", ME, -1)], {}, "parcels[0].overlap_area_sqft"),
        ([WIDE, lot("1", ME, 1, -1)], {}, "parcels[1].overlap_width_ft"),
        ([], {"boundary_accuracy_ft": -1}, "boundary_accuracy_ft"),
    ],
)
def test_impossible_facts_are_refused(lots: list[dict[str, Any]], more: dict[str, object], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(*lots, **more)
    assert caught.value.where == f"facts.{where}"
