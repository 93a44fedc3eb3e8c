"""Which districts are there already, and by which orders?

All are drawn as rectangles of the plan, so that their land can be worked by hand, and lie apart from the proposals.
"""

from __future__ import annotations

from dataclasses import dataclass

from shapely.geometry import Polygon

from sample.plane import box


@dataclass(frozen=True, slots=True)
class District:
    """One district, or one addition to a district; dates as written on the order."""

    name: str
    sort: str
    established: str
    dissolved: str | None
    order: str
    polygon: Polygon


DISTRICTS = (
    District(
        "Spindle Lake Sanitary District",
        "TOWN SANITARY DISTRICT",
        "1998-06-02",
        None,
        "Order of the Town Board of Hazel of 1998-06-02, Document 0412398",
        box(32_600, 36_900, 37_000, 40_200),
    ),
    District(
        "Hazel Utility District No. 1",
        "UTILITY DISTRICT",
        "2006-09-11",
        None,
        "Resolution 2006-14 of the Town Board of Hazel",
        box(31_700, 31_700, 34_340, 34_320),
    ),
    District(
        "Fable River Metropolitan Sewerage District",
        "METROPOLITAN SEWERAGE DISTRICT",
        "1974-05-20",
        None,
        "Order of the Circuit Court of 1974-05-20, Document 0198877",
        box(7_920, 5_280, 13_200, 10_560),
    ),
    District(
        "Fable River Metropolitan Sewerage District",
        "METROPOLITAN SEWERAGE DISTRICT",
        "2012-10-15",
        None,
        "Resolution 2012-03 of the Commission, Document 0655021",
        box(7_920, -5_280, 13_200, 5_280),
    ),
    District(
        "Birch Sanitary District No. 1",
        "TOWN SANITARY DISTRICT",
        "1971-04-05",
        "1996-12-31",
        "Order of the Town Board of Birch of 1971-04-05, Document 0171204; dissolved, Document 0398850",
        box(26_400, -10_560, 29_040, -7_920),
    ),
    District(
        "Tanner Road Sanitary District",
        "TOWN SANITARY DISTRICT",
        "2024-04-09",
        None,
        "Order of the Town Board of Birch of 2024-04-09, Document 0733108",
        box(36_000, -6_700, 38_400, -3_340),
    ),
    District(
        "Elm Stormwater Utility (invented)",
        "UTILITY DISTRICT",
        "2008-05-13",
        None,
        "Ordinance 2008-04 of the Village Board of Elm",
        box(11_900, 5_296, 13_043.25, 6_439),
    ),
)
"""An addition is a row of its own, from the day of its own order."""
