"""TSD-35: who may serve (FACTS.md, entry TSD-35; LAW-BEYOND.md, 60.75(3))."""

from itertools import product

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
NAMES = (
    "resident_of_district",
    "owns_property_in_district",
    "summer_resort_district",
    "another_member_resident",
    "town_board_commission",
)


def find(**facts: object) -> Finding:
    return judge("TSD-35", read_facts("TSD-35", facts), LAW)


@pytest.mark.parametrize("resident", [True, False, None])
@pytest.mark.parametrize("owner", [True, False, None])
@pytest.mark.parametrize("other", [True, False, None])
def test_in_an_ordinary_district_residence_decides_alone(
    resident: bool | None, owner: bool | None, other: bool | None
) -> None:
    found = find(resident_of_district=resident, owns_property_in_district=owner, another_member_resident=other)
    state = {True: "pass", False: "fail", None: "needs_evidence"}[resident]
    assert (found.state, found.answer) == (state, resident)


@pytest.mark.parametrize(
    ("resident", "owner", "other", "state"),
    [
        (True, None, None, "pass"),
        (False, True, True, "pass"),
        (False, False, True, "fail"),
        (False, True, False, "fail"),
        pytest.param(False, False, None, "fail", id="no property, whoever the others are"),
        pytest.param(False, None, False, "fail", id="no resident, whatever is owned"),
        (False, None, True, "needs_evidence"),
        (False, True, None, "needs_evidence"),
        pytest.param(None, True, True, "pass", id="eligible on either side of the line"),
        (None, False, True, "needs_evidence"),
    ],
)
def test_in_a_summer_resort_district_owners_may_serve_beside_a_resident(
    resident: bool | None, owner: bool | None, other: bool | None, state: str
) -> None:
    found = find(
        resident_of_district=resident,
        owns_property_in_district=owner,
        another_member_resident=other,
        summer_resort_district=True,
    )
    assert (found.state, found.answer) == (state, {"pass": True, "fail": False}.get(state))


def test_residence_is_not_asked_of_a_town_board() -> None:
    found = find(resident_of_district=False, town_board_commission=True)
    assert (found.state, found.answer) == ("not_applicable", None)
    assert find(resident_of_district=True, town_board_commission=None).state == "needs_evidence"


def test_only_what_decides_is_asked_about() -> None:
    assert find().because == "It cannot be said: whether the person resides in the district is not known."
    kind = find(resident_of_district=False, summer_resort_district=None, owns_property_in_district=True)
    assert "mainly summer-resort property" in kind.because
    assert "whether another member is a resident" in kind.because
    assert "owns property" not in kind.because


def test_a_source_outside_the_five_texts_is_said() -> None:
    assert any("outside" in note and "60.75(3)" in note for note in find().notes)


def test_a_fact_that_becomes_known_never_turns_an_answer() -> None:
    # Every state of the five facts: what is answered with a fact unknown is answered so with it known either way.
    for values in product((True, False, None), repeat=len(NAMES)):
        facts = dict(zip(NAMES, values, strict=True))
        state = find(**facts).state
        unknown = [name for name, value in facts.items() if value is None]
        if state == "needs_evidence":
            assert unknown
            continue
        for name in unknown:
            assert {find(**{**facts, name: known}).state for known in (True, False)} == {state}


def test_who_is_neither_resident_nor_owner_would_have_to_be_a_resident() -> None:
    found = find(resident_of_district=False, summer_resort_district=True, owns_property_in_district=False)
    assert found.because.endswith("so the person would have to be a resident.")
