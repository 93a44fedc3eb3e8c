"""CKSD-13: the application for a sewer main extension (FACTS.md, entry CKSD-13)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts

LAW = load_law().newest()
ITEMS = ("preliminary_plat", "contour_map_2ft", "legal_description", "owners_list", "electronic_survey")


def find(**items: bool | None) -> Finding:
    return judge("CKSD-13", read_facts("CKSD-13", {"items": {**dict.fromkeys(ITEMS, True), **items}}), LAW)


def test_with_every_item_it_is_complete_as_far_as_these_go() -> None:
    found = find()
    assert (found.state, found.answer) == ("pass", [])
    assert "lacks" not in found.because
    assert any("application fee" in note for note in found.notes)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("preliminary_plat", "preliminary plat"),
        ("contour_map_2ft", "contours every 2 feet"),
        ("legal_description", "legal description of the whole area"),
        ("owners_list", "names and addresses of all owners"),
        ("electronic_survey", "electronic form"),
    ],
)
def test_each_item(name: str, words: str) -> None:
    missing = find(**{name: False})
    assert (missing.state, missing.answer) == ("fail", [name])
    assert words in missing.because
    unseen = find(**{name: None})
    assert (unseen.state, unseen.answer, unseen.measures) == ("needs_evidence", [], {"items_not_looked_for": [name]})
    assert words in unseen.because


def test_missing_items_stand_in_the_order_of_the_text() -> None:
    found = find(electronic_survey=False, preliminary_plat=False, owners_list=None)
    assert (found.state, found.answer) == ("fail", ["preliminary_plat", "electronic_survey"])
    assert found.measures == {"items_not_looked_for": ["owners_list"]}


def test_without_a_list_nothing_is_known() -> None:
    found = judge("CKSD-13", read_facts("CKSD-13", {}), LAW)
    assert (found.state, found.answer) == ("needs_evidence", None)


def test_an_unknown_item_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find(zoning=True)
    assert caught.value.where == "facts.items.zoning"
