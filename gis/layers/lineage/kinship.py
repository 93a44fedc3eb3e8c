"""Which old features became which new ones: groups told by land and id together.

First what has the same outline in both editions, matched by id within a stack of units. Then, by the land in common,
what is left: a feature that keeps its id and more than half of its land both ways is *kept*, and what it gives to or
gets from others that are kept is land that passed, no ancestry. All other land in common makes kin, but for strips.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from gis.geometry.frame import Frame
from gis.layers.lineage.overlaps import Overlaps, overlaps
from gis.layers.lineage.sides import Side

Rows = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]
Basis = Literal["same_outline", "stack", "land", "id", "alone"]

MOST = 0.5
"""More than half of a feature: no other can hold as much, so that nothing competes with it."""
STRIP_SHARE = 0.05
"""Less than a twentieth of both features is a strip along a line drawn anew: a survey that moves the lines of a
quarter-acre lot (105 ft square) by 5 ft moves no more, and no lot is divided into pieces as small as that."""
_NONE = -1


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Features that belong together, by position on their sides, and by what that was told.

    `same_outline`: one and one; `stack`: all of one outline, ids differ; `land`: by the overlaps whose positions are in
    `pairs`; `id`: one and one that share an id but no land; `alone`: one feature on one side.
    """

    old: tuple[int, ...]
    new: tuple[int, ...]
    basis: Basis
    pairs: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Kin:
    """All features of both sides, each in one group, and the overlaps that make no kin.

    Attributes
    ----------
    groups : list of Group
        Every feature once.
    land : Overlaps
        Land in common of the features whose outlines differ.
    passed : intp array
        Positions in `land` of what went from one group to another.
    """

    groups: list[Group]
    land: Overlaps
    passed: Rows


def kin(old: Side, new: Side, width_ft: float, frame: Frame) -> Kin:
    """Group the features of two editions.

    Parameters
    ----------
    old, new : Side
        The editions, made ready together.
    width_ft : float
        Combined accuracy: land in common that is no wider is none.
    frame : Frame
        The plane of the shapes.

    Raises
    ------
    OverlayUnverified
        Where the overlay of two features cannot be shown to be right.
    """
    settled = list(_same_outline(old, new))
    old_left = _left(len(old.names), [group.old for group in settled])
    new_left = _left(len(new.names), [group.new for group in settled])
    mine, theirs = old_left[old.has_area[old_left]], new_left[new.has_area[new_left]]
    land = _on_sides(overlaps(old.shapes[mine], new.shapes[theirs], width_ft, frame), mine, theirs)
    is_kin, passed = _sorted_pairs(old, new, land)
    grouped = _components(land, np.flatnonzero(is_kin))
    lone = [group for group in settled if group.basis == "alone"]
    lone_old = [*(at for group in lone for at in group.old), *_without(old_left, [group.old for group in grouped])]
    lone_new = [*(at for group in lone for at in group.new), *_without(new_left, [group.new for group in grouped])]
    rest = _by_id(old, new, lone_old, lone_new)
    groups = [*(group for group in settled if group.basis != "alone"), *grouped, *rest]
    return Kin(groups, land, passed)


def _same_outline(old: Side, new: Side) -> Iterator[Group]:
    """Group what has one outline in both editions: by id, then by being the only ones left, then as a stack.

    A unit that joins or leaves a stack whose other units stay is alone. A lot of its own whose outline several bear now
    is a stack even where one of them keeps its id: a condominium was declared, and the lot is no longer that one unit.
    """
    new_at: dict[bytes, list[int]] = defaultdict(list)
    for at, outline in enumerate(new.outlines):
        new_at[outline].append(at)
    old_at: dict[bytes, list[int]] = defaultdict(list)
    for at, outline in enumerate(old.outlines):
        if outline in new_at:
            old_at[outline].append(at)
    for outline, olds in old_at.items():
        news = new_at[outline]
        if len(olds) == 1 < len(news) and old.has_area[olds[0]] and old.is_identified[olds[0]]:
            yield from _unmatched(olds, news)
            continue
        waiting: dict[str, list[int]] = defaultdict(list)
        for at in reversed(news):
            waiting[new.names[at]].append(at)
        left_old = []
        for at in olds:
            same_name = waiting[old.names[at]]
            if same_name:
                yield Group((at,), (same_name.pop(),), "same_outline")
            else:
                left_old.append(at)
        left_new = sorted(at for same_name in waiting.values() for at in same_name)
        yield from _unmatched(left_old, left_new)


def _unmatched(olds: Sequence[int], news: Sequence[int]) -> Iterator[Group]:
    """Group what has one outline and was not matched by id."""
    if len(olds) == 1 and len(news) == 1:
        yield Group((olds[0],), (news[0],), "same_outline")
    elif olds and news:
        yield Group(tuple(olds), tuple(news), "stack")
    else:
        yield from (Group((at,), (), "alone") for at in olds)
        yield from (Group((), (at,), "alone") for at in news)


def _left(count: int, taken: Sequence[tuple[int, ...]]) -> Rows:
    is_left = np.ones(count, dtype=bool)
    is_left[[at for each in taken for at in each]] = False
    return np.flatnonzero(is_left).astype(np.intp)


def _without(rows: Rows, taken: Sequence[tuple[int, ...]]) -> list[int]:
    gone = {at for each in taken for at in each}
    return [at for at in rows.tolist() if at not in gone]


def _on_sides(found: Overlaps, mine: Rows, theirs: Rows) -> Overlaps:
    """Return overlaps of some features of each side with their positions among all."""
    return Overlaps(
        mine[found.old], theirs[found.new], found.area_sqft, found.share_of_old, found.share_of_new, found.points
    )


def _sorted_pairs(old: Side, new: Side, land: Overlaps) -> tuple[Flags, Rows]:
    """Say which overlaps make kin; the other answer is those that are land passed.

    What lies over a unit of a stack lies over all of them: overlaps with the neighbours in a stack of a unit that is
    kept are neither.
    """
    is_kept = _kept(old, new, land)
    heir = np.full(len(old.names), _NONE)
    heir[land.old[is_kept]] = land.new[is_kept]
    origin = np.full(len(new.names), _NONE)
    origin[land.new[is_kept]] = land.old[is_kept]
    is_mate = ~is_kept & (
        _same(old.outlines, land.old, origin[land.new]) | _same(new.outlines, land.new, heir[land.old])
    )
    old_stays, new_stays = heir[land.old] != _NONE, origin[land.new] != _NONE
    much_of_old, much_of_new = land.share_of_old >= STRIP_SHARE, land.share_of_new >= STRIP_SHARE
    is_kin = np.select(
        [is_kept, old_stays & new_stays, old_stays, new_stays],
        [True, False, much_of_old | (land.share_of_new > MOST), much_of_new | (land.share_of_old > MOST)],
        much_of_old | much_of_new,
    )
    is_kin &= ~is_mate
    # What has neither stayed nor found kin so is kin to all that hold much of it.
    has_kin_old, has_kin_new = _any(land.old, is_kin, len(old.names)), _any(land.new, is_kin, len(new.names))
    is_lost = (~has_kin_old[land.old] & much_of_old) | (~has_kin_new[land.new] & much_of_new)
    is_kin |= is_lost & ~is_mate
    return np.asarray(is_kin, dtype=bool), np.flatnonzero(~is_kin & ~is_mate).astype(np.intp)


def _kept(old: Side, new: Side, land: Overlaps) -> Flags:
    same_name = [
        old.names[mine] == new.names[theirs] for mine, theirs in zip(land.old.tolist(), land.new.tolist(), strict=True)
    ]
    alike = old.is_identified[land.old] == new.is_identified[land.new]
    is_most = (land.share_of_old > MOST) & (land.share_of_new > MOST)
    candidates = np.array(same_name, dtype=bool) & alike & is_most
    # Among records without an id of their own, several on one land could each be the same: none is then.
    once = np.bincount(land.old[candidates], minlength=len(old.names))[land.old] == 1
    once &= np.bincount(land.new[candidates], minlength=len(new.names))[land.new] == 1
    return np.asarray(candidates & once, dtype=bool)


def _same(outlines: Sequence[bytes], these: Rows, those: npt.NDArray[np.int64]) -> Flags:
    pairs = zip(these.tolist(), those.tolist(), strict=True)
    return np.array([b != _NONE and outlines[a] == outlines[b] for a, b in pairs], dtype=bool)


def _any(rows: Rows, flags: Flags, count: int) -> Flags:
    found = np.zeros(count, dtype=bool)
    found[rows[flags]] = True
    return found


def _components(land: Overlaps, pairs: Rows) -> list[Group]:
    """Join everything that the pairs connect, by way of others too."""
    root: dict[tuple[str, int], tuple[str, int]] = {}

    def top(node: tuple[str, int]) -> tuple[str, int]:
        while root.setdefault(node, node) != node:
            root[node] = root[root[node]]
            node = root[node]
        return node

    edges = [
        ("old", old, "new", new) for old, new in zip(land.old[pairs].tolist(), land.new[pairs].tolist(), strict=True)
    ]
    for a, old, b, new in edges:
        root[top((b, new))] = top((a, old))
    members: dict[tuple[str, int], list[int]] = defaultdict(list)
    for pair, (a, old, _, _) in zip(pairs.tolist(), edges, strict=True):
        members[top((a, old))].append(pair)
    return [
        Group(tuple(np.unique(land.old[mine]).tolist()), tuple(np.unique(land.new[mine]).tolist()), "land", tuple(mine))
        for mine in members.values()
    ]


def _by_id(old: Side, new: Side, lone_old: Sequence[int], lone_new: Sequence[int]) -> Iterator[Group]:
    """Pair what is alone on both sides and bears one id; the rest stays alone."""
    named = {new.names[at]: at for at in lone_new if new.is_identified[at]}
    found = set()
    for at in lone_old:
        other = named.get(old.names[at]) if old.is_identified[at] else None
        if other is None:
            yield Group((at,), (), "alone")
        else:
            found.add(other)
            yield Group((at,), (other,), "id")
    yield from (Group((), (at,), "alone") for at in lone_new if at not in found)
