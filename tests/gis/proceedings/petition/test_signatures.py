"""What becomes of each signature of a petition?"""

from __future__ import annotations

import datetime as dt

import pytest

from gis.errors import PetitionInvalid
from gis.proceedings.petition.reading import read_petition
from gis.proceedings.petition.signatures import Petition, line_words

FILED = dt.date(2026, 5, 1)


def petition(*rows: str, filed: dt.date | None = FILED) -> Petition:
    header = "signer,owner_key,decision,withdrawn,owners_edition"
    return read_petition("\n".join([header, *rows]).encode(), "petition.csv", dt.date(2026, 6, 15), filed=filed)


@pytest.mark.parametrize(
    ("withdrawn", "filed", "standing"),
    [
        ("2026-04-30", FILED, "withdrawn"),
        # The statute does not speak of withdrawal once the petition is filed.
        ("2026-05-01", FILED, "counts"),
        ("2026-05-20", FILED, "counts"),
        # Nobody states when that was.
        ("2026-04-30", None, "undecided"),
    ],
)
def test_a_withdrawn_signature(withdrawn: str, filed: dt.date | None, standing: str) -> None:
    found = petition(f"ANN,812,yes,{withdrawn},e", filed=filed)
    assert found.standing(found.signatures[0]) == standing
    assert any("ithdrawn" in note and "line 2" in note for note in found.counting_notes())


def test_notes_tell_lines_and_keys_and_no_names() -> None:
    found = petition("ANN,812,yes,,e", "BEA,,,,e", "CY,7,no,,e", "A QUILLFEATHER,812,yes,,e", "DOT,,,,e")
    notes = found.counting_notes()
    assert any("lines 3 and 6 (2 of 5 signatures)" in note for note in notes)
    assert "Decided to be no owner of record: line 4." in notes
    assert "Owner 812 signed more than once (lines 2 and 5) and counts once." in notes
    assert not any("QUILLFEATHER" in note for note in notes)


def test_owner_keys_of_another_edition_are_refused() -> None:
    found = petition("ANN,812,yes,,old")
    found.refuse_other_edition("old")
    with pytest.raises(PetitionInvalid, match="matched in edition old"):
        found.refuse_other_edition("new")


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ([3], "line 3"),
        ([4, 3], "lines 3 and 4"),
        ([1, 2, 3, 9, 9], "lines 1 to 3 and 9"),
        ([1, 3, 5], "lines 1, 3 and 5"),
    ],
)
def test_lines_in_words(lines: list[int], told: str) -> None:
    assert line_words(lines) == told
