"""Is each value that can be stated refused in lay words where it cannot be read, whatever it is?"""

from __future__ import annotations

import re
from dataclasses import fields

import pytest

from gis.errors import FactsInvalid
from gis.model.charges import ChargesStated
from gis.proposals.charges.readable import NEEDED, refuse_unreadable

NAMES = [each.name for each in fields(ChargesStated)]
MACHINE = re.compile(
    r"Input should|valid (integer|string|dict|date)|unable to parse|literal|instance of|keyword|pydantic"
)
"""Words of the library that reads."""


def test_every_value_that_can_be_stated_says_what_is_needed() -> None:
    assert list(NEEDED) == NAMES


WHOLE = {"lots", "existing_lots", "quantity"}
CASES = [
    (name, value)
    for name in NAMES
    for value in ([1], {"ODDWORD": "ODDWORD"}, {"x": [1]}, {1: 2}, b"x", True, "ODDWORD", "1e999")
    # A use may be any word; a yes in place of a count is refused by `stated_of`.
    if not (name == "use" and isinstance(value, str | bytes))
    and not (value is True and name in {*WHOLE, "new_building", "replaces_same"})
]


@pytest.mark.parametrize(("name", "value"), CASES)
def test_what_cannot_be_read_is_refused_in_lay_words(name: str, value: object) -> None:
    with pytest.raises(FactsInvalid) as caught:
        refuse_unreadable({name: value}, "the options")
    error = caught.value
    said = f"{error.what} {error.why} {error.next}"
    assert "ODDWORD" not in said
    assert not MACHINE.search(said)
    assert NEEDED[name] in error.why
    assert error.where.startswith("the option --")
    assert all(each[0].isupper() for each in (error.what, error.why, error.next))


@pytest.mark.parametrize("name", ["permit_date", "issued", "paid"])
@pytest.mark.parametrize("day", ["0206-06-15", "2999-01-01"])
def test_a_year_that_cannot_be_meant_begins_a_sentence(name: str, day: str) -> None:
    with pytest.raises(FactsInvalid) as caught:
        refuse_unreadable({name: day}, "stated")
    assert caught.value.why == "Years are read from 1800 to 2199; another one is a slip."
    assert caught.value.where == f"stated, {name}"


def test_what_is_not_stated_or_known_is_left_to_others() -> None:
    refuse_unreadable({"lots": None, "colour": "red"}, "the options")
