"""MUK-17: bulk water and estimated municipal use (FACTS.md, entry MUK-17)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(**facts: object) -> Finding:
    return judge("MUK-17", read_facts("MUK-17", facts), LAW)


@pytest.mark.parametrize(
    ("service", "gallons", "charge"),
    [
        ("bulk", 1000, "3.93"),
        ("bulk", 0, "0.00"),
        ("bulk", 500, "1.97"),  # 1.965
        ("bulk", "1272.264", "5.00"),  # 4.99999752
        ("municipal_estimate", 1000, "3.20"),
        ("municipal_estimate", 1, "0.00"),  # 0.0032
        ("municipal_estimate", "1.5625", "0.01"),  # half a cent, up
    ],
)
def test_the_charge_of_a_volume(service: str, gallons: object, charge: str) -> None:
    found = find(service=service, volume_gal=gallons)
    assert (found.state, found.answer) == ("pass", charge)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"volume_gal": 10}, "the service is not known"),
        ({"service": "bulk"}, "the volume is not known"),
        ({}, "are not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because.lower()


def test_a_negative_volume_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(service="bulk", volume_gal=-1)
    assert caught.value.where == "facts.volume_gal"


def test_the_rates_are_those_of_the_law() -> None:
    law = law_with(mukwonago_bulk_water_dollars_per_kgal=2, mukwonago_municipal_water_dollars_per_kgal=1)
    for service, charge in (("bulk", "20.00"), ("municipal_estimate", "10.00")):
        facts = read_facts("MUK-17", {"service": service, "volume_gal": 10_000})
        assert judge("MUK-17", facts, law).answer == charge


@pytest.mark.parametrize(
    ("volume", "said"),
    [
        (1, "1 gallon of bulk water at $3.93 for 1,000 gallons costs less than one cent."),  # 0.00393
        (2, "2 gallons of bulk water at $3.93 for 1,000 gallons cost $0.01."),  # 0.00786 is billed as 0.01
        (18000, "18,000 gallons of bulk water at $3.93 for 1,000 gallons cost $70.74."),
    ],
)
def test_the_sentence_says_what_is_billed(volume: int, said: str) -> None:
    assert find(service="bulk", volume_gal=volume).because == said
