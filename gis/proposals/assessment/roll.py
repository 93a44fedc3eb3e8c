"""What does each parcel pay, what of that is because others are exempt, and do all shares make up the cost?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from gis.errors import Place, ProjectInvalid
from gis.law.parameters import Parameters
from gis.model.assessment import AssessedParcel, AssessmentSums, BasisPart
from gis.model.facts.assessment import Basis, ConnectedStructureFacts, LateConnectionFacts
from gis.model.finding import Finding, State
from gis.proposals.assessment.lands import Lands, ProjectParcel
from gis.proposals.assessment.project import Project
from gis.proposals.assessment.said import arithmetic
from gis.proposals.assessment.shares import ParcelShares, Weights
from gis.proposals.assessment.spreading import Spread, divided, spread
from gis.proposals.assessment.standing import Stand, cap_of, connected_on, stand_of, weight_of
from gis.rules.registry import judge
from gis.units import acres

CAP, INTEREST = "SA-02", "SA-03"
_NOTHING = Fraction(0)
_WORDS: Mapping[Basis, str] = {"frontage": "front", "area": "area", "unit": "number of units"}
_NONE: Mapping[Basis, str] = {"frontage": "front", "area": "area", "unit": "units"}
_KEYS: Mapping[Basis, str] = {"frontage": "frontage_ft", "area": "area_acres", "unit": "units"}


@dataclass(frozen=True, slots=True)
class AssessmentRoll:
    """The roll of a project, with its parts and sums."""

    parts: tuple[BasisPart, ...]
    parcels: tuple[AssessedParcel, ...]
    sums: AssessmentSums
    state: State


def assessment_roll(project: Project, lands: Lands, parameters: Parameters) -> AssessmentRoll:
    """Spread the net cost of a project over its benefited parcels.

    Parameters
    ----------
    project
        Cost, bases, who carries what is exempt.
    lands
        The parcels with measures and evidence; their order changes nothing.
    parameters
        The law on the day of the levy.

    Returns
    -------
    AssessmentRoll
        Each parcel once, by name. All amounts, with what is left for the body, make up the net cost to the cent: as
        judged with open parcels assessed, and once more with them exempt.

    Raises
    ------
    ProjectInvalid
        A measure that a basis spreads by is not known of some parcel, or no parcel has any of it; evidence contradicts
        the land.

    Notes
    -----
    Wis. Stat. 66.0721(2) and (3)(a); 66.0703(5).
    """
    parcels = {each.name: each for each in sorted(lands.benefited, key=lambda each: each.name)}
    _refuse_unmeasured(project, parcels)
    stands = {name: stand_of(parcel, project, parameters) for name, parcel in parcels.items()}
    amounts = divided(project.net, {str(basis): portion for basis, portion in project.basis.items()})
    body_carries = project.carried_by == "body"

    def spreads(weights: Weights) -> dict[Basis, Spread]:
        return {
            basis: spread(amounts[basis], weights[basis], body_carries=body_carries) for basis in sorted(project.basis)
        }

    def weights(*, if_exempt: bool) -> Weights:
        return {
            basis: {
                name: weight_of(
                    parcel,
                    basis,
                    (stands[name].if_exempt if if_exempt else stands[name].treatments)[basis],
                    project,
                    parameters,
                )
                for name, parcel in parcels.items()
            }
            for basis in project.basis
        }

    judged, exempting = weights(if_exempt=False), weights(if_exempt=True)
    found = spreads(judged)
    is_open = any(each.standing == "open" for each in stands.values())
    otherwise = spreads(exempting) if is_open else None
    roll = tuple(
        _assessed(parcel, stands[name], project, parameters, ParcelShares(name, judged, exempting, found, otherwise))
        for name, parcel in parcels.items()
    )
    sums = _sums(project, roll, otherwise)
    nobody = any(each.rate is None for each in (*found.values(), *(otherwise or {}).values()))
    state = State.UNDETERMINED if nobody else State.NEEDS_EVIDENCE if is_open else State.PASS
    return AssessmentRoll(tuple(_part(project, basis, each) for basis, each in found.items()), roll, sums, state)


def _refuse_unmeasured(project: Project, parcels: Mapping[str, ProjectParcel]) -> None:
    for basis in sorted(project.basis):
        unknown = [each for each in parcels.values() if each.measure(basis) is None]
        if unknown:
            raise ProjectInvalid(
                what=f"The {_WORDS[basis]} of {len(unknown)} benefited parcel{'s' if len(unknown) > 1 else ''} "
                "is not known.",
                where=f"file {project.file}, basis {basis}",
                why="What is not measured cannot bear a share, and leaving it out would charge the others.",
                next=f"State {_KEYS[basis]} of each in the list of parcels, or let the map measure it with --layers.",
                places=tuple(Place(text=_place(each)) for each in unknown),
            )
        if not any(each.measure(basis) for each in parcels.values()):
            raise ProjectInvalid(
                what=f"No benefited parcel has any {_WORDS[basis]} to spread by.",
                where=f"file {project.file}, basis {basis}",
                why="A cost cannot be divided by nothing.",
                next="Check along and the list of parcels, or take another basis.",
            )


def _place(parcel: ProjectParcel) -> str:
    return parcel.name if parcel.stated is None else f"{parcel.name}, line {parcel.stated.line}"


def _assessed(
    parcel: ProjectParcel, stand: Stand, project: Project, parameters: Parameters, shares: ParcelShares
) -> AssessedParcel:
    amount, unexempt = shares.amount(), shares.unexempt()
    caps = _caps(parcel, project, parameters, shares)
    is_capped = any(part.cap is not None for part in shares.parts())
    late = _late(parcel, project, parameters, shares.for_structure()) if is_capped else None
    interest = None if late is None or not isinstance(late.answer, str) else Fraction(late.answer)
    return AssessedParcel(
        parcel_id=parcel.parcel_id,
        county=parcel.county,
        municipality=parcel.municipality,
        site_address=parcel.site_address,
        standing=stand.standing,
        why=stand.why,
        frontage_ft=parcel.frontage_ft,
        fronts=parcel.fronts,
        area_sqft=parcel.area_sqft,
        units=parcel.units,
        parts=shares.parts(),
        amount=amount,
        amount_if_exempt=shares.if_exempt(),
        unexempt_amount=unexempt,
        eligible_amount=_NOTHING if stand.finding is None else shares.eligible(),
        levied_for_structure=shares.for_structure(),
        shift=amount - unexempt,
        interest=interest,
        arithmetic=arithmetic(shares.parts(), amount),
        findings=tuple(each for each in (stand.finding, *caps, late) if each is not None),
        notes=(*parcel.notes, *parcel.evidence.doubts, *stand.notes, *_no_front(parcel, project)),
        amount_if_cap_unexempt=shares.by_unexempt_cap(),
        amount_if_both=shares.if_both(),
    )


def _no_front(parcel: ProjectParcel, project: Project) -> tuple[str, ...]:
    return tuple(
        f"It has no {_NONE[basis]} here and pays nothing on that basis."
        for basis in sorted(project.basis)
        if not parcel.measure(basis)
    )


def _caps(parcel: ProjectParcel, project: Project, parameters: Parameters, shares: ParcelShares) -> tuple[Finding, ...]:
    """Return what SA-02 says of the part of a parcel that is capped, on each basis."""
    found = []
    for basis, of_basis in shares.found.items():
        weight = shares.weights[basis][shares.name]
        if not weight.capped or of_basis.rate is None:
            continue
        by_lot = project.max_lot
        facts = ConnectedStructureFacts(
            connected_structure=connected_on(parcel, project.levied),
            basis=basis,
            rate=of_basis.rate,
            frontage_ft=weight.capped if basis == "frontage" else None,
            area_sqft=weight.capped if basis == "area" else None,
            units=weight.capped if basis == "unit" else Fraction(1),
            sides=1 if parcel.stated is None else parcel.stated.sides,
            ordinance_max_lot=by_lot is not None,
            max_lot_acres=acres(cap_of(basis, parcel, by_lot, parameters, project.file))
            if by_lot is not None and basis == "area"
            else None,
            max_lot_frontage_ft=None if by_lot is None else by_lot.frontage_ft,
        )
        found.append(judge(CAP, facts, parameters))
    return tuple(found)


def _late(parcel: ProjectParcel, project: Project, parameters: Parameters, amount: Fraction) -> Finding:
    """Return what SA-03 says of interest on the amount levied for a connected structure."""
    connected = parcel.evidence.connected
    average = project.average_on(project.levied)
    facts = LateConnectionFacts(
        amount=amount,
        first_levy=project.first_levy,
        connected=connected,
        levied=project.levied,
        average_rate=None if average is None else average.rate,
        obligations=None if average is None else average.obligations or None,
    )
    return judge(INTEREST, facts, parameters)


def _part(project: Project, basis: Basis, found: Spread) -> BasisPart:
    return BasisPart(
        basis=basis,
        portion=project.basis[basis],
        amount=found.amount,
        weight=found.weight,
        rate=found.rate,
        weight_unexempt=found.weight_unexempt,
        rate_unexempt=found.rate_unexempt,
    )


def _sums(
    project: Project, roll: tuple[AssessedParcel, ...], otherwise: Mapping[Basis, Spread] | None
) -> AssessmentSums:
    assessed = sum((each.amount for each in roll), _NOTHING)
    if_exempt = None
    if otherwise is not None:
        if_exempt = sum((each.amount_if_exempt or _NOTHING for each in roll), _NOTHING)
    capped = [each.amount_if_cap_unexempt for each in roll if each.amount_if_cap_unexempt is not None]
    by_cap = sum(capped, _NOTHING) if capped else None
    both = [each.amount_if_both for each in roll if each.amount_if_both is not None]
    by_both = sum(both, _NOTHING) if both else None
    return AssessmentSums(
        parcels=len(roll),
        standing=dict(sorted(Counter(str(each.standing) for each in roll).items())),
        net_cost=project.net,
        assessed=assessed,
        body=project.net - assessed,
        exempt_would_pay=-sum((min(each.shift, _NOTHING) for each in roll if each.standing != "assessed"), _NOTHING),
        shifted=sum((max(each.shift, _NOTHING) for each in roll), _NOTHING),
        open_parcels=sum(each.standing == "open" for each in roll),
        open_amount=sum((each.amount for each in roll if each.standing == "open"), _NOTHING),
        assessed_if_exempt=if_exempt,
        body_if_exempt=None if if_exempt is None else project.net - if_exempt,
        assessed_if_cap_unexempt=by_cap,
        body_if_cap_unexempt=None if by_cap is None else project.net - by_cap,
        assessed_if_both=by_both,
        body_if_both=None if by_both is None else project.net - by_both,
    )
