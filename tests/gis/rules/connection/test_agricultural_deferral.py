"""VLG-08: the waiver for farmland and its interest (FACTS.md, entry VLG-08)."""

from typing import Any

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()
FARM: dict[str, Any] = {"applied": True, "exclusive_agricultural_zoning": True, "as_of": "2026-04-01"}


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("VLG-08", read_facts("VLG-08", {**FARM, **facts}), law)


def owed(amount: str, rate: str, years: object, law: Parameters = LAW, **facts: object) -> object:
    return find(law, assessment=amount, annual_rate=rate, years_waived=years, **facts).measures["interest"]


@pytest.mark.parametrize(
    "facts",
    [
        {},
        {"exclusive_agricultural_zoning": False, "recorded_agreement": True},
        {"recorded_agreement": True},
        {"recorded_agreement": None},
        {"exclusive_agricultural_zoning": None, "recorded_agreement": True},
        {"qualification_ended": "2026-04-02"},  # the day after the day asked about
        {"as_of": None},  # without an end the day does not matter
    ],
)
def test_in_force(facts: dict[str, Any]) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("pass", True)
    assert found.measures["excluded_from_assessment"] is True


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"applied": False}, "did not apply"),
        ({"exclusive_agricultural_zoning": False}, "neither zoned"),
        ({"exclusive_agricultural_zoning": False, "applied": None}, "neither zoned"),
        ({"qualification_ended": "2026-04-01"}, "ended on April 1, 2026"),
        ({"qualification_ended": "2020-01-01", "applied": None}, "ended on January 1, 2020"),
    ],
)
def test_not_in_force(facts: dict[str, Any], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("fail", False)
    assert found.measures["excluded_from_assessment"] is False
    assert word.lower() in found.because.lower()


@pytest.mark.parametrize(
    ("facts", "word"),
    [
        ({"applied": None}, "whether the owner applied"),
        ({"exclusive_agricultural_zoning": None}, "zoned exclusively agricultural"),
        ({"exclusive_agricultural_zoning": None, "recorded_agreement": None}, "zoned exclusively agricultural"),
        ({"exclusive_agricultural_zoning": False, "recorded_agreement": None}, "recorded agreement"),
        ({"qualification_ended": "2026-04-01", "as_of": None}, "the day asked about"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, Any], word: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer, found.measures["excluded_from_assessment"]) == ("needs_evidence", None, None)
    assert word.lower() in found.because.lower()


@pytest.mark.parametrize(
    ("used_from", "as_of", "excluded"),
    [
        ("2026-04-02", "2026-04-01", True),
        ("2026-04-01", "2026-04-01", False),
        ("2020-01-01", "2026-04-01", False),
        ("2020-01-01", None, None),
    ],
)
def test_use_of_the_sewer_ends_the_exclusion_and_not_the_waiver(
    used_from: str, as_of: str | None, excluded: bool | None
) -> None:
    found = find(sewer_used_from=used_from, as_of=as_of)
    assert (found.state, found.measures["excluded_from_assessment"]) == ("pass", excluded)
    assert ("uses the sewer from" in found.because) is (excluded is False)


@pytest.mark.parametrize(
    ("amount", "rate", "years", "interest"),
    [
        ("18000", "0.05", 0, "0.00"),
        ("18000", "0.05", "9.5", "8550.00"),  # 900 a year
        ("18000", "0.05", 10, "9000.00"),
        ("18000", "0.05", "10.01", "9000.00"),
        ("18000", "0.05", 40, "9000.00"),
        ("0", "0.05", 5, "0.00"),
        ("18000", "0", 5, "0.00"),
        ("100.50", "0.01", 1, "1.01"),  # 1.005: half a cent goes up
        ("100.40", "0.01", 1, "1.00"),
    ],
)
def test_simple_interest_for_at_most_ten_years(amount: str, rate: str, years: object, interest: str) -> None:
    assert owed(amount, rate, years) == interest


@pytest.mark.parametrize("missing", ["assessment", "annual_rate", "years_waived"])
def test_interest_needs_all_three(missing: str) -> None:
    facts = {"assessment": "18000", "annual_rate": "0.05", "years_waived": 3, missing: None}
    found = find(**facts)
    assert (found.state, found.measures["interest"]) == ("pass", None)


def test_interest_after_the_waiver_ended_and_where_there_never_was_one() -> None:
    assert owed("18000", "0.05", 4, qualification_ended="2026-04-01") == "3600.00"
    assert owed("18000", "0.05", 4, applied=False) is None
    assert owed("18000", "0.05", 4, exclusive_agricultural_zoning=False) is None


def test_the_sentence_holds_the_numbers() -> None:
    because = find(assessment="18000", annual_rate="0.05", years_waived=14).because
    assert "interest of 5 percent a year for 10 years, of at most 10, is $9,000" in because.lower()


def test_another_ordinance_has_another_cap() -> None:
    assert owed("18000", "0.05", 40, law_with(village_deferral_interest_years=4)) == "3600.00"


@pytest.mark.parametrize("name", ["assessment", "annual_rate", "years_waived"])
def test_what_cannot_be_is_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as refused:
        find(**{name: "-0.01"})
    assert refused.value.where == f"facts.{name}"
