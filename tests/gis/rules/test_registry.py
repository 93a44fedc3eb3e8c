"""Which rules are there, and how are their facts read?"""

from decimal import Decimal
from fractions import Fraction

import pytest

from gis.errors import FactsInvalid, RuleUnknown
from gis.law.loader import load_law
from gis.model.facts.territory import JurisdictionFacts, VillageCityFacts
from gis.model.jsonio import read_json
from gis.rules.registry import RULES, judge, read_facts, rule


def test_every_rule_is_filed_under_its_own_id_with_citation_and_question() -> None:
    assert set(RULES) == {"TSD-01", "TSD-09", "TSD-15", "TSD-26", "TSD-31", "TSD-32"}
    for rule_id, found in RULES.items():
        assert found.id == rule_id
        assert found.citation.startswith("Wis. Stat. 60.7")
        assert found.question.endswith("?")
        assert found.version


@pytest.mark.parametrize("rule_id", ["TSD-02", "tsd-01", ""])
def test_an_unknown_rule_is_refused(rule_id: str) -> None:
    with pytest.raises(RuleUnknown, match="TSD-01, TSD-09"):
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
        ("TSD-01", {}, "facts.municipalities"),
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
        ("TSD-09", [], "facts"),
    ],
)
def test_unreadable_facts_are_refused_with_their_path(rule_id: str, data: object, path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        read_facts(rule_id, data)
    assert caught.value.where == path


def test_facts_of_another_rule_are_refused() -> None:
    with pytest.raises(FactsInvalid, match="no facts of TSD-01"):
        judge("TSD-01", VillageCityFacts(overlaps=()), load_law().newest())
