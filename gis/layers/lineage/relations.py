"""What became of each group of features, how sure is that, and why: from groups to relations in words.

Confidence is a stated rule. *certain*: id and land agree, or the land does within the accuracy and the ids are used for
nothing else. *likely*: all but a twentieth of the land is accounted for. *asked*: anything else, for then there are
several readings.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from gis.geometry.frame import Frame
from gis.geometry.measure import ground_ft
from gis.geometry.overlay import clip, difference, union
from gis.geometry.slivers import is_wider
from gis.layers.lineage.kinship import MOST, STRIP_SHARE, Group, Kin
from gis.layers.lineage.overlaps import overlaps
from gis.layers.lineage.sides import Side
from gis.model.difference import Confidence, Relation, RelationKind, Share
from gis.units import SQFT_PER_ACRE, quantise_area_sqft, quantise_length_ft

NEARLY_ALL = 1 - STRIP_SHARE
"""Land that is accounted for up to strips along its lines."""


@dataclass(frozen=True, slots=True, eq=False)
class Told:
    """A relation and the positions of its features."""

    relation: Relation
    group: Group


class Teller:
    """Tells relations of two editions.

    Parameters
    ----------
    old, new : Side
        The editions.
    kin : Kin
        Their groups.
    accuracy_ft : Fraction
        Combined accuracy of the two.
    frame : Frame
        The plane and its measures.
    """

    def __init__(self, old: Side, new: Side, kin: Kin, accuracy_ft: Fraction, frame: Frame) -> None:
        self._old, self._new, self._kin, self._frame = old, new, kin, frame
        self._accuracy_ft = accuracy_ft
        self._old_names = {old.names[at] for at in np.flatnonzero(old.is_identified).tolist()}
        self._new_names = {new.names[at] for at in np.flatnonzero(new.is_identified).tolist()}
        self._old_outlines, self._new_outlines = set(old.outlines), set(new.outlines)
        self._borne = Counter(old.outlines)
        self._passed_from, self._passed_to = self._passed_areas()
        self._moved_ft = self._distances_ft()
        self._on_land_of = self._claimed()

    def tell(self, group: Group) -> Told | None:
        """Return what became of a group, without changes and place; None for one feature of same id and outline."""
        if group.basis == "alone":
            kind, confidence, why = self._alone(group)
        elif group.basis == "id":
            kind, confidence, why = self._by_id(group)
        elif group.basis == "stack":
            kind, confidence, why = self._stack(group)
        elif group.basis == "same_outline":
            if self._names(group)[0] == self._names(group)[1]:
                return None
            kind, confidence, why = self._renumbered(group, is_within=True)
        elif len(group.old) == len(group.new) == 1:
            kind, confidence, why = self._one_to_one(group)
        else:
            kind, confidence, why = self._several(group)
        old_names, new_names = self._names(group)
        moved_ft = self._moved_ft.get(group.old + group.new) if kind in {"moved", "redrawn", "renumbered"} else None
        return Told(
            Relation(
                relation=kind,
                confidence=confidence,
                old=old_names,
                new=new_names,
                why=why,
                area_sqft_old=self._old.total_sqft(group.old),
                area_sqft_new=self._new.total_sqft(group.new),
                shares=self._shares(group),
                moved_ft=moved_ft,
            ),
            group,
        )

    def share(self, pair: int) -> Share:
        """Return one overlap as it is reported."""
        land = self._kin.land
        old, new = int(land.old[pair]), int(land.new[pair])
        area_sqft = quantise_area_sqft(float(land.area_sqft[pair]))
        return _share(self._old, self._new, old, new, area_sqft)

    def _alone(self, group: Group) -> tuple[RelationKind, Confidence, str]:
        if group.old:
            at, side, outlines, others, taken = group.old[0], self._old, self._new_outlines, self._new_names, "from"
            kind: RelationKind = "gone"
            passed = self._passed_from[at]
        else:
            at, side, outlines, others, taken = group.new[0], self._new, self._old_outlines, self._old_names, "to"
            kind = "added"
            passed = self._passed_to[at]
        name, other = side.names[at], "new" if kind == "gone" else "old"
        has_shape = side.shapes[at] is not None
        if side.is_identified[at] and name in others:
            why = f"The id {name} names other land in the {other} edition, which is accounted for there: it was reused."
            return kind, "asked", why
        if has_shape and side.outlines[at] in outlines:
            why = f"Its outline bears other ids in both editions, which stay; only {name} is {kind}."
            return kind, "likely", why
        if passed:
            why = f"The {other} edition has no such id; {_land(passed)} passed {taken} it, less than makes it kin."
            return kind, "asked", why
        shares = self._on_land_of.get((kind, at), ())
        claimed = tuple(sorted(each.new if kind == "gone" else each.old for each in shares))
        if claimed:
            why = f"The {other} edition has no such id, but its land is also that of {_listed(claimed)}, which stays."
            return kind, "asked", why
        where = " and nothing on its land" if side.has_area[at] else ""
        return kind, "certain", f"The {other} edition has no such id{where}."

    def _by_id(self, group: Group) -> tuple[RelationKind, Confidence, str]:
        (name,), _ = self._names(group)
        distance = self._moved_ft.get(group.old + group.new)
        if distance is None:
            return "moved", "asked", f"The id {name} has a place in one edition only."
        if not (self._old.has_area[group.old[0]] and self._new.has_area[group.new[0]]):
            if distance <= self._accuracy_ft:
                return "redrawn", "certain", f"Same id, drawn within {_feet(distance)} of where it was."
            return "moved", "likely", f"Same id, drawn up to {_feet(distance)} from where it was."
        why = (
            f"The id {name} names other land than before, up to {_feet(distance)} away and with next to none "
            "in common: it was placed anew, or the id was reused."
        )
        return "moved", "asked", why

    def _stack(self, group: Group) -> tuple[RelationKind, Confidence, str]:
        olds, news = self._names(group)
        why = f"One outline bears {_listed(news)} where it bore {_listed(olds)}; land does not tell units apart."
        is_declared = len(olds) == 1 and not self._reused(group)
        return "stacked", "likely" if is_declared else "asked", why

    def _one_to_one(self, group: Group) -> tuple[RelationKind, Confidence, str]:
        olds, news = self._names(group)
        distance = self._moved_ft[group.old + group.new]
        is_within = distance <= self._accuracy_ft and self._keeps_its_land(group)
        if olds != news:
            return self._renumbered(group, is_within=is_within)
        if is_within:
            why = f"Same id; its outline lies within {_feet(distance)} of where it was, which is within the accuracy."
            return "redrawn", "certain", why
        least = self._least_share(group)
        why = (
            f"Same id; its outline moved by up to {_feet(distance)}, and {_land(self._old.total_sqft(group.old))} "
            f"became {_land(self._new.total_sqft(group.new))}, with {_percent(least)} or more of each in common."
        )
        if least >= NEARLY_ALL:
            return "moved", "certain", why
        return "moved", "likely" if least > MOST else "asked", why

    def _renumbered(self, group: Group, *, is_within: bool) -> tuple[RelationKind, Confidence, str]:
        (was,), (now,) = self._names(group)
        reused = self._reused(group)
        has_mates = self._borne[self._old.outlines[group.old[0]]] > 1
        if is_within:
            why = f"The land of {was} bears the id {now}, its outline unchanged within the accuracy."
        else:
            least = self._least_share(group)
            why = f"{now} lies on land of {was}, with {_percent(least)} or more of each in common."
        if reused:
            return "renumbered", "asked", f"{why} {reused}"
        if has_mates:
            return "renumbered", "likely", f"{why} Other units share the outline, so that the land alone does not tell."
        if is_within:
            return "renumbered", "certain", why
        return "renumbered", "likely" if least >= NEARLY_ALL else "asked", why

    def _several(self, group: Group) -> tuple[RelationKind, Confidence, str]:
        olds, news = self._names(group)
        kind = self._kind_of_several(group)
        if kind == "stacked":
            return self._stack(group)
        reused = self._reused(group)
        is_within = self._agrees(group)
        held = min(self._accounted(group))
        words = {
            "split": f"{olds[0]} became {_listed(news)}",
            "merged": f"{_listed(olds)} became {news[0]}",
            "rearranged": f"The land of {_listed(olds)} was divided anew among {_listed(news)}",
        }[kind]
        if is_within:
            why = f"{words}; together they are the same land within the accuracy."
        elif held >= NEARLY_ALL:
            why = f"{words}; {_percent(held)} or more of the land on either side is accounted for."
        else:
            why = f"{words}; {_percent(1 - held)} of the land on one side is not accounted for on the other."
        if reused:
            return kind, "asked", f"{why} {reused}"
        if kind != "rearranged" and is_within:
            return kind, "certain", why
        return kind, "likely" if is_within or held >= NEARLY_ALL else "asked", why

    def _kind_of_several(self, group: Group) -> RelationKind:
        old_outlines = {self._old.outlines[at] for at in group.old}
        new_outlines = {self._new.outlines[at] for at in group.new}
        if len(old_outlines) == len(new_outlines) == 1:
            return "stacked"
        if len(group.old) == 1:
            return "split"
        return "merged" if len(group.new) == 1 else "rearranged"

    def _reused(self, group: Group) -> str:
        """Say which ids of a group name something outside it in the other edition; nothing where none does."""
        olds, news = (set(names) for names in self._names(group))
        taken = sorted((olds & self._new_names) - news) + sorted((news & self._old_names) - olds)
        return f"But other land bears {_listed(tuple(taken))} in the other edition: ids were reused." if taken else ""

    def _agrees(self, group: Group) -> bool:
        """Whether the land of both sides is the same but for hairlines."""
        before, after = self._whole(self._old, group.old), self._whole(self._new, group.new)
        cut = clip(after, np.array([before], dtype=object), self._frame)
        left = [cut.outside[0]]
        # What the new land has besides need be looked at only where a circle of that width has room in it.
        if after.area - cut.inside[0].area > np.pi / 4 * (float(self._accuracy_ft) / self._frame.unit_ft) ** 2:
            left.append(difference(after, before, self._frame))
        return not is_wider(np.array(left, dtype=object), float(self._accuracy_ft), self._frame).any()

    def _whole(self, side: Side, rows: Sequence[int]) -> BaseGeometry:
        return side.shapes[rows[0]] if len(rows) == 1 else union(side.shapes[list(rows)], self._frame)

    def _accounted(self, group: Group) -> tuple[float, float]:
        """Return which share of the old and of the new land is found again, in the group or as land passed.

        Units on one outline hold their land together, and count once.
        """
        land = self._kin.land
        seen: set[tuple[bytes, bytes]] = set()
        shared = 0.0
        for pair in group.pairs:
            outlines = (self._old.outlines[land.old[pair]], self._new.outlines[land.new[pair]])
            if outlines not in seen:
                seen.add(outlines)
                shared += float(land.area_sqft[pair])
        wholes = []
        for side, rows, passed in (
            (self._old, group.old, self._passed_from),
            (self._new, group.new, self._passed_to),
        ):
            once = {side.outlines[at]: at for at in rows}.values()
            whole = float(side.total_sqft(list(once)))
            wholes.append((shared + float(sum(passed[at] for at in once))) / whole if whole else 1.0)
        return min(1.0, wholes[0]), min(1.0, wholes[1])

    def _least_share(self, group: Group) -> float:
        """Return the smaller share of land that one and one have in common."""
        land, (pair,) = self._kin.land, group.pairs
        return float(min(land.share_of_old[pair], land.share_of_new[pair]))

    def _shares(self, group: Group) -> tuple[Share, ...]:
        if group.basis == "land":
            return tuple(self.share(pair) for pair in group.pairs)
        if group.basis in {"same_outline", "stack"}:
            return tuple(
                _share(self._old, self._new, old, new, self._old.total_sqft([old]))
                for old in group.old
                for new in group.new
            )
        return self._claimed_shares(group) if group.basis == "alone" else ()

    def _claimed_shares(self, group: Group) -> tuple[Share, ...]:
        """Return what a feature without kin holds of land that stays another's, but for strips.

        None for a unit that joins or leaves a stack: the units that stay share their land as before.
        """
        is_gone = bool(group.old)
        at, side, outlines = (
            (group.old[0], self._old, self._new_outlines) if is_gone else (group.new[0], self._new, self._old_outlines)
        )
        if side.outlines[at] in outlines:
            return ()
        return tuple(
            each
            for each in self._on_land_of.get(("gone" if is_gone else "added", at), ())
            if max(each.share_of_old, each.share_of_new) >= STRIP_SHARE
        )

    def _names(self, group: Group) -> tuple[tuple[str, ...], tuple[str, ...]]:
        return tuple(self._old.names[at] for at in group.old), tuple(self._new.names[at] for at in group.new)

    def _claimed(self) -> dict[tuple[RelationKind, int], list[Share]]:
        """Return the land that a feature that is gone or added has in common with features of the other edition."""
        found: dict[tuple[RelationKind, int], list[Share]] = defaultdict(list)
        sides: tuple[tuple[RelationKind, Side, Side], ...] = (
            ("gone", self._old, self._new),
            ("added", self._new, self._old),
        )
        for kind, side, other in sides:
            alone = [at for each in self._kin.groups if each.basis == "alone" for at in self._rows(each, kind)]
            mine = np.array([at for at in alone if side.has_area[at]], dtype=np.intp)
            theirs = np.flatnonzero(other.has_area)
            land = overlaps(side.shapes[mine], other.shapes[theirs], float(self._accuracy_ft), self._frame)
            pairs = zip(mine[land.old].tolist(), theirs[land.new].tolist(), land.area_sqft.tolist(), strict=True)
            for at, whose, area in pairs:
                both = (at, whose) if kind == "gone" else (whose, at)
                found[kind, at].append(_share(self._old, self._new, *both, quantise_area_sqft(area)))
        return dict(found)

    @staticmethod
    def _rows(group: Group, kind: RelationKind) -> tuple[int, ...]:
        return group.old if kind == "gone" else group.new

    def _keeps_its_land(self, group: Group) -> bool:
        """Say whether two outlines hold the same land but for a band as wide as the accuracy.

        Their distance is taken at vertices, so that a hairline through the middle of one may hide what it cut off.
        """
        shapes = [self._old.shapes[group.old[0]], self._new.shapes[group.new[0]]]
        band_sqft = self._accuracy_ft * Fraction(max(shapely.length(shapes)) * self._frame.unit_ft)
        (pair,) = group.pairs
        most_sqft = max(self._old.total_sqft(group.old), self._new.total_sqft(group.new))
        return most_sqft - Fraction(float(self._kin.land.area_sqft[pair])) <= band_sqft

    def _passed_areas(self) -> tuple[list[Fraction], list[Fraction]]:
        land = self._kin.land
        given, got = [Fraction(0)] * len(self._old.names), [Fraction(0)] * len(self._new.names)
        for pair in self._kin.passed.tolist():
            area_sqft = quantise_area_sqft(float(land.area_sqft[pair]))
            given[land.old[pair]] += area_sqft
            got[land.new[pair]] += area_sqft
        return given, got

    def _distances_ft(self) -> dict[tuple[int, ...], Fraction]:
        """Return how far the outlines of one and one lie apart at most (Hausdorff distance), where both have one."""
        groups = [each for each in self._kin.groups if each.basis in {"land", "id"} and len(each.old + each.new) == 2]  # noqa: PLR2004  one and one
        before = _lines(self._old.shapes[[each.old[0] for each in groups]])
        after = _lines(self._new.shapes[[each.new[0] for each in groups]])
        distances = shapely.hausdorff_distance(before, after)
        places = shapely.get_coordinates(shapely.point_on_surface(before[:1]))
        scale = ground_ft(float(places[0, 0]), float(places[0, 1]), self._frame) if len(places) else self._frame.unit_ft
        return {
            each.old + each.new: quantise_length_ft(distance * scale)
            for each, distance in zip(groups, distances.tolist(), strict=True)
            if not np.isnan(distance)
        }


def _lines(shapes: np.ndarray[tuple[int], np.dtype[np.object_]]) -> np.ndarray[tuple[int], np.dtype[np.object_]]:
    """Return the outlines of polygons, and lines and points as they are."""
    found = np.array(shapes, dtype=object)
    has_area = shapely.get_dimensions(found) == 2  # noqa: PLR2004  a surface
    found[has_area] = shapely.boundary(found[has_area])
    return found


def _share(old: Side, new: Side, mine: int, theirs: int, area_sqft: Fraction) -> Share:
    before, after = old.total_sqft([mine]), new.total_sqft([theirs])
    return Share(
        old=old.names[mine],
        new=new.names[theirs],
        area_sqft=area_sqft,
        share_of_old=min(Fraction(1), area_sqft / before) if before else Fraction(1),
        share_of_new=min(Fraction(1), area_sqft / after) if after else Fraction(1),
    )


def _listed(names: Sequence[str]) -> str:
    """Return up to five names in words."""
    shown = list(names[:5])
    if len(names) > len(shown):
        shown.append(f"{len(names) - len(shown)} more")
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"


def _land(area_sqft: Fraction) -> str:
    """Return an area in words: acres from a tenth of an acre on.

    >>> _land(Fraction(43560)), _land(Fraction(250))
    ('1.00 acres', '250 sq ft')
    """
    if area_sqft * 10 >= SQFT_PER_ACRE:
        return f"{float(area_sqft / SQFT_PER_ACRE):,.2f} acres"
    return f"{float(area_sqft):,.0f} sq ft"


def _feet(length_ft: Fraction) -> str:
    return f"{float(length_ft):,.2f} ft"


def _percent(share: float) -> str:
    """Return a share in percent, rounded down so that "or more" is true.

    >>> _percent(0.99999), _percent(1.0)
    ('99.9 percent', '100 percent')
    """
    return f"{np.floor(share * 1000) / 10:g} percent"
