from __future__ import annotations

from pathlib import Path

import pytest

from api import errors as api_errors
from api.errors import STATUS, error_data, public_error, status_of
from gis.errors import EditionMissing, LayerUnreadable, Place, TownlineError


def _leaves(of: type[TownlineError]) -> list[type[TownlineError]]:
    below = of.__subclasses__()
    return [leaf for child in below for leaf in _leaves(child)] if below else [of]


# Tests of other rooms may make error classes of their own.
LEAVES = [leaf for leaf in _leaves(TownlineError) if leaf.__module__ in ("gis.errors", "api.errors")]


@pytest.mark.parametrize("leaf", LEAVES, ids=lambda leaf: leaf.__name__)
def test_every_leaf_of_the_tree_has_a_status(leaf: type[TownlineError]) -> None:
    assert leaf in STATUS
    assert 400 <= STATUS[leaf] < 600


def test_the_table_names_leaves_only() -> None:
    assert set(STATUS) == set(LEAVES)


def test_the_tree_is_drawn() -> None:
    for leaf in LEAVES:
        if leaf.__module__ == "api.errors":
            assert f"── {leaf.__name__} " in (api_errors.__doc__ or "")


def test_an_unknown_class_is_a_fault_of_ours() -> None:
    class Strange(TownlineError):
        """Not in any tree."""

    assert status_of(Strange(what="a", where="b", why="c", next="d")) == 500


def test_the_object_has_the_four_parts_and_the_places() -> None:
    error = EditionMissing(what="a", where="b", why="c", next="d", places=(Place(ring=0, vertex=3),))
    assert error_data(error) == {
        "error": "EditionMissing",
        "what": "a",
        "where": "b",
        "why": "c",
        "next": "d",
        "places": [{"ring": 0, "vertex": 3}],
    }


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("{tmp}/layers/parcels.gpkg cannot be opened", "parcels.gpkg cannot be opened"),
        ("see '{tmp}/a.json', then go on", "see 'a.json', then go on"),
        ("See /openapi.json and /api/schemas.", "See /openapi.json and /api/schemas."),
        ("parcels/1f0c", "parcels/1f0c"),
        ("https://example.org/a/b", "https://example.org/a/b"),
        ("1/2 of the land", "1/2 of the land"),
    ],
)
def test_no_folder_of_the_machine_is_said(tmp_path: Path, said: str, shown: str) -> None:
    said = said.replace("{tmp}", str(tmp_path))
    error = public_error(LayerUnreadable(what=said, where=said, why=said, next=said))
    assert {error.what, error.where, error.why, error.next} == {shown}
    assert isinstance(error, LayerUnreadable)
