"""On which land must a lien be recorded after a first levy, by when, and what must the notice say?"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import replace

from gis.errors import OptionInvalid
from gis.law.parameters import Parameters
from gis.model.assessment import AssessedParcel, LienLand, LienList, Standing
from gis.model.facts.assessment import LienFacts, LienParcel
from gis.model.finding import Finding, State
from gis.proposals.assessment.lands import Lands, ProjectParcel
from gis.proposals.assessment.project import Evidence, Project
from gis.proposals.assessment.said import acres_said
from gis.proposals.assessment.standing import stand_of
from gis.rules.assessment.lien import lien_deadline
from gis.rules.registry import judge
from gis.rules.words import all_listed, day_words

LIEN = "SA-06"
MUST_SAY = (
    "The notice describes, for each parcel, the exemption under 66.0721(2) or that 66.0721(3)(a) applies, and the "
    "potential for a special assessment under 66.0721(3)(b) and (c). The description of the deed goes in it; the words "
    "given here only tell the parcel."
)
_STATUS: Mapping[Standing, str] = {
    "exempt": "exempt under Wis. Stat. 66.0721(2)",
    "partly_exempt": "exempt in part under Wis. Stat. 66.0721(2)",
    "capped": "assessed for a connected structure under Wis. Stat. 66.0721(3)(a)",
}
_UNKNOWN = "not known to be eligible; if it is, exempt under Wis. Stat. 66.0721(2) or assessed under (3)(a)"
_BODIES = ("town_sanitary_district", "town")
_SYSTEMS = ("sewerage_system", "water_system")
_ELIGIBLE: Mapping[Standing, bool | None] = {
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
        wanting is told apart.

    Notes
    -----
    Wis. Stat. 66.0721(3)(b) and (c).
    """
    if not exempts_land(project):
        return None
    asked = [
        replace(each, evidence=with_lien(each.evidence, project.first_levy, parameters))
        for each in lands.parcels
        if each.claims and not _otherwise_exempt(each)
    ]
    stands = {each.name: stand_of(each, project, parameters).standing for each in asked}
    eligible = {name: _ELIGIBLE[standing] for name, standing in stands.items()}
    listed = [each for each in asked if eligible[each.name] and each.in_service_area]
    unknown = [each for each in asked if eligible[each.name] is None and each.in_service_area is not False]
    amounts = {each.name: each.eligible_amount for each in roll}
    found = {each.name: lien_of(each.evidence, project.first_levy, parameters) for each in (*listed, *unknown)}
    worst = min(listed, key=lambda each: _rank(each, found[each.name].state), default=None)
    lands_asked = tuple(
        LienParcel(each.name, farmland_eligible=eligible[each.name], in_service_area=each.in_service_area)
        for each in asked
    )

    def land(parcel: ProjectParcel, status: str) -> LienLand:
        return LienLand(
            parcel_id=parcel.parcel_id,
            county=parcel.county,
            description=described(parcel),
            status=status,
            potential_assessment=amounts.get(parcel.name),
            recorded=parcel.evidence.lien_recorded,
            state=found[parcel.name].state,
            remark=lien_said(parcel.evidence, project.first_levy, found[parcel.name]),
        )

    return LienList(
        finding=judge(
            LIEN,
            replace(_facts(Evidence() if worst is None else worst.evidence, project.first_levy), parcels=lands_asked),
            parameters,
        ),
        must_say=MUST_SAY,
        land=tuple(land(each, _STATUS[stands[each.name]]) for each in listed),
        eligibility_unknown=tuple(each.name for each in unknown),
        unknown_land=tuple(land(each, _UNKNOWN) for each in unknown),
    )


def exempts_land(project: Project) -> bool:
    """Say whether 66.0721 exempts land from a levy, so that it has a list of liens."""
    return project.body_kind in _BODIES and project.purpose in _SYSTEMS


def no_lien_list() -> OptionInvalid:
    """Return the error of asking for the list of liens of a levy that exempts nobody."""
    return OptionInvalid(
        what="This levy has no list of liens.",
        where="the option --lien-list",
        why="Wis. Stat. 66.0721 exempts land only from levies of towns and town sanitary districts for sewerage and "
        "water systems.",
        next="Leave the option out.",
    )


def described(parcel: ProjectParcel) -> str:
    """Describe land in words: its acres, where it lies, and its number; an owner is not named.

    >>> from fractions import Fraction
    >>> described(ProjectParcel("1-22", "Rock", "Town of Union", area_sqft=Fraction(87_120), section="Section 4"))
    '2 acres in Section 4, Town of Union, Rock County; tax parcel 1-22'
    """
    size = "" if parcel.area_sqft is None else acres_said(parcel.area_sqft)
    address = None if parcel.site_address is None else f"at {parcel.site_address}"
    county = None if parcel.county is None else f"{parcel.county} County"
    section = None if parcel.section is None else f"in {parcel.section}"
    land = " ".join(filter(None, (size or "Land", address, section)))
    return f"{', '.join(filter(None, (land, parcel.municipality, county)))}; tax parcel {parcel.parcel_id}"


def _otherwise_exempt(parcel: ProjectParcel) -> bool:
    return parcel.stated is not None and parcel.stated.other_exemption is not None


def with_lien(evidence: Evidence, first_levy: dt.date | None, parameters: Parameters) -> Evidence:
    """Return what is established, of several recordings of a lien with the one that counts.

    The first that is in time counts, whatever was recorded before the levy or too late; where none is, the first.

    Examples
    --------
    >>> from gis.law.loader import load_law
    >>> days = (dt.date(2026, 6, 1), dt.date(2026, 7, 1))
    >>> told = Evidence(lien_recorded=days[0], lien_recordings=days)
    >>> str(with_lien(told, dt.date(2026, 6, 15), load_law().newest()).lien_recorded)
    '2026-07-01'
    """
    last = lien_deadline(first_levy, parameters).rolled_day
    if first_levy is None or last is None or evidence.lien_recorded is None:
        return evidence
    in_time = [day for day in evidence.lien_recordings if first_levy <= day <= last]
    return replace(evidence, lien_recorded=in_time[0]) if in_time else evidence


def lien_of(evidence: Evidence, first_levy: dt.date | None, parameters: Parameters) -> Finding:
    """Judge the lien on one piece of land (SA-06): whether it was recorded in time and describes the exemption."""
    return judge(LIEN, _facts(evidence, first_levy), parameters)


def lien_said(evidence: Evidence, first_levy: dt.date | None, lien: Finding) -> str:
    """Say in a clause what is known of a lien, with what SA-06 found of it."""
    recorded, describes, last = evidence.lien_recorded, _describes(evidence), lien.measures["rolled_date"]
    if recorded == "never":
        return "no lien was ever recorded"
    if recorded is None:
        said = "the recording of its lien is not known"
    else:
        said = f"its lien was recorded on {day_words(recorded)}"
        if first_levy is not None and recorded < first_levy:
            said = f"{said}, which is before the first levy: check both dates"
        elif isinstance(last, str):
            said = f"{said}, {'in time' if recorded <= dt.date.fromisoformat(last) else 'too late'}"
        early = [day for day in evidence.lien_recordings if first_levy is not None and day < first_levy <= recorded]
        if early:
            days = all_listed([*map(day_words, early)])
            said = f"{said}; what was recorded on {days}, before the first levy, is in doubt"
    if describes:
        return said
    whether = "it does not describe the exemption, and does not count"
    return f"{said}; {'whether it describes the exemption is not known' if describes is None else whether}"


def _describes(evidence: Evidence) -> bool | None:
    """Say whether a notice describes the exemption; where nobody speaks of it, it does (FACTS.md, SA-06)."""
    is_unsaid = evidence.lien_describes_exemption is None and "lien_describes_exemption" not in evidence.unknown
    return True if is_unsaid else evidence.lien_describes_exemption


def _facts(evidence: Evidence, first_levy: dt.date | None) -> LienFacts:
    return LienFacts(first_levy=first_levy, recorded=evidence.lien_recorded, describes_exemption=_describes(evidence))


def _rank(parcel: ProjectParcel, state: State) -> tuple[int, int, str]:
    """Order parcels by how badly their lien stands, the later recording first."""
    recorded = parcel.evidence.lien_recorded
    day = recorded.toordinal() if isinstance(recorded, dt.date) else 0
    return (State.FAIL, State.NEEDS_EVIDENCE, State.PASS).index(state), -day, parcel.name
