"""CKSD-03: who may apply for the exemption for recreation (FACTS.md, entry CKSD-03)."""

from typing import Any

import pytest

from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
PARK: dict[str, Any] = {
    "owner_kind": "government",
    "vacant": True,
    "separate_tax_number": True,
    "only_public_recreation": True,
}


def find(**facts: object) -> Finding:
    return judge("CKSD-03", read_facts("CKSD-03", {**PARK, **facts}), LAW)


@pytest.mark.parametrize("owner", ["government", "nonprofit_501c3"])
def test_who_may_apply(owner: str) -> None:
    found = find(owner_kind=owner)
    assert (found.state, found.answer) == ("pass", True)
    assert any("sanitary levy" in note for note in found.notes)
    assert any("decision alone" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "value", "no", "unknown"),
    [
        ("owner_kind", "other", "neither a government nor a 501(c)(3)", "who owns"),
        ("vacant", False, "not vacant", "whether the parcel is vacant"),
        ("separate_tax_number", False, "no tax parcel number", "tax parcel number of its own"),
        ("only_public_recreation", False, "not used solely", "used solely for public recreation"),
    ],
)
def test_each_condition(name: str, value: object, no: str, unknown: str) -> None:
    failed = find(**{name: value})
    assert (failed.state, failed.answer) == ("fail", False)
    assert no in failed.because
    open_ = find(**{name: None})
    assert (open_.state, open_.answer) == ("needs_evidence", None)
    assert unknown in open_.because.lower()


@pytest.mark.parametrize("name", PARK)
def test_a_condition_known_to_fail_decides_whatever_is_unknown(name: str) -> None:
    others: dict[str, Any] = dict.fromkeys(PARK)
    found = find(**{**others, name: "other" if name == "owner_kind" else False})
    assert (found.state, found.answer) == ("fail", False)


def test_all_that_fails_is_named() -> None:
    found = find(owner_kind="other", vacant=False, separate_tax_number=False, only_public_recreation=False)
    for word in ("501(c)(3)", "vacant", "tax parcel number", "solely"):
        assert word.lower() in found.because.lower()
