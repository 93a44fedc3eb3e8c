"""A small evaluation made by hand: two towns, a village, a boundary over part of it, a sliver of a city."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from gis.model.finding import Conflict, Evidence, Finding, Margin, ParameterUse, Reading, State
from gis.model.interval import Interval
from gis.model.report import BoundaryRecord, ParcelInside, Report, Territory, TerritoryShare
from gis.model.view import MapView, Role, ViewFeature

WEST, SOUTH = -88.80, 43.00

# Field case map-02-owner-name-as-script.
HOSTILE = (
    "O`Brien ${alert(1)}",
    "</script><script>alert(2)</script>",
    "<img src=x onerror=alert(3)>",
    '"Quote" & Sons',
)


def rectangle(west: float, south: float, east: float, north: float) -> dict[str, object]:
    """Return a rectangle in thousandths of a degree from the south-west corner of the scene."""
    ring = [(west, south), (east, south), (east, north), (west, north), (west, south)]
    return {
        "type": "Polygon",
        "coordinates": [[[round(WEST + x / 1000, 7), round(SOUTH + y / 1000, 7)] for x, y in ring]],
    }


def degrees(west: float, south: float, east: float, north: float) -> tuple[float, float, float, float]:
    """Return the same rectangle as west, south, east, north."""
    return (
        round(WEST + west / 1000, 7),
        round(SOUTH + south / 1000, 7),
        round(WEST + east / 1000, 7),
        round(SOUTH + north / 1000, 7),
    )


def sample_view(titles: tuple[str, ...] = ()) -> MapView:
    """Return the scene; in thousandths of a degree:

       0        20        40
    30 +---------+---------+
       |  Alder  |  Birch  |
       |   +-----------+   |    the boundary: 5..32 by 8..24
       |   |     | +-------+
       |   |     | | Elm   |    the village: 28..40 by 8..18
    8  |   +-----+-+-------+
    0  +---------+---------+
    """
    parcels = [
        ViewFeature(
            Role.PARCEL_INSIDE,
            f"012-{number:04d}",
            f"Parcel 012-{number:04d}",
            rectangle(6 + 4 * (number % 5), 9 + 5 * (number // 5), 9.9 + 4 * (number % 5), 13.9 + 5 * (number // 5)),
            (("Municipality", "Town of Alder"), ("Assessed value", "$148,200.00"), ("Land inside", "4.21 acres")),
        )
        for number in range(10)
    ]
    hostile = [
        ViewFeature(Role.PARCEL_INSIDE, text, text, rectangle(8 + 3 * n, 20, 10.5 + 3 * n, 23), ((text, text),))
        for n, text in enumerate(titles)
    ]
    return MapView(
        title="Proposed Alder Sanitary District No. 1",
        bbox=degrees(3, 6, 36, 26),
        features=(
            ViewFeature(Role.TOWN, "Town of Alder", "Town of Alder", rectangle(0, 0, 20, 30)),
            ViewFeature(Role.TOWN, "Town of Birch", "Town of Birch", rectangle(20, 0, 40, 30)),
            ViewFeature(
                Role.VILLAGE, "Village of Elm", "Village of Elm", rectangle(28, 8, 40, 18), (("County", "Jefferson"),)
            ),
            ViewFeature(Role.CITY, "City of Dale", "City of Dale", rectangle(4, 24, 14, 30)),
            *parcels,
            *hostile,
            ViewFeature(Role.OTHER_RECORD, "ROW", "Road", rectangle(6, 18.9, 26, 19.4)),
            ViewFeature(
                Role.PARCEL_CUT,
                "014-0007",
                "Parcel 014-0007",
                rectangle(30, 18, 35, 23),
                (("Share inside", "40 percent"),),
            ),
            ViewFeature(
                Role.OFFENDING,
                "Village of Elm",
                "Village of Elm inside the boundary",
                rectangle(28, 8, 32, 18),
                (("Land inside", "28.34 acres (1,234,567 sq ft)"), ("Greatest width", "1,056 ft")),
            ),
            ViewFeature(
                Role.SLIVER,
                "City of Dale",
                "City of Dale: sliver",
                rectangle(5, 23.99, 14, 24),
                (("Greatest width", "3.6 ft"),),
            ),
            ViewFeature(
                Role.DISPUTED, "014-0009", "Parcel 014-0009", rectangle(24, 20, 28, 23), (("Roll", "Town of Birch"),)
            ),
            ViewFeature(
                Role.BOUNDARY, "boundary", "Proposed boundary", rectangle(5, 8, 32, 24), (("Area", "2.44 sq mi"),)
            ),
        ),
    )


def sample_report() -> Report:
    """Two findings with every part filled."""
    jurisdiction = Finding(
        rule="TSD-01",
        citation="Wis. Stat. 60.71(1)(a)-(b); value as in 60.70(2)",
        version="1",
        state=State.PASS,
        answer="Town of Alder",
        measures={
            "equalized_value_by_municipality": {"Town of Alder": "12500000.00", "Town of Birch": "8300000.50"},
            "largest_share": 0.6009615,
            "roll_year": 2024,
            "unknown_parcels": [],
        },
        readings={
            "whole_parcels": Reading(
                State.PASS, "Town of Alder", "Counts every cut parcel whole instead of by its land inside."
            )
        },
        because=(
            "The Town of Alder holds $12,500,000.00 of $20,800,000.50 of equalized value, the largest portion, "
            "so its board alone may create the district."
        ),
        parameters=(ParameterUse("jurisdiction_test", "plurality", "", dt.date(1985, 1, 1), "Wis. Stat. 60.71(1)(b)"),),
        evidence=(Evidence("parcels", "9f2c4b7a11d0e3c5", "014-0007", "cut", degrees(30, 18, 35, 23), {"share": 0.4}),),
        margin=Margin("largest_share", "share", 0.6009615, 0.5, 0.58, 0.62, 5.0, holds=True),
        question="Is there exactly one town whose board may create the district, and which?",
        notes=("Parcels cut by the line count by their land inside.",),
    )
    overlap = Finding(
        rule="TSD-09",
        citation="Wis. Stat. 60.71(5)(a)",
        version="1",
        state=State.FAIL,
        answer=["Village of Elm"],
        measures={
            "overlap_area_sqft": 1234567.0,
            "overlap_area_acres": 28.3417585,
            "sliver_names": ["City of Dale"],
            "net_area_acres": 1531.66,
        },
        readings={},
        because="28.34 acres of the Village of Elm, up to 1,056 feet wide, lie inside the proposed district.",
        parameters=(ParameterUse("boundary_accuracy_ft", 0.1, "ft", dt.date(1985, 1, 1), "house rule"),),
        evidence=(
            Evidence(
                "municipalities",
                "77aa0c3399e1d2f4",
                "Village of Elm",
                "offending",
                degrees(28, 8, 32, 18),
                {"overlap_area_sqft": 1234567.0, "overlap_width_ft": 1056.0},
            ),
            Evidence("municipalities", "77aa0c3399e1d2f4", "City of Dale", "sliver", degrees(5, 23.99, 14, 24)),
            Evidence("parcels", "9f2c4b7a11d0e3c5", "not drawn", "unknown", degrees(6, 9, 9.9, 13.9)),
        ),
        margin=Margin("overlap_width_ft", "ft", 1056.0, 5.0, 1046.0, 1066.0, 5.0, holds=True),
        question="Is the district free of territory located in a village or city?",
        conflicts=(
            Conflict(
                "roll_and_polygon",
                "014-0009",
                ("roll: Town of Birch", "map: Village of Elm"),
                20000.0,
                "It is listed and does not change the state.",
                bbox=degrees(24, 20, 28, 23),
            ),
        ),
    )
    return Report(
        townline="0.1.0",
        rules={"TSD-01": "1", "TSD-09": "1"},
        parameters_hash="5b1d",
        date=dt.date(2025, 7, 1),
        boundary=BoundaryRecord(
            hash="c0ffee",
            crs="OGC:CRS84",
            area_sqft=Fraction(67953600),
            area_acres=Fraction(1560),
            area_sqmi=Fraction(39, 16),
            measured_in="EPSG:7600",
            parts=1,
        ),
        editions={"municipalities": "77aa0c3399e1d2f4", "parcels": "9f2c4b7a11d0e3c5"},
        register_hash=None,
        findings=(jurisdiction, overlap),
        territory=Territory(
            municipalities=(
                TerritoryShare(
                    "Town of Alder",
                    "town",
                    "Jefferson",
                    Interval(Fraction(40000000), Fraction(40100000), Fraction(40200000)),
                    Fraction(59, 100),
                ),
            ),
            cut_parcels=(
                ParcelInside(
                    "014-0007",
                    "parcel",
                    "cut",
                    "Town of Birch",
                    Fraction(100000),
                    Interval(Fraction(39000), Fraction(40000), Fraction(41000)),
                ),
            ),
            parcels_inside=10,
            parcels_cut=1,
            other_records_inside=1,
            parcel_land_sqft=Fraction(60000000),
        ),
    )
