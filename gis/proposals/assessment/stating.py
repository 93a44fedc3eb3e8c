"""What does a project file alone say of its parcels, without any layer?"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from gis.model.assessment import Front
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.evidence import Entered, register_on, together
from gis.proposals.assessment.lands import Lands, ProjectParcel
from gis.proposals.assessment.project import StatedParcel

AS_STATED = "as stated"
"""Stands for the street where the project file states the front."""


def stated_lands(asked: AssessmentAsked) -> Lands:
    """Return the parcels of a project as its file and the register tell them, without any layer."""
    entered, project = register_on(asked.register, asked.date), asked.project
    parcels = tuple(_stated(each, entered) for each in project.parcels)
    note = "No layers were looked at: that the parcels exist, and their measures, is as the project file says."
    return Lands(tuple(sorted(parcels, key=lambda each: each.name)), {}, (note, *unit_notes(parcels, asked)))


def _stated(parcel: StatedParcel, entered: Entered) -> ProjectParcel:
    front = parcel.frontage_ft
    return ProjectParcel(
        parcel_id=parcel.parcel_id,
        county=parcel.county,
        stated=parcel,
        evidence=together(parcel.evidence, entered.of(parcel.parcel_id, parcel.county)),
        frontage_ft=front,
        fronts=() if front is None else (Front(AS_STATED, front, "project file", is_certain=True),),
        area_sqft=parcel.area_sqft,
        units=units_of(parcel),
        is_benefited=parcel.benefited,
        in_service_area=True,
    )


def units_of(stated: StatedParcel | None) -> Fraction:
    """Return the units of a parcel: one where the file states none."""
    return Fraction(1) if stated is None or stated.units is None else stated.units


def unit_notes(parcels: tuple[ProjectParcel, ...], asked: AssessmentAsked) -> Iterator[str]:
    """Say how many parcels are taken for one unit because the file states none."""
    if "unit" not in asked.project.basis:
        return
    unsaid = sum(each.is_benefited and (each.stated is None or each.stated.units is None) for each in parcels)
    if unsaid:
        yield f"Benefited parcels whose units nobody stated, each taken for one unit: {unsaid:,}."
