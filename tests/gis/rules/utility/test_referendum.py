"""UT-01: referenda on acquiring a utility (FACTS.md, entry UT-01)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(law: Parameters = LAW, **facts: object) -> Finding:
    return judge("UT-01", read_facts("UT-01", {"referenda_this_year": 0, **facts}), law)


@pytest.mark.parametrize(
    ("held", "bus", "bus_held", "may"),
    [
        (0, False, 0, True),
        (1, False, 0, False),
        (2, False, 0, False),
        (0, True, 0, True),
        (1, True, 0, True),
        (0, True, 1, False),
        (1, True, 1, False),
        # What a bus referendum does to one on a utility the text does not say.
        (0, False, 1, True),
        # What is not known and could not change the answer.
        (None, True, 0, True),
        (0, False, None, True),
        (0, None, 0, True),
        (1, None, 1, False),
    ],
)
def test_one_a_year_and_one_for_buses(held: int | None, bus: bool | None, bus_held: int | None, may: bool) -> None:
    found = find(referenda_this_year=held, bus_system=bus, bus_referenda_this_year=bus_held)
    assert (found.state, found.answer) == ("pass" if may else "fail", may)
    assert ("no further one may be" in found.because) is (not may)
    assert bool(found.notes) is (bus is False and bool(bus_held))


def test_a_free_water_plant_needs_none() -> None:
    found = find(referenda_this_year=3, water_acquired_free=True)
    assert (found.state, found.answer) == ("not_applicable", None)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"referenda_this_year": None}, "how many referenda on utilities were held this year is not known"),
        ({"bus_system": None, "referenda_this_year": 1}, "whether this one is for a bus system is not known"),
        ({"bus_system": True, "bus_referenda_this_year": None}, "how many referenda on bus systems"),
        ({"water_acquired_free": None}, "whether a water plant is acquired without consideration is not known"),
    ],
)
def test_what_is_missing_is_named(facts: dict[str, object], words: str) -> None:
    found = find(**facts)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in f"{found.because[0].lower()}{found.because[1:]}"


@pytest.mark.parametrize("name", ["referenda_this_year", "bus_referenda_this_year"])
def test_fewer_than_none_are_refused(name: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(**{name: -1})
    assert caught.value.where == f"facts.{name}"


def test_every_number_is_one_of_the_law() -> None:
    law = law_with(utility_referenda_a_year_at_most=2, bus_referenda_a_year_at_most=0)
    assert find(law, referenda_this_year=1).answer is True
    assert find(law, bus_system=True).answer is False
