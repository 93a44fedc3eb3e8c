"""VLG-02: capacity for a connection (FACTS.md, entry VLG-02)."""

from itertools import product

import pytest

from gis.law.loader import load_law
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
NAMES = ("local_sewer_adequate", "commission_capacity", "downstream_adequate")


@pytest.mark.parametrize("values", list(product([True, False, None], repeat=3)))
def test_one_failure_is_enough(values: tuple[bool | None, ...]) -> None:
    stated = dict(zip(NAMES, values, strict=True))
    found = judge("VLG-02", read_facts("VLG-02", stated), LAW)
    if False in values:
        expected: tuple[str, object] = ("fail", "deny")
    elif None in values:
        expected = ("needs_evidence", None)
    else:
        expected = ("pass", "allow")
    assert (found.state, found.answer) == expected
    assert found.measures["failing"] == [name for name in NAMES if stated[name] is False]


@pytest.mark.parametrize(
    ("name", "no", "unknown"),
    [
        ("local_sewer_adequate", "local sewer is not sized", "whether the local sewer is sized"),
        ("commission_capacity", "have no capacity", "whether the commission's"),
        ("downstream_adequate", "downstream collection is inadequate", "whether downstream collection"),
    ],
)
def test_what_fails_and_what_is_missing_is_named(name: str, no: str, unknown: str) -> None:
    stated = dict.fromkeys(NAMES, True)
    assert no in judge("VLG-02", read_facts("VLG-02", {**stated, name: False}), LAW).because
    assert unknown in judge("VLG-02", read_facts("VLG-02", {**stated, name: None}), LAW).because.lower()
