"""What did an import change, refuse or remark so far: one list each, never silent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from gis.model.edition import ImportNote


@dataclass(frozen=True, slots=True)
class Entry:
    """What happened by one stated rule, why, and what would mend it in the source."""

    rule: str
    what: str
    why: str
    mend: str


_LONGEST_ID = 80


def short(feature_id: str) -> str:
    """Return an id as a note bears it: one that is no id but a whole text is cut, and says how long it is.

    >>> short("0012-3"), short("9" * 200_000)[75:]
    ('0012-3', '99999... (200,000 characters)')
    """
    if len(feature_id) <= _LONGEST_ID:
        return feature_id
    return f"{feature_id[:_LONGEST_ID]}... ({len(feature_id):,} characters)"


@dataclass(slots=True)
class Journal:
    """Collects what import did, row by row; a refused row is refused once, by its first reason."""

    repairs: list[ImportNote] = field(default_factory=list)
    refusals: list[ImportNote] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    refused_rows: set[int] = field(default_factory=set)

    def repair(self, entry: Entry, row: int | None, feature_id: str | None, **place: object) -> None:
        """List one thing that was changed; `place` takes the place fields of ImportNote."""
        self.repairs.append(_note(entry, row, feature_id, place))

    def refuse(self, entry: Entry, row: int, feature_id: str | None, **place: object) -> None:
        """List one row that is left out."""
        if row not in self.refused_rows:
            self.refused_rows.add(row)
            self.refusals.append(_note(entry, row, feature_id, place))

    def remark(self, note: str) -> None:
        """Add a note to the manifest, once."""
        if note not in self.notes:
            self.notes.append(note)


def _note(entry: Entry, row: int | None, feature_id: str | None, place: dict[str, object]) -> ImportNote:
    return ImportNote(
        rule=entry.rule,
        feature_id=None if feature_id is None else short(feature_id),
        row=row,
        what=entry.what,
        why=entry.why,
        mend=entry.mend,
        **place,  # type: ignore[arg-type]  # the fields of a place have several types
    )


def in_order(notes: Sequence[ImportNote]) -> tuple[ImportNote, ...]:
    """Return notes by rule, then row, so that the same import lists them the same way."""
    return tuple(sorted(notes, key=lambda note: (note.rule, -1 if note.row is None else note.row, note.what)))
