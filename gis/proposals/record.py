"""How does the report describe the boundary and the land under it?"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from gis.facts.conflicts import Disagreements
from gis.facts.ground import Ground, ParcelGround, area_steps, counted_once, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.boundary import Boundary
from gis.geometry.frame import Frame
from gis.geometry.measure import check_against_ellipsoid, ellipsoidal_areas_sqft
from gis.model.interval import Interval
from gis.model.report import BoundaryRecord, ParcelInside, Territory, TerritoryShare
from gis.units import ACRES_PER_SQMI, acres, quantise_area_sqft


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
        area_sqmi=acres(area_sqft) / ACRES_PER_SQMI,
        measured_in=frame.measure_crs,
        ellipsoidal_area_sqft=ellipsoidal,
        parts=boundary.parts,
        holes=boundary.holes,
        bbox=boxes_lonlat(shapes, frame)[0],
        operations=boundary.operations,
        notes=boundary.notes,
    )


def territory(ground: Ground, disagree: Disagreements) -> Territory:
    """Describe the land under the boundary: municipalities, parcels inside and cut, conflicts."""
    parcels = ground.parcels
    return Territory(
        municipalities=tuple(
            TerritoryShare(
                municipality=land.name,
                kind=land.kind,
                county=land.county,
                area_sqft=land.area_sqft,
                share=land.area_sqft.value / ground.area_sqft,
            )
            for land in ground.municipalities
            if land.is_inside
        ),
        cut_parcels=() if parcels is None else _cut(parcels),
        parcels_inside=0 if parcels is None else int((parcels.whole & parcels.is_parcel).sum()),
        parcels_cut=0 if parcels is None else int((parcels.met & ~parcels.whole & parcels.is_parcel).sum()),
        other_records_inside=0 if parcels is None else int((parcels.met & ~parcels.is_parcel).sum()),
        parcel_land_sqft=sqft(0) if parcels is None else _land(parcels),
        conflicts=disagree.conflicts,
    )


def _land(parcels: ParcelGround) -> Fraction:
    mine = parcels.met & parcels.is_parcel
    return sqft(counted_once(parcels.inside.land[mine], parcels.inside_value[mine]))


def _cut(parcels: ParcelGround) -> tuple[ParcelInside, ...]:
    column = parcels.column
    return tuple(
        ParcelInside(
            parcel_id=str(parcels.parcel_id[i]),
            record_kind=column("record_kind")[i],
            relation="cut",
            municipality=column("municipality")[i],
            area_sqft=sqft(int(parcels.area[i])),
            inside_sqft=Interval(
                sqft(int(parcels.inside_low[i])),
                sqft(int(parcels.inside_value[i])),
                sqft(int(parcels.inside_high[i])),
            ),
        )
        for i in np.flatnonzero(parcels.met & ~parcels.whole).tolist()
    )
