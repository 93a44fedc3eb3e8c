"""CKSD-09: detached buildings (FACTS.md, entry CKSD-09)."""

from __future__ import annotations

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
GARAGE: dict[str, Any] = {"private_interceptor": True, "dwelling_or_business": False, "recordable_agreement": True}


def find(**facts: object) -> Finding:
    return judge("CKSD-09", read_facts("CKSD-09", {**GARAGE, **facts}), LAW)


def test_a_garage_with_a_sink_is_free_while_it_is_no_dwelling() -> None:
    found = find()
    assert (found.state, found.answer) == ("pass", True)
    assert any("pays both charges at once" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "no", "unknown"),
    [
        ("private_interceptor", "not connected through the private interceptor", "through the private interceptor is"),
        ("dwelling_or_business", "used as a dwelling or business", "whether it is used as a dwelling or business is"),
        ("recordable_agreement", "made no agreement in recordable form", "made the agreement in recordable form is"),
    ],
)
def test_each_condition(name: str, no: str, unknown: str) -> None:
    failed = find(**{name: not GARAGE[name]})
    assert (failed.state, failed.answer, failed.notes) == ("fail", False, ())
    assert no in failed.because
    open_ = find(**{name: None})
    assert (open_.state, open_.answer) == ("needs_evidence", None)
    assert unknown in open_.because.lower()
    others: dict[str, Any] = dict.fromkeys(GARAGE)
    decided = find(**{**others, name: not GARAGE[name]})
    assert (decided.state, decided.answer) == ("fail", False)
