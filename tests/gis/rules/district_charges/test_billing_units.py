"""CKSD-08: billing units and the user fee (FACTS.md, entry CKSD-08)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.model.facts.district_charges import BillingUnitFacts, Space
from gis.model.finding import Finding
from gis.model.jsonio import to_json
from gis.rules.district_charges import billing_units
from gis.rules.registry import judge, read_facts
from tests.gis.rules.other_law import law_with

LAW = load_law().newest()


def find(*spaces: tuple[bool | None, bool | None], law: Parameters = LAW, rate: str | None = None) -> Finding:
    """Judge spaces given by whether they have fixtures and are separate."""
    stated = [{"kind": "office", "fixtures": fixtures, "separate": separate} for fixtures, separate in spaces]
    return judge("CKSD-08", read_facts("CKSD-08", {"spaces": stated, "rate": rate}), law)


@pytest.mark.parametrize(
    ("spaces", "units"),
    [
        ([], 0),
        ([(True, True)], 1),
        ([(True, False)], 0),
        ([(False, True)], 0),
        ([(True, True), (True, True), (False, True), (True, False)], 2),
        ([(True, None)], None),
        ([(None, True)], None),
        ([(None, None)], None),
        ([(None, False), (False, None), (True, True)], 1),  # the other fact shuts each out
    ],
)
def test_units(spaces: list[tuple[bool | None, bool | None]], units: int | None) -> None:
    found = find(*spaces, rate="105.00")
    assert (found.state, found.answer) == ("needs_evidence" if units is None else "pass", units)
    assert found.measures["charge"] == (None if units is None else f"{105 * units}.00")


def test_how_many_it_could_be_is_said() -> None:
    found = find((True, True), (None, True), (True, None), (False, True))
    assert "space 2 (office) and space 3 (office)" in found.because
    assert "from 1 to 3 billing units" in found.because
    assert "which spaces" in judge("CKSD-08", read_facts("CKSD-08", {"rate": "1"}), LAW).because.lower()


@pytest.mark.parametrize(("rate", "charge"), [(None, None), ("0", "0.00"), ("33.335", "66.67"), ("33.3349", "66.67")])
def test_the_fee_is_rounded_once(rate: str | None, charge: str | None) -> None:
    # Twice 33.335 is 66.67; from the rounded rate of 33.33 or 33.34 it would be 66.66 or 66.68.
    assert find((True, True), (True, True), rate=rate).measures["charge"] == charge


@pytest.mark.parametrize(
    ("flows", "reu"), [([360], 2), ([90, 45], 0.75), ([180, None], None), ([None], None), ([], None), ([0], 0)]
)
def test_flow_gives_equivalents_and_never_units(flows: list[int | None], reu: float | None) -> None:
    spaces = [{"fixtures": True, "separate": True, "average_gpd": flow} for flow in flows]
    found = judge("CKSD-08", read_facts("CKSD-08", {"spaces": spaces, "rate": "10"}), LAW)
    assert (found.answer, found.measures["reu"]) == (len(flows), reu)


@pytest.mark.parametrize(
    ("facts", "path"),
    [
        ({"rate": "-1"}, "rate"),
        ({"spaces": [{"average_gpd": 1}, {"average_gpd": -1}]}, "spaces[1].average_gpd"),
    ],
)
def test_what_cannot_be_is_refused(facts: dict[str, object], path: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        judge("CKSD-08", read_facts("CKSD-08", facts), LAW)
    assert caught.value.where == f"facts.{path}"


def test_the_equivalent_is_that_of_the_law() -> None:
    spaces = (Space(fixtures=True, separate=True, average_gpd=Fraction(200)),)
    assert billing_units.judge(BillingUnitFacts(spaces), law_with(cksd_reu_gpd=100)).measures["reu"] == 2


known = st.builds(Space, fixtures=st.booleans(), separate=st.booleans())


@settings(max_examples=50)
@given(st.lists(known, max_size=8), st.randoms(use_true_random=False))
def test_the_order_of_spaces_changes_nothing(spaces: list[Space], chance: object) -> None:
    mixed = list(spaces)
    chance.shuffle(mixed)  # type: ignore[attr-defined] # hypothesis types its random as an object
    rate = Fraction(105)
    one, other = (billing_units.judge(BillingUnitFacts(tuple(them), rate), LAW) for them in (spaces, mixed))
    assert (one.answer, one.measures) == (other.answer, other.measures)
    assert one.answer == sum(bool(space.fixtures and space.separate) for space in spaces)


@pytest.mark.parametrize(
    ("kind", "named"), [("flat", "of space 1 (flat);"), ("OWNER 7001 OF NOWHERE", "of space 1;"), (None, "of space 1;")]
)
def test_what_stands_in_place_of_a_kind_is_not_repeated(kind: str | None, named: str) -> None:
    spaces = [{"kind": kind, "fixtures": None, "separate": True}]
    found = judge("CKSD-08", read_facts("CKSD-08", {"spaces": spaces}), LAW)
    assert named in found.because
    assert b"7001" not in to_json(found)


def test_no_space_is_said_plainly() -> None:
    words = "No space of the property has a fixture and is occupied separately, so there is no billing unit."
    assert find().because == find((True, False)).because == words
