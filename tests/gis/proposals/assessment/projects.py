"""Projects for tests, written as a file has them."""

from __future__ import annotations

import datetime as dt

from gis.law.loader import load_law
from gis.law.parameters import Parameters
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.lands import Lands
from gis.proposals.assessment.project import Project
from gis.proposals.assessment.reading import read_project
from gis.proposals.assessment.roll import AssessmentRoll, assessment_roll
from gis.proposals.assessment.stating import stated_lands
from gis.register.entries import Register

LEVIED = dt.date(2026, 6, 15)

# Eight lines, so that the first parcel is on the ninth.
HEAD = """\
id: north
title: North main
body: {kind: town_sanitary_district, name: North District}
purpose: sewerage_system
levied: 2026-06-15
costs: [{what: Main, dollars: 90000.00}, {what: Plans, dollars: 10000.00}]
basis: frontage
parcels:
"""


def text(*parcels: str, head: str = HEAD, **changes: str) -> str:
    """Return a project file; a change gives a line of the head by its key, or adds one."""
    for key, line in changes.items():
        lines = [f"{key}: {line}" if each.startswith(f"{key}:") else each for each in head.splitlines()]
        head = "\n".join(lines) + "\n"
        if not any(each.startswith(f"{key}:") for each in lines):
            head = f"{key}: {line}\n{head}"
    return head + "".join(f"  - {{{parcel}}}\n" for parcel in parcels)


def project(*parcels: str, **changes: str) -> Project:
    """Return a project of parcels given in the form of the file."""
    return read_project(text(*parcels, **changes), "north.yaml")


def law() -> Parameters:
    """Return the law on the day of the levy."""
    return load_law().parameters(LEVIED)


def lands(of: Project, register: Register | None = None) -> Lands:
    """Return the parcels as file and register tell them."""
    return stated_lands(AssessmentAsked(of, of.levied, register))


def roll(*parcels: str, register: Register | None = None, **changes: str) -> AssessmentRoll:
    """Return the roll of a project without layers."""
    of = project(*parcels, **changes)
    return assessment_roll(of, lands(of, register), law())


def amounts(found: AssessmentRoll) -> dict[str, str]:
    """Return what each parcel pays, dollars with cents."""
    return {each.parcel_id: f"{float(each.amount):.2f}" for each in found.parcels}
