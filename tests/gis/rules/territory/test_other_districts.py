"""TSD-10: may the district lie over another sewerage district (FACTS.md, entry TSD-10)?"""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.facts.territory import OtherDistrictsFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()


def other(name: str, kind: str | None, acres: object, village: object = 0, width: object = None) -> dict[str, Any]:
    return {
        "name": name,
        "kind": kind,
        "overlap_area_acres": acres,
        "overlap_in_village_or_city_acres": village,
        "overlap_width_ft": width,
    }


def find(*districts: dict[str, Any], **more: object) -> Finding:
    return judge("TSD-10", read_facts("TSD-10", {"other_districts": [*districts], **more}), LAW)


METRO = other("Metro", "metropolitan_sewerage", 40)
SIMILAR = other("Similar", "other", 2)
SANITARY = other("No. 1", "town_sanitary", 12)
IN_VILLAGE = other("Villagers", "metropolitan_sewerage", 40, "0.001")
UNKNOWN = other("Unknown", "metropolitan_sewerage", None)
TOUCHING = other("Touching", "town_sanitary", 0)
SLIVER = other("Sliver", "town_sanitary", "0.5", 0, "0.1")


@pytest.mark.parametrize(
    ("districts", "purpose", "state", "answer"),
    [
        ([METRO], "auxiliary_sewer", "pass", "allowed"),
        ([METRO, SIMILAR, TOUCHING], "auxiliary_sewer", "pass", "allowed"),
        ([METRO], None, "needs_evidence", None),
        ([METRO], "water_only", "undetermined", "review"),
        ([METRO], "other", "undetermined", "review"),
        ([SANITARY], "auxiliary_sewer", "undetermined", "review"),
        ([SANITARY], None, "undetermined", "review"),
        ([METRO, SANITARY], "auxiliary_sewer", "undetermined", "review"),
        ([IN_VILLAGE], "auxiliary_sewer", "fail", "not_allowed"),
        ([SANITARY, UNKNOWN, IN_VILLAGE], None, "fail", "not_allowed"),
        ([UNKNOWN], "auxiliary_sewer", "needs_evidence", None),
        ([METRO, UNKNOWN], "auxiliary_sewer", "needs_evidence", None),
        ([TOUCHING], "other", "not_applicable", None),
        ([], None, "not_applicable", None),
        ([SLIVER], "auxiliary_sewer", "within_tolerance", None),
        ([METRO, SLIVER], "auxiliary_sewer", "within_tolerance", None),
        ([other("W", "town_sanitary", "0.5", 0, "0.101")], "auxiliary_sewer", "undetermined", "review"),
    ],
)
def test_tested_in_the_order_of_the_entry(
    districts: list[dict[str, Any]], purpose: object, state: str, answer: object
) -> None:
    for order in (districts, districts[::-1]):
        finding = find(*order, purpose=purpose)
        assert (finding.state, finding.answer) == (state, answer)
        assert finding.because.endswith(".")


def test_the_overlaps_are_added_up() -> None:
    finding = find(METRO, SIMILAR, purpose="auxiliary_sewer")
    assert (finding.measures["overlap_area_acres"], finding.measures["note_auxiliary_purpose"]) == (42, True)
    assert find(METRO, UNKNOWN).measures["overlap_area_acres"] is None
    none = find()
    assert (none.measures["overlap_area_acres"], none.measures["note_auxiliary_purpose"]) == (0, False)


def test_a_stated_accuracy_goes_before_the_default() -> None:
    finding = find(other("W", "town_sanitary", "0.5", 0, "0.4"), boundary_accuracy_ft="0.5", purpose="auxiliary_sewer")
    assert (finding.state, finding.measures["sliver_districts"]) == ("within_tolerance", ["W"])
    assert "0.5 ft" in finding.because


def test_no_facts_at_all() -> None:
    finding = judge("TSD-10", OtherDistrictsFacts(), LAW)
    assert (finding.state, finding.answer, finding.measures["overlap_area_acres"]) == ("needs_evidence", None, None)
    assert "not on file" in finding.because


@pytest.mark.parametrize(
    ("districts", "more", "where"),
    [
        ([other("A", "other", -1)], {}, "other_districts[0].overlap_area_acres"),
        ([other("A", "other", 1, -1)], {}, "other_districts[0].overlap_in_village_or_city_acres"),
        ([other("A", "other", 1, 0, -1)], {}, "other_districts[0].overlap_width_ft"),
        ([METRO, other("A", "other", 1, "1.1")], {}, "other_districts[1].overlap_in_village_or_city_acres"),
        ([METRO, METRO], {}, "other_districts[1].name"),
        ([], {"boundary_accuracy_ft": -1}, "boundary_accuracy_ft"),
    ],
)
def test_impossible_facts_are_refused(districts: list[dict[str, Any]], more: dict[str, object], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(*districts, **more)
    assert caught.value.where == f"facts.{where}"


@pytest.mark.parametrize(
    ("district", "purpose", "state", "word"),
    [
        (
            other("M", "metropolitan_sewerage", 4, None),
            "auxiliary_sewer",
            "needs_evidence",
            "lies in a village or city",
        ),
        # It could be a district of which part must not be included, so the other purpose does not settle it.
        (other("M", "other", 4, None), "water_only", "needs_evidence", "lies in a village or city"),
        (other("M", None, 4), "auxiliary_sewer", "needs_evidence", "the kind of M is not known"),
        ({"name": "M", "overlap_area_acres": 4}, "auxiliary_sewer", "needs_evidence", "the kind of M is not known"),
        (other("M", None, 4), "water_only", "undetermined", "water only"),
        (other("M", None, 4, 1), "auxiliary_sewer", "fail", "1 acres of that are in a village or city"),
        (other("M", None, 0, None), None, "not_applicable", "No other sewerage district"),
    ],
)
def test_what_is_null_is_asked_about_where_it_could_decide(
    district: dict[str, Any], purpose: str | None, state: str, word: str
) -> None:
    found = find(district, purpose=purpose)
    assert found.state == state
    assert word in found.because
