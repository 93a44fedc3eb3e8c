"""A roll of a few parcels made by hand, one of each step of units, and the map of them."""

from __future__ import annotations

import datetime as dt
from fractions import Fraction

from pydantic import JsonValue

from gis.model.finding import Finding, State
from gis.model.interval import Interval
from gis.model.runoff import Bill, CreditGiven, Measured, ParcelUnits, Roll, Sums, UnitsReading
from gis.model.view import LayerShown, MapView, Role, ViewFeature
from gis.proposals.runoff.drawing import role_of
from tests.maps.sample_connections import SOURCES

DAY = dt.date(2026, 6, 15)
SEEN = dt.date(2025, 4, 9)
RATE = Fraction("18.75")
NOTHING = Fraction(0)
UNITS: tuple[str | None, ...] = ("0", "1", "4.25", "12", "30", None)
"""Units of parcels 1 to 6; the last are open."""
IMPERVIOUS = LayerShown("impervious", "2025-abc", dt.date(2025, 1, 1), "surfaces.gpkg", Fraction(3))


def parcel(number: int, units: str | None, address: str | None = None) -> ParcelUnits:
    """Return a nonresidential parcel whose area is that of its units, 3,000 sq ft each."""
    exact = None if units is None else Fraction(units)
    area = 3_000 * (Fraction(2) if exact is None else exact)
    bill = None
    if exact is not None:
        charge = exact * RATE
        bill = Bill(exact, RATE, charge, (CreditGiven("pond", "Code 9", Fraction(1)),), charge - 1, f"{units} x 18.75.")
    return ParcelUnits(
        parcel_id=f"7-{number}",
        county="Jefferson",
        municipality="Village of Elm",
        site_address=address,
        standing="open" if exact is None else "assigned",
        development="nonresidential",
        development_says="Commercial on the roll.",
        measured=Measured(
            lot_sqft=Fraction(200_000),
            impervious_sqft=Interval(area - 10, area, area + 10) if area else Interval(area, area, area),
            unknown_sqft=NOTHING,
            basis="polygons",
            surfaces=(),
            captured_first=SEEN,
            captured_last=SEEN,
            needs_review=False,
            baseline_sqft=None,
        ),
        membership=None,
        membership_says="It lies in the village.",
        why="It is nonresidential, so its units go by its impervious area.",
        finding=Finding(
            rule="MUK-11",
            citation="ch. 86 (2)(b)",
            version="1",
            question="How many runoff units?",
            state=State.PASS,
            answer=None,
            measures={},
            readings={},
            because=f"Area {number}: worked.",
        ),
        units=exact,
        units_fewest=exact,
        units_most=exact,
        readings=() if exact is not None else (UnitsReading("gravel", Fraction(1, 4), "Gravel does not count."),),
        units_bearing=exact,
        bill=bill,
    )


def sample_roll(address: str | None = None) -> Roll:
    """Return a parcel of each step of units, and one that is open."""
    parcels = [parcel(number, units, address) for number, units in enumerate(UNITS, 1)]
    total = sum((each.units for each in parcels if each.units is not None), start=NOTHING)
    due = sum((each.bill.due for each in parcels if each.bill is not None), start=NOTHING)
    sums = Sums(
        parcels=6,
        assigned=5,
        open=1,
        outside=0,
        same_ground=0,
        could_differ=0,
        total_units=total,
        open_fewest=NOTHING,
        open_most=NOTHING,
        open_unknown=0,
        rate=RATE,
        rate_says="as asked",
        revenue=RATE * total,
        credits=Fraction(5),
        billed=due,
        budget=None,
        rate_needed=None,
        finding=None,
    )
    return Roll(
        townline="1",
        date=DAY,
        ordinance="elm",
        ordinance_title="Village of Elm, stormwater",
        bills_a_year=4,
        rules={"MUK-11": "1"},
        parameters_hash="sha256:0",
        editions={"impervious": "2025-abc"},
        register_hash=None,
        parcels=tuple(parcels),
        sums=sums,
        notes=("The village is invented.",),
    )


def runoff_map(roll: Roll) -> MapView:
    """Return a square for each parcel, and the utility around them."""
    features = [
        ViewFeature(role_of(each), f"{each.parcel_id}#{at}", f"Parcel {each.parcel_id}", _square(at), (("Units", "x"),))
        for at, each in enumerate(roll.parcels)
    ]
    utility = ViewFeature(Role.DISTRICT, "Elm Stormwater Utility", "Elm Stormwater Utility", _square(0, 9))
    return MapView("Runoff units: Elm", (-88.8, 43.0, -88.7, 43.02), (*features, utility), (), (*SOURCES, IMPERVIOUS))


def _square(at: int, wide: int = 1) -> dict[str, JsonValue]:
    west, east = -88.8 + at * 0.01, -88.8 + (at + wide) * 0.01
    ring: list[JsonValue] = [[west, 43.0], [east, 43.0], [east, 43.01], [west, 43.01], [west, 43.0]]
    return {"type": "Polygon", "coordinates": [ring]}
