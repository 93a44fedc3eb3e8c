"""Who owns the pieces of the sample? Nobody: plainly invented owners, alone, together or of several pieces."""

from __future__ import annotations

import random
import zlib

from sample.ground import Piece

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


class Owners:
    """Invented owners: most own one parcel, some own several, some own together."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self._count = 0
        self._farmers = [f"OWNER {number:04d} OF NOWHERE" for number in range(9001, 9091)]

    def _new(self) -> str:
        self._count += 1
        return f"OWNER {self._count:04d} OF NOWHERE"

    def alone(self, piece: Piece, aux: str | None) -> tuple[str, str | None]:
        """Return the owners of a piece that is drawn by itself: the counter does not run on."""
        if piece.use in BODY_OF_USE:
            return f"EXAMPLE {BODY_OF_USE[piece.use]} 1", None
        self._count = 10_000 + 3 * (zlib.crc32(piece.parcel_id.encode()) % 25_000)
        return self.of(piece, aux)

    def of(self, piece: Piece, aux: str | None) -> tuple[str, str | None]:
        """Return the first and the second owner."""
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
