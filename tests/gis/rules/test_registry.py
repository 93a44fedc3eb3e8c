"""Which rules are there, and how are their facts read?"""

from dataclasses import fields
from decimal import Decimal
from fractions import Fraction

import pytest

from gis.errors import FactsInvalid, RuleUnknown
from gis.law.loader import load_law
from gis.model.facts.territory import JurisdictionFacts, VillageCityFacts
from gis.model.jsonio import read_json
from gis.rules.registry import RULES, judge, read_facts, rule

# What the map measures and nobody states: none where nothing is measured.
NEVER_UNKNOWN = {
    ("TSD-01", "near_municipalities"),
    ("TSD-09", "unclaimed_area_sqft"),
    ("TSD-09", "unclaimed_width_ft"),
    ("TSD-15", "unclaimed_area_sqft"),
    ("TSD-15", "unclaimed_width_ft"),
    ("TSD-23", "near_municipalities"),
    ("TSD-31", "votes_basis"),
    ("MUK-01", "only_force_main"),
    ("CKSD-01", "only_force_main"),
    ("VLG-06", "only_force_main"),
    ("WIS-281.45", "only_force_main"),
}
# Where FACTS.md gives nothing stated a meaning of its own: no coordinate system declared, no zoning and no agreement;
# and what the text of CKSD-14 leaves open whatever is known.
SAID_OF_NOTHING = {"CKSD-14": "undetermined", "VLG-05": "fail", "VLG-08": "fail"}
# Where each family of rules stands in the law.
CITED = {
    "TSD": "Wis. Stat. 60.7",
    "SA": "Wis. Stat. 66.07",
    "UT": "Wis. Stat. 66.08",
    "WIS": "Wis. Stat. ",
    "MUK": "Village of Mukwonago Code ch. 86",
    "CKSD": "CKSD Sewer Use Ordinance ch. ",
    "VLG": "Village connection ordinance",
}


def test_every_rule_is_filed_under_its_own_id_with_citation_and_question() -> None:
    assert list(RULES) == sorted(RULES)
    for rule_id, found in RULES.items():
        assert found.id == rule_id
        assert found.citation.startswith(CITED[rule_id.partition("-")[0]])
        assert found.question.endswith("?")
        assert found.version


@pytest.mark.parametrize("rule_id", ["TSD-36", "tsd-01", ""])
def test_an_unknown_rule_is_refused(rule_id: str) -> None:
    with pytest.raises(RuleUnknown, match="TSD-01, TSD-02"):
        rule(rule_id)
    with pytest.raises(RuleUnknown):
        read_facts(rule_id, {})


def test_decimals_and_decimal_strings_are_the_same_number() -> None:
    data = read_json(
        '{"municipalities": [{"name": "A", "assessment_ratio": 0.80}, {"name": "B", "assessment_ratio": "0.8"}]}'
    )
    assert data["municipalities"][0]["assessment_ratio"] == Decimal("0.80")
    facts = read_facts("TSD-01", data)
    assert isinstance(facts, JurisdictionFacts)
    assert [item.assessment_ratio for item in facts.municipalities] == [Fraction(4, 5)] * 2


@pytest.mark.parametrize(
    ("rule_id", "data", "path"),
    [
        ("TSD-01", {"municipalities": [{"name": "A", "ratio": 1}]}, "facts.municipalities[0].ratio"),
        ("TSD-01", {"municipalities": [{"kind": "town"}]}, "facts.municipalities[0].name"),
        ("TSD-01", {"municipalities": [{"name": "A", "kind": "county"}]}, "facts.municipalities[0].kind"),
        (
            "TSD-01",
            {"municipalities": [], "parcels": [{"parcel_id": "1", "municipality": "A", "assessed_value": "ten"}]},
            "facts.parcels[0].assessed_value",
        ),
        (
            "TSD-01",
            {"municipalities": [], "parcels": [{"parcel_id": "1", "municipality": "A", "taxable": "perhaps"}]},
            "facts.parcels[0].taxable",
        ),
        ("TSD-09", {"overlaps": [], "boundary_accuracy_ft": float("nan")}, "facts.boundary_accuracy_ft"),
        ("TSD-09", {"overlaps": {}}, "facts.overlaps"),
        ("TSD-09", {"overlaps": [{"kind": "village"}]}, "facts.overlaps[0].name"),
        ("TSD-09", [], "facts"),
    ],
)
def test_unreadable_facts_are_refused_with_their_path(rule_id: str, data: object, path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        read_facts(rule_id, data)
    assert caught.value.where == path


@pytest.mark.parametrize("text", ["PAT DOE", "$12", "nan", "1e999999999999"])
def test_what_stands_for_a_number_is_never_repeated(text: str) -> None:
    data = {"parcels": [{"parcel_id": "1", "owners": ["A"], "area_acres": text}], "signatures": []}
    with pytest.raises(FactsInvalid) as caught:
        read_facts("TSD-02", data)
    assert caught.value.where == "facts.parcels[0].area_acres"
    assert text not in str(caught.value)


@pytest.mark.parametrize("rule_id", RULES)
def test_every_fact_may_be_absent_or_null(rule_id: str) -> None:
    kind = rule(rule_id).facts_type
    assert read_facts(rule_id, {}) == kind()
    judged = judge(rule_id, kind(), load_law().newest())
    assert judged.state == SAID_OF_NOTHING.get(rule_id, "needs_evidence")
    assert judged.because
    for field in fields(kind):
        if (rule_id, field.name) not in NEVER_UNKNOWN:
            judge(rule_id, read_facts(rule_id, {field.name: None}), load_law().newest())


def test_facts_of_another_rule_are_refused() -> None:
    with pytest.raises(FactsInvalid, match="no facts of TSD-01"):
        judge("TSD-01", VillageCityFacts(overlaps=()), load_law().newest())
