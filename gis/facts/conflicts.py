"""Where do the sources disagree about whose land it is: roll against polygon, two claims, or none?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
import shapely
from shapely.geometry.base import BaseGeometry

from gis.facts.ground import Ground, MunicipalLand, area_steps, sqft
from gis.facts.places import boxes_lonlat
from gis.geometry.coverage import double_claims, unclaimed
from gis.geometry.inside import HAIR_STEPS
from gis.geometry.overlay import clip
from gis.geometry.slivers import greatest_width_ft, is_wider
from gis.model.finding import Conflict
from gis.units import quantise_length_ft

LISTED_SINGLY = 20
"""Places of unclaimed land listed one by one, largest first; the rest are summed."""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A parcel that the roll and the polygons place differently, by more than the accuracy."""

    position: int
    """Position among the parcels of the ground."""
    roll: str | None
    polygon: str | None
    """Municipality whose polygon holds most of the parcel's land inside; null where none does."""
    foreign: str | None
    """Municipality other than the roll's that holds most of the rest; null where none does."""
    disputed_sqft: float
    width_ft: float


@dataclass(frozen=True, slots=True)
class Disagreements:
    """All conflicts about whose land it is, and the two figures that rules need of them."""

    disputes: tuple[Dispute, ...]
    conflicts: tuple[Conflict, ...]
    unclaimed_sqft: float
    unclaimed_width_ft: float
    whole_in: dict[str, tuple[int, ...]]
    """Municipality: positions of parcels wholly inside the boundary and wholly in its polygon."""


def disagreements(ground: Ground) -> Disagreements:
    """Find every place under the boundary where the sources disagree about the municipality.

    Parameters
    ----------
    ground : Ground
        The surveyed ground.

    Returns
    -------
    Disagreements
        A parcel is disputed where its land inside lies, by more than the combined accuracy of the
        two layers in greatest width, in a municipality that is not the roll's, or in none. Slivers
        within the accuracy are not disputes: every parcel at a municipal line has them.
    """
    if not ground.municipalities:
        return Disagreements((), (), 0.0, 0.0, {})
    claims = _claims(ground)
    none_conflicts, none_sqft, none_width_ft = _unclaimed(ground)
    disputes, whole_in = _disputes(ground)
    return Disagreements(
        disputes=disputes,
        conflicts=(*_parcel_conflicts(ground, disputes), *claims, *none_conflicts),
        unclaimed_sqft=none_sqft,
        unclaimed_width_ft=none_width_ft,
        whole_in=whole_in,
    )


def _claims(ground: Ground) -> list[Conflict]:
    frame = ground.layers.frame
    inside = [land for land in ground.municipalities if land.is_inside]
    polygons = np.array([land.land for land in inside], dtype=object)
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities", with_boundary=False))
    found = []
    for first, second, shape in double_claims(polygons, ground.boundary, frame):
        names = (inside[first].name, inside[second].name)
        found.append(_place(ground, "claimed_twice", " and ".join(names), names, shape, accuracy_ft))
    return [conflict for conflict in found if conflict.area_sqft > 0]


def _unclaimed(ground: Ground) -> tuple[list[Conflict], float, float]:
    frame = ground.layers.frame
    polygons = np.array([land.land for land in ground.municipalities if land.is_inside], dtype=object)
    rest = unclaimed(polygons, ground.boundary, frame)
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities"))
    parts = [part for part in shapely.get_parts(rest) if part.area > 0]
    wide = is_wider(np.array(parts, dtype=object), accuracy_ft, frame)
    by_size = sorted((part for part, is_wide in zip(parts, wide, strict=True) if is_wide), key=lambda p: -p.area)
    groups = [(f"place {i + 1}", part) for i, part in enumerate(by_size[:LISTED_SINGLY])]
    small = [part for part, is_wide in zip(parts, wide, strict=True) if not is_wide]
    if by_size[LISTED_SINGLY:]:
        groups.append((f"{len(by_size) - LISTED_SINGLY} smaller places", shapely.MultiPolygon(by_size[LISTED_SINGLY:])))
    if small:
        groups.append((f"{len(small)} slivers within the accuracy", shapely.MultiPolygon(small)))
    conflicts = [_place(ground, "claimed_by_none", name, (), shape, accuracy_ft) for name, shape in groups]
    conflicts = [conflict for conflict in conflicts if conflict.area_sqft > 0]
    widest = max((conflict.width_ft or 0.0 for conflict in conflicts), default=0.0)
    return conflicts, sum(conflict.area_sqft for conflict in conflicts), widest


def _place(  # noqa: PLR0913 - a place on the ground is told by these
    ground: Ground, kind: str, subject: str, claims: tuple[str, ...], shape: BaseGeometry, accuracy_ft: float
) -> Conflict:
    frame = ground.layers.frame
    shapes = np.array([shape], dtype=object)
    width_ft = float(quantise_length_ft(greatest_width_ft(shape, frame)))
    return Conflict(
        kind="claimed_twice" if kind == "claimed_twice" else "claimed_by_none",
        subject=subject,
        claims=claims,
        area_sqft=float(sqft(int(area_steps(shapes, frame)[0]))),
        effect="",
        width_ft=width_ft,
        within_accuracy=width_ft <= accuracy_ft,
        bbox=boxes_lonlat(shapes, frame)[0],
    )


def with_effect(conflicts: Iterable[Conflict], effects: dict[str, str]) -> tuple[Conflict, ...]:
    """Return conflicts with the sentence that says what each kind does to one finding."""
    return tuple(replace(conflict, effect=effects[conflict.kind]) for conflict in conflicts)


def _disputes(ground: Ground) -> tuple[tuple[Dispute, ...], dict[str, tuple[int, ...]]]:
    parcels = ground.parcels
    if parcels is None:
        return (), {}
    positions = np.flatnonzero(parcels.met & parcels.is_parcel)
    lands = parcels.inside.land[positions]
    roll = _roll(ground, positions)
    whole = parcels.whole[positions]
    whole_in = {
        land.name: tuple(positions[whole & _covered(ground, land, lands)].tolist())
        for land in ground.municipalities
        if land.kind != "town"
    }
    return _weigh(ground, positions, lands, roll), whole_in


def _covered(ground: Ground, land: MunicipalLand, lands: npt.NDArray[np.object_]) -> npt.NDArray[np.bool_]:
    """Return True where a municipality's polygon holds all of a parcel's land, but for rounding to the grid."""
    reach = HAIR_STEPS * ground.layers.frame.grid
    polygon = shapely.buffer(shapely.set_precision(land.land_high, 0), reach, join_style="mitre")
    shapely.prepare(polygon)
    return np.asarray(shapely.covers(polygon, lands), dtype=bool)


def _roll(ground: Ground, positions: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    """Return for each parcel which municipality near the boundary its roll means, or -1."""
    parcels = ground.parcels
    if parcels is None:
        return np.zeros(0, dtype=np.intp)
    pairs = list(zip(parcels.column("municipality")[positions], parcels.column("county")[positions], strict=True))
    which = {id(land): i for i, land in enumerate(ground.municipalities)}
    told = {pair: ground.municipality(*pair) for pair in set(pairs)}
    return np.array([-1 if (land := told[pair]) is None else which[id(land)] for pair in pairs], dtype=np.intp)


def _weigh(
    ground: Ground,
    positions: npt.NDArray[np.intp],
    lands: npt.NDArray[np.object_],
    roll: npt.NDArray[np.intp],
) -> tuple[Dispute, ...]:
    """Overlay the parcels that a municipality other than the roll's may hold, by more than the accuracy.

    Where a part wider than the accuracy is foreign, a circle of that width fits in it, and its centre lies in the
    other municipality pulled in by half the accuracy. Parcels that reach no such land need no overlay; at a municipal
    line that is nearly all of them.
    """
    frame = ground.layers.frame
    accuracy_ft = float(ground.layers.accuracy_ft("municipalities", "parcels", with_boundary=False))
    reached = np.zeros((len(ground.municipalities), len(lands)), dtype=bool)
    for i, municipality in enumerate(ground.municipalities):
        core = shapely.buffer(municipality.land_high, -accuracy_ft / frame.unit_ft / 2)
        shapely.prepare(core)
        reached[i] = shapely.intersects(core, lands)
    is_foreign = reached & (roll != np.arange(len(ground.municipalities))[:, np.newaxis])
    open_question = np.flatnonzero(is_foreign.any(axis=0) | ((roll == -1) & ~reached.any(axis=0)))
    shares = np.zeros((len(open_question), len(ground.municipalities)))
    foreign: list[list[BaseGeometry]] = [[] for _ in open_question]
    for i, municipality in enumerate(ground.municipalities):
        parts = clip(municipality.land_high, lands[open_question], frame).inside
        shares[:, i] = shapely.area(parts)
        for k in np.flatnonzero(is_wider(parts, accuracy_ft, frame) & is_foreign[i, open_question]).tolist():
            foreign[k].append(parts[k])
    disputes = []
    for k, which in enumerate(open_question):
        nowhere = roll[which] == -1 and not foreign[k]
        if foreign[k] or nowhere:
            others = np.where(is_foreign[:, which], shares[k], 0.0)
            disputes.append(_dispute(ground, int(positions[which]), foreign[k], (shares[k], others)))
    return tuple(disputes)


def _dispute(
    ground: Ground,
    position: int,
    foreign: list[BaseGeometry],
    shares: tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]],
) -> Dispute:
    frame = ground.layers.frame
    parcels = ground.parcels
    most, most_of_others = (
        ground.municipalities[int(np.argmax(share))].name if share.any() else None for share in shares
    )
    shapes = np.array(foreign, dtype=object)
    return Dispute(
        position=position,
        roll=None if parcels is None else parcels.column("municipality")[position],
        polygon=most,
        foreign=most_of_others,
        disputed_sqft=float(sqft(int(area_steps(shapes, frame).sum()))) if foreign else 0.0,
        width_ft=max((float(quantise_length_ft(greatest_width_ft(shape, frame))) for shape in foreign), default=0.0),
    )


def _polygon_claim(dispute: Dispute) -> str:
    if dispute.foreign is not None and dispute.foreign != dispute.polygon:
        return f"polygon: {dispute.foreign} in part"
    return f"polygon: {dispute.polygon or 'none'}"


def _parcel_conflicts(ground: Ground, disputes: tuple[Dispute, ...]) -> list[Conflict]:
    parcels = ground.parcels
    if parcels is None or not disputes:
        return []
    shapes = parcels.geometries[[dispute.position for dispute in disputes]]
    boxes = boxes_lonlat(shapes, ground.layers.frame)
    return [
        Conflict(
            kind="roll_and_polygon",
            subject=str(parcels.parcel_id[dispute.position]),
            claims=(f"roll: {dispute.roll or 'none stated'}", _polygon_claim(dispute)),
            area_sqft=dispute.disputed_sqft,
            effect="",
            width_ft=dispute.width_ft,
            bbox=box,
        )
        for dispute, box in zip(disputes, boxes, strict=True)
    ]
