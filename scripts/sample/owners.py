"""Who owns the pieces of the sample? Nobody: plainly invented owners, alone, together or of several pieces."""

from __future__ import annotations

import random
import zlib

from sample.ground import Piece

Held = tuple[str, str | None]
"""The first and the second owner of record."""

BODY_OF_USE = {
    "county park": "COUNTY PARKS",
    "village park": "VILLAGE PARKS",
    "city park": "CITY PARKS",
    "school": "SCHOOL DISTRICT",
    "church": "CONGREGATION",
    "cemetery": "CEMETERY ASSOCIATION",
    "town hall": "TOWN",
    "railroad": "AND NOWHERE RAILROAD",
}


def _person(number: int) -> str:
    return f"OWNER {number:04d} OF NOWHERE"


COMPANY, CONGREGATION, TRUST, TOWN = (
    "EXAMPLE HOLDINGS 7 LLC",
    "EXAMPLE CONGREGATION 7",
    "EXAMPLE TRUST 7",
    "EXAMPLE TOWN 7",
)
WITHHELD = "REDACTED"
SPELLINGS = ("OWNER 7250 OF NOWHERE", "OWNER 7250  of Nowhere.", "OWNER 7250, NOWHERE")
"""One owner's name on three units: the second differs by capitals, blanks and a point only, the third in its words."""


def _plats_by_hand() -> dict[str, Held]:
    meadow: dict[str, Held] = {
        f"002-0814-1643-{lot:03d}": (_person(7000 + lot), _person(7100 + lot) if lot % 2 else None)
        for lot in range(1, 43)
    }
    chapel: dict[str, Held] = {f"002-0814-1641-{lot:03d}": (_person(7200 + lot), None) for lot in range(4, 43)}
    landing: dict[str, Held] = {f"004-0814-1533-{lot:03d}": (_person(7300 + lot), None) for lot in range(1, 41)}
    return meadow | chapel | landing


BY_HAND: dict[str, Held] = {
    **_plats_by_hand(),
    # CHAPEL: two exempt lots, and four units on a third.
    "002-0814-1641-001": (CONGREGATION, None),
    "002-0814-1641-002": (CONGREGATION, None),
    "002-0814-1641-003-01": (TRUST, None),
    **{f"002-0814-1641-003-{unit:02d}": (name, None) for unit, name in enumerate(SPELLINGS, 2)},
    # LANDING: the last two lots.
    "004-0814-1533-041": (WITHHELD, None),
    "004-0814-1533-042": (COMPANY, None),
    # Farms of the Town of Alder.
    "002-0814-1644-001": (_person(7401), None),
    "002-0814-1642-001": (_person(7401), _person(7402)),
    "002-0814-1613-001": (_person(7403), None),
    "002-0814-1613-002": (_person(7403), None),
    "002-0814-1614-001": (COMPANY, None),
    "002-0814-1612-001": (_person(7401), None),
    "002-0814-1611-001": (TOWN, None),
    # Farms of the Town of Birch.
    "004-0814-1534-001": (_person(7404), _person(7405)),
    "004-0814-1543-001": (COMPANY, None),
    "004-0814-1532-001": (_person(7404), None),
    "004-0814-1531-001": (_person(7406), None),
    "004-0814-1542-001": (_person(7001), None),
}
"""Owners of every parcel inside the lawful proposal, so that they can be counted by hand."""


class Owners:
    """Invented owners: most own one parcel, some own several, some own together."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._count = 0
        self._farmers = [_person(number) for number in range(9001, 9091)]

    def _new(self) -> str:
        self._count += 1
        return _person(self._count)

    def alone(self, piece: Piece, aux: str | None) -> Held:
        """Return the owners of a piece that is drawn by itself: the counter does not run on."""
        if piece.use in BODY_OF_USE:
            return f"EXAMPLE {BODY_OF_USE[piece.use]} 1", None
        self._count = 10_000 + 3 * (zlib.crc32(piece.parcel_id.encode()) % 25_000)
        return self.of(piece, aux)

    def of(self, piece: Piece, aux: str | None) -> Held:
        """Return the first and the second owner; those by hand are drawn too, so that all others stay as they are."""
        drawn = self._drawn(piece, aux)
        return BY_HAND.get(piece.parcel_id, drawn)

    def _drawn(self, piece: Piece, aux: str | None) -> Held:
        if piece.use == "well site" or (aux or "").startswith("X"):
            if piece.use == "well site":
                return "EXAMPLE WATER UTILITY 1", None
            body = "CONGREGATION" if aux == "X4" else "PUBLIC BODY"
            return f"EXAMPLE {body} {self._rng.randint(1, 9)}", None
        if piece.use in {"farm", "wood", "forest law", "farmstead"}:
            first = self._rng.choice(self._farmers)
            return first, (first.replace("OWNER 9", "OWNER 8") if self._rng.random() < 0.4 else None)  # noqa: PLR2004 -- odds
        odds = self._rng.random()
        if odds < 0.06:  # noqa: PLR2004 -- odds
            return f"EXAMPLE TRUST {self._rng.randint(1, 40)}", None
        if odds < 0.12:  # noqa: PLR2004 -- odds
            return f"EXAMPLE HOLDINGS {self._rng.randint(1, 25)} LLC", None
        first = self._new()
        return first, (self._new() if self._rng.random() < 0.45 else None)  # noqa: PLR2004 -- odds
