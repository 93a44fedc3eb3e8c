"""An assessment with a parcel of each standing, on the country of farm_country.py, spread by units.

North Rd has the main M1. L3 and L4 are not on the roll; of WOOD two of four units are not exempt.

    parcel  standing        units  pay  amount   had nobody been exempt  if what is open is exempt
    L1      assessed          1     1   20,000      10,000                  25,000
    L2      open              1     1   20,000      10,000                       0
    FARM    exempt            1     0        0      10,000                       0
    HILL    capped            3     1   20,000      30,000                  25,000
    WOOD    partly exempt     4     2   40,000      40,000                  50,000
    all                      10     5  100,000     100,000                 100,000
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gis.model.view import MapView
from gis.proposals.assessment.asked import AssessmentAsked
from gis.proposals.assessment.assessing import Assessed, assess
from gis.proposals.assessment.drawing import assessment_view
from gis.proposals.assessment.reading import read_project
from tests.gis.proposals.assessment.farm_country import COUNTRY, Country
from tests.gis.proposals.assessment.projects import LEVIED, text

PARCELS = (
    "id: L1, units: 1",
    "id: L2, units: 1, farmland_eligible: unknown",
    "id: L4, benefited: no",
    "id: FARM, units: 1, farmland_eligible: yes",
    "id: HILL, units: 3, farmland_eligible: yes, connected_structure: yes",
    "id: WOOD, units: 4, farmland_eligible: yes, eligible_acres: 1, assessable_units: 2",
)
SERVICE_AREA = "{name: North, first_levy: 2026-06-15, limits: {district: North District}}"
Rows = Mapping[str, Sequence[Mapping[str, Any]]]


def asked(*parcels: str, **changes: str) -> AssessmentAsked:
    """Return the question about a project of parcels given in the form of the file."""
    return AssessmentAsked(read_project(text(*parcels, **changes).removesuffix("parcels:\n"), "north.yaml"), LEVIED)


def of_each_standing(**changes: str) -> AssessmentAsked:
    """Return the question whose answer is told at the top of this file."""
    return asked(*PARCELS, **{"basis": "unit", "along": "{mains: [M1]}", "service_area": SERVICE_AREA, **changes})


def sample(question: AssessmentAsked | None = None, rows: Rows = COUNTRY) -> tuple[Assessed, MapView]:
    """Return an assessment on the country, and what a map of it draws."""
    on_file, given = Country(rows), question or of_each_standing()
    found = assess(on_file, given)
    return found, assessment_view(on_file, given, found)


def addressed(address: str) -> Rows:
    """Return the country with a site address of every parcel."""
    return {**COUNTRY, "parcels": [{**row, "site_address": address} for row in COUNTRY["parcels"]]}
