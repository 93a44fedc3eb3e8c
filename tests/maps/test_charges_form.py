"""Has the form of charges a box for all that can be stated, and does no sentence on the page speak of options?"""

from __future__ import annotations

import ast
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from gis.errors import FactsInvalid
from gis.model.charges import ChargesStated, Event
from gis.proposals.charges.checking import OPTIONS, stated_of
from maps.charges_form import BOXES, EVENTS, Box, in_form, read_of, where_in_form

DATE = dt.date(2026, 8, 15)
BESIDE: dict[str, dict[str, object]] = {"paid": {"issued": "2026-07-01"}, "existing_lots": {"lots": 3}}
"""What a box is stated with, where alone it says nothing."""
OPTION = re.compile(r"--[a-z]")


def test_everything_that_can_be_stated_has_one_box() -> None:
    assert sorted(box.name for box in BOXES) == sorted(each.name for each in fields(ChargesStated))
    assert len({box.label for box in BOXES}) == len(BOXES)
    assert set(EVENTS) == set(get_args(Event))


def stated(box: Box) -> object:
    if box.name in {"new_building", "replaces_same"}:
        return True
    text = box.choices[1][0] if box.choices else box.sample
    if "=" in text:
        return dict(pair.strip().split("=") for pair in text.split(","))
    return text


@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.name)
def test_every_label_is_plain_and_a_box_to_write_in_has_an_example(box: Box) -> None:
    for word in ("reckon", "appendix", "statement", "kgal", "equivalent connection"):
        assert word not in box.label.lower()
    assert bool(box.sample) is not bool(box.choices)
    assert "leave" not in box.sample


@pytest.mark.parametrize("event", get_args(Event))
@pytest.mark.parametrize("box", BOXES, ids=lambda box: box.name)
def test_a_box_is_read_of_the_events_that_take_it(box: Box, event: Event) -> None:
    given = {box.name: stated(box), **BESIDE.get(box.name, {})}
    if event in box.events:
        assert stated_of(given, event, DATE) != ChargesStated()
    else:
        with pytest.raises(FactsInvalid, match="says nothing of the event"):
            stated_of({box.name: stated(box)}, event, DATE)
    read, unread = read_of(event, {"parcel": "7-S1", box.name: "1"})
    assert (box.name in read) == (event in box.events)
    assert unread == (() if event in box.events else (box.label,))


@pytest.mark.parametrize("option", sorted(OPTIONS.values()))
def test_every_option_is_said_as_its_box(option: str) -> None:
    labels = {box.label for box in BOXES}
    said = in_form(f"State {option} too.")
    assert said.removeprefix("State “").removesuffix("” too.") in labels


def sentences(folder: Path) -> Iterator[str]:
    """Yield what modules may say: every string that is no docstring, and of f-strings the parts joined by a word."""
    for file in sorted(folder.glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        inside = {id(part) for each in ast.walk(tree) if isinstance(each, ast.JoinedStr) for part in each.values}
        docs = {id(each.value) for each in ast.walk(tree) if isinstance(each, ast.Expr)}
        for each in ast.walk(tree):
            if isinstance(each, ast.JoinedStr):
                yield "".join(str(part.value) if isinstance(part, ast.Constant) else "elm" for part in each.values)
            elif isinstance(each, ast.Constant) and isinstance(each.value, str) and id(each) not in inside | docs:
                yield each.value


def test_no_sentence_about_charges_speaks_of_options_commands_or_the_register(repository: Path) -> None:
    found = [
        each
        for folder in ("gis/proposals/charges", "gis/rules/village_charges", "gis/rules/district_charges")
        for each in sentences(repository / folder)
        if " " in each and (OPTION.search(each) or "`" in each or "egister: " in each or "ordinance file: " in each)
    ]
    assert len(found) > 40
    for each in found:
        is_place = re.search(r"(^|; )(options?|register|ordinance file)[ :]", each) is not None
        said = where_in_form(each) if is_place else in_form(each)
        assert not OPTION.search(said), said
        assert "`" not in said
        assert "egister: " not in said
        assert "ordinance file: " not in said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "--acres names a kind that no schedule has.",
            "“How many acres of each use” names a kind that no schedule has.",
        ),
        ("acres says nothing that can be answered.", "“How many acres of each use” says nothing that can be answered."),
        ("Write acres=commercial=2.5.", "Write “How many acres of each use”: commercial=2.5."),
        ("Write date=2026-06-15.", "Write “Day you ask about”: 2026-06-15."),
        (
            "It is one (option --lots; register: lots).",
            "It is one (in the form, “How many lots there will be”; or the clerk or the utility can put it on record).",
        ),
        (
            "It is one unit (register: lots_developed).",
            "It is one unit (the clerk or the utility can put it on record).",
        ),
        ("whether the building is new: --existing", "whether the building is new: “Is the building new?”"),
    ],
)
def test_errors_name_boxes(text: str, said: str) -> None:
    assert in_form(text) == said
