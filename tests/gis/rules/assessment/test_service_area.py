"""SA-07: the service area in force (FACTS.md, entry SA-07)."""

from __future__ import annotations

import pytest

from gis.errors import FactsInvalid
from gis.law.loader import load_law
from gis.model.finding import Finding
from gis.rules.registry import judge, read_facts


def version(name: str, valid_from: str | None, valid_to: str | None = None) -> dict[str, object]:
    return {"name": name, "valid_from": valid_from, "valid_to": valid_to}


TWO = [version("v1", "2010-01-01", "2018-06-01"), version("v2", "2018-06-01")]


def find(versions: object, as_of: str | None) -> Finding:
    return judge("SA-07", read_facts("SA-07", {"versions": versions, "as_of": as_of}), load_law().newest())


@pytest.mark.parametrize(
    ("as_of", "state", "answer"),
    [
        ("2009-12-31", "needs_evidence", None),
        ("2010-01-01", "pass", "v1"),
        ("2018-05-31", "pass", "v1"),
        ("2018-06-01", "pass", "v2"),
        ("2126-01-01", "pass", "v2"),
    ],
)
def test_a_version_holds_from_its_first_day_up_to_the_day_on_which_it_ends(
    as_of: str, state: str, answer: str | None
) -> None:
    for versions in (TWO, TWO[::-1]):
        found = find(versions, as_of)
        assert (found.state, found.answer) == (state, answer)


def test_two_versions_in_force_leave_it_open() -> None:
    found = find([*TWO, version("v3", "2018-01-01")], "2018-03-01")
    assert (found.state, found.answer) == ("undetermined", None)
    assert found.because == "In force on March 1, 2018 were v1 and v3."


@pytest.mark.parametrize(
    ("versions", "as_of", "words"),
    [
        (None, "2018-01-01", "The list of the versions of the service area is not known"),
        (TWO, None, "The day asked about is not known"),
        ([], "2018-01-01", "In force on January 1, 2018 was no version"),
        ([version("v0", None)], "2018-01-01", "the first day of v0 is not known"),
        ([*TWO, version("v0", None)], "2018-01-01", "the first day of v0 is not known"),
    ],
)
def test_what_is_missing_is_named(versions: object, as_of: str | None, words: str) -> None:
    found = find(versions, as_of)
    assert (found.state, found.answer) == ("needs_evidence", None)
    assert words in found.because


def test_a_version_of_unknown_beginning_that_has_ended_does_not_matter() -> None:
    assert find([*TWO, version("v0", None, "2018-01-01")], "2018-01-01").answer == "v1"


def test_a_version_that_ends_before_it_begins_is_refused() -> None:
    with pytest.raises(FactsInvalid) as caught:
        find([version("v1", "2018-06-01", "2018-05-31")], "2018-06-01")
    assert caught.value.where == "facts.versions[0].valid_to"
    assert find([version("v1", "2018-06-01", "2018-06-01")], "2018-06-01").state == "needs_evidence"
