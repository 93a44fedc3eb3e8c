from __future__ import annotations

import pytest

from gis.layers.journal import Entry, Journal

ENTRY = Entry("rule", "what", "why", "mend")


@pytest.mark.parametrize(
    ("feature_id", "borne"),
    [
        (None, None),
        ("0012-3", "0012-3"),
        ("9" * 80, "9" * 80),
        ("9" * 81, "9" * 80 + "... (81 characters)"),
        ("9" * 200_000, "9" * 80 + "... (200,000 characters)"),
    ],
)
def test_an_id_in_a_note_is_no_longer_than_an_id(feature_id: str | None, borne: str | None) -> None:
    journal = Journal()
    journal.repair(ENTRY, 0, feature_id)
    journal.refuse(ENTRY, 1, feature_id)
    assert [note.feature_id for note in (*journal.repairs, *journal.refusals)] == [borne, borne]


def test_a_row_is_refused_once_by_its_first_reason_and_a_remark_is_made_once() -> None:
    journal = Journal()
    journal.refuse(ENTRY, 1, None)
    journal.refuse(Entry("other", "what", "why", "mend"), 1, None)
    journal.remark("so")
    journal.remark("so")
    assert [note.rule for note in journal.refusals] == ["rule"]
    assert journal.notes == ["so"]
