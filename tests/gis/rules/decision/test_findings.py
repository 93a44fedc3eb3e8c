"""TSD-12: must the board order the district (FACTS.md, entry TSD-12)?"""

from itertools import product

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.facts.decision import BoardDecisionFacts
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ALL = ("yes", "no", "partly", None)


def find(necessary: object = "yes", welfare: object = "yes", benefit: object = "yes", **more: object) -> Finding:
    facts = {"finding_necessary": necessary, "finding_welfare": welfare, "finding_benefit": benefit, **more}
    return judge("TSD-12", read_facts("TSD-12", facts), LAW)


@pytest.mark.parametrize(("necessary", "welfare", "benefit"), [*product(ALL, ALL, ALL)])
def test_the_whole_table(necessary: object, welfare: object, benefit: object) -> None:
    # 60.71(6)(f): any finding in the negative, wholly or in part, dismisses; (d): save benefit in part.
    if {"no", "partly"} & {necessary, welfare} or benefit == "no":
        expected = ("fail", "dismiss", True)
    elif None in {necessary, welfare, benefit}:
        expected = ("needs_evidence", None, None)
    else:
        expected = ("pass", {"yes": "order", "partly": "order_with_exclusion"}[str(benefit)], False)
    finding = find(necessary, welfare, benefit, district_area_acres=640, not_benefited_area_acres=80)
    assert (finding.state, finding.answer, finding.measures["costs_to_petitioners"]) == expected


@pytest.mark.parametrize(
    ("whole", "excluded", "state", "answer", "final"),
    [
        (640, "639.99", "pass", "order_with_exclusion", 0.01),
        (640, 640, "fail", "dismiss", None),
        (640, 0, "pass", "order_with_exclusion", 640),
        (640, None, "needs_evidence", None, None),
        (None, 80, "pass", "order_with_exclusion", None),
    ],
)
def test_part_of_the_territory_is_not_benefited(
    whole: object, excluded: object, state: str, answer: object, final: object
) -> None:
    finding = find(benefit="partly", district_area_acres=whole, not_benefited_area_acres=excluded)
    assert (finding.state, finding.answer, finding.measures["final_area_acres"]) == (state, answer, final)


def test_no_acre_not_benefited_contradicts_the_finding_and_is_noted() -> None:
    finding = find(benefit="partly", district_area_acres=640, not_benefited_area_acres=0)
    assert any("one of the two should be corrected" in note for note in finding.notes)
    asked = find(benefit="partly", district_area_acres=640)
    assert "which part of the territory is not benefited" in asked.because


def test_the_whole_not_benefited_dismisses_though_another_finding_is_missing() -> None:
    finding = find(None, benefit="partly", district_area_acres=5, not_benefited_area_acres=5)
    assert finding.answer == "dismiss"
    assert "of no part of the territory that it is benefited" in finding.because


@pytest.mark.parametrize(("parts", "warned"), [(None, None), (0, False), (1, False), (2, True)])
def test_several_pieces_are_lawful_and_warned_of(parts: object, warned: object) -> None:
    finding = find(benefit="partly", district_area_acres=640, not_benefited_area_acres=80, final_parts=parts)
    assert (finding.state, finding.measures["multipart_warning"]) == ("pass", warned)
    assert any("separate pieces" in note for note in finding.notes) is bool(warned)


def test_land_described_as_not_benefited_beside_a_yes_is_told() -> None:
    finding = find(district_area_acres=640, not_benefited_area_acres=80)
    assert (finding.answer, finding.measures["final_area_acres"]) == ("order", 640)
    assert any("one of the two should be corrected" in note for note in finding.notes)


def test_no_facts_at_all() -> None:
    finding = judge("TSD-12", BoardDecisionFacts(), LAW)
    assert (finding.state, finding.answer) == ("needs_evidence", None)
    assert "that the work is necessary" in finding.because
    assert "that the property is benefited" in finding.because


def test_an_exclusion_is_told_in_acres() -> None:
    said = "All findings are in the affirmative except that {} acres are not benefited, so the board must order the "
    whole = find(benefit="partly", district_area_acres=640, not_benefited_area_acres="80.5")
    assert whole.because == f"{said.format('80.5 of the 640')}district without them, which leaves 559.5 acres."
    unknown = find(benefit="partly", not_benefited_area_acres="80.5")
    assert unknown.because == f"{said.format('80.5')}district without them."


def test_a_dismissal_names_the_findings_that_force_it() -> None:
    assert find("no", "partly").because == (
        "The board did not find that the work is necessary and found only in part that health, safety, convenience or "
        "welfare is promoted, so it must dismiss, and the petitioners pay its reasonable costs."
    )


@pytest.mark.parametrize(
    ("facts", "where"),
    [
        ({"district_area_acres": -1}, "district_area_acres"),
        ({"not_benefited_area_acres": -1}, "not_benefited_area_acres"),
        ({"final_parts": -1}, "final_parts"),
        ({"district_area_acres": 5, "not_benefited_area_acres": "5.01"}, "not_benefited_area_acres"),
    ],
)
def test_impossible_facts_are_refused(facts: dict[str, object], where: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**facts)
    assert caught.value.where == f"facts.{where}"
