"""What changed between two editions of one kind: the one path from two layers to a Difference."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import shapely

from gis.errors import OptionInvalid
from gis.geometry.frame import WORKING_CRS, Frame, working_frame
from gis.geometry.operations import LONLAT, route
from gis.geometry.wiscrs import zone_for_county
from gis.layers.contracts import CONTRACTS
from gis.layers.layer import Layer
from gis.layers.lineage.changes import group_changes, pair_changes, plain_name
from gis.layers.lineage.kinship import Group, kin
from gis.layers.lineage.relations import Teller, Told
from gis.layers.lineage.sides import Side, contract_of, two_sides
from gis.model.difference import (
    CONFIDENCES,
    RELATION_KINDS,
    Change,
    Difference,
    Passed,
    PlaceTotal,
    Relation,
    SumChange,
    Tally,
)

Point = tuple[float | None, float | None]


def _silent(_: str) -> None:
    """Take progress that nobody wants to see."""


def difference(old: Layer, new: Layer, accuracy_ft: Fraction, progress: Callable[[str], None] = _silent) -> Difference:
    """Return all that changed between two editions.

    Parameters
    ----------
    old, new : Layer
        Of one kind and in one plane.
    accuracy_ft : Fraction
        Combined accuracy of the two, US survey feet: lines that lie apart by no more are the same.
    progress : callable
        Told what is being done.

    Returns
    -------
    Difference
        Every feature of both is in one relation, or unchanged. Areas are ground measures in the zone of the county
        that most rows name; where none does, in the layers' own plane, which a note says. Lines and points are
        compared by outline and id; only polygons are searched for splits and the like. Rows without a shape are
        compared by id.

    Raises
    ------
    OptionInvalid
        Where the layers are of two kinds.
    OverlayUnverified
        Where an overlay of two features cannot be shown to be right.
    """
    if old.kind != new.kind or old.kind not in CONTRACTS:
        raise OptionInvalid(
            what=f"An edition of {old.kind} cannot be compared with one of {new.kind}.",
            where="the two editions",
            why="Features are told apart by the columns of their kind, and grids of cells have no features.",
            next="Give two editions of one kind; townline editions lists what is on file.",
        )
    frame, notes = _measuring_frame(old, new)
    progress(f"comparing outlines and ids of {len(old.table):,} and {len(new.table):,} features")
    mine, theirs = two_sides(old, new, frame)
    found = kin(mine, theirs, float(accuracy_ft), frame)
    progress(f"telling what became of {len(found.groups):,} groups of features")
    teller = Teller(mine, theirs, found, accuracy_ft, frame)
    changes, throughout = _changes(mine, theirs, found.groups)
    told, unchanged = [], []
    for group, of_group in zip(found.groups, changes, strict=True):
        relation = teller.tell(group) or _changed(mine, theirs, group, of_group)
        if relation is None:
            unchanged.append(group)
        else:
            told.append(Told(replace(relation.relation, changes=of_group), group))
    points = [_point(mine, theirs, each.group) for each in told]
    passed_points = found.land.points[found.passed]
    places = _lonlat([*points, *passed_points], frame)
    relations = [
        replace(each.relation, longitude=lon, latitude=lat)
        for each, (lon, lat) in zip(told, places[: len(told)], strict=True)
    ]
    passed = [
        Passed(teller.share(pair), *place)
        for pair, place in zip(found.passed.tolist(), places[len(told) :], strict=True)
    ]
    return Difference(
        kind=old.kind,
        old=old.edition,
        new=new.edition,
        accuracy_ft=accuracy_ft,
        measured_in=frame.measure_crs,
        tallies=_tallies(mine, theirs, relations, unchanged),
        changed_columns=dict(sorted(Counter(each.column for one in relations for each in one.changes).items())),
        throughout=throughout,
        totals=_totals(mine, theirs),
        relations=tuple(sorted(relations, key=_order)),
        passed=tuple(sorted(passed, key=lambda each: (-each.land.area_sqft, each.land.old, each.land.new))),
        unchanged=tuple(sorted(mine.names[group.old[0]] for group in unchanged)),
        shared_ids_old=mine.shared_names,
        shared_ids_new=theirs.shared_names,
        notes=notes,
    )


def _measuring_frame(old: Layer, new: Layer) -> tuple[Frame, tuple[str, ...]]:
    """Return the plane of the layers, measured in the zone of the county that most rows name."""
    if old.frame.crs != WORKING_CRS:
        return old.frame, ()
    counties: Counter[str] = Counter()
    for layer in (old, new):
        if "county" in layer.table.columns:
            counties.update(value for value in layer.column("county").tolist() if value is not None)
    if not counties:
        note = (
            f"No row names its county, so areas are measured in {WORKING_CRS}, up to 0.08 percent short of the ground."
        )
        return old.frame, (note,)
    most = min(counties, key=lambda name: (-counties[name], name))
    return working_frame(zone_for_county(most).harn_ftus), ()


def _changes(old: Side, new: Side, groups: Sequence[Group]) -> tuple[list[tuple[Change, ...]], tuple[Change, ...]]:
    """Return what changed in each group, in their order, and what changed throughout."""
    pairs = [at for at, group in enumerate(groups) if len(group.old) == len(group.new) == 1]
    compared = pair_changes(old, new, [(groups[at].old[0], groups[at].new[0]) for at in pairs])
    of_pairs = dict(zip(pairs, compared.of_pairs, strict=True))
    changes = []
    for at, group in enumerate(groups):
        if at in of_pairs:
            changes.append(of_pairs[at])
        else:
            changes.append(group_changes(old, new, group.old, group.new) if group.old and group.new else ())
    return changes, compared.throughout


def _changed(old: Side, new: Side, group: Group, changes: tuple[Change, ...]) -> Told | None:
    """Return the relation of a feature that kept its id and outline and changed in value; None where it did not."""
    if not changes:
        return None
    (mine,), (theirs,) = group.old, group.new
    relation = Relation(
        relation="changed",
        confidence="certain",
        old=(old.names[mine],),
        new=(new.names[theirs],),
        why="Same id and same outline.",
        area_sqft_old=old.total_sqft([mine]),
        area_sqft_new=new.total_sqft([theirs]),
    )
    return Told(relation, group)


def _point(old: Side, new: Side, group: Group) -> shapely.Geometry | None:
    shape = new.shapes[group.new[0]] if group.new else old.shapes[group.old[0]]
    return None if shape is None or shape.is_empty else shapely.point_on_surface(shape)


def _lonlat(points: Sequence[shapely.Geometry | None], frame: Frame) -> list[Point]:
    """Return longitude and latitude of points, seven decimals; None for no point, and in a local plane."""
    places: list[Point] = [(None, None)] * len(points)
    there = [at for at, point in enumerate(points) if point is not None]
    if frame.is_local or not there:
        return places
    coordinates = shapely.get_coordinates(np.array([points[at] for at in there], dtype=object))
    for at, (lon, lat) in zip(there, np.round(route(frame.crs, LONLAT)(coordinates), 7).tolist(), strict=True):
        places[at] = (lon, lat)
    return places


def _order(relation: Relation) -> tuple[object, ...]:
    place = (relation.longitude or 0.0, relation.latitude or 0.0)
    areas = (relation.area_sqft_old, relation.area_sqft_new)
    confidence = CONFIDENCES.index(relation.confidence)
    return RELATION_KINDS.index(relation.relation), relation.old, relation.new, *place, *areas, confidence


def _tallies(old: Side, new: Side, relations: Sequence[Relation], unchanged: Sequence[Group]) -> tuple[Tally, ...]:
    tallies = []
    for kind in RELATION_KINDS:
        mine = [each for each in relations if each.relation == kind]
        if mine:
            tallies.append(
                Tally(
                    relation=kind,
                    relations=len(mine),
                    asked=sum(each.confidence == "asked" for each in mine),
                    old_features=sum(len(each.old) for each in mine),
                    new_features=sum(len(each.new) for each in mine),
                    area_sqft_old=sum((each.area_sqft_old for each in mine), Fraction(0)),
                    area_sqft_new=sum((each.area_sqft_new for each in mine), Fraction(0)),
                )
            )
    return (
        *tallies,
        Tally(
            relation="unchanged",
            relations=len(unchanged),
            asked=0,
            old_features=len(unchanged),
            new_features=len(unchanged),
            area_sqft_old=old.total_sqft([group.old[0] for group in unchanged]),
            area_sqft_new=new.total_sqft([group.new[0] for group in unchanged]),
        ),
    )


def _totals(old: Side, new: Side) -> tuple[PlaceTotal, ...]:
    """Return what the rows of each municipality add up to, by name; rows without one last."""
    contract = contract_of(old.layer)
    has_places = "municipality" in contract.names
    places = [
        side.values("municipality", range(len(side.rows))).tolist() if has_places else [None] * len(side.rows)
        for side in (old, new)
    ]
    members: dict[str | None, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for which, named in enumerate(places):
        for at, name in enumerate(named):
            members[name][which].append(at)
    columns = contract.of_type("cents")
    return tuple(
        PlaceTotal(
            municipality=name,
            old_features=len(mine),
            new_features=len(theirs),
            area_sqft_old=old.total_sqft(mine),
            area_sqft_new=new.total_sqft(theirs),
            sums=tuple(
                SumChange(plain_name(column), _dollars(old.values(column, mine)), _dollars(new.values(column, theirs)))
                for column in columns
            ),
        )
        for name, (mine, theirs) in sorted(members.items(), key=lambda item: (item[0] is None, item[0] or ""))
    )


def _dollars(cents: npt.NDArray[np.object_]) -> Fraction:
    return Fraction(sum(each for each in cents.tolist() if each is not None), 100)
