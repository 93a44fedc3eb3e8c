"""What land lies inside the boundary, told by municipality, reporting unit and section?"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from gis.model.interval import Interval
from gis.model.report import Report, SectionInside
from gis.units import SQFT_PER_SQMI
from maps.wording import bounds_words, quantity


@dataclass(frozen=True, slots=True)
class LandLine:
    """Land of one municipality, reporting unit or section inside the boundary."""

    name: str
    area: str
    square_miles: str
    bounds: str | None
    share: str


@dataclass(frozen=True, slots=True)
class LandTable:
    """The land inside the boundary, told by one kind of area."""

    caption: str
    heading: str
    share_heading: str
    lines: tuple[LandLine, ...]


def boundary_area(report: Report) -> str | None:
    """Say the ground area of the boundary in acres, square feet and square miles; None while it is not closed."""
    area_sqft, area_sqmi = report.boundary.area_sqft, report.boundary.area_sqmi
    if area_sqft is None or area_sqmi is None:
        return None
    return f"{quantity(area_sqft, 'sqft')}, {quantity(area_sqmi, 'sqmi')}"


def land_tables(report: Report) -> tuple[LandTable, ...]:
    """Return the land inside the boundary by municipality, reporting unit and section, as far as these are on file."""
    territory = report.territory
    if territory is None:
        return ()
    by_municipality = tuple(
        _land(
            share.municipality if share.county is None else f"{share.municipality}, {share.county} County",
            share.area_sqft,
            share.area_sqft.value / SQFT_PER_SQMI,
            share.share,
        )
        for share in territory.municipalities
    )
    by_unit = tuple(
        _land(f"{unit.unit}, {unit.municipality}", unit.area_sqft, unit.area_sqmi, unit.share_of_unit)
        for unit in territory.reporting_units
    )
    by_section = tuple(
        _land(_section_words(section), section.area_sqft, section.area_sqmi, section.share_of_section)
        for section in territory.sections
    )
    tables = (
        LandTable("Land of each municipality inside the boundary", "Municipality", "Share", by_municipality),
        LandTable("Land of each reporting unit inside the boundary", "Reporting unit", "Share of the unit", by_unit),
        LandTable("Land of each section inside the boundary", "Section", "Share of the section", by_section),
    )
    return tuple(table for table in tables if table.lines)


def _land(name: str, area_sqft: Interval, area_sqmi: Fraction, share: Fraction) -> LandLine:
    return LandLine(
        name,
        quantity(area_sqft.value, "sqft"),
        quantity(area_sqmi, "sqmi"),
        bounds_words(area_sqft, "sqft"),
        quantity(round(share, 4), "share"),
    )


def _section_words(section: SectionInside) -> str:
    """Name a section as people do, "Section 12, T5N R17E"; by its id where its numbers are not known."""
    numbers = (section.section, section.township, section.range, section.range_direction)
    if None in numbers:
        return section.section_id
    return f"Section {section.section}, T{section.township}N R{section.range}{section.range_direction}"


def counted_rows(report: Report) -> tuple[tuple[str, str], ...]:
    """Return how many records the boundary holds and cuts, and the land that parcels cover."""
    territory = report.territory
    if territory is None:
        return ()
    return (
        ("Parcels wholly inside", f"{territory.parcels_inside:,}"),
        ("Parcels cut by the line", f"{territory.parcels_cut:,}"),
        ("Road, water and gap records inside or cut", f"{territory.other_records_inside:,}"),
        ("Land of parcels inside, counted once", quantity(territory.parcel_land_sqft, "sqft")),
    )
