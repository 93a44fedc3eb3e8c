"""Which boundaries are proposed, and what do they take in by construction?

Those that values are counted for lie in sections 15 and 16, whose corners stand exactly a mile apart, so that each
area and share can be worked by hand from the numbers here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

from shapely.geometry import Polygon

from sample.ground import ALDER, BIRCH, Piece
from sample.plane import COUNTY_ROW, MILE, Lattice, box

WELL_RING = [(17_654.5, 5_789.5), (17_985.5, 5_789.5), (17_985.5, 6_120.5), (17_654.5, 6_120.5)]
"""Half a foot outside the city's well site on each side."""

LAWFUL = Polygon(
    [
        (13_200.5, 5_280),
        (15_840, 5_280),
        (19_140, 5_280),
        (19_140, 7_243.5),
        (15_840, 7_243.5),
        (15_840, 9_883.5),
        (13_200.5, 9_883.5),
    ],
    [WELL_RING],
)
UNLAWFUL = Polygon(
    [
        (13_200.5, 5_280),
        (15_840, 5_280),
        (19_140, 5_280),
        (19_140, 8_400),
        (15_840, 8_400),
        (15_840, 9_883.5),
        (13_200.5, 9_883.5),
        # The notch: village lot 141-0814-1634-024 and three feet around it.
        (13_200.5, 5_637.75),
        (13_092.5, 5_637.75),
        (13_092.5, 5_503.875),
        (13_200.5, 5_503.875),
    ],
    [WELL_RING],
)
SLIVER = box(13_199.96, 5_280, 13_893, 10_560)

FLIPS = Polygon(
    [(13_200.5, 5_280), (17_160, 5_280), (17_160, 6_600), (15_840, 6_600), (15_840, 7_920), (13_200.5, 7_920)]
)
"""MEADOW, CHAPEL, a farm and a wood of Alder, and LANDING of Birch."""
FLIPS_EXCLUDED = Polygon(
    [
        (13_200.5, 5_280),
        (17_160, 5_280),
        (17_160, 6_600),
        (14_520, 6_600),
        # Two of the three blocks of CHAPEL, lots 1 to 28, are left out.
        (14_520, 7_480),
        (15_840, 7_480),
        (15_840, 7_920),
        (13_200.5, 7_920),
    ]
)
FLIPS_LEFT_OUT = box(14_520, 6_600, 15_840, 7_480)
"""Those two blocks with their streets, as the board would draw them: 1,320 by 880 ft."""
ANNEXED_BY_ELM = box(13_200, 5_742, 14_520, 6_600)
"""The four north rows of MEADOW, lots 15 to 42, which the village takes out of the district of `LAWFUL`."""
ANNEXED_OF_SPINDLE = box(36_000, 36_900, 37_500, 39_000)
"""The southeast corner of the Spindle Lake Sanitary District, 1,000 by 2,100 ft of it, and land beyond."""
TWO_COUNTIES = box(2_640, 18_480, 7_920, 23_760)
"""A square mile across the county line, half of it in each county."""
INTO_THE_OTHER_FT = 0.02


def county_sliver(lattice: Lattice) -> Polygon:
    """Return half a square mile of Alder whose north line stands a fiftieth of a foot beyond the county's."""
    (west, northwest), (east, northeast) = (lattice.corner(column, COUNTY_ROW, north=True) for column in (1, 2))
    south = (COUNTY_ROW - 0.5) * MILE
    return Polygon(
        [(west, south), (east, south), (east, northeast + INTO_THE_OTHER_FT), (west, northwest + INTO_THE_OTHER_FT)]
    )


WHOLE_STEMS = {
    ALDER: ("002-0814-1643-", "002-0814-1644-", "002-0814-1642-", "002-0814-1641-", "002-0814-1613-", "002-0814-1614-"),
    BIRCH: ("004-0814-1533-",),
}
"""Quarter-quarters of the lawful proposal all of whose parcels are wholly inside."""

CUT_SHARES = {
    "002-0814-1612-001": Fraction(1, 2),
    "002-0814-1611-001": Fraction(1, 2),
    "004-0814-1534-001": Fraction(1_589_279, 1_589_940),
    "004-0814-1543-001": Fraction(1, 2),
    "004-0814-1532-001": Fraction(1, 2),
    "004-0814-1531-001": Fraction(1, 2),
    "004-0814-1542-001": Fraction(1, 4),
}
"""Parcels that the lawful proposal cuts: the share inside. The farm around the well site has
1,320 x 1,287 - 330 x 330 = 1,589,940 square feet and loses 331 x 331 - 330 x 330 = 661 of them."""


@dataclass(frozen=True, slots=True)
class Counted:
    """What one town's parcels inside the lawful proposal come to."""

    whole_parcels: int
    cut: dict[str, Fraction]
    assessed: Fraction


def lawful_values(pieces: Sequence[Piece], assessed: dict[str, int]) -> dict[str, Counted]:
    """Add up the assessed value inside the lawful proposal, by town: each parcel number once."""
    totals: dict[str, Counted] = {}
    for place, stems in WHOLE_STEMS.items():
        whole = {piece.parcel_id for piece in pieces if piece.parcel_id.startswith(stems)}
        cut = {parcel: share for parcel, share in CUT_SHARES.items() if parcel[:3] == stems[0][:3]}
        total = sum((Fraction(assessed[parcel]) for parcel in whole), Fraction(0))
        total += sum((assessed[parcel] * share for parcel, share in cut.items()), Fraction(0))
        totals[place.title().replace("Of", "of")] = Counted(len(whole), cut, total)
    return totals


def money(value: Fraction) -> str:
    """Return an amount rounded half up to the cent.

    >>> money(Fraction(1, 8))
    '0.13'
    """
    cents = (value * 100 + Fraction(1, 2)).__floor__()
    return str((Decimal(cents) / 100).quantize(Decimal("0.01"), ROUND_HALF_UP))
