"""Who signed for the lawful proposal? Three lists of signatures: by heads, by land, and too few by either.

Signatures are taken from the owners of record, each as printed on the petition: mostly as on the roll, sometimes not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta

from sample.owners import BY_HAND, COMPANY

COLUMNS = ("line", "parcel", "name_printed", "capacity", "date_signed", "notarized", "covered_by_verification")
FIRST_DAY = date(2025, 3, 3)
SIGNED_PER_DAY = 12

Signature = tuple[str, str, str]
"""Parcel, name as printed, and what the signer signs as."""

MEADOW = [f"002-0814-1643-{lot:03d}" for lot in range(1, 43)]
CHAPEL = [f"002-0814-1641-{lot:03d}" for lot in range(4, 43)]


def _all_of(parcel: str) -> Iterator[Signature]:
    for name in BY_HAND[parcel]:
        if name is not None:
            yield parcel, name, "owner"


def by_heads() -> Iterator[Signature]:
    """Yield the owners of MEADOW, both of each pair, and those of the lots of CHAPEL: many people with little land."""
    for parcel in (*MEADOW, *CHAPEL):
        yield from _all_of(parcel)
    yield CHAPEL[0], "Owner 7204 of Nowhere", "owner"  # a second time, in small letters


def by_land() -> Iterator[Signature]:
    """Yield six owners of farms: few people with most of the land."""
    yield from _all_of("002-0814-1644-001")
    yield "002-0814-1642-001", "OWNER 7402 OF NOWHERE", "owner"
    yield from _all_of("002-0814-1613-001")
    yield "002-0814-1614-001", COMPANY, "manager of the company"
    yield from _all_of("004-0814-1534-001")


def too_few() -> Iterator[Signature]:
    """Yield the first owners of MEADOW only: half of them own with another who has not signed."""
    for parcel in MEADOW:
        yield parcel, BY_HAND[parcel][0], "owner"


@dataclass(frozen=True, slots=True)
class Petition:
    """Signatures in their order, and who vouches for them."""

    signatures: Callable[[], Iterator[Signature]]
    verified: range
    """Lines that a petitioner verified."""
    notarized: frozenset[int] = frozenset()

    def lines(self) -> Iterator[tuple[str, ...]]:
        """Yield the lines, some each day, in the order of `COLUMNS`."""
        for line, (parcel, name, capacity) in enumerate(self.signatures(), 1):
            signed = FIRST_DAY + timedelta(days=(line - 1) // SIGNED_PER_DAY)
            vouched = ("yes" if line in lines else "no" for lines in (self.notarized, self.verified))
            yield str(line), parcel, name, capacity, signed.isoformat(), *vouched


PETITIONS = {
    # Who signed a second time did so before a notary, and so did the first.
    "petition-heads.csv": Petition(by_heads, range(1, 103), frozenset({1, 103})),
    "petition-land.csv": Petition(by_land, range(0), frozenset(range(1, 7))),
    # Nobody vouches for the last five.
    "petition-too-few.csv": Petition(too_few, range(1, 38)),
}
