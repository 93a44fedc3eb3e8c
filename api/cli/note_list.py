"""How are the things that an import changed or refused listed in a terminal?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from gis.model.edition import ImportNote

SHOWN = 20


def listed(title: str, notes: Sequence[ImportNote]) -> Iterator[str]:
    """List notes by rule, the first twenty of each in words; the manifest has them all."""
    if not notes:
        return
    yield f"{title} ({len(notes):,})"
    for rule, count in sorted(Counter(note.rule for note in notes).items()):
        yield f"  {rule}: {count:,}"
        mine = [note for note in notes if note.rule == rule]
        for note in mine[:SHOWN]:
            yield f"    {_where(note)}: {note.what}"
        if count > SHOWN:
            yield f"    and {count - SHOWN:,} more; all are in the manifest (--format json)"
        because = " ".join(part for part in (mine[0].why, mine[0].mend) if part)
        if because:
            yield f"    {because}"


def _where(note: ImportNote) -> str:
    parts = [
        f"{note.feature_id}" if note.feature_id else None,
        f"row {note.row + 1}" if note.row is not None else None,
        f"at {note.longitude:.6f}, {note.latitude:.6f}"
        if note.longitude is not None and note.latitude is not None
        else None,
    ]
    return ", ".join(part for part in parts if part)
