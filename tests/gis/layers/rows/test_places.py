from __future__ import annotations

import pandas as pd
import pytest

from gis.layers.journal import Journal
from gis.layers.rows.places import PlaceCells, resolve_places


def resolved(names: list[str], *, refuse: bool) -> tuple[list[str | None], Journal]:
    journal = Journal()
    index = pd.RangeIndex(len(names))
    blank = pd.Series([None] * len(names), index=index, dtype=object)
    found, _ = resolve_places(PlaceCells(pd.Series(names, index=index), blank, blank, blank, "PLACE", refuse), journal)
    return found, journal


@pytest.mark.parametrize("refuse", [True, False])
def test_a_name_that_is_of_no_municipality_of_the_file_is_not_repeated(refuse: bool) -> None:
    found, journal = resolved(["Town of Alder", "ZZQOWNER, ANN"], refuse=refuse)
    assert found == ["Town of Alder", None]
    (note,) = journal.refusals if refuse else journal.repairs
    assert note.rule == "placename_class_unclear"
    assert note.what.startswith("text of 13 characters: ")
    assert "ZZQ" not in repr(note).upper()


def test_a_name_that_could_be_two_municipalities_of_the_file_is_told() -> None:
    found, journal = resolved(["Town of Alder", "City of Alder", "ALDER"], refuse=False)
    assert found == ["Town of Alder", "City of Alder", None]
    assert journal.repairs[0].what.startswith("'Alder'")
