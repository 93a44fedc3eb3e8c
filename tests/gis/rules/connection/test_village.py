"""VLG-06: land adjacent to a local sewer (FACTS.md, entry VLG-06)."""

from itertools import product
from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
CONDITIONS = ("in_village", "adjacent_local_sewer", "structure_in_use", "private_system")
MET: dict[str, Any] = dict.fromkeys(CONDITIONS, True)
UNTIL = {"waiver_until": "2027-05-01"}


def find(**facts: object) -> Finding:
    return judge("VLG-06", read_facts("VLG-06", {**MET, **facts}), LAW)


@pytest.mark.parametrize("values", list(product([True, False, None], repeat=4)))
def test_all_three_conditions_are_needed(values: tuple[bool | None, ...]) -> None:
    found = find(**dict(zip(CONDITIONS, values, strict=True)))
    if False in values:
        expected: tuple[str, object] = ("fail", False)
    elif None in values:
        expected = ("needs_evidence", None)
    else:
        expected = ("pass", True)
    assert (found.state, found.answer) == expected
    in_village, adjacent, structure, private = values
    located = int(in_village is True and adjacent is True)
    assert found.measures["conditions_met"] == located + int(structure is True) + int(private is True)
    assert found.measures["deadline_stated"] is False


@pytest.mark.parametrize(
    ("name", "no", "unknown"),
    [
        ("in_village", "outside the village", "lies in the village"),
        ("adjacent_local_sewer", "no local sewer", "whether a local sewer is adjacent"),
        ("structure_in_use", "no structure", "whether a structure"),
        ("private_system", "no private system", "whether a private system"),
    ],
)
def test_the_condition_is_named(name: str, no: str, unknown: str) -> None:
    assert no in find(**{name: False}).because
    assert unknown in find(**{name: None}).because.lower()


@pytest.mark.parametrize(
    ("as_of", "state", "answer", "word"),
    [
        ("2026-01-01", "not_applicable", False, "waiver is in force until May 1, 2027"),
        ("2027-05-01", "not_applicable", False, "waiver is in force"),
        ("2027-05-02", "pass", True, "waiver ended on May 1, 2027"),
        (None, "needs_evidence", None, "the day asked about"),
    ],
)
def test_a_waiver_covers_its_last_day(as_of: str | None, state: str, answer: bool | None, word: str) -> None:
    found = find(**UNTIL, as_of=as_of)
    assert (found.state, found.answer) == (state, answer)
    assert word.lower() in found.because.lower()


def test_a_waiver_matters_only_where_there_would_be_a_duty() -> None:
    assert find(**UNTIL, as_of="2027-01-01", private_system=False).state == "fail"
    assert find(**UNTIL, as_of="2027-01-01", private_system=None).state == "needs_evidence"


@pytest.mark.parametrize(
    ("facts", "state", "answer"),
    [
        ({}, "undetermined", None),
        ({"adjacent_local_sewer": False}, "undetermined", None),
        ({"adjacent_local_sewer": None}, "undetermined", None),
        ({"in_village": False}, "fail", False),
        ({"structure_in_use": False}, "fail", False),
        ({"private_system": False}, "fail", False),
        ({"private_system": None}, "needs_evidence", None),
        ({**UNTIL, "as_of": "2027-05-01"}, "not_applicable", False),
        ({**UNTIL, "as_of": "2027-05-02"}, "undetermined", None),
    ],
)
def test_a_force_main_alone(facts: dict[str, Any], state: str, answer: bool | None) -> None:
    found = find(**facts, only_force_main=True)
    assert (found.state, found.answer) == (state, answer)
    if state == "undetermined":
        assert "force main" in found.because
        assert found.measures["conditions_met"] == 2


def test_nothing_known_names_every_fact() -> None:
    found = judge("VLG-06", read_facts("VLG-06", {}), LAW)
    assert (found.state, found.answer, found.measures["conditions_met"]) == ("needs_evidence", None, 0)
    for word in ("village", "local sewer", "structure", "private system"):
        assert word.lower() in found.because.lower()
    assert "waiver" not in found.because
