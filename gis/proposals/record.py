"""How does the report describe the boundary and the land under it?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from gis.facts.conflicts import Disagreements
from gis.facts.electors import Electorate
from gis.facts.ground import Ground, ParcelGround, area_steps, counted_once, features_inside, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.boundary import Boundary
from gis.geometry.frame import Frame
from gis.geometry.measure import check_against_ellipsoid, ellipsoidal_areas_sqft
from gis.model.report import BoundaryRecord, ParcelInside, SectionInside, Territory, TerritoryShare, UnitInside
from gis.units import SQFT_PER_SQMI, acres, quantise_area_sqft


def boundary_record(boundary: Boundary, frame: Frame) -> BoundaryRecord:
    """Measure the boundary on the ground, check it on the ellipsoid and tell it by its hash.

    Raises
    ------
    MeasureDisagreement
        Where the two areas differ by more than 2 parts in 10,000.
    """
    shape = boundary.geometry
    if shape is None:
        return BoundaryRecord(
            hash=boundary.hash,
            crs=boundary.source_crs,
            area_sqft=None,
            area_acres=None,
            area_sqmi=None,
            measured_in=frame.measure_crs,
            operations=boundary.operations,
            notes=boundary.notes,
        )
    shapes = np.array([shape], dtype=object)
    area_sqft = sqft(int(area_steps(shapes, frame)[0]))
    ellipsoidal = None
    if not frame.is_planar:
        ellipsoidal = quantise_area_sqft(float(ellipsoidal_areas_sqft(shapes, frame)[0]))
        check_against_ellipsoid(float(area_sqft), float(ellipsoidal), "the boundary")
    return BoundaryRecord(
        hash=boundary.hash,
        crs=boundary.source_crs,
        area_sqft=area_sqft,
        area_acres=acres(area_sqft),
        area_sqmi=area_sqft / SQFT_PER_SQMI,
        measured_in=frame.measure_crs,
        ellipsoidal_area_sqft=ellipsoidal,
        parts=boundary.parts,
        holes=boundary.holes,
        bbox=boxes_lonlat(shapes, frame)[0],
        operations=boundary.operations,
        notes=boundary.notes,
    )


def territory(ground: Ground, disagree: Disagreements, electors: Electorate) -> Territory:
    """Describe the land under the boundary: municipalities, units, sections, parcels inside and cut, conflicts."""
    parcels = ground.parcels
    return Territory(
        municipalities=tuple(
            TerritoryShare(
                municipality=land.name,
                kind=land.kind,
                county=land.county,
                area_sqft=land.area_sqft,
                share=land.area_sqft.value / ground.area_sqft,
                area_sqmi=land.area_sqft.value / SQFT_PER_SQMI,
            )
            for land in ground.municipalities
            if land.is_inside
        ),
        cut_parcels=() if parcels is None else _records(parcels, parcels.met & ~parcels.whole),
        parcels_inside=0 if parcels is None else int((parcels.whole & parcels.is_parcel).sum()),
        parcels_cut=0 if parcels is None else int((parcels.met & ~parcels.whole & parcels.is_parcel).sum()),
        other_records_inside=0 if parcels is None else int((parcels.met & ~parcels.is_parcel).sum()),
        parcel_land_sqft=sqft(0) if parcels is None else _land(parcels),
        conflicts=disagree.conflicts,
        reporting_units=tuple(_units(electors)),
        sections=tuple(_sections(ground)),
    )


def _units(electors: Electorate) -> Iterator[UnitInside]:
    if electors.units is None:
        return
    municipalities = electors.units.column("municipality")
    for unit in electors.inside:
        area_sqft = electors.units.inside_sqft(unit.position)
        yield UnitInside(
            unit=unit.name,
            municipality=municipalities[unit.position],
            area_sqft=area_sqft,
            area_sqmi=area_sqft.value / SQFT_PER_SQMI,
            share_of_unit=unit.share,
        )


def _sections(ground: Ground) -> Iterator[SectionInside]:
    found = features_inside(ground.boundary, ground.layers, "sections")
    if found is None:
        return
    numbers = [found.column(name) for name in ("section", "township", "range")]
    for i in np.flatnonzero(found.met).tolist():
        area_sqft = found.inside_sqft(i)
        section, township, of_range = (None if column[i] is None else int(column[i]) for column in numbers)
        yield SectionInside(
            section_id=str(found.column("section_id")[i]),
            section=section,
            township=township,
            range=of_range,
            range_direction=found.column("range_direction")[i],
            area_sqft=area_sqft,
            area_sqmi=area_sqft.value / SQFT_PER_SQMI,
            share_of_section=area_sqft.value / sqft(int(found.area[i])),
        )


def _land(parcels: ParcelGround) -> Fraction:
    mine = parcels.met & parcels.is_parcel
    return sqft(counted_once(parcels.inside.land[mine], parcels.inside_value[mine]))


def parcels_inside(parcels: ParcelGround) -> tuple[ParcelInside, ...]:
    """Describe every record with land inside: wholly inside, or cut by the line."""
    return _records(parcels, parcels.met)


def _records(parcels: ParcelGround, wanted: npt.NDArray[np.bool_]) -> tuple[ParcelInside, ...]:
    column = parcels.column
    return tuple(
        ParcelInside(
            parcel_id=str(parcels.parcel_id[i]),
            record_kind=column("record_kind")[i],
            relation="inside" if parcels.whole[i] else "cut",
            municipality=column("municipality")[i],
            area_sqft=sqft(int(parcels.area[i])),
            inside_sqft=parcels.inside_sqft(i),
            county=column("county")[i],
        )
        for i in np.flatnonzero(wanted).tolist()
    )
