"""How does a parcel stand to the exemption of 66.0721, and what of it pays, as far as evidence tells?"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction

from gis.errors import FactsInvalid, ProjectInvalid
from gis.law.parameters import Parameters
from gis.model.assessment import Standing
from gis.model.facts.assessment import Basis, FarmlandExemptionFacts
from gis.model.finding import Finding
from gis.proposals.assessment.lands import ProjectParcel
from gis.proposals.assessment.project import MaxLot, Project
from gis.proposals.assessment.spreading import Weight
from gis.rules.assessment.square_acre import root_down
from gis.rules.registry import judge
from gis.rules.words import day_words
from gis.units import SQFT_PER_ACRE, acres

EXEMPTION = "SA-01"
_CAP_ACRES = "farmland_cap_acres"
_STEPS_PER_FT = 10**12
"""Far below what a cent of a cap hangs on; rounded down, so that no cap is exceeded."""
_NOTHING, _ONE = Fraction(0), Fraction(1)
_STANDINGS: dict[str | None, Standing] = {
    "exempt": "exempt",
    "partly_exempt": "partly_exempt",
    "assessable_with_cap": "capped",
    "not_exempt": "assessed",
}


@dataclass(frozen=True, slots=True)
class Treatment:
    """Which part of a parcel pays in full, which up to the cap; the rest is exempt."""

    free: Fraction = _ONE
    capped: Fraction = _NOTHING


_FULL, _EXEMPT = Treatment(), Treatment(_NOTHING, _NOTHING)


@dataclass(frozen=True, slots=True)
class Stand:
    """How a parcel stands, and how it is treated on each basis: as it is judged, and if what is open is exempt."""

    standing: Standing
    why: str
    finding: Finding | None
    treatments: dict[Basis, Treatment]
    if_exempt: dict[Basis, Treatment]
    notes: tuple[str, ...] = ()


def stand_of(parcel: ProjectParcel, project: Project, parameters: Parameters) -> Stand:
    """Judge whether a parcel is exempt, and say what of it pays on each basis of the project.

    Parameters
    ----------
    parcel
        Its evidence and measures.
    project
        Who levies what, and on which bases.
    parameters
        The law on the day of the levy.

    Returns
    -------
    Stand
        A parcel of which nothing says that it may be farmland or a camp is not asked about, and pays. Where evidence
        is wanting it is open, and both ways to treat it are given: without the exemption, and with it.

    Raises
    ------
    ProjectInvalid
        More of the parcel is said to be eligible than it has; or a part of it is, a structure is connected, and which
        share of it that part is cannot be told.

    Notes
    -----
    Wis. Stat. 66.0721(2) and (3)(a). The roll's class of agricultural land makes one ask; it is no evidence.
    """
    bases = tuple(project.basis)
    other = None if parcel.stated is None else parcel.stated.other_exemption
    if other is not None:
        why = f"exempt by {other.citation}, as the project file states: {other.why}"
        return Stand("exempt", why, None, dict.fromkeys(bases, _EXEMPT), dict.fromkeys(bases, _EXEMPT))
    if not parcel.claims:
        why = "nothing says that it may be farmland or a camp"
        return Stand("assessed", why, None, dict.fromkeys(bases, _FULL), dict.fromkeys(bases, _FULL))
    holds = connected_on(parcel, project.levied)
    finding = _judged(parcel, project, parameters, holds=holds)
    because = finding.because
    if finding.state == "needs_evidence":
        # Where it is eligible and its part is known, only the structure is in doubt: with one the cap holds.
        capped = {basis: _capped(parcel, basis) for basis in bases}
        is_cap_sure = holds is None and _is_eligible(parcel)
        assessed = {basis: capped[basis] if is_cap_sure and _is_part_known(parcel, basis) else _FULL for basis in bases}
        notes = tuple(note for basis in bases for note in _share_notes(parcel, basis))
        exempt = capped if holds else {basis: _partly(parcel, basis) for basis in bases}
        return Stand("open", because, finding, assessed, exempt, (*notes, *_torn(parcel)))
    answer = finding.answer if isinstance(finding.answer, str) else None
    standing = _STANDINGS.get(answer, "assessed")
    if standing == "partly_exempt":
        treated = {basis: _partly(parcel, basis) for basis in bases}
    elif standing == "capped":
        _refuse_unknown_part(parcel, project)
        treated = {basis: _capped(parcel, basis) for basis in bases}
    else:
        treated = dict.fromkeys(bases, _EXEMPT if standing == "exempt" else _FULL)
    partial = standing in ("partly_exempt", "capped")
    notes = tuple(note for basis in bases if partial for note in _share_notes(parcel, basis))
    if standing != "assessed":
        notes = (*notes, *_stopped_before(parcel, project.levied))
    return Stand(standing, because, finding, treated, treated, notes)


def connected_on(parcel: ProjectParcel, day: dt.date) -> bool | None:
    """Say whether a parcel holds a connected structure on a day; null where that is not known, or told in two ways."""
    evidence = parcel.evidence
    if evidence.connected is not None:
        is_torn = evidence.connected_structure is False or "connected_structure" in evidence.unknown
        return None if is_torn and evidence.connected <= day else evidence.connected <= day
    if evidence.connected_structure is None:
        return None if "connected_structure" in evidence.unknown else False
    return evidence.connected_structure


def weight_of(
    parcel: ProjectParcel, basis: Basis, treatment: Treatment, project: Project, parameters: Parameters
) -> Weight:
    """Return what a parcel brings to the spread on a basis under a treatment.

    Raises
    ------
    ProjectInvalid
        A cap by the largest lot is asked for, and the file does not state its size on this basis.
    """
    full = parcel.measure(basis) or _NOTHING
    if not treatment.capped:
        return Weight(full, full * treatment.free)
    cap = cap_of(basis, parcel, project.max_lot, parameters, project.file)
    return Weight(full, full * treatment.free, full * treatment.capped, cap)


def cap_of(basis: Basis, parcel: ProjectParcel, max_lot: MaxLot | None, parameters: Parameters, file: str) -> Fraction:
    """Return where the cap of a connected structure is reached, in feet, square feet or units; see `weight_of`."""
    if basis == "unit":
        return _ONE
    square_sqft = parameters.number(_CAP_ACRES) * SQFT_PER_ACRE
    if max_lot is None:
        sides = 1 if parcel.stated is None else parcel.stated.sides
        return square_sqft if basis == "area" else sides * root_down(square_sqft, _STEPS_PER_FT)
    stated = max_lot.frontage_ft if basis == "frontage" else max_lot.acres
    if stated is None:
        raise ProjectInvalid(
            what="The largest lot of the ordinance is not measured on the basis of the assessment.",
            where=f"file {file}, farmland",
            why=f"The cap of {parcel.name} is its {'front' if basis == 'frontage' else 'area'}.",
            next=f"Add {'frontage_ft' if basis == 'frontage' else 'acres'} to ordinance_max_lot.",
        )
    return stated if basis == "frontage" else stated * SQFT_PER_ACRE


def _judged(parcel: ProjectParcel, project: Project, parameters: Parameters, *, holds: bool | None) -> Finding:
    evidence = parcel.evidence
    facts = FarmlandExemptionFacts(
        levying_body=project.body_kind,
        purpose=project.purpose,
        land_kind=parcel.kind,
        farmland_eligible=evidence.farmland_eligible,
        property_classes=parcel.classes or None,
        camp_501c3=evidence.camp_501c3,
        camp_wisconsin=evidence.camp_wisconsin,
        camp_mainly_children=evidence.camp_mainly_children,
        area_acres=None if parcel.area_sqft is None else acres(parcel.area_sqft),
        eligible_area_acres=evidence.eligible_acres,
        connected_structure=holds,
    )
    try:
        return judge(EXEMPTION, facts, parameters)
    except FactsInvalid as error:
        line = "" if parcel.stated is None else f", line {parcel.stated.line}"
        raise ProjectInvalid(
            what=f"What is stated of parcel {parcel.name} cannot be: {error.what[:1].lower()}{error.what[1:]}",
            where=f"file {project.file}{line}",
            why=error.why,
            next="Mend the area of the parcel, or its eligible part.",
        ) from error


def _torn(parcel: ProjectParcel) -> tuple[str, ...]:
    connected = parcel.evidence.connected
    if connected is None or parcel.evidence.connected_structure is not False:
        return ()
    made = f"A structure is stated to have been connected on {day_words(connected)}"
    return (f"{made}, and also that none is connected: which of the two holds is not known.",)


def _stopped_before(parcel: ProjectParcel, levied: dt.date) -> tuple[str, ...]:
    """Say that exclusive use is stated to have stopped before the levy, and not to have resumed until then."""
    stopped, resumed = parcel.evidence.use_stopped, parcel.evidence.use_resumed
    if stopped is None or stopped >= levied or (resumed is not None and resumed <= levied):
        return ()
    stop = f"Exclusive use is stated to have stopped on {day_words(stopped)}, before the levy"
    return (f"{stop}: whether the land was exempt on that day is in doubt.",)


def _is_eligible(parcel: ProjectParcel) -> bool:
    told = parcel.evidence
    if parcel.kind == "farmland":
        return bool(told.farmland_eligible)
    return bool(told.camp_501c3 and told.camp_wisconsin and told.camp_mainly_children)


def _partly(parcel: ProjectParcel, basis: Basis) -> Treatment:
    return Treatment(_share_assessable(parcel, basis), _NOTHING)


def _capped(parcel: ProjectParcel, basis: Basis) -> Treatment:
    free = _share_assessable(parcel, basis)
    return Treatment(free, _ONE - free)


def _share_assessable(parcel: ProjectParcel, basis: Basis) -> Fraction:
    """Return which share of a parcel's measure is not eligible: as stated on the basis, else that of its land."""
    eligible = parcel.evidence.eligible_acres
    if eligible is None:
        return _NOTHING
    stated = _stated_part(parcel, basis)
    full = parcel.measure(basis)
    if stated is not None and full:
        return min(_ONE, stated / full)
    if not parcel.area_sqft:
        return _NOTHING
    return max(_NOTHING, _ONE - eligible / acres(parcel.area_sqft))


def _is_part_known(parcel: ProjectParcel, basis: Basis) -> bool:
    """Say whether it is known which share of a parcel is eligible, on a basis."""
    is_whole = parcel.evidence.eligible_acres is None
    return is_whole or bool(parcel.area_sqft) or _stated_part(parcel, basis) is not None


def _refuse_unknown_part(parcel: ProjectParcel, project: Project) -> None:
    unknown = [basis for basis in sorted(project.basis) if not _is_part_known(parcel, basis)]
    if unknown:
        line = "" if parcel.stated is None else f", line {parcel.stated.line}"
        raise ProjectInvalid(
            what=f"Which part of parcel {parcel.name} is eligible is not known.",
            where=f"file {project.file}{line}",
            why="Its eligible acres are stated, and its area is not: the cap holds for the eligible part alone.",
            next="State area_acres of the parcel.",
        )


def _stated_part(parcel: ProjectParcel, basis: Basis) -> Fraction | None:
    if parcel.stated is None or basis == "area":
        return None
    return parcel.stated.assessable_frontage_ft if basis == "frontage" else parcel.stated.assessable_units


def _share_notes(parcel: ProjectParcel, basis: Basis) -> tuple[str, ...]:
    if basis == "area" or parcel.evidence.eligible_acres is None or _stated_part(parcel, basis) is not None:
        return ()
    what, key = ("front", "assessable_frontage_ft") if basis == "frontage" else ("units", "assessable_units")
    are = "is" if basis == "frontage" else "are"
    if not parcel.area_sqft:
        return ()
    return (f"Which {what} of {parcel.name} {are} not exempt is not stated ({key}): its share of the land is taken.",)
