"""Who owns how much land within the proposed limits, and who of them signed: the facts of TSD-02 and TSD-04."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
import shapely

from gis.facts.gathered import Gathered
from gis.facts.ground import Ground, ParcelGround, sqft
from gis.facts.owners_inside import OfRecord, Owners, of_record, reached_positions
from gis.facts.places import boxes_lonlat
from gis.geometry.slivers import is_wider
from gis.model.facts.petition import PetitionFacts, PetitionParcel, PetitionSignature, VerificationFacts
from gis.model.finding import Evidence
from gis.proceedings.petition.signatures import Petition, Signature, line_words, owner_words
from gis.units import AREA_STEPS_PER_SQFT, acres

_LEAST = Fraction(1, AREA_STEPS_PER_SQFT)
"""The least area that is measured, square feet."""
UNMATCHED = (
    "The petition's signers are not matched to owners of record: it bears no owner keys, and no names of owners are on "
    "file here. Match it where they are, with: townline petition FILE.csv --layers DIR --date D --out MATCHED.csv"
)
_ENDS = ("area", "inside_low", "inside_value", "inside_high")


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of ground: one parcel, or condominium records stacked on one polygon."""

    positions: tuple[int, ...]
    area_sqft: tuple[Fraction, ...]
    """Whole, and inside with the line pulled in, as drawn and pushed out."""


def petition_facts(ground: Ground, petition: Petition | None = None) -> Gathered[PetitionFacts]:
    """Gather what TSD-02 asks: each parcel's owners of record and acres inside, and the owners who signed.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.
    petition : Petition, optional
        Its owners of record decided or proposed. Without one, or where it was never matched to owners, nobody knows
        who signed.

    Returns
    -------
    Gathered of PetitionFacts
        Acres are exact from areas to the hundredth of a square foot. Stacked condominium records are one piece of
        ground that all their owners own together; records without a digit, of roads, water and gaps are no parcels. A
        parcel that only the accuracy brings in is stated with 0 acres inside. Owners are "owner 812"; a signer who is
        no owner, or of whom nobody has decided yet, is "line 12".

    Raises
    ------
    PetitionInvalid
        Where the petition bears owner keys of another edition than the one the owners are from.
    """
    record = of_record(ground)
    if ground.parcels is None or record is None:
        return Gathered(PetitionFacts(gross_area_acres=acres(ground.area_sqft)), notes=("No parcels are on file.",))
    if petition is not None and petition.is_matched:
        petition.refuse_other_edition(record.edition)
    pieces = _pieces(ground.parcels)
    facts = PetitionFacts(
        parcels=tuple(parcel for piece in pieces for parcel in _parcels(ground.parcels, piece, record)),
        signatures=None if petition is None or not petition.is_matched else _signatures(petition),
        gross_area_acres=acres(ground.area_sqft),
        boundary_accuracy_ft=ground.layers.accuracy_ft("parcels"),
    )
    return Gathered(
        facts=facts,
        evidence=_evidence(ground, ground.parcels, pieces, record, petition),
        notes=(*record.notes, *_petition_notes(petition, record), *_ground_notes(ground, ground.parcels, pieces)),
    )


def as_proposed(facts: PetitionFacts, petition: Petition) -> PetitionFacts:
    """Return the facts as they would be had every owner signed who is proposed for a line that nobody has decided.

    The other way, of all of them being nobody's signature, is the facts as gathered. Where nobody knows who signed,
    nothing is added.
    """
    if facts.signatures is None:
        return facts
    told = list(facts.signatures)
    for signature in petition.of("undecided"):
        keys = signature.proposed if signature.owner_key is None else (signature.owner_key,)
        told += [PetitionSignature(owner_words(key)) for key in keys]
    return replace(facts, signatures=tuple(told))


def verification_facts(petition: Petition | None) -> Gathered[VerificationFacts]:
    """Gather what TSD-04 asks of the petition: what vouches for each signature, told by its line.

    Returns
    -------
    Gathered of VerificationFacts
        Without a petition no signatures are known; where its file has no column on it, nothing is known to vouch.
    """
    if petition is None:
        return Gathered(VerificationFacts())
    return Gathered(
        VerificationFacts(
            tuple(
                PetitionSignature(line_words([each.line]), each.covered_by_verification, each.notarized)
                for each in petition.signatures
                if petition.standing(each) != "withdrawn"
            )
        )
    )


def _signatures(petition: Petition) -> tuple[PetitionSignature, ...]:
    return tuple(
        PetitionSignature(_signer(petition, each), each.covered_by_verification, each.notarized)
        for each in petition.signatures
        if petition.standing(each) != "withdrawn"
    )


def _signer(petition: Petition, signature: Signature) -> str:
    return signature.person if petition.standing(signature) == "counts" else line_words([signature.line])


def _pieces(parcels: ParcelGround) -> list[_Piece]:
    """Join records of one polygon into one piece of ground, in the order of the layer."""
    reached = reached_positions(parcels)
    areas = parcels.area[reached]
    values, times = np.unique(areas, return_counts=True)
    repeated = set(values[times > 1].tolist())
    groups: dict[object, list[int]] = defaultdict(list)
    for position, area in zip(reached, areas.tolist(), strict=True):
        shape = shapely.to_wkb(shapely.normalize(parcels.geometries[position])) if area in repeated else position
        groups[shape].append(position)
    return [
        _Piece(tuple(group), tuple(sqft(int(getattr(parcels, end)[group[0]])) for end in _ENDS))
        for group in groups.values()
    ]


def _parcels(parcels: ParcelGround, piece: _Piece, record: OfRecord) -> list[PetitionParcel]:
    """State a piece of ground as a parcel, or as two where the owners of some of its records are not known.

    Then the ground goes with the unknown ones, since nobody can say that all co-owners signed; the known ones keep the
    least area there is, so that they count as persons.
    """
    known = [i for i in piece.positions if record.owners[i]]
    unknown = [i for i in piece.positions if not record.owners[i]]
    if not unknown or not known:
        return [_parcel(parcels, piece.positions, piece.area_sqft, _joined(record, known))]
    least = tuple(min(_LEAST, area) for area in piece.area_sqft)
    rest = tuple(area - small for area, small in zip(piece.area_sqft, least, strict=True))
    return [_parcel(parcels, known, least, _joined(record, known)), _parcel(parcels, unknown, rest, None)]


def _joined(record: OfRecord, positions: Sequence[int]) -> Owners:
    return tuple(dict.fromkeys(person for i in positions for person in record.owners[i] or ())) or None


def _parcel(
    parcels: ParcelGround, positions: Sequence[int], area_sqft: Sequence[Fraction], owners: Owners
) -> PetitionParcel:
    whole, low, drawn, high = map(acres, area_sqft)
    taxable = {_is_taxable(parcels, i) for i in positions}
    return PetitionParcel(
        parcel_id=", ".join(dict.fromkeys(str(parcels.parcel_id[i]) for i in positions)),
        owners=owners,
        area_acres=whole,
        area_in_district_acres=drawn,
        area_in_district_low_acres=low,
        area_in_district_high_acres=high,
        taxable=taxable.pop() if len(taxable) == 1 else None,
    )


def _is_taxable(parcels: ParcelGround, position: int) -> bool | None:
    """Say whether a parcel is general property that is taxed; one that is exempt in part is, at its value."""
    if parcels.column("unknown_codes")[position]:
        return None
    has_codes = parcels.column("exempt_codes")[position] or parcels.column("forest_codes")[position]
    return not has_codes or bool(parcels.column("assessed_value_cents")[position])


def _petition_notes(petition: Petition | None, record: OfRecord) -> tuple[str, ...]:
    if petition is None:
        return ()
    if not petition.is_matched:
        return (UNMATCHED, *petition.notes)
    taken = f"The petition names no edition of owners; its owner keys are taken as those of {record.edition}."
    return (*((taken,) if petition.edition is None else ()), *petition.counting_notes())


def _ground_notes(ground: Ground, parcels: ParcelGround, pieces: Sequence[_Piece]) -> tuple[str, ...]:
    notes = []
    stacks = [piece for piece in pieces if len(piece.positions) > 1]
    if stacks:
        records = sum(len(piece.positions) for piece in stacks)
        notes.append(
            f"{records} records lie on one another on {len(stacks)} "
            f"{'piece' if len(stacks) == 1 else 'pieces'} of ground, each counted once as owned by all their owners."
        )
    cut = [piece.positions[0] for piece in pieces if 0 < piece.area_sqft[2] < piece.area_sqft[0]]
    if cut:
        accuracy_ft = float(ground.layers.accuracy_ft("parcels"))
        is_real = is_wider(parcels.inside.land[cut], accuracy_ft, ground.layers.frame)
        slivers = int((~is_real).sum())
        if slivers:
            notes.append(
                f"{slivers} {'parcel reaches' if slivers == 1 else 'parcels reach'} into the boundary by no more than "
                f"the layers' accuracy of {accuracy_ft:g} ft; their owners are counted."
            )
    return tuple(notes)


def _evidence(
    ground: Ground, parcels: ParcelGround, pieces: Sequence[_Piece], record: OfRecord, petition: Petition | None
) -> tuple[Evidence, ...]:
    """Show each parcel with land inside as signed, signed in part, unsigned, or of unknown owners."""
    is_counted = petition is not None and petition.is_matched
    signed = {each.person for each in petition.of("counts")} if petition is not None and is_counted else set()
    told = [
        (position, role, float(acres(piece.area_sqft[2])))
        for piece in pieces
        if piece.area_sqft[2] > 0
        for role in [_role(piece, record, signed, is_counted=is_counted)]
        if role is not None
        for position in piece.positions
    ]
    boxes = boxes_lonlat(parcels.geometries[[position for position, _, _ in told]], ground.layers.frame)
    return tuple(
        Evidence(
            layer="parcels",
            edition=parcels.layer.edition,
            feature_id=str(parcels.parcel_id[position]),
            role=role,
            bbox=box,
            measures={"area_in_district_acres": area_acres},
        )
        for (position, role, area_acres), box in zip(told, boxes, strict=True)
    )


def _role(piece: _Piece, record: OfRecord, signed: set[str], *, is_counted: bool) -> str | None:
    owners = [record.owners[i] for i in piece.positions]
    if not all(owners):
        return "owner_unknown"
    if not is_counted:
        return None
    persons = {person for each in owners for person in each or ()}
    if persons <= signed:
        return "signed"
    return "signed_in_part" if persons & signed else "unsigned"
