"""On which land must a lien be recorded after a first levy, by when, and what must the notice say?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from gis.law.parameters import Parameters
from gis.model.assessment import AssessedParcel, LienLand, LienList
from gis.model.facts.assessment import LienFacts, LienParcel
from gis.model.finding import Finding
from gis.proposals.assessment.lands import Lands, ProjectParcel
from gis.proposals.assessment.project import Project
from gis.proposals.assessment.standing import connected_on, stand_of
from gis.rules.registry import judge
from gis.rules.words import quantity
from gis.units import acres

LIEN = "SA-06"
MUST_SAY = (
    "The notice describes, for each parcel, the exemption under 66.0721(2) or that 66.0721(3)(a) applies, and the "
    "potential for a special assessment under 66.0721(3)(b) and (c). The description of the deed goes in it; the words "
    "given here only tell the parcel."
)
_EXEMPT = "exempt under Wis. Stat. 66.0721(2)"
_CAPPED = "assessed for a connected structure under Wis. Stat. 66.0721(3)(a)"
_BODIES = ("town_sanitary_district", "town")
_SYSTEMS = ("sewerage_system", "water_system")
_ELIGIBLE: Mapping[str, bool | None] = {
    "exempt": True,
    "partly_exempt": True,
    "capped": True,
    "assessed": False,
    "open": None,
}


def lien_list(
    project: Project, lands: Lands, roll: Sequence[AssessedParcel], parameters: Parameters
) -> LienList | None:
    """Return the list of liens of a levy.

    Parameters
    ----------
    project
        The levy.
    lands
        Parcels, benefited or not, that may be farmland or camps.
    roll
        What each benefited parcel pays.
    parameters
        The law on the day of the levy.

    Returns
    -------
    LienList or None
        None where the law exempts nobody: of cities and villages, and of other works. Land of which evidence is
        wanting is named apart.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b) and (c).
    """
    if project.body_kind not in _BODIES or project.purpose not in _SYSTEMS:
        return None
    asked = [each for each in lands.parcels if each.claims and not _otherwise_exempt(each)]
    eligible = {each.name: _ELIGIBLE[stand_of(each, project, parameters).standing] for each in asked}
    listed = [each for each in asked if eligible[each.name] and each.in_service_area]
    amounts = {each.name: each.unexempt_amount for each in roll}
    return LienList(
        finding=_finding(project, asked, eligible, listed, parameters),
        must_say=MUST_SAY,
        land=tuple(
            LienLand(
                parcel_id=each.parcel_id,
                county=each.county,
                description=described(each),
                status=_CAPPED if connected_on(each, project.levied) else _EXEMPT,
                potential_assessment=amounts.get(each.name),
                recorded=each.evidence.lien_recorded,
            )
            for each in listed
        ),
        eligibility_unknown=tuple(
            each.name for each in asked if eligible[each.name] is None and each.in_service_area is not False
        ),
    )


def described(parcel: ProjectParcel) -> str:
    """Describe land in words: its acres, where it lies, and its number; an owner is not named.

    >>> from fractions import Fraction
    >>> described(ProjectParcel("1-22", "Rock", "Town of Union", area_sqft=Fraction(87_120), section="Section 4"))
    '2 acres in Section 4, Town of Union, Rock County; tax parcel 1-22'
    """
    size = "" if parcel.area_sqft is None else f"{quantity(acres(parcel.area_sqft), 2)} acres"
    address = None if parcel.site_address is None else f"at {parcel.site_address}"
    county = None if parcel.county is None else f"{parcel.county} County"
    section = None if parcel.section is None else f"in {parcel.section}"
    land = " ".join(filter(None, (size or "Land", address, section)))
    return f"{', '.join(filter(None, (land, parcel.municipality, county)))}; tax parcel {parcel.parcel_id}"


def _otherwise_exempt(parcel: ProjectParcel) -> bool:
    return parcel.stated is not None and parcel.stated.other_exemption is not None


def _finding(
    project: Project,
    asked: Sequence[ProjectParcel],
    eligible: Mapping[str, bool | None],
    listed: Sequence[ProjectParcel],
    parameters: Parameters,
) -> Finding:
    days = [each.evidence.lien_recorded for each in listed]
    recorded = [day for day in days if isinstance(day, dt.date)]
    says = [each.evidence.lien_describes_exemption for each in listed]
    facts = LienFacts(
        first_levy=project.first_levy,
        # The last of the recordings tells whether all of them are in time.
        recorded=max(recorded) if recorded and len(recorded) == len(days) else None,
        describes_exemption=False not in says,
        parcels=tuple(
            LienParcel(each.name, farmland_eligible=eligible[each.name], in_service_area=each.in_service_area)
            for each in asked
        ),
    )
    return judge(LIEN, facts, parameters)
