"""Which column of a petition file holds what: signer, parcel, day and the rest, under several spellings."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "line": ("line", "line_no", "line_number", "no", "number", "signature_no", "signature_number"),
    "signer": (
        "signer",
        "name_printed",
        "printed_name",
        "print_name",
        "name",
        "full_name",
        "signer_name",
        "name_of_signer",
        "petitioner",
        "petitioner_name",
    ),
    "capacity": ("capacity", "signs_as", "signed_as", "signing_as", "in_the_capacity_of", "title"),
    "date_signed": (
        "date_signed",
        "signed",
        "signed_on",
        "date",
        "date_of_signature",
        "signature_date",
        "signing_date",
    ),
    "parcel": ("parcel", "parcels", "parcel_id", "parcelid", "parcel_no", "parcel_number", "pin", "tax_key", "taxkey"),
    "notarized": ("notarized", "notarised", "notary"),
    "covered_by_verification": ("covered_by_verification", "verification", "verified"),
    "withdrawn": ("withdrawn", "withdrawn_on", "date_withdrawn", "withdrawal", "withdrawal_date"),
    "share": ("share", "owner_share", "ownership_share", "co_owner_share", "share_of_parcel"),
    "owner_key": ("owner_key",),
    "match": ("match",),
    "score": ("score",),
    "decision": ("decision",),
    "owners_edition": ("owners_edition",),
    "owner_name": ("owner_name",),
}
"""What a column holds, and how files head it: small letters, with one line for all between the words."""
ADDED = ("owner_key", "match", "score", "decision", "owners_edition", "owner_name")
"""Columns that matching adds; the last only where names were asked for."""
_MEANS = {spelling: meaning for meaning, spellings in SPELLINGS.items() for spelling in spellings}
_BETWEEN_WORDS = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class Columns:
    """The place of each column that is read, by what it holds."""

    places: Mapping[str, int]
    twice: tuple[tuple[str, tuple[str, ...]], ...]
    """What several columns hold, and how they are headed: nobody can say which is meant."""
    notes: tuple[str, ...]
    """How headings were understood that are not our own."""

    def cell(self, cells: Sequence[str], meaning: str) -> str:
        """Return one cell of a row without blanks around it; "" where the file has no such column."""
        place = self.places.get(meaning)
        return "" if place is None else cells[place].strip()


def columns_of(header: Sequence[str]) -> Columns:
    """Tell the columns of a petition file by their headings.

    Parameters
    ----------
    header : sequence of str
        The cells of the first row; capitals, blanks and punctuation do not matter.

    Examples
    --------
    >>> found = columns_of(["No.", "Printed Name", "Parcel ID", "remarks"])
    >>> dict(found.places), found.notes
    ({'line': 0, 'signer': 1, 'parcel': 2}, ('Read as line: no; as signer: printed_name; as parcel: parcel_id.',))
    """
    found: dict[str, list[int]] = defaultdict(list)
    spelt = [_BETWEEN_WORDS.sub("_", cell.casefold()).strip("_") for cell in header]
    for place, spelling in enumerate(spelt):
        if spelling in _MEANS:
            found[_MEANS[spelling]].append(place)
    told = [f"as {meaning}: {spelt[places[0]]}" for meaning, places in found.items() if spelt[places[0]] != meaning]
    return Columns(
        places={meaning: places[0] for meaning, places in found.items()},
        twice=tuple(
            (meaning, tuple(spelt[place] for place in places)) for meaning, places in found.items() if len(places) > 1
        ),
        notes=(f"Read {'; '.join(told)}.",) if told else (),
    )
